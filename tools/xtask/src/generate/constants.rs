//! `pkg/src/generated/constants.ts`: the published `Constants`.

use super::published::{
    CALL_STATUS_GROUPS, CALL_STATUS_PREFIX, DEBUG_MESSAGE_TYPES, ERROR_TYPES, FROM_HOST_EVENTS,
    HANDLED, SESSION_EVENTS, TO_HOST_EVENTS,
};
use calling_widget_sdk::protocol::{CALLER_ID_TYPES, COMPATIBLE_VERSION, Kind};

use super::text::{HEADER, tsdoc};

/// The file's text.
pub(super) fn text() -> String {
    let groups = groups();
    let types: String = groups
        .iter()
        .map(|group| format!("  {},\n", group.type_name()))
        .chain(["  ConstantStrings,\n".to_owned()])
        .collect();
    let mut file = format!(
        "// {HEADER}\n\
         /* oxlint-disable typescript/no-deprecated -- \
         the groups name what is deprecated too */\n\n\
         import type {{ FromHostPayloads }} from \"./messages.js\";\n\
         import type {{\n{types}}} from \"./constant-types.js\";\n\n\
         // Every constant is written out: a bundler drops those nobody reads.\n\n"
    );
    file.push_str(&doc(
        "The version of the published SDK this package is compatible with.",
    ));
    file.push_str(&format!(
        "export const VERSION: string = \"{COMPATIBLE_VERSION}\";\n\n"
    ));
    for group in &groups {
        if group.name == "callerIdTypes" {
            file.push_str(&caller_id_types());
        }
        let entries: Vec<_> = group
            .values
            .iter()
            .map(|value| entry(&value.name, value.text))
            .collect();
        file.push_str(&doc(group.doc));
        file.push_str(&object(
            &format!(
                "{}: typeof {} & ConstantStrings",
                group.name,
                group.type_name()
            ),
            &entries,
        ));
        if group.name == "messageType" {
            file.push_str(&handler_names());
        }
    }
    format!("{}\n", file.trim_end())
}

/// The text of the file with the groups' types.
///
/// A constant has its value's literal type, and makes a variable of the type string: closed sets
/// and later assignments both compile.
pub(super) fn types() -> String {
    let namespaces: String = groups()
        .iter()
        .map(|group| {
            let values: String = group
                .values
                .iter()
                .map(|value| {
                    let note = value
                        .replacement
                        .map(|instead| tsdoc("  ", &[format!("@deprecated Use {instead}.")]))
                        .unwrap_or_default();
                    format!("{note}  const {} = \"{}\";\n", value.name, value.text)
                })
                .collect();
            format!(
                "{}export declare namespace {} {{\n{values}}}\n\n",
                // The reference has the constants themselves.
                doc(&[group.doc, " @hidden"].concat()),
                group.type_name()
            )
        })
        .collect();
    format!(
        "// {HEADER}\n\
         /* oxlint-disable typescript/no-namespace -- of types; there is none at run time */\n\n\
         // The types of the constants' groups. They are namespaces because a constant has\n\
         // its value's own type, and still makes a variable of the type string, as the\n\
         // published package's do.\n\n\
         {STRINGS}{}\n",
        namespaces.trim_end()
    )
}

const STRINGS: &str = "\
/** Has `Object.values` of a group list strings, as that of the published package does. */
export type ConstantStrings = { readonly [position: `${number}`]: string };

";

fn handler_names() -> String {
    let entries: Vec<_> = HANDLED
        .iter()
        .map(|kind| entry(kind.as_str(), kind.message().name))
        .collect();
    let name = "messageHandlerNames: Record<string, keyof FromHostPayloads>";
    doc("The handler of each message that has one.") + &object(name, &entries)
}

fn caller_id_types() -> String {
    CALLER_ID_TYPES
        .iter()
        .map(|kind| {
            let meaning = format!("A caller matched to a {}.", kind.to_lowercase());
            format!("{}export const {kind} = \"{kind}\";\n\n", doc(&meaning))
        })
        .collect()
}

/// Constants that stand together in one object.
struct Group {
    name: &'static str,
    doc: &'static str,
    values: Vec<Value>,
}

struct Value {
    name: String,
    text: &'static str,
    /// The replacement of a deprecated one.
    replacement: Option<&'static str>,
}

impl Group {
    fn type_name(&self) -> String {
        let (first, rest) = self.name.split_at(1);
        format!("{}{rest}Constants", first.to_uppercase())
    }
}

fn groups() -> Vec<Group> {
    let mut groups = vec![
        Group {
            name: "debugMessageType",
            doc: "The heading of a line of the log.",
            values: pairs(DEBUG_MESSAGE_TYPES),
        },
        Group {
            name: "thirdPartyToHostEvents",
            doc: "The messages a widget sends.",
            values: types_of(&[TO_HOST_EVENTS]),
        },
        Group {
            name: "messageType",
            doc: "Every type of message.",
            values: types_of(&[TO_HOST_EVENTS, FROM_HOST_EVENTS, SESSION_EVENTS]),
        },
        Group {
            name: "errorType",
            doc: "Errors a message can report.",
            values: pairs(ERROR_TYPES),
        },
    ];
    groups.extend(CALL_STATUS_GROUPS.iter().map(|(name, statuses)| {
        Group {
            name,
            doc: match *name {
                "callStatus" => "Every status of a call.",
                "callRingingStatus" => "The statuses of a call that is not answered yet.",
                "callInProgressStatus" => "The status of a call that goes on.",
                "callEndingStatus" => "The status of a call that is being hung up.",
                _ => "The statuses of a call that is over.",
            },
            values: statuses
                .iter()
                .map(|status| {
                    let name = format!("{CALL_STATUS_PREFIX}{}", status.as_str());
                    value(name, status.as_str())
                })
                .collect(),
        }
    }));
    groups.push(Group {
        name: "callerIdTypes",
        doc: "Kinds of record a caller can be matched to.",
        values: CALLER_ID_TYPES
            .iter()
            .map(|kind| value((*kind).to_owned(), kind))
            .collect(),
    });
    groups
}

/// The types of several lists.
fn types_of(lists: &[&[Kind]]) -> Vec<Value> {
    lists
        .iter()
        .flat_map(|kinds| kinds.iter())
        .map(|kind| Value {
            name: kind.as_str().to_owned(),
            text: kind.as_str(),
            replacement: replacement(*kind),
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

fn pairs(pairs: &[(&str, &'static str)]) -> Vec<Value> {
    pairs
        .iter()
        .map(|(name, text)| value((*name).to_owned(), text))
        .collect()
}

const fn value(name: String, text: &'static str) -> Value {
    Value {
        name,
        text,
        replacement: None,
    }
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
