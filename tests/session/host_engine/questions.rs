//! The order and time-out of questions to the store.

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::{FrameInput, TimeInput};
use serde_json::{Value, json};

use super::page::{Page, asked_for, engaged, incoming, named, request_of, stored};
use crate::table::with;

#[test]
fn a_store_that_does_not_answer_fails_in_time() {
    let mut page = Page::asked();

    let (mut due, mut outputs) = (None, Vec::new());
    while let Some((at, more)) = page.wake() {
        due = Some(at);
        outputs.extend(more);
    }
    let late = page.answer(1, Ok(json!({ "id": 4 })));

    assert_eq!(due, Some(Millis(31_000.0)));
    assert_eq!(
        outputs.last().map(|output| output[1].clone()),
        Some(json!("CREATE_ENGAGEMENT_FAILED"))
    );
    assert_eq!(late, [] as [Value; 0]);
    assert_eq!(page.engagements(), ["failed"]);
}

#[test]
fn a_time_out_before_the_pending_one_is_set() {
    let mut page = Page::asked();
    // That of the handshake, which is over; then comes the clock's own.
    page.wake();

    let awake = page.host.wake();
    page.enter(FrameInput::FrameLoaded {});
    let handshake = page.host.wake();

    assert_eq!(awake, Some(Millis(6_100.0)));
    assert_eq!(handshake, Some(Millis(1_200.0)));
}

#[test]
fn a_repeated_request_asks_a_hanging_store_only_once_more() {
    for wire in ["FINALIZE_ENGAGEMENT", "PUBLISH_TO_CHANNEL"] {
        let answer = format!("{wire}_SUCCEEDED");
        let mut page = asked_for(wire);
        let data = engaged("c-1", 77);
        for _ in 0..1_000 {
            page.say(wire, data.clone());
        }

        let then = page.answer(1, Ok(Value::Null));
        let last = page.answer(2, Ok(Value::Null));

        let about = json!({ "engagementId": 77, "externalCallId": "c-1" });
        let done = json!(["post", answer, about]);
        assert_eq!(
            then,
            [done.clone(), json!(["publish", 2, 77, stored("app")])]
        );
        assert_eq!(last, [done]);
    }
}

#[test]
fn a_repeated_publication_follows_the_messages_before_it() {
    let mut page = asked_for("FINALIZE_ENGAGEMENT");
    let data = json!({
        "externalCallId": "c-1", "engagementId": 77,
        "engagementProperties": { "hs_call_title": "Theirs" },
    });
    for wire in [
        "FINALIZE_ENGAGEMENT",
        "CALL_COMPLETED",
        "FINALIZE_ENGAGEMENT",
    ] {
        page.say(wire, data.clone());
    }

    let mut questions = Vec::new();
    for request in 1..=3 {
        let outputs = page.answer(request, Ok(Value::Null));
        questions.extend(outputs.last().map(|output| output[0].clone()));
    }

    assert_eq!(questions, ["complete", "publish", "post"]);
}

#[test]
fn a_stores_result_for_an_earlier_page_is_no_answer_to_this_one() {
    let mut page = Page::ready(|_| {});
    page.say("OUTGOING_CALL_STARTED", json!({ "createEngagement": true }));
    page.say("CALL_ENDED", json!({}));
    page.say(
        "CALL_COMPLETED",
        json!({ "engagementProperties": { "hs_call_title": "t" } }),
    );
    page.reconnect();

    let mut posted = Vec::new();
    for request in 1..=2 {
        posted.extend(page.answer(request, Ok(json!({ "id": 4 }))));
    }

    assert_eq!(page.engagements(), ["updated"]);
    posted.retain(|order| order[0] == "post" && order[1] != "VISIBILITY_CHANGED");
    assert_eq!(posted, [Value::Null; 0]);
}

#[test]
fn of_two_questions_to_the_store_the_earlier_ends_first() {
    let mut page = Page::ready(|_| {});
    page.say("INCOMING_CALL", incoming(&json!({})));
    page.say("CALL_TRANSFERRED", engaged("c-2", 7));
    page.now += 2_000.0;
    page.enter(TimeInput::Timeout {});
    page.say("INCOMING_CALL", incoming(&named("c-3")));

    let mut ended = Vec::new();
    while let Some((at, outputs)) = page.wake() {
        ended.extend(outputs.iter().filter(|o| o[0] == "post").map(|_| at));
    }

    assert_eq!(ended, [Millis(31_000.0), Millis(33_000.0)]);
}

#[test]
fn a_store_has_its_time_though_the_page_slept_meanwhile() {
    let mut page = Page::asked();

    page.now = 3_600_000.0;
    let early = page.enter(TimeInput::Timeout {});
    let outputs = page.answer(1, Ok(json!({ "id": 4 })));

    assert_eq!(early, [] as [Value; 0]);
    assert!(
        outputs
            .iter()
            .any(|output| output[1] == "CREATE_ENGAGEMENT_SUCCEEDED")
    );
}

#[test]
fn calls_that_earlier_loads_left_open_make_room() {
    let mut page = Page::ready(|_| {});

    for number in 0..200 {
        page.reconnect();
        page.say("OUTGOING_CALL_STARTED", named(format!("c-{number}")));
    }

    assert_eq!(page.count(Code::TooManyCalls), 0);
    assert_eq!(page.calls().len(), 64);
    assert_eq!(page.calls()[63]["externalCallId"], "c-199");

    page.reconnect();
    let (dialled, _) = page.dial(json!({ "phoneNumber": "+15550100123" }));

    assert!(dialled.is_ok(), "{dialled:?}");
    assert_eq!(page.calls().len(), 64);
}

#[test]
fn calls_that_were_never_answered_make_room() {
    let mut page = Page::calling();
    page.say("CALL_ANSWERED", named("c-1"));

    for number in 0..200 {
        page.say("INCOMING_CALL", named(format!("r-{number}")));
    }

    assert_eq!(page.count(Code::TooManyCalls), 0);
    assert_eq!(page.calls()[0]["externalCallId"], "c-1");
    assert_eq!(page.calls()[63]["externalCallId"], "r-199");
}

#[test]
fn calls_completed_in_one_burst_are_all_saved() {
    const CALLS: u32 = 200;
    for asks in ["create", "match"] {
        let mut page = Page::ready(|_| {});
        let mut asked: Vec<_> = (0..CALLS)
            .flat_map(|number| {
                let start = json!({ "createEngagement": true, "fromNumber": "+12025550123" });
                let call = named(format!("m-{number}"));
                let started = page.say("INCOMING_CALL", with(start, &call));
                page.finish(&call);
                started
            })
            .filter(|order| ["create", "match"].contains(&order[0].as_str().unwrap_or_default()))
            .collect();

        asked.sort_by_key(|order| order[0] == asks);
        let mut completed = 0;
        for order in asked {
            let request = request_of(&order);
            let stored = if order[0] == "create" {
                json!({ "id": request })
            } else {
                json!([])
            };
            let orders = page.answer(request, Ok(stored));
            completed += orders.iter().filter(|order| order[0] == "complete").count();
        }

        assert_eq!(completed, CALLS as usize, "{asks} is slow");
        assert_eq!(page.calls().len(), CALLS as usize);
    }
}
