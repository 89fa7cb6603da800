//! Questions to the record store, and the effects of its answers.

use calling_widget_sdk::protocol::limits::MAX_ERROR_TEXT;
use calling_widget_sdk::session::host::StoreInput;
use serde_json::{Value, json};

use super::page::{Page, complete, contact_dial, engaged, incoming, named, outgoing, stored, warn};
use crate::table::with;

#[test]
fn a_failed_match_or_creation_is_answered_with_the_stores_text() {
    let mut page = Page::ready(|_| {});
    page.say(
        "INCOMING_CALL",
        incoming(&json!({ "createEngagement": true })),
    );

    let matched = page.answer(1, Err("no index"));
    let created = page.answer(2, Err("no room"));

    assert_eq!(
        matched,
        [
            warn("STORE_FAILED", "matchCallerId"),
            json!(["post", "CALLER_ID_MATCH_FAILED",
                { "error": { "message": "no index" }, "externalCallId": "c-2" }]),
        ]
    );
    assert_eq!(
        created,
        [
            warn("STORE_FAILED", "createEngagement"),
            json!(["post", "CREATE_ENGAGEMENT_FAILED",
                { "error": { "message": "no room" }, "externalCallId": "c-2" }]),
        ]
    );
}

#[test]
fn the_text_of_an_error_that_no_widget_would_take_is_its_code() {
    // An emoji is two UTF-16 code units, and four bytes.
    let long = "\u{1f600}".repeat(MAX_ERROR_TEXT / 2);
    for (text, message) in [
        (long.clone(), long.as_str()),
        (
            [&long, "x"].concat(),
            "TOO_MUCH_TEXT: the record store's error is too long",
        ),
    ] {
        let mut page = Page::ready(|_| {});
        page.say("INCOMING_CALL", incoming(&json!({})));

        let matched = page.enter(StoreInput::StoreFailed { request: 1, text });

        assert_eq!(
            matched[1],
            json!(["post", "CALLER_ID_MATCH_FAILED",
                { "error": { "message": message }, "externalCallId": "c-2" }]),
        );
    }
}

#[test]
fn a_value_that_is_no_list_of_matches_is_a_failed_match() {
    for odd in [json!(null), json!({}), json!("none"), json!(0)] {
        let mut page = Page::ready(|_| {});
        page.say("INCOMING_CALL", incoming(&json!({})));

        let matched = page.answer(1, Ok(odd.clone()));

        assert_eq!(
            matched,
            [
                warn("STORE_FAILED", "matchCallerId"),
                json!(["post", "CALLER_ID_MATCH_FAILED", {
                    "error": { "message": "the record store gave no list of matches" },
                    "externalCallId": "c-2",
                }]),
            ],
            "{odd}"
        );
    }
}

#[test]
fn a_failed_update_is_answered_and_still_hides_the_widget() {
    let mut page = Page::created(9);
    page.say("CALL_ENDED", engaged("c-1", 9));
    page.say(
        "CALL_COMPLETED",
        json!({ "externalCallId": "c-1", "engagementId": 9, "engagementProperties": { "hs_timestamp": "1" } }),
    );

    let not_saved = page.answer(2, Err("down"));

    assert_eq!(
        not_saved,
        [
            warn("STORE_FAILED", "completeEngagement"),
            json!(["visibility", false, true]),
            json!(["post", "VISIBILITY_CHANGED", { "isMinimized": false, "isHidden": true }]),
            json!(["post", "UPDATE_ENGAGEMENT_FAILED", {
                "error": { "message": "down" }, "engagementId": 9, "externalCallId": "c-1",
            }]),
        ]
    );
}

#[test]
fn a_completion_awaiting_the_store_does_not_hide_the_next_call() {
    let mut page = Page::created(9);
    let over = engaged("c-1", 9);
    page.finish(&over);
    let (dialled, _) = page.dial(contact_dial());

    page.answer(2, Ok(json!({ "id": 9 })));

    assert!(dialled.is_ok());
    assert!(!page.host.visibility().is_hidden);
}

#[test]
fn notes_of_a_transferred_call_are_saved_and_leave_the_next_call() {
    let mut page = Page::created(9);
    page.say("CALL_TRANSFERRED", named("c-1"));
    page.say("OUTGOING_CALL_STARTED", named("c-2"));
    let notes = json!({ "engagementProperties": { "hs_call_body": "later" } });

    let said = page.say("CALL_COMPLETED", with(named("c-1"), &notes));
    let saved = page.answer(2, Ok(Value::Null));

    let properties = json!({ "properties": { "hs_call_body": "later" } });
    let mut request = complete(2, 9, &properties);
    request[3]
        .as_object_mut()
        .expect("a call")
        .remove("endedAt");
    assert_eq!(said.last(), Some(&request));
    assert_eq!(saved[0][1], "UPDATE_ENGAGEMENT_SUCCEEDED");
    assert!(!page.host.visibility().is_hidden);
    assert_eq!(page.states(), ["transferred", "dialing"]);
}

#[test]
fn a_transferred_call_is_saved_by_its_first_completion() {
    let mut page = Page::created(9);
    page.say("CALL_TRANSFERRED", named("c-1"));

    let said = [(); 2].map(|()| page.say("CALL_COMPLETED", named("c-1")));

    let is_save = |order: &&Value| order[0] == "complete";
    let saves = said.map(|orders| orders.iter().filter(is_save).count());
    assert_eq!(saves, [1, 0]);
}

#[test]
fn a_completion_waits_for_its_engagements_creation() {
    let mut page = Page::asked();
    page.say("CALL_ENDED", engaged("c-1", 0));

    let completed = page.say("CALL_COMPLETED", engaged("c-1", 0));
    let created = page.answer(1, Ok(json!({ "id": 9 })));

    assert_eq!(
        completed,
        [json!(["notify", "callCompleted", "CALL_COMPLETED"])]
    );
    assert_eq!(created.last(), Some(&complete(2, 9, &json!({}))));
}

#[test]
fn a_second_answer_of_the_store_settles_no_other_question() {
    let mut page = Page::ready(|_| {});
    for id in ["c-1", "c-2"] {
        let start = json!({ "externalCallId": id, "fromNumber": "1", "createEngagement": true });
        page.say("OUTGOING_CALL_STARTED", start);
    }
    page.answer(1, Ok(json!({ "id": 9 })));

    let again = page.answer(1, Ok(json!({ "id": 10 })));
    let other = page.answer(2, Ok(json!({ "id": 11 })));

    assert_eq!(again, [] as [Value; 0]);
    assert_eq!(other[0][2]["engagementId"], 11);
    assert_eq!(other[0][2]["externalCallId"], "c-2");
}

#[test]
fn an_engagement_the_app_supplies_is_completed_as_its_own() {
    let mut page = Page::calling();

    let ended = page.say("CALL_ENDED", engaged("c-1", 77));
    let completed = page.say("CALL_COMPLETED", engaged("c-1", "77"));

    assert_eq!(ended.len(), 1, "nothing is asked: {ended:?}");
    let own = complete(1, 77, &stored("app"));
    assert_eq!(completed.last(), Some(&own));
    assert_eq!(page.calls()[0]["engagement"], "supplied");
}

#[test]
fn the_properties_tell_the_direction_of_a_call_that_began_elsewhere() {
    for (begins, told, direction) in [
        (false, "OUTBOUND", "OUTBOUND"),
        (false, "outwards", "INBOUND"),
        (true, "INBOUND", "OUTBOUND"),
    ] {
        let mut page = Page::ready(|_| {});
        if begins {
            page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
        }

        page.say("CALL_ENDED", engaged("c-1", 77));
        let notes = json!({ "engagementProperties": { "hs_call_direction": told } });
        let completed = page.say("CALL_COMPLETED", with(engaged("c-1", 77), &notes));

        let saved = completed.last().map(|order| &order[3]["direction"]);
        assert_eq!(saved, Some(&json!(direction)), "{told}");
    }
}
