//! Hosts that change, and calls that the session does not know.

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::session::widget::{Outcome, Question};
use serde_json::{Value, json};

use super::cases::{TIES, Ties, cases, outcome, posted_for, settled};
use crate::widget_engine::page::{HOST, Page, Sent, about, asking, other_sync, posted, sync};

#[test]
fn a_request_to_an_earlier_host_makes_no_answer_ambiguous() {
    for case in cases() {
        let mut page = case.page(2);
        posted_for(&mut page, &case.message(1));
        page.host(&other_sync());
        let (receipt, _) = posted_for(&mut page, &case.message(2));
        let (answer, outcome) = match &case.success {
            Some(success) => (success, Outcome::Answered),
            None => (&case.failure, Outcome::HostRefused),
        };

        page.host(&case.answer(answer, 2, Ties::Neither, ""));

        case.expect(&mut page, receipt, Some(outcome));
        if case.question == Question::Engagement {
            assert_eq!(page.calls()[1]["engagementId"], json!(7));
        }
    }
}

#[test]
fn a_request_to_another_account_has_failed() {
    for (question, asked, lost) in [
        (Question::Engagement, "pending", "failed"),
        (Question::Saved, "updating", "updateFailed"),
        (Question::Finalized, "finalizing", "finalizeFailed"),
    ] {
        let case = cases().into_iter().find(|case| case.question == question);
        let case = case.expect("every question has a case");
        let mut page = case.page(1);
        page.app(&case.message(1));
        assert_eq!(page.calls()[0]["engagement"], json!(asked));

        page.host(&other_sync());

        assert_eq!(page.calls()[0]["engagement"], json!(lost));
    }
}

#[test]
fn a_host_of_another_place_may_answer_what_its_user_asked_for_before() {
    let mut page = Page::ready();
    page.app(&asking("OUTGOING_CALL_STARTED", "c-1"));
    let mut elsewhere = sync("other_1");
    elsewhere["iframeLocation"] = json!("remote");
    page.host(&elsewhere);

    let data = json!({ "engagementId": 7 });
    page.host(
        &json!({ "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": "other_2", "data": data }),
    );

    assert_eq!(page.calls()[0]["engagementId"], json!(7));
}

#[test]
fn an_engagement_id_that_is_none_does_not_speak_against_an_echo() {
    let mut page = Page::ready();
    page.app(&about("INCOMING_CALL", "c-1"));
    page.app(&about("CALL_ENDED", "c-1"));
    let (receipt, id) = posted_for(
        &mut page,
        &json!({ "type": "CALL_COMPLETED", "data": {
            "externalCallId": "c-1", "engagementId": 0,
            "engagementProperties": { "hs_call_title": "x" },
        }}),
    );

    page.host(&json!({
        "type": "UPDATE_ENGAGEMENT_SUCCEEDED", "messageId": id, "data": { "engagementId": 7 },
    }));

    assert!(outcome(&mut page, receipt, Question::Saved).is_some());
}

#[test]
fn a_new_host_session_loses_posted_messages_and_none_that_wait() {
    for case in cases() {
        let mut page = case.page(2);
        let (receipt, id) = posted_for(&mut page, &case.message(1));
        let wait = page.ask(receipt, case.question, None);

        page.feed(true, 1, HOST, &other_sync());
        let (waiting, sent) = {
            let kind = Kind::parse(case.sends).expect("known");
            let waiting = page.track(1, kind);
            let sent = page.say(1, &case.message(2));
            page.track_end(waiting);
            page.say(1, &json!({ "type": "INITIALIZED" }));
            (waiting, sent)
        };
        let outputs = page.drain();
        page.host(&case.answer(&case.failure, 1, Ties::Echo, &id));

        let expected = (u64::from(wait), "SESSION_LOST".to_owned(), Value::Null);
        assert_eq!(settled(&outputs), [expected], "{}", case.sends);
        assert_eq!(sent, Sent::Queued);
        assert!(posted(&outputs).contains(&case.sends));
        case.expect(&mut page, waiting, None);
    }
}

#[test]
fn a_host_that_repeats_its_sync_loses_nothing() {
    for case in cases() {
        let mut page = case.page(1);
        let (receipt, _) = posted_for(&mut page, &case.message(1));
        page.wait(1000.0);

        page.host(&sync("h_2"));

        case.expect(&mut page, receipt, None);
    }
}

#[test]
fn a_call_is_told_by_its_ids_known_to_the_session_or_not() {
    for case in cases().iter().filter(|case| !case.starts()) {
        for ties in TIES {
            let mut page = Page::ready();
            let (receipt, id) = posted_for(&mut page, &case.message(1));

            page.host(&case.answer(&case.failure, 1, ties, &id));
            case.expect(&mut page, receipt, Some(Outcome::HostRefused));
        }
        if case.question != Question::Navigated {
            for mut page in [Page::ready(), case.page(2)] {
                let (first, _) = posted_for(&mut page, &case.message(1));
                let (second, _) = posted_for(&mut page, &case.message(2));
                let mut answer = case.answer(&case.failure, 2, Ties::Neither, "");
                answer["data"]["engagementId"] = json!(102);

                page.host(&answer);

                case.expect(&mut page, first, None);
                case.expect(&mut page, second, Some(Outcome::HostRefused));
            }
        }
    }
}
