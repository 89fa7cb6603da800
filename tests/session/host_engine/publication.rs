//! Engagements that the app owns, and those that the service owns.

use serde_json::{Value, json};

use super::page::{Page, engaged, named, stored, warn};
use crate::table::with;

#[test]
fn engagements_the_service_owns_need_no_publication() {
    for wire in ["FINALIZE_ENGAGEMENT", "PUBLISH_TO_CHANNEL"] {
        let answer = format!("{wire}_SUCCEEDED");
        let mut page = Page::created(5);
        page.say("CALL_ENDED", engaged("c-1", 5));

        let outputs = page.say(wire, engaged("c-1", 5));

        assert_eq!(
            outputs.get(1..),
            Some(
                &[
                    warn("PUBLICATION_NOT_NEEDED", wire),
                    json!(["post", answer, { "engagementId": 5, "externalCallId": "c-1" }]),
                ][..]
            )
        );
    }
}

#[test]
fn engagements_the_app_owns_are_published() {
    for (result, expected) in [
        (
            Ok(Value::Null),
            json!(["post", "FINALIZE_ENGAGEMENT_SUCCEEDED",
            { "engagementId": 77, "externalCallId": "c-1" }]),
        ),
        (
            Err("no channel"),
            json!(["post", "FINALIZE_ENGAGEMENT_FAILED", {
                "error": { "message": "no channel" }, "engagementId": 77, "externalCallId": "c-1",
            }]),
        ),
    ] {
        let mut page = Page::calling();
        page.say("CALL_ENDED", engaged("c-1", 77));

        let asked = page.say("FINALIZE_ENGAGEMENT", engaged("c-1", 77));
        let published = page.answer(1, result);

        let publish = json!(["publish", 1, 77, stored("app")]);
        assert_eq!(asked.last(), Some(&publish));
        assert_eq!(published.last(), Some(&expected));
    }
}

#[test]
fn a_publication_before_the_end_is_refused_and_answered() {
    for wire in ["FINALIZE_ENGAGEMENT", "PUBLISH_TO_CHANNEL"] {
        let answer = format!("{wire}_FAILED");
        let mut page = Page::calling();

        let outputs = page.say(wire, engaged("c-1", 77));

        let why = "finalizeEngagement came while the call is dialing; next may come callAnswered, callEnded, callTransferred";
        let failure = json!({
            "error": { "message": format!("NOT_ENDED: {why}") },
            "engagementId": 77, "externalCallId": "c-1",
        });
        assert_eq!(
            outputs,
            [warn("NOT_ENDED", why), json!(["post", answer, failure])]
        );
    }
}

#[test]
fn a_call_that_is_known_by_its_publication_is_over() {
    for wire in ["FINALIZE_ENGAGEMENT", "PUBLISH_TO_CHANNEL"] {
        let mut page = Page::ready(|_| {});

        let asked = page.say(wire, engaged("c-9", 77));

        assert_eq!(asked.last().map(|order| &order[0]), Some(&json!("publish")));
        assert_eq!(page.states(), ["ended"]);
    }
}

#[test]
fn an_engagement_that_is_known_after_the_completion_is_saved_and_published() {
    for notes in [
        json!({}),
        json!({ "engagementProperties": { "hs_call_body": "notes" } }),
    ] {
        let mut page = Page::calling();
        page.say("CALL_ENDED", named("c-1"));
        page.say("CALL_COMPLETED", with(named("c-1"), &notes));

        let unknown = page.say("FINALIZE_ENGAGEMENT", named("c-1"));
        let saved = page.say("FINALIZE_ENGAGEMENT", engaged("c-1", 77));
        let published = page.answer(1, Ok(Value::Null));
        page.answer(2, Ok(Value::Null));
        let again = page.say("FINALIZE_ENGAGEMENT", engaged("c-1", 77));

        assert_eq!(
            unknown.last().map(|order| &order[1]),
            Some(&json!("FINALIZE_ENGAGEMENT_FAILED"))
        );
        let last = saved.last().map(|order| {
            [
                &order[0],
                &order[2],
                &order[3]["owner"],
                &order[3]["properties"],
            ]
        });
        let properties = notes
            .get("engagementProperties")
            .cloned()
            .unwrap_or(json!({}));
        assert_eq!(
            last,
            Some([&json!("complete"), &json!(77), &json!("app"), &properties])
        );
        for orders in [published, again] {
            assert_eq!(
                orders.last().map(|order| &order[0]),
                Some(&json!("publish"))
            );
        }
    }
}
