//! The widget's exports in a browser: how values cross, and in what order.

#![cfg(all(target_arch = "wasm32", feature = "widget"))]
#![expect(clippy::expect_used, reason = "a test may fail")]

use calling_widget_sdk::protocol::limits::MAX_KEYS;
use calling_widget_sdk::protocol::{EngagementId, Payload, ValueKind};
use calling_widget_sdk::session::{Code, guard};
use calling_widget_sdk::web::widget::WidgetSession;
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
    assert_eq!(js("[1, , 3]").children(3).map(|c| c.len()), Some(2));
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
    let session = ready_session();
    let message =
        js(r#"JSON.parse('{"type":"toString","messageId":"h_2","data":{"constructor":1}}')"#);

    session.receive(1.0, true, 1, HOST, &message);
    let handlers = js("{ defaultEventHandler() {} }");
    let plan = session.route(1, "toString", &message, &handlers);

    assert_eq!(plan, [JsValue::from_str("defaultEventHandler")]);
    assert_eq!(
        next(&session),
        r#"[1,{"type":"toString","messageId":"h_2","data":{"constructor":1}},0]"#
    );
}

#[wasm_bindgen_test]
fn a_sync_cannot_give_ready_another_prototype() {
    let session = WidgetSession::new(OWN.to_owned(), "w".to_owned(), true);
    session
        .attach(false, 0, false, false, None)
        .expect("no origins");
    let sync = js(r#"JSON.parse('{"type":"SYNC","messageId":"h_1","__proto__":{"role":9}}')"#);

    session.receive(0.0, true, 1, HOST, &sync);
    let orders = std::iter::from_fn(|| session.poll());
    let ready = orders
        .filter(|order| order.first() == Some(&JsValue::from_f64(1.0)))
        .find_map(|order| order.get(1).cloned())
        .expect("READY");

    let data = ready.field("data").expect("data");
    assert_eq!(data.field("role"), None);
}

#[wasm_bindgen_test]
fn the_handshake_comes_out_order_by_order() {
    let session = WidgetSession::new(OWN.to_owned(), "w".to_owned(), true);
    let instance = session
        .attach(true, 0, false, false, None)
        .expect("no origins");
    let early = js("{ type: 'CALL_DATA', data: new Map() }");

    let sent = session.send(0.0, instance, &early, "e_1".to_owned());
    session.receive(
        1.0,
        true,
        1,
        HOST,
        &js("{ type: 'SYNC', messageId: 5, portalId: 1 }"),
    );

    assert_eq!(sent, [JsValue::from_f64(1.0)]);
    assert_eq!(session.state(), "ready");
    assert_eq!(session.host_origin().as_deref(), Some(HOST));
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        next(&session),
        [
            r#"[0,{"type":"SYNC_ACK","messageId":5,"portalId":1,"debugMode":true,"version":"0.9.7","iFrameUrl":"https://phone.example.com","sdkVersion":""#,
            version,
            r#""},"https://app.hubspot.com",1]"#,
        ]
        .concat()
    );
    assert_eq!(next(&session), "[3]");
    let ready = session.poll().expect("READY");
    assert_eq!(ready.first(), Some(&JsValue::from_f64(1.0)));
    assert_eq!(ready.get(2), Some(&JsValue::from_f64(0.0)));
    assert!(session.poll().is_none() && !session.is_open_to(instance));
    session.delivered(2.0);
    let post = session.poll().expect("what waited");
    let message = post.get(1).cloned().unwrap_or_default();
    assert_eq!(message.field("messageId"), Some(JsValue::from_str("e_1")));
    // The value that was sent, not a rebuilt one.
    assert_eq!(message.field("data"), early.field("data"));
    assert!(session.poll().is_none());
}

#[wasm_bindgen_test]
fn what_is_refused_says_why() {
    let session = ready_session();
    let strict = session
        .attach(false, 1, false, false, None)
        .expect("no origins");
    while session.poll().is_some() {}

    let sent = session.send(0.0, strict, &js("{ type: 'CALL_ENDED' }"), "e_1".to_owned());

    assert_eq!(
        sent,
        [JsValue::from_f64(3.0), JsValue::from_str("NOT_STARTED")]
    );
    let report = session.poll().expect("a report");
    assert_eq!(report.get(1), Some(&JsValue::from_str("NOT_STARTED")));
    assert_eq!(report.get(2), Some(&JsValue::from_f64(2.0)));
}

#[wasm_bindgen_test]
fn an_origin_that_is_none_is_thrown_and_adds_no_instance() {
    let session = WidgetSession::new(OWN.to_owned(), "w".to_owned(), true);
    let origins = ["https://crm.example.com", "*"].map(str::to_owned).to_vec();

    let thrown = session.attach(false, 0, false, false, Some(origins));

    assert_eq!(thrown, Err(JsValue::from_str("*")));
    assert_eq!(session.detach(1), 0);
    assert!(session.poll().is_none());
}

#[wasm_bindgen_test]
fn calls_keep_their_engagement_ids_as_they_came() {
    for (source, shown) in [("7", "7"), ("'7'", "\"7\"")] {
        let session = ready_session();
        let incoming = "{ type: 'INCOMING_CALL', data: { externalCallId: 'c-1', engagementId: ";
        let incoming = js(&[incoming, source, " } }"].concat());

        session.send(0.0, 1, &incoming, "e_1".to_owned());

        let calls: Vec<String> = session.calls().iter().map(json).collect();
        let expected = [
            r#"{"externalCallId":"c-1","engagementId":"#,
            shown,
            r#","direction":"inbound","state":"ringing","engagement":"supplied"}"#,
        ]
        .concat();
        assert_eq!(calls, [expected]);
    }
}

#[wasm_bindgen_test]
fn messages_with_throwing_getters_are_sent_without_a_trap() {
    let session = ready_session();
    let message = js("{ type: 'CALL_ENDED', data: { get externalCallId() { throw 1; } } }");

    let sent = session.send(0.0, 1, &message, "e_1".to_owned());

    assert_eq!(sent.first(), Some(&JsValue::from_f64(0.0)));
}

#[wasm_bindgen_test]
fn notes_of_the_edge_are_counted_and_unknown_ones_are_not() {
    let session = WidgetSession::new(OWN.to_owned(), "w".to_owned(), false);

    session.note("FOREIGN_SOURCE", 3);
    session.note("FOREIGN_SOURCE", 2);
    session.note("NO_SUCH_CODE", 1);

    assert_eq!(json(&session.counts()), r#"{"FOREIGN_SOURCE":5}"#);
    assert_eq!(session.state(), "notEmbedded");
}

#[wasm_bindgen_test]
fn a_late_instance_is_due_and_greeted_once() {
    let session = ready_session();
    let late = session
        .attach(false, 0, false, false, None)
        .expect("no origins");
    while session.poll().is_some() {}

    let due = (session.is_due(1.0), session.is_ready(late));
    session.handle_timeout(1.0);
    let order = session.poll().expect("READY");

    assert_eq!(due, (true, false));
    assert_eq!(order.get(2), Some(&JsValue::from_f64(f64::from(late))));
    assert!(!session.is_due(1.0) && session.is_ready(late));
    assert!(session.poll().is_none());
}

/// A session with one instance and an open line, all orders carried out.
fn ready_session() -> WidgetSession {
    let session = WidgetSession::new(OWN.to_owned(), "w".to_owned(), true);
    session
        .attach(false, 0, false, false, None)
        .expect("no origins");
    session.receive(
        0.0,
        true,
        1,
        HOST,
        &js("{ type: 'SYNC', messageId: 'h_1' }"),
    );
    while session.poll().is_some() {}
    session.delivered(0.0);
    session
}

/// The next order as text.
fn next(session: &WidgetSession) -> String {
    let order: js_sys::Array = session.poll().unwrap_or_default().iter().collect();
    json(&order)
}
