//! The example messages in `tests/fixtures/messages`, against the tables.
//!
//! Each file is named after a `type` and lists messages of it, as a widget or a
//! host posts them. Other tests send the same files through the engines and the
//! published package.

#![expect(clippy::expect_used, reason = "a test may fail")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use calling_widget_sdk::protocol::{
    self, Body, Direction, FieldKind, Kind, MESSAGES, Message, Shape,
};
use calling_widget_sdk::session::check_payload;
use serde_json::{Map, Value};

#[test]
fn every_message_has_a_fixture_and_every_fixture_a_message() {
    let named: BTreeSet<String> = files()
        .iter()
        .filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned()))
        .collect();

    let known: BTreeSet<String> = MESSAGES
        .iter()
        .filter(|message| message.kind != Kind::SyncAckFailed)
        .map(|message| message.wire.to_owned())
        .collect();

    assert_eq!(named, known);
}

#[test]
fn every_fixture_is_an_envelope_of_its_type() {
    for (message, envelope) in fixtures() {
        assert_eq!(envelope.get("type"), Some(&Value::from(message.wire)));
        // READY is raised locally, so it carries no id.
        assert_eq!(
            envelope.contains_key("messageId"),
            message.direction != Direction::Local,
            "{}",
            message.wire
        );
    }
}

#[test]
fn no_fixture_deviates_from_its_table() {
    for (message, envelope) in fixtures() {
        let payload = payload(message, &envelope);

        let value = payload.clone().map(protocol::Value::from);
        let body = Body::read(Some(message.kind), value.unwrap_or_default());
        let findings = check_payload(&body);

        assert_eq!(findings, [], "{}: {payload:?}", message.wire);
    }
}

#[test]
fn every_field_of_every_payload_appears_in_a_fixture() {
    let mut seen = BTreeSet::new();
    for (message, envelope) in fixtures() {
        if let Some(payload) = payload(message, &envelope) {
            note(message.shape, &payload, &mut seen);
        }
    }

    let mut missing = Vec::new();
    for message in MESSAGES {
        expect_fields(message.shape, &seen, &mut missing);
    }
    assert!(missing.is_empty(), "no fixture has {missing:?}");
}

/// The payload of a message: `data`, or the fields beside `type` and
/// `messageId` where they stand at the top level.
fn payload(message: &Message, envelope: &Map<String, Value>) -> Option<Value> {
    let at_top_level = matches!(
        message.kind,
        Kind::Sync | Kind::SyncAck | Kind::SetWidgetUrl
    ) && !envelope.contains_key("data");
    if !at_top_level {
        return envelope.get("data").cloned();
    }
    let fields = envelope
        .iter()
        .filter(|(name, _)| !matches!(name.as_str(), "type" | "messageId"))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    Some(Value::Object(fields))
}

fn note(shape: &'static Shape, value: &Value, seen: &mut BTreeSet<(&'static str, &'static str)>) {
    for field in shape.fields {
        let Some(value) = value.get(field.name.as_str()) else {
            continue;
        };
        seen.insert((shape.name, field.name.as_str()));
        match (field.kind, value) {
            (FieldKind::Object(inner), value) => note(inner, value, seen),
            (FieldKind::List(shapes), Value::Array(items)) => {
                for item in items {
                    for inner in shapes.iter().filter(|inner| fits(inner, item)) {
                        note(inner, item, seen);
                    }
                }
            }
            _ => {}
        }
    }
}

/// True if an item has the values that tell the shapes of its list apart.
fn fits(shape: &Shape, item: &Value) -> bool {
    shape.fields.iter().all(|field| match field.kind {
        FieldKind::OneOf(values) => {
            let value = item.get(field.name.as_str()).and_then(Value::as_str);
            value.is_some_and(|value| values.contains(&value))
        }
        _ => true,
    })
}

fn expect_fields(
    shape: &'static Shape,
    seen: &BTreeSet<(&'static str, &'static str)>,
    missing: &mut Vec<String>,
) {
    for field in shape.fields {
        if !seen.contains(&(shape.name, field.name.as_str())) {
            missing.push(format!("{}.{}", shape.name, field.name.as_str()));
        }
        match field.kind {
            FieldKind::Object(inner) => expect_fields(inner, seen, missing),
            FieldKind::List(shapes) => {
                for inner in shapes {
                    expect_fields(inner, seen, missing);
                }
            }
            _ => {}
        }
    }
}

/// Every example, with the row of its type.
pub(crate) fn fixtures() -> Vec<(&'static Message, Map<String, Value>)> {
    let mut fixtures = Vec::new();
    for file in files() {
        let name = file
            .file_stem()
            .expect("a file has a name")
            .to_string_lossy();
        let kind = Kind::parse(&name).expect("the file is named after a type");
        let text = fs::read_to_string(&file).expect("the file is text");
        let messages: Vec<Map<String, Value>> =
            serde_json::from_str(&text).expect("the file is a list of objects");
        fixtures.extend(
            messages
                .into_iter()
                .map(|message| (kind.message(), message)),
        );
    }
    fixtures
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/messages");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("the entry can be read").path())
        .collect();
    files.sort();
    files
}
