//! Outcomes of receipts.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{Outcome, Question};
use serde_json::Value;

use super::cases::{TIES, Ties, cases, posted_for, settled};

#[test]
fn an_answer_or_a_refusal_settles_with_the_hosts_own_data() {
    for case in cases() {
        let success = case.success.as_ref().map(|success| (success, ""));
        for (answer, code) in success.into_iter().chain([(&case.failure, "HOST_REFUSED")]) {
            for ties in TIES {
                let mut page = case.page(1);
                let (receipt, id) = posted_for(&mut page, &case.message(1));
                let wait = page.ask(receipt, case.question, None);
                let answer = case.answer(answer, 1, ties, &id);

                let outputs = page.host(&answer);

                let is_refused = !code.is_empty();
                let value = if is_refused {
                    &answer["data"]
                } else {
                    &case.value
                };
                let expected = (u64::from(wait), code.to_owned(), value.clone());
                assert_eq!(settled(&outputs), [expected], "{} {ties:?}", case.sends);
            }
        }
    }
}

#[test]
fn silence_times_out_and_counts_as_success_of_a_navigation() {
    for case in cases() {
        let mut page = case.page(1);
        let (receipt, _) = posted_for(&mut page, &case.message(1));
        let wait = page.ask(receipt, case.question, None);

        let early = page.live(29_999.0);
        let late = page.live(1.0);

        let expected = if case.question == Question::Navigated {
            Outcome::Answered
        } else {
            Outcome::TimedOut
        };
        assert_eq!(settled(&early), []);
        let expected = (u64::from(wait), expected.as_str().to_owned(), Value::Null);
        assert_eq!(settled(&late), [expected], "{}", case.sends);
    }
}

#[test]
fn giving_up_settles_as_aborted_and_only_that_wait() {
    for case in cases() {
        let mut page = case.page(1);
        let (receipt, id) = posted_for(&mut page, &case.message(1));
        let waits = [0, 1].map(|_| page.ask(receipt, case.question, None));

        page.abort(waits[0]);
        page.abort(waits[0]);
        let aborted = settled(&page.drain());
        let answered = settled(&page.host(&case.answer(&case.failure, 1, Ties::Echo, &id)));

        let expected = (u64::from(waits[0]), "ABORTED".to_owned(), Value::Null);
        assert_eq!(aborted, [expected], "{}", case.sends);
        let others: Vec<u64> = answered.into_iter().map(|(wait, ..)| wait).collect();
        assert_eq!(others, [u64::from(waits[1])], "{}", case.sends);
    }
}

#[test]
fn destroying_the_instance_aborts_what_it_asked() {
    for case in cases() {
        let mut page = case.page(1);
        page.join();
        let (receipt, _) = posted_for(&mut page, &case.message(1));
        let wait = page.ask(receipt, case.question, None);

        page.detach(1);

        let expected = (u64::from(wait), "ABORTED".to_owned(), Value::Null);
        assert_eq!(settled(&page.drain()), [expected], "{}", case.sends);
        case.expect(&mut page, receipt, Some(Outcome::Aborted));
    }
}

#[test]
fn an_answer_that_could_be_either_is_ambiguous_for_both() {
    for case in cases()
        .iter()
        .filter(|case| case.question != Question::Navigated)
    {
        let mut page = case.page(3);
        let (first, _) = posted_for(&mut page, &case.message(1));
        let (second, id) = posted_for(&mut page, &case.message(2));

        page.host(&case.answer(&case.failure, 1, Ties::Neither, ""));
        case.expect(&mut page, first, Some(Outcome::Ambiguous));
        case.expect(&mut page, second, Some(Outcome::Ambiguous));
        assert_eq!(page.count(Code::AmbiguousReply), 1);

        // That answer cannot be about a later message, but further answers to the
        // first two may still come.
        let (third, _) = posted_for(&mut page, &case.message(3));
        case.expect(&mut page, third, None);
        page.host(&case.answer(&case.failure, 1, Ties::Neither, ""));
        case.expect(&mut page, third, Some(Outcome::Ambiguous));
        page.host(&case.answer(&case.failure, 2, Ties::Echo, &id));
        case.expect(&mut page, second, Some(Outcome::Ambiguous));
    }
}
