//! Messages about no call, and the reports of all.

use calling_widget_sdk::protocol::{Millis, Value as Payload};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::{FrameOutput, HostOutput, ReportOutput};
use serde_json::{Value, json};

use super::page::{Page, WIDGET, asking, contact_dial, warn};

#[test]
fn an_error_is_shown_and_never_answered() {
    let mut page = Page::ready(|_| {});

    let outputs = page.say("ERROR", json!({ "message": "No line" }));
    let older = page.say(
        "ERROR",
        json!({ "type": "UNKNOWN_MESSAGE_TYPE", "data": { "originalMessage": {} } }),
    );

    assert_eq!(
        outputs,
        [
            json!(["notify", "sendError", "ERROR"]),
            json!(["alert", "No line", "widget"]),
        ]
    );
    assert_eq!(
        older,
        [
            json!(["notify", "sendError", "ERROR"]),
            warn("UNKNOWN_TYPE", "the widget does not know a message"),
        ]
    );
}

#[test]
fn data_of_the_apps_own_is_handed_to_the_page() {
    let mut page = Page::ready(|_| {});

    let outputs = page.say("CALL_DATA", json!({ "a": 1 }));

    assert_eq!(outputs, [json!(["notify", "callData", "CALL_DATA"])]);
}

#[test]
fn unknown_types_and_the_hosts_own_types_are_never_answered() {
    let mut page = Page::ready(|_| {});

    let unknown = page.say("CALL_PARKED", json!({ "slot": 1 }));
    let odd = page.say("Maria +15550100123", Value::Null);
    let own = page.say("DIAL_NUMBER", json!({ "phoneNumber": "+15550100123" }));
    let leaving = page.say("UNLOADING", Value::Null);

    assert_eq!(
        unknown,
        [
            json!(["notify", "unknownMessage", "CALL_PARKED"]),
            warn("UNKNOWN_TYPE", "CALL_PARKED"),
        ]
    );
    assert_eq!(odd.last(), Some(&warn("UNKNOWN_TYPE", "")));
    assert_eq!(own, [warn("WRONG_DIRECTION", "DIAL_NUMBER")]);
    assert_eq!(leaving, [json!(["notify", "", "UNLOADING"])]);
}

#[test]
fn payload_faults_are_mentioned_by_field_and_never_by_value() {
    let mut page = Page::ready(|_| {});

    let outputs = page.say(
        "INCOMING_CALL",
        json!({ "externalCallId": 7, "fromNumber": "+15550100123", "toNumber": "+15550100999", "secret": "s" }),
    );

    assert_eq!(
        outputs.get(..2),
        Some(
            &[
                warn(
                    "WRONG_TYPE",
                    "INCOMING_CALL: data.externalCallId is a number; give a string"
                ),
                warn(
                    "UNKNOWN_FIELD",
                    "INCOMING_CALL: data has other fields than externalCallId, fromNumber, toNumber, callStartTime, createEngagement, engagementId, phoneNumber"
                ),
            ][..]
        )
    );
    assert_eq!(page.calls()[0]["externalCallId"], "7");
}

/// The type of each message that an input posts or admits, and the call that it names.
fn calls_of(outputs: &[HostOutput]) -> Vec<(String, Option<u32>)> {
    let messages = outputs.iter().filter_map(|output| match output {
        HostOutput::Frame(FrameOutput::Post { message, call, .. })
        | HostOutput::Report(ReportOutput::Received { message, call }) => Some((message, *call)),
        _ => None,
    });
    let named = |(message, call): (&Payload, _)| {
        let wire = message.field("type").json();
        (wire.as_str().unwrap_or_default().to_owned(), call)
    };
    messages.map(named).collect()
}

#[test]
fn a_message_names_the_one_call_that_it_changed() {
    let mut page = Page::logged_out();
    assert_eq!(page.dial(contact_dial()).0, Err(Code::HeldLoggedOut));

    let now = Millis(page.now);
    let mut named = |wire: &str, data: Value| {
        let message = json!({ "type": wire, "messageId": "w1_9", "data": data });
        page.host.receive(now, WIDGET, &message);
        calls_of(&page.drain_raw())
    };
    let called = |wire: &str, call| (wire.to_owned(), call);

    assert_eq!(
        named("LOGGED_IN", Value::Null),
        [called("LOGGED_IN", None), called("DIAL_NUMBER", Some(1))]
    );
    assert_eq!(
        named("OUTGOING_CALL_STARTED", asking("c-1")),
        [called("OUTGOING_CALL_STARTED", Some(1))]
    );
    assert_eq!(
        named("USER_AVAILABLE", Value::Null),
        [called("USER_AVAILABLE", None)]
    );
    let incoming = json!({ "externalCallId": "c-2", "fromNumber": "" });
    assert_eq!(
        named("INCOMING_CALL", incoming),
        [
            called("INCOMING_CALL", None),
            called("CALLER_ID_MATCH_SUCCEEDED", None)
        ]
    );
}
