//! `docs/protocol.md`: the reference, a template with the tables put in.

use calling_widget_sdk::protocol::published::{CALL_STATUS_GROUPS, DOCUMENTED_HANDLERS};
use calling_widget_sdk::protocol::{
    CALL_STATUSES, CallStatus, Direction, END_STATUSES, EndStatus, Field, FieldKind,
    IFRAME_LOCATIONS, IframeLocation, MESSAGES, Mask, Message, Millis, Need, Shape, limits,
};

use super::messages::{ENUMERATIONS, shapes};
use super::text::{HEADER, paragraph};

const TEMPLATE: &str = include_str!("protocol.template.md");

/// The file's text.
pub(super) fn text() -> String {
    [
        ("header", HEADER.to_owned()),
        ("sync_interval", duration(limits::SYNC_INTERVAL)),
        ("sync_repeat", duration(limits::SYNC_REPEAT_AFTER)),
        ("sync_timeout", duration(limits::SYNC_TIMEOUT)),
        ("limits", limit_rows()),
        ("to_host", to_host()),
        ("from_host", from_host()),
        ("documented_handlers", documented_handlers()),
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
            "messages queued for READY; the next is refused",
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
    ];
    rows.iter()
        .map(|(what, limit)| format!("| {what} | {limit} |\n"))
        .collect()
}

fn to_host() -> String {
    let mut table = "| type | method | payload | meaning |\n|---|---|---|---|\n".to_owned();
    for message in by_direction(&[Direction::ToHost, Direction::Both]) {
        table.push_str(&format!(
            "| `{}` | {} | {} | {} |\n",
            message.wire,
            code(message.name),
            link(message.shape),
            meaning(message),
        ));
    }
    table
}

fn from_host() -> String {
    let mut table =
        "| type | handler | or | payload | meaning |\n|---|---|---|---|---|\n".to_owned();
    for message in by_direction(&[Direction::FromHost, Direction::Both, Direction::Local]) {
        // A method sends it; it has no handler.
        let handler = if message.direction == Direction::Both {
            ""
        } else {
            message.name
        };
        table.push_str(&format!(
            "| `{}` | {} | {} | {} | {} |\n",
            message.wire,
            code(handler),
            message
                .aliases
                .iter()
                .map(|name| code(name))
                .collect::<Vec<_>>()
                .join(", "),
            link(message.shape),
            meaning(message),
        ));
    }
    table
}

fn documented_handlers() -> String {
    let mut table = "| handler | type | payload |\n|---|---|---|\n".to_owned();
    for (name, kind) in DOCUMENTED_HANDLERS {
        table.push_str(&format!(
            "| `{name}` | `{}` | {} |\n",
            kind.as_str(),
            link(kind.message().shape)
        ));
    }
    table
}

fn by_direction(directions: &'static [Direction]) -> impl Iterator<Item = &'static Message> {
    MESSAGES
        .iter()
        .filter(|message| directions.contains(&message.direction))
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
        text.push_str(" May have further fields.");
    }
    let carriers: Vec<_> = MESSAGES
        .iter()
        .filter(|message| message.shape.name == shape.name)
        .map(|message| code(message.wire))
        .collect();
    if !carriers.is_empty() {
        text.push_str(&format!(" Sent with {}.", carriers.join(", ")));
    }
    text.push_str(
        "\n\n| field | holds | needed | unit | in logs | meaning | source |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for field in shape.fields {
        text.push_str(&row(field));
    }
    text.push('\n');
    text
}

fn row(field: &Field) -> String {
    let needed = match field.need {
        Need::Required => "yes",
        Need::Listed => "listed",
        Need::Expected => "expected",
        Need::Optional => "no",
    };
    let in_types = if field.is_required_in_types {
        "; SDK types: yes"
    } else {
        ""
    };
    let in_logs = match (field.mask, field.kind) {
        (Mask::Phone, _) => "last four digits",
        (Mask::Whole, _) => "hidden",
        (Mask::None, FieldKind::Object(_) | FieldKind::List(_)) => "field by field",
        (Mask::None, _) => "shown",
    };
    let mut doc = cell(field.doc);
    if !field.deprecated.is_empty() {
        doc.push_str(&format!(" Deprecated: use `{}`.", field.deprecated));
    }
    format!(
        "| `{}` | {} | {needed}{in_types} | {} | {in_logs} | {doc} | {} |\n",
        field.name,
        holds(field.kind),
        field.unit,
        field.source,
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
        text.push_str(&format!("### {name}\n\n{}\n\n", cell(doc)));
        if value_doc(values, values.first().copied().unwrap_or_default()).is_empty() {
            let values: Vec<_> = values.iter().map(|value| code(value)).collect();
            text.push_str(&format!("Values: {}.\n\n", values.join(", ")));
            continue;
        }
        text.push_str("| value | meaning |\n|---|---|\n");
        for value in *values {
            text.push_str(&format!("| `{value}` | {} |\n", value_doc(values, value)));
        }
        text.push('\n');
        if *values == CALL_STATUSES {
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

/// What a value means; empty for a set that has no such texts.
fn value_doc(values: &[&str], value: &str) -> String {
    let doc = if *values == *END_STATUSES {
        EndStatus::parse(value).map(EndStatus::doc)
    } else if *values == *CALL_STATUSES {
        CallStatus::parse(value).map(CallStatus::doc)
    } else if *values == *IFRAME_LOCATIONS {
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

/// A text that may stand in a cell of a table.
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
