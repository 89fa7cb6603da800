//! `pkg/src/generated/codes.ts`, `causes.ts`, `explanations.ts` and the page of the codes: the
//! closed list of reasons.

use calling_widget_sdk::session::Code;

use super::text::HEADER;

/// The address of the published pages. Links of the console lead there.
pub(super) const SITE: &str = "https://calling-widget-sdk.github.io/calling-widget-sdk/reference/";

/// The type of every code, for TypeScript.
pub(super) fn types() -> String {
    let union: String = Code::ALL
        .iter()
        .map(|code| format!("  | \"{}\"\n", code.as_str()))
        .collect();
    format!(
        "// {HEADER}\n\n\
         /**\n * The reason why something was refused, ignored or noted: a closed list. Causes and fixes:\n \
         * {SITE}codes.html\n */\n\
         export type DiagnosticCode =\n{};\n",
        union.trim_end()
    )
}

/// Cause and fix of every code, for the host's messages.
pub(super) fn explanations() -> String {
    let rows: String = Code::ALL
        .iter()
        .map(|code| {
            format!(
                "  {}: [{:?}, {:?}],\n",
                code.as_str(),
                code.doc().trim(),
                code.fix_at_host().unwrap_or(code.fix())
            )
        })
        .collect();
    format!(
        "// {HEADER}\n\n\
         import type {{ DiagnosticCode }} from \"./codes.js\";\n\n\
         /** Cause and fix of every code, for a host's page. */\n\
         export const EXPLANATIONS: Readonly<Record<DiagnosticCode, readonly [cause: string, fix: string]>> = {{\n{rows}}};\n"
    )
}

/// The causes of the codes of a widget's session, for its console: those of a host come later.
pub(super) fn causes() -> String {
    let rows: String = Code::ALL
        .iter()
        .take_while(|code| **code != Code::SyncAckFailed)
        .map(|code| format!("  {}: {:?},\n", code.as_str(), code.doc().trim()))
        .collect();
    format!(
        "// {HEADER}\n\n\
         import type {{ DiagnosticCode }} from \"./codes.js\";\n\n\
         /** The cause of each code of a widget's session. */\n\
         export const CAUSES: Readonly<Partial<Record<DiagnosticCode, string>>> = {{\n{rows}}};\n"
    )
}

/// The page that explains every code: a template with the table inserted.
pub(super) fn page() -> String {
    let rows: String = Code::ALL
        .iter()
        .map(|code| {
            let at_host = match code.fix_at_host() {
                Some(fix) if fix.starts_with("Nothing here: the calling app") => {
                    "<br>**Host:** for the app.".to_owned()
                }
                Some(fix) => format!("<br>**Host:** {fix}"),
                None => String::new(),
            };
            format!(
                "| <a id=\"{}\"></a>`{}` | {} | {}{at_host} |\n",
                code.as_str().to_lowercase(),
                code.as_str(),
                code.doc().trim(),
                code.fix()
            )
        })
        .collect();
    TEMPLATE
        .replace("{{header}}", HEADER)
        .replace("{{codes}}", rows.trim_end())
}

const TEMPLATE: &str = include_str!("codes.template.md");
