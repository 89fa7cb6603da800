//! Outgoing calls.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::UserInput;
use serde_json::{Value, json};

use super::page::{
    Page, asking, complete, contact_dial, engaged, incoming, named, outgoing, request_of, stored,
    warn,
};
use crate::table::with;

#[test]
fn an_outbound_call_from_click_to_the_completed_engagement() {
    let mut page = Page::ready(|_| {});

    let (outcome, dialled) = page.dial(contact_dial());
    let started = page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    let created = page.answer(1, Ok(json!({ "id": 4021 })));
    let answered = page.say("CALL_ANSWERED", named("c-1"));
    page.now = 60_000.0;
    let ended = page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-1", "engagementId": 4021, "callEndStatus": "COMPLETED" }),
    );
    let completed = page.say(
        "CALL_COMPLETED",
        json!({
            "externalCallId": "c-1", "engagementId": 4021,
            "engagementProperties": { "hs_timestamp": "950", "hs_call_title": "Hello" },
        }),
    );
    let saved = page.answer(2, Ok(json!({ "id": 4021 })));

    assert_eq!(outcome.as_deref(), Ok("h1_2"));
    let mut dial = contact_dial();
    dial["portalId"] = json!(1);
    dial["ownerId"] = json!(3);
    dial["phone_number"] = dial["phoneNumber"].clone();
    assert_eq!(dialled, [json!(["post", "DIAL_NUMBER", dial])]);
    assert_eq!(
        started,
        [
            json!(["notify", "outgoingCall", "OUTGOING_CALL_STARTED"]),
            json!(["create", 1, stored("service")]),
        ]
    );
    let result = json!({ "engagementId": 4021, "externalCallId": "c-1" });
    assert_eq!(
        created,
        [
            json!(["post", "CREATE_ENGAGEMENT_SUCCEEDED", result]),
            json!(["post", "ENGAGEMENT_CREATED", result]),
        ]
    );
    assert_eq!(
        answered,
        [json!(["notify", "callAnswered", "CALL_ANSWERED"])]
    );
    assert_eq!(ended, [json!(["notify", "callEnded", "CALL_ENDED"])]);
    assert_eq!(
        completed,
        [
            json!(["notify", "callCompleted", "CALL_COMPLETED"]),
            complete(
                2,
                4021,
                &json!({
                    "endedAt": 60_000, "callEndStatus": "COMPLETED",
                    "associations": [{ "portalId": 1, "objectId": 51, "objectTypeId": "0-1" }],
                    "properties": { "hs_timestamp": "950", "hs_call_title": "Hello" },
                })
            ),
        ]
    );
    assert_eq!(
        saved,
        [
            json!(["visibility", false, true]),
            json!(["post", "VISIBILITY_CHANGED", { "isMinimized": false, "isHidden": true }]),
            json!(["post", "UPDATE_ENGAGEMENT_SUCCEEDED", result]),
        ]
    );
    assert_eq!(
        page.calls(),
        [json!({
            "externalCallId": "c-1", "engagementId": 4021, "direction": "outbound",
            "state": "completed", "callEndStatus": "COMPLETED", "engagement": "updated",
        })]
    );
}

#[test]
fn hide_widget_is_ignored_in_a_call_task() {
    for (in_call_task, hidden) in [(false, false), (true, true)] {
        let mut page = Page::ready(|_| {});
        page.enter(UserInput::SetInCallTask { in_call_task });
        page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
        page.say("CALL_ENDED", engaged("c-1", 0));

        page.say(
            "CALL_COMPLETED",
            json!({ "externalCallId": "c-1", "engagementId": 0, "hideWidget": false }),
        );

        assert_eq!(page.host.visibility().is_hidden, hidden, "{in_call_task}");
    }
}

#[test]
fn an_end_status_may_be_the_name_of_its_constant() {
    for (status, known) in [
        ("INTERNAL_NO_ANSWER", json!("NO_ANSWER")),
        ("INTERNAL_HUNG_UP", Value::Null),
        ("INTERNAL_", Value::Null),
    ] {
        let mut page = Page::calling();

        page.say(
            "CALL_ENDED",
            json!({ "externalCallId": "c-1", "callEndStatus": status }),
        );

        assert_eq!(page.calls()[0]["callEndStatus"], known);
    }
}

#[test]
fn the_deprecated_phone_number_is_the_other_partys() {
    let number = "+15550100123";
    for (wire, field, is_matched) in [
        ("OUTGOING_CALL_STARTED", "toNumber", false),
        ("INCOMING_CALL", "fromNumber", true),
    ] {
        let mut page = Page::ready(|_| {});

        let data = json!({ "phoneNumber": number, "createEngagement": true });
        let outputs = page.say(wire, data);

        assert_eq!(outputs.last().expect("an order")[2][field], number);
        let lookup = json!(["match", 1, number]);
        assert_eq!(outputs.contains(&lookup), is_matched, "{outputs:?}");
    }
}

#[test]
fn messages_of_older_sdks_are_about_the_current_call() {
    let mut page = Page::ready(|_| {});
    drop(page.dial(contact_dial()));

    page.say(
        "OUTGOING_CALL_STARTED",
        json!({ "createEngagement": "true" }),
    );
    page.answer(1, Ok(json!({ "id": 33 })));
    page.say("CALL_ANSWERED", Value::Null);
    page.say("CALL_ENDED", Value::Null);
    page.say("CALL_COMPLETED", json!({ "engagementId": " 33 " }));

    assert_eq!(
        page.calls(),
        [json!({
            "engagementId": 33, "direction": "outbound", "state": "completed",
            "engagement": "created",
        })]
    );
    assert_eq!(page.count(Code::OtherEngagement), 0);
}

#[test]
fn a_hang_up_on_the_page_asks_for_the_calls_end() {
    let mut page = Page::ready(|_| {});
    let idle = page.command(UserInput::EndCall {});
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

    let hang_up = page.command(UserInput::EndCall {});
    let outputs = page.drain();

    assert_eq!(idle, Err(Code::NotStarted));
    assert!(hang_up.is_ok());
    assert_eq!(outputs, [json!(["post", "END_CALL"])]);
}

#[test]
fn a_transferred_call_is_done_without_being_ended() {
    let mut page = Page::calling();
    page.say("CALL_ANSWERED", named("c-1"));

    page.say("CALL_TRANSFERRED", named("c-1"));
    let ended = page.say("CALL_ENDED", engaged("c-1", 1));
    let notes = json!({ "engagementId": 7, "engagementProperties": {} });
    page.say("CALL_COMPLETED", notes);

    assert_eq!(page.states(), ["transferred"]);
    assert_eq!(page.each("engagementId"), [7]);
    assert!(!page.host.has_active_call());
    assert_eq!(ended[0][1], "ALREADY_TRANSFERRED");
}

#[test]
fn messages_out_of_order_are_ignored_and_reported_by_the_mode() {
    for (is_strict, level) in [(false, "warn"), (true, "error")] {
        let mut page = Page::ready(|config| config.is_strict = is_strict);
        page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
        page.say("CALL_ENDED", named("c-1"));

        let outputs = page.say("CALL_ANSWERED", named("c-1"));

        assert_eq!(
            outputs,
            [json!([
                level,
                "ALREADY_ENDED",
                "callAnswered came while the call is ended; next may come callCompleted, finalizeEngagement"
            ])]
        );
        assert_eq!(page.calls()[0]["state"], "ended");
        assert_eq!(page.count(Code::AlreadyEnded), 1);
    }
}

#[test]
fn a_completion_of_no_call_hides_the_frame_and_ends_the_dial() {
    let cancel = || json!({ "hideWidget": true });
    for (what, dials, said, data) in [
        ("a cancel", true, &[][..], cancel()),
        ("a cancel with an id", true, &[], named("c-1")),
        ("no payload", true, &[], Value::Null),
        ("no call at all", false, &[], cancel()),
        (
            "a call that dials",
            true,
            &["OUTGOING_CALL_STARTED"],
            cancel(),
        ),
        (
            "the same, named",
            false,
            &["OUTGOING_CALL_STARTED"],
            named("c-1"),
        ),
        ("a call that rings", false, &["INCOMING_CALL"], cancel()),
        (
            "a call that runs",
            true,
            &["OUTGOING_CALL_STARTED", "CALL_ANSWERED"],
            cancel(),
        ),
        (
            "a completion that is repeated",
            false,
            &["OUTGOING_CALL_STARTED", "CALL_ENDED", "CALL_COMPLETED"],
            named("c-1"),
        ),
    ] {
        let mut page = Page::ready(|_| {});
        if dials {
            drop(page.dial(contact_dial()));
        }
        for wire in said {
            let data = json!({ "externalCallId": "c-1", "fromNumber": "+1", "hideWidget": false });
            page.say(wire, data);
        }

        page.say("CALL_COMPLETED", data);

        assert!(page.host.visibility().is_hidden, "{what}");
        assert!(!page.host.has_active_call(), "{what}");
        assert_eq!(page.calls().len(), said.len().min(1), "{what}");
        let (outcome, dialled) = page.dial(contact_dial());
        assert!(outcome.is_ok(), "{what}: {outcome:?}");
        assert!(
            dialled.iter().any(|order| order[1] == "DIAL_NUMBER"),
            "{what}"
        );
    }
}

#[test]
fn an_id_is_read_in_the_spelling_of_the_reference() {
    for (wire, state) in [
        ("CALL_ANSWERED", "connected"),
        ("CALL_TRANSFERRED", "transferred"),
        ("CALL_ENDED", "ended"),
        ("CALL_COMPLETED", "completed"),
    ] {
        let mut page = Page::calling();
        page.say("OUTGOING_CALL_STARTED", outgoing(&named("c-2")));

        page.say(wire, json!({ "externalCallID": "c-1" }));

        assert_eq!(page.states(), [state, "dialing"]);
    }
}

#[test]
fn a_call_that_is_reported_in_pieces_stays_one() {
    let start = |more: &Value| with(json!({ "toNumber": "+15550100123" }), more);
    let [asks, known] = [json!({ "createEngagement": true }), named("c-1")];
    let notes = |call| with(engaged(call, 7), &json!({ "engagementProperties": {} }));
    for (what, said) in [
        (
            "by the click's handler and by the phone",
            vec![
                ("OUTGOING_CALL_STARTED", start(&asks)),
                ("OUTGOING_CALL_STARTED", start(&asks)),
                ("CALL_ENDED", Value::Null),
                ("CALL_COMPLETED", json!({ "engagementId": 7 })),
            ],
        ),
        (
            "by the phone without the country",
            vec![
                ("OUTGOING_CALL_STARTED", start(&asks)),
                (
                    "OUTGOING_CALL_STARTED",
                    json!({ "phoneNumber": "05550100123" }),
                ),
                ("CALL_ENDED", Value::Null),
                ("CALL_COMPLETED", json!({ "engagementId": 7 })),
            ],
        ),
        (
            "first without the country",
            vec![
                (
                    "OUTGOING_CALL_STARTED",
                    json!({ "phoneNumber": "05550100123", "createEngagement": true }),
                ),
                ("OUTGOING_CALL_STARTED", start(&json!({}))),
                ("CALL_ENDED", Value::Null),
                ("CALL_COMPLETED", json!({ "engagementId": 7 })),
            ],
        ),
        (
            "again with its id",
            vec![
                ("OUTGOING_CALL_STARTED", start(&asks)),
                ("OUTGOING_CALL_STARTED", start(&asking("c-1"))),
                ("CALL_ENDED", known.clone()),
                ("CALL_COMPLETED", known.clone()),
            ],
        ),
        (
            "its engagement asked for later",
            vec![
                ("OUTGOING_CALL_STARTED", start(&known)),
                ("OUTGOING_CALL_STARTED", start(&asking("c-1"))),
                ("CALL_ENDED", known.clone()),
                ("CALL_COMPLETED", known),
            ],
        ),
        (
            "under two ids",
            vec![
                ("OUTGOING_CALL_STARTED", start(&asking("c-1"))),
                ("CALL_ENDED", engaged("c-2", 7)),
                ("CALL_COMPLETED", engaged("c-2", 7)),
            ],
        ),
        (
            "under two ids, each of which ends",
            vec![
                ("OUTGOING_CALL_STARTED", start(&asking("c-1"))),
                ("CALL_ENDED", engaged("c-1", 7)),
                ("CALL_ENDED", engaged("c-2", 7)),
                ("CALL_COMPLETED", engaged("c-2", 7)),
            ],
        ),
        (
            "under an id and an engagement that only its completion names",
            vec![
                ("OUTGOING_CALL_STARTED", start(&json!({}))),
                ("CALL_COMPLETED", engaged("c-1", 7)),
            ],
        ),
        (
            "under texts of what the app does not know",
            vec![
                ("OUTGOING_CALL_STARTED", start(&asking("undefined"))),
                ("CALL_ANSWERED", engaged("c-1", "undefined")),
                ("CALL_ENDED", engaged("null", "null")),
                ("CALL_COMPLETED", engaged("c-1", "NaN")),
            ],
        ),
        (
            "under two ids, with notes that follow",
            vec![
                ("OUTGOING_CALL_STARTED", start(&asking("c-1"))),
                ("CALL_ENDED", named("c-1")),
                ("CALL_COMPLETED", notes("c-2")),
                ("CALL_COMPLETED", notes("c-2")),
            ],
        ),
        (
            "under two ids, without an end",
            vec![
                ("OUTGOING_CALL_STARTED", start(&asking("c-1"))),
                ("CALL_COMPLETED", engaged("c-2", 7)),
            ],
        ),
    ] {
        let mut page = Page::ready(|_| {});
        drop(page.dial(contact_dial()));

        for (wire, data) in said {
            for order in page.say(wire, data) {
                if order[0] == "create" {
                    page.answer(1, Ok(json!({ "id": 7 })));
                }
            }
        }

        assert_eq!(page.states(), ["completed"], "{what}");
        assert_eq!(page.each("engagementId"), [7], "{what}");
    }
}

#[test]
fn a_phone_may_ring_its_user_first_and_call_under_the_same_id() {
    for (asks, states) in [
        (&["INCOMING_CALL"][..], "dialing"),
        (&["INCOMING_CALL", "CALL_ANSWERED"], "connected"),
    ] {
        let mut page = Page::ready(|_| {});
        let (clicked, _) = page.dial(contact_dial());
        for wire in asks {
            page.say(wire, with(named("c-1"), &json!({ "fromNumber": "101" })));
        }

        let started = page.say(
            "OUTGOING_CALL_STARTED",
            outgoing(&json!({ "createEngagement": true })),
        );
        let request = started
            .iter()
            .find(|order| order[0] == "create")
            .expect("it is asked for");

        assert!(clicked.is_ok());
        assert_eq!(page.states(), [states]);
        assert_eq!(page.each("direction"), ["outbound"]);
        assert_eq!(request[2]["direction"], "OUTBOUND");
        page.answer(request_of(request), Ok(json!({ "id": 7 })));
        // The agent's own number is looked up.
        page.answer(1, Ok(json!([])));
        let saved = page.finish(&named("c-1"));
        let saved = saved
            .last()
            .map(|order| &order[3]["associations"][0]["objectId"]);
        assert_eq!(saved, Some(&contact_dial()["calleeInfo"]["calleeId"]));
    }
}

#[test]
fn an_id_used_again_in_wrap_up_is_another_call_where_its_start_differs() {
    const OUT: &str = "OUTGOING_CALL_STARTED";
    const IN: &str = "INCOMING_CALL";
    let of = |number: &str, more: Value| {
        let numbers = json!({ "toNumber": number, "fromNumber": number });
        with(with(asking("line-1"), &numbers), &more)
    };
    let at = |time: u32| json!({ "callStartTime": time });
    let first = "+15550100123";
    let untimed = || json!({});
    for (before, status, wire, second, is_another) in [
        (OUT, "COMPLETED", OUT, of("+15550100124", at(1)), true),
        (OUT, "COMPLETED", OUT, of(first, at(2)), true),
        (OUT, "COMPLETED", IN, of(first, at(1)), true),
        (OUT, "COMPLETED", OUT, of("1 555 010 0123", at(1)), false),
        (OUT, "COMPLETED", OUT, asking("line-1"), false),
        (OUT, "FAILED", OUT, of(first, untimed()), false),
        // The queue offers the caller again.
        (IN, "MISSED", IN, of(first, untimed()), true),
        (IN, "MISSED", IN, of(first, at(1)), false),
        (IN, "COMPLETED", IN, of(first, untimed()), false),
    ] {
        let mut page = Page::ready(|_| {});
        page.say(before, of(first, at(1)));
        page.answer(1 + u32::from(before == IN), Ok(json!({ "id": 7 })));
        let ended = json!({ "callEndStatus": status });
        page.say("CALL_ENDED", with(named("line-1"), &ended));

        page.say(wire, second.clone());
        page.say("CALL_ANSWERED", named("line-1"));
        page.say("CALL_COMPLETED", engaged("line-1", 7));

        let expected = ["completed", "connected"];
        assert_eq!(
            page.states(),
            expected[..1 + usize::from(is_another)],
            "{before} {status} {second}"
        );
    }
}

#[test]
fn a_start_that_is_repeated_names_its_call() {
    let mut page = Page::ready(|_| {});
    let start = |more: &Value| with(json!({ "toNumber": "+15550100123" }), more);
    page.say("OUTGOING_CALL_STARTED", start(&json!({})));

    let asked = page.say("OUTGOING_CALL_STARTED", start(&asking("c-1")));
    let answered = page.answer(1, Ok(json!({ "id": 7 })));
    page.say("OUTGOING_CALL_STARTED", start(&named("c-2")));

    let named = |order: &Value, at: usize| order[at]["externalCallId"].clone();
    let create = asked.iter().find(|order| order[0] == "create");
    assert_eq!(create.map(|order| named(order, 2)), Some(json!("c-1")));
    assert_eq!(named(&answered[0], 2), json!("c-1"), "{answered:?}");
    // Another call to the number.
    assert_eq!(page.each("externalCallId"), ["c-1", "c-2"]);
}

#[test]
fn a_call_that_a_message_names_is_completed_whatever_engagement_it_names() {
    let mut page = Page::created(7);
    page.say("OUTGOING_CALL_STARTED", outgoing(&asking("c-2")));
    page.answer(2, Ok(json!({ "id": 8 })));

    // The app remembers one engagement, and does not report ends.
    for call in ["c-2", "c-1"] {
        page.say("CALL_COMPLETED", engaged(call, 8));
    }

    assert!(!page.host.has_active_call());
    assert_eq!(page.engagements(), ["created", "created"]);
}

#[test]
fn an_end_that_names_its_engagement_may_come_twice() {
    let mut page = Page::asked();
    page.say("OUTGOING_CALL_STARTED", outgoing(&named("c-2")));

    for _ in 0..2 {
        page.say("CALL_ENDED", json!({ "engagementId": 8 }));
    }

    assert_eq!(page.states(), ["dialing", "ended"]);
    // Its other leg's, once it is done with.
    page.say("CALL_COMPLETED", json!({ "engagementId": 8 }));
    page.say("CALL_ENDED", engaged("c-9", 8));
    assert_eq!(page.states(), ["dialing", "completed"]);
}

#[test]
fn a_call_completed_before_its_end_is_saved_and_reported() {
    let mut page = Page::created(7);
    page.now = 5_000.0;

    let completed = page.say("CALL_COMPLETED", named("c-1"));

    assert_eq!(
        completed,
        [
            json!(["notify", "callCompleted", "CALL_COMPLETED"]),
            warn(
                "NOT_ENDED",
                "callCompleted came while the call is dialing; next may come callAnswered, callEnded, callTransferred"
            ),
            complete(2, 7, &json!({ "endedAt": 5_000 })),
        ]
    );
}

#[test]
fn an_end_may_bring_what_the_first_one_or_the_completion_lacked() {
    let [id, engagement, none] = [named("c-1"), json!({ "engagementId": 7 }), json!({})];
    let ended = |name: &Value, status: &str| {
        let status = json!({ "callEndStatus": status });
        ("CALL_ENDED", with(name.clone(), &status))
    };
    let completed = || ("CALL_COMPLETED", id.clone());
    // What is said of the call at 1, 5 and 9 s, and the end that is saved.
    for (said, at, status) in [
        (
            [ended(&none, ""), ended(&id, "BUSY"), completed()],
            1,
            json!("BUSY"),
        ),
        (
            [ended(&none, "hung up"), ended(&none, "BUSY"), completed()],
            1,
            json!("BUSY"),
        ),
        (
            [ended(&id, "BUSY"), ended(&id, "FAILED"), completed()],
            1,
            json!("BUSY"),
        ),
        (
            [ended(&id, ""), completed(), ended(&id, "BUSY")],
            1,
            json!("BUSY"),
        ),
        (
            [completed(), ended(&id, "BUSY"), ended(&id, "FAILED")],
            5,
            json!("BUSY"),
        ),
        (
            [completed(), ended(&engagement, "BUSY"), ended(&id, "")],
            5,
            json!("BUSY"),
        ),
        (
            [completed(), completed(), ended(&id, "BUSY")],
            9,
            json!("BUSY"),
        ),
        // It may be another's.
        (
            [ended(&id, ""), completed(), ended(&none, "BUSY")],
            1,
            Value::Null,
        ),
    ] {
        let mut page = Page::created(7);
        let mut saved = Value::Null;
        let mut request = 2;
        for (wire, data) in said.clone() {
            for order in page.say(wire, data) {
                if order[0] == "complete" {
                    saved = order;
                    page.answer(request, Ok(Value::Null));
                    request += 1;
                }
            }
            page.now += 4_000.0;
        }

        let end = [&saved[3]["endedAt"], &saved[3]["callEndStatus"]];
        assert_eq!(end, [&json!(at * 1_000), &status], "{said:?}");
        assert_eq!(page.states(), ["completed"]);
    }
}

#[test]
fn properties_of_a_second_completion_are_saved_once() {
    let notes = json!({ "engagementProperties": { "hs_timestamp": "950" } });
    for (again, first, made) in [
        (named("c-1"), named("c-1"), Ok(Value::Null)),
        (named("c-1"), with(named("c-1"), &notes), Err("full")),
        (named("c-1"), with(named("c-1"), &notes), Ok(Value::Null)),
        (json!({ "engagementId": 7 }), named("c-1"), Ok(Value::Null)),
        (json!({}), named("c-1"), Ok(Value::Null)),
    ] {
        let mut page = Page::created(7);
        page.finish(&first);
        page.answer(2, made);

        let mut message = json!({
            "type": "CALL_COMPLETED", "messageId": "w1_again", "data": with(again, &notes),
        });
        page.put([None, Some(false)]);
        let saved = page.receive(&message);
        let answered = page.answer(3, Ok(Value::Null));
        let repeated = page.receive(&message);
        // Published widgets give the messages of one millisecond one id.
        message["data"]["engagementProperties"]["hs_call_body"] = json!("more");
        let more = page.receive(&message);

        let properties = json!({ "endedAt": 1_000, "properties": { "hs_timestamp": "950" } });
        assert_eq!(saved.last(), Some(&complete(3, 7, &properties)));
        assert_eq!(
            answered.last().map(|order| &order[1]),
            Some(&json!("UPDATE_ENGAGEMENT_SUCCEEDED"))
        );
        let last = repeated.last().map(|order| &order[1]);
        assert_eq!(last, Some(&json!("ALREADY_COMPLETED")));
        let order = more.last().map(|order| &order[0]);
        assert_eq!(order, Some(&json!("complete")));
        assert!(page.host.visibility().is_hidden);
    }
}

#[test]
fn later_notes_without_a_name_complete_no_ring_from_before_the_call() {
    let mut page = Page::ready(|_| {});
    page.say("INCOMING_CALL", json!({ "fromNumber": "+15550100999" }));
    page.say("OUTGOING_CALL_STARTED", json!({ "createEngagement": true }));
    page.answer(2, Ok(json!({ "id": 7 })));
    page.finish(&json!({}));
    page.answer(3, Ok(Value::Null));

    let notes = json!({ "engagementProperties": { "hs_call_body": "later" } });
    let saved = page.say("CALL_COMPLETED", notes);
    page.answer(4, Ok(Value::Null));
    page.say("CALL_COMPLETED", Value::Null);

    let engagement = saved.last().map(|order| &order[2]);
    assert_eq!(engagement, Some(&json!(7)));
    assert_eq!(page.states(), ["ringing", "completed"]);
}

#[test]
fn a_call_that_only_its_end_reports_is_not_the_one_before() {
    let mut page = Page::created(7);
    page.finish(&named("c-1"));
    page.answer(2, Ok(Value::Null));

    // Some apps announce outgoing calls alone, and report the end of any.
    page.say("CALL_ENDED", json!({ "callEndStatus": "COMPLETED" }));
    let notes = json!({ "engagementProperties": { "hs_call_body": "another" } });
    let outputs = page.say("CALL_COMPLETED", notes);

    assert!(
        outputs.iter().all(|order| order[0] != "complete"),
        "{outputs:?}"
    );
}

#[test]
fn later_notes_for_another_engagement_complete_nothing_again() {
    let mut page = Page::created(7);
    page.finish(&named("c-1"));
    page.answer(2, Ok(Value::Null));

    let notes = json!({ "engagementProperties": { "hs_timestamp": "950" } });
    let outputs = page.say("CALL_COMPLETED", with(engaged("c-1", 8), &notes));

    let last = outputs.last().map(|order| &order[1]);
    assert_eq!(last, Some(&json!("UPDATE_ENGAGEMENT_FAILED")));
    assert!(outputs.iter().all(|order| order[0] != "complete"));
}

#[test]
fn a_completion_leaves_what_it_is_not_about() {
    // The earlier call is completed again while the next number is clicked, and then dials.
    for (again, next) in [
        (named("c-1"), named("c-2")),
        (json!({ "engagementId": 7 }), named("c-2")),
        (engaged("c-9", 7), json!({ "externalCallId": null })),
    ] {
        let mut page = Page::calling();
        let end = json!({ "externalCallId": "c-1", "engagementId": 7, "hideWidget": false });
        page.finish(&end);
        drop(page.dial(contact_dial()));

        page.say("CALL_COMPLETED", again.clone());
        let clicked = page.states();
        page.say("OUTGOING_CALL_STARTED", outgoing(&next));
        page.say("CALL_COMPLETED", again);

        assert_eq!(clicked, ["completed", "requested"]);
        assert_eq!(page.states(), ["completed", "dialing"]);
        assert!(!page.host.visibility().is_hidden);
    }
    // A second call comes in, and is over before the first.
    let mut page = Page::calling();
    page.say("INCOMING_CALL", named("c-2"));
    for (call, is_hidden) in [("c-2", false), ("c-1", true)] {
        page.finish(&named(call));

        assert_eq!(page.host.visibility().is_hidden, is_hidden, "{call}");
    }
    // A number is cancelled while a call comes in, or that call is completed.
    for (completed, states) in [
        (json!({}), &["ringing"][..]),
        (named("c-2"), &["requested", "completed"]),
    ] {
        let mut page = Page::ready(|_| {});
        drop(page.dial(contact_dial()));
        page.say("INCOMING_CALL", incoming(&json!({})));

        page.say(
            "CALL_COMPLETED",
            with(completed, &json!({ "hideWidget": true })),
        );

        assert_eq!(page.states(), states);
        assert!(!page.host.visibility().is_hidden);
    }
}

#[test]
fn a_number_cancelled_before_log_in_is_not_dialled_after_it() {
    for is_clicked_before in [false, true] {
        let mut page = Page::ready(|_| {});
        if is_clicked_before {
            drop(page.dial(contact_dial()));
        }
        page.say("LOGGED_OUT", Value::Null);
        let held = if is_clicked_before {
            Code::RepeatedDial
        } else {
            Code::HeldLoggedOut
        };
        assert_eq!(page.dial(contact_dial()).0, Err(held));

        let cancelled = page.say("CALL_COMPLETED", json!({ "hideWidget": true }));

        let logged_in = page.say("LOGGED_IN", Value::Null);
        assert!(cancelled.contains(&json!(["notify", "callCompleted", "CALL_COMPLETED"])));
        assert_eq!(logged_in, [json!(["notify", "userLoggedIn", "LOGGED_IN"])]);
        assert!(page.host.visibility().is_hidden && page.calls().is_empty());
    }
}

#[test]
fn flags_count_as_javascript_takes_them() {
    for (flag, is_set) in [
        (json!(true), true),
        (json!("true"), true),
        (json!(1), true),
        (json!({}), true),
        (json!(false), false),
        (json!(0), false),
        (json!(""), false),
        (json!(null), false),
    ] {
        let mut page = Page::ready(|_| {});
        page.say(
            "INITIALIZED",
            json!({ "isLoggedIn": flag, "isAvailable": flag }),
        );
        let asks = outgoing(&json!({ "createEngagement": flag }));
        let started = page.say("OUTGOING_CALL_STARTED", asks);
        page.answer(1, Ok(json!({ "id": 7 })));
        page.say(
            "CALL_COMPLETED",
            json!({ "externalCallId": "c-1", "hideWidget": flag }),
        );
        page.answer(2, Ok(Value::Null));

        let is_created = started.iter().any(|order| order[0] == "create");
        assert_eq!(is_created, is_set, "{flag}");
        assert_eq!(page.host.widget().is_logged_in, is_set, "{flag}");
        assert_eq!(page.host.widget().is_available, is_set, "{flag}");
        // Null counts as left out.
        let is_hidden = is_set || flag.is_null();
        assert_eq!(page.host.visibility().is_hidden, is_hidden, "{flag}");
    }
}

#[test]
fn calls_before_initialized_are_ignored() {
    let mut page = Page::new(|_| {});
    page.connect();

    let outputs = page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

    assert_eq!(
        outputs,
        [warn(
            "NOT_READY",
            "OUTGOING_CALL_STARTED before INITIALIZED"
        )]
    );
}
