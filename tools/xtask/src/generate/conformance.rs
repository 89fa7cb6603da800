//! `tools/conformance/generated/payloads.json`: the tables of messages and payloads, for programs
//! in any language; and `tools/conformance/README.md`: the requirements, for people.

use calling_widget_sdk::protocol::{Direction, Field, FieldKind, MESSAGES, Message, Need, Shape};
use serde::{Deserialize, Serialize};

use super::messages::shapes;
use super::text::paragraph;

/// The text of `tools/conformance/generated/payloads.json`.
pub(super) fn payloads() -> String {
    let payloads = Payloads {
        messages: MESSAGES
            .iter()
            .filter(|message| message.direction != Direction::Local)
            .map(message)
            .collect(),
        shapes: shapes().into_iter().map(shape).collect(),
    };
    let text = serde_json::to_string_pretty(&payloads);
    text.map_or_else(|error| error.to_string(), |text| text + "\n")
}

/// The text of `tools/conformance/README.md`.
pub(super) fn page() -> String {
    match table() {
        Ok(table) => TEMPLATE.replace("{{requirements}}", &table),
        Err(error) => format!("tools/conformance/requirements.json: {error}\n"),
    }
}

/// The requirements as a table.
fn table() -> Result<String, serde_json::Error> {
    let requirements: Vec<Requirement> = serde_json::from_str(REQUIREMENTS)?;
    let mut text = "| id | requirement |\n|---|---|\n".to_owned();
    for requirement in &requirements {
        let level = match requirement.level.as_str() {
            "must" => String::new(),
            level => format!(" *({level})*"),
        };
        text.push_str(&format!(
            "| `{}` | **{}.** {}{level} |\n",
            requirement.id,
            requirement.title,
            requirement.what.replace('|', "\\|"),
        ));
    }
    Ok(text.trim().to_owned())
}

fn message(message: &'static Message) -> MessageRow {
    MessageRow {
        r#type: message.wire,
        sent_by: match message.direction {
            Direction::ToHost => &["widget"],
            Direction::FromHost => &["host"],
            Direction::Both => &["widget", "host"],
            Direction::Local => &[],
        },
        payload: message.shape.name,
        at_top_level: matches!(message.wire, "SYNC" | "SYNC_ACK"),
        what: paragraph(message.doc),
    }
}

fn shape(shape: &'static Shape) -> ShapeRow {
    ShapeRow {
        name: shape.name,
        is_open: shape.open,
        fields: shape.fields.iter().map(field).collect(),
    }
}

fn field(field: &'static Field) -> FieldRow {
    FieldRow {
        name: field.name.as_str(),
        need: match field.need {
            Need::Required => "required",
            Need::Listed => "listed",
            Need::Expected => "expected",
            Need::Optional => "optional",
        },
        holds: holds(field.kind),
        source: field.source,
    }
}

fn holds(kind: FieldKind) -> Holds {
    match kind {
        FieldKind::Text => Holds::of("text"),
        FieldKind::Number => Holds::of("number"),
        FieldKind::Boolean => Holds::of("boolean"),
        FieldKind::TextOrNumber => Holds::of("textOrNumber"),
        FieldKind::OneOf(values) => Holds {
            values,
            ..Holds::of("oneOf")
        },
        FieldKind::Open(values) => Holds {
            values,
            ..Holds::of("open")
        },
        FieldKind::Object(shape) => Holds {
            shapes: vec![shape.name],
            ..Holds::of("object")
        },
        FieldKind::List(shapes) => Holds {
            shapes: shapes.iter().map(|shape| shape.name).collect(),
            ..Holds::of("list")
        },
        FieldKind::Any => Holds::of("any"),
    }
}

/// The file.
#[derive(Debug, Serialize)]
struct Payloads {
    messages: Vec<MessageRow>,
    shapes: Vec<ShapeRow>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MessageRow {
    r#type: &'static str,
    sent_by: &'static [&'static str],
    /// The name of its shape.
    payload: &'static str,
    /// True if the payload's fields stand at the message's top level, not in `data`.
    at_top_level: bool,
    what: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ShapeRow {
    name: &'static str,
    /// True if further fields are part of the contract.
    is_open: bool,
    fields: Vec<FieldRow>,
}

#[derive(Debug, Serialize)]
struct FieldRow {
    name: &'static str,
    need: &'static str,
    holds: Holds,
    source: &'static str,
}

#[derive(Debug, Serialize)]
struct Holds {
    kind: &'static str,
    /// The values of `oneOf`, and the known ones of `open`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    values: &'static [&'static str],
    /// The shapes of `object` and `list`, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shapes: Vec<&'static str>,
}

impl Holds {
    const fn of(kind: &'static str) -> Self {
        Self {
            kind,
            values: &[],
            shapes: Vec::new(),
        }
    }
}

/// A row of `tools/conformance/requirements.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Requirement {
    id: String,
    level: String,
    title: String,
    what: String,
    #[serde(rename = "source")]
    _source: String,
    #[serde(default, rename = "rule")]
    _rule: String,
    #[serde(default, rename = "after")]
    _after: Vec<String>,
}

const REQUIREMENTS: &str = include_str!("../../../conformance/requirements.json");
const TEMPLATE: &str = include_str!("conformance.template.md");
