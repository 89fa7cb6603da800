//! What survives a reload of the widget: what is kept, who may take it over, and
//! in which order it goes out.

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::protocol::limits::{
    MAX_CLOSED_CALLS, MAX_JOURNAL_TEXT, MAX_OPEN_CALLS, MAX_QUEUED,
};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{
    InstanceOptions, Journal, Output, Question, ResumeFacts,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::page::{
    HOST, NOTHING, OWN, Page, about, delivered, other_sync, posted, reports, sync, with_lifecycle,
};
use calling_widget_sdk::session::widget::LifecycleMode;

const START: &str = "OUTGOING_CALL_STARTED";
const FRAME: &str = "frame";

#[test]
fn nothing_is_kept_unless_an_instance_asks_for_it() {
    let mut page = Page::waiting();

    page.app(&about(START, "c-1"));

    assert_eq!(page.widget.journal(page.now, FRAME, true), None);
    assert!(!orders_to_persist(&mut page));
}

#[test]
fn a_call_survives_a_reload_and_its_messages_go_on() {
    let mut page = keeping();
    page.host(&sync("h_1"));
    page.app(&json!({
        "type": START,
        "data": { "externalCallId": "c-1", "createEngagement": true, "toNumber": "+12025550123" },
    }));
    page.host(&json!({
        "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": "h_2",
        "data": { "externalCallId": "c-1", "engagementId": 7 },
    }));
    page.app(&about("CALL_ANSWERED", "c-1"));
    let before = page.calls();

    let kept = kept(&page);
    let mut next = reloaded(&page, &kept);
    let outputs = next.host(&sync("h_9"));
    let (_, ended) = next.send(&about("CALL_ENDED", "c-1"));

    assert_eq!(next.calls()[0]["engagementId"], json!(7));
    assert_eq!(before[0]["state"], json!("connected"));
    let mut call = before[0].clone();
    call["key"] = json!(1);
    assert_eq!(
        resumed(&outputs),
        [&json!({ "calls": { "0": call }, "owed": {}, "ageMs": 0 })]
    );
    assert_eq!(posted(&ended), ["CALL_ENDED"]);
    assert_eq!(next.calls()[0]["state"], json!("ended"));
    assert!(reports(&outputs).is_empty() && reports(&ended).is_empty());
}

#[test]
fn a_strict_lifecycle_takes_a_resumed_call_for_started() {
    let mut page = keeping();
    page.host(&sync("h_1"));
    page.app(&about(START, "c-1"));
    let mut next = reloaded(&page, &kept(&page));
    next.widget.attach(with_lifecycle(LifecycleMode::Strict));

    next.host(&sync("h_9"));
    let (_, outputs) = next.send_of(2, &about("CALL_ANSWERED", "c-1"));

    assert_eq!(posted(&outputs), ["CALL_ANSWERED"]);
}

#[test]
fn owed_messages_go_out_after_initialized_and_before_newer_ones_under_their_ids() {
    let mut page = keeping();
    page.app(&about(START, "c-1"));
    page.app(&json!({ "type": "CALL_DATA", "data": 1 }));

    let mut next = reloaded(&page, &kept(&page));
    next.app(&json!({ "type": "CALL_DATA", "data": 2 }));
    next.app(&json!({ "type": "INITIALIZED", "data": {} }));
    let outputs = next.host(&sync("h_1"));

    assert_eq!(
        posted(&outputs),
        ["SYNC_ACK", "INITIALIZED", START, "CALL_DATA", "CALL_DATA"]
    );
    let ids: Vec<_> = outputs
        .iter()
        .filter_map(|output| output.get("post"))
        .skip(2)
        .map(|message| (message["messageId"].clone(), message["data"].clone()))
        .collect();
    assert_eq!(ids[0].0, json!("w_1"));
    assert_eq!(ids[1], (json!("w_2"), json!(1)));
    assert_eq!(ids[2].1, json!(2));
}

#[test]
fn the_app_is_told_after_ready_and_before_anything_owed_goes_out() {
    let mut page = keeping();
    page.app(&about(START, "c-1"));
    page.app(&json!({ "type": "CALL_DATA" }));
    page.app(&json!({ "type": "CALL_DATA" }));
    let kept = kept(&page);
    let mut next = reloaded(&page, &kept);
    next.wait(1_500.0);

    let outputs = next.host(&sync("h_1"));

    let steps: Vec<&str> = outputs
        .iter()
        .map(|output| {
            ["deliver", "resumed", "persist", "post"]
                .into_iter()
                .find(|name| output.get(name).is_some())
                .unwrap_or("?")
        })
        .collect();
    assert_eq!(
        steps,
        [
            "post", "deliver", "resumed", "persist", "post", "post", "post"
        ]
    );
    assert_eq!(
        resumed(&outputs)[0]["owed"],
        json!({ START: 1, "CALL_DATA": 2 })
    );
    assert_eq!(resumed(&outputs)[0]["ageMs"], json!(1500));
}

#[test]
fn an_owed_messages_answer_is_no_other_messages() {
    let mut page = keeping();
    page.app(&about("INCOMING_CALL", "c-1"));
    let mut next = reloaded(&page, &kept(&page));
    let receipt = next.widget.track(1, Kind::IncomingCall);
    next.app(&about("INCOMING_CALL", "c-2"));
    next.widget.tracked_end(receipt);
    next.host(&sync("h_1"));
    let wait = next
        .widget
        .wait(next.now, receipt, Question::CallerId, f64::NAN);

    let answer = json!({ "callerIdMatches": [] });
    let outputs = next
        .host(&json!({ "type": "CALLER_ID_MATCH_SUCCEEDED", "messageId": "h_2", "data": answer }));

    let expected = json!({ "settled": wait, "outcome": "AMBIGUOUS", "value": null });
    assert!(outputs.contains(&expected), "{outputs:?}");
}

#[test]
fn calls_that_were_kept_stand_before_those_begun_since_and_each_once() {
    let mut page = keeping();
    for id in ["c-1", "c-2"] {
        page.app(&about(START, id));
    }
    let mut next = reloaded(&page, &kept(&page));
    for id in ["c-2", "c-3"] {
        next.app(&about(START, id));
    }

    next.host(&sync("h_1"));

    let ids: Vec<_> = (0..3)
        .map(|at| next.calls()[at]["externalCallId"].clone())
        .collect();
    assert_eq!(ids, ["c-1", "c-2", "c-3"]);
    assert_eq!(next.calls().as_array().map(Vec::len), Some(3));
}

#[test]
fn what_was_owed_does_not_take_the_place_of_what_is_sent_after_it() {
    let ask = json!({
        "type": "NAVIGATE_TO_RECORD",
        "data": { "objectCoordinates": { "portalId": 1, "objectId": 5, "objectTypeId": "0-1" } },
    });
    let mut page = keeping();
    page.app(&ask);
    page.app(&ask);
    let mut next = reloaded(&page, &kept(&page));
    let receipt = next.widget.track(1, Kind::NavigateToRecord);
    next.app(&ask);
    next.widget.tracked_end(receipt);
    let sent = next.host(&sync("h_1"));
    let wait = next
        .widget
        .wait(next.now, receipt, Question::Navigated, f64::NAN);

    let outputs = next.host(
        &json!({ "type": "NAVIGATE_TO_RECORD_FAILED", "messageId": "h_2", "data": ask["data"] }),
    );

    assert_eq!(posted(&sent)[1..], ["NAVIGATE_TO_RECORD"; 3]);
    let expected = json!({ "settled": wait, "outcome": "HOST_REFUSED", "value": ask["data"] });
    assert!(outputs.contains(&expected), "{outputs:?}");
}

#[test]
fn an_engagement_id_that_is_none_leaves_the_journal_readable() {
    for none in [json!(0), json!(-1), json!("0"), json!("")] {
        let mut page = keeping();
        page.host(&sync("h_1"));
        page.app(&json!({
            "type": START, "data": { "externalCallId": "c-1", "createEngagement": true },
        }));
        page.app(&json!({
            "type": "CALL_ENDED", "data": { "externalCallId": "c-1", "engagementId": none },
        }));
        let next = reloaded(&page, &kept(&page));
        assert_eq!(
            next.widget.calls().iter().count(),
            0,
            "taken over with READY"
        );

        page.host(&json!({
            "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": "h_2",
            "data": { "externalCallId": "c-1", "engagementId": 7 },
        }));

        assert_eq!(page.calls()[0]["engagementId"], json!(7), "{none}");
    }
}

#[test]
fn what_goes_out_is_no_longer_kept_before_it_goes() {
    let mut page = keeping();
    page.app(&json!({ "type": "CALL_DATA" }));
    page.feed(true, 1, HOST, &sync("h_1"));

    let mut kept_at_persist = None;
    while let Some(output) = page.widget.poll_output() {
        match output {
            Output::Deliver { .. } => page.widget.handle_delivered(page.now),
            Output::Persist { is_urgent: true } => {
                kept_at_persist = page.widget.journal(page.now, FRAME, false);
            }
            Output::Post { message, .. } if message["type"] == "CALL_DATA" => {
                let kept = kept_at_persist.as_ref().expect("written first");
                assert_eq!(kept["owed"], json!({}));
            }
            _ => {}
        }
    }
    assert!(kept_at_persist.is_some());
}

#[test]
fn a_page_that_never_gets_ready_hands_on_what_it_took_over_with_what_it_adds() {
    let mut first = keeping();
    first.app(&about(START, "c-1"));
    let mut second = reloaded(&first, &kept(&first));
    second.app(&about("CALL_ANSWERED", "c-1"));
    second.app(&about(START, "c-2"));

    let mut third = reloaded(&second, &kept(&second));
    let outputs = third.host(&sync("h_1"));

    assert_eq!(posted(&outputs)[1..], [START, "CALL_ANSWERED", START]);
    assert_eq!(third.calls()[0]["state"], json!("connected"));
    assert_eq!(third.calls()[1]["externalCallId"], json!("c-2"));
}

#[test]
fn what_was_sent_about_a_call_before_it_was_taken_over_moves_it() {
    let mut page = keeping();
    page.host(&sync("h_1"));
    page.app(&about(START, "c-1"));
    let mut next = reloaded(&page, &kept(&page));
    next.app(&about("CALL_ANSWERED", "c-1"));

    let outputs = next.host(&sync("h_9"));

    assert_eq!(next.calls()[0]["state"], json!("connected"));
    assert_eq!(posted(&outputs)[1..], ["CALL_ANSWERED"]);
}

#[test]
fn a_stale_start_is_dropped_with_its_call_after_a_reload_too() {
    let mut page = keeping();
    page.app(&about(START, "c-1"));
    page.app(&about("CALL_ANSWERED", "c-1"));
    let mut next = reloaded(&page, &kept(&page));
    next.wait(10_001.0);

    let outputs = next.host(&sync("h_1"));

    assert_eq!(posted(&outputs), ["SYNC_ACK"]);
    assert_eq!(next.count(Code::Stale), 2);
    assert_eq!(next.calls(), json!([]));
}

#[test]
fn what_waits_about_a_call_that_is_gone_is_kept_as_nobodys() {
    let mut page = keeping();
    page.app(&json!({ "type": "INCOMING_CALL" }));
    let late = page.widget.attach(asking());
    let answered = json!({ "type": "CALL_ANSWERED" });
    page.widget.send(page.now, late, &answered);
    page.wait(11_000.0);
    page.widget.handle_injected(page.now, 1, HOST, &sync("h_1"));
    page.drain();

    let journal = kept(&page);

    assert_eq!(journal["calls"], json!({}));
    assert_eq!(journal["owed"]["0"]["message"]["type"], "CALL_ANSWERED");
    assert_eq!(journal["owed"]["0"].get("call"), None);
}

#[test]
fn another_host_or_user_gets_nothing_of_what_was_kept() {
    let mut page = keeping();
    page.host(&sync("h_1"));
    page.app(&about(START, "c-1"));
    let mut waiting = reloaded(&page, &kept(&page));
    waiting.app(&json!({ "type": "CALL_DATA" }));
    let mut next = reloaded(&waiting, &kept(&waiting));

    let outputs = next.host(&other_sync());

    assert_eq!(posted(&outputs), ["SYNC_ACK"]);
    assert_eq!(next.calls(), json!([]));
    assert_eq!(
        reports(&outputs),
        [&json!({ "warn": "JOURNAL_OTHER_HOST", "detail": "" })]
    );
    assert!(resumed(&outputs).is_empty());
}

#[test]
fn the_same_user_in_another_place_of_the_host_is_the_same() {
    let mut page = keeping();
    page.host(&sync("h_1"));
    page.app(&about(START, "c-1"));
    let mut next = reloaded(&page, &kept(&page));
    let mut elsewhere = sync("h_9");
    elsewhere["iframeLocation"] = json!("remote");

    next.host(&elsewhere);

    assert_eq!(next.calls()[0]["externalCallId"], json!("c-1"));
}

#[test]
fn the_app_may_give_up_a_call_or_what_is_owed() {
    let mut page = keeping();
    page.app(&about(START, "c-1"));
    page.app(&about(START, "c-2"));
    page.app(&json!({ "type": "CALL_DATA" }));
    let kept = kept(&page);

    let mut calls_only = reloaded(&page, &kept);
    let outputs = at_resumed(&mut calls_only, |page| page.widget.forget_call(1));
    let mut nothing = reloaded(&page, &kept);
    let none = at_resumed(&mut nothing, |page| page.widget.forget_owed());

    assert_eq!(posted(&outputs), ["SYNC_ACK", START, "CALL_DATA"]);
    assert_eq!(calls_only.calls()[0]["externalCallId"], json!("c-2"));
    assert_eq!(posted(&none), ["SYNC_ACK"]);
    assert_eq!(nothing.calls(), json!([]));
}

#[test]
fn what_tells_of_the_page_itself_is_not_owed() {
    let mut page = keeping();
    for wire in [
        "INITIALIZED",
        "LOGGED_IN",
        "LOGGED_OUT",
        "USER_AVAILABLE",
        "USER_UNAVAILABLE",
        "RESIZE_WIDGET",
    ] {
        page.app(&json!({ "type": wire, "data": {} }));
    }

    assert_eq!(kept(&page)["owed"], json!({}));
}

#[test]
fn a_call_that_is_done_with_is_kept_only_while_something_about_it_is_owed() {
    let mut open = keeping();
    open.host(&sync("h_1"));
    let mut waiting = keeping();
    for page in [&mut open, &mut waiting] {
        page.app(&about(START, "c-1"));
        page.app(&about("CALL_ENDED", "c-1"));
        page.app(&about("CALL_COMPLETED", "c-1"));
    }

    assert_eq!(kept(&open)["calls"], json!({}));
    assert_eq!(kept(&waiting)["calls"]["0"]["state"], json!("completed"));
    assert_eq!(kept(&waiting)["owed"].as_object().map(|o| o.len()), Some(3));
}

#[test]
fn no_number_is_kept_but_in_an_owed_message() {
    let start = json!({
        "type": START,
        "data": { "externalCallId": "c-1", "toNumber": "+12025550123", "fromNumber": "+12025550124" },
    });
    let mut open = keeping();
    open.host(&sync("h_1"));
    open.app(&start);
    open.host(&json!({
        "type": "DIAL_NUMBER", "messageId": "h_2", "data": { "phoneNumber": "+12025550125" },
    }));
    let mut waiting = keeping();
    waiting.app(&start);

    assert!(!kept(&open).to_string().contains("+1202555"));
    assert!(!kept(&open).to_string().contains(HOST));
    assert!(kept(&waiting).to_string().contains("+12025550123"));
}

#[test]
fn the_hosts_mark_is_the_one_earlier_versions_wrote() {
    let mut page = keeping();
    page.host(&sync("h_1"));

    // FNV-1a over origin, portal and user, each with the byte 255 behind it; its
    // upper 53 bits.
    assert_eq!(kept(&page)["host"].as_f64(), Some(8533330577906160_f64));
}

#[test]
fn a_call_the_host_asked_for_is_not_kept() {
    let mut page = keeping();
    page.host(&sync("h_1"));
    page.host(&json!({ "type": "DIAL_NUMBER", "messageId": "h_2", "data": {} }));

    assert_eq!(kept(&page)["calls"], json!({}));
}

#[test]
fn a_send_too_big_to_be_kept_is_told_of_and_goes_out_all_the_same() {
    let mut page = keeping();
    let big = json!({
        "type": START,
        "data": { "externalCallId": "c-1", "notes": "x".repeat(MAX_JOURNAL_TEXT) },
    });

    let (_, outputs) = page.send(&big);
    let (_, follow) = page.send(&about("CALL_ANSWERED", "c-1"));
    let (_, other) = page.send(&about(START, "c-2"));
    let kept = kept(&page);
    let sent = page.host(&sync("h_1"));

    assert_eq!(outputs, [json!({ "warn": "NOT_KEPT", "detail": START })]);
    assert_eq!(reports(&follow).len(), 1);
    assert_eq!(other, NOTHING);
    assert_eq!(kept["owed"].as_object().map(|owed| owed.len()), Some(1));
    assert_eq!(posted(&sent)[1..], [START, "CALL_ANSWERED", START]);
}

#[test]
fn the_journal_stays_within_its_bounds() {
    let mut page = keeping();
    for at in 0..MAX_QUEUED {
        page.send(&json!({
            "type": START,
            "data": { "externalCallId": at.to_string(), "notes": "y".repeat(1000) },
        }));
    }
    page.send(&about(START, &"z".repeat(1000)));

    let text = kept(&page).to_string();

    assert!(text.len() < 2 * MAX_JOURNAL_TEXT, "{}", text.len());
    assert!(page.count(Code::NotKept) > 0);
    assert!(!text.contains("zzz"));
}

#[test]
fn what_was_kept_before_any_session_goes_to_the_first_host_alone() {
    let mut page = keeping();
    page.app(&json!({ "type": "CALL_DATA" }));
    let mut next = reloaded(&page, &kept(&page));

    let first = next.host(&sync("h_1"));
    next.wait(1_000.0);
    let second = next.host(&other_sync());

    assert_eq!(posted(&first), ["SYNC_ACK", "CALL_DATA"]);
    assert_eq!(posted(&second), ["SYNC_ACK"]);
}

#[test]
fn what_two_pages_have_waiting_is_kept_as_far_as_the_next_one_reads_it() {
    let mut first = keeping();
    for at in 0..MAX_QUEUED {
        first.app(&json!({ "type": "CALL_DATA", "data": at }));
    }
    let mut second = reloaded(&first, &kept(&first));
    let (_, outputs) = second.send(&json!({ "type": "CALL_DATA" }));
    // A page may well send before it finds what was kept.
    let mut late = keeping();
    late.app(&json!({ "type": "CALL_DATA" }));
    let taken = late.widget.resume(late.now, &kept(&first), closed());

    for page in [&second, &late] {
        let next = reloaded(page, &kept(page)).host(&sync("h_1"));

        assert_eq!(posted(&next).len(), 1 + MAX_QUEUED);
    }
    assert_eq!(taken, Ok(()));
    assert_eq!(
        outputs,
        [json!({ "warn": "NOT_KEPT", "detail": "CALL_DATA" })]
    );
}

#[test]
fn only_a_journal_of_this_frame_that_nobody_took_and_that_is_young_is_taken() {
    let page = keeping();
    let kept = kept(&page);
    let fresh = ResumeFacts {
        frame: FRAME,
        is_reload: false,
        is_only: true,
        is_claimed: false,
    };
    let hour = 3_600_000.0;
    let frame = ResumeFacts {
        frame: "other",
        ..fresh
    };
    let claimed = ResumeFacts {
        is_claimed: true,
        ..fresh
    };

    for (after, facts, expected) in [
        (0.0, fresh, Ok(())),
        (4.0 * hour, fresh, Ok(())),
        (4.0 * hour + 1.0, fresh, Err(Code::JournalExpired)),
        (-60_000.0, fresh, Ok(())),
        (-60_001.0, fresh, Err(Code::JournalExpired)),
        (f64::NAN, fresh, Err(Code::JournalExpired)),
        (0.0, frame, Err(Code::JournalForeign)),
        (0.0, claimed, Err(Code::JournalClaimed)),
    ] {
        let mut next = keeping();
        next.now = page.now;
        next.wait(after);
        let taken = next.widget.resume(next.now, &kept, facts);

        assert_eq!(taken, expected, "after {after}");
        let codes: Vec<_> = next
            .drain()
            .iter()
            .map(|report| report["note"].clone())
            .collect();
        let code = expected.err().map(|code| json!(code.as_str()));
        assert_eq!(codes, Vec::from_iter(code));
    }
}

#[test]
fn nothing_is_taken_of_a_journal_of_another_version() {
    let mut page = keeping();
    page.app(&about(START, "c-1"));
    let mut journal = kept(&page);

    for (version, expected) in [
        (json!(1), Ok(())),
        (json!(2), Err(Code::JournalMalformed)),
        (json!(0), Err(Code::JournalMalformed)),
        (Value::Null, Err(Code::JournalMalformed)),
    ] {
        journal["version"] = version.clone();
        let mut next = keeping();
        next.now = page.now;

        let taken = next.widget.resume(next.now, &journal, closed());
        let outputs = next.host(&sync("h_1"));

        let owed: &[&str] = if taken.is_ok() { &[START] } else { &[] };
        assert_eq!(taken, expected, "{version}");
        assert_eq!(posted(&outputs), [&["SYNC_ACK"], owed].concat());
        assert_eq!(resumed(&outputs).len(), owed.len());
        assert_eq!(next.calls().as_array().expect("a list").len(), owed.len());
    }
}

#[test]
fn a_journal_of_more_calls_than_a_widget_knows_is_refused() {
    let mut page = keeping();
    page.app(&about(START, "c-1"));
    let mut journal = kept(&page);
    let call = journal["calls"]["0"].clone();

    for (count, expected) in [
        (MAX_OPEN_CALLS + MAX_CLOSED_CALLS, Ok(())),
        (
            MAX_OPEN_CALLS + MAX_CLOSED_CALLS + 1,
            Err(Code::JournalMalformed),
        ),
    ] {
        journal["owed"] = json!({});
        journal["calls"] = (0..count)
            .map(|at| {
                let mut call = call.clone();
                call["key"] = json!(at + 1);
                call["externalCallId"] = json!(at.to_string());
                (at.to_string(), call)
            })
            .collect::<serde_json::Map<_, _>>()
            .into();

        let taken = keeping().widget.resume(page.now, &journal, closed());

        assert_eq!(taken, expected, "{count}");
    }
}

#[test]
fn a_page_that_did_not_close_is_followed_only_by_its_own_reload() {
    let page = keeping();
    let open = page
        .widget
        .journal(page.now, FRAME, false)
        .expect("it is kept");

    for (is_reload, is_only, expected) in [
        (true, true, Ok(())),
        (true, false, Err(Code::JournalInUse)),
        (false, true, Err(Code::JournalInUse)),
        (false, false, Err(Code::JournalInUse)),
    ] {
        let facts = ResumeFacts {
            frame: FRAME,
            is_reload,
            is_only,
            is_claimed: false,
        };
        let mut next = keeping();
        assert_eq!(next.widget.resume(page.now, &open, facts), expected);
    }
}

#[test]
fn a_page_whose_journal_another_took_sends_nothing_of_it() {
    let mut page = keeping();
    page.app(&about(START, "c-1"));
    page.app(&json!({ "type": "USER_AVAILABLE" }));

    page.widget.lose_journal();
    let outputs = page.host(&sync("h_1"));

    assert_eq!(posted(&outputs), ["SYNC_ACK", "USER_AVAILABLE"]);
    assert_eq!(page.calls(), json!([]));
    assert_eq!(page.count(Code::JournalClaimed), 1);
}

#[test]
fn an_instance_that_comes_into_an_open_session_takes_over_at_once() {
    let mut before = keeping();
    before.host(&sync("h_1"));
    before.app(&about(START, "c-1"));
    let kept = kept(&before);
    let mut page = Page::ready();
    page.widget.attach(asking());
    page.now = before.now;

    let taken = page.widget.resume(page.now, &kept, closed());
    let outputs = page.drain();

    assert_eq!(taken, Ok(()));
    assert_eq!(resumed(&outputs).len(), 1);
    assert_eq!(page.calls()[0]["externalCallId"], json!("c-1"));
    let (_, outputs) = page.send(&about("CALL_ENDED", "c-1"));
    assert_eq!(posted(&outputs), ["CALL_ENDED"]);
}

#[test]
fn ready_is_delivered_once_and_nothing_is_told_where_nothing_was_kept() {
    let page = keeping();
    let mut next = reloaded(&page, &kept(&page));

    let outputs = next.host(&sync("h_1"));

    assert_eq!(delivered(&outputs), ["READY"]);
    assert!(resumed(&outputs).is_empty());
}

#[test]
fn what_changes_is_written_once_per_drain() {
    let mut page = keeping();
    page.drain();

    page.widget.send(page.now, 1, &about(START, "c-1"));
    page.widget
        .send(page.now, 1, &about("CALL_ANSWERED", "c-1"));

    assert!(orders_to_persist(&mut page));
    assert!(!orders_to_persist(&mut page));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_journal_with_any_field_of_another_value_is_taken_or_refused(
        place in prop::sample::select(vec![
            vec![], vec!["version"], vec!["frame"], vec!["at"], vec!["since"], vec!["closed"], vec!["host"],
            vec!["calls"], vec!["calls", "0"], vec!["calls", "0", "key"],
            vec!["calls", "0", "state"], vec!["calls", "0", "engagement"],
            vec!["calls", "0", "engagementId"], vec!["calls", "0", "direction"],
            vec!["calls", "0", "externalCallId"], vec!["calls", "0", "callEndStatus"],
            vec!["owed"], vec!["owed", "0"], vec!["owed", "0", "message"], vec!["owed", "0", "id"],
            vec!["owed", "0", "since"], vec!["owed", "0", "call"], vec!["owed", "0", "weight"],
        ]),
        value in hostile(),
    ) {
        let mut page = keeping();
        page.app(&about(START, "c-1"));
        let mut journal = kept(&page);
        let mut target = &mut journal;
        for name in place {
            target = &mut target[name];
        }
        *target = value;

        let mut next = keeping();
        next.now = page.now;
        let parsed = Journal::parse(&journal).is_ok();
        let taken = next.widget.resume(next.now, &journal, closed());
        prop_assert!(parsed || taken == Err(Code::JournalMalformed));
        next.host(&sync("h_1"));
        next.app(&about("CALL_ANSWERED", "c-1"));
        next.app(&about(START, "c-9"));
        prop_assert!(next.widget.journal(next.now, FRAME, true).is_some());
    }
}

fn hostile() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u32>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
        Just(json!({ "0": {} })),
        Just(json!([])),
        Just(json!({ "type": "SYNC", "messageId": "x" })),
        "[a-z_]{0,12}".prop_map(Value::from),
        prop::sample::select(vec![
            "completed",
            "transferred",
            "requested",
            "created",
            "inbound"
        ])
        .prop_map(Value::from),
    ]
}

fn asking() -> InstanceOptions {
    InstanceOptions {
        resume: true,
        ..InstanceOptions::default()
    }
}

fn closed() -> ResumeFacts<'static> {
    ResumeFacts {
        frame: FRAME,
        is_reload: false,
        is_only: false,
        is_claimed: false,
    }
}

/// A page with one instance that asks for what this is about.
fn keeping() -> Page {
    let mut page = Page::at(OWN, true);
    page.widget.attach(asking());
    page
}

/// What a page leaves behind when it ends.
fn kept(page: &Page) -> Value {
    let kept = page.widget.journal(page.now, FRAME, true);
    assert!(kept.is_some(), "the instance asks for it");
    kept.unwrap_or_default()
}

/// The page that is loaded in place of one.
fn reloaded(before: &Page, kept: &Value) -> Page {
    let mut page = keeping();
    page.now = before.now;
    let taken = page.widget.resume(page.now, kept, closed());
    assert_eq!(taken, Ok(()), "{kept}");
    page
}

fn resumed(outputs: &[Value]) -> Vec<&Value> {
    outputs
        .iter()
        .filter_map(|output| output.get("resumed"))
        .collect()
}

/// The session opens, and the app does something when it is told.
fn at_resumed(page: &mut Page, act: impl Fn(&mut Page)) -> Vec<Value> {
    let mut seen = Vec::new();
    page.feed(true, 1, HOST, &sync("h_1"));
    while let Some(output) = page.widget.poll_output() {
        match output {
            Output::Deliver { .. } => page.widget.handle_delivered(page.now),
            Output::Resumed { .. } => {
                act(page);
                page.widget.handle_delivered(page.now);
            }
            Output::Post { message, .. } => seen.push(json!({ "post": message })),
            _ => {}
        }
    }
    seen
}

#[test]
fn what_the_host_says_of_a_call_is_written_too() {
    let mut page = keeping();
    page.host(&sync("h_1"));
    page.app(&json!({
        "type": START, "data": { "externalCallId": "c-1", "createEngagement": true },
    }));
    page.drain();

    let created = json!({
        "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": "h_2",
        "data": { "externalCallId": "c-1", "engagementId": 7 },
    });
    page.feed(true, 1, HOST, &created);

    assert!(orders_to_persist(&mut page));
}

/// Whether the session orders its journal to be written when it suits.
fn orders_to_persist(page: &mut Page) -> bool {
    let mut ordered = false;
    while let Some(output) = page.widget.poll_output() {
        if output == (Output::Persist { is_urgent: false }) {
            assert!(!ordered, "twice");
            ordered = true;
        }
    }
    ordered
}

#[test]
fn a_call_of_an_id_too_long_to_keep_is_not_kept_and_one_that_just_fits_is() {
    for (length, is_kept) in [(256, true), (257, false)] {
        let mut page = keeping();
        page.host(&sync("h_1"));
        page.app(&about(START, &"c".repeat(length)));
        page.app(&about(START, "c-2"));

        let kept = kept(&page);

        let ids: Vec<_> = kept["calls"]
            .as_object()
            .unwrap()
            .values()
            .map(|call| call["externalCallId"].as_str().unwrap().len())
            .collect();
        assert_eq!(ids.contains(&length), is_kept, "{length}");
        assert!(ids.contains(&3));
    }
}
