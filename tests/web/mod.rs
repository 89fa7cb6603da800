//! Both readers of values: serde's, and that of a browser's values.

use calling_widget_sdk::protocol::{
    Envelope, Fields, Kind, MESSAGES, Name, Object, Slot, Value, ValueKind,
};
use calling_widget_sdk::session::{check_payload, missing_from_host};
use calling_widget_sdk::web::value::{read, write};
use js_sys::{Array, Function, JSON, Reflect};
use serde_json::Value as Json;
use wasm_bindgen::{JsCast as _, JsValue};

/// Every fixture, by both readers.
fn fixtures() -> Vec<(Json, JsValue)> {
    let mut found = Vec::new();
    for text in FIXTURES {
        let native: Vec<Json> = serde_json::from_str(text).expect("a list");
        let browser: Array = JSON::parse(text).expect("a list").unchecked_into();
        found.extend(native.into_iter().zip(browser.iter()));
    }
    found
}

pub(crate) fn every_fixture_is_read_alike_by_both() {
    let kinds = MESSAGES
        .iter()
        .filter(|message| message.kind != Kind::SyncAckFailed);
    assert_eq!(FIXTURES.len(), kinds.count());
    for (native, browser) in fixtures() {
        let one = Envelope::from(native.clone());
        let other: Envelope = read(browser).expect("no getter throws");

        assert_eq!(one.kind(), other.kind(), "{native}");
        assert!(one.kind().is_some(), "{native}");
        alike(&one.id, &other.id, &native);
        fields_alike(one.body.slot(), other.body.slot(), &native);
        assert_eq!(
            check_payload(&one.body),
            check_payload(&other.body),
            "{native}"
        );
        if let Some(kind) = one.kind() {
            let missing = missing_from_host(kind, one.body.slot());
            assert_eq!(
                missing,
                missing_from_host(kind, other.body.slot()),
                "{native}"
            );
        }
    }
}

pub(crate) fn every_fixture_is_written_as_it_came() {
    for (native, browser) in fixtures() {
        let envelope: Envelope = read(browser.clone()).expect("no getter throws");

        assert!(
            write(&envelope.value) == browser,
            "not the same object: {native}"
        );
        // A copy with a field set, and that field set back.
        let mut copy = envelope.value.copied();
        copy.set(Name::Data, "other");
        copy.set(Name::Data, envelope.value.named(Name::Data));
        let written = write(&Value::Object(copy));
        assert!(written != browser, "the same object: {native}");
        let data = |message: &JsValue| Reflect::get(message, &"data".into()).expect("a field");
        assert!(
            data(&written) == data(&browser),
            "not the same data: {native}"
        );
        assert_eq!(json(&written)["data"], native["data"]);
        assert_eq!(json(&browser), native);
    }
}

pub(crate) fn values_of_every_kind_are_read_alike_and_written_back() {
    let long = "x".repeat(4097);
    for text in [
        "0",
        "-0",
        "7",
        "1.5",
        "1e21",
        "9007199254740993",
        "true",
        "null",
        "\"\"",
        "\"é😀\"",
        "[1,[2]]",
        "{\"a\":1}",
        &format!("\"{long}\""),
    ] {
        let browser = JSON::parse(text).expect("JSON");
        let value: Value = read(browser.clone()).expect("no getter");

        let native = Value::from(serde_json::from_str::<Json>(text).expect("JSON"));
        assert_eq!(value.kind(), native.kind(), "{text}");
        assert_eq!(value.number(), native.number(), "{text}");
        assert_eq!(value.text(), native.text(), "{text}");
        assert_eq!(value.is_truthy(), native.is_truthy(), "{text}");
        assert!(write(&value) == browser, "{text}");
    }
    for (code, kind) in [
        ("return undefined", ValueKind::Undefined),
        ("return NaN", ValueKind::Number),
        ("return -Infinity", ValueKind::Number),
        ("return () => 1", ValueKind::Function),
        ("return 1n", ValueKind::Other),
        ("return Symbol()", ValueKind::Other),
        ("return new Map()", ValueKind::Object),
    ] {
        let browser = run(code);
        let value: Value = read(browser.clone()).expect("no getter");

        assert_eq!(value.kind(), kind, "{code}");
        assert!(js_sys::Object::is(&write(&value), &browser), "{code}");
    }
}

pub(crate) fn a_name_of_a_prototype_is_a_field_like_any_other() {
    let browser = run("return JSON.parse('{\"__proto__\":{\"a\":1},\"b\":2}')");
    let mut copy = read::<Value>(browser).expect("no getter").copied();
    copy.set_named("__proto__".to_owned(), Value::from(7_u32));
    copy.set_named("constructor".to_owned(), Value::from(8_u32));

    let written = write(&Value::Object(copy));

    assert_eq!(
        String::from(JSON::stringify(&written).expect("JSON")),
        r#"{"__proto__":7,"b":2,"constructor":8}"#
    );
    let fresh = write(&Object::new().with(Name::Data, Value::Undefined).into());
    assert!(Reflect::has(&fresh, &"data".into()).expect("an object"));
}

pub(crate) fn a_getter_that_throws_is_the_readers_error_and_ends_the_reading() {
    let browser = run(
        "globalThis.reads = 0; return { type: 'DIAL_NUMBER', get data() { throw 'mine' }, get messageId() { globalThis.reads += 1; return 1 } }",
    );

    let error = read::<Envelope>(browser).expect_err("a getter threw");

    assert_eq!(error.as_string().as_deref(), Some("mine"));
    // The id is read behind the payload.
    assert_eq!(run("return globalThis.reads").as_f64(), Some(0.0));
    assert!(read::<Value>(JsValue::from(1)).is_ok());
}

fn fields_alike(one: &dyn Slot, other: &dyn Slot, about: &Json) {
    alike(one.value(), other.value(), about);
    let (one, other) = (one.fields(), other.fields());
    assert_eq!(one.is_some(), other.is_some(), "{about}");
    if let (Some(one), Some(other)) = (one, other) {
        assert_eq!(one.has_others(), other.has_others(), "{about}");
        each_alike(one, other, about);
    }
}

fn each_alike(one: &dyn Fields, other: &dyn Fields, about: &Json) {
    one.each(&mut |field, slot| {
        let mut is_found = false;
        other.each(&mut |known, found| {
            if known.name == field.name {
                is_found = true;
                fields_alike(slot, found, about);
            }
        });
        assert!(is_found, "{}: {about}", field.name.as_str());
    });
}

/// Kept values are compared by what they hold.
fn alike(one: &Value, other: &Value, about: &Json) {
    assert_eq!(one.kind(), other.kind(), "{about}");
    assert_eq!(json(&write(other)), one.json(), "{about}");
}

fn json(value: &JsValue) -> Json {
    match JSON::stringify(value) {
        // A value that JSON lacks.
        Ok(text) if text.is_undefined() => Json::Null,
        Ok(text) => serde_json::from_str(&String::from(text)).expect("JSON"),
        Err(_) => Json::Null,
    }
}

fn run(code: &str) -> JsValue {
    Function::new_no_args(code)
        .call0(&JsValue::NULL)
        .expect("a value")
}

const FIXTURES: &[&str] = &[
    include_str!("../fixtures/messages/CALLER_ID_MATCH_FAILED.json"),
    include_str!("../fixtures/messages/CALLER_ID_MATCH_SUCCEEDED.json"),
    include_str!("../fixtures/messages/CALL_ANSWERED.json"),
    include_str!("../fixtures/messages/CALL_COMPLETED.json"),
    include_str!("../fixtures/messages/CALL_DATA.json"),
    include_str!("../fixtures/messages/CALL_ENDED.json"),
    include_str!("../fixtures/messages/CALL_TRANSFERRED.json"),
    include_str!("../fixtures/messages/CREATE_ENGAGEMENT_FAILED.json"),
    include_str!("../fixtures/messages/CREATE_ENGAGEMENT_SUCCEEDED.json"),
    include_str!("../fixtures/messages/DIAL_NUMBER.json"),
    include_str!("../fixtures/messages/END_CALL.json"),
    include_str!("../fixtures/messages/ENGAGEMENT_CREATED.json"),
    include_str!("../fixtures/messages/ERROR.json"),
    include_str!("../fixtures/messages/FAILED.json"),
    include_str!("../fixtures/messages/FINALIZE_ENGAGEMENT.json"),
    include_str!("../fixtures/messages/FINALIZE_ENGAGEMENT_FAILED.json"),
    include_str!("../fixtures/messages/FINALIZE_ENGAGEMENT_SUCCEEDED.json"),
    include_str!("../fixtures/messages/INCOMING_CALL.json"),
    include_str!("../fixtures/messages/INITIALIZED.json"),
    include_str!("../fixtures/messages/INITIATE_CALL_ID_FAILED.json"),
    include_str!("../fixtures/messages/INITIATE_CALL_ID_SUCCEEDED.json"),
    include_str!("../fixtures/messages/LOGGED_IN.json"),
    include_str!("../fixtures/messages/LOGGED_OUT.json"),
    include_str!("../fixtures/messages/NAVIGATE_TO_RECORD.json"),
    include_str!("../fixtures/messages/NAVIGATE_TO_RECORD_FAILED.json"),
    include_str!("../fixtures/messages/OUTGOING_CALL_STARTED.json"),
    include_str!("../fixtures/messages/PUBLISH_TO_CHANNEL.json"),
    include_str!("../fixtures/messages/PUBLISH_TO_CHANNEL_FAILED.json"),
    include_str!("../fixtures/messages/PUBLISH_TO_CHANNEL_SUCCEEDED.json"),
    include_str!("../fixtures/messages/READY.json"),
    include_str!("../fixtures/messages/RESIZE_WIDGET.json"),
    include_str!("../fixtures/messages/SET_CALL_STATE.json"),
    include_str!("../fixtures/messages/SET_WIDGET_URL.json"),
    include_str!("../fixtures/messages/SET_WIDGET_URL_FAILED.json"),
    include_str!("../fixtures/messages/SYNC.json"),
    include_str!("../fixtures/messages/SYNC_ACK.json"),
    include_str!("../fixtures/messages/UNLOADING.json"),
    include_str!("../fixtures/messages/UPDATE_ASSOCIATIONS_FAILED.json"),
    include_str!("../fixtures/messages/UPDATE_ENGAGEMENT_FAILED.json"),
    include_str!("../fixtures/messages/UPDATE_ENGAGEMENT_SUCCEEDED.json"),
    include_str!("../fixtures/messages/USER_AVAILABLE.json"),
    include_str!("../fixtures/messages/USER_UNAVAILABLE.json"),
    include_str!("../fixtures/messages/VISIBILITY_CHANGED.json"),
];

/// The tests of this file, for one place.
#[macro_export]
macro_rules! value_tests {
    () => {
        value_tests! {
            a_getter_that_throws_is_the_readers_error_and_ends_the_reading
            a_name_of_a_prototype_is_a_field_like_any_other
            every_fixture_is_read_alike_by_both
            every_fixture_is_written_as_it_came
            values_of_every_kind_are_read_alike_and_written_back
        }
    };
    ($($name:ident)+) => {
        $(#[wasm_bindgen_test::wasm_bindgen_test]
        fn $name() {
            web::$name();
        })+
    };
}
