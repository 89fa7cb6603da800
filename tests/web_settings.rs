//! The settings entry in a browser, with a local storage.

#![cfg(target_arch = "wasm32")]
#![expect(clippy::expect_used, reason = "a test may fail")]

use calling_widget_sdk::rest::settings::OVERRIDE_KEY;
use calling_widget_sdk::web::settings::{
    clear_override, read_override, validate_settings, write_override,
};
use js_sys::JSON;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn json(text: &str) -> JsValue {
    JSON::parse(text).expect("the test's JSON is valid")
}

fn text(value: &JsValue) -> String {
    JSON::stringify(value)
        .map(String::from)
        .expect("plain data")
}

fn storage() -> web_sys::Storage {
    web_sys::window()
        .expect("a browser")
        .local_storage()
        .expect("not blocked")
        .expect("there")
}

// One test, since the storage is one.
#[wasm_bindgen_test]
fn an_override_is_stored_read_and_removed() {
    clear_override();
    let absent = read_override();
    let written = write_override(json(
        r#"{"isReady":false,"name":"Mine","url":"http://localhost:9025/","width":400}"#,
    ));
    let stored = storage().get_item(OVERRIDE_KEY).expect("readable");
    let read = read_override();
    storage()
        .set_item(OVERRIDE_KEY, "{isReady}")
        .expect("writable");
    let spoiled = read_override();
    storage()
        .set_item(OVERRIDE_KEY, r#"{"isReady":true,"name":"Mine"}"#)
        .expect("writable");
    let lacking = read_override();
    clear_override();

    let settings = r#"{"name":"Mine","url":"http://localhost:9025/","width":400,"isReady":false}"#;
    let applied = format!(r#"{{"status":"applied","settings":{settings}}}"#);
    assert_eq!(text(&absent), r#"{"status":"absent"}"#);
    assert_eq!(text(&written), applied);
    assert_eq!(stored.as_deref(), Some(settings));
    assert_eq!(text(&read), applied);
    assert_eq!(
        text(&spoiled),
        r#"{"status":"invalid","code":"NOT_JSON","message":"the text is no JSON: store the output of JSON.stringify"}"#
    );
    assert_eq!(
        text(&lacking),
        r#"{"status":"invalid","code":"MISSING_FIELD","field":"url","message":"url is missing: add the app's address"}"#
    );
    assert_eq!(text(&read_override()), r#"{"status":"absent"}"#);
}

#[wasm_bindgen_test]
fn an_override_with_a_problem_is_not_stored() {
    let refused = write_override(json(
        r#"{"isReady":true,"name":"","url":"https://x.example"}"#,
    ));

    assert_eq!(
        text(&refused),
        r#"{"status":"invalid","code":"EMPTY","field":"name","message":"name is empty: give the app a name"}"#
    );
}

#[wasm_bindgen_test]
fn every_problem_of_settings_is_listed() {
    let problems = validate_settings(json(r#"{"name":"Phone","url":"ftp://x","height":0.5}"#));
    let none = validate_settings(json(r#"{"name":"Phone","url":"https://x.example"}"#));
    let nonsense = validate_settings(JsValue::UNDEFINED);

    assert_eq!(
        text(&problems),
        r#"[{"code":"INVALID_URL","field":"url","message":"url is no http or https address: use one like https://phone.example/"},{"code":"INVALID_SIZE","field":"height","message":"height is no size: use a whole number of pixels above 0"}]"#
    );
    assert_eq!(text(&none), "[]");
    assert!(text(&nonsense).contains("WRONG_TYPE"));
}
