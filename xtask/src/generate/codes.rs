//! `pkg/src/generated/codes.ts`, `explanations.ts` and `docs/diagnostics.md`: the
//! closed list of reasons.

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

/// What every code means, for the host's messages.
pub(super) fn explanations() -> String {
    let rows: String = CODES
        .iter()
        .map(|code| {
            format!(
                "  {}: [{:?}, {:?}],\n",
                code.as_str(),
                code.cause().trim(),
                code.fix_at_host().unwrap_or(code.fix())
            )
        })
        .collect();
    format!(
        "// {HEADER}\n\n\
         import type {{ DiagnosticCode }} from \"./codes.js\";\n\n\
         /** What every code means, and what a host's page can do about it. */\n\
         export const EXPLANATIONS: Readonly<Record<DiagnosticCode, readonly [cause: string, fix: string]>> = {{\n{rows}}};\n"
    )
}

/// The page that explains every code.
pub(super) fn page() -> String {
    let rows: String = CODES
        .iter()
        .map(|code| {
            let at_host = code
                .fix_at_host()
                .map_or_else(String::new, |fix| format!("<br>**Host:** {fix}"));
            format!(
                "| `{}` | {} | {}{at_host} |\n",
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
of each one as it comes. A diagnostic never carries personal data: its `detail` is made
of the protocol's words (types, field paths, commands, states), of an origin, or of a
trap's functions. Codes are part of the API; texts may change.

A `warn` or `error` is always printed, a `note` only in debug mode. What is only
counted (most of what reaches a window is not for the widget) is a `count`: never
printed, and reported the first time and whenever the count gains a digit. Every
event carries the `count` so far.

`CallingHost` reports its own by `host.diagnostics()` and `host.on(\"diagnostic\")`:
`warn`, or `error` under `lifecycle: \"strict\"`, which alone is printed; without a
count.
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
| `NOT_INITIALIZED` | `calling-widget-sdk/slim` was used before its wasm was there. | Await `init(address of widget.wasm)` before constructing. |
| `NO_WINDOW` | `CallingHost` was constructed outside a browser. | Construct it in the browser only. |
| `WASM_UNAVAILABLE` | The environment has no WebAssembly. | Import `calling-widget-sdk/compat`, which needs none. |
| `WASM_BLOCKED_BY_CSP` | The page's Content Security Policy forbids WebAssembly. | Add `script-src 'wasm-unsafe-eval'`, or import `calling-widget-sdk/compat`. |
| `WASM_NOT_LOADED` | What `init` of `calling-widget-sdk/slim` was given could not be fetched, or is not this version's wasm. | Serve the package's `widget.wasm` of the same version. |

## Receipts

A [receipt](widget.md#receipts)'s promise rejects with a `CallingError` of one of these
codes.

| code | cause | what to do |
|---|---|---|
| `ABORTED` | The `signal` ended the wait or the call, or the instance was destroyed. | Nothing: what was sent stays sent. |
| `AMBIGUOUS` | An answer came that fits several messages, and nothing tells them apart. | Read `cti.calls` later, or start one call at a time where a host names no call in its answers. |
| `HOST_REFUSED` | The host answered that it could not. | See the error's `data`: the host's answer as it came. |
| `NOT_REQUESTED` | The payload does not ask the host for this. | Pass `createEngagement: true` for an engagement, `engagementProperties` to save. |
| `NOT_SENT` | The app's own `sendMessage` did not hand the message on before it returned, or it was refused, dropped as stale, or cannot be posted. | See the diagnostics for the reason, and send it again. |
| `OTHER_ENGAGEMENT` | The message, or the host's answer to it, names an engagement that another call has, or another one than the call has. | Send the engagement id that belongs to the call. Where the answer names it, the host is at fault: see `cti.calls` for what each call has. |
| `SESSION_LOST` | A new host session began before the answer came; or more than 256 receipts or waits were open, and this was the oldest. | Look in the CRM before you send it again: the host may have done it. |
| `SUPERSEDED` | A later message of the same kind about the same call took its place. | Ask the later one. |
| `TIMED_OUT` | The host did not answer in time. | Ask again to go on waiting, or look in the CRM: the host may have done it. |

## The REST client

The [REST client](rest.md#errors) rejects its promises with a `RestError`, a
`CallingError` that has the answer's `status`, the service's `category` and
`correlationId`, and `problems`. Its codes besides `ABORTED`:

| code | means | do |
|---|---|---|
| `INVALID_REQUEST` | The request has faults; it was not sent. | Fix what `problems` names, field by field. |
| `MALFORMED` | An answer is not what the endpoint answers, or is over 16 MiB. | Report it. |
| `REFUSED` | The service refused it. | Read `status`, `category` and the message; quote `correlationId` in reports. |
| `TIMED_OUT` | An attempt took longer than `timeoutMs`. | Try later: the service may have done it. |
| `UNREACHABLE` | No answer came. | Try later; check `baseUrl`, and in a browser whether the service lets the page ask. |
";
