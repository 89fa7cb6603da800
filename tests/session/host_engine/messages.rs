//! Messages about no call, and their reports.

use serde_json::{Value, json};

use super::page::{Page, warn};

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

    assert_eq!(
        unknown,
        [
            json!(["notify", "unknownMessage", "CALL_PARKED"]),
            warn("UNKNOWN_TYPE", "CALL_PARKED"),
        ]
    );
    assert_eq!(odd.last(), Some(&warn("UNKNOWN_TYPE", "")));
    assert_eq!(own, [warn("WRONG_DIRECTION", "DIAL_NUMBER")]);
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
                    "INCOMING_CALL: data has other fields than externalCallId, fromNumber, toNumber, callStartTime, createEngagement"
                ),
            ][..]
        )
    );
    assert_eq!(page.calls()[0]["externalCallId"], "7");
}
