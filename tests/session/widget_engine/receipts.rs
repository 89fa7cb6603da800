//! What becomes of a message that the host answers.
//!
//! Every outcome is shown for every question, with a host that echoes message
//! ids, with one that names the call, and with one that does neither.

use calling_widget_sdk::protocol::limits::MAX_RECEIPTS;
use calling_widget_sdk::protocol::{Kind, Millis};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{AppInput, Input, LifecycleMode, Outcome, Question};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::page::{Page, Sent, about, other_sync, posted, sync, with_lifecycle};

/// How a host ties an answer to what it answers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ties {
    /// By the id of the message it answers.
    Echo,
    /// By the ids of its call, or by the record's coordinates.
    Names,
    /// Not at all.
    Neither,
}

/// One question about one kind of message, and the host's answers to it.
struct Case {
    sends: &'static str,
    question: Question,
    success: Option<(&'static str, Value)>,
    failure: (&'static str, Value),
    /// What the app is given.
    value: Value,
}

/// Every question about every kind.
fn cases() -> Vec<Case> {
    let refusal = json!({ "error": { "message": "no" } });
    let created = json!({ "engagementId": 7 });
    let matches = json!([{ "callerIdType": "CONTACT" }]);
    let case = |sends, question, success, failure: &'static str, data: &Value, value| Case {
        sends,
        question,
        success: Some((success, data.clone())),
        failure: (failure, refusal.clone()),
        value,
    };
    let found = json!({ "callerIdMatches": matches });
    let mut cases = vec![
        case(
            "OUTGOING_CALL_STARTED",
            Question::Engagement,
            "CREATE_ENGAGEMENT_SUCCEEDED",
            "CREATE_ENGAGEMENT_FAILED",
            &created,
            json!(7),
        ),
        case(
            "OUTGOING_CALL_STARTED",
            Question::Engagement,
            "ENGAGEMENT_CREATED",
            "CREATE_ENGAGEMENT_FAILED",
            &created,
            json!(7),
        ),
        case(
            "INCOMING_CALL",
            Question::Engagement,
            "CREATE_ENGAGEMENT_SUCCEEDED",
            "CREATE_ENGAGEMENT_FAILED",
            &created,
            json!(7),
        ),
        case(
            "INCOMING_CALL",
            Question::CallerId,
            "CALLER_ID_MATCH_SUCCEEDED",
            "CALLER_ID_MATCH_FAILED",
            &found,
            matches,
        ),
        case(
            "CALL_COMPLETED",
            Question::Saved,
            "UPDATE_ENGAGEMENT_SUCCEEDED",
            "UPDATE_ENGAGEMENT_FAILED",
            &json!({}),
            Value::Null,
        ),
    ];
    for sends in ["FINALIZE_ENGAGEMENT", "PUBLISH_TO_CHANNEL"] {
        for answers in [
            [
                "FINALIZE_ENGAGEMENT_SUCCEEDED",
                "FINALIZE_ENGAGEMENT_FAILED",
            ],
            ["PUBLISH_TO_CHANNEL_SUCCEEDED", "PUBLISH_TO_CHANNEL_FAILED"],
        ] {
            let [success, failure] = answers;
            cases.push(case(
                sends,
                Question::Finalized,
                success,
                failure,
                &json!({}),
                Value::Null,
            ));
        }
    }
    cases.push(Case {
        sends: "NAVIGATE_TO_RECORD",
        question: Question::Navigated,
        success: None,
        failure: ("NAVIGATE_TO_RECORD_FAILED", json!({})),
        value: Value::Null,
    });
    cases
}

impl Case {
    /// The message that asks for everything, about call `c-<n>`.
    fn message(&self, n: u32) -> Value {
        let id = format!("c-{n}");
        let data = match self.sends {
            "OUTGOING_CALL_STARTED" | "INCOMING_CALL" => {
                json!({ "externalCallId": id, "createEngagement": true })
            }
            "CALL_COMPLETED" => json!({
                "externalCallId": id, "engagementId": 100 + n,
                "engagementProperties": { "hs_call_title": "x" },
            }),
            "NAVIGATE_TO_RECORD" => json!({ "objectCoordinates": coordinates(n) }),
            _ => json!({ "externalCallId": id, "engagementId": 100 + n }),
        };
        json!({ "type": self.sends, "data": data })
    }

    /// A page on which the message is in order for the calls 1 to `calls`.
    fn page(&self, calls: u32) -> Page {
        let mut page = Page::ready();
        self.prepare(&mut page, calls);
        page
    }

    fn prepare(&self, page: &mut Page, calls: u32) {
        if self.question == Question::Navigated || self.starts() {
            return;
        }
        for n in 1..=calls {
            let id = format!("c-{n}");
            page.app(&about("OUTGOING_CALL_STARTED", &id));
            page.app(&json!({
                "type": "CALL_ENDED",
                "data": { "externalCallId": id, "engagementId": 100 + n },
            }));
        }
    }

    fn starts(&self) -> bool {
        matches!(self.sends, "OUTGOING_CALL_STARTED" | "INCOMING_CALL")
    }

    /// An answer about call `c-<n>`, whose message went out as `message_id`.
    fn answer(&self, what: &(&str, Value), n: u32, ties: Ties, message_id: &str) -> Value {
        let (wire, mut data) = what.clone();
        if self.question == Question::Navigated && ties != Ties::Neither {
            put(&mut data, "objectCoordinates", coordinates(n));
        } else if ties == Ties::Names {
            put(&mut data, "externalCallId", json!(format!("c-{n}")));
        }
        let id = if ties == Ties::Echo {
            message_id
        } else {
            "h_77"
        };
        json!({ "type": wire, "messageId": id, "data": data })
    }
}

fn put(object: &mut Value, name: &str, value: Value) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(name.to_owned(), value);
    }
}

/// The kind of a message that is in the table.
fn kind_of(message: &Value) -> Kind {
    let wire = message.get("type").and_then(Value::as_str);
    wire.and_then(Kind::parse).unwrap_or(Kind::Sync)
}

fn coordinates(n: u32) -> Value {
    json!({ "portalId": 1, "objectId": n, "objectTypeId": "0-1" })
}

const TIES: [Ties; 3] = [Ties::Echo, Ties::Names, Ties::Neither];

/// Sends a message for a receipt; its number and what became of the send.
fn tracked(page: &mut Page, instance: u32, message: &Value) -> (u32, Sent) {
    let kind = kind_of(message);
    let receipt = page.track(instance, kind);
    let (sent, _) = page.send_of(instance, message);
    page.track_end(receipt);
    (receipt, sent)
}

/// The same of instance 1, which is expected to be posted; its message id.
fn posted_for(page: &mut Page, message: &Value) -> (u32, String) {
    match tracked(page, 1, message) {
        (receipt, Sent::Posted(id)) => (receipt, id),
        (_, sent) => panic!("{sent:?}"),
    }
}

fn ask(page: &mut Page, receipt: u32, question: Question) -> u32 {
    page.ask(receipt, question, None)
}

/// What is settled among orders: the wait, the outcome, the value.
fn settled(outputs: &[Value]) -> Vec<(u64, String, Value)> {
    let settled = outputs.iter().filter_map(|output| {
        let wait = output.get("settled")?.as_u64()?;
        Some((
            wait,
            output["outcome"].as_str()?.to_owned(),
            output["value"].clone(),
        ))
    });
    settled.collect()
}

/// The outcome of a question at once; `None` while it is open.
fn outcome(page: &mut Page, receipt: u32, question: Question) -> Option<(String, Value)> {
    let wait = ask(page, receipt, question);
    let now = settled(&page.drain());
    page.abort(wait);
    page.drain();
    now.into_iter()
        .next()
        .map(|(_, outcome, value)| (outcome, value))
}

/// The outcome's code alone.
fn code(page: &mut Page, receipt: u32, question: Question) -> Option<String> {
    outcome(page, receipt, question).map(|(code, _)| code)
}

fn is(outcome: Outcome) -> Option<String> {
    Some(outcome.as_str().to_owned())
}

/// Time passes as it does in a page that is awake.
fn wake_for(page: &mut Page, millis: f64) -> Vec<Value> {
    let until = page.now + Millis(millis);
    let mut seen = Vec::new();
    while page.now < until {
        let due = page.wake().unwrap_or(until);
        page.now = if due < until { due } else { until };
        page.timeout();
        seen.extend(page.drain());
    }
    seen
}

#[test]
fn a_success_settles_with_what_the_host_said() {
    for case in cases() {
        let Some(success) = &case.success else {
            continue;
        };
        for ties in TIES {
            let mut page = case.page(1);
            let (receipt, id) = posted_for(&mut page, &case.message(1));
            let wait = ask(&mut page, receipt, case.question);

            let outputs = page.host(&case.answer(success, 1, ties, &id));

            let expected = (u64::from(wait), String::new(), case.value.clone());
            assert_eq!(settled(&outputs), [expected], "{} {ties:?}", case.sends);
        }
    }
}

#[test]
fn a_failure_settles_as_refused_with_its_data_untouched() {
    for case in cases() {
        for ties in TIES {
            let mut page = case.page(1);
            let (receipt, id) = posted_for(&mut page, &case.message(1));
            let wait = ask(&mut page, receipt, case.question);
            let answer = case.answer(&case.failure, 1, ties, &id);

            let outputs = page.host(&answer);

            let expected = (
                u64::from(wait),
                "HOST_REFUSED".to_owned(),
                answer["data"].clone(),
            );
            assert_eq!(settled(&outputs), [expected], "{} {ties:?}", case.sends);
        }
    }
}

#[test]
fn silence_times_out_and_an_open_navigation_counts_as_not_refused() {
    for case in cases() {
        let mut page = case.page(1);
        let (receipt, _) = posted_for(&mut page, &case.message(1));
        let wait = ask(&mut page, receipt, case.question);

        let early = wake_for(&mut page, 29_999.0);
        let late = wake_for(&mut page, 1.0);

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
        let waits = [0, 1].map(|_| ask(&mut page, receipt, case.question));

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
        let wait = ask(&mut page, receipt, case.question);

        page.detach(1);

        let expected = (u64::from(wait), "ABORTED".to_owned(), Value::Null);
        assert_eq!(settled(&page.drain()), [expected], "{}", case.sends);
        assert_eq!(
            code(&mut page, receipt, case.question),
            is(Outcome::Aborted)
        );
    }
}

#[test]
fn what_a_destroyed_instance_asked_may_still_be_answered() {
    for case in cases() {
        let mut page = case.page(2);
        let other = page.join();
        let (receipt, _) = posted_for(&mut page, &case.message(1));
        tracked(&mut page, other, &case.message(2));
        let wait = ask(&mut page, receipt, case.question);

        page.detach(other);
        page.drain();
        let outputs = page.host(&case.answer(&case.failure, 1, Ties::Neither, ""));

        // Whose answer it is, nobody can tell.
        let expected = (u64::from(wait), "AMBIGUOUS".to_owned(), Value::Null);
        assert_eq!(settled(&outputs), [expected], "{}", case.sends);
    }
}

#[test]
fn where_an_earlier_host_was_asked_to_navigate_the_next_does_not_answer_it() {
    for case in cases() {
        if case.question != Question::Navigated {
            continue;
        }
        let mut page = case.page(2);
        posted_for(&mut page, &case.message(1));
        page.host(&other_sync());
        let (receipt, _) = posted_for(&mut page, &case.message(2));
        let wait = ask(&mut page, receipt, case.question);
        let answer = case.answer(&case.failure, 2, Ties::Neither, "");

        let outputs = page.host(&answer);

        let refused = "HOST_REFUSED".to_owned();
        let expected = (u64::from(wait), refused, answer["data"].clone());
        assert_eq!(settled(&outputs), [expected]);
    }
}

#[test]
fn what_another_account_was_asked_makes_no_answer_of_this_ones_ambiguous() {
    let mut page = Page::ready();
    page.app(&cases()[0].message(1));
    page.host(&other_sync());

    let (receipt, _) = posted_for(&mut page, &cases()[0].message(2));
    page.host(&json!({
        "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": "other_2", "data": { "engagementId": 9 },
    }));

    let found = outcome(&mut page, receipt, Question::Engagement);
    assert_eq!(found, Some((String::new(), json!(9))));
    assert_eq!(page.calls()[0]["engagement"], json!("failed"));
    assert_eq!(page.calls()[1]["engagementId"], json!(9));
}

#[test]
fn what_another_account_was_asked_has_failed() {
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
fn what_an_app_gives_up_was_not_sent_and_what_waits_beside_it_still_is() {
    let mut page = Page::waiting();
    let case = &cases()[0];
    let [first, second] = [1, 2].map(|n| tracked(&mut page, 1, &case.message(n)).0);
    let waits = [first, second].map(|receipt| ask(&mut page, receipt, case.question));
    page.drain();

    page.enter(Input::App(AppInput::ForgetCall { key: 1 }));

    let expected = (u64::from(waits[0]), "NOT_SENT".to_owned(), Value::Null);
    assert_eq!(settled(&page.drain()), [expected]);
}

#[test]
fn a_message_that_was_swallowed_was_not_sent() {
    for case in cases() {
        let mut page = case.page(1);

        let receipt = page.track(1, Kind::parse(case.sends).expect("known"));
        page.track_end(receipt);

        assert_eq!(
            code(&mut page, receipt, case.question),
            is(Outcome::NotSent)
        );
    }
}

#[test]
fn a_message_of_another_kind_or_instance_is_not_the_receipts() {
    for case in cases() {
        let mut page = case.page(1);
        page.join();

        let receipt = page.track(1, Kind::parse(case.sends).expect("known"));
        page.app(&json!({ "type": "CALL_DATA" }));
        page.send_of(2, &case.message(1));
        page.track_end(receipt);

        assert_eq!(
            code(&mut page, receipt, case.question),
            is(Outcome::NotSent)
        );
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
        assert_eq!(
            code(&mut page, receipt, case.question),
            is(Outcome::NotSent)
        );
    }
}

#[test]
fn a_message_past_the_queues_end_was_not_sent() {
    for case in cases() {
        let mut page = Page::waiting();
        while page.send(&json!({ "type": "CALL_DATA" })).0 == Sent::Queued {}

        let (receipt, sent) = tracked(&mut page, 1, &case.message(1));

        assert_eq!(sent, Sent::Refused(Code::QueueFull));
        assert_eq!(
            code(&mut page, receipt, case.question),
            is(Outcome::NotSent)
        );
    }
}

#[test]
fn a_start_that_waited_too_long_was_not_sent() {
    for case in cases().iter().filter(|case| case.starts()) {
        let mut page = Page::waiting();
        let (receipt, sent) = tracked(&mut page, 1, &case.message(1));
        let wait = ask(&mut page, receipt, case.question);
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
            ask(&mut page, receipt, case.question);

            let outputs = page.host(&sync("h_1"));
            let post = outputs
                .iter()
                .filter_map(|output| output.get("post"))
                .find(|post| post["type"] == case.sends)
                .expect("posted");
            let id = post["messageId"].as_str().expect("an id").to_owned();
            page.host(&case.answer(&case.failure, 1, ties, &id));

            let refused = is(Outcome::HostRefused);
            assert_eq!(code(&mut page, receipt, case.question), refused, "{ties:?}");
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
    ask(&mut page, receipt, Question::Navigated);

    let outputs = wake_for(&mut page, 30_000.0);

    assert_eq!(settled(&outputs)[0].1, "TIMED_OUT");
}

#[test]
fn what_the_message_did_not_ask_for_is_said_at_once() {
    for (sends, question) in [
        ("OUTGOING_CALL_STARTED", Question::Engagement),
        ("INCOMING_CALL", Question::Engagement),
        ("CALL_COMPLETED", Question::Saved),
    ] {
        for data in [
            json!({ "externalCallId": "c-1" }),
            json!({ "externalCallId": "c-1", "createEngagement": false, "engagementProperties": null }),
            json!({ "externalCallId": "c-1", "createEngagement": "true", "engagementProperties": "x" }),
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
fn the_caller_is_looked_up_whether_or_not_an_engagement_is_asked_for() {
    let mut page = Page::ready();
    let (receipt, _) = posted_for(&mut page, &about("INCOMING_CALL", "c-1"));

    page.host(&json!({
        "type": "CALLER_ID_MATCH_SUCCEEDED", "messageId": "h_2",
        "data": { "callerIdMatches": [] },
    }));

    let found = outcome(&mut page, receipt, Question::CallerId);
    assert_eq!(found, Some((String::new(), json!([]))));
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

        let ambiguous = is(Outcome::Ambiguous);
        assert_eq!(
            code(&mut page, first, case.question),
            ambiguous,
            "{}",
            case.sends
        );
        assert_eq!(code(&mut page, second, case.question), ambiguous);
        assert_eq!(page.count(Code::AmbiguousReply), 1);

        // One that came later could not have been meant, but what answers those
        // two may still come.
        let (third, _) = posted_for(&mut page, &case.message(3));
        assert_eq!(code(&mut page, third, case.question), None);
        page.host(&case.answer(&case.failure, 1, Ties::Neither, ""));
        assert_eq!(code(&mut page, third, case.question), ambiguous);
        page.host(&case.answer(&case.failure, 2, Ties::Echo, &id));
        assert_eq!(
            code(&mut page, second, case.question),
            ambiguous,
            "remembered"
        );
    }
}

#[test]
fn a_message_nobody_asks_about_makes_an_answer_ambiguous_too() {
    for case in cases()
        .iter()
        .filter(|case| case.question != Question::Navigated)
    {
        let mut page = case.page(2);
        page.app(&case.message(1));
        let (receipt, _) = posted_for(&mut page, &case.message(2));

        page.host(&case.answer(&case.failure, 1, Ties::Neither, ""));

        let ambiguous = is(Outcome::Ambiguous);
        assert_eq!(
            code(&mut page, receipt, case.question),
            ambiguous,
            "{}",
            case.sends
        );
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

            assert_eq!(
                code(&mut page, first, case.question),
                None,
                "{}",
                case.sends
            );
            let refused = is(Outcome::HostRefused);
            assert_eq!(code(&mut page, second, case.question), refused, "{ties:?}");
        }
    }
}

#[test]
fn an_answer_with_both_the_messages_id_and_the_calls_is_that_calls() {
    let mut page = Page::ready();
    let start = json!({ "externalCallId": "c-1", "createEngagement": true });
    let (receipt, id) = posted_for(
        &mut page,
        &json!({ "type": "OUTGOING_CALL_STARTED", "data": start }),
    );

    page.host(&json!({
        "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": id,
        "data": { "externalCallId": "c-1", "engagementId": 7 },
    }));

    let found = outcome(&mut page, receipt, Question::Engagement);
    assert_eq!(found, Some((String::new(), json!(7))));
    assert_eq!(page.calls()[0]["engagementId"], json!(7));
}

#[test]
fn an_answer_about_an_unknown_call_or_record_settles_nothing() {
    for case in cases() {
        let mut page = case.page(1);
        let (receipt, _) = posted_for(&mut page, &case.message(1));

        page.host(&case.answer(&case.failure, 9, Ties::Names, ""));

        assert_eq!(
            code(&mut page, receipt, case.question),
            None,
            "{}",
            case.sends
        );
    }
}

#[test]
fn what_an_answer_names_outweighs_the_message_id_it_carries() {
    for case in cases() {
        let mut page = case.page(2);
        let (first, id) = posted_for(&mut page, &case.message(1));
        let (second, _) = posted_for(&mut page, &case.message(2));
        let mut answer = case.answer(&case.failure, 2, Ties::Names, "");
        answer["messageId"] = json!(id);

        page.host(&answer);

        assert_eq!(
            code(&mut page, first, case.question),
            None,
            "{}",
            case.sends
        );
        let refused = is(Outcome::HostRefused);
        assert_eq!(code(&mut page, second, case.question), refused);
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

        let refused = is(Outcome::HostRefused);
        assert_eq!(
            code(&mut page, first, case.question),
            refused,
            "{}",
            case.sends
        );
        assert_eq!(
            code(&mut page, second, case.question),
            None,
            "{}",
            case.sends
        );
    }
}

#[test]
fn a_later_message_about_the_same_takes_the_place() {
    for case in cases() {
        let mut page = case.page(1);
        let (first, first_id) = posted_for(&mut page, &case.message(1));
        let wait = ask(&mut page, first, case.question);
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
        let refused = is(Outcome::HostRefused);
        assert_eq!(
            code(&mut page, second, case.question),
            refused,
            "{}",
            case.sends
        );
    }
}

#[test]
fn another_host_session_loses_what_was_posted_and_nothing_that_waits() {
    for case in cases() {
        let mut page = case.page(2);
        let (receipt, id) = posted_for(&mut page, &case.message(1));
        let wait = ask(&mut page, receipt, case.question);

        page.feed(true, 1, super::page::HOST, &other_sync());
        let (waiting, sent) = {
            let kind = Kind::parse(case.sends).expect("known");
            let waiting = page.track(1, kind);
            let sent = page.say(1, &case.message(2));
            page.track_end(waiting);
            (waiting, sent)
        };
        let outputs = page.drain();
        page.host(&case.answer(&case.failure, 1, Ties::Echo, &id));

        let expected = (u64::from(wait), "SESSION_LOST".to_owned(), Value::Null);
        assert_eq!(settled(&outputs), [expected], "{}", case.sends);
        assert_eq!(sent, Sent::Queued);
        assert!(posted(&outputs).contains(&case.sends));
        assert_eq!(
            code(&mut page, waiting, case.question),
            None,
            "{}",
            case.sends
        );
    }
}

#[test]
fn a_host_that_repeats_its_sync_loses_nothing() {
    for case in cases() {
        let mut page = case.page(1);
        let (receipt, _) = posted_for(&mut page, &case.message(1));
        page.wait(1000.0);

        page.host(&sync("h_2"));

        assert_eq!(
            code(&mut page, receipt, case.question),
            None,
            "{}",
            case.sends
        );
    }
}

#[test]
fn a_call_the_session_does_not_know_is_told_by_its_ids() {
    for case in cases().iter().filter(|case| !case.starts()) {
        for ties in TIES {
            let mut page = Page::ready();
            let (receipt, id) = posted_for(&mut page, &case.message(1));

            page.host(&case.answer(&case.failure, 1, ties, &id));

            let refused = is(Outcome::HostRefused);
            assert_eq!(code(&mut page, receipt, case.question), refused, "{ties:?}");
        }
        if case.question != Question::Navigated {
            let mut page = Page::ready();
            let (first, _) = posted_for(&mut page, &case.message(1));
            let (second, _) = posted_for(&mut page, &case.message(2));
            let mut answer = case.answer(&case.failure, 2, Ties::Neither, "");
            answer["data"]["engagementId"] = json!(102);

            page.host(&answer);

            assert_eq!(code(&mut page, first, case.question), None);
            assert_eq!(
                code(&mut page, second, case.question),
                is(Outcome::HostRefused)
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// In whatever order they come, and however each says what it answers.
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
            prop_assert_eq!(code(&mut page, receipt, case.question), is(Outcome::HostRefused));
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
            let ambiguous = is(Outcome::Ambiguous);
            assert_eq!(
                code(&mut page, receipt, case.question),
                ambiguous,
                "{order:?}"
            );
        }
    }
}

#[test]
fn asking_late_gives_the_remembered_outcome_to_each() {
    let mut page = Page::ready();
    let case = &cases()[0];
    let (receipt, id) = posted_for(&mut page, &case.message(1));
    let success = case.success.as_ref().expect("one");
    page.host(&case.answer(success, 1, Ties::Echo, &id));

    let waits = [0, 1].map(|_| ask(&mut page, receipt, Question::Engagement));

    let expected = waits.map(|wait| (u64::from(wait), String::new(), json!(7)));
    assert_eq!(settled(&page.drain()), expected);
}

#[test]
fn a_wait_is_due_before_the_watchdog_where_it_ends_first() {
    let mut page = Page::waiting();
    page.timeout();
    let (receipt, _) = tracked(&mut page, 1, &cases()[0].message(1));

    let quick = [50.0, 60_000.0].map(|timeout| {
        let question = Question::Engagement;
        let wait = page.ask(receipt, question, Some(timeout));
        let due = page.wake();
        page.abort(wait);
        due.is_some_and(|due| due <= page.now + Millis(50.0))
    });

    assert_eq!(quick, [true, false]);
}

#[test]
fn each_wait_has_a_time_of_its_own_and_a_late_answer_is_kept() {
    let mut page = Page::ready();
    let case = &cases()[0];
    let (receipt, _) = posted_for(&mut page, &case.message(1));
    let short = page.ask(receipt, Question::Engagement, Some(50.0));
    let long = page.ask(receipt, Question::Engagement, Some(500.0));
    let endless = page.ask(receipt, Question::Engagement, Some(f64::INFINITY));

    let first = settled(&wake_for(&mut page, 60.0));
    let second = settled(&wake_for(&mut page, 600.0));
    let never = settled(&wake_for(&mut page, 600_000.0));
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
        ask(&mut page, receipt, Question::Engagement);
    }
    wake_for(&mut page, 10_000.0);

    page.wait(8.0 * 3_600_000.0);
    page.timeout();
    let woken = settled(&page.drain());
    let later = settled(&wake_for(&mut page, 13_999.0));
    let at_last = settled(&wake_for(&mut page, 1.0));

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
    let before = page.wake();

    ask(&mut page, receipt, case.question);
    let asked = page.wake();
    page.host(&case.answer(&case.failure, 1, Ties::Echo, &id));

    assert_eq!(before, None);
    assert_eq!(asked, Some(page.now + Millis(5000.0)));
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
fn receipts_are_bounded_and_the_oldest_with_an_outcome_goes_first() {
    let mut page = Page::ready();
    let navigate = |n: u32| json!({ "type": "NAVIGATE_TO_RECORD", "data": { "objectCoordinates": coordinates(n) } });
    let (open, _) = posted_for(&mut page, &navigate(0));
    let wait = ask(&mut page, open, Question::Navigated);
    let done = page.track(1, Kind::NavigateToRecord);
    page.track_end(done);

    let most = u32::try_from(MAX_RECEIPTS).expect("small");
    for n in 2..=most {
        posted_for(&mut page, &navigate(n));
    }
    let forgotten = code(&mut page, done, Question::Navigated);
    let kept = code(&mut page, open, Question::Navigated);
    let kind = Kind::NavigateToRecord;
    let last = page.track(1, kind);
    let (_, outputs) = page.send(&navigate(most + 1));
    page.track_end(last);

    assert_eq!(forgotten, is(Outcome::SessionLost));
    assert_eq!(kept, None);
    let expected = (u64::from(wait), "SESSION_LOST".to_owned(), Value::Null);
    assert_eq!(settled(&outputs), [expected]);
}

#[test]
fn waits_are_bounded_and_the_oldest_goes_first() {
    let mut page = Page::ready();
    let (receipt, _) = posted_for(&mut page, &cases()[0].message(1));
    let first = ask(&mut page, receipt, Question::Engagement);
    for _ in 1..MAX_RECEIPTS {
        ask(&mut page, receipt, Question::Engagement);
    }
    let before = settled(&page.drain());

    ask(&mut page, receipt, Question::Engagement);

    assert_eq!(before, []);
    let expected = (u64::from(first), "SESSION_LOST".to_owned(), Value::Null);
    assert_eq!(settled(&page.drain()), [expected]);
}

#[test]
fn an_answer_that_names_the_engagement_alone_is_tied_to_the_completion_that_did_not() {
    let mut page = Page::ready();
    for (call, engagement) in [("c-1", 7), ("c-2", 8)] {
        page.app(&json!({
            "type": "OUTGOING_CALL_STARTED",
            "data": { "externalCallId": call, "createEngagement": true },
        }));
        page.host(&json!({
            "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": format!("h_{engagement}"),
            "data": { "externalCallId": call, "engagementId": engagement },
        }));
        page.app(&json!({
            "type": "CALL_ENDED",
            "data": { "externalCallId": call, "callEndStatus": "COMPLETED" },
        }));
    }
    let mut wait = |call: &str| {
        let completed = json!({
            "type": "CALL_COMPLETED",
            "data": { "externalCallId": call, "engagementProperties": { "hs_call_title": "t" } },
        });
        let (receipt, _) = posted_for(&mut page, &completed);
        ask(&mut page, receipt, Question::Saved)
    };
    let (_, second) = (wait("c-1"), wait("c-2"));

    let outputs = page.host(&json!({
        "type": "UPDATE_ENGAGEMENT_SUCCEEDED", "messageId": "h_20",
        "data": { "engagementId": 8 },
    }));

    let waits: Vec<_> = settled(&outputs).iter().map(|settled| settled.0).collect();
    assert_eq!(waits, [u64::from(second)]);
}

/// Two incoming calls that asked for an engagement, the first of which has 7.
fn two_that_asked(page: &mut Page) -> [u32; 2] {
    let receipts = [1, 2].map(|n| {
        let data = json!({ "externalCallId": format!("c-{n}"), "createEngagement": true });
        posted_for(page, &json!({ "type": "INCOMING_CALL", "data": data })).0
    });
    page.host(&json!({
        "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": "h_2",
        "data": { "externalCallId": "c-1", "engagementId": 7 },
    }));
    receipts
}

#[test]
fn the_engagement_of_another_call_is_no_answer_and_its_data_is_withheld() {
    let mut page = Page::ready();
    let [first, second] = two_that_asked(&mut page);
    let wait = ask(&mut page, second, Question::Engagement);

    let outputs = page.host(&json!({
        "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": "h_3",
        "data": { "externalCallId": "c-2", "engagementId": "7" },
    }));

    let expected = (u64::from(wait), "OTHER_ENGAGEMENT".to_owned(), Value::Null);
    assert_eq!(settled(&outputs), [expected]);
    let of_first = outcome(&mut page, first, Question::Engagement);
    assert_eq!(of_first, Some((String::new(), json!(7))));
}

#[test]
fn another_engagement_than_the_calls_own_is_no_answer() {
    let mut page = Page::ready();
    let [_, second] = two_that_asked(&mut page);
    page.app(&json!({
        "type": "CALL_ENDED", "data": { "externalCallId": "c-2", "engagementId": 9 },
    }));

    page.host(&json!({
        "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": "h_3",
        "data": { "externalCallId": "c-2", "engagementId": 10 },
    }));

    let refused = is(Outcome::OtherEngagement);
    assert_eq!(code(&mut page, second, Question::Engagement), refused);
    assert_eq!(page.calls()[1]["engagementId"], json!(9));
}

#[test]
fn a_message_about_the_engagement_of_another_call_fails_at_once_and_so_does_its_answer() {
    for (sends, answers, question) in [
        (
            "CALL_COMPLETED",
            ["UPDATE_ENGAGEMENT_SUCCEEDED", "UPDATE_ENGAGEMENT_FAILED"],
            Question::Saved,
        ),
        (
            "FINALIZE_ENGAGEMENT",
            [
                "FINALIZE_ENGAGEMENT_SUCCEEDED",
                "FINALIZE_ENGAGEMENT_FAILED",
            ],
            Question::Finalized,
        ),
        (
            "PUBLISH_TO_CHANNEL",
            ["PUBLISH_TO_CHANNEL_SUCCEEDED", "PUBLISH_TO_CHANNEL_FAILED"],
            Question::Finalized,
        ),
    ] {
        for answer in answers {
            for lifecycle in [LifecycleMode::Warn, LifecycleMode::Off] {
                let mut page = Page::ready_with(with_lifecycle(lifecycle));
                two_that_asked(&mut page);
                page.app(&json!({
                    "type": "CALL_ENDED", "data": { "externalCallId": "c-2", "engagementId": 9 },
                }));
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
fn what_waits_about_the_engagement_of_another_call_fails_too() {
    let mut page = Page::waiting();
    for (call, engagement) in [("c-1", 7), ("c-2", 9)] {
        page.app(&about("INCOMING_CALL", call));
        page.app(&json!({
            "type": "CALL_ENDED",
            "data": { "externalCallId": call, "engagementId": engagement },
        }));
    }

    let (receipt, sent) = tracked(
        &mut page,
        1,
        &json!({
            "type": "FINALIZE_ENGAGEMENT",
            "data": { "externalCallId": "c-2", "engagementId": 7 },
        }),
    );

    assert_eq!(sent, Sent::Queued);
    let refused = is(Outcome::OtherEngagement);
    assert_eq!(code(&mut page, receipt, Question::Finalized), refused);
}

#[test]
fn asking_late_after_a_failure_gives_the_success_that_came_after_it() {
    for case in cases() {
        let Some(success) = &case.success else {
            continue;
        };
        for ties in [Ties::Echo, Ties::Names] {
            let mut page = case.page(1);
            let (receipt, id) = posted_for(&mut page, &case.message(1));
            let wait = ask(&mut page, receipt, case.question);
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
