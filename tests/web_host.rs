//! The host entry's class in a browser.

#![cfg(target_arch = "wasm32")]
#![expect(clippy::expect_used, reason = "a test may fail")]

use calling_widget_sdk::protocol::Payload;
use calling_widget_sdk::web::host::HostSession;
use js_sys::{Array, JSON};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const WIDGET: &str = "https://phone.example";

fn json(text: &str) -> JsValue {
    JSON::parse(text).expect("the test's JSON is valid")
}

fn text(value: &JsValue) -> String {
    JSON::stringify(value)
        .map(String::from)
        .unwrap_or_else(|_| "not JSON".to_owned())
}

fn session(origins: &str) -> Result<HostSession, JsValue> {
    let config = json(&format!(
        r#"{{"ownOrigin":"https://crm.example","widgetOrigin":"{WIDGET}","instance":"h1",
            "allowedWidgetOrigins":{origins},"isReady":false,"supportsCustomObjects":false,
            "supportsInboundCalling":true,"inCallTask":false,"isStrict":true}}"#
    ));
    HostSession::new(config, json(r#"{"portalId":1,"userId":2}"#))
}

/// Every order, as JSON; what JSON has no word for is null.
fn drain(session: &HostSession) -> Vec<String> {
    std::iter::from_fn(|| {
        let order = session.poll();
        (!order.is_undefined()).then(|| text(&order))
    })
    .collect()
}

fn say(session: &HostSession, message: &str) -> Vec<String> {
    session.receive(1_000.0, true, true, WIDGET, &json(message));
    drain(session)
}

fn ready() -> HostSession {
    let session = session("[]").expect("a good configuration");
    session.frame_loaded(0.0);
    say(
        &session,
        r#"{"type":"SYNC_ACK","messageId":"h1_1","version":"0.9.7"}"#,
    );
    say(
        &session,
        r#"{"type":"INITIALIZED","messageId":"w_1","data":{"isLoggedIn":true,"isAvailable":true}}"#,
    );
    session
}

#[wasm_bindgen_test]
fn orders_are_lists_that_begin_with_a_tag() {
    let session = session("[]").expect("a good configuration");

    session.frame_loaded(0.0);

    assert_eq!(
        drain(&session),
        [
            r#"["post",{"portalId":1,"userId":2,"type":"SYNC","messageId":"h1_1","hostUrl":"https://crm.example"},"https://phone.example"]"#,
            r#"["state","syncing"]"#,
        ]
    );
    assert_eq!(session.poll_timeout(), Some(100.0));
}

#[wasm_bindgen_test]
fn an_origin_that_is_none_is_named() {
    let refused = session(r#"["https://ok.example","zz"]"#).err();

    assert_eq!(
        refused.and_then(|value| value.as_string()).as_deref(),
        Some("zz")
    );
}

#[wasm_bindgen_test]
fn payloads_pass_as_the_values_they_are() {
    let session = ready();
    let message =
        json(r#"{"type":"CALL_DATA","messageId":"w_2","data":{"any":[1,{"deep":null}]}}"#);

    session.receive(1_000.0, true, true, WIDGET, &message);
    session.poll();
    let order = Array::from(&session.poll());

    assert_eq!(order.get(1).as_string().as_deref(), Some("callData"));
    assert!(js_sys::Object::is(&order.get(3), &message));
    assert!(js_sys::Object::is(
        &order.get(2),
        &message.field("data").expect("sent")
    ));
}

#[wasm_bindgen_test]
fn the_store_is_asked_by_the_methods_name() {
    let session = ready();
    session.dial(
        900.0,
        &json(r#"{"phoneNumber":"+15550100123","calleeInfo":{"calleeId":51,"calleeObjectTypeId":"0-1"}}"#),
    );
    drain(&session);

    let asked = say(
        &session,
        r#"{"type":"OUTGOING_CALL_STARTED","messageId":"w_2","data":{"externalCallId":"c-1","createEngagement":true,"callStartTime":950,"fromNumber":"+15550100999"}}"#,
    );
    session.store_succeeded(1_000.0, 1, json(r#"{"id":7}"#));
    let answered = drain(&session);

    assert_eq!(
        asked.last().map(String::as_str),
        Some(
            r#"["store",1,"createEngagement",[{"externalCallId":"c-1","direction":"OUTBOUND","fromNumber":"+15550100999","toNumber":"+15550100123","startedAt":950,"owner":"service"}]]"#
        )
    );
    assert!(
        answered.iter().any(|order| order.starts_with(
            r#"["post",{"type":"CREATE_ENGAGEMENT_SUCCEEDED","data":{"engagementId":7,"externalCallId":"c-1"}"#
        )),
        "{answered:?}"
    );
    assert_eq!(
        session.calls().iter().map(text).collect::<Vec<_>>(),
        [
            r#"{"externalCallId":"c-1","engagementId":7,"direction":"outbound","state":"dialing","engagement":"created"}"#
        ]
    );
}

#[wasm_bindgen_test]
fn an_outcome_tells_the_id_or_the_code_and_the_fix() {
    let session = ready();

    let sent = session.send("SET_CALL_STATE", json(r#"{"callStatus":"RINGING"}"#));
    let refused = session.dial(
        900.0,
        &json(r#"{"phoneNumber":"1","calleeInfo":{"calleeObjectTypeId":"2-9"}}"#),
    );
    let unknown = session.send("NOT_A_TYPE", JsValue::UNDEFINED);

    assert_eq!(text(&sent), r#"{"sent":true,"messageId":"h1_2"}"#);
    assert_eq!(
        text(&refused),
        r#"{"sent":false,"code":"CUSTOM_OBJECTS_NOT_SUPPORTED","message":"The calling app takes no calls from custom objects. Set `supportsCustomObjects` in the calling settings."}"#
    );
    assert_eq!(unknown.text_field("code").as_deref(), Some("UNKNOWN_TYPE"));
}

#[wasm_bindgen_test]
fn what_the_widget_said_can_be_read() {
    let session = ready();

    assert_eq!(session.state(), "initialized");
    assert_eq!(
        text(&session.widget()),
        r#"{"isLoggedIn":true,"isAvailable":true,"isTest":true,"version":"0.9.7"}"#
    );
    assert_eq!(
        text(&session.visibility()),
        r#"{"isMinimized":false,"isHidden":false}"#
    );
    assert!(!session.has_active_call());
}

#[wasm_bindgen_test]
fn what_is_out_of_order_is_counted_and_an_error_in_strict_mode() {
    let session = ready();

    let orders = say(
        &session,
        r#"{"type":"CALL_ANSWERED","messageId":"w_2","data":{"externalCallId":"c-1"}}"#,
    );

    assert!(
        orders
            .iter()
            .any(|order| order.starts_with(r#"["diagnostic","NOT_STARTED""#)
                && order.ends_with("true]")),
        "{orders:?}"
    );
    assert_eq!(text(&session.counts()), r#"{"NOT_STARTED":1}"#);
}

#[wasm_bindgen_test]
fn cycles_and_floods_are_refused_at_the_gate() {
    let session = ready();
    let cyclic = json(r#"{"type":"CALL_DATA","messageId":"w_2","data":{}}"#);
    let mut data = cyclic.field("data").expect("there");
    data.put("again", Some(cyclic.clone()));

    session.receive(1_000.0, true, true, WIDGET, &cyclic);
    let orders = drain(&session);

    assert!(
        orders
            .iter()
            .all(|order| order.starts_with(r#"["diagnostic","TOO_DEEP""#)),
        "{orders:?}"
    );
}
