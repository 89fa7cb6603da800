//! The time-out and the number of waits.

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::protocol::limits::MAX_RECEIPTS;
use calling_widget_sdk::session::widget::{Outcome, Question};
use serde_json::{Value, json};

use super::cases::{Ties, cases, code, is, posted_for, settled, tracked};
use crate::widget_engine::page::Page;

#[test]
fn a_wait_is_due_before_the_watchdog_where_it_ends_first() {
    let mut page = Page::waiting();
    page.timeout();
    let (receipt, _) = tracked(&mut page, 1, &cases()[0].message(1));

    let quick = [60_000.0, 50.0].map(|timeout| {
        let question = Question::Engagement;
        let wait = page.ask(receipt, question, Some(timeout));
        let due = page.wake();
        page.abort(wait);
        due.is_some_and(|due| due <= page.now + Millis(50.0))
    });

    assert_eq!(quick, [false, true]);
}

#[test]
fn each_wait_has_a_time_of_its_own_and_a_late_answer_is_kept() {
    let mut page = Page::ready();
    let case = &cases()[0];
    let (receipt, _) = posted_for(&mut page, &case.message(1));
    let short = page.ask(receipt, Question::Engagement, Some(50.0));
    let long = page.ask(receipt, Question::Engagement, Some(500.0));
    let endless = page.ask(receipt, Question::Engagement, Some(f64::INFINITY));

    let first = settled(&page.live(60.0));
    let second = settled(&page.live(600.0));
    let never = settled(&page.live(600_000.0));
    assert_eq!(page.wake(), None);
    let success = case.success.as_ref().expect("one");
    let answered = settled(&page.host(&case.answer(success, 1, Ties::Names, "")));

    let over = |wait: u32| (u64::from(wait), "TIMED_OUT".to_owned(), Value::Null);
    assert_eq!(first, [over(short)]);
    assert_eq!(second, [over(long)]);
    assert_eq!(never, []);
    assert_eq!(answered, [(u64::from(endless), String::new(), json!(7))]);
    assert_eq!(
        code(&mut page, receipt, Question::Engagement),
        is(Outcome::Answered)
    );
}

#[test]
fn a_laptop_that_sleeps_ends_no_wait() {
    let mut page = Page::ready();
    let case = &cases()[0];
    for n in 0..20 {
        let (receipt, _) = posted_for(&mut page, &case.message(n));
        page.ask(receipt, Question::Engagement, None);
    }
    page.live(10_000.0);

    page.wait(8.0 * 3_600_000.0);
    page.timeout();
    let woken = settled(&page.drain());
    let later = settled(&page.live(13_999.0));
    let at_last = settled(&page.live(1.0));

    assert_eq!(woken, []);
    assert_eq!(later, []);
    assert_eq!(at_last.len(), 20);
}

#[test]
fn nothing_is_due_while_nobody_waits() {
    let mut page = Page::ready();
    let cases = cases();
    let case = cases
        .last()
        .expect("a navigation, which nobody owes an answer");
    let (receipt, id) = posted_for(&mut page, &case.message(1));
    page.timeout();
    let before = page.wake();

    page.ask(receipt, case.question, None);
    let outputs = page.wake();
    page.host(&case.answer(&case.failure, 1, Ties::Echo, &id));
    page.timeout();

    assert_eq!(before, None);
    assert_eq!(outputs, Some(page.now + Millis(5000.0)));
    assert_eq!(page.wake(), None);
}

#[test]
fn an_answer_without_what_it_is_for_settles_nothing() {
    let mut page = Page::ready();
    let (receipt, _) = posted_for(&mut page, &cases()[2].message(1));

    for (wire, data) in [
        ("CREATE_ENGAGEMENT_SUCCEEDED", json!({})),
        (
            "CREATE_ENGAGEMENT_SUCCEEDED",
            json!({ "engagementId": null }),
        ),
        (
            "CALLER_ID_MATCH_SUCCEEDED",
            json!({ "callerIdMatches": {} }),
        ),
        ("CALLER_ID_MATCH_SUCCEEDED", Value::Null),
    ] {
        page.host(&json!({ "type": wire, "messageId": "h_2", "data": data }));
    }

    assert_eq!(code(&mut page, receipt, Question::Engagement), None);
    assert_eq!(code(&mut page, receipt, Question::CallerId), None);
}

#[test]
fn waits_are_bounded_and_the_oldest_goes_first() {
    let mut page = Page::ready();
    let (receipt, _) = posted_for(&mut page, &cases()[0].message(1));
    let first = page.ask(receipt, Question::Engagement, None);
    for _ in 1..MAX_RECEIPTS {
        page.ask(receipt, Question::Engagement, None);
    }
    let before = settled(&page.drain());

    page.ask(receipt, Question::Engagement, None);

    assert_eq!(before, []);
    let expected = (u64::from(first), "SESSION_LOST".to_owned(), Value::Null);
    assert_eq!(settled(&page.drain()), [expected]);
}
