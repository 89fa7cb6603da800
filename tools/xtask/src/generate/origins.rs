//! `pkg/src/generated/origins.ts`: the hosts that are trusted by default.

use calling_widget_sdk::protocol::DEFAULT_HOST_ORIGINS;

use super::text::HEADER;

/// The file's text.
pub(super) fn text() -> String {
    let origins: Vec<String> = DEFAULT_HOST_ORIGINS
        .iter()
        .map(|origin| format!("  {origin:?},\n"))
        .collect();
    format!(
        "// {HEADER}\n\n\
         /**\n * The host origins that are trusted by default, beside the page's own and, while\n \
         * the page is on loopback, any loopback one. Spread it into `allowedHostOrigins`.\n \
         * A `*` stands for any characters but a dot.\n */\n\
         export const DEFAULT_HOST_ORIGINS: readonly string[] = [\n{}];\n",
        origins.concat()
    )
}
