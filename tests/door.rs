//! The Rust half of the door's codec, over every fixture: the views in
//! `tests/fixtures/views.json` are written by TypeScript, and have the content of the
//! messages.

#![expect(clippy::expect_used, reason = "a test may fail")]

use std::fs;
use std::path::Path;

use calling_widget_sdk::protocol::{FieldKind, Kind, Name, Payload, Shape, ValueKind};
use calling_widget_sdk::session::check_payload;
use calling_widget_sdk::session::door::{Handles, Json, Lines, Read as _, Term};
use serde_json::Value;

#[test]
fn a_view_holds_what_its_message_holds() {
    let mut seen = 0;
    for (message, text) in views() {
        let handles = Handles::default();
        let view = read(&text, &handles).expect("a view");
        let sides = Sides {
            whole: &message,
            message: &message,
            view: &view,
        };

        assert_eq!(names(&view), names(&message));
        for name in [Name::Type, Name::MessageId] {
            sides.agree_on(name, FieldKind::TextOrNumber);
        }
        let shape = shape_of(&message);
        match (message.get("data"), view.field(Name::Data)) {
            (Some(data), Some(view)) => {
                sides.agree_on(Name::Data, FieldKind::Object(shape));
                assert_eq!(
                    check_payload(shape, Some(&view)),
                    check_payload(shape, Some(data))
                );
            }
            _ => sides.agree_on_fields(shape),
        }
        seen += 1;
    }
    assert!(seen > 40, "{seen} fixtures");
}

#[test]
fn views_are_the_same_where_their_messages_are() {
    let handles = Handles::default();
    let sides: Vec<(Value, Term, Term)> = views()
        .map(|(message, text)| {
            let read = || read(&text, &handles).expect("a view");
            (message, read(), read())
        })
        .collect();

    for (one, view, _) in &sides {
        for (other, _, again) in &sides {
            assert_eq!(view == again, one == other, "{one} and {other}");
            assert_eq!(&view.copied() == again, one == other, "{one} and {other}");
        }
    }
}

#[test]
fn lists_are_the_same_item_by_item() {
    let handles = Handles::default();
    let (_, text) = fixture("CALLER_ID_MATCH_SUCCEEDED");
    let matches = |text: &str| {
        let view = read(text, &handles).expect("a view");
        let data = view.field(Name::Data).expect("a payload");
        data.field(Name::CallerIdMatches).expect("a list")
    };
    let other = text.replacen("sAda", "sEve", 1);
    let none = "1\n\nsCALLER_ID_MATCH_SUCCEEDED\nsm\no\nl0\n\n\n0";

    assert_ne!(other, text);
    assert_ne!(read(&text, &handles), read(&other, &handles));
    assert_eq!(matches(&text).copied(), Term::empty());
    assert_eq!(matches(&text), matches(&text));
    assert_ne!(matches(&text), matches(&other));
    assert_ne!(matches(&text), matches(none));
    assert_ne!(matches(none), matches(&text));
}

#[test]
fn plain_values_are_the_same_by_kind_and_value() {
    let values = || {
        [
            Term::undefined(),
            Term::from_boolean(true),
            Term::from_boolean(false),
            Term::from_number(1.0),
            Term::from_number(2.0),
            Term::from_text("1"),
            Term::from_text("2"),
            Term::list(vec![]),
            Term::list(vec![Term::from_text("1")]),
            Term::empty(),
        ]
    };

    for (at, one) in values().iter().enumerate() {
        for (other_at, other) in values().iter().enumerate() {
            assert_eq!(one == other, at == other_at, "{one:?} and {other:?}");
        }
    }
}

#[test]
fn made_objects_are_the_same_by_names_and_values() {
    let made = |name: &str, value: &str| {
        let mut made = Term::empty();
        made.put_named(name, Some(Term::from_text(value)));
        made
    };

    assert_eq!(made("a", "1"), made("a", "1"));
    assert_ne!(made("a", "1"), made("a", "2"));
    assert_ne!(made("a", "1"), made("b", "1"));
    assert_ne!(made("a", "1"), Term::empty());
}

#[test]
fn a_value_that_is_not_read_has_its_kind() {
    let handles = Handles::default();
    let kind = |line: &str| {
        let text = format!("1\n\nsNO_TYPE\nsm\n{line}");
        let view = read(&text, &handles).expect("a view");
        view.field(Name::Data).map(|data| data.value_kind())
    };

    for (line, is) in [
        ("", None),
        ("z", Some(ValueKind::Null)),
        ("t", Some(ValueKind::Boolean)),
        ("n1", Some(ValueKind::Number)),
        ("N", Some(ValueKind::Number)),
        ("sx", Some(ValueKind::Text)),
        ("S", Some(ValueKind::Text)),
        ("O", Some(ValueKind::Object)),
        ("L", Some(ValueKind::List)),
        ("F", Some(ValueKind::Function)),
        ("X", Some(ValueKind::Other)),
    ] {
        assert_eq!(kind(line), is, "{line}");
    }
}

#[test]
fn a_number_that_json_lacks_is_null_in_a_draft() {
    let handles = Handles::default();
    for (number, draft) in [
        ("7", "7"),
        ("-1.5e-7", "-1.5e-7"),
        ("NaN", "null"),
        ("-Infinity", "null"),
    ] {
        let text = format!("1\n\nsNO_TYPE\nsm\nn{number}");
        let view = read(&text, &handles).expect("a view");

        assert_eq!(Json::of(&view.field(Name::Data).expect("a number")), draft);
    }
}

#[test]
fn what_is_set_in_a_copy_is_there_and_in_no_other() {
    let (message, text) = fixture("DIAL_NUMBER");
    let handles = Handles::default();
    let view = read(&text, &handles).expect("a view");

    let mut copy = view.copied();
    copy.put(Name::MessageId, Some(Term::from_text("first")));
    copy.put(Name::MessageId, Some(Term::from_text("m")));
    copy.put_named("more", Some(Term::from_boolean(true)));
    copy.put(Name::Data, None);

    assert_eq!(copy.text_field(Name::MessageId).as_deref(), Some("m"));
    assert_eq!(copy.field_named("more"), Some(Term::from_boolean(true)));
    assert_eq!(copy.field(Name::Data), None);
    assert_eq!(copy.keys(), ["type", "messageId", "data", "more"]);
    assert_ne!(copy, view);
    assert_eq!(copy.copied(), copy);
    assert_eq!(
        view.text_field(Name::MessageId),
        message["messageId"].text()
    );
    let mut plain = Term::from_text("m");
    plain.put_named("more", Some(Term::from_boolean(true)));
    assert_eq!(plain, Term::from_text("m"));
}

#[test]
fn a_view_that_is_dropped_gives_its_payload_back() {
    let (_, text) = views().next().expect("a fixture");
    let handles = Handles::default();
    let view = read(&text, &handles).expect("a view");
    let mut copy = view.copied();
    copy.put(Name::MessageId, Some(Term::from_text("m")));

    drop(view);
    let while_held = handles.take_released();
    drop(copy);

    assert_eq!((while_held, handles.take_released()), (vec![], vec![1]));
}

#[test]
fn what_is_given_back_is_told_by_its_own_handle_and_once() {
    let (_, text) = views().next().expect("a fixture");
    let text = text.replacen('1', "27", 1);
    let handles = Handles::default();
    let view = read(&text, &handles).expect("a view");
    let told = || {
        let mut json = Json::default();
        handles.write_released(&mut json);
        json.into_text()
    };

    assert_eq!(Json::of(&view), "[27]");
    assert_eq!(told(), "");
    drop(view);
    assert_eq!(
        (told().as_str(), told().as_str()),
        (r#"["release",[27]]"#, "")
    );
}

#[test]
fn a_draft_names_the_payload_and_what_is_set() {
    let (_, text) = fixture("DIAL_NUMBER");
    let handles = Handles::default();
    let view = read(&text, &handles).expect("a view");
    let mut copy = view.copied();
    copy.put(Name::MessageId, Some(Term::from_text("a\"b")));
    copy.put_named("gone", None);
    copy.put(Name::Data, view.field(Name::Data));

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

/// Parses a view.
fn read(text: &str, handles: &Handles) -> Option<Term> {
    let mut lines = Lines::new(text, handles);
    let view = Term::read(&mut lines);
    lines.is_sound().then_some(view)
}

/// The first fixture of a type, with its view.
fn fixture(wire: &str) -> (Value, String) {
    let is_wanted = |(message, _): &(Value, String)| message["type"] == wire;
    views().find(is_wanted).expect("a fixture")
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

/// The names of an object's fields, in order.
fn names(object: &impl Payload) -> Vec<String> {
    let mut names = object.keys();
    names.sort_unstable();
    names
}

/// The table of a message's payload.
fn shape_of(message: &Value) -> &'static Shape {
    let wire = message["type"].as_str().expect("a type");
    Kind::parse(wire).expect("a known type").message().shape
}

/// A part of a message, and its view.
struct Sides<'a> {
    whole: &'a Value,
    message: &'a Value,
    view: &'a Term,
}

impl Sides<'_> {
    fn inner<'a>(&'a self, message: &'a Value, view: &'a Term) -> Sides<'a> {
        Sides {
            whole: self.whole,
            message,
            view,
        }
    }

    fn agree_on_fields(&self, shape: &Shape) {
        for field in shape.fields {
            self.agree_on(field.name, field.kind);
        }
    }

    fn agree_on(&self, name: Name, field_kind: FieldKind) {
        let (known, seen) = (self.message.field(name), self.view.field(name));
        let kind = |value: Option<ValueKind>| value.unwrap_or(ValueKind::Undefined);
        assert_eq!(
            kind(known.as_ref().map(Payload::value_kind)),
            kind(seen.as_ref().map(Payload::value_kind)),
            "{name:?}"
        );
        assert_eq!(
            self.message.text_field(name),
            self.view.text_field(name),
            "{name:?}"
        );
        if let (Some(message), Some(view)) = (&known, &seen) {
            self.inner(message, view).agree(name.as_str(), field_kind);
        }
    }

    fn agree(&self, name: &str, field_kind: FieldKind) {
        let Self { message, view, .. } = self;
        assert_eq!(message.text(), view.text(), "{name}");
        assert_eq!(message.boolean(), view.boolean(), "{name}");
        assert_eq!(message.number(), view.number(), "{name}");
        assert_eq!(message.id_text(), view.id_text(), "{name}");
        match field_kind {
            FieldKind::Object(shape) if message.is_object() => {
                assert_eq!(names(*view), names(*message), "{name}");
                // Also unknown names.
                for name in view.keys() {
                    assert!(view.field_named(&name).is_some(), "{name}");
                }
                assert!(view.field_named("no such field").is_none());
                self.agree_on_fields(shape);
            }
            FieldKind::List([shape, ..]) if message.is_array() => {
                let items = message.children(usize::MAX).expect("a list");
                let seen = view.children(items.len()).expect("a list");
                assert_eq!(items.len(), seen.len(), "{name}");
                if !items.is_empty() {
                    assert!(view.children(items.len() - 1).is_none(), "{name}");
                }
                for (message, view) in items.iter().zip(&seen) {
                    let inner = self.inner(message, view);
                    inner.agree(name, FieldKind::Object(shape));
                }
            }
            _ => {}
        }
        let draft = serde_json::from_str(&Json::of(*view)).expect("JSON");
        assert_eq!(part_of(self.whole, &draft), Some(*message));
    }
}

/// The value of a view's part: a plain value, or its place in the payload.
fn part_of<'a>(payload: &'a Value, draft: &'a Value) -> Option<&'a Value> {
    let Value::Array(place) = draft else {
        return Some(draft);
    };
    let (handle, path) = place.split_first()?;
    assert_eq!(handle, 1, "the handle");
    path.iter()
        .try_fold(payload, |value, name| match name.as_str() {
            Some(name) => value.get(name),
            None => value.get(usize::try_from(name.as_u64()?).ok()?),
        })
}
