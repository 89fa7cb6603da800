//! Effects of a host's messages, and the call that an answer is about.

use calling_widget_sdk::protocol::MESSAGES;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::LifecycleMode;
use serde_json::{Value, json};

use super::page::{
    Page, Sent, about, asking, created, delivered, engaged, posted, reply, report, reports,
    with_lifecycle,
};

const CREATED: &str = "CREATE_ENGAGEMENT_SUCCEEDED";
const ANNOUNCED: &str = "ENGAGEMENT_CREATED";
const FINALIZE: &str = "FINALIZE_ENGAGEMENT";
const PUBLISH: &str = "PUBLISH_TO_CHANNEL";

/// Each call's engagement: its state, and its id once there is one.
fn engagements(page: &Page) -> Value {
    let calls = page.calls();
    let views = calls.as_array().into_iter().flatten().map(|call| {
        let id = call.get("engagementId").cloned().unwrap_or_default();
        json!([call.get("engagement"), id])
    });
    views.collect()
}

#[test]
fn nothing_is_ever_posted_in_answer_to_a_message_of_the_hosts() {
    let unknown = [
        "NEW_THING",
        "NEW_THING_FAILED",
        "toString",
        "__proto__",
        "ready",
    ];
    let known = MESSAGES.iter().map(|message| message.wire);
    for wire in known.chain(unknown).filter(|wire| *wire != "SYNC") {
        for data in [
            json!({}),
            Value::Null,
            json!({ "engagementId": 7 }),
            json!("x"),
        ] {
            let mut page = Page::ready();
            page.app(&asking("INCOMING_CALL", "c-1"));

            let outputs = page.host(&reply(wire, &data));
            let bare = page.host(&json!({ "type": wire, "messageId": "h_10" }));

            assert_eq!(posted(&outputs), [""; 0], "{wire}");
            assert_eq!(posted(&bare), [""; 0], "{wire}");
        }
    }
}

#[test]
fn an_unknown_type_is_delivered_as_it_is_and_counted() {
    let mut page = Page::ready();
    let message = json!({ "type": "NEW_THING", "messageId": 4, "data": [1, null], "more": {} });

    let outputs = page.host(&message);

    assert_eq!(outputs, [json!({ "deliver": message })]);
    assert_eq!(page.widget.counts(), [(Code::UnknownType, 1)]);
}

#[test]
fn a_reply_with_the_widgets_own_id_is_delivered() {
    let mut page = Page::ready();
    let (sent, _) = page.send(&asking("INCOMING_CALL", "c-1"));
    let message = json!({ "type": CREATED, "messageId": "w_1", "data": { "engagementId": 7 } });

    let outputs = page.host(&message);

    assert_eq!(sent, Sent::Posted("w_1".to_owned()));
    assert_eq!(outputs, [json!({ "deliver": message })]);
    assert_eq!(engagements(&page), json!([["created", 7]]));
    // A host that saw the call begin knows its engagement.
    let ended = about("CALL_ENDED", "c-1");
    assert_eq!(page.send(&ended).1[0]["post"]["data"], ended["data"]);
}

#[test]
fn two_messages_with_one_id_are_both_delivered() {
    let mut page = Page::ready();
    let message = reply("END_CALL", &Value::Null);

    let first = page.host(&message);
    let second = page.host(&message);

    assert_eq!(first, [json!({ "deliver": message })]);
    assert_eq!(second, first);
}

/// Plays messages about calls, the host's being those with an id. Expects every one of the
/// host's to be delivered, these notes, and the calls' engagements in the end.
#[track_caller]
fn expect(said: &[Value], notes: &[&str], expected: &Value) {
    let mut page = Page::ready();
    let mut noted = Vec::new();
    for message in said {
        if message.get("messageId").is_none() {
            page.app(message);
            continue;
        }
        let outputs = page.host(message);
        assert_eq!(json!(delivered(&outputs)), json!([message["type"]]));
        let of_it = reports(&outputs)
            .into_iter()
            .filter(|report| report["detail"] == message["type"]);
        noted.extend(of_it.map(|report| report["note"].clone()));
    }
    assert_eq!(noted, notes);
    assert_eq!(engagements(&page), *expected);
}

fn asks(call: &str) -> Value {
    asking("INCOMING_CALL", call)
}

/// The host created an engagement, without naming its call.
fn made(wire: &str, engagement: impl Into<Value>) -> Value {
    reply(wire, &json!({ "engagementId": engagement.into() }))
}

fn failed(call: &str) -> Value {
    reply(
        "CREATE_ENGAGEMENT_FAILED",
        &json!({ "externalCallId": call }),
    )
}

/// The app ends a call, and completes it with its engagement and properties.
fn completes(call: &str, properties: &Value) -> [Value; 2] {
    let data = json!({
        "externalCallId": call, "engagementId": 8, "engagementProperties": properties,
    });
    let completed = json!({ "type": "CALL_COMPLETED", "data": data });
    [about("CALL_ENDED", call), completed]
}

#[test]
fn an_answer_names_its_call() {
    let said = [asks("c-1"), asks("c-2"), created("c-2", 8), failed("c-1")];
    expect(&said, &[], &json!([["failed", null], ["created", 8]]));
}

#[test]
fn an_unnamed_answer_is_about_the_only_call_that_waits() {
    let starts = about("INCOMING_CALL", "c-1");
    let said = [starts, asks("c-2"), made(ANNOUNCED, "8")];
    expect(&said, &[], &json!([["none", null], ["created", "8"]]));
}

#[test]
fn an_answer_that_fits_two_calls_is_ambiguous_and_moves_neither() {
    // A host that announces each engagement twice.
    let mut said = vec![asks("c-1"), asks("c-2")];
    for id in [7, 8] {
        said.extend([made(CREATED, id), made(ANNOUNCED, id)]);
    }
    let none = json!([["pending", null], ["pending", null]]);
    expect(&said[..3], &["AMBIGUOUS_REPLY"], &none);

    said.extend([asks("c-3"), made(CREATED, 9)]);
    let created = json!([["pending", null], ["pending", null], ["created", 9]]);
    expect(&said, &["AMBIGUOUS_REPLY"; 3], &created);
}

#[test]
fn an_answer_owed_to_a_call_that_is_over_is_no_other_calls() {
    let mut said = vec![asks("c-1"), asks("c-2"), made(CREATED, 7)];
    for call in ["c-1", "c-2"] {
        said.extend(["CALL_ENDED", "CALL_COMPLETED"].map(|wire| about(wire, call)));
    }
    let none = json!(["pending", null]);
    // The store was slow: it is the first or the second call's.
    said.extend([asks("c-3"), made(CREATED, 8)]);
    expect(&said, &["AMBIGUOUS_REPLY"; 2], &json!([none, none, none]));
    said.extend([made(CREATED, 9), asks("c-4"), made(CREATED, 10)]);
    let expected = json!([none, none, none, ["created", 10]]);
    expect(&said, &["AMBIGUOUS_REPLY"; 3], &expected);
}

#[test]
fn a_creation_that_succeeds_after_it_failed_counts() {
    let said = [asks("c-1"), failed("c-1"), created("c-1", 8)];
    expect(&said[..2], &[], &json!([["failed", null]]));
    expect(&said, &[], &json!([["created", 8]]));
}

#[test]
fn completion_with_properties_awaits_their_update() {
    for (answer, state) in [
        ("UPDATE_ENGAGEMENT_SUCCEEDED", "updated"),
        ("UPDATE_ENGAGEMENT_FAILED", "updateFailed"),
    ] {
        let mut said = vec![asks("c-1"), made(CREATED, 8)];
        said.extend(completes("c-1", &json!({ "hs_timestamp": "1" })));
        expect(&said, &[], &json!([["updating", 8]]));
        said.push(reply(answer, &json!({})));
        expect(&said, &[], &json!([[state, 8]]));
    }
}

#[test]
fn completion_without_properties_awaits_nothing() {
    let starts = about("INCOMING_CALL", "c-1");
    let [ends, completes] = completes("c-1", &Value::Null);
    let bare = engaged("CALL_COMPLETED", "c-1", 8);
    for completed in [completes, bare] {
        let said = [starts.clone(), ends.clone(), completed];
        expect(&said, &[], &json!([["supplied", 8]]));
    }
}

#[test]
fn an_engagement_of_the_apps_own_is_handed_over() {
    for (command, answers, (ending, state)) in [
        (FINALIZE, FINALIZE, ("SUCCEEDED", "finalized")),
        (FINALIZE, FINALIZE, ("FAILED", "finalizeFailed")),
        (PUBLISH, PUBLISH, ("SUCCEEDED", "finalized")),
        (PUBLISH, PUBLISH, ("FAILED", "finalizeFailed")),
        (FINALIZE, PUBLISH, ("SUCCEEDED", "finalized")),
    ] {
        let mut said = ["INCOMING_CALL", "CALL_ENDED"]
            .map(|wire| about(wire, "c-1"))
            .to_vec();
        said.push(engaged(command, "c-1", "own-8"));
        expect(&said, &[], &json!([["finalizing", "own-8"]]));
        said.push(made(&format!("{answers}_{ending}"), "own-8"));
        expect(&said, &[], &json!([[state, "own-8"]]));
    }
}

#[test]
fn an_answer_with_another_calls_engagement_changes_neither_call() {
    let ties = [
        ("h_9", json!({ "externalCallId": "c-2" })),
        // The message that started the second call.
        ("w_2", json!({})),
        ("w_2", json!({ "externalCallId": "c-2" })),
    ];
    for wire in [CREATED, "ENGAGEMENT_CREATED"] {
        for (message_id, data) in &ties {
            let mut page = Page::ready();
            page.app(&asking("INCOMING_CALL", "c-1"));
            page.host(&created("c-1", 8));
            page.app(&asking("INCOMING_CALL", "c-2"));
            let mut data = data.clone();
            data["engagementId"] = json!("8");

            let outputs =
                page.host(&json!({ "type": wire, "messageId": message_id, "data": data }));

            let note = report("note", "OTHER_ENGAGEMENT", wire);
            assert_eq!(reports(&outputs), [&note], "{data}");
            assert_eq!(delivered(&outputs), [wire]);
            assert_eq!(
                engagements(&page),
                json!([["created", 8], ["pending", null]])
            );
        }
    }
}

#[test]
fn the_app_gives_no_call_the_engagement_of_another() {
    const ENDS: [&str; 4] = ["CALL_ENDED", "CALL_COMPLETED", FINALIZE, PUBLISH];
    let detail = "engagementId names an engagement that is not this call's; send the id that belongs to the call";
    for (mode, level) in [
        (LifecycleMode::Off, None),
        (LifecycleMode::Warn, Some("note")),
        (LifecycleMode::Strict, Some("error")),
    ] {
        let rows = [(None, 8), (Some(9), 8), (Some(9), 10)];
        for (wire, (own, named)) in ENDS.iter().flat_map(|wire| rows.map(|row| (*wire, row))) {
            let mut page = Page::ready_with(with_lifecycle(mode));
            two_calls(&mut page, wire, own);
            let (calls, before) = (page.calls(), engagements(&page));
            let mut message = engaged(wire, "c-2", named);
            message["data"]["engagementProperties"] = json!({});

            let (sent, outputs) = page.send(&message);

            let told = level.map(|level| report(level, "OTHER_ENGAGEMENT", detail));
            assert_eq!(reports(&outputs), Vec::from_iter(told.as_ref()));
            assert_eq!(engagements(&page), before, "{wire}");
            if mode == LifecycleMode::Strict {
                assert_eq!(sent, Sent::Refused(Code::OtherEngagement), "{wire}");
                assert_eq!((outputs.len(), page.calls()), (1, calls), "{wire}");
            } else {
                assert_eq!(posted(&outputs), [wire]);
            }
        }
    }
}

/// The call `c-1` with the host's engagement 8, and `c-2` with its own, if any,
/// in a state in which the message is in order.
fn two_calls(page: &mut Page, wire: &str, own: Option<u32>) {
    for (call, engagement) in [("c-1", Some(8)), ("c-2", own)] {
        page.app(&about("INCOMING_CALL", call));
        if let Some(id) = engagement {
            let data = json!({ "externalCallId": call, "engagementId": id });
            page.host(&reply(CREATED, &data));
        }
    }
    if wire != "CALL_ENDED" {
        page.app(&about("CALL_ENDED", "c-2"));
    }
}

#[test]
fn answers_about_no_known_call_change_nothing_and_are_delivered() {
    let mut page = Page::ready();

    for message in MESSAGES
        .iter()
        .filter(|row| row.wire.contains("ENGAGEMENT"))
    {
        let sent = reply(
            message.wire,
            &json!({ "engagementId": 5, "externalCallId": "x" }),
        );
        let outputs = page.host(&sent);

        assert_eq!(outputs, [json!({ "deliver": sent })]);
    }

    assert_eq!(page.calls(), json!([]));
}
