//! `pkg/src/generated/lifecycle.ts`: the states of calls and of a host's session.

use calling_widget_sdk::lifecycle::{CallEvent, CallState};
use calling_widget_sdk::session::door::Json;
use calling_widget_sdk::session::host::HostState;

use super::text::HEADER;

/// The file's text.
pub(super) fn text() -> String {
    let entries = CallState::ENTRIES
        .iter()
        .map(|(by, to)| row("undefined", by, &quoted(to.name())));
    let calls = CallState::all(None).into_iter().flat_map(|from| {
        CallEvent::ALL.into_iter().filter_map(move |event| {
            let to = from.after(event).ok()?;
            // What a state allows without changing is no arrow.
            (to != from).then(|| row(&quoted(from.name()), event.name(), &quoted(to.name())))
        })
    });
    let sessions = HostState::TRANSITIONS
        .iter()
        .map(|(from, by, to)| row(&Json::of(from), by, &Json::of(to)));
    let header = HEADER.replace("src/protocol", "src/lifecycle and src/session/host");
    format!(
        "// {header}\n\n\
         import type {{ HostState }} from \"../host/types.js\";\n\
         import type {{ CallSnapshot }} from \"../shared/types.js\";\n\n\
         /** How a call begins, or goes from one state to another. */\n\
         export type CallTransition = {{\n  \
           /** The state before; none for a call that begins. */\n  \
           readonly from: CallSnapshot[\"state\"] | undefined;\n  \
           /** The method or handler that leads on. */\n  \
           readonly by: string;\n  \
           /** The state after. */\n  \
           readonly to: CallSnapshot[\"state\"];\n\
         }};\n\n\
         /** How a host's session goes from one state to another. */\n\
         export type HostTransition = {{\n  \
           /** The state before. */\n  \
           readonly from: HostState;\n  \
           /**\n   \
            * What leads on: what happened to the frame, a message of the widget's, or 30 s\n   \
            * without its answer (`timeout`).\n   \
            */\n  \
           readonly by: string;\n  \
           /** The state after. */\n  \
           readonly to: HostState;\n\
         }};\n\n\
         /** Every way of a call from state to state. */\n\
         export const CALL_TRANSITIONS: readonly CallTransition[] = [\n{}];\n\n\
         /** Every way of a host's session from state to state. */\n\
         export const HOST_TRANSITIONS: readonly HostTransition[] = [\n{}];\n",
        entries.chain(calls).collect::<String>(),
        sessions.collect::<String>(),
    )
}

fn row(from: &str, by: &str, to: &str) -> String {
    format!("  {{ from: {from}, by: {by:?}, to: {to} }},\n")
}

fn quoted(name: &str) -> String {
    format!("{name:?}")
}
