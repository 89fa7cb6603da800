//! Answers about the engagement of another call.

use calling_widget_sdk::session::widget::{LifecycleMode, Outcome, Question};
use serde_json::{Value, json};

use super::cases::{Ties, cases, code, is, outcome, posted_for, settled, tracked};
use crate::widget_engine::page::{Page, Sent, about, created, engaged, with_lifecycle};

const FINALIZE: &str = "FINALIZE_ENGAGEMENT";
const PUBLISH: &str = "PUBLISH_TO_CHANNEL";

/// Two incoming calls that asked for an engagement, the first of which has 7.
fn two_that_asked(page: &mut Page) -> [u32; 2] {
    let receipts = [1, 2].map(|n| {
        let data = json!({ "externalCallId": format!("c-{n}"), "createEngagement": true });
        posted_for(page, &json!({ "type": "INCOMING_CALL", "data": data })).0
    });
    page.host(&created("c-1", 7));
    receipts
}

#[test]
fn another_calls_engagement_settles_as_such_without_its_data() {
    let mut page = Page::ready();
    let [first, second] = two_that_asked(&mut page);
    let wait = page.ask(second, Question::Engagement, None);

    let outputs = page.host(&created("c-2", "7"));

    let expected = (u64::from(wait), "OTHER_ENGAGEMENT".to_owned(), Value::Null);
    assert_eq!(settled(&outputs), [expected]);
    let of_first = outcome(&mut page, first, Question::Engagement);
    assert_eq!(of_first, Some((String::new(), json!(7))));
    // The host corrects itself.
    page.host(&created("c-2", 8));
    let of_second = outcome(&mut page, second, Question::Engagement);
    assert_eq!(of_second, Some((String::new(), json!(8))));
}

#[test]
fn another_engagement_than_the_calls_own_is_no_answer() {
    let mut page = Page::ready();
    let [_, second] = two_that_asked(&mut page);
    page.app(&engaged("CALL_ENDED", "c-2", 9));

    page.host(&created("c-2", 10));

    let refused = is(Outcome::OtherEngagement);
    assert_eq!(code(&mut page, second, Question::Engagement), refused);
    assert_eq!(page.calls()[1]["engagementId"], json!(9));
}

#[test]
fn a_message_about_another_calls_engagement_fails_at_once() {
    for (sends, answers, question) in [
        ("CALL_COMPLETED", "UPDATE_ENGAGEMENT", Question::Saved),
        (FINALIZE, FINALIZE, Question::Finalized),
        (PUBLISH, PUBLISH, Question::Finalized),
    ] {
        for answer in ["SUCCEEDED", "FAILED"].map(|ending| format!("{answers}_{ending}")) {
            for lifecycle in [LifecycleMode::Warn, LifecycleMode::Off] {
                let mut page = Page::ready_with(with_lifecycle(lifecycle));
                two_that_asked(&mut page);
                page.app(&engaged("CALL_ENDED", "c-2", 9));
                let before = page.calls();
                let data = json!({
                    "externalCallId": "c-2", "engagementId": 7, "engagementProperties": {},
                });

                let (receipt, _) = posted_for(&mut page, &json!({ "type": sends, "data": data }));
                let at_once = code(&mut page, receipt, question);
                page.host(&json!({
                    "type": answer, "messageId": "h_3", "data": { "externalCallId": "c-2" },
                }));

                assert_eq!(at_once, is(Outcome::OtherEngagement), "{sends}");
                assert_eq!(code(&mut page, receipt, question), at_once, "{sends}");
                let engagements = |calls: &Value| [0, 1].map(|n| calls[n]["engagement"].clone());
                assert_eq!(engagements(&page.calls()), engagements(&before), "{answer}");
            }
        }
    }
}

#[test]
fn a_queued_message_about_another_calls_engagement_fails_too() {
    let mut page = Page::waiting();
    for (call, engagement) in [("c-1", 7), ("c-2", 9)] {
        page.app(&about("INCOMING_CALL", call));
        page.app(&engaged("CALL_ENDED", call, engagement));
    }

    let (receipt, sent) = tracked(&mut page, 1, &engaged("FINALIZE_ENGAGEMENT", "c-2", 7));

    assert_eq!(sent, Sent::Queued);
    let refused = is(Outcome::OtherEngagement);
    assert_eq!(code(&mut page, receipt, Question::Finalized), refused);
}

#[test]
fn a_late_question_gets_the_success_that_followed_a_failure() {
    for case in cases() {
        let Some(success) = &case.success else {
            continue;
        };
        for ties in [Ties::Echo, Ties::Names] {
            let mut page = case.page(1);
            let (receipt, id) = posted_for(&mut page, &case.message(1));
            let wait = page.ask(receipt, case.question, None);
            let failed = page.host(&case.answer(&case.failure, 1, ties, &id));

            let later = page.host(&case.answer(success, 1, ties, &id));

            let waits: Vec<_> = settled(&failed).iter().map(|settled| settled.0).collect();
            assert_eq!(waits, [u64::from(wait)]);
            assert_eq!(settled(&later), []);
            let expected = Some((String::new(), case.value.clone()));
            assert_eq!(
                outcome(&mut page, receipt, case.question),
                expected,
                "{} {ties:?}",
                case.sends
            );
        }
    }
}
