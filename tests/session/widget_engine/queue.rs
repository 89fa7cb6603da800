//! Messages queued until READY, and the order in which they are posted.

use calling_widget_sdk::protocol::limits::MAX_QUEUED;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{AppInput, AppOutput, ChangeOutput, Mode, Output};
use serde_json::json;

use super::page::{
    HOST, Options, Page, Sent, about, asking, other_sync, posted, relaying, report, reports, sync,
    with_mode,
};

const START: &str = "OUTGOING_CALL_STARTED";

#[test]
fn a_message_keeps_its_own_id_or_gets_the_edges() {
    let mut page = Page::ready();

    let reply = page.send(&json!({ "type": "CALL_DATA", "messageId": "h_9" }));
    let number = page.send(&json!({ "type": "CALL_DATA", "messageId": 12 }));
    let none = [json!(null), json!(""), json!(0)].map(|id| {
        page.send(&json!({ "type": "CALL_DATA", "messageId": id }))
            .0
    });
    page.enter(AppInput::Send {
        instance: 1,
        message: json!({ "type": "CALL_DATA" }).into(),
        message_id: "e_1".to_owned(),
    });
    let chosen = page.drain();

    assert_eq!(reply.0, Sent::Posted("h_9".to_owned()));
    assert_eq!(number.1[0]["post"]["messageId"], json!(12));
    assert_eq!(
        none,
        ["w_1", "w_2", "w_3"].map(|id| Sent::Posted(id.to_owned()))
    );
    assert_eq!(chosen[0]["post"]["messageId"], json!("e_1"));
}

#[test]
fn a_queued_message_is_posted_unchanged_with_the_edges_id() {
    let mut page = Page::waiting();
    let mut message = json!({ "type": "CALL_DATA", "data": { "n": null, "list": [1, {}] } });

    page.enter(AppInput::Send {
        instance: 1,
        message: message.clone().into(),
        message_id: "e_1".to_owned(),
    });
    let outputs = page.host(&sync("h_1"));

    message["messageId"] = json!("e_1");
    assert_eq!(outputs[2]["post"], message);
}

/// A page whose queue is full.
fn full() -> Page {
    let mut page = Page::waiting();
    for at in 0..MAX_QUEUED {
        let (sent, _) = page.send(&json!({ "type": "CALL_DATA", "data": at }));
        assert_eq!(sent, Sent::Queued);
    }
    page
}

#[test]
fn a_send_past_the_limit_is_refused_with_its_call() {
    let mut page = full();

    let (sent, outputs) = page.send(&about(START, "c-1"));
    assert_eq!(page.calls(), json!([]));
    let flushed = page.host(&sync("h_1"));

    assert_eq!(sent, Sent::Refused(Code::QueueFull));
    assert_eq!(outputs, [report("error", "QUEUE_FULL", START)]);
    assert_eq!(posted(&flushed).len(), 1 + MAX_QUEUED);
    let last = flushed.last().expect("the queue went out");
    assert_eq!(last["post"]["data"], json!(MAX_QUEUED - 1));
}

#[test]
fn nothing_of_a_call_is_posted_before_initialized() {
    let mut page = Page::waiting();
    page.app(&about(START, "c-1"));

    let opened = page.host_silently(&sync("h_1"));
    let (early, held) = page.send(&about("CALL_ANSWERED", "c-1"));
    let (initialized, outputs) = page.send(&json!({ "type": "INITIALIZED", "messageId": "i" }));
    let (after, _) = page.send(&about("CALL_ENDED", "c-1"));

    assert_eq!(posted(&opened), ["SYNC_ACK"]);
    assert_eq!(
        reports(&opened),
        [&report("warn", "BEFORE_INITIALIZED", "")]
    );
    assert_eq!(early, Sent::Queued);
    assert_eq!(posted(&held), [""; 0]);
    assert_eq!(page.count(Code::BeforeInitialized), 2);
    assert_eq!(initialized, Sent::Posted("i".to_owned()));
    assert_eq!(posted(&outputs), ["INITIALIZED", START, "CALL_ANSWERED"]);
    assert!(matches!(after, Sent::Posted(_)));
}

#[test]
fn each_type_awaits_initialized_or_goes_out_at_ready() {
    let held = [
        "INCOMING_CALL",
        "OUTGOING_CALL_STARTED",
        "CALL_ANSWERED",
        "CALL_TRANSFERRED",
        "CALL_ENDED",
        "CALL_COMPLETED",
        "FINALIZE_ENGAGEMENT",
        "PUBLISH_TO_CHANNEL",
        "LOGGED_IN",
        "USER_AVAILABLE",
    ];
    let free = [
        "LOGGED_OUT",
        "USER_UNAVAILABLE",
        "NAVIGATE_TO_RECORD",
        "RESIZE_WIDGET",
        "ERROR",
        "SET_WIDGET_URL",
        "CALL_DATA",
        "NEW_THING",
    ];
    for (wire, is_free) in held
        .iter()
        .map(|wire| (wire, false))
        .chain(free.iter().map(|wire| (wire, true)))
    {
        let message = json!({ "type": wire, "data": { "externalCallId": "c-1" } });
        let mut early = Page::waiting();
        early.app(&message);
        let mut late = Page::waiting();

        let opened = early.host_silently(&sync("h_1"));
        late.host_silently(&sync("h_1"));
        let (_, sent) = late.send(&message);
        let (_, initialized) = late.send(&json!({ "type": "INITIALIZED" }));

        let (now, then) = if is_free {
            (vec![*wire], vec!["INITIALIZED"])
        } else {
            (vec![], vec!["INITIALIZED", *wire])
        };
        assert_eq!(posted(&opened)[1..], now, "{wire}");
        assert_eq!(posted(&sent), now, "{wire}");
        assert_eq!(posted(&initialized), then, "{wire}");
    }
    // An instance whose READY is due is as ready as the others.
    let mut page = Page::waiting();
    page.host_silently(&sync("h_1"));
    let late = page.attach(Options::default());
    let (sent, _) = page.send_of(late, &json!({ "type": "LOGGED_OUT" }));
    assert!(matches!(sent, Sent::Posted(_)), "{sent:?}");
}

#[test]
fn a_request_that_waited_for_the_first_session_is_pending() {
    let mut page = Page::waiting();
    page.app(&asking(START, "c-1"));

    page.host(&sync("h_1"));

    assert_eq!(page.calls()[0]["engagement"], json!("pending"));
}

#[test]
fn a_log_out_at_ready_takes_back_a_log_in_that_waits() {
    let mut page = Page::waiting();
    page.host_silently(&sync("h_1"));
    page.app(&json!({ "type": "LOGGED_IN" }));
    page.app(&json!({ "type": "USER_AVAILABLE" }));

    let (_, out) = page.send(&json!({ "type": "LOGGED_OUT" }));
    let (_, initialized) = page.send(&json!({ "type": "INITIALIZED" }));

    assert_eq!(posted(&out), ["LOGGED_OUT"]);
    assert_eq!(
        reports(&out),
        [&report("note", "SUPERSEDED", "userLoggedIn")]
    );
    assert_eq!(posted(&initialized), ["INITIALIZED", "USER_AVAILABLE"]);
}

#[test]
fn initialized_of_a_relay_or_published_instance_frees_the_queue() {
    for options in [relaying(), with_mode(Mode::Published)] {
        let mut page = Page::waiting();
        let other = page.attach(options);
        page.host_silently(&sync("h_1"));
        page.app(&about(START, "c-1"));

        let (_, outputs) = page.send_of(other, &json!({ "type": "INITIALIZED" }));
        let (_, later) = page.send(&about("CALL_ANSWERED", "c-1"));

        assert_eq!(posted(&outputs), ["INITIALIZED", START]);
        assert_eq!(posted(&later), ["CALL_ANSWERED"]);
    }
}

#[test]
fn a_missing_initialized_is_noted_only_where_a_message_waits() {
    let mut idle = Page::waiting();
    idle.host_silently(&sync("h_1"));
    let mut prompt = Page::waiting();
    prompt.app(&json!({ "type": "CALL_DATA" }));
    prompt.host(&sync("h_1"));

    assert_eq!(idle.count(Code::BeforeInitialized), 0);
    assert_eq!(prompt.count(Code::BeforeInitialized), 0);
}

#[test]
fn another_session_of_the_host_awaits_an_initialized_of_its_own() {
    let mut page = Page::ready();

    page.host_silently(&other_sync());
    let (sent, _) = page.send(&about(START, "c-1"));
    let (_, outputs) = page.send(&json!({ "type": "INITIALIZED" }));

    assert_eq!(sent, Sent::Queued);
    assert_eq!(posted(&outputs), ["INITIALIZED", START]);
}

#[test]
fn a_full_queue_takes_initialized_log_in_and_availability() {
    let mut page = full();

    let replacing = [
        "INITIALIZED",
        "LOGGED_IN",
        "USER_AVAILABLE",
        "USER_UNAVAILABLE",
    ];
    let sent = replacing.map(|wire| page.send(&json!({ "type": wire })).0);
    let outputs = page.host_silently(&sync("h_1"));

    assert!(sent.iter().all(|sent| *sent == Sent::Queued), "{sent:?}");
    let posted = posted(&outputs);
    assert_eq!(posted[..3], ["SYNC_ACK", "INITIALIZED", "CALL_DATA"]);
    assert_eq!(posted[2 + MAX_QUEUED..], ["LOGGED_IN", "USER_UNAVAILABLE"]);
}

#[test]
fn initialized_replaces_an_earlier_one_and_what_it_contradicts() {
    let mut page = Page::waiting();
    let earlier = [
        json!({ "type": "INITIALIZED", "data": { "isLoggedIn": false } }),
        json!({ "type": "LOGGED_IN" }),
        json!({ "type": "USER_UNAVAILABLE" }),
    ];
    for message in &earlier {
        page.app(message);
    }

    page.app(&json!({ "type": "INITIALIZED", "data": { "isAvailable": true } }));
    let outputs = page.host_silently(&sync("h_1"));

    assert_eq!(posted(&outputs), ["SYNC_ACK", "INITIALIZED", "LOGGED_IN"]);
    assert_eq!(outputs[2]["post"]["data"], json!({ "isAvailable": true }));
    assert_eq!(page.count(Code::Superseded), 2);
}

#[test]
fn of_log_in_and_of_availability_only_the_latest_goes_out() {
    let mut page = Page::waiting();
    let mut outputs = Vec::new();
    for wire in [
        "LOGGED_IN",
        "USER_AVAILABLE",
        "LOGGED_OUT",
        "USER_UNAVAILABLE",
        "CALL_DATA",
        "LOGGED_IN",
    ] {
        outputs.extend(page.send(&json!({ "type": wire })).1);
    }

    let flushed = page.host(&sync("h_1"));

    assert_eq!(
        posted(&flushed),
        ["SYNC_ACK", "USER_UNAVAILABLE", "CALL_DATA", "LOGGED_IN"]
    );
    assert_eq!(
        reports(&outputs),
        [
            &report("note", "SUPERSEDED", "userLoggedIn"),
            &report("note", "SUPERSEDED", "userAvailable"),
            &report("note", "SUPERSEDED", "userLoggedOut"),
        ]
    );
}

#[test]
fn once_the_session_is_open_every_log_in_change_goes_out() {
    let mut page = Page::ready();

    for wire in ["LOGGED_IN", "LOGGED_OUT", "LOGGED_IN"] {
        let (_, outputs) = page.send(&json!({ "type": wire }));

        assert_eq!(posted(&outputs), [wire]);
    }
}

#[test]
fn the_start_of_a_call_may_wait_ten_seconds() {
    for (waits, count) in [(10_000.0, 0), (10_000.1, 1)] {
        for is_open in [false, true] {
            let mut page = Page::waiting();
            if is_open {
                page.host_silently(&sync("h_1"));
            }
            page.app(&about(START, "c-1"));

            page.wait(waits);
            let mut outputs = page.host_silently(&sync("h_1"));
            outputs.extend(page.send(&json!({ "type": "INITIALIZED" })).1);

            assert_eq!(posted(&outputs).contains(&START), count == 0);
            assert_eq!(page.count(Code::Stale), count);
        }
    }
}

#[test]
fn a_stale_start_is_refused_with_all_messages_of_its_call() {
    for start in [START, "INCOMING_CALL"] {
        let mut page = Page::waiting();
        page.app(&about(start, "c-1"));
        page.app(&json!({ "type": "RESIZE_WIDGET" }));
        page.wait(5_000.0);
        page.app(&about("CALL_ANSWERED", "c-1"));
        page.app(&about(START, "c-2"));
        page.app(&about("CALL_ANSWERED", "c-2"));

        page.wait(5_000.1);
        let outputs = page.host(&sync("h_1"));

        assert_eq!(
            posted(&outputs)[1..],
            ["RESIZE_WIDGET", START, "CALL_ANSWERED"]
        );
        assert_eq!(page.count(Code::Stale), 2);
        assert_eq!(
            page.calls(),
            json!([{
                "externalCallId": "c-2", "direction": "outbound",
                "state": "connected", "engagement": "none",
            }])
        );
    }
}

#[test]
fn listeners_learn_that_a_stale_call_is_gone() {
    let mut page = Page::waiting();
    page.app(&about(START, "c-1"));
    page.app(&json!({ "type": "INITIALIZED" }));
    page.wait(10_001.0);
    page.feed(true, 1, HOST, &sync("h_1"));

    let mut reports = Vec::new();
    while let Some(order) = page.widget.poll() {
        match order {
            Output::App(AppOutput::Deliver { .. }) => page.delivered(),
            Output::Change(ChangeOutput::Gone { key }) => reports.push(format!("gone {key}")),
            Output::App(AppOutput::Report { code, .. }) => reports.push(code.as_str().to_owned()),
            _ => {}
        }
    }

    assert_eq!(reports, ["gone 1", "STALE"]);
}

#[test]
fn messages_between_a_stale_start_and_the_next_are_dropped() {
    let mut page = Page::waiting();
    page.app(&about(START, "c-1"));
    page.app(&about("CALL_ANSWERED", "c-1"));
    page.wait(11_000.0);
    page.app(&about(START, "c-1"));
    page.app(&json!({ "type": "CALL_DATA" }));

    let outputs = page.host(&sync("h_1"));

    assert_eq!(posted(&outputs), ["SYNC_ACK", START, "CALL_DATA"]);
    assert_eq!(page.count(Code::Stale), 2);
    assert_eq!(page.calls().as_array().map(Vec::len), Some(1));
}

#[test]
fn a_stale_start_of_a_call_known_to_the_host_goes_alone() {
    let mut page = Page::ready();
    page.app(&about(START, "c-1"));
    page.host_silently(&other_sync());
    page.app(&about(START, "c-1"));
    page.app(&about("CALL_ANSWERED", "c-1"));
    page.wait(10_001.0);

    let (_, outputs) = page.send(&json!({ "type": "INITIALIZED" }));

    assert_eq!(posted(&outputs), ["INITIALIZED", "CALL_ANSWERED"]);
    assert_eq!(page.calls()[0]["state"], json!("connected"));
}

#[test]
fn a_removed_instance_leaves_the_calls_the_host_knows() {
    let mut page = Page::ready();
    let other = page.join();
    page.app(&about(START, "c-1"));
    page.host_silently(&other_sync());
    page.send_of(other, &about(START, "c-1"));

    page.detach(other);

    assert_eq!(page.calls()[0]["state"], json!("dialing"));
}

#[test]
fn a_removed_instance_leaves_a_call_whose_start_another_repeats() {
    let mut page = Page::waiting();
    let other = page.join();
    let start = json!({ "type": START, "data": { "toNumber": "+12025550123" } });
    page.send(&start);
    page.send_of(other, &start);

    page.detach(1);

    assert_eq!(page.calls()[0]["state"], json!("dialing"));
}

#[test]
fn only_a_new_host_page_awaits_initialized_where_its_sender_is_gone() {
    for (id, is_queued) in [("other_1", true), ("h_2", false)] {
        let mut page = Page::ready();
        page.detach(1);
        let next = page.join();
        page.wait(600.0);
        page.timeout();
        page.drain();

        page.host_silently(&sync(id));
        let (early, _) = page.send_of(next, &about(START, "c-1"));
        let (_, outputs) = page.send_of(next, &json!({ "type": "INITIALIZED" }));

        assert_eq!(early == Sent::Queued, is_queued, "{early:?}");
        let expected = ["INITIALIZED", START];
        assert_eq!(posted(&outputs), expected[..1 + usize::from(is_queued)]);
    }
}

#[test]
fn a_stale_start_is_refused_even_without_room_for_its_call() {
    let mut page = Page::waiting();
    for call in 0..=64 {
        page.app(&about(START, &call.to_string()));
    }

    page.wait(10_001.0);
    let outputs = page.host(&sync("h_1"));

    assert_eq!(posted(&outputs), ["SYNC_ACK"]);
}

#[test]
fn published_mode_drops_a_message_before_ready_with_a_warning() {
    let mut page = Page::waiting_with(with_mode(Mode::Published));

    let (sent, outputs) = page.send(&about(START, "c-1"));
    let after = page.host(&sync("h_1"));

    assert_eq!(sent, Sent::Refused(Code::DroppedBeforeReady));
    assert_eq!(outputs, [report("warn", "DROPPED_BEFORE_READY", START)]);
    assert_eq!(posted(&after), ["SYNC_ACK"]);
    assert_eq!(page.calls(), json!([]));
}
