//! `tools/conformance/generated/payloads.json`: the tables of messages and payloads, for programs
//! in any language; and `tools/conformance/README.md`: the requirements, for people.

use calling_widget_sdk::protocol::{Direction, Field, FieldKind, MESSAGES, Message, Need, Shape};
use serde::Deserialize;
use serde_json::{Value, json};

use super::messages::shapes;
use super::text::paragraph;

/// The text of `tools/conformance/generated/payloads.json`.
pub(super) fn payloads() -> String {
    let messages = MESSAGES
        .iter()
        .filter(|message| message.direction != Direction::Local);
    let payloads = json!({
        "messages": messages.map(message).collect::<Vec<_>>(),
        "shapes": shapes().into_iter().map(shape).collect::<Vec<_>>(),
    });
    format!("{payloads:#}\n")
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

fn message(message: &'static Message) -> Value {
    json!({
        "type": message.wire,
        "sentBy": match message.direction {
            Direction::ToHost => vec!["widget"],
            Direction::FromHost => vec!["host"],
            Direction::Both => vec!["widget", "host"],
            Direction::Local => vec![],
        },
        "payload": message.shape.name,
        // The payload's fields stand at the message's top level, not in `data`.
        "atTopLevel": matches!(message.wire, "SYNC" | "SYNC_ACK"),
        "what": paragraph(message.doc),
    })
}

fn shape(shape: &'static Shape) -> Value {
    json!({
        "name": shape.name,
        "isOpen": shape.open,
        "fields": shape.fields.iter().map(field).collect::<Vec<_>>(),
    })
}

fn field(field: &'static Field) -> Value {
    json!({
        "name": field.name.as_str(),
        "need": match field.need {
            Need::Required => "required",
            Need::Listed => "listed",
            Need::Expected => "expected",
            Need::Optional => "optional",
        },
        "holds": holds(field.kind),
        "source": field.source,
    })
}

fn holds(kind: FieldKind) -> Value {
    match kind {
        FieldKind::Text => json!({ "kind": "text" }),
        FieldKind::Number => json!({ "kind": "number" }),
        FieldKind::Boolean => json!({ "kind": "boolean" }),
        FieldKind::TextOrNumber => json!({ "kind": "textOrNumber" }),
        FieldKind::OneOf(values) => json!({ "kind": "oneOf", "values": values }),
        FieldKind::Open(values) => json!({ "kind": "open", "values": values }),
        FieldKind::Object(shape) => json!({ "kind": "object", "shapes": [shape.name] }),
        FieldKind::List(shapes) => {
            let names: Vec<_> = shapes.iter().map(|shape| shape.name).collect();
            json!({ "kind": "list", "shapes": names })
        }
        FieldKind::Any => json!({ "kind": "any" }),
    }
}

/// A row of `tools/conformance/requirements.json`.
#[derive(Debug, Deserialize)]
struct Requirement {
    id: String,
    level: String,
    title: String,
    what: String,
}

const REQUIREMENTS: &str = include_str!("../../../conformance/requirements.json");
const TEMPLATE: &str = include_str!("conformance.template.md");
