//! The settings entry in a browser, with a local storage.

#![cfg(target_arch = "wasm32")]
#![expect(clippy::expect_used, reason = "a test may fail")]

use calling_rest::settings::OVERRIDE_KEY;
use calling_rest::web::settings::{
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
        r#"{"status":"invalid","code":"MISSING_FIELD","field":"url","message":"url is missing: add a text"}"#
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

#[wasm_bindgen_test]
fn settings_that_lead_back_to_themselves_are_read_like_any() {
    let cycle = js(
        "(() => { const it = { name: 'Phone', url: 'https://x.example', isReady: true }; it.self = it; return it; })()",
    );
    let nested =
        js("(() => { const it = { name: 'Phone', isReady: true }; it.url = it; return it; })()");

    let problems = (validate_settings(cycle), validate_settings(nested.clone()));
    let refused = write_override(nested);

    assert_eq!(text(&problems.0), "[]");
    let problem = r#""code":"WRONG_TYPE","field":"url","message":"url is no text: use a text""#;
    assert_eq!(text(&problems.1), format!("[{{{problem}}}]"));
    assert_eq!(
        text(&refused),
        format!(r#"{{"status":"invalid",{problem}}}"#)
    );
}

#[wasm_bindgen_test]
fn what_a_field_cannot_hold_is_a_problem_of_that_field() {
    let problems = validate_settings(js("({
        get name() { throw new Error('no'); }, url: () => 1, width: {}, height: NaN, isReady: 10n, usesRemote: Symbol('x'),
        supportsInboundCalling: undefined, unknown: () => 1,
    })"));
    let trap = validate_settings(js("new Proxy({}, { get() { throw 1; } })"));

    let fields = |problems: &JsValue| -> Vec<String> {
        js_sys::Array::from(problems)
            .iter()
            .map(|problem| {
                let of = |name: &str| {
                    js_sys::Reflect::get(&problem, &name.into())
                        .ok()
                        .and_then(|value| value.as_string())
                        .unwrap_or_default()
                };
                format!("{} {}", of("field"), of("code"))
            })
            .collect()
    };
    assert_eq!(
        fields(&problems),
        ["name", "url", "width", "height", "isReady", "usesRemote"]
            .map(|field| format!("{field} WRONG_TYPE"))
    );
    assert_eq!(fields(&trap).len(), 9);
    // The module still answers.
    let good = validate_settings(json(r#"{"name":"Phone","url":"https://x.example"}"#));
    assert_eq!(text(&good), "[]");
}

#[wasm_bindgen_test]
fn a_storage_that_removes_nothing_does_not_throw() {
    let original = js("Storage.prototype.removeItem");
    js("Storage.prototype.removeItem = () => { throw new Error('no'); }");

    clear_override();

    js_sys::Reflect::set(
        &js("Storage.prototype"),
        &JsValue::from_str("removeItem"),
        &original,
    )
    .expect("writable");
}

/// A value as a script writes it.
fn js(source: &str) -> JsValue {
    js_sys::eval(source).expect("the script runs")
}
