//! The page of messages and payloads: a template with the tables inserted.

use super::published::CALL_STATUS_GROUPS;
use calling_widget_sdk::protocol::{
    CallStatus, Direction, EndStatus, Field, FieldKind, IframeLocation, MESSAGES, Mask, Message,
    Millis, Need, Shape, limits,
};

use super::messages::{ENUMERATIONS, shapes};
use super::text::{HEADER, paragraph};

const TEMPLATE: &str = include_str!("protocol.template.md");

/// The file's text.
pub(super) fn text() -> String {
    [
        ("header", HEADER.to_owned()),
        ("limits", limit_rows()),
        ("to_host", to_host()),
        ("from_host", from_host()),
        ("payloads", shapes().into_iter().map(payload).collect()),
        ("enumerations", enumerations()),
    ]
    .iter()
    .fold(TEMPLATE.to_owned(), |page, (name, text)| {
        page.replace(&format!("{{{{{name}}}}}"), text.trim_end())
    })
}

fn limit_rows() -> String {
    let rows = [
        (
            "depth of an incoming message",
            limits::MAX_DEPTH.to_string(),
        ),
        (
            "keys and list items in it, together",
            thousands(limits::MAX_KEYS),
        ),
        (
            "text in it, together",
            format!("{} UTF-16 code units", thousands(limits::MAX_TEXT)),
        ),
        (
            "messages queued for INITIALIZED; the next is refused",
            limits::MAX_QUEUED.to_string(),
        ),
        (
            "age at which a queued call start is refused as stale",
            duration(limits::CALL_START_STALE_AFTER),
        ),
        ("calls open at once", limits::MAX_OPEN_CALLS.to_string()),
        (
            "closed calls remembered for late answers",
            limits::MAX_CLOSED_CALLS.to_string(),
        ),
        (
            "further ones that a host keeps while its record store is asked",
            limits::MAX_KEPT_CALLS.to_string(),
        ),
    ];
    rows.iter()
        .map(|(what, limit)| format!("| {what} | {limit} |\n"))
        .collect()
}

fn to_host() -> String {
    let mut table = "| type | method | meaning |\n|---|---|---|\n".to_owned();
    for message in by_direction(&[Direction::ToHost, Direction::Both]) {
        table.push_str(&format!(
            "| {} | {} | {} |\n",
            with_payload(message),
            code(message.name),
            meaning(message),
        ));
    }
    table
}

fn from_host() -> String {
    let mut table = "| type | handler | meaning |\n|---|---|---|\n".to_owned();
    for message in by_direction(&[Direction::FromHost, Direction::Both, Direction::Local]) {
        // A method sends it; it has no handler.
        let own = (message.direction != Direction::Both).then_some(message.name);
        let handlers: Vec<_> = own
            .iter()
            .chain(message.aliases)
            .filter(|name| !name.is_empty())
            .map(|name| code(name))
            .collect();
        table.push_str(&format!(
            "| {} | {} | {} |\n",
            with_payload(message),
            handlers.join(", else "),
            if own.is_none() {
                "As above.".to_owned()
            } else {
                meaning(message)
            },
        ));
    }
    table
}

fn by_direction(directions: &'static [Direction]) -> impl Iterator<Item = &'static Message> {
    MESSAGES
        .iter()
        .filter(|message| directions.contains(&message.direction))
}

/// The type, linked to its payload.
fn with_payload(message: &Message) -> String {
    let wire = code(message.wire);
    if message.shape.fields.is_empty() {
        return wire;
    }
    format!("[{wire}](#{})", message.shape.name.to_lowercase())
}

fn meaning(message: &Message) -> String {
    let meaning = cell(&paragraph(message.doc));
    if message.deprecated.is_empty() {
        return meaning;
    }
    format!("{meaning} Deprecated: use `{}`.", message.deprecated)
}

fn link(shape: &Shape) -> String {
    if shape.fields.is_empty() {
        return if shape.open { "any" } else { "none" }.to_owned();
    }
    format!("[{0}](#{1})", shape.name, shape.name.to_lowercase())
}

fn payload(shape: &'static Shape) -> String {
    if shape.fields.is_empty() {
        return String::new();
    }
    let mut text = format!("### {}\n\n{}", shape.name, cell(shape.doc));
    if shape.open {
        text.push_str(" Open.");
    }
    if let Some(same) = shape_before(shape) {
        text.push_str(&format!(" The fields are those of {}.\n\n", link(same)));
        return text;
    }
    text.push_str("\n\n| field | holds | meaning |\n|---|---|---|\n");
    for field in shape.fields {
        text.push_str(&row(field));
    }
    text.push('\n');
    text
}

/// An earlier payload with the same rows.
fn shape_before(shape: &Shape) -> Option<&'static Shape> {
    let rows = |shape: &Shape| shape.fields.iter().map(row).collect();
    let own: Vec<String> = rows(shape);
    shapes()
        .into_iter()
        .take_while(|other| other.name != shape.name)
        .find(|other| own == rows(other))
}

/// True if a value's kind says nothing about the value.
const fn holds_any_text(kind: FieldKind) -> bool {
    matches!(
        kind,
        FieldKind::Text | FieldKind::TextOrNumber | FieldKind::Number | FieldKind::Any
    )
}

/// The row of a field, with its source where that is no document.
fn row(field: &Field) -> String {
    let needed = match field.need {
        Need::Required => ", needed",
        Need::Listed => ", listed",
        Need::Expected => ", expected",
        Need::Optional => "",
    };
    let in_types = if field.is_required_in_types {
        ", in types"
    } else {
        ""
    };
    let in_logs = match field.mask {
        Mask::Phone => " (four digits)",
        Mask::Address | Mask::Whole => " (hidden)",
        Mask::ByKind if holds_any_text(field.kind) => " (hidden)",
        _ => "",
    };
    let unit = if field.unit.is_empty() {
        String::new()
    } else {
        format!(", {}", field.unit)
    };
    let mut doc = cell(field.doc);
    if !field.deprecated.is_empty() {
        doc.push_str(&format!(" Deprecated: use `{}`.", field.deprecated));
    }
    if matches!(field.source, "observed" | "assumed" | "this project") {
        doc.push_str(&format!(" ({})", field.source));
    }
    format!(
        "| `{}` | {}{unit}{in_logs}{needed}{in_types} | {doc} |\n",
        field.name.as_str(),
        holds(field.kind),
    )
}

fn holds(kind: FieldKind) -> String {
    match kind {
        FieldKind::Text => "string".to_owned(),
        FieldKind::Number => "number".to_owned(),
        FieldKind::Boolean => "boolean".to_owned(),
        FieldKind::TextOrNumber => "string or number".to_owned(),
        FieldKind::OneOf(values) => one_of(values),
        FieldKind::Open(values) => format!("{}, or another string", one_of(values)),
        FieldKind::Object(shape) => link(shape),
        FieldKind::List(shapes) => {
            let links: Vec<_> = shapes.iter().map(|shape| link(shape)).collect();
            format!("list of {}", links.join(" or "))
        }
        FieldKind::Any => "anything".to_owned(),
    }
}

/// A set of values: the name of a long one, the values of a short one.
fn one_of(values: &[&str]) -> String {
    ENUMERATIONS
        .iter()
        .find(|(_, _, known)| *known == values && values.len() > 3)
        .map_or_else(
            || {
                values
                    .iter()
                    .map(|value| code(value))
                    .collect::<Vec<_>>()
                    .join(", ")
            },
            |(name, _, _)| format!("[{name}](#{})", name.to_lowercase()),
        )
}

fn enumerations() -> String {
    let mut text = String::new();
    for (name, doc, values) in ENUMERATIONS {
        // The rows of the payloads list the values of the others.
        if value_doc(values, values.first().copied().unwrap_or_default()).is_empty() {
            continue;
        }
        text.push_str(&format!("### {name}\n\n{}\n\n", cell(doc)));
        text.push_str("| value | meaning |\n|---|---|\n");
        for value in *values {
            text.push_str(&format!("| `{value}` | {} |\n", value_doc(values, value)));
        }
        text.push('\n');
        if *values == CallStatus::NAMES {
            text.push_str("The constants group them:\n\n| constant | statuses |\n|---|---|\n");
            for (name, statuses) in CALL_STATUS_GROUPS.iter().skip(1) {
                let statuses: Vec<_> = statuses
                    .iter()
                    .map(|status| code(status.as_str()))
                    .collect();
                text.push_str(&format!("| `{name}` | {} |\n", statuses.join(", ")));
            }
            text.push('\n');
        }
    }
    text
}

/// The meaning of a value; empty for a set without such texts.
fn value_doc(values: &[&str], value: &str) -> String {
    let doc = if *values == *EndStatus::NAMES {
        EndStatus::parse(value).map(EndStatus::doc)
    } else if *values == *CallStatus::NAMES {
        CallStatus::parse(value).map(CallStatus::doc)
    } else if *values == *IframeLocation::NAMES {
        IframeLocation::parse(value).map(IframeLocation::doc)
    } else {
        None
    };
    paragraph(doc.unwrap_or_default())
}

fn code(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("`{text}`")
    }
}

/// A text escaped for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn duration(span: Millis) -> String {
    if span.0 >= 1_000.0 {
        format!("{} s", span.0 / 1_000.0)
    } else {
        format!("{} ms", span.0)
    }
}

fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
