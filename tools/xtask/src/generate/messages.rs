//! `pkg/src/generated/messages.ts`: the types of every payload and handler.

use super::published::{HANDLED, documented_handlers};
use calling_widget_sdk::protocol::{
    CALLER_ID_TYPES, CallStatus, Direction, EndStatus, Field, FieldKind, IframeLocation, Kind,
    MESSAGES, Message, Need, OBJECT_TYPES, OPEN_IN, Shape, shapes,
};

use super::text::{HEADER, paragraph, tsdoc};

/// The file's text.
pub(super) fn text() -> String {
    [
        format!(
            "// {HEADER}\n/* oxlint-disable typescript/no-deprecated -- \
             the tables name what is deprecated too */\n\n"
        ),
        SOURCES.to_owned(),
        ENVELOPE.to_owned(),
        enumerations(),
        shapes().into_iter().map(payload).collect(),
        handlers(Use::Read),
        handlers(Use::Input),
        messages(
            "ToHostMessages",
            "Every message to the host, by the method that sends it: its type and its payload.",
            to_host(),
            |message| vec![("data", type_name(message.shape, Use::Input))],
        ),
        column("ToHostPayloads", "ToHostMessages", 1, "The payload of each message to the host, by the method that sends it."),
        column("ToHostTypes", "ToHostMessages", 0, "The wire type of every method that sends a message to the host."),
        messages(
            "FromHostMessages",
            "Every message from the host, by its handler: its type, its payload, and the payload as a host may send it.",
            from_host(),
            |message| {
                // Data of a message that has no payload is passed on.
                let input = match message.shape.fields {
                    [] => "unknown".to_owned(),
                    _ => type_name(message.shape, Use::Input),
                };
                vec![("data", type_name(message.shape, Use::Read)), ("input", input)]
            },
        ),
        column("FromHostPayloads", "FromHostMessages", 1, "The payload of every handler."),
        column("FromHostInputs", "FromHostMessages", 2, "The payload of every handler as a host may send it."),
        column("FromHostTypes", "FromHostMessages", 0, "The wire type of every handler's message."),
    ]
    .concat()
    .trim_end()
    .to_owned()
        + "\n"
}

/// Every payload of the tables and every shape within one, in the order of the message table,
/// parts before wholes.
pub(super) fn shapes() -> Vec<&'static Shape> {
    let mut found = Vec::new();
    for message in MESSAGES {
        collect(message.shape, &mut found);
    }
    found
}

fn collect(shape: &'static Shape, found: &mut Vec<&'static Shape>) {
    for inner in shape.fields.iter().flat_map(inner_shapes) {
        collect(inner, found);
    }
    if !found.iter().any(|known| known.name == shape.name) {
        found.push(shape);
    }
}

/// The shapes a field's value can have.
pub(super) fn inner_shapes(field: &Field) -> Vec<&'static Shape> {
    match field.kind {
        FieldKind::Object(shape) => vec![shape],
        FieldKind::List(shapes) => shapes.to_vec(),
        _ => Vec::new(),
    }
}

/// The closed sets of values, by the name of their type.
pub(super) const ENUMERATIONS: &[(&str, &str, &[&str])] = &[
    ("EndStatus", "How a call ended.", EndStatus::NAMES),
    ("CallStatus", "A call's status.", CallStatus::NAMES),
    (
        "IframeLocation",
        "The place of the widget: a panel on the record, the navigation bar, a window.",
        IframeLocation::NAMES,
    ),
    (
        "ObjectType",
        "Kinds of record a number can be dialled from.",
        OBJECT_TYPES,
    ),
    (
        "CallerIdType",
        "Kinds of record a caller can be matched to.",
        CALLER_ID_TYPES,
    ),
    (
        "OpenIn",
        "Where navigateToRecord opens the record.",
        OPEN_IN,
    ),
    (
        "ObjectTypeId",
        "Object types every account has: `0-1` contacts, `0-2` companies.",
        shapes::OBJECT_TYPE_IDS,
    ),
];

fn enumerations() -> String {
    ENUMERATIONS
        .iter()
        .map(|(name, doc, values)| {
            let line = format!("export type {name} = {};", literals(values));
            let line = if line.len() <= 80 {
                line
            } else {
                format!(
                    "export type {name} =\n  | {};",
                    values
                        .iter()
                        .map(|value| format!("\"{value}\""))
                        .collect::<Vec<_>>()
                        .join("\n  | ")
                )
            };
            format!("{}{line}\n\n", tsdoc("", &[(*doc).to_owned()]))
        })
        .collect()
}

/// The use of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// For the receiver: the fields that the reference lists for it and those that the published
    /// types ask for are required.
    Read,
    /// For the sender: only fields that cannot be left out are required.
    Input,
}

/// One payload's types: the one for reading, and the wider one for sending.
fn payload(shape: &'static Shape) -> String {
    if shape.fields.is_empty() {
        let value = if shape.open { "unknown" } else { "undefined" };
        let doc = tsdoc("", &[shape.doc.to_owned()]);
        return format!("{doc}export type {} = {value};\n\n", shape.name);
    }
    let mut text = object_type(shape, Use::Read);
    if has_input(shape) {
        text.push_str(&object_type(shape, Use::Input));
    }
    text
}

/// A host's payload has no index signature: an app's handler may declare its payload as an
/// interface, which is not assignable to a type that has one.
fn object_type(shape: &'static Shape, purpose: Use) -> String {
    let received = received(shape);
    let name = type_name(shape, purpose);
    let mut doc = vec![shape.doc.to_owned()];
    match purpose {
        Use::Read if received && shape.open => doc.push(format!(
            "Hosts may add fields: `Open<{name}>` has room for them."
        )),
        Use::Read => {}
        Use::Input if received => doc.push(format!(
            "As a host may send it: {{@link {}}} without what may be left out.",
            shape.name
        )),
        Use::Input => doc.push(format!(
            "As the SDK takes it: wider than {{@link {}}}, which is the published type.",
            shape.name
        )),
    }
    if let Some(message) = MESSAGES
        .iter()
        .find(|message| message.shape.name == shape.name && !message.deprecated.is_empty())
        .filter(|_| uses(shape) == 1)
    {
        doc.push(format!("@deprecated Use `{}`.", message.deprecated));
    }
    let mut text = tsdoc("", &doc);
    text.push_str(&format!("export type {name} = {{\n"));
    for field in shape.fields {
        text.push_str(&tsdoc("  ", &field_doc(field)));
        text.push_str(&member(field, received, purpose));
    }
    let is_typed = purpose == Use::Input || !has_input(shape);
    if shape.open && !received && is_typed {
        text.push_str("  /** Further fields. */\n");
        text.push_str(&format!("  [field: string]: {};\n", further(shape)));
    }
    text.push_str("};\n\n");
    text
}

/// The name of a payload's type.
fn type_name(shape: &Shape, purpose: Use) -> String {
    let ending = if purpose == Use::Input && has_input(shape) {
        "Input"
    } else {
        ""
    };
    format!("{}{ending}", shape.name)
}

/// True if the type for sending is wider than the one for reading: for a method's caller, or a
/// host.
fn has_input(shape: &Shape) -> bool {
    let is_wider = shape.fields.iter().any(|field| match field.kind {
        _ if field.need != Need::Required || field.is_closed_in_types => true,
        _ => inner_shapes(field).into_iter().any(has_input),
    });
    is_wider && is_handed_in(shape)
}

/// True if callers send the payload. SYNC and its answer are the session's own.
fn is_handed_in(shape: &Shape) -> bool {
    is_in(shape, |message| {
        !matches!(message.kind, Kind::Sync | Kind::SyncAck)
    })
}

/// True if one of the messages carries the payload, directly or nested.
fn is_in(shape: &Shape, some: impl Fn(&Message) -> bool) -> bool {
    let mut found = Vec::new();
    for message in MESSAGES.iter().filter(|message| some(message)) {
        collect(message.shape, &mut found);
    }
    found.iter().any(|known| known.name == shape.name)
}

fn field_doc(field: &Field) -> Vec<String> {
    let mut facts = String::new();
    if !field.unit.is_empty() {
        facts.push_str(&format!("Unit: {}. ", field.unit));
    }
    if !field.source.is_empty() {
        facts.push_str(&format!("Source: {}.", field.source));
    }
    let mut doc = vec![paragraph(&format!("{} {facts}", field.doc))];
    if !field.deprecated.is_empty() {
        doc.push(format!("@deprecated Use `{}`.", field.deprecated));
    }
    doc
}

fn member(field: &Field, received: bool, purpose: Use) -> String {
    let is_required = match purpose {
        Use::Read => {
            matches!(field.need, Need::Required | Need::Listed) || field.is_required_in_types
        }
        Use::Input => field.need == Need::Required,
    };
    let mark = if is_required { "" } else { "?" };
    let kind = kind(field, received, purpose);
    // A sender's field may be present and undefined.
    let takes_undefined = !is_required && purpose == Use::Input;
    let or_undefined = if takes_undefined { " | undefined" } else { "" };
    let line = format!("  {}{mark}: {kind}{or_undefined};\n", field.name.as_str());
    if line.len() <= 81 {
        return line;
    }
    let parts: Vec<_> = kind
        .split(" | ")
        .chain(takes_undefined.then_some("undefined"))
        .collect();
    format!(
        "  {}{mark}:\n    | {};\n",
        field.name.as_str(),
        parts.join("\n    | ")
    )
}

/// A field's type. A host may send values outside a set, because hosts move first.
fn kind(field: &Field, received: bool, purpose: Use) -> String {
    let is_input = purpose == Use::Input;
    match field.kind {
        FieldKind::Text => "string".to_owned(),
        FieldKind::Number => "number".to_owned(),
        FieldKind::Boolean => "boolean".to_owned(),
        FieldKind::TextOrNumber => "string | number".to_owned(),
        FieldKind::OneOf(values) if !(received && is_input) || values.len() == 1 => union(values),
        FieldKind::Open(values) if !is_input && field.is_closed_in_types => union(values),
        FieldKind::OneOf(values) | FieldKind::Open(values) => {
            format!("{} | (string & {{}})", union(values))
        }
        FieldKind::Object(shape) if is_input && !received && shape.open => lenient(shape),
        FieldKind::Object(shape) => type_name(shape, purpose),
        FieldKind::List(shapes) => {
            let names: Vec<_> = shapes
                .iter()
                .map(|shape| type_name(shape, purpose))
                .collect();
            format!("({})[]", names.join(" | "))
        }
        FieldKind::Any => "unknown".to_owned(),
    }
}

/// An open payload within one that is sent: with or without further fields, so that an interface of
/// the app's own is assignable too.
fn lenient(shape: &Shape) -> String {
    let other = if received(shape) { "Open" } else { "Known" };
    let name = type_name(shape, Use::Input);
    format!("{name} | {other}<{name}>")
}

/// The type of an open payload's further fields.
fn further(shape: &Shape) -> &'static str {
    if shape.name == shapes::ENGAGEMENT_PROPERTIES.name {
        // Properties are sent as text; times also as numbers.
        "string | number | undefined"
    } else {
        "unknown"
    }
}

fn union(values: &[&str]) -> String {
    ENUMERATIONS
        .iter()
        .find(|(_, _, known)| *known == values)
        .map_or_else(|| literals(values), |(name, _, _)| (*name).to_owned())
}

fn literals(values: &[&str]) -> String {
    let values: Vec<_> = values.iter().map(|value| format!("\"{value}\"")).collect();
    values.join(" | ")
}

/// True if a host sends the payload.
fn received(shape: &Shape) -> bool {
    is_in(shape, |message| {
        matches!(message.direction, Direction::FromHost | Direction::Local)
    })
}

fn uses(shape: &Shape) -> usize {
    MESSAGES
        .iter()
        .filter(|message| message.shape.name == shape.name)
        .count()
}

/// The app's handlers, for reading and as the constructor takes them.
fn handlers(purpose: Use) -> String {
    let (name, doc): (_, &[&str]) = match purpose {
        Use::Read => (
            "EventHandlers",
            &[
                "The app's handlers, each called with the payload and the whole message.",
                "Any of them may be absent, and any function fits.",
            ],
        ),
        Use::Input => (
            "EventHandlersInput",
            &[
                "The app's handlers as the constructor takes them.",
                "Any of them may be absent, undefined, null or false. A handler that is written \
                 in place has its payload typed; one that declares its payload itself may \
                 declare it as it likes.",
            ],
        ),
    };
    let doc: Vec<_> = doc.iter().map(|text| paragraph(text)).collect();
    let mut text = tsdoc("", &doc);
    text.push_str(&format!("export type {name} = {{\n"));
    for kind in HANDLED {
        let message = kind.message();
        let mut doc = vec![paragraph(message.doc)];
        if !message.deprecated.is_empty() {
            doc.push(format!("@deprecated Use `{}`.", message.deprecated));
        }
        text.push_str(&tsdoc("  ", &doc));
        text.push_str(&handler(message.name, Some(*kind), purpose));
    }
    for (name, kind) in documented_handlers() {
        let doc = format!(
            "{} A name some documents use.",
            paragraph(kind.message().doc)
        );
        text.push_str(&tsdoc("  ", &[doc]));
        text.push_str(&handler(name, Some(kind), purpose));
    }
    for (name, doc, kind) in FALLBACK_HANDLERS {
        text.push_str(&tsdoc("  ", &[(*doc).to_owned()]));
        text.push_str(&handler(name, *kind, purpose));
    }
    text.push_str("};\n\n");
    if purpose == Use::Read {
        text.push_str(&tsdoc("", &["The name of a handler.".to_owned()]));
        text.push_str("export type MessageHandlerName = keyof EventHandlers;\n\n");
    }
    text
}

/// One handler.
fn handler(name: &str, kind: Option<Kind>, purpose: Use) -> String {
    let message = kind.map(Kind::message);
    let data = message
        .filter(|message| !message.shape.fields.is_empty())
        .map_or("unknown", |message| message.shape.name);
    if purpose == Use::Read {
        return format!("  {name}?: LooseHandler<{data}> | undefined;\n");
    }
    let wire = message
        // It is called for every failure.
        .filter(|message| message.kind != Kind::Failed)
        .map(|message| format!(", \"{}\"", message.wire))
        .unwrap_or_default();
    let parts = [
        &format!("Handler<{data}{wire}>"),
        "UntypedFunction",
        "false",
        "null",
        "undefined",
    ];
    let line = format!("  {name}?: {};\n", parts.join(" | "));
    if line.len() <= 81 {
        return line;
    }
    format!("  {name}?:\n    | {};\n", parts.join("\n    | "))
}

/// The messages of a direction, by the names of their methods or handlers: a tuple for each, of the
/// wire type and what `rest` adds.
fn messages(
    name: &str,
    doc: &str,
    messages: Vec<&'static Message>,
    rest: impl Fn(&Message) -> Vec<(&'static str, String)>,
) -> String {
    let mut text = tsdoc("", &[paragraph(doc)]);
    text.push_str(&format!("export type {name} = {{\n"));
    for message in messages {
        text.push_str(&tsdoc("  ", &[paragraph(message.doc)]));
        let parts: Vec<_> = [("type", format!("\"{}\"", message.wire))]
            .into_iter()
            .chain(rest(message))
            .map(|(label, part)| format!("{label}: {part}"))
            .collect();
        text.push_str(&format!("  {}: [{}];\n", message.name, parts.join(", ")));
    }
    text.push_str("};\n\n");
    text
}

/// One part of each message of a direction.
fn column(name: &str, messages: &str, at: usize, doc: &str) -> String {
    format!(
        "{}export type {name} = {{ [Name in keyof {messages}]: {messages}[Name][{at}] }};\n\n",
        tsdoc("", &[doc.to_owned()])
    )
}

/// The messages a method of the widget sends.
pub(super) fn to_host() -> Vec<&'static Message> {
    MESSAGES
        .iter()
        .filter(|message| {
            matches!(message.direction, Direction::ToHost | Direction::Both)
                && !message.name.is_empty()
        })
        .collect()
}

/// The messages a handler takes, READY included.
pub(super) fn from_host() -> Vec<&'static Message> {
    HANDLED.iter().map(|kind| kind.message()).collect()
}

const SOURCES: &str = r#"// Sources named below: "reference" is the public reference of the calling SDK
// ("Calling extensions SDK", read 2026-11); "SDK types", "SDK source" and "SDK
// demo" are the npm package @hubspot/calling-extensions-sdk 0.9.7 and its demo
// apps, "older SDK readme" its readme before 0.5; "assumed" is undocumented;
// "this project" is ours. The rules and the flows are in docs/protocol.md.

"#;

const ENVELOPE: &str = r#"import type { Handler, Known, LooseHandler, Open, UntypedFunction } from "../shared/envelope.js";

export type * from "../shared/envelope.js";

"#;

/// Handlers that take messages of other handlers' types, with their payload types.
const FALLBACK_HANDLERS: &[(&str, &str, Option<Kind>)] = &[
    (
        "FAILED",
        "Called for every `*_FAILED` message, besides the specific handler.",
        Some(Kind::Failed),
    ),
    (
        "defaultEventHandler",
        "Called for a message that no other handler takes.",
        None,
    ),
];
