//! A browser's values as payloads of the host's session.

#![cfg(all(target_arch = "wasm32", feature = "host"))]
#![expect(clippy::expect_used, reason = "a test may fail")]

use calling_widget_sdk::protocol::limits::MAX_KEYS;
use calling_widget_sdk::protocol::{EngagementId, Payload, ValueKind};
use calling_widget_sdk::session::{Code, guard};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// A value as a script writes it.
fn js(source: &str) -> JsValue {
    js_sys::eval(&["(", source, ")"].concat()).expect("the script runs")
}

/// A value as text, with what JSON lacks left out.
fn json(value: &JsValue) -> String {
    let text = js_sys::JSON::stringify(value).expect("no cycles");
    text.as_string().unwrap_or_default()
}

#[wasm_bindgen_test]
fn every_kind_of_value_is_told() {
    for (source, kind) in [
        ("undefined", ValueKind::Undefined),
        ("null", ValueKind::Null),
        ("false", ValueKind::Boolean),
        ("0", ValueKind::Number),
        ("NaN", ValueKind::Number),
        ("-Infinity", ValueKind::Number),
        ("''", ValueKind::Text),
        ("[]", ValueKind::List),
        ("new Array(7)", ValueKind::List),
        ("{}", ValueKind::Object),
        ("Object.create(null)", ValueKind::Object),
        ("new Map([[1, 2]])", ValueKind::Object),
        ("new Set([1])", ValueKind::Object),
        ("new Date(0)", ValueKind::Object),
        ("new Uint8Array(4)", ValueKind::Object),
        ("new String('x')", ValueKind::Object),
        ("() => 1", ValueKind::Function),
        ("class {}", ValueKind::Function),
        ("10n", ValueKind::Other),
        ("Symbol('x')", ValueKind::Other),
    ] {
        assert_eq!(js(source).value_kind(), kind, "{source}");
    }
}

#[wasm_bindgen_test]
fn fields_are_those_of_objects_and_absent_where_undefined() {
    let object = js("{ a: 1, none: undefined, nil: null }");

    assert_eq!(object.field("a"), Some(JsValue::from_f64(1.0)));
    assert_eq!(object.field("nil"), Some(JsValue::NULL));
    assert_eq!(object.field("none"), None);
    assert_eq!(object.field("b"), None);
    for source in [
        "null",
        "undefined",
        "'text'",
        "7",
        "10n",
        "() => 1",
        "Symbol('x')",
    ] {
        assert_eq!(js(source).field("length"), None, "{source}");
    }
}

#[wasm_bindgen_test]
fn a_getter_that_throws_is_a_field_that_is_absent() {
    let object = js("{ get type() { throw new Error('no'); }, b: 2 }");

    assert_eq!(object.field("type"), None);
    assert_eq!(object.field("b"), Some(JsValue::from_f64(2.0)));
    assert_eq!(json(&object.copied()), "{}");
    assert_eq!(object.children(10).map(|children| children.len()), Some(0));
    assert!(!object.same(&object));
}

#[wasm_bindgen_test]
fn a_proxy_that_throws_breaks_nothing() {
    let proxy = js("new Proxy({}, {
        get() { throw 1; }, ownKeys() { throw 2; }, getOwnPropertyDescriptor() { throw 3; },
    })");

    assert_eq!(proxy.value_kind(), ValueKind::Object);
    assert_eq!(proxy.field("type"), None);
    assert_eq!(proxy.keys(), Vec::<String>::new());
    assert_eq!(guard(&proxy), Ok(()));
}

#[wasm_bindgen_test]
fn the_same_data_is_the_same_to_the_last_value() {
    for (one, two, is_same) in [
        (
            "{ a: 1, b: [{ c: null }] }",
            "{ b: [{ c: null }], a: 1 }",
            true,
        ),
        ("NaN", "NaN", true),
        ("new Proxy({ a: 1 }, {})", "{ a: 1 }", true),
        ("{ a: NaN }", "{ a: null }", false),
        ("{ a: 0 }", "{ a: -0 }", false),
        ("{ a: 1 }", "{ a: '1' }", false),
        ("{ a: undefined }", "{}", false),
        ("{ a: undefined }", "{ b: undefined }", false),
        ("{ 0: 1 }", "[1]", false),
        ("[1, ,]", "[1]", false),
        ("new Map([[1, 2]])", "new Map([[1, 3]])", false),
        ("{ at: new Date(0) }", "{ at: new Date(1) }", false),
        ("new Uint8Array([1])", "new Uint8Array([2])", false),
        ("{ n: 1n }", "{ n: 2n }", false),
    ] {
        assert_eq!(js(one).same(&js(two)), is_same, "{one} and {two}");
    }
}

#[wasm_bindgen_test]
fn keys_are_the_objects_own() {
    let object = js("Object.assign(Object.create({ inherited: 1 }), { b: 1, a: 2, 7: 3 })");

    assert_eq!(object.keys(), ["7", "b", "a"]);
    assert_eq!(js("'text'").keys(), Vec::<String>::new());
    assert_eq!(js("null").keys(), Vec::<String>::new());
}

#[wasm_bindgen_test]
fn cycles_and_depth_are_bounded() {
    let cycle = js("(() => { const a = {}; a.self = a; return a; })()");

    assert_eq!(guard(&cycle), Err(Code::TooDeep));
    assert!(!cycle.same(&cycle));
}

#[wasm_bindgen_test]
fn huge_and_sparse_lists_and_wide_objects_are_refused() {
    for source in [
        "new Array(4294967295)",
        "[...new Array(10001).keys()]",
        "Object.fromEntries([...new Array(10001).keys()].map((key) => [`k${key}`, 1]))",
        "[[...new Array(6000).keys()], [...new Array(6000).keys()]]",
    ] {
        assert_eq!(guard(&js(source)), Err(Code::TooManyKeys), "{source}");
    }
    assert_eq!(guard(&js("new Array(10000)")), Ok(()));
    assert_eq!(js("[1, , 3]").children(3).map(|c| c.len()), Some(3));
    assert_eq!(js("[1, 2, 3]").children(2), None);
    assert_eq!(
        js("({ a: 1 })").children(MAX_KEYS).map(|c| c.len()),
        Some(1)
    );
}

#[wasm_bindgen_test]
fn text_counts_by_its_code_units() {
    assert_eq!(js("'a\\u{1F600}'").text_len(), 3);
    assert_eq!(js("['abc']").text_len(), 0);
    assert_eq!(guard(&js("'x'.repeat(1 << 20)")), Ok(()));
    assert_eq!(
        guard(&js("['x'.repeat(1 << 20), 'x']")),
        Err(Code::TooMuchText)
    );
    assert_eq!(js("({ a: 'xyz', '\\u{1F600}': 1 })").names_len(), 3);
    assert_eq!(js("['abc']").names_len() + js("'abc'").names_len(), 0);
    assert_eq!(
        guard(&js("({ ['x'.repeat(5e6)]: 1 })")),
        Err(Code::TooMuchText)
    );
}

#[wasm_bindgen_test]
fn ids_are_texts_and_numbers() {
    let id = |source: &str| js(source).id_text();

    assert_eq!(id("'a'"), Some("a".to_owned()));
    assert_eq!(id("4021"), Some("4021".to_owned()));
    assert_eq!(id("1.5"), Some("1.5".to_owned()));
    assert_eq!(id("9007199254740991"), Some("9007199254740991".to_owned()));
    for source in [
        "null",
        "undefined",
        "true",
        "10n",
        "{}",
        "[1]",
        "new String('a')",
    ] {
        assert_eq!(id(source), None, "{source}");
    }
}

#[wasm_bindgen_test]
fn an_engagement_id_goes_out_as_it_came() {
    for source in ["4021", "'4021'", "'own-7'"] {
        let value = js(source);
        let id: EngagementId = value.engagement_id().expect("an id");

        assert_eq!(JsValue::from_engagement_id(&id), value, "{source}");
    }
    assert_eq!(js("''").engagement_id(), None);
}

#[wasm_bindgen_test]
fn a_copy_is_shallow_and_its_own() {
    let original = js("{ a: { b: 1 }, m: new Map([[1, 2]]) }");

    let mut copy = original.copied();
    copy.put("a2", Some(JsValue::from_str("x")));
    copy.put("none", None);

    assert_eq!(copy.field("m"), original.field("m"));
    assert_eq!(original.field("a2"), None);
    assert_eq!(copy.keys(), ["a", "m", "a2", "none"]);
    assert_eq!(json(&js("null").copied()), "{}");
}
