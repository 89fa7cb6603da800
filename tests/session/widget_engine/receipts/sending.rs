//! Messages that are not sent, or only later.

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{LifecycleMode, Outcome, Question};
use serde_json::{Value, json};

use super::cases::{TIES, cases, code, coordinates, is, outcome, posted_for, settled, tracked};
use crate::widget_engine::page::{Page, Sent, about, sync, with_lifecycle};

#[test]
fn a_receipt_without_a_message_of_its_kind_was_not_sent() {
    for (case, says_others) in cases()
        .iter()
        .flat_map(|case| [(case, false), (case, true)])
    {
        let mut page = case.page(1);
        page.join();

        let receipt = page.track(1, Kind::parse(case.sends).expect("known"));
        if says_others {
            page.app(&json!({ "type": "CALL_DATA" }));
            page.send_of(2, &case.message(1));
        }
        page.track_end(receipt);

        case.expect(&mut page, receipt, Some(Outcome::NotSent));
    }
}

#[test]
fn a_refused_message_was_not_sent() {
    for case in cases()
        .iter()
        .filter(|case| case.question != Question::Navigated)
    {
        let mut page = Page::ready_with(with_lifecycle(LifecycleMode::Strict));
        if case.starts() {
            page.app(&case.message(1));
        }

        let (receipt, sent) = tracked(&mut page, 1, &case.message(1));

        assert!(matches!(sent, Sent::Refused(_)), "{}: {sent:?}", case.sends);
        case.expect(&mut page, receipt, Some(Outcome::NotSent));
    }
}

#[test]
fn a_message_past_the_queues_end_was_not_sent() {
    for case in cases() {
        let mut page = Page::waiting();
        while page.send(&json!({ "type": "CALL_DATA" })).0 == Sent::Queued {}

        let (receipt, sent) = tracked(&mut page, 1, &case.message(1));

        assert_eq!(sent, Sent::Refused(Code::QueueFull));
        case.expect(&mut page, receipt, Some(Outcome::NotSent));
    }
}

#[test]
fn a_start_that_waited_too_long_was_not_sent() {
    for case in cases().iter().filter(|case| case.starts()) {
        let mut page = Page::waiting();
        let (receipt, sent) = tracked(&mut page, 1, &case.message(1));
        let wait = page.ask(receipt, case.question, None);
        page.wait(10_001.0);

        let outputs = page.host(&sync("h_1"));

        assert_eq!(sent, Sent::Queued);
        let expected = (u64::from(wait), "NOT_SENT".to_owned(), Value::Null);
        assert_eq!(settled(&outputs), [expected], "{}", case.sends);
    }
}

#[test]
fn a_message_that_waited_is_answered_like_any_other() {
    for case in cases() {
        for ties in TIES {
            let mut page = Page::waiting();
            case.prepare(&mut page, 1);
            let (receipt, _) = tracked(&mut page, 1, &case.message(1));
            page.ask(receipt, case.question, None);

            let outputs = page.host(&sync("h_1"));
            let post = outputs
                .iter()
                .filter_map(|output| output.get("post"))
                .find(|post| post["type"] == case.sends)
                .expect("posted");
            let id = post["messageId"].as_str().expect("an id").to_owned();
            page.host(&case.answer(&case.failure, 1, ties, &id));
            case.expect(&mut page, receipt, Some(Outcome::HostRefused));
        }
    }
}

#[test]
fn a_navigation_that_still_waits_times_out() {
    let mut page = Page::waiting();
    let message = json!({
        "type": "NAVIGATE_TO_RECORD", "data": { "objectCoordinates": coordinates(1) },
    });
    let (receipt, _) = tracked(&mut page, 1, &message);
    page.ask(receipt, Question::Navigated, None);

    let outputs = page.live(30_000.0);

    assert_eq!(settled(&outputs)[0].1, "TIMED_OUT");
}

#[test]
fn a_question_the_message_did_not_ask_is_settled_at_once() {
    for (sends, question) in [
        ("OUTGOING_CALL_STARTED", Question::Engagement),
        ("INCOMING_CALL", Question::Engagement),
        ("CALL_COMPLETED", Question::Saved),
    ] {
        for data in [
            json!({ "externalCallId": "c-1" }),
            json!({ "externalCallId": "c-1", "createEngagement": false, "engagementProperties": null }),
            json!({ "externalCallId": "c-1", "createEngagement": "", "engagementProperties": "x" }),
        ] {
            let mut page = Page::ready();

            let (receipt, _) = posted_for(&mut page, &json!({ "type": sends, "data": data }));

            assert_eq!(
                code(&mut page, receipt, question),
                is(Outcome::NotRequested)
            );
        }
    }
}

#[test]
fn the_caller_is_looked_up_without_an_engagement_too() {
    let mut page = Page::ready();
    let (receipt, _) = posted_for(&mut page, &about("INCOMING_CALL", "c-1"));

    page.host(&json!({
        "type": "CALLER_ID_MATCH_SUCCEEDED", "messageId": "h_2",
        "data": { "callerIdMatches": [] },
    }));

    let found = outcome(&mut page, receipt, Question::CallerId);
    assert_eq!(found, Some((String::new(), json!([]))));
}
