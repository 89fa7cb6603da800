//! The message that an answer is for, where several are pending.

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::session::widget::{AppInput, Outcome, Question};
use serde_json::{Value, json};

use super::cases::{Ties, cases, code, outcome, posted_for, settled, tracked};
use crate::widget_engine::page::Page;

#[test]
fn a_forgotten_calls_message_was_not_sent_and_others_still_are() {
    let mut page = Page::waiting();
    let case = &cases()[0];
    let [first, second] = [1, 2].map(|n| tracked(&mut page, 1, &case.message(n)).0);
    let waits = [first, second].map(|receipt| page.ask(receipt, case.question, None));
    page.drain();

    page.enter(AppInput::ForgetCall { key: 1 });

    let expected = (u64::from(waits[0]), "NOT_SENT".to_owned(), Value::Null);
    assert_eq!(settled(&page.drain()), [expected]);
}

#[test]
fn a_message_nobody_asks_about_makes_an_answer_ambiguous_too() {
    for (case, is_destroyed) in cases()
        .iter()
        .flat_map(|case| [(case, false), (case, true)])
        // Nobody owes an answer to a navigation that is not asked about.
        .filter(|(case, is_destroyed)| *is_destroyed || case.question != Question::Navigated)
    {
        let mut page = case.page(2);
        let other = page.join();
        let (receipt, _) = posted_for(&mut page, &case.message(1));
        if is_destroyed {
            tracked(&mut page, other, &case.message(2));
            page.detach(other);
        } else {
            page.app(&case.message(2));
        }

        page.host(&case.answer(&case.failure, 1, Ties::Neither, ""));

        case.expect(&mut page, receipt, Some(Outcome::Ambiguous));
    }
}

#[test]
fn an_answer_that_is_lost_makes_others_ambiguous_for_five_minutes() {
    let about_calls = |question| !matches!(question, Question::CallerId | Question::Navigated);
    for case in cases().iter().filter(|case| about_calls(case.question)) {
        let mut page = case.page(3);
        posted_for(&mut page, &case.message(1));
        page.live(290_000.0);
        let (second, _) = posted_for(&mut page, &case.message(2));
        let answer = case.answer(&case.failure, 1, Ties::Neither, "");
        page.host(&answer);
        page.live(10_000.0);
        let (third, _) = posted_for(&mut page, &case.message(3));

        page.host(&answer);

        case.expect(&mut page, second, Some(Outcome::Ambiguous));
        case.expect(&mut page, third, Some(Outcome::HostRefused));
    }
}

#[test]
fn an_answer_that_is_tied_is_never_another_calls() {
    for case in cases() {
        for ties in [Ties::Echo, Ties::Names] {
            let mut page = case.page(2);
            let (first, _) = posted_for(&mut page, &case.message(1));
            let (second, id) = posted_for(&mut page, &case.message(2));

            page.host(&case.answer(&case.failure, 2, ties, &id));

            case.expect(&mut page, first, None);
            case.expect(&mut page, second, Some(Outcome::HostRefused));
        }
    }
}

#[test]
fn an_answer_about_an_unknown_call_or_record_settles_nothing() {
    for case in cases() {
        let mut page = case.page(1);
        let (receipt, _) = posted_for(&mut page, &case.message(1));

        page.host(&case.answer(&case.failure, 9, Ties::Names, ""));

        case.expect(&mut page, receipt, None);
    }
}

#[test]
fn the_call_an_answer_names_outweighs_its_message_id() {
    for case in cases() {
        let mut page = case.page(2);
        let (first, id) = posted_for(&mut page, &case.message(1));
        let (second, _) = posted_for(&mut page, &case.message(2));
        let mut answer = case.answer(&case.failure, 2, Ties::Names, "");
        answer["messageId"] = json!(id);

        page.host(&answer);

        case.expect(&mut page, first, None);
        case.expect(&mut page, second, Some(Outcome::HostRefused));
    }
}

#[test]
fn an_engagement_that_is_known_is_its_calls_and_no_others() {
    let mut page = Page::ready();
    let case = &cases()[0];
    let (first, _) = posted_for(&mut page, &case.message(1));
    let (second, _) = posted_for(&mut page, &case.message(2));
    let created = |id: u32| json!({ "engagementId": id });

    page.host(&json!({
        "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": "h_2",
        "data": { "engagementId": 7, "externalCallId": "c-1" },
    }));
    // The other name of the same answer, without the call's id.
    page.host(&json!({ "type": "ENGAGEMENT_CREATED", "messageId": "h_3", "data": created(7) }));
    let before = code(&mut page, second, Question::Engagement);
    page.host(&json!({ "type": "ENGAGEMENT_CREATED", "messageId": "h_4", "data": created(8) }));

    assert_eq!(before, None);
    let value = |id: u32| Some((String::new(), json!(id)));
    assert_eq!(outcome(&mut page, first, Question::Engagement), value(7));
    assert_eq!(outcome(&mut page, second, Question::Engagement), value(8));
    let engagements = [0, 1].map(|at| page.calls()[at]["engagementId"].clone());
    assert_eq!(engagements, [7, 8]);
}

#[test]
fn an_answer_that_is_repeated_settles_nobody_else() {
    for case in cases() {
        let mut page = case.page(2);
        let (first, id) = posted_for(&mut page, &case.message(1));
        let answer = case.answer(&case.failure, 1, Ties::Echo, &id);
        page.host(&answer);
        let (second, _) = posted_for(&mut page, &case.message(2));

        page.host(&answer);
        case.expect(&mut page, first, Some(Outcome::HostRefused));
        case.expect(&mut page, second, None);
    }
}

#[test]
fn a_later_message_about_the_same_takes_the_place() {
    for case in cases() {
        let mut page = case.page(1);
        let (first, first_id) = posted_for(&mut page, &case.message(1));
        let wait = page.ask(first, case.question, None);
        page.drain();

        let second = page.track(1, Kind::parse(case.sends).expect("known"));
        let (_, outputs) = page.send(&case.message(1));
        page.track_end(second);
        // The first message's own answer is not the second's.
        page.host(&case.answer(&case.failure, 1, Ties::Echo, &first_id));
        let still_open = code(&mut page, second, case.question);
        page.host(&case.answer(&case.failure, 1, Ties::Neither, ""));

        let expected = (u64::from(wait), "SUPERSEDED".to_owned(), Value::Null);
        assert_eq!(settled(&outputs), [expected], "{}", case.sends);
        assert_eq!(still_open, None, "{}", case.sends);
        case.expect(&mut page, second, Some(Outcome::HostRefused));
    }
}
