//! Incoming calls.

use calling_widget_sdk::lifecycle::Call;
use calling_widget_sdk::session::Code;
use serde_json::{Value, json};

use super::page::{Page, asking, contact_dial, engaged, incoming, named, warn};
use crate::table::{rows, value, with};

#[test]
fn an_inbound_call_is_matched_and_gets_an_engagement_if_asked() {
    let mut page = Page::ready(|_| {});
    let contact = json!({
        "callerIdType": "CONTACT", "firstName": "A", "lastName": "B", "email": "c",
        "objectCoordinates": { "portalId": 1, "objectId": 51, "objectTypeId": "0-1" },
    });
    let company = json!({
        "callerIdType": "COMPANY", "name": "D",
        "objectCoordinates": { "portalId": 1, "objectId": 61, "objectTypeId": "0-2" },
    });

    let started = page.say(
        "INCOMING_CALL",
        incoming(&json!({ "createEngagement": true })),
    );
    let matched = page.answer(1, Ok(json!([contact, company])));
    let created = page.answer(2, Ok(json!({ "id": 7 })));
    let chosen = page.say(
        "NAVIGATE_TO_RECORD",
        json!({ "engagementId": 7, "objectCoordinates": company["objectCoordinates"] }),
    );
    page.navigated(3, true);
    page.say("CALL_ANSWERED", named("c-2"));
    page.say("CALL_ENDED", engaged("c-2", 7));
    let completed = page.say(
        "CALL_COMPLETED",
        json!({ "externalCallId": "c-2", "engagementId": 7, "hideWidget": false }),
    );
    let done = page.answer(4, Ok(json!({ "id": 7 })));

    assert_eq!(
        started,
        [
            json!(["notify", "incomingCall", "INCOMING_CALL"]),
            json!(["match", 1, "+15550100123"]),
            json!(["create", 2, {
                "externalCallId": "c-2", "direction": "INBOUND", "fromNumber": "+15550100123",
                "toNumber": "+15550100999", "startedAt": 950, "owner": "service",
            }]),
        ]
    );
    assert_eq!(
        matched,
        [json!(["post", "CALLER_ID_MATCH_SUCCEEDED",
            { "callerIdMatches": [contact, company], "callId": 1, "externalCallId": "c-2" }])]
    );
    assert_eq!(
        created,
        [json!(["post", "CREATE_ENGAGEMENT_SUCCEEDED",
            { "engagementId": 7, "externalCallId": "c-2" }])]
    );
    assert_eq!(
        chosen.last(),
        Some(&json!(["navigate", 3, {
            "engagementId": 7, "objectCoordinates": company["objectCoordinates"],
        }]))
    );
    assert_eq!(
        completed[1][3]["associations"],
        json!([company["objectCoordinates"]])
    );
    assert_eq!(done, [] as [Value; 0], "hideWidget false keeps the widget");
}

#[test]
fn a_match_may_be_opened_before_the_lookup_is_answered() {
    let record = |id: u32| json!({ "objectId": id, "objectTypeId": "0-1" });
    let found = json!([
        { "objectCoordinates": record(51) },
        { "objectCoordinates": record(52) },
    ]);
    for (opened, associations) in [
        (52, json!([record(52)])),
        (53, json!([record(51), record(52)])),
    ] {
        let mut page = Page::ready(|_| {});
        page.say(
            "INCOMING_CALL",
            incoming(&json!({ "createEngagement": true })),
        );
        page.say(
            "NAVIGATE_TO_RECORD",
            json!({ "objectCoordinates": record(opened) }),
        );
        page.answer(1, Ok(found.clone()));
        page.answer(2, Ok(json!({ "id": 7 })));

        let completed = page.finish(&engaged("c-2", 7));

        assert_eq!(completed[1][3]["associations"], associations);
    }
}

#[test]
fn a_caller_without_a_number_has_no_matches() {
    for from in [
        json!(null),
        json!(""),
        json!("anonymous"),
        json!("sip:anonymous@anonymous.invalid"),
        json!("+00000"),
        json!({}),
    ] {
        let mut page = Page::ready(|_| {});

        let outputs = page.say("INCOMING_CALL", incoming(&json!({ "fromNumber": from })));

        assert_eq!(
            outputs.last(),
            Some(&json!(["post", "CALLER_ID_MATCH_SUCCEEDED",
                { "callerIdMatches": [], "callId": 1, "externalCallId": "c-2" }])),
            "{from}"
        );
    }
}

#[test]
fn a_number_that_comes_later_or_is_corrected_is_looked_up() {
    let contact = json!({ "objectId": 51, "objectTypeId": "0-1" });
    for (first, request, is_answered) in [
        ("", 2, false),
        ("anonymous", 2, false),
        ("201", 3, false),
        ("201", 3, true),
    ] {
        let mut page = Page::ready(|_| {});
        let asks = json!({ "fromNumber": first, "createEngagement": true });
        page.say("INCOMING_CALL", incoming(&asks));
        let creation = page.answer(request - 1, Ok(json!({ "id": 7 })));
        assert!(!creation.is_empty(), "{first}");
        if is_answered {
            page.say("CALL_ANSWERED", named("c-2"));
        }

        let named = page.say("INCOMING_CALL", incoming(&json!({})));
        let again = page.say("INCOMING_CALL", incoming(&json!({})));
        page.answer(request, Ok(json!([{ "objectCoordinates": contact }])));
        let late = page.answer(1, Ok(json!([])));
        let completed = page.finish(&engaged("c-2", 7));

        assert!(
            named.contains(&json!(["match", request, "+15550100123"])),
            "{named:?}"
        );
        assert!(again.iter().all(|order| order[0] != "match"), "{again:?}");
        assert!(late.is_empty(), "{late:?}");
        assert_eq!(completed[1][3]["fromNumber"], "+15550100123");
        assert_eq!(completed[1][3]["associations"], json!([contact]));
    }
}

#[test]
fn of_many_records_to_open_the_last_64_may_still_fail() {
    let mut page = Page::ready(|_| {});
    let target =
        |id: u32| json!({ "objectCoordinates": { "objectId": id, "objectTypeId": "0-1" } });
    for id in 1..=65 {
        page.say("NAVIGATE_TO_RECORD", target(id));
    }

    let answers = [1, 2, 65].map(|request| page.navigated(request, false));

    let refused = |id| vec![json!(["post", "NAVIGATE_TO_RECORD_FAILED", target(id)])];
    assert_eq!(answers, [vec![], refused(2), refused(65)]);
}

#[test]
fn a_record_that_is_no_match_is_opened_and_not_associated() {
    let coordinates =
        |id: u32, kind: &str| json!({ "portalId": 1, "objectId": id, "objectTypeId": kind });
    for target in [
        coordinates(99, "0-3"),
        coordinates(99, "0-1"),
        coordinates(51, "0-2"),
        json!({}),
    ] {
        let mut page = Page::ready(|_| {});
        let contact =
            json!({ "callerIdType": "CONTACT", "objectCoordinates": coordinates(51, "0-1") });

        page.say(
            "INCOMING_CALL",
            incoming(&json!({ "createEngagement": true })),
        );
        page.answer(1, Ok(json!([contact])));
        page.answer(2, Ok(json!({ "id": 7 })));
        let opened = page.say("NAVIGATE_TO_RECORD", json!({ "objectCoordinates": target }));
        page.say("CALL_ANSWERED", named("c-2"));
        let completed = page.finish(&engaged("c-2", 7));

        assert_eq!(
            opened.last().map(|order| &order[0]),
            Some(&json!("navigate"))
        );
        let matches = json!([contact["objectCoordinates"]]);
        assert_eq!(completed[1][3]["associations"], matches, "{target}");
    }
}

#[test]
fn a_call_completed_before_its_caller_is_found_goes_to_the_matches() {
    let coordinates = json!({ "portalId": 1, "objectId": 51, "objectTypeId": "0-1" });
    let contact = json!({ "callerIdType": "CONTACT", "objectCoordinates": coordinates });
    for (found, associations) in [
        (Ok(json!([contact])), json!([coordinates])),
        (Err("down"), json!([])),
    ] {
        let mut page = Page::ready(|_| {});
        let asks = incoming(&json!({ "createEngagement": true }));
        page.say("INCOMING_CALL", asks);
        page.answer(2, Ok(json!({ "id": 7 })));

        let early = page.finish(&engaged("c-2", 7));
        let completed = page.answer(1, found);

        assert_eq!(early.len(), 1, "{early:?}");
        let store = completed.last().expect("an order");
        assert_eq!(store[3]["associations"], associations);
    }
}

#[test]
fn a_record_is_chosen_for_one_call_of_its_caller() {
    let coordinates = |id: u32| json!({ "objectId": id, "objectTypeId": "0-1" });
    let matches = json!([51, 52].map(|id| json!({ "objectCoordinates": coordinates(id) })));
    for (engagement, first) in [(json!(null), 52), (json!(1), 51)] {
        let mut page = Page::ready(|_| {});
        for (call, request, id) in [("c-1", 1, 52), ("c-2", 4, 51)] {
            page.say("INCOMING_CALL", incoming(&asking(call)));
            page.answer(request, Ok(matches.clone()));
            page.answer(request + 1, Ok(json!({ "id": request })));
            let data = json!({ "objectCoordinates": coordinates(id) });
            page.say("NAVIGATE_TO_RECORD", data);
        }
        // Without an engagement it is the newest call's.
        let data = json!({ "engagementId": engagement, "objectCoordinates": coordinates(51) });
        page.say("NAVIGATE_TO_RECORD", data);

        let chosen = ["c-1", "c-2"].map(|call| {
            page.finish(&named(call)).last().expect("an order")[3]["associations"].clone()
        });

        assert_eq!(chosen, [first, 51].map(|id| json!([coordinates(id)])));
    }
}

#[test]
fn a_record_is_no_choice_for_a_caller_whom_it_turns_out_not_to_be() {
    let coordinates = |id: u32| json!({ "objectId": id, "objectTypeId": "0-1" });
    let found = |id: u32| json!({ "objectCoordinates": coordinates(id) });
    let mut page = Page::ready(|_| {});
    page.say("INCOMING_CALL", incoming(&asking("c-1")));
    page.answer(1, Ok(json!([found(51), found(52)])));
    page.answer(2, Ok(json!({ "id": 7 })));
    page.say("INCOMING_CALL", incoming(&named("c-2")));

    page.say(
        "NAVIGATE_TO_RECORD",
        json!({ "objectCoordinates": coordinates(52) }),
    );
    page.answer(3, Ok(json!([found(61)])));

    let completed = page.finish(&named("c-1"));
    let saved = completed.last().map(|order| &order[3]["associations"]);
    assert_eq!(saved, Some(&json!([coordinates(52)])));
}

#[test]
fn incoming_calls_are_ignored_where_none_are_supported() {
    for (why, location, supports) in [
        ("in the location `widget`", "widget", true),
        ("without `supportsInboundCalling`", "remote", false),
    ] {
        let mut page = Page::ready(|config| {
            config.context = json!({ "iframeLocation": location }).into();
            config.supports_inbound_calling = supports;
        });

        let outputs = page.say(
            "INCOMING_CALL",
            incoming(&json!({ "createEngagement": true })),
        );

        let detail = format!("INCOMING_CALL {why}");
        let text = format!("INBOUND_NOT_SUPPORTED: {detail}");
        let failure = json!({ "error": { "message": text }, "externalCallId": "c-2" });
        assert_eq!(
            outputs,
            [
                warn("INBOUND_NOT_SUPPORTED", &detail),
                json!(["post", "CREATE_ENGAGEMENT_FAILED", failure]),
            ]
        );
        assert_eq!(page.calls(), [] as [Value; 0]);
    }
}

#[test]
fn a_number_may_come_as_one() {
    let mut page = Page::ready(|_| {});
    let number = 15_550_100_123_u64;
    let data = incoming(&json!({ "fromNumber": number, "createEngagement": true }));

    let outputs = page.say("INCOMING_CALL", data);

    let asked = &outputs[outputs.len() - 2..];
    assert_eq!(asked[0], json!(["match", 1, number]));
    assert_eq!(asked[1][2]["fromNumber"], number);
}

#[test]
fn an_unavailable_user_gets_no_incoming_calls() {
    let mut page = Page::ready(|_| {});
    page.say("USER_UNAVAILABLE", Value::Null);

    let ignored = page.say("INCOMING_CALL", incoming(&json!({})));
    let answered = page.say("CALL_ANSWERED", named("c-2"));
    page.say("USER_AVAILABLE", Value::Null);
    let taken = page.say("INCOMING_CALL", incoming(&json!({})));

    assert_eq!(ignored, [warn("USER_UNAVAILABLE", "INCOMING_CALL")]);
    assert_eq!(
        answered[0],
        warn(
            "NOT_STARTED",
            "callAnswered came for a call that was not started; send outgoingCall or incomingCall first, under the same externalCallId"
        )
    );
    assert_eq!(taken.last(), Some(&json!(["match", 1, "+15550100123"])));
}

#[test]
fn a_call_of_another_window_is_known_by_its_engagement() {
    let mut page = Page::ready(|_| {});

    let ended = page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-9", "engagementId": 7, "callEndStatus": "COMPLETED" }),
    );
    let nameless = page.say("CALL_ENDED", json!({ "engagementId": 8 }));
    page.say(
        "CALL_COMPLETED",
        json!({ "externalCallId": "c-9", "engagementId": 7, "hideWidget": true }),
    );

    let calls: Vec<Value> = page.host.calls().iter().map(call_state).collect();
    for outputs in [ended, nameless] {
        assert!(
            outputs
                .iter()
                .all(|output| output[0] != "warn" || output[1] == "MISSING_FIELD")
        );
    }
    let expected = [
        json!(["c-9", "7", "completed"]),
        json!([null, "8", "ended"]),
    ];
    assert_eq!(calls, expected);
}

#[test]
fn an_answer_or_a_transfer_names_an_engagement_too() {
    for (wire, state) in [
        ("CALL_ANSWERED", "connected"),
        ("CALL_TRANSFERRED", "transferred"),
    ] {
        let mut page = Page::ready(|_| {});

        page.say(wire, engaged("c-9", 7));

        let calls: Vec<Value> = page.host.calls().iter().map(call_state).collect();
        assert_eq!(calls, [json!(["c-9", "7", state])]);
        assert_eq!(page.count(Code::UnknownField), 0);
    }
}

/// A start, how many of the steps after it are reported, a further end, and true if that is of
/// another window's call.
const OTHERS: &str = r#"
                             | 0 | { "engagementId": 8 }                          | true
                             | 0 | { "externalCallId": "c-9", "engagementId": 8 } | true
{}                           | 3 | { "engagementId": 8 }                          | true
{ "createEngagement": true } | 3 | { "engagementId": 7 }                          | false
{}                           | 2 | { "externalCallId": "c-9", "engagementId": 8 } | false
{ "createEngagement": true } | 2 | { "externalCallId": "c-9", "engagementId": 8 } | true
"#;

#[test]
fn an_engagement_is_another_windows_unless_a_call_here_may_have_it() {
    for [start, steps, ended, expected] in rows(OTHERS) {
        let mut page = Page::ready(|_| {});
        drop(page.dial(contact_dial()));
        if let Some(start) = value(start) {
            page.say("OUTGOING_CALL_STARTED", start);
            page.answer(1, Ok(json!({ "id": 7 })));
        }
        let steps = steps.parse().expect("a number");
        for wire in ["CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"]
            .iter()
            .take(steps)
        {
            page.say(wire, Value::Null);
        }

        page.say("CALL_ENDED", json!(value(ended)));

        let is_anothers = page.calls().len() == 2;
        assert_eq!(is_anothers.to_string(), expected, "{start} {ended}");
    }
}

/// The fields of an ignored call's messages, beside the engagement of the call under way.
const IGNORED: &str = r#"
    { "externalCallId": "c-2", "engagementId": 7 }
    { "externalCallId": "c-2" }
    {}
"#;

#[test]
fn the_end_of_an_ignored_call_ends_no_other() {
    for [data] in rows(IGNORED) {
        let data = value(data).expect("an object");
        let mut page = Page::created(7);
        page.say("USER_UNAVAILABLE", Value::Null);
        page.say(
            "INCOMING_CALL",
            with(data.clone(), &json!({ "fromNumber": "+1" })),
        );

        // The app may send the engagement of its call under way.
        for wire in ["CALL_ENDED", "CALL_COMPLETED"] {
            page.say(wire, data.clone());
        }
        page.say("CALL_ANSWERED", Value::Null);

        let calls: Vec<Value> = page.taken().map(call_state).collect();
        assert_eq!(calls, [json!(["c-1", "7", "connected"])], "{data}");
        assert!(!page.host.visibility().is_hidden, "{data}");
    }
}

fn call_state(call: &Call) -> Value {
    let id = call.external_call_id.as_ref().map(|id| id.as_str());
    let engagement = call.engagement.id().map(|id| id.as_str());
    json!([id, engagement, call.state.name()])
}
