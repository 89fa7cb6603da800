//! `pkg/src/generated/handlers.ts`: handlers the published table lacks.

use super::published::documented_handlers;

use super::text::HEADER;

/// The file's text.
pub(super) fn text() -> String {
    let names: String = documented_handlers()
        .iter()
        .map(|(name, _)| format!("  {name:?},\n"))
        .collect();
    format!(
        "// {HEADER}\n\n\
         /** Handlers that documents name beside those of the published table. */\n\
         export const DOCUMENTED_HANDLERS: readonly string[] = [\n{names}];\n"
    )
}
