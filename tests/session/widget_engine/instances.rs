//! Several instances in one window.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{
    AppInput, AppOutput, LifecycleMode, Mode, Output, WidgetState,
};
use serde_json::{Value, json};

use super::page::{
    HOST, NOTHING, OWN, Options, Page, Sent, about, delivered, engaged, other_sync, posted,
    relaying, report, reports, sync, trusting, with_mode,
};

const START: &str = "OUTGOING_CALL_STARTED";

fn initialized(is_logged_in: bool) -> Value {
    json!({ "type": "INITIALIZED", "data": { "isLoggedIn": is_logged_in } })
}

fn dial(id: &str) -> Value {
    json!({ "type": "DIAL_NUMBER", "messageId": id, "data": {} })
}

fn two() -> Page {
    let mut page = Page::waiting();
    page.join();
    page
}

#[test]
fn a_destroyed_instance_takes_its_hosts_along() {
    let mut page = Page::waiting_with(trusting("https://partner.example"));
    page.detach(1);
    page.join();

    let partner = page.event(true, 1, "https://partner.example", &sync("p_1"));
    let default = page.host(&sync("h_1"));

    assert_eq!(posted(&partner), [""; 0]);
    assert_eq!(posted(&default), ["SYNC_ACK"]);
}

#[test]
fn the_hosts_of_the_latest_instance_that_names_any_replace_all_others() {
    let mut page = Page::waiting_with(trusting("https://one.example"));
    page.attach(trusting("https://two.example"));
    page.join();
    page.drain();

    for origin in ["https://one.example", HOST] {
        let refused = page.event(true, 1, origin, &sync("p_1"));
        assert_eq!(posted(&refused), [""; 0], "{origin}");
    }
    let two = page.event(true, 1, "https://two.example", &sync("h_1"));

    assert_eq!(posted(&two), ["SYNC_ACK"]);
    assert_eq!(page.widget.host_origin(), Some("https://two.example"));
}

#[test]
fn a_second_instance_is_told_of_and_a_relay_is_none() {
    let duplicate = report("note", "DUPLICATE_INSTANCE", "");
    for (options, expected) in [(Options::default(), vec![duplicate]), (relaying(), vec![])] {
        let mut page = Page::waiting();

        page.attach(options);

        assert_eq!(page.drain(), expected);
    }
}

#[test]
fn an_instance_that_comes_late_gets_ready_in_a_task_of_its_own() {
    let mut page = Page::ready();

    let late = page.attach(Options::default());
    let at_once = page.drain();
    let due = page.wake();
    page.timeout();
    let outputs = page.drain();
    page.timeout();
    let again = page.drain();

    assert_eq!(delivered(&at_once), [""; 0]);
    assert_eq!(due, Some(page.now));
    let ready = json!({ "type": "READY", "data": {
        "hostUrl": HOST, "portalId": 1, "userId": 2, "ownerId": "3", "iframeLocation": "widget",
    } });
    assert_eq!(outputs, [json!({ "deliver": ready, "only": late })]);
    assert_eq!(again, NOTHING);
    assert_eq!(page.wake(), None);
}

/// Adds an instance to an open session; true if it gets READY.
fn greets(page: &mut Page, mode: Mode) -> bool {
    let late = page.attach(with_mode(mode));
    assert_eq!(page.wake(), Some(page.now));
    page.timeout();
    page.drain();
    assert_eq!(page.wake(), None, "READY is decided once");
    page.widget.is_ready(late)
}

#[test]
fn four_instances_that_are_not_destroyed_get_ready() {
    let mut page = Page::ready();

    let late = [(); 5].map(|()| greets(&mut page, Mode::Normal));
    page.detach(2);
    page.timeout();
    page.drain();

    assert_eq!(late, [true, true, true, false, false]);
    assert_eq!(page.count(Code::ReadyWithheld), 2);
    // The oldest that waits takes the place of one that is destroyed.
    assert!(page.widget.is_ready(5) && !page.widget.is_ready(6));
}

#[test]
fn a_page_that_constructs_again_calls_once() {
    for start in [START, "INCOMING_CALL"] {
        let mut page = Page::ready();
        page.app(&about(start, "c-1"));

        let late = page.attach(Options::default());
        page.timeout();
        let outputs = page.drain();

        let reason = "an instance that was not destroyed has begun a call unasked";
        assert_eq!(delivered(&outputs), [""; 0]);
        assert_eq!(
            reports(&outputs).last(),
            Some(&&report("warn", "READY_WITHHELD", reason))
        );
        page.attach(Options::default());
        page.timeout();
        let told = report("warn", "READY_WITHHELD", reason);
        assert!(reports(&page.drain()).iter().all(|again| **again != told));

        page.detach(1);
        page.timeout();
        page.drain();
        assert!(page.widget.is_ready(late), "the one before was destroyed");
    }
}

#[test]
fn an_instance_that_answered_a_dial_keeps_no_ready_from_others() {
    let mut page = Page::ready();
    page.host(&dial("h_2"));
    page.app(&about(START, "c-1"));
    page.app(&about(START, "c-1"));

    assert!(greets(&mut page, Mode::Normal));
}

#[test]
fn a_published_instance_gets_ready_only_where_no_other_has_it() {
    let mut page = Page::ready_with(with_mode(Mode::Published));

    let beside = greets(&mut page, Mode::Published);
    let normal = greets(&mut page, Mode::Normal);
    let dropped = page.send_of(2, &initialized(true)).0;
    page.host(&sync("h_2"));
    assert!(page.widget.is_ready(2), "from the next SYNC");
    page.wait(600.0);
    assert_eq!(delivered(&page.host(&sync("h_3"))), [""; 0]);
    page.detach(1);
    page.detach(2);
    page.detach(3);
    let alone = greets(&mut page, Mode::Published);

    assert_eq!((beside, normal, alone), (false, true, true));
    assert_eq!(dropped, Sent::Refused(Code::DroppedBeforeReady));
}

#[test]
fn a_new_host_session_takes_the_place_of_a_ready_that_is_due() {
    let mut page = Page::ready();
    page.join();

    let outputs = page.host(&other_sync());
    page.timeout();
    let later = page.drain();

    assert_eq!(delivered(&outputs), ["READY"]);
    assert_eq!(later, NOTHING);
    assert_eq!(page.wake(), None);
}

#[test]
fn an_identical_initialized_of_two_instances_is_posted_once() {
    for waits in [false, true] {
        let mut page = two();
        let answers = [1, 2].map(|instance| (instance, initialized(true)));
        for (instance, message) in answers.iter().filter(|_| waits) {
            page.send_of(*instance, message);
        }

        let answers = if waits { &[][..] } else { &answers };
        let (_, outputs) = page.host_answered(&sync("h_1"), answers);

        assert_eq!(posted(&outputs), ["SYNC_ACK", "INITIALIZED"]);
        assert_eq!(page.count(Code::SuppressedDuplicate), 1);
    }
}

#[test]
fn an_initialized_is_suppressed_while_another_posted_the_same() {
    type Act = fn(&mut Page);
    // What comes between, who sends it, and true for one that is posted.
    let rows: [(Act, u32, Value, bool); 7] = [
        (|page| page.wait(60_000.0), 2, initialized(true), false),
        (
            |page| page.app(&json!({ "type": "USER_UNAVAILABLE" })),
            2,
            initialized(true),
            false,
        ),
        (|page| page.detach(2), 3, initialized(true), false),
        (|page| page.detach(1), 3, initialized(true), true),
        (
            |page| page.app(&json!({ "type": "LOGGED_OUT" })),
            2,
            initialized(true),
            true,
        ),
        (|_| {}, 1, initialized(true), true),
        (|_| {}, 2, initialized(false), true),
    ];
    for (between, instance, message, is_posted) in rows {
        let mut page = two();
        page.join();
        page.host_answered(&sync("h_1"), &[(1, initialized(true))]);
        between(&mut page);

        let (sent, outputs) = page.send_of(instance, &message);

        assert_eq!(sent == Sent::Suppressed, !is_posted, "{sent:?}");
        assert_eq!(posted(&outputs) == ["INITIALIZED"], is_posted);
    }
}

/// The receivers of a host's message: the instances, and true if only one gets it.
fn deliveries(page: &mut Page, message: &Value) -> Vec<(Vec<u32>, bool)> {
    page.drain();
    page.feed(true, 1, HOST, message);
    receivers(page)
}

/// The receivers of the messages that are delivered now.
fn receivers(page: &mut Page) -> Vec<(Vec<u32>, bool)> {
    let orders = std::iter::from_fn(|| page.widget.poll());
    let deliveries = orders.filter_map(|order| match order {
        Output::App(AppOutput::Deliver { to, to_one, .. }) => {
            Some((to.iter().map(|plan| plan.instance).collect(), to_one))
        }
        _ => None,
    });
    deliveries.collect()
}

#[test]
fn a_request_goes_to_the_newest_instance_news_to_all() {
    let mut page = two();
    page.host(&sync("h_1"));

    for (wire, is_for_one) in [
        ("DIAL_NUMBER", true),
        ("END_CALL", true),
        ("VISIBILITY_CHANGED", false),
        ("CREATE_ENGAGEMENT_FAILED", false),
        ("NEW_THING", false),
    ] {
        let message = json!({ "type": wire, "messageId": "h_2", "data": {} });
        let expected = [(vec![2, 1], is_for_one)];
        assert_eq!(deliveries(&mut page, &message), expected, "{wire}");
    }

    // A relay gets messages that ask the app to act as well.
    page.attach(relaying());
    let expected = [(vec![2, 1], true), (vec![3], false)];
    assert_eq!(deliveries(&mut page, &dial("h_3")), expected);
}

#[test]
fn a_request_that_one_instance_does_not_act_on_goes_to_the_other() {
    // Each step: time, the handler that took what was delivered then, what moves a call.
    let asked = |steps: &[(f64, &str, Option<u32>)]| {
        let mut page = two();
        page.host(&sync("h_1"));
        page.send_of(1, &initialized(true));
        let mut found = deliveries(&mut page, &dial("h_2"));
        for (millis, served, actor) in steps {
            if let Some(instance) = actor {
                page.send_of(*instance, &about(START, "c-1"));
            }
            let served = vec![(*served).to_owned()];
            page.enter(AppInput::Delivered { served });
            page.wait(*millis);
            page.timeout();
            found.extend(receivers(&mut page));
        }
        let ended = json!({ "type": "END_CALL", "messageId": "h_3" });
        found.extend(deliveries(&mut page, &ended));
        found.into_iter().map(|(to, _)| to).collect::<Vec<_>>()
    };

    // The newer acts, though late; none acts in time; the older then does; one that is unknown
    // took it.
    let newer = [(249.0, "2:onDialNumber", None), (1.0, "2:x", Some(2))];
    let none = [
        (250.0, "2:onDialNumber", None),
        (250.0, "1:onDialNumber", None),
    ];
    let older = [
        (250.0, "2:onDialNumber", None),
        (250.0, "1:onDialNumber", Some(1)),
    ];
    let stranger = [(250.0, "7:onDialNumber", None), (250.0, "2:x", None)];
    assert_eq!(asked(&newer), [[2, 1].as_slice(), &[2, 1]]);
    assert_eq!(asked(&none), [[2, 1].as_slice(), &[1], &[2, 1]]);
    assert_eq!(asked(&older), [[2, 1].as_slice(), &[1], &[1, 2]]);
    assert_eq!(asked(&stranger), [[2, 1], [2, 1]]);
}

#[test]
fn end_call_goes_first_to_an_older_instance_that_has_the_call() {
    let asked = |message: &Value, first: u32| {
        let mut page = Page::ready();
        page.host(&dial("h_2"));
        page.app(&about(START, "c-1"));
        // A route, a hot reload, or another component with the same hook.
        page.join();
        page.timeout();
        let mut found = deliveries(&mut page, message);
        let served = vec![format!("{first}:handler")];
        page.enter(AppInput::Delivered { served });
        page.wait(250.0);
        page.timeout();
        found.extend(receivers(&mut page));
        found.into_iter().map(|(to, _)| to).collect::<Vec<_>>()
    };

    let end = json!({ "type": "END_CALL", "messageId": "h_3" });
    assert_eq!(asked(&end, 1), [[1, 2].as_slice(), &[2]]);
    assert_eq!(asked(&dial("h_3"), 2), [[2, 1].as_slice(), &[1]]);
}

#[test]
fn end_call_of_a_destroyed_instances_call_is_given_to_each_in_turn() {
    let mut page = Page::ready();
    page.app(&about(START, "c-1"));
    for _ in 0..2 {
        page.join();
        page.timeout();
    }
    page.detach(1);
    page.timeout();

    let end = json!({ "type": "END_CALL", "messageId": "h_3" });
    let first = deliveries(&mut page, &end);
    let served = vec!["3:handler".to_owned()];
    page.enter(AppInput::Delivered { served });
    page.wait(250.0);
    page.timeout();

    assert_eq!(first, [(vec![3, 2], true)]);
    assert_eq!(receivers(&mut page), [(vec![2], true)]);
}

#[test]
fn identical_messages_of_two_instances_are_both_posted() {
    let mut page = two();
    page.host(&sync("h_1"));
    let note = json!({ "type": "CALL_DATA", "data": "heard" });

    let (_, outputs) = page.host_answered(&dial("h_2"), &[(1, note.clone()), (2, note)]);

    assert_eq!(posted(&outputs), ["CALL_DATA", "CALL_DATA"]);
}

#[test]
fn an_instances_queued_messages_go_with_it() {
    let mut page = two();
    page.send_of(1, &json!({ "type": "CALL_DATA", "data": 1 }));
    page.send_of(2, &json!({ "type": "CALL_DATA", "data": 2 }));

    page.detach(1);
    page.detach(1);
    page.send_of(2, &initialized(true));
    let outputs = page.host_silently(&sync("h_1"));

    assert_eq!(posted(&outputs), ["SYNC_ACK", "INITIALIZED", "CALL_DATA"]);
    assert_eq!(outputs[3]["post"]["data"], json!(2));
}

#[test]
fn a_call_whose_start_went_with_its_instance_is_no_call() {
    let mut page = two();
    page.send_of(1, &about(START, "c-1"));
    page.send_of(2, &about(START, "c-2"));

    page.detach(1);

    let calls = page.calls();
    assert_eq!(calls.as_array().map(Vec::len), Some(1));
    assert_eq!(calls[0]["externalCallId"], json!("c-2"));
}

#[test]
fn a_destroyed_instance_sends_nothing_and_hears_nothing() {
    let mut page = two();
    page.host(&sync("h_1"));
    page.detach(1);

    let sent = page.send_of(1, &json!({ "type": "CALL_DATA" }));
    let heard = page.inject(1, OWN, &json!({ "type": "END_CALL", "messageId": "t_1" }));
    let synced = page.inject(1, OWN, &other_sync());
    // The app may still call its own handlers, by name.
    let routed = page.route(1, "END_CALL", None, |name| name == "onEndCall");

    assert_eq!(sent, (Sent::Refused(Code::Destroyed), Vec::new()));
    assert_eq!(routed, ["onEndCall"]);
    assert_eq!(heard, NOTHING);
    assert_eq!(synced, NOTHING);
    assert!(!page.widget.is_ready(1));
}

#[test]
fn the_session_outlives_its_last_instance_and_greets_the_next() {
    let mut page = Page::ready();
    page.app(&initialized(true));

    page.detach(1);
    let next = page.join();
    page.timeout();
    let (sent, outputs) = page.drain_answered(&[(next, initialized(true))]);

    assert_eq!(delivered(&outputs), ["READY"]);
    // Nothing is posted for the detached one any more.
    assert_eq!(posted(&outputs), ["INITIALIZED"]);
    assert!(matches!(sent.as_slice(), [Sent::Posted(_)]));
}

#[test]
fn a_relay_or_published_instance_is_checked_in_no_way_and_its_calls_are_followed() {
    for options in [relaying(), with_mode(Mode::Published)] {
        let mut page = Page::ready_with(Options {
            debug_mode: true,
            is_strict: true,
            lifecycle: LifecycleMode::Strict,
            ..options
        });

        for message in [
            json!({ "type": "CALL_COMPLETED", "data": { "nonsense": 1 } }),
            json!({ "type": "CALL_ANSWERED" }),
            json!({ "type": "NEW_THING", "data": null }),
            engaged("INCOMING_CALL", "c-1", 7),
            engaged("CALL_ENDED", "c-1", 8),
        ] {
            let (sent, outputs) = page.send(&message);

            assert!(matches!(sent, Sent::Posted(_)), "{sent:?}");
            assert_eq!(outputs.len(), 1, "{outputs:?}");
        }
        assert_eq!(page.calls()[0]["state"], json!("ended"));
    }
}

#[test]
fn a_relay_carries_what_it_is_given_without_an_initialized() {
    let mut page = Page::waiting_with(relaying());
    let phone = page.join();
    page.send_of(1, &about("CALL_ANSWERED", "c-1"));
    page.send_of(phone, &about("CALL_ANSWERED", "c-2"));

    let opened = page.host_silently(&sync("h_1"));
    let (sent, _) = page.send_of(1, &about("CALL_ENDED", "c-1"));
    let (held, _) = page.send_of(phone, &about("CALL_ENDED", "c-2"));

    assert_eq!(posted(&opened), ["SYNC_ACK", "CALL_ANSWERED"]);
    assert!(matches!(sent, Sent::Posted(_)));
    assert_eq!(held, Sent::Queued);
}

#[test]
fn a_session_opened_by_hand_ends_with_its_last_instance() {
    let mut page = Page::waiting();
    page.inject(1, "https://any.example.com", &sync("t_1"));
    page.send(&about(START, "c-1"));
    assert_eq!(page.calls().as_array().map(Vec::len), Some(1));

    page.detach(1);

    assert_eq!(page.widget.state(), WidgetState::Waiting);
    assert_eq!(page.calls(), json!([]));
}

#[test]
fn an_identical_initialized_survives_its_senders_removal() {
    let initialized = initialized(true);
    for is_suppressed_first in [false, true] {
        let mut page = two();
        page.feed(true, 1, HOST, &sync("h_1"));
        while !matches!(
            page.widget.poll(),
            Some(Output::App(AppOutput::Deliver { .. }))
        ) {}

        page.say(1, &initialized);
        if is_suppressed_first {
            page.say(2, &initialized);
            page.detach(1);
        } else {
            page.detach(1);
            page.say(2, &initialized);
        }
        page.delivered();

        assert_eq!(posted(&page.drain()), ["INITIALIZED"]);
    }
}

#[test]
fn published_and_normal_instances_share_a_session_and_its_ready() {
    let mut page = Page::waiting_with(with_mode(Mode::Published));
    page.join();
    let answers = [(1, initialized(true)), (2, initialized(true))];

    let (sent, outputs) = page.host_answered(&sync("h_1"), &answers);

    assert_eq!(delivered(&outputs), ["READY"]);
    assert!(matches!(sent.first(), Some(Sent::Posted(_))));
    assert_eq!(sent.get(1), Some(&Sent::Queued));
    assert_eq!(posted(&outputs), ["SYNC_ACK", "INITIALIZED", "INITIALIZED"]);
}
