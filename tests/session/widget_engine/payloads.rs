//! Validation of payloads, and its reports.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

use calling_widget_sdk::protocol::shapes;
use calling_widget_sdk::session::Code;
use serde_json::{Value, json};

use crate::table::{rows, value};

use super::page::{Options, Page, Sent, debugging, report, reports};

const MARK: &str = "Ada Lovelace +15550100";

fn strict() -> Options {
    Options {
        is_strict: true,
        ..Options::default()
    }
}

/// Messages that deviate from their tables: the type, the payload, the code, and the report.
const DEVIATIONS: &str = r#"
RESIZE_WIDGET | { "width": null, "height": 4 } | WRONG_TYPE | resizeWidget: data.width is null; give a number
RESIZE_WIDGET | { "width": 400 } | MISSING_FIELD | resizeWidget: data.height is missing; give a number
RESIZE_WIDGET | { "width": 4, "height": 4, "depth": 4 } | UNKNOWN_FIELD | resizeWidget: data has other fields than width, height
NAVIGATE_TO_RECORD | { "objectCoordinates": { "portalId": 1, "objectId": 2, "objectTypeId": "0-1" }, "openIn": "A_WINDOW" } | UNKNOWN_VALUE | navigateToRecord: data.openIn is not a known value; give one of CURRENT_TAB, NEW_TAB
ERROR         | null | WRONG_TYPE | sendError: data is null; give an object
ERROR         | | MISSING_FIELD | sendError: data.message is missing; give a string
NEW_THING     | { "a": null } | UNKNOWN_TYPE | sendMessage: the message's type is not in the protocol; use one of `Constants.messageType`
LOGGED_IN     | 5 | WRONG_TYPE | userLoggedIn: data is a number; leave it out
"#;

/// Also out of order, so that debug mode reports more about them.
const OUT_OF_ORDER: &str = r#"
INCOMING_CALL  | { "externalCallId": "c-1", "toNumber": "+1" } | MISSING_FIELD | incomingCall: data.fromNumber is missing; give a string like "+15550100"
INCOMING_CALL  | { "externalCallId": "c-1", "fromNumber": 15550100, "toNumber": "+1" } | WRONG_TYPE | incomingCall: data.fromNumber is a number; give a string like "+15550100"
CALL_ENDED     | { "externalCallId": null, "engagementId": 7, "callEndStatus": "MISSED" } | WRONG_TYPE | callEnded: data.externalCallId is null; give a string
CALL_ENDED     | { "externalCallId": "c-1", "engagementId": "7", "callEndStatus": "MISSED" } | WRONG_TYPE | callEnded: data.engagementId is a string; give a number
CALL_ENDED     | { "externalCallId": "c-1", "engagementId": 7, "callEndStatus": "HUNG_UP" } | UNKNOWN_VALUE | callEnded: data.callEndStatus is not a known value; give one of COMPLETED, FAILED, CANCELED, BUSY, NO_ANSWER, REJECTED, MISSED
CALL_COMPLETED | { "engagementId": 7 } | MISSING_FIELD | callCompleted: data.externalCallId is missing; give a string
CALL_COMPLETED | { "externalCallId": "c-1", "engagementId": 7, "engagementProperties": { "hs_timestamp": true, "own_property": "x" } } | WRONG_TYPE | callCompleted: data.engagementProperties.hs_timestamp is a boolean; give a string or a number
"#;

fn read(table: &'static str) -> impl Iterator<Item = (Value, Code, &'static str)> {
    rows(table).map(|[wire, data, code, detail]| {
        let mut message = json!({ "type": wire });
        if let Some(data) = value(data) {
            message["data"] = data;
        }
        let code = Code::ALL.iter().find(|known| known.as_str() == code);
        (message, *code.expect("a known code"), detail)
    })
}

#[test]
fn debug_mode_notes_a_deviation_and_sends_all_the_same() {
    for (message, code, path) in read(DEVIATIONS) {
        let mut page = Page::ready_with(debugging());

        let (sent, outputs) = page.send(&message);

        assert!(matches!(sent, Sent::Posted(_)));
        // The post to the host comes first.
        assert_eq!(outputs[1], report("note", code.as_str(), path));
    }
}

#[test]
fn strict_validation_refuses_a_deviation_and_changes_nothing() {
    for (message, code, path) in read(DEVIATIONS).chain(read(OUT_OF_ORDER)) {
        let mut page = Page::ready_with(strict());

        let (sent, outputs) = page.send(&message);

        assert_eq!(sent, Sent::Refused(code));
        assert_eq!(outputs, [report("error", code.as_str(), path)]);
        assert_eq!(page.calls(), json!([]));
    }
}

#[test]
fn an_engagement_handled_under_its_other_name_is_not_unhandled() {
    // The handler; and for each of three messages how many handlers run, and the reports.
    for (has, wires, expected) in [
        (
            "onEngagementCreated",
            ["ENGAGEMENT_CREATED", "CREATE_ENGAGEMENT_SUCCEEDED"],
            [(1, 0), (0, 0), (1, 0)],
        ),
        (
            "onCreateEngagementSucceeded",
            ["CREATE_ENGAGEMENT_SUCCEEDED", "ENGAGEMENT_CREATED"],
            [(1, 0), (0, 0), (0, 1)],
        ),
    ] {
        let mut page = Page::ready();

        let found = [(wires[0], 7), (wires[1], 7), (wires[1], 8)].map(|(wire, engagement)| {
            let data = json!({ "engagementId": engagement });
            let handlers = page.route(1, wire, Some(&data), |name| name == has);
            (handlers.len(), page.reports().len())
        });

        assert_eq!(found, expected, "{has}");
        let unhandled = expected[2].1;
        assert_eq!(page.count(Code::Unhandled) as usize, unhandled);
        assert_eq!(page.widget.counts().len(), unhandled);
    }
}

#[test]
fn unhandled_messages_are_reported_by_their_known_type_only() {
    let mut page = Page::ready();

    let known = page.route(1, "END_CALL", None, |_| false);
    let mut outputs = page.reports();
    let unknown = page.route(1, MARK, None, |_| false);
    outputs.extend(page.reports());

    assert_eq!((known.len(), unknown.len()), (0, 0));
    assert_eq!(
        outputs,
        [
            report("note", "UNHANDLED", "END_CALL"),
            report("note", "UNHANDLED", ""),
        ]
    );
}

#[test]
fn no_more_than_sixteen_deviations_of_one_message_are_told() {
    let mut page = Page::ready_with(debugging());
    let fields = shapes::ENGAGEMENT_PROPERTIES.fields.iter();
    let properties: serde_json::Map<String, Value> = fields
        .map(|field| (field.name.as_str().to_owned(), json!(false)))
        .collect();
    assert!(properties.len() >= 16);

    let (_, outputs) = page.send(&json!({ "type": "CALL_COMPLETED", "data": {
        "engagementId": false, "hideWidget": 1, "engagementProperties": properties,
    } }));

    let reports = reports(&outputs);
    let of_fields = reports.iter().filter(|report| {
        report["detail"]
            .as_str()
            .is_some_and(|text| text.contains("data"))
    });
    assert_eq!(of_fields.count(), 16);
}
