//! Calls that go out.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::{HostInput, Lifecycle, UserInput};
use serde_json::{Value, json};

use super::page::{Page, contact_dial, outgoing};

#[test]
fn an_outbound_call_from_click_to_the_completed_engagement() {
    let mut page = Page::ready(|_| {});

    let (outcome, dialled) = page.dial(contact_dial());
    let started = page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    let created = page.answer(1, Ok(json!({ "id": 4021 })));
    let answered = page.say("CALL_ANSWERED", json!({ "externalCallId": "c-1" }));
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
    let inserted = page.answer(2, Ok(json!({ "id": 4021 })));
    let associated = page.answer(3, Ok(json!({ "id": 4021 })));
    let updated = page.answer(4, Ok(json!({ "id": 4021 })));

    assert_eq!(outcome.as_deref(), Ok("h1_2"));
    let mut dial = contact_dial();
    dial["portalId"] = json!(1);
    dial["ownerId"] = json!(3);
    assert_eq!(dialled, [json!(["post", "DIAL_NUMBER", dial])]);
    assert_eq!(
        started,
        [
            json!(["notify", "outgoingCall", "OUTGOING_CALL_STARTED"]),
            json!(["create", 1, {
                "externalCallId": "c-1", "direction": "OUTBOUND", "fromNumber": "+15550100999",
                "toNumber": "+15550100123", "startedAt": 950, "owner": "service",
            }]),
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
            json!(["complete", 2, 4021, { "endedAt": 60_000, "callEndStatus": "COMPLETED" }]),
        ]
    );
    assert_eq!(
        inserted,
        [json!(["associate", 3, 4021, [{ "portalId": 1, "objectId": 51, "objectTypeId": "0-1" }]])]
    );
    assert_eq!(
        associated,
        [
            json!(["visibility", false, true]),
            json!(["update", 4, 4021, { "hs_timestamp": "950", "hs_call_title": "Hello" }]),
        ]
    );
    assert_eq!(
        updated,
        [json!(["post", "UPDATE_ENGAGEMENT_SUCCEEDED", result])]
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
        page.enter(HostInput::User(UserInput::SetInCallTask { in_call_task }));
        page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
        page.say(
            "CALL_ENDED",
            json!({ "externalCallId": "c-1", "engagementId": 0 }),
        );

        page.say(
            "CALL_COMPLETED",
            json!({ "externalCallId": "c-1", "engagementId": 0, "hideWidget": false }),
        );

        assert_eq!(page.host.visibility().is_hidden, hidden, "{in_call_task}");
    }
}

#[test]
fn the_deprecated_phone_number_is_read_as_to_number() {
    let mut page = Page::ready(|_| {});

    let outputs = page.say(
        "OUTGOING_CALL_STARTED",
        json!({ "phoneNumber": "+15550100123", "createEngagement": true }),
    );

    let create = outputs.last().expect("an order");
    assert_eq!(create[2]["toNumber"], "+15550100123");
}

#[test]
fn messages_of_older_sdks_are_about_the_current_call() {
    let mut page = Page::ready(|_| {});
    drop(page.dial(contact_dial()));

    page.say(
        "OUTGOING_CALL_STARTED",
        json!({ "createEngagement": "true" }),
    );
    page.say("CALL_ANSWERED", Value::Null);
    page.say("CALL_ENDED", Value::Null);
    page.say("CALL_COMPLETED", json!({ "engagementId": 33 }));

    assert_eq!(
        page.calls(),
        [json!({
            "engagementId": 33, "direction": "outbound", "state": "completed",
            "engagement": "supplied",
        })]
    );
}

#[test]
fn a_hang_up_on_the_page_asks_for_the_calls_end() {
    let mut page = Page::ready(|_| {});
    let idle = page.command(HostInput::User(UserInput::EndCall {}));
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

    let hang_up = page.command(HostInput::User(UserInput::EndCall {}));
    let outputs = page.drain();

    assert_eq!(idle, Err(Code::NotStarted));
    assert!(hang_up.is_ok());
    assert_eq!(outputs, [json!(["post", "END_CALL"])]);
}

#[test]
fn a_transferred_call_is_done_without_being_ended() {
    let mut page = Page::ready(|_| {});
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
    page.say("CALL_ANSWERED", json!({ "externalCallId": "c-1" }));

    page.say("CALL_TRANSFERRED", json!({ "externalCallId": "c-1" }));
    let ended = page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-1", "engagementId": 1 }),
    );

    assert_eq!(page.calls()[0]["state"], "transferred");
    assert!(!page.host.has_active_call());
    assert_eq!(ended[0][1], "ALREADY_TRANSFERRED");
}

#[test]
fn messages_out_of_order_are_ignored_counted_and_reported_by_the_mode() {
    for (lifecycle, level) in [(Lifecycle::Warn, "warn"), (Lifecycle::Strict, "error")] {
        let mut page = Page::ready(|config| config.lifecycle = lifecycle);
        page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

        let outputs = page.say(
            "CALL_COMPLETED",
            json!({ "externalCallId": "c-1", "engagementId": 1 }),
        );

        assert_eq!(
            outputs,
            [json!([
                level,
                "NOT_ENDED",
                "callCompleted came while the call is dialing; next may come callAnswered, callEnded, callTransferred"
            ])]
        );
        assert_eq!(page.calls()[0]["state"], "dialing");
        assert_eq!(page.count(Code::NotEnded), 1);
    }
}

#[test]
fn calls_before_initialized_are_ignored() {
    let mut page = Page::new(|_| {});
    page.connect();

    let outputs = page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

    assert_eq!(
        outputs,
        [json!([
            "warn",
            "NOT_READY",
            "OUTGOING_CALL_STARTED before INITIALIZED"
        ])]
    );
}
