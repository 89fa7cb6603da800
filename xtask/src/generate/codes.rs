//! `pkg/src/generated/codes.ts` and `docs/diagnostics.md`: the closed list of
//! reasons.

use calling_widget_sdk::session::CODES;

use super::text::HEADER;

/// The type of every code, for TypeScript.
pub(super) fn types() -> String {
    let union: String = CODES
        .iter()
        .map(|code| format!("  | \"{}\"\n", code.as_str()))
        .collect();
    format!(
        "// {HEADER}\n\n\
         /**\n * Why something was refused, ignored or noted: the closed list. Causes and fixes\n \
         * stand in docs/diagnostics.md.\n */\n\
         export type DiagnosticCode =\n{};\n",
        union.trim_end()
    )
}

/// The page that explains every code.
pub(super) fn page() -> String {
    let rows: String = CODES
        .iter()
        .map(|code| {
            format!(
                "| `{}` | {} | {} |\n",
                code.as_str(),
                code.cause().trim(),
                code.fix()
            )
        })
        .collect();
    format!("<!-- {HEADER} -->\n\n{PROSE}\n| code | cause | what to do |\n|---|---|---|\n{rows}")
}

/// What stands above the table.
const PROSE: &str = "\
# Diagnostics

Whatever a session refuses, ignores or notes is counted under a code of this
list. `cti.diagnostics()` returns the counts with the state and the page's
environment, `cti.on(\"diagnostic\", listener)` and the option `onDiagnostic` tell
of each one as it comes. A diagnostic never carries personal data: its `detail` is
a field's path, an origin or a state. Codes are part of the API; texts may change.

A `warn` or `error` is always printed, a `note` only in debug mode. What is only
counted (most of what reaches a window is not for the widget) is neither told nor
printed.
";
