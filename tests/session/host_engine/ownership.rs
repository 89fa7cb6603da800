//! An engagement belongs to one call.

use calling_widget_sdk::protocol::Kind;
use serde_json::{Value, json};

use super::page::{Page, asking, complete, engaged, outgoing, warn};
use crate::table::with;

/// The call `c-1` with the host's engagement 1001, and the ended call `c-9`
/// that names it.
fn two_calls(more: &Value) -> (Page, Vec<Value>) {
    let mut page = Page::created(1001);
    let other = json!({ "externalCallId": "c-9", "createEngagement": false });
    let other = with(other, more);
    page.say("OUTGOING_CALL_STARTED", outgoing(&other));
    let ended = page.say("CALL_ENDED", engaged("c-9", 1001));
    (page, ended)
}

#[test]
fn the_engagement_of_another_call_is_refused_and_left_alone() {
    let (mut page, ended) = two_calls(&json!({}));

    let completed = page.say(
        "CALL_COMPLETED",
        json!({
            "externalCallId": "c-9", "engagementId": "1001", "hideWidget": false,
            "engagementProperties": { "hs_call_title": "Theirs" },
        }),
    );

    let refused = warn(
        "OTHER_ENGAGEMENT",
        "engagementId names an engagement that is not this call's; send the id that belongs to the call",
    );
    assert_eq!(ended.get(1..), Some(&[refused.clone()][..]));
    assert_eq!(
        completed.get(2..),
        Some(
            &[
                refused,
                json!(["post", "UPDATE_ENGAGEMENT_FAILED", {
                    "error": { "message": "the engagement is not this call's" },
                    "externalCallId": "c-9",
                }]),
            ][..]
        )
    );
    assert_eq!(page.calls()[0]["engagement"], "created");
    assert_eq!(page.calls()[1]["engagement"], "none");
}

#[test]
fn the_engagement_of_another_call_is_not_published() {
    for wire in ["FINALIZE_ENGAGEMENT", "PUBLISH_TO_CHANNEL"] {
        let answer = format!("{wire}_FAILED");
        let (mut page, _) = two_calls(&json!({ "createEngagement": true }));
        page.answer(2, Ok(json!({ "id": 1002 })));

        let outputs = page.say(wire, engaged("c-9", 1001));

        assert_eq!(
            outputs.last(),
            Some(&json!(["post", answer, {
                "error": { "message": "the engagement is not this call's" },
                "engagementId": 1002, "externalCallId": "c-9",
            }]))
        );
        assert_eq!(page.engagements(), ["created", "created"]);
    }
}

#[test]
fn properties_for_another_engagement_do_not_reach_the_calls_own() {
    let (mut page, _) = two_calls(&json!({ "createEngagement": true }));

    page.answer(2, Ok(json!({ "id": 1002 })));
    let other = page.say(
        "CALL_COMPLETED",
        json!({
            "externalCallId": "c-9", "engagementId": 1001, "hideWidget": false,
            "engagementProperties": { "hs_call_title": "Theirs" },
        }),
    );

    assert_eq!(
        other.get(3..),
        Some(
            &[
                complete(3, 1002, &json!({ "externalCallId": "c-9" })),
                json!(["post", "UPDATE_ENGAGEMENT_FAILED", {
                    "error": { "message": "the engagement is not this call's" },
                    "engagementId": 1002, "externalCallId": "c-9",
                }]),
            ][..]
        )
    );
    assert_eq!(page.engagements(), ["created", "created"]);
}

#[test]
fn an_engagement_that_the_store_gives_twice_is_the_first_calls() {
    let (mut page, _) = two_calls(&json!({ "createEngagement": true }));

    let outputs = page.answer(2, Ok(json!({ "id": "1001" })));

    assert_eq!(
        outputs,
        [
            warn(
                "OTHER_ENGAGEMENT",
                "onCreateEngagementSucceeded names an engagement that is not this call's; send the id that belongs to the call"
            ),
            json!(["post", "CREATE_ENGAGEMENT_FAILED", {
                "error": { "message": "the engagement is not this call's" },
                "externalCallId": "c-9",
            }]),
        ]
    );
    assert_eq!(page.engagements(), ["created", "failed"]);
}

#[test]
fn a_call_that_awaits_its_engagement_gets_no_other() {
    let mut page = Page::asked();
    // An app keeps the id of its last call, which was in another page of the host's.
    page.say("CALL_ENDED", engaged("c-1", 77));

    let outputs = page.answer(1, Ok(json!({ "id": 9 })));

    assert_eq!(outputs[0][1], "CREATE_ENGAGEMENT_SUCCEEDED");
    assert_eq!(page.each("engagementId"), [9]);
}

#[test]
fn properties_with_the_last_calls_engagement_wait_for_the_calls_own() {
    let mut page = Page::created(1001);
    page.finish(&engaged("c-1", 1001));
    page.answer(2, Ok(json!({ "id": 1001 })));
    page.say("OUTGOING_CALL_STARTED", asking("c-2"));
    page.say("CALL_ENDED", engaged("c-2", 1001));
    let mut completed = engaged("c-2", 1001);
    completed["engagementProperties"] = json!({ "hs_call_title": "Second" });

    let waiting = page.say("CALL_COMPLETED", completed);
    let created = page.answer(3, Ok(json!({ "id": 1002 })));

    assert!(
        waiting
            .iter()
            .all(|output| output[1] != "UPDATE_ENGAGEMENT_FAILED")
    );
    let complete = created.last().expect("an order");
    assert_eq!(
        (&complete[0], &complete[2]),
        (&json!("complete"), &json!(1002))
    );
    assert_eq!(complete[3]["properties"]["hs_call_title"], "Second");
}

#[test]
fn an_answer_by_hand_with_another_calls_engagement_is_ignored() {
    for kind in [Kind::CreateEngagementSucceeded, Kind::EngagementCreated] {
        let (mut page, _) = two_calls(&json!({ "createEngagement": true }));
        let data = engaged("c-9", 1001);

        let sent = page.send(kind, Some(data.clone()));
        let outputs = page.drain();
        let later = page.answer(2, Ok(json!({ "id": 1002 })));

        assert!(sent.is_ok(), "it is the page's own act");
        assert_eq!(
            outputs,
            [
                warn(
                    "OTHER_ENGAGEMENT",
                    "onCreateEngagementSucceeded names an engagement that is not this call's; send the id that belongs to the call"
                ),
                json!(["post", kind.as_str(), data]),
            ]
        );
        assert_eq!(later[0][1], "CREATE_ENGAGEMENT_SUCCEEDED");
        assert_eq!(page.engagements(), ["created", "created"]);
    }
}
