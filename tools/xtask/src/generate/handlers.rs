//! `pkg/src/generated/handlers.ts`: handlers the published table lacks.

use super::published::DOCUMENTED_HANDLERS;

use super::text::HEADER;

/// The file's text.
pub(super) fn text() -> String {
    let names: String = DOCUMENTED_HANDLERS
        .iter()
        .map(|(name, _)| format!("  {name:?},\n"))
        .collect();
    format!(
        "// {HEADER}\n\n\
         /** Handlers that documents name beside those of the published table. */\n\
         export const DOCUMENTED_HANDLERS: readonly string[] = [\n{names}];\n"
    )
}
