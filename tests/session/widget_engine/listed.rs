//! Fields that the reference lists for a host's message, and a host leaves out.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::Mode;
use serde_json::{Value, json};

use crate::table::{rows, value};

use super::page::{Page, delivered, other_sync, relaying, reports, sync, with_mode};

/// Messages, their payloads, and the missing fields of those that the reference lists (calling
/// SDK reference, "messages the service sends", read 2026-11; for matches the types of the
/// published SDK 0.9.7).
const LACKING: &str = r#"
DIAL_NUMBER                   | {} | phoneNumber ownerId subjectId objectId objectType portalId countryCode calleeInfo startTimestamp toPhoneNumberSrc
ENGAGEMENT_CREATED            | { "externalCallId": "c-1" } | engagementId
CREATE_ENGAGEMENT_SUCCEEDED   | { "engagementId": null } | engagementId
UPDATE_ENGAGEMENT_SUCCEEDED   | {} | engagementId
CREATE_ENGAGEMENT_FAILED      | {} |
UPDATE_ENGAGEMENT_FAILED      | {} |
CALLER_ID_MATCH_SUCCEEDED     | {} | callerIdMatches
CALLER_ID_MATCH_SUCCEEDED     | { "callerIdMatches": [] } |
CALLER_ID_MATCH_FAILED        | {} |
NAVIGATE_TO_RECORD            | {} | objectCoordinates
NAVIGATE_TO_RECORD_FAILED     | { "engagementId": 7 } | objectCoordinates
NAVIGATE_TO_RECORD_FAILED     | { "objectCoordinates": { "portalId": 1 } } | objectCoordinates.objectId objectCoordinates.objectTypeId
PUBLISH_TO_CHANNEL_SUCCEEDED  | {} | engagementId externalCallId
PUBLISH_TO_CHANNEL_FAILED     | { "engagementId": 7 } | externalCallId
FINALIZE_ENGAGEMENT_SUCCEEDED | { "externalCallId": "c-1" } | engagementId
FINALIZE_ENGAGEMENT_FAILED    | {} | engagementId externalCallId
VISIBILITY_CHANGED            | { "isHidden": false } | isMinimized
VISIBILITY_CHANGED            | "hidden" | isMinimized isHidden
END_CALL                      | null |
SET_CALL_STATE                | {} |
"#;

/// The callee of an otherwise complete dial, and the missing fields.
const CALLEES: &str = r#"
{}   | calleeInfo.calleeId calleeInfo.calleeObjectTypeId
null | calleeInfo
{ "calleeId": 51, "calleeObjectTypeId": "0-1" } |
"#;

fn lacking() -> Vec<(&'static str, Value, &'static str)> {
    let messages = rows(LACKING).map(|[wire, data, fields]| (wire, json!(value(data)), fields));
    let dials = rows(CALLEES).map(|[callee, fields]| {
        let data = json!({
            "phoneNumber": "+12025550143", "ownerId": "3", "subjectId": 50, "objectId": 51,
            "objectType": "CONTACT", "portalId": 1, "countryCode": "US",
            "calleeInfo": value(callee), "startTimestamp": 7, "toPhoneNumberSrc": "phone",
        });
        ("DIAL_NUMBER", data, fields)
    });
    messages.chain(dials).collect()
}

fn missing(outputs: &[Value]) -> Vec<&str> {
    let notes = reports(outputs).into_iter();
    notes
        .filter(|report| report["note"] == "HOST_FIELD_MISSING")
        .filter_map(|report| report["detail"].as_str())
        .collect()
}

#[test]
fn a_message_without_a_listed_field_is_reported_and_delivered() {
    for (wire, data, fields) in lacking() {
        let message = json!({ "type": wire, "messageId": "h_2", "data": data });

        let posted = Page::ready().host(&message);
        let handed_in = Page::waiting().inject(1, "", &message);

        let expected: Vec<_> = fields
            .split_whitespace()
            .map(|field| format!("{wire}: data.{field}"))
            .collect();
        for outputs in [posted, handed_in] {
            assert_eq!(missing(&outputs), expected, "{wire} {data}");
            assert_eq!(delivered(&outputs), [wire]);
        }
    }
}

#[test]
fn a_sync_without_a_field_of_ready_is_reported_and_raises_ready() {
    for field in ["portalId", "userId", "ownerId", "iframeLocation"] {
        let mut page = Page::waiting();
        let mut message = sync("h_1");
        message[field] = Value::Null;

        let outputs = page.host(&message);

        assert_eq!(missing(&outputs), [format!("READY: data.{field}")]);
        assert_eq!(delivered(&outputs), ["READY"]);
    }
}

#[test]
fn a_missing_field_is_reported_once_per_session_of_the_host() {
    let mut page = Page::ready();
    let created = json!({ "type": "ENGAGEMENT_CREATED", "messageId": "h_2", "data": {} });

    let first = page.host(&created);
    let again = page.host(&created);
    page.host(&other_sync());
    let anew = page.host(&json!({ "type": "ENGAGEMENT_CREATED", "messageId": "other_2" }));

    assert_eq!(missing(&first), ["ENGAGEMENT_CREATED: data.engagementId"]);
    assert_eq!(missing(&again), [""; 0]);
    assert_eq!(missing(&anew), ["ENGAGEMENT_CREATED: data.engagementId"]);
    assert_eq!(page.count(Code::HostFieldMissing), 3);
}

#[test]
fn relays_and_the_published_mode_look_at_no_payload() {
    let relay = relaying();
    let published = with_mode(Mode::Published);
    for options in [relay, published] {
        let mut page = Page::ready_with(options);

        page.host(&json!({ "type": "DIAL_NUMBER", "messageId": "h_2", "data": {} }));

        assert_eq!(page.count(Code::HostFieldMissing), 0);
    }
}
