//! A record store that answers after its time-out.

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::protocol::limits::MAX_LATE_ANSWERS;
use calling_widget_sdk::session::Code;
use serde_json::{Value, json};

use super::page::{Page, asked_for, asking, contact_dial, engaged, named};

/// A call whose engagement the store did not create in time.
fn late(wire: &str) -> Page {
    let mut page = Page::ready(|_| {});
    page.say(wire, asking("c-1"));
    page.give_up();
    assert_eq!(page.engagements(), ["failed"]);
    page
}

#[test]
fn an_engagement_that_the_store_makes_late_is_the_calls() {
    for (wire, answers) in [
        ("INCOMING_CALL", &["CREATE_ENGAGEMENT_SUCCEEDED"][..]),
        (
            "OUTGOING_CALL_STARTED",
            &["CREATE_ENGAGEMENT_SUCCEEDED", "ENGAGEMENT_CREATED"],
        ),
    ] {
        let mut page = late(wire);

        let outputs = page.answer(1, Ok(json!({ "id": 4 })));

        let about = json!({ "engagementId": 4, "externalCallId": "c-1" });
        let expected: Vec<_> = answers
            .iter()
            .map(|answer| json!(["post", answer, about]))
            .collect();
        assert_eq!(outputs, expected);
        assert_eq!(page.engagements(), ["created"]);
        assert_eq!(page.count(Code::StoreLate), 1);
    }
}

#[test]
fn a_start_that_is_repeated_names_the_engagement_that_was_made_late() {
    let mut page = late("OUTGOING_CALL_STARTED");
    page.reconnect();
    page.answer(1, Ok(json!({ "id": 4 })));

    let again = page.say("OUTGOING_CALL_STARTED", asking("c-1"));

    let about = json!({ "engagementId": 4, "externalCallId": "c-1" });
    assert!(again.ends_with(&[
        json!(["notify", "outgoingCall", "OUTGOING_CALL_STARTED"]),
        json!(["post", "CREATE_ENGAGEMENT_SUCCEEDED", about]),
        json!(["post", "ENGAGEMENT_CREATED", about]),
    ]));
}

#[test]
fn a_late_engagement_satisfies_the_repeated_start_and_the_next_is_reported() {
    for second in [Ok(json!({ "id": 5 })), Err("down"), Err("")] {
        let mut page = late("INCOMING_CALL");
        page.connect();
        page.initialize();
        let again = page.say("INCOMING_CALL", asking("c-1"));
        let made = page.answer(1, Ok(json!({ "id": 4 })));

        let code = if second.is_ok() {
            "OTHER_ENGAGEMENT"
        } else {
            "STORE_FAILED"
        };
        let outputs = match second {
            Err("") => page.give_up(),
            answer => page.answer(2, answer),
        };

        assert_eq!(again.last().expect("asked")[0], "create");
        assert_eq!(made[0][1], "CREATE_ENGAGEMENT_SUCCEEDED");
        assert_eq!(outputs.len(), 1, "nothing is posted: {outputs:?}");
        assert_eq!(outputs[0][1], code);
        assert_eq!(page.calls()[0]["engagementId"], 4);
        assert_eq!(page.engagements(), ["created"]);
    }
}

#[test]
fn a_creation_that_waits_is_not_asked_for_once_there_is_an_engagement() {
    let mut page = Page::ready(|_| {});
    let start = asking("c-1");
    page.say("OUTGOING_CALL_STARTED", start.clone());
    page.send(Kind::CreateEngagementFailed, Some(named("c-1")))
        .expect("connected");
    page.reconnect();
    page.say("OUTGOING_CALL_STARTED", start);

    let outputs = page.answer(1, Ok(json!({ "id": 4 })));

    let types: Vec<_> = outputs.iter().map(|output| &output[1]).collect();
    assert_eq!(types, ["CREATE_ENGAGEMENT_SUCCEEDED", "ENGAGEMENT_CREATED"]);
}

#[test]
fn a_late_engagement_is_not_swapped_in() {
    let mut page = late("OUTGOING_CALL_STARTED");
    page.say("CALL_ENDED", engaged("c-1", 77));

    let outputs = page.answer(1, Ok(json!({ "id": 4 })));

    assert_eq!(outputs.len(), 1, "{outputs:?}");
    assert_eq!(outputs[0][1], "OTHER_ENGAGEMENT");
    assert_eq!(page.calls()[0]["engagementId"], 77);
}

#[test]
fn a_late_engagement_of_a_completed_call_goes_on_the_timeline() {
    let mut page = Page::ready(|_| {});
    drop(page.dial(contact_dial()));
    page.start_asking();
    page.finish(&named("c-1"));
    page.give_up();

    let made = page.answer(1, Ok(json!({ "id": 4 })));
    let completed = page.answer(2, Ok(json!({ "id": 4 })));

    assert_eq!(
        made.last(),
        Some(&json!(["complete", 2, 4, { "endedAt": 1000 }]))
    );
    let contact = json!({ "portalId": 1, "objectId": 51, "objectTypeId": "0-1" });
    assert_eq!(completed, [json!(["associate", 3, 4, [contact]])]);
    assert_eq!(page.answer(3, Ok(Value::Null)), [Value::Null; 0]);
}

#[test]
fn what_the_store_does_late_with_an_engagement_counts_too() {
    for (wire, state) in [
        ("CALL_COMPLETED", "updated"),
        ("FINALIZE_ENGAGEMENT", "finalized"),
        ("PUBLISH_TO_CHANNEL", "finalized"),
    ] {
        let answer = format!(
            "{}_SUCCEEDED",
            wire.replace("CALL_COMPLETED", "UPDATE_ENGAGEMENT")
        );
        let (mut page, request) = asked_for(wire);
        let failed = page.give_up();

        let outputs = page.answer(request, Ok(Value::Null));
        let again = page.answer(request, Ok(Value::Null));

        assert_eq!(failed.last().expect("an answer")[0], "post");
        let about = json!({ "engagementId": 77, "externalCallId": "c-1" });
        assert_eq!(outputs, [json!(["post", answer, about])]);
        assert_eq!(page.engagements(), [state]);
        assert_eq!(again, [Value::Null; 0]);
    }
}

#[test]
fn a_match_that_comes_late_is_counted_and_takes_no_engagements_place() {
    let mut page = Page::ready(|_| {});
    for number in 0..=MAX_LATE_ANSWERS {
        let id = format!("c-{number}");
        let mut data = json!({ "externalCallId": id, "createEngagement": number == 0 });
        if number > 0 {
            data["fromNumber"] = json!("+15550100123");
        }
        page.say("INCOMING_CALL", data);
        if number > 0 {
            page.say("CALL_TRANSFERRED", named(id));
        }
    }
    page.give_up();

    let matched = page.answer(MAX_LATE_ANSWERS as u32 + 1, Ok(json!([])));
    let made = page.answer(1, Ok(json!({ "id": 4 })));

    assert_eq!(matched, [Value::Null; 0]);
    assert_eq!(made[0][1], "CREATE_ENGAGEMENT_SUCCEEDED");
    assert_eq!(page.count(Code::StoreLate), 2);
}

#[test]
fn a_late_failure_is_counted_and_changes_nothing() {
    let mut page = late("OUTGOING_CALL_STARTED");

    let outputs = page.answer(1, Err("down"));
    let after = page.answer(1, Ok(json!({ "id": 4 })));

    assert_eq!((outputs, after), (vec![], vec![]));
    assert_eq!(page.engagements(), ["failed"]);
    assert_eq!(page.count(Code::StoreLate), 1);
}

#[test]
fn a_late_publication_does_not_answer_the_one_under_way() {
    let (mut page, first) = asked_for("FINALIZE_ENGAGEMENT");
    page.give_up();
    let data = engaged("c-1", 77);
    let second = page.say("FINALIZE_ENGAGEMENT", data);

    let late = page.answer(first, Ok(Value::Null));
    let waiting = page.engagements();
    let in_time = page.answer(first + 1, Err("down"));

    assert_eq!(
        second.last(),
        Some(&json!(["publish", first + 1, 77, "c-1"]))
    );
    assert_eq!(late, [Value::Null; 0]);
    assert_eq!(waiting, ["finalizing"]);
    assert_eq!(in_time[1][1], "FINALIZE_ENGAGEMENT_FAILED");
    assert_eq!(page.engagements(), ["finalizeFailed"]);
}

#[test]
fn what_is_late_counts_for_an_hour_and_for_the_last_of_many_calls() {
    for (minutes, is_taken) in [(59.0, true), (61.0, false)] {
        let mut page = late("OUTGOING_CALL_STARTED");
        page.now += minutes * 60_000.0;
        let outputs = page.answer(1, Ok(json!({ "id": 4 })));
        assert_eq!(!outputs.is_empty(), is_taken, "{minutes}");
    }

    let mut page = Page::ready(|_| {});
    for number in 0..=MAX_LATE_ANSWERS {
        let id = format!("c-{number}");
        page.say("OUTGOING_CALL_STARTED", asking(id.clone()));
        // More calls than the limits for open and for closed ones.
        if number % 2 == 1 {
            page.say("CALL_TRANSFERRED", named(id));
        }
    }
    page.give_up();
    assert_eq!(page.calls().len(), MAX_LATE_ANSWERS + 1);
    let [first, second] = [1, 2].map(|request| page.answer(request, Ok(json!({ "id": request }))));
    assert_eq!(first, [Value::Null; 0]);
    assert_eq!(second[0][1], "CREATE_ENGAGEMENT_SUCCEEDED");
}

#[test]
fn a_late_engagement_of_a_call_that_made_room_is_dropped() {
    let mut page = late("OUTGOING_CALL_STARTED");
    for number in 0..64 {
        page.reconnect();
        page.say("OUTGOING_CALL_STARTED", named(format!("o-{number}")));
    }

    assert_eq!(page.answer(1, Ok(json!({ "id": 4 }))), [Value::Null; 0]);
    assert!(page.engagements().iter().all(|state| state == "none"));
}
