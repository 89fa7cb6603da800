//! The record that survives a reload of the widget: its calls, and the pages that may
//! take it over.

#![expect(clippy::expect_used, reason = "a test may fail")]

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::protocol::limits::{MAX_CLOSED_CALLS, MAX_OPEN_CALLS};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{
    AppInput, AppOutput, JournalInput, LifecycleMode, Output, PageOutput, Question, Verdict,
    WindowInput,
};
use serde_json::{Value, json};

use super::page::{
    HOST, Page, Sent, about, asking, created, engaged, other_sync, posted, reply, report, reports,
    resuming, sync, with_lifecycle,
};

const START: &str = "OUTGOING_CALL_STARTED";
const FRAME: &str = "frame";

#[test]
fn nothing_is_kept_unless_an_instance_asks_for_it() {
    let mut page = Page::ready();

    page.app(&about(START, "c-1"));

    assert_eq!(page.journal(FRAME), None);
    assert!(!orders_to_persist(&mut page));
}

#[test]
fn a_call_survives_a_reload_and_its_messages_go_on() {
    let mut page = opened();
    page.app(&json!({
        "type": START,
        "data": { "externalCallId": "c-1", "createEngagement": true, "toNumber": "+12025550123" },
    }));
    page.host(&created("c-1", 7));
    page.app(&about("CALL_ANSWERED", "c-1"));
    let before = page.calls();

    let snapshot = snapshot(&page);
    let mut next = reloaded(&page, &snapshot);
    let outputs = next.host(&sync("h_9"));
    let end = json!({ "externalCallId": "c-1", "engagementId": null });
    let (_, ended) = next.send(&json!({ "type": "CALL_ENDED", "data": end }));

    // The host's page may be another one, too: it knows the call by its engagement.
    let data = json!({ "externalCallId": "c-1", "engagementId": 7 });
    assert_eq!(ended[0]["post"]["data"], data);
    assert_eq!(next.calls()[0]["engagementId"], json!(7));
    assert_eq!(before[0]["state"], json!("connected"));
    let mut call = before[0].clone();
    call["key"] = json!(1);
    assert_eq!(resumed(&outputs), [&json!({ "calls": [call], "ageMs": 0 })]);
    assert_eq!(posted(&ended), ["CALL_ENDED"]);
    assert_eq!(next.calls()[0]["state"], json!("ended"));
    assert!(reports(&outputs).is_empty() && reports(&ended).is_empty());
    next.app(&about("CALL_COMPLETED", "c-1"));
    assert_eq!(next.journal(FRAME), None);
}

#[test]
fn the_record_has_each_call_as_the_host_knows_it() {
    let before = calling();
    let mut page = after(&before);
    page.host_silently(&sync("h_9"));
    page.app(&about("CALL_ANSWERED", "c-1"));
    page.app(&json!({
        "type": "CALL_COMPLETED",
        "data": {
            "externalCallId": "c-1", "engagementId": 7, "engagementProperties": { "a": "b" },
        },
    }));
    page.app(&about(START, "c-2"));

    let queued = snapshot(&page);
    page.app(&json!({ "type": "INITIALIZED" }));

    assert_eq!(states(&queued), [("c-1", "dialing")]);
    assert_eq!(queued["calls"][0]["engagement"], json!("none"));
    assert_eq!(page.calls()[0]["state"], json!("completed"));
    assert_eq!(states(&snapshot(&page)), [("c-2", "dialing")]);
}

#[test]
fn the_record_has_the_hosts_answer_while_messages_are_queued() {
    let mut page = opened();
    page.app(&asking(START, "c-1"));
    page.host_silently(&other_sync());
    page.app(&about("CALL_ANSWERED", "c-1"));

    page.host_silently(&created("c-1", 7));

    let record = snapshot(&page);
    assert_eq!(states(&record), [("c-1", "dialing")]);
    assert_eq!(record["calls"][0]["engagementId"], json!(7));
}

#[test]
fn a_resumed_call_may_start_again_until_it_has_its_engagement() {
    for (mode, is_posted) in [(LifecycleMode::Strict, false), (LifecycleMode::Warn, true)] {
        let mut page = opened();
        let start = asking(START, "c-1");
        page.app(&start);
        page.app(&about("CALL_ANSWERED", "c-1"));
        let mut next = after(&page);
        next.attach(with_lifecycle(mode));
        next.host(&sync("h_9"));

        let (_, again) = next.send_of(2, &start);
        next.host(&created("c-1", 7));
        let (_, third) = next.send_of(2, &start);

        assert_eq!(posted(&again), [START]);
        assert!(reports(&again).is_empty());
        assert_eq!(next.calls()[0]["state"], json!("connected"));
        assert_eq!(next.calls()[0]["engagementId"], json!(7));
        assert_eq!(!posted(&third).is_empty(), is_posted);
        // The host's page may be another one, too, and would create a second engagement.
        let named = third
            .iter()
            .map(|output| &output["post"]["data"]["engagementId"]);
        assert_eq!(named.clone().any(|id| *id == json!(7)), is_posted);
        assert!(!reports(&third).is_empty(), "it was started already");
    }
}

#[test]
fn messages_not_posted_are_not_kept() {
    let mut waiting = keeping();
    waiting.app(&about(START, "c-1"));
    waiting.app(&json!({ "type": "CALL_DATA", "data": "+12025550123" }));
    let mut next = after(&calling());
    next.app(&about("CALL_ENDED", "c-1"));
    next.app(&about(START, "c-2"));

    let handed_on = snapshot(&next);
    let outputs = reloaded(&next, &handed_on).host(&sync("h_9"));

    assert_eq!(waiting.journal(FRAME), None);
    assert_eq!(posted(&outputs), ["SYNC_ACK"]);
    assert_eq!(states(&handed_on), [("c-1", "dialing")]);
}

#[test]
fn a_start_that_waits_takes_the_place_of_no_call_that_was_kept() {
    let mut next = after(&calling());

    next.app(&about(START, "c-1"));

    assert_eq!(states(&snapshot(&next)), [("c-1", "dialing")]);
}

#[test]
fn resumed_calls_are_reported_after_ready_and_before_the_queue() {
    let mut next = after(&calling());
    next.app(&about("CALL_ANSWERED", "c-1"));
    next.app(&json!({ "type": "CALL_DATA" }));
    next.wait(1_500.0);

    let outputs = next.host(&sync("h_9"));

    let steps: Vec<&str> = outputs
        .iter()
        .filter_map(|output| {
            ["deliver", "resumed", "post"]
                .into_iter()
                .find(|name| output.get(name).is_some())
        })
        .collect();
    assert_eq!(steps, ["post", "deliver", "resumed", "post", "post"]);
    assert_eq!(next.calls()[0]["state"], json!("connected"));
    assert_eq!(resumed(&outputs)[0]["ageMs"], json!(1500));
}

#[test]
fn a_page_that_told_its_app_of_no_call_hands_the_record_on_with_its_age() {
    // Without READY, or before it knows whether another window has the calls.
    for shares in [false, true] {
        let first = calling();
        let mut second = after(&first);
        if shares {
            let window = "w2".to_owned();
            second.enter(WindowInput::Join { window });
            assert!(resumed(&second.host(&sync("h_8"))).is_empty());
        }
        second.wait(3_600_000.0);

        let mut third = after(&second);
        third.wait(1_000.0);
        let outputs = third.host(&sync("h_9"));

        assert_eq!(third.calls()[0]["externalCallId"], json!("c-1"));
        assert_eq!(resumed(&outputs)[0]["ageMs"], json!(3_601_000));
    }
}

#[test]
fn another_host_or_user_gets_none_of_the_calls() {
    let mut next = after(&calling());

    let outputs = next.host(&other_sync());

    assert_eq!(posted(&outputs), ["SYNC_ACK"]);
    assert_eq!(next.calls(), json!([]));
    assert_eq!(
        reports(&outputs),
        [&report("note", "JOURNAL_OTHER_HOST", "")]
    );
    assert!(resumed(&outputs).is_empty());
    assert_eq!(next.journal(FRAME), None);
}

#[test]
fn the_app_may_drop_a_call_and_what_waits_about_it() {
    let mut page = calling();
    page.app(&about(START, "c-2"));
    let mut next = after(&page);
    for id in ["c-1", "c-2"] {
        next.app(&about("CALL_ANSWERED", id));
    }

    next.app(&json!({ "type": "INITIALIZED" }));
    let outputs = at_resumed(&mut next, |page| {
        page.enter(AppInput::ForgetCall { key: 1 });
    });

    assert_eq!(
        posted(&outputs),
        ["SYNC_ACK", "INITIALIZED", "CALL_ANSWERED"]
    );
    assert_eq!(next.calls()[0]["externalCallId"], json!("c-2"));
    assert_eq!(states(&snapshot(&next)), [("c-2", "connected")]);
}

#[test]
fn what_the_host_owes_about_a_call_that_is_dropped_or_over_is_no_other_calls() {
    for is_over in [false, true] {
        let mut page = opened();
        page.app(&asking(START, "c-1"));
        if is_over {
            page.app(&about("CALL_ENDED", "c-1"));
            page.app(&about("CALL_COMPLETED", "c-1"));
        }
        let mut next = after(&page);
        let outputs = next.host(&sync("h_8"));
        next.enter(AppInput::ForgetCall { key: 1 });
        assert_eq!(resumed(&outputs).is_empty(), is_over);
        let mut next = after(&next);
        next.host(&sync("h_9"));
        assert_eq!(next.calls(), json!([]));

        let made = |id: u32| {
            reply(
                "CREATE_ENGAGEMENT_SUCCEEDED",
                &json!({ "engagementId": id }),
            )
        };
        next.app(&asking(START, "c-2"));
        next.host(&made(7));
        assert_eq!(next.calls()[0]["engagement"], json!("pending"));
        // With as many answers as were asked for, nothing is owed.
        next.host(&made(8));
        next.app(&asking(START, "c-3"));
        next.host(&made(9));
        assert_eq!(next.calls()[1]["engagementId"], json!(9));
        assert_eq!(next.count(Code::AmbiguousReply), 2);
        for call in ["c-2", "c-3"] {
            next.app(&about("CALL_TRANSFERRED", call));
        }
        assert_eq!(next.journal(FRAME), None);
    }
}

#[test]
fn no_number_and_no_host_is_kept() {
    let mut page = calling();
    page.app(&json!({
        "type": START,
        "data": { "externalCallId": "c-2", "toNumber": "+12025550123", "fromNumber": "+12025550124" },
    }));
    page.host(&json!({
        "type": "DIAL_NUMBER", "messageId": "h_2", "data": { "phoneNumber": "+12025550125" },
    }));

    assert!(!snapshot(&page).to_string().contains("+1202555"));
    assert!(!snapshot(&page).to_string().contains(HOST));
}

#[test]
fn a_call_the_host_asked_for_is_not_kept() {
    let mut page = opened();
    page.host(&json!({ "type": "DIAL_NUMBER", "messageId": "h_2", "data": {} }));

    assert_eq!(page.journal(FRAME), None);
}

#[test]
fn a_session_that_the_app_opened_by_hand_is_not_kept() {
    let mut page = keeping();
    page.inject(1, HOST, &sync("h_1"));
    page.app(&about(START, "c-1"));

    assert_eq!(page.calls()[0]["externalCallId"], json!("c-1"));
    assert_eq!(page.journal(FRAME), None);
}

#[test]
fn only_a_young_record_of_this_frame_is_taken() {
    let page = calling();
    let snapshot = snapshot(&page);
    let hour = 3_600_000.0;

    for (after, frame, expected) in [
        (0.0, FRAME, Ok(Verdict::Taken)),
        (4.0 * hour, FRAME, Ok(Verdict::Taken)),
        (4.0 * hour + 1.0, FRAME, Err(Code::JournalExpired)),
        (-60_000.0, FRAME, Ok(Verdict::Taken)),
        (-60_001.0, FRAME, Err(Code::JournalExpired)),
        (f64::NAN, FRAME, Err(Code::JournalExpired)),
        (0.0, "other", Ok(Verdict::LeftAlone)),
        // Any page removes an expired record.
        (4.0 * hour + 1.0, "other", Err(Code::JournalExpired)),
    ] {
        let mut next = keeping();
        next.now = page.now;
        next.wait(after);
        let taken = next.resume(frame, &snapshot);
        let reports = next.drain();
        next.host(&sync("h_9"));

        assert_eq!(taken, expected, "after {after}");
        let codes: Vec<_> = reports
            .iter()
            .map(|report| report["note"].clone())
            .collect();
        let code = expected.err().map(|code| json!(code.as_str()));
        assert_eq!(codes, Vec::from_iter(code));
        let calls = next.calls().as_array().map(Vec::len);
        assert_eq!(calls, Some(usize::from(taken == Ok(Verdict::Taken))));
    }
}

#[test]
fn a_record_of_another_version_or_of_too_many_calls_is_refused() {
    let page = calling();
    let of = |version: Value, count: usize| {
        let mut record = snapshot(&page);
        record["version"] = version;
        let calls = vec![record["calls"][0].clone(); count];
        record["calls"] = calls.into();
        for at in 0..count {
            record["calls"][at]["key"] = json!(at + 1);
            record["calls"][at]["externalCallId"] = json!(at.to_string());
        }
        record
    };
    let most = MAX_OPEN_CALLS + MAX_CLOSED_CALLS;
    for (record, expected) in [
        (of(json!(2), 1), Ok(Verdict::Taken)),
        (of(json!(1), 1), Err(Code::JournalMalformed)),
        (of(json!(3), 1), Err(Code::JournalMalformed)),
        (of(Value::Null, 1), Err(Code::JournalMalformed)),
        (of(json!(2), most), Ok(Verdict::Taken)),
        (of(json!(2), most + 1), Err(Code::JournalMalformed)),
    ] {
        let mut next = keeping();
        next.now = page.now;

        let taken = next.resume(FRAME, &record);
        let outputs = next.host(&sync("h_9"));

        assert_eq!(taken, expected, "{record}");
        assert_eq!(resumed(&outputs).len(), usize::from(taken.is_ok()));
        assert_eq!(next.calls() == json!([]), taken.is_err());
    }
}

#[test]
fn a_page_whose_record_another_took_resumes_nothing_of_it() {
    let mut next = after(&calling());

    next.enter(JournalInput::LoseJournal {});
    let outputs = next.host(&sync("h_9"));

    assert_eq!(posted(&outputs), ["SYNC_ACK"]);
    assert_eq!(next.calls(), json!([]));
    assert_eq!(next.count(Code::JournalClaimed), 1);
}

#[test]
fn an_engagement_id_that_is_none_leaves_the_journal_readable() {
    for none in [json!(0), json!(-1), json!("0"), json!("")] {
        let mut page = opened();
        page.app(&asking(START, "c-1"));
        page.app(&engaged("CALL_ENDED", "c-1", none.clone()));
        let next = after(&page);
        assert_eq!(
            next.widget.calls().iter().count(),
            0,
            "taken over with READY"
        );

        page.host(&created("c-1", 7));

        assert_eq!(page.calls()[0]["engagementId"], json!(7), "{none}");
    }
}

#[test]
fn an_earlier_message_fails_once_its_engagement_is_anothers() {
    let mut page = opened();
    for (call, engagement) in [("c-1", 7), ("c-2", 9)] {
        page.app(&about(START, call));
        page.app(&engaged("CALL_ENDED", call, engagement));
    }
    let mut next = after(&page);
    let receipt = next.track(1, Kind::FinalizeEngagement);
    next.app(&engaged("FINALIZE_ENGAGEMENT", "c-2", 7));
    let wait = next.ask(receipt, Question::Finalized, None);

    let outputs = next.host(&sync("h_9"));

    let expected = json!({ "settled": wait, "outcome": "OTHER_ENGAGEMENT", "value": null });
    assert!(outputs.contains(&expected), "{outputs:?}");
    assert_eq!(reports(&outputs)[0]["note"], json!("OTHER_ENGAGEMENT"));
    assert_eq!(posted(&outputs).last(), Some(&"FINALIZE_ENGAGEMENT"));
    let engagements = [0, 1].map(|n| next.calls()[n]["engagement"].clone());
    assert_eq!(engagements, ["supplied", "supplied"]);
}

#[test]
fn the_same_user_in_another_place_of_the_host_is_the_same() {
    let mut next = after(&calling());
    let mut elsewhere = sync("h_9");
    elsewhere["iframeLocation"] = json!("remote");

    next.host(&elsewhere);

    assert_eq!(next.calls()[0]["externalCallId"], json!("c-1"));
}

#[test]
fn the_hosts_mark_is_the_one_earlier_versions_wrote() {
    let page = calling();

    // FNV-1a over origin, portal and user, each with the byte 255 behind it; its
    // upper 53 bits.
    assert_eq!(snapshot(&page)["host"].as_f64(), Some(8533330577906160_f64));
}

#[test]
fn an_instance_that_joins_an_open_session_resumes_at_once() {
    let before = calling();
    let snapshot = snapshot(&before);
    let mut page = Page::ready();
    page.attach(resuming());
    page.now = before.now;

    let taken = page.resume(FRAME, &snapshot);
    let answer = json!({ "type": "CALL_DATA" });
    let (sent, outputs) = page.drain_answered(&[(1, answer)]);

    assert_eq!(taken, Ok(Verdict::Taken));
    assert_eq!(resumed(&outputs).len(), 1);
    // Its handlers are called before anything else is posted.
    assert_eq!(sent, [Sent::Queued]);
    assert_eq!(posted(&outputs), ["CALL_DATA"]);
    assert_eq!(page.calls()[0]["externalCallId"], json!("c-1"));
    let (_, outputs) = page.send(&about("CALL_ENDED", "c-1"));
    assert_eq!(posted(&outputs), ["CALL_ENDED"]);
}

#[test]
fn a_change_is_written_once_per_input() {
    let mut page = keeping();
    page.host_silently(&sync("h_1"));
    page.app(&asking(START, "c-1"));

    // The queue is posted.
    page.say(1, &json!({ "type": "INITIALIZED" }));
    assert!(orders_to_persist(&mut page));
    page.say(1, &about("CALL_ANSWERED", "c-1"));
    assert!(orders_to_persist(&mut page));
    page.feed(true, 1, HOST, &created("c-1", 7));
    assert!(orders_to_persist(&mut page));
    assert!(!orders_to_persist(&mut page));
}

#[test]
fn a_call_is_kept_only_with_an_id_of_at_most_256_characters() {
    for (length, is_kept) in [(256, true), (257, false)] {
        let mut page = calling();
        page.app(&about(START, &"c".repeat(length)));

        let record = snapshot(&page);

        let lengths: Vec<_> = states(&record).iter().map(|(id, _)| id.len()).collect();
        assert_eq!(lengths.contains(&length), is_kept, "{length}");
        assert!(lengths.contains(&3));
    }
}

/// A page with one instance that asks for the calls of the page before.
fn keeping() -> Page {
    Page::waiting_with(resuming())
}

/// Such a page with an open session.
fn opened() -> Page {
    Page::ready_with(resuming())
}

/// The same with a call.
fn calling() -> Page {
    let mut page = opened();
    page.app(&about(START, "c-1"));
    page
}

/// The record that a page leaves behind.
fn snapshot(page: &Page) -> Value {
    let snapshot = page.widget.clone().journal(page.now, FRAME);
    assert!(snapshot.is_some(), "a call is open");
    snapshot.unwrap_or_default()
}

/// The next page, resumed from a record.
fn reloaded(before: &Page, snapshot: &Value) -> Page {
    let mut page = keeping();
    page.now = before.now;
    let taken = page.resume(FRAME, snapshot);
    assert_eq!(taken, Ok(Verdict::Taken), "{snapshot}");
    page
}

/// The same from the record that the page before leaves behind.
fn after(before: &Page) -> Page {
    reloaded(before, &snapshot(before))
}

fn resumed(outputs: &[Value]) -> Vec<&Value> {
    outputs
        .iter()
        .filter_map(|output| output.get("resumed"))
        .collect()
}

/// Opens the session; the app acts in its handler for resumed calls.
fn at_resumed(page: &mut Page, act: impl Fn(&mut Page)) -> Vec<Value> {
    let mut seen = Vec::new();
    page.feed(true, 1, HOST, &sync("h_1"));
    while let Some(order) = page.widget.poll() {
        match order {
            Output::App(AppOutput::Deliver { .. }) => page.delivered(),
            Output::App(AppOutput::Resumed { .. }) => {
                act(page);
                page.delivered();
            }
            Output::Page(PageOutput::Post { message, .. }) => {
                seen.push(json!({ "post": message.json() }))
            }
            _ => {}
        }
    }
    seen
}

/// True if the session orders its record to be persisted, at most once.
fn orders_to_persist(page: &mut Page) -> bool {
    let mut ordered = false;
    while let Some(order) = page.widget.poll() {
        match order {
            Output::App(AppOutput::Deliver { .. }) => page.delivered(),
            Output::Page(PageOutput::Persist {}) => {
                assert!(!ordered, "twice");
                ordered = true;
            }
            _ => {}
        }
    }
    ordered
}

/// The calls of a record, each by its id and its state.
fn states(journal: &Value) -> Vec<(&str, &str)> {
    let calls = journal["calls"].as_array().expect("a list").iter();
    calls
        .map(|call| {
            let text = |name: &str| call[name].as_str().expect("a text");
            (text("externalCallId"), text("state"))
        })
        .collect()
}
