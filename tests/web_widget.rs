//! The widget's exports in a browser: how values cross, and in what order.

#![cfg(all(target_arch = "wasm32", feature = "widget"))]
#![expect(clippy::expect_used, reason = "a test may fail")]

use calling_widget_sdk::protocol::limits::MAX_KEYS;
use calling_widget_sdk::protocol::{EngagementId, Payload, ValueKind};
use calling_widget_sdk::session::{Code, guard};
use calling_widget_sdk::web::widget;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const HOST: &str = "https://app.hubspot.com";
const OWN: &str = "https://phone.example.com";

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

#[wasm_bindgen_test]
fn names_of_the_prototype_are_plain_fields() {
    open_session();
    let message =
        js(r#"JSON.parse('{"type":"toString","messageId":"h_2","data":{"constructor":1}}')"#);

    widget::receive(1.0, true, 1, &HOST.into(), &message);
    let handlers = js("{ defaultEventHandler() {} }");
    let plan = widget::route(1, &"toString".into(), &message, &handlers);

    assert_eq!(plan, "defaultEventHandler");
    let delivered = drain().into_iter().find(|order| part(order, 0) == 1);
    assert_eq!(
        json(&delivered.expect("delivered")),
        r#"[1,{"type":"toString","messageId":"h_2","data":{"constructor":1}},"","",0]"#
    );
}

#[wasm_bindgen_test]
fn a_sync_cannot_give_ready_another_prototype() {
    start(true);
    attach(0);
    let sync = js(r#"JSON.parse('{"type":"SYNC","messageId":"h_1","__proto__":{"role":9}}')"#);

    widget::receive(0.0, true, 1, &HOST.into(), &sync);
    let ready = drain()
        .into_iter()
        .find(|order| part(order, 0) == 1)
        .expect("READY");

    let data = part(&ready, 1).field("data").expect("data");
    assert_eq!(data.field("role"), None);
}

#[wasm_bindgen_test]
fn the_handshake_comes_out_order_by_order() {
    start(true);
    let instance = widget::attach(1, &JsValue::UNDEFINED).cast_unsigned();
    let early = js("{ type: 'CALL_DATA', data: new Map() }");

    let sent = widget::send(0.0, instance, &early, &"e_1".into());
    let sync = js("{ type: 'SYNC', messageId: 5, portalId: 1 }");
    widget::receive(1.0, true, 1, &HOST.into(), &sync);

    assert_eq!(sent, 1);
    assert_eq!(widget::standing(instance) >> 3, READY);
    assert_eq!(widget::host_origin(), HOST);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        json(&widget::poll()),
        [
            r#"[0,{"type":"SYNC_ACK","messageId":5,"portalId":1,"debugMode":true,"version":"0.9.7","iFrameUrl":"https://phone.example.com","sdkVersion":""#,
            version,
            r#""},"https://app.hubspot.com","",1]"#,
        ]
        .concat()
    );
    assert_eq!(part(&widget::poll(), 0), 3);
    let ready = widget::poll();
    assert_eq!((part(&ready, 0), part(&ready, 4)), (1.into(), 0.into()));
    assert!(!widget::poll().is_object());
    widget::delivered(2.0);
    let message = part(&widget::poll(), 1);
    assert_eq!(message.field("messageId"), Some("e_1".into()));
    // The value that was sent, not a rebuilt one.
    assert_eq!(message.field("data"), early.field("data"));
    assert!(!widget::poll().is_object());
}

#[wasm_bindgen_test]
fn what_is_refused_says_why() {
    open_session();
    let strict = attach(1);
    drain();

    let sent = widget::send(0.0, strict, &js("{ type: 'CALL_ENDED' }"), &"e_1".into());

    assert_eq!(sent, 3);
    let report = widget::poll();
    assert_eq!(part(&report, 2), "NOT_STARTED");
    assert_eq!(part(&report, 4), 2);
}

#[wasm_bindgen_test]
fn an_origin_that_is_none_is_named_by_its_place_and_adds_no_instance() {
    start(true);
    let origins = js("['https://crm.example.com', '*']");

    let refused = widget::attach(0, &origins);

    assert_eq!(refused, -2);
    assert_eq!(widget::detach(1), 0);
    assert!(!widget::poll().is_object());
}

#[wasm_bindgen_test]
fn calls_keep_their_engagement_ids_as_they_came() {
    for (source, shown) in [("7", "7"), ("'7'", "\"7\"")] {
        open_session();
        let incoming = "{ type: 'INCOMING_CALL', data: { externalCallId: 'c-1', engagementId: ";
        let incoming = js(&[incoming, source, " } }"].concat());

        widget::send(0.0, 1, &incoming, &"e_1".into());

        let expected = [
            r#"[{"externalCallId":"c-1","engagementId":"#,
            shown,
            r#","direction":"inbound","state":"ringing","engagement":"supplied"}]"#,
        ]
        .concat();
        assert_eq!(json(&widget::calls()), expected);
    }
}

#[wasm_bindgen_test]
fn messages_with_throwing_getters_are_sent_without_a_trap() {
    open_session();
    let message = js("{ type: 'CALL_ENDED', data: { get externalCallId() { throw 1; } } }");

    let sent = widget::send(0.0, 1, &message, &"e_1".into());

    assert_eq!(sent, 0);
}

#[wasm_bindgen_test]
fn notes_of_the_edge_are_counted() {
    start(false);

    widget::note(2, 3, &wasm_bindgen::JsValue::UNDEFINED);
    widget::note(2, 2, &wasm_bindgen::JsValue::UNDEFINED);

    assert_eq!(json(&widget::counts()), r#"{"FOREIGN_SOURCE":5}"#);
    assert_eq!(widget::standing(1) >> 3, 0);
}

#[wasm_bindgen_test]
fn a_late_instance_is_greeted_once() {
    open_session();
    let late = attach(0);
    drain();

    let before = widget::standing(late) & 1;
    widget::handle_timeout(1.0);
    let order = widget::poll();
    widget::handle_timeout(2.0);

    assert_eq!(before, 0);
    assert_eq!((part(&order, 0), part(&order, 4)), (1.into(), late.into()));
    assert_eq!(widget::standing(late) & 1, 1);
    assert!(!widget::poll().is_object());
}

/// A session in place of the one before: the module holds one.
fn start(is_embedded: bool) {
    widget::start(&OWN.into(), &"w".into(), is_embedded);
}

/// Adds an instance with the default origins.
fn attach(lifecycle: u32) -> u32 {
    widget::attach(lifecycle << 1, &JsValue::UNDEFINED).cast_unsigned()
}

/// A session with one instance and an open line, all orders carried out.
fn open_session() {
    start(true);
    attach(0);
    let sync = js("{ type: 'SYNC', messageId: 'h_1' }");
    widget::receive(0.0, true, 1, &HOST.into(), &sync);
    drain();
    widget::delivered(0.0);
}

/// Every order that waits.
fn drain() -> Vec<JsValue> {
    std::iter::from_fn(|| Some(widget::poll()).filter(JsValue::is_object)).collect()
}

/// One part of an order.
fn part(order: &JsValue, index: u32) -> JsValue {
    js_sys::Array::from(order).get(index)
}

/// The session's state as the exports number it.
const READY: u32 = 2;
