//! Answers by the ids that they name.

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::protocol::limits::MAX_RECEIPTS;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{Outcome, Question};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::cases::{Ties, cases, code, coordinates, is, posted_for, settled};
use crate::widget_engine::page::{Page, about, asking, created, reply};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// In any order, each tied by message id or by names.
    #[test]
    fn answers_that_are_all_tied_are_never_ambiguous(
        case in 0..cases().len(),
        order in Just((1..=5_u32).collect::<Vec<_>>()).prop_shuffle(),
        echoes in prop::collection::vec(any::<bool>(), 5),
    ) {
        let case = &cases()[case];
        let mut page = case.page(5);
        let sent: Vec<_> = (1..=5)
            .map(|n| posted_for(&mut page, &case.message(n)))
            .collect();

        for (n, echo) in order.iter().zip(echoes) {
            let (_, id) = &sent[*n as usize - 1];
            let ties = if echo { Ties::Echo } else { Ties::Names };
            page.host(&case.answer(&case.failure, *n, ties, id));
        }

        for (receipt, _) in sent {
            case.expect(&mut page, receipt, Some(Outcome::HostRefused));
        }
        prop_assert_eq!(page.count(Code::AmbiguousReply), 0);
    }
}

#[test]
fn a_known_call_and_an_unknown_one_are_two() {
    let cases = cases();
    let case = cases
        .iter()
        .find(|case| case.sends == "FINALIZE_ENGAGEMENT")
        .expect("one");
    for order in [[1, 9], [9, 1], [8, 9]] {
        let mut page = case.page(1);
        let receipts = order.map(|n| posted_for(&mut page, &case.message(n)).0);

        page.host(&case.answer(&case.failure, 1, Ties::Neither, ""));

        for receipt in receipts {
            case.expect(&mut page, receipt, Some(Outcome::Ambiguous));
        }
    }
}

#[test]
fn the_message_id_tells_calls_of_one_id_apart() {
    let mut page = Page::ready();
    let start = asking("OUTGOING_CALL_STARTED", "c-1");
    let (_, first) = posted_for(&mut page, &start);
    page.app(&about("CALL_ENDED", "c-1"));
    page.host(&reply(
        "DIAL_NUMBER",
        &json!({ "phoneNumber": "+12025550123" }),
    ));
    page.app(&start);
    let mut answer = created("c-1", 7);
    answer["messageId"] = json!(first);

    page.host(&answer);

    let engagements = [0, 1].map(|at| page.calls()[at]["engagement"].clone());
    assert_eq!(engagements, ["created", "pending"]);
}

#[test]
fn receipts_are_bounded_and_the_oldest_settled_goes_first() {
    let mut page = Page::ready();
    let navigate = |n: u32| json!({ "type": "NAVIGATE_TO_RECORD", "data": { "objectCoordinates": coordinates(n) } });
    let (open, _) = posted_for(&mut page, &navigate(0));
    let wait = page.ask(open, Question::Navigated, None);
    let done = page.track(1, Kind::NavigateToRecord);
    page.track_end(done);

    let most = u32::try_from(MAX_RECEIPTS).expect("small");
    for n in 2..=most {
        posted_for(&mut page, &navigate(n));
    }
    let forgotten = code(&mut page, done, Question::Navigated);
    let retained = code(&mut page, open, Question::Navigated);
    let kind = Kind::NavigateToRecord;
    let last = page.track(1, kind);
    let (_, outputs) = page.send(&navigate(most + 1));
    page.track_end(last);

    assert_eq!(forgotten, is(Outcome::SessionLost));
    assert_eq!(retained, None);
    let expected = (u64::from(wait), "SESSION_LOST".to_owned(), Value::Null);
    assert_eq!(settled(&outputs), [expected]);
}

#[test]
fn a_flood_of_messages_does_not_forget_an_owed_engagement() {
    let mut page = Page::ready();
    page.app(&asking("INCOMING_CALL", "c-1"));
    for _ in 0..MAX_RECEIPTS {
        page.app(&about("INCOMING_CALL", "c-2"));
    }
    page.app(&asking("INCOMING_CALL", "c-3"));

    page.host(&reply(
        "CREATE_ENGAGEMENT_SUCCEEDED",
        &json!({ "engagementId": 7 }),
    ));

    let calls = page.calls();
    let calls = calls.as_array().into_iter().flatten();
    let engagements: Vec<_> = calls.map(|call| call["engagement"].clone()).collect();
    assert_eq!(engagements, ["pending", "none", "pending"]);
}
