//! `pkg/src/generated/constants.ts`: the published `Constants`.

use calling_widget_sdk::protocol::published::{
    CALL_STATUS_GROUPS, CALL_STATUS_PREFIX, DEBUG_MESSAGE_TYPES, ERROR_TYPES, FROM_HOST_EVENTS,
    HANDLED, SESSION_EVENTS, TO_HOST_EVENTS,
};
use calling_widget_sdk::protocol::{CALLER_ID_TYPES, COMPATIBLE_VERSION, Kind};

use super::text::{HEADER, tsdoc};

/// The file's text.
pub(super) fn text() -> String {
    let mut file = format!(
        "// {HEADER}\n\nimport type {{ MessageHandlerName }} from \"./messages.js\";\n\n\
         // The values are typed as the published package types them, as strings, so\n\
         // that what compiles against it compiles here. Every constant is written out:\n\
         // a bundler drops those nobody reads.\n\n"
    );
    file.push_str(&doc(
        "The version of the published SDK this package is compatible with.",
    ));
    file.push_str(&format!(
        "export const VERSION: string = \"{COMPATIBLE_VERSION}\";\n\n"
    ));

    file.push_str(&doc("How a line of the log is headed."));
    file.push_str(&object("debugMessageType", &pairs(DEBUG_MESSAGE_TYPES)));

    file.push_str(&doc("The messages a widget sends."));
    file.push_str(&object("thirdPartyToHostEvents", &types(&[TO_HOST_EVENTS])));

    file.push_str(&doc("Every type of message."));
    file.push_str(&object(
        "messageType",
        &types(&[TO_HOST_EVENTS, FROM_HOST_EVENTS, SESSION_EVENTS]),
    ));

    file.push_str(&doc("The handler of each message that has one."));
    file.push_str(&object(
        "messageHandlerNames: Record<string, MessageHandlerName>",
        &HANDLED
            .iter()
            .map(|kind| entry(kind.as_str(), kind.message().name))
            .collect::<Vec<_>>(),
    ));

    file.push_str(&doc("Errors a message can report."));
    file.push_str(&object("errorType", &pairs(ERROR_TYPES)));

    for (name, statuses) in CALL_STATUS_GROUPS {
        file.push_str(&doc(match *name {
            "callStatus" => "Every status of a call.",
            "callRingingStatus" => "The statuses of a call that is not answered yet.",
            "callInProgressStatus" => "The status of a call that goes on.",
            "callEndingStatus" => "The status of a call that is being hung up.",
            _ => "The statuses of a call that is over.",
        }));
        let entries: Vec<_> = statuses
            .iter()
            .map(|status| {
                entry(
                    &format!("{CALL_STATUS_PREFIX}{}", status.as_str()),
                    status.as_str(),
                )
            })
            .collect();
        file.push_str(&object(name, &entries));
    }

    for kind in CALLER_ID_TYPES {
        file.push_str(&doc(&format!(
            "A caller matched to a {}.",
            kind.to_lowercase()
        )));
        file.push_str(&format!("export const {kind} = \"{kind}\";\n\n"));
    }
    file.push_str(&doc("Kinds of record a caller can be matched to."));
    let entries: Vec<_> = CALLER_ID_TYPES
        .iter()
        .map(|kind| entry(kind, kind))
        .collect();
    file.push_str(&object("callerIdTypes", &entries));

    format!("{}\n", file.trim_end())
}

/// The types of several lists, each with the message that replaces it if any.
fn types(lists: &[&[Kind]]) -> Vec<String> {
    lists
        .iter()
        .flat_map(|kinds| kinds.iter())
        .map(|kind| {
            let deprecated = replacement(*kind);
            let note = deprecated
                .map(|instead| tsdoc("  ", &[format!("@deprecated Use {instead}.")]))
                .unwrap_or_default();
            format!("{note}{}", entry(kind.as_str(), kind.as_str()))
        })
        .collect()
}

/// The type to use instead of a deprecated one.
fn replacement(kind: Kind) -> Option<&'static str> {
    let instead = kind.message().deprecated;
    calling_widget_sdk::protocol::MESSAGES
        .iter()
        .find(|message| !instead.is_empty() && message.name == instead)
        .map(|message| message.wire)
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<String> {
    pairs
        .iter()
        .map(|(name, value)| entry(name, value))
        .collect()
}

fn entry(name: &str, value: &str) -> String {
    format!("  {name}: \"{value}\",\n")
}

fn object(name: &str, entries: &[String]) -> String {
    match entries {
        [entry] => format!(
            "export const {name} = {{ {} }};\n\n",
            entry.trim().trim_end_matches(',')
        ),
        _ => format!("export const {name} = {{\n{}}};\n\n", entries.concat()),
    }
}

fn doc(text: &str) -> String {
    tsdoc("", &[text.to_owned()])
}
