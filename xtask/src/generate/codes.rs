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
    format!(
        "<!-- {HEADER} -->\n\n{PROSE}\n| code | cause | what to do |\n|---|---|---|\n{rows}{THROWN}"
    )
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

/// What stands below the table: the codes of the errors that are thrown.
const THROWN: &str = "
## Thrown errors

What cannot work at all is thrown, as a `CallingError` with one of these codes.
Its message names the value at fault.

| code | cause | what to do |
|---|---|---|
| `INVALID_OPTIONS` | The options are no object, or lack their handlers. | Pass an object with `eventHandlers`; to `IFrameManager`, with `onMessageHandler`. |
| `INVALID_OPTION` | An option holds a value it cannot hold. | Pass what the message names. |
| `INVALID_HANDLER` | A handler is no function. | Pass a function, or leave the handler out. |
| `INVALID_URL` | An address is no http or https address. | Pass a whole http or https address. |
| `MISSING_HOST_ELEMENT` | No element fits `hostElementSelector`. | Add the element before constructing. |
| `MISSING_CONTAINER` | `CallingHost` got no element for the frame. | Pass an element of an open page, a selector that fits one, or an iframe as `frame`. |
| `MISSING_CONTEXT` | `context` lacks `portalId` or `userId`. | Pass both as the CRM's numbers. |
| `NO_WINDOW` | `CallingHost` was constructed outside a browser. | Construct it in the browser only. |
| `WASM_UNAVAILABLE` | The environment has no WebAssembly. | Use a browser that has it. |
| `WASM_BLOCKED_BY_CSP` | The page's Content Security Policy forbids WebAssembly. | Add `script-src 'wasm-unsafe-eval'`. |
";
