//! The Rust half of the door's codec, over every fixture: the views in
//! `tests/fixtures/views.json` are what TypeScript writes of them, and hold what the
//! messages hold.

#![expect(clippy::expect_used, reason = "a test may fail")]

use std::fs;
use std::path::Path;

use calling_widget_sdk::protocol::{Kind, Payload, Shape, ValueKind};
use calling_widget_sdk::session::check_payload;
use calling_widget_sdk::session::door::{Handles, Json, Lines, Read as _, Term};
use serde_json::Value;

#[test]
fn a_view_holds_what_its_message_holds() {
    let mut seen = 0;
    for (message, text) in views() {
        let handles = Handles::default();
        let view = read(&text, &handles).expect("a view");

        for name in ["type", "messageId"] {
            same(&message, &view, name);
        }
        let wire = message["type"].as_str().expect("a type");
        let shape = Kind::parse(wire).expect("a known type").message().shape;
        let (fields, payload) = match (message.get("data"), view.field("data")) {
            (Some(data), Some(viewed)) => (data.clone(), viewed),
            _ => (message.clone(), view.clone()),
        };
        same_fields(&fields, &payload, shape);
        if message.get("data").is_some() {
            assert_eq!(
                check_payload(shape, Some(&payload)),
                check_payload(shape, Some(&fields)),
                "{wire}"
            );
        }
        seen += 1;
    }
    assert!(seen > 40, "{seen} fixtures");
}

#[test]
fn a_view_that_is_dropped_gives_its_payload_back() {
    let (_, text) = views().next().expect("a fixture");
    let handles = Handles::default();
    let view = read(&text, &handles).expect("a view");
    let mut copy = view.copied();
    copy.put("messageId", Some(Term::from_text("m")));

    drop(view);
    let while_held = handles.take_released();
    drop(copy);

    assert_eq!((while_held, handles.take_released()), (vec![], vec![1]));
}

#[test]
fn a_draft_names_the_payload_and_what_is_set() {
    let (_, text) = views()
        .find(|(message, _)| message["type"] == "DIAL_NUMBER")
        .expect("a fixture");
    let handles = Handles::default();
    let view = read(&text, &handles).expect("a view");
    let mut copy = view.copied();
    copy.put("messageId", Some(Term::from_text("a\"b")));
    copy.put("gone", None);
    copy.put("data", view.field("data"));

    assert_eq!(
        Json::of(&copy),
        r#"{"":[1],"messageId":"a\u0022b","gone":[],"data":[1,"data"]}"#
    );
}

#[test]
fn a_text_that_was_cut_anywhere_is_no_panic() {
    for (_, text) in views() {
        let handles = Handles::default();
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let _ = read(&text[..end], &handles);
        }
    }
}

/// The view that a text holds, if it is one.
fn read(text: &str, handles: &Handles) -> Option<Term> {
    let mut lines = Lines::new(text, handles);
    let view = Term::read(&mut lines);
    lines.is_sound().then_some(view)
}

/// Every fixture with its view.
fn views() -> impl Iterator<Item = (Value, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let read = |name: &str| -> Value {
        let text = fs::read_to_string(folder.join(name)).expect("a fixture");
        serde_json::from_str(&text).expect("JSON")
    };
    let views = read("views.json");
    let mut all = Vec::new();
    for (wire, texts) in views.as_object().expect("an object") {
        let messages = read(&format!("messages/{wire}.json"));
        let messages = messages.as_array().expect("a list").clone();
        let texts = texts.as_array().expect("a list").clone();
        assert_eq!(messages.len(), texts.len(), "{wire}");
        for (message, text) in messages.into_iter().zip(texts) {
            all.push((message, text.as_str().expect("a text").to_owned()));
        }
    }
    all.into_iter()
}

fn same_fields(message: &Value, view: &Term, shape: &Shape) {
    for field in shape.fields {
        same(message, view, field.name);
        if let (Some(inner), calling_widget_sdk::protocol::FieldKind::Object(shape)) =
            (message.get(field.name), field.kind)
            && inner.is_object()
        {
            same_fields(inner, &view.field(field.name).expect("a field"), shape);
        }
    }
}

fn same(message: &Value, view: &Term, name: &str) {
    let (known, seen) = (message.field(name), view.field(name));
    let kind = |kind: Option<ValueKind>| kind.unwrap_or(ValueKind::Undefined);
    assert_eq!(
        kind(known.as_ref().map(Payload::value_kind)),
        kind(seen.as_ref().map(Payload::value_kind)),
        "{name}"
    );
    let (Some(known), Some(seen)) = (known, seen) else {
        return;
    };
    assert_eq!(known.text(), seen.text(), "{name}");
    assert_eq!(known.boolean(), seen.boolean(), "{name}");
    assert_eq!(known.number(), seen.number(), "{name}");
}
