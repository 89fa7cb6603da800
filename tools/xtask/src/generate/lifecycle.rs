//! `pkg/src/generated/lifecycle.ts`: the states of calls and of a host's session.

use calling_widget_sdk::lifecycle::{CallEvent, CallState};
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
            // An event that does not change the state is no arrow.
            (to != from).then(|| row(&quoted(from.name()), event.name(), &quoted(to.name())))
        })
    });
    let sessions = HostState::TRANSITIONS
        .iter()
        .map(|(from, by, to)| row(&quoted(from.as_str()), by, &quoted(to.as_str())));
    let header = HEADER.replace("src/protocol", "src/lifecycle and src/session/host");
    format!(
        "// {header}\n\n\
         import type {{ HostState }} from \"../host/types.js\";\n\
         import type {{ CallSnapshot }} from \"../shared/types.js\";\n\n\
         /** The beginning of a call, or its transition between two states. */\n\
         export type CallTransition = {{\n  \
           /** The state before; none for a call that begins. */\n  \
           readonly from: CallSnapshot[\"state\"] | undefined;\n  \
           /** The method or handler that causes it. */\n  \
           readonly by: string;\n  \
           /** The state after. */\n  \
           readonly to: CallSnapshot[\"state\"];\n\
         }};\n\n\
         /** A transition of a host's session between two states. */\n\
         export type HostTransition = {{\n  \
           /** The state before. */\n  \
           readonly from: HostState;\n  \
           /**\n   \
            * The cause: an event of the frame, a message of the widget, or 30 s without its\n   \
            * answer (`timeout`).\n   \
            */\n  \
           readonly by: string;\n  \
           /** The state after. */\n  \
           readonly to: HostState;\n\
         }};\n\n\
         /** Every transition of a call. */\n\
         export const CALL_TRANSITIONS: readonly CallTransition[] = [\n{}];\n\n\
         /** Every transition of a host's session. */\n\
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
