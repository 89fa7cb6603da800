//! Opening a session, and the messages that pass the gate.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::{
    ChangeOutput, FrameInput, FrameOutput, HostOutput, HostState, TimeInput, UserInput,
};
use serde_json::{Value, json};

use super::page::{CRM, Page, WIDGET, as_json, contact_dial, warn};

#[test]
fn sync_carries_the_context_at_the_top_level() {
    let mut page = Page::new(|_| {});

    let outputs = page.enter_raw(FrameInput::FrameLoaded {});

    let [
        HostOutput::Frame(FrameOutput::Post {
            message, origin, ..
        }),
        change,
    ] = &*outputs
    else {
        panic!("SYNC goes out at the load: {outputs:?}");
    };
    assert_eq!(
        *message,
        json!({
            "type": "SYNC", "messageId": "h1_1", "hostUrl": CRM,
            "portalId": 1, "userId": 2, "ownerId": 3, "iframeLocation": "remote",
            "usesCallingWindow": false,
        })
    );
    assert_eq!(origin, WIDGET);
    let state = HostState::Syncing;
    assert_eq!(
        *change,
        HostOutput::Change(ChangeOutput::StateChanged { state })
    );
}

// The vendor's own wrapper of the published SDK takes a missing one for true, and posts nothing.
#[test]
fn sync_reports_a_calling_window_unless_the_context_does() {
    for (location, given, said) in [
        (json!("widget"), Value::Null, json!(false)),
        (json!("remote"), Value::Null, json!(false)),
        (json!("window"), Value::Null, json!(true)),
        (json!("remote"), json!(true), json!(true)),
        (Value::Null, Value::Null, Value::Null),
        (Value::Null, json!(true), json!(true)),
    ] {
        let fields = [("iframeLocation", &location), ("usesCallingWindow", &given)];
        let mut page = Page::new(|config| {
            let mut context = json!({ "portalId": 1, "userId": 2 });
            for (name, value) in fields.into_iter().filter(|(_, value)| !value.is_null()) {
                context[name] = value.clone();
            }
            config.context = context.into();
        });

        let outputs = page.enter_raw(FrameInput::FrameLoaded {});

        let Some(HostOutput::Frame(FrameOutput::Post { message, .. })) = outputs.first() else {
            panic!("SYNC goes out at the load");
        };
        assert_eq!(
            message.field("usesCallingWindow").json(),
            said,
            "{location} {given}"
        );
    }
}

#[test]
fn the_ack_connects_and_initialized_makes_the_widget_usable() {
    let mut page = Page::new(|_| {});

    page.connect();
    let connected = page.host.state();
    let outputs = page.say(
        "INITIALIZED",
        json!({ "isLoggedIn": true, "isAvailable": true, "sizeInfo": { "width": 400, "height": 600 } }),
    );

    assert_eq!(connected, HostState::Connected);
    assert_eq!(
        outputs,
        [
            json!(["notify", "initialized", "INITIALIZED"]),
            json!(["resize", "400px", "600px"]),
            json!(["state", "initialized"]),
        ]
    );
    let widget = page.host.widget();
    assert!(widget.is_logged_in && widget.is_available);
    assert_eq!(widget.version.as_deref(), Some("0.9.7"));
    assert_eq!(widget.debug_mode, Some(true));
}

/// A host in a state, with its widget's acknowledgement.
fn page_in(state: HostState) -> (Page, Value) {
    let mut page = Page::new(|_| {});
    let mut ack = json!({ "type": "SYNC_ACK", "messageId": null });
    if state != HostState::Loading {
        ack = page.load();
        if state == HostState::Failed {
            while page.wake().is_some() {}
        } else if state != HostState::Syncing {
            page.receive(&ack);
        }
        if state == HostState::Initialized {
            page.say("INITIALIZED", json!({}));
        }
    }
    assert_eq!(page.host.state(), state);
    (page, ack)
}

#[test]
fn every_state_answers_every_input_as_its_table_says() {
    const STATES: [HostState; 5] = [
        HostState::Loading,
        HostState::Syncing,
        HostState::Connected,
        HostState::Initialized,
        HostState::Failed,
    ];
    const EVENTS: [&str; 6] = [
        "frameLoading",
        "frameLoaded",
        "frameFailed",
        "SYNC_ACK",
        "INITIALIZED",
        "timeout",
    ];
    for state in STATES {
        for event in EVENTS {
            let (mut page, ack) = page_in(state);
            if state == HostState::Loading {
                // The time-out starts once the frame has an address.
                page.enter(FrameInput::FrameLoading {});
            }

            match event {
                "frameLoading" => drop(page.enter(FrameInput::FrameLoading {})),
                "frameLoaded" => drop(page.enter(FrameInput::FrameLoaded {})),
                "frameFailed" => drop(page.enter(FrameInput::FrameFailed {})),
                "SYNC_ACK" => drop(page.receive(&ack)),
                "INITIALIZED" => drop(page.say("INITIALIZED", json!({}))),
                _ => {
                    for _ in 0..400 {
                        page.now += 100.0;
                        page.enter(TimeInput::Timeout {});
                    }
                }
            }

            let expected = HostState::TRANSITIONS
                .iter()
                .find(|(from, by, _)| *from == state && *by == event)
                .map_or(state, |(_, _, to)| *to);
            assert_eq!(page.host.state(), expected, "{state:?} {event}");
        }
    }
}

#[test]
fn a_message_passes_by_its_source_origin_and_shape() {
    let mut page = Page::ready(|_| {});
    let good = json!({ "type": "ERROR", "messageId": "w1_1", "data": { "message": "x" } });
    let from = [
        (false, WIDGET, good.clone(), Code::UntrustedEvent),
        (true, "https://evil.example", good, Code::NotPinned),
        (true, WIDGET, json!(null), Code::Malformed),
        (true, WIDGET, json!("webpackHotUpdate"), Code::Malformed),
        (true, WIDGET, json!({ "type": "ERROR" }), Code::Malformed),
        (
            true,
            WIDGET,
            json!({ "type": 7, "messageId": "w1_2" }),
            Code::Malformed,
        ),
    ];

    for (is_trusted, origin, message, code) in from {
        let before = page.count(code);
        let first = page.event(is_trusted, origin, &message);
        let again = page.event(is_trusted, origin, &message);

        assert_eq!(page.count(code), before + 2, "{code:?}");
        // Anyone may post anything: a code is reported once, a script's event never.
        let is_told = code != Code::UntrustedEvent && before == 0;
        let names: Vec<&Value> = first.iter().map(|output| &output[1]).collect();
        let expected = json!(code.as_str());
        assert_eq!(names, Vec::from_iter(is_told.then_some(&expected)));
        assert_eq!(again, Vec::<Value>::new());
    }
}

/// The ids of the SYNCs among a host's orders.
fn syncs(outputs: &[HostOutput]) -> Vec<String> {
    let messages = outputs.iter().filter_map(|output| match output {
        HostOutput::Frame(FrameOutput::Post { message, .. }) => Some(message.json()),
        _ => None,
    });
    let syncs = messages.filter(|message| message["type"] == "SYNC");
    syncs
        .map(|sync| sync["messageId"].as_str().expect("an id").to_owned())
        .collect()
}

fn ack(id: &str) -> Value {
    json!({ "type": "SYNC_ACK", "messageId": id, "version": "0.9.7" })
}

#[test]
fn a_silent_widget_gets_a_sync_each_100_ms_and_fails_after_30_s() {
    let mut page = Page::new(|_| {});
    let mut ids = syncs(&page.enter_raw(FrameInput::FrameLoaded {}));
    let mut times = vec![page.now];
    let mut last = Vec::new();

    while let Some(at) = page.host.wake() {
        page.now = at.0;
        let outputs = page.enter_raw(TimeInput::Timeout {});
        ids.extend(syncs(&outputs));
        times.push(page.now);
        last = outputs.into_iter().filter_map(as_json).collect();
    }

    let expected: Vec<_> = (1..=300).map(|count| format!("h1_{count}")).collect();
    assert_eq!(ids, expected);
    assert!(times.windows(2).all(|pair| pair[1] - pair[0] == 100.0));
    assert_eq!(page.now, 31_000.0);
    assert_eq!(
        last,
        [
            json!(["state", "failed"]),
            json!(["failed", "SYNC_ACK_FAILED"])
        ]
    );
    assert_eq!(page.dial(contact_dial()).0, Err(Code::SyncAckFailed));
    assert_eq!(page.command(UserInput::EndCall {}), Err(Code::NotReady));
    assert_eq!(
        page.receive(&ack("h1_300")),
        [json!(["state", "connected"])]
    );
}

#[test]
fn a_frame_without_a_load_fails_after_30_s_and_a_load_starts_over() {
    let mut page = Page::new(|_| {});
    page.enter(FrameInput::FrameLoading {});

    while page.wake().is_some() {}

    assert_eq!((page.now, page.host.state()), (31_000.0, HostState::Failed));
    let outputs = page.enter_raw(FrameInput::FrameLoaded {});
    assert_eq!(syncs(&outputs), ["h1_1"]);
}

#[test]
fn sync_goes_on_after_a_sleep_and_where_the_clock_is_set_back() {
    for (now, ids) in [
        (3_600_000.0, &["h1_2"][..]),
        (-60_000.0, &["h1_2"]),
        // A timer that fires too early.
        (1_000.0, &[]),
    ] {
        let mut page = Page::new(|_| {});
        page.enter(FrameInput::FrameLoaded {});
        page.now = now;

        let outputs = page.enter_raw(TimeInput::Timeout {});

        assert_eq!(syncs(&outputs), ids, "{now}");
    }
}

#[test]
fn any_sync_of_this_load_may_be_acknowledged_and_again() {
    let mut page = Page::new(|_| {});
    page.enter(FrameInput::FrameLoaded {});
    page.wake();

    let first = page.receive(&ack("h1_1"));
    let again = page.receive(&ack("h1_2"));
    let none = [ack("h1_9"), json!({ "type": "SYNC_ACK", "messageId": 1 })]
        .map(|ack| page.receive(&ack)[0][1].clone());
    let loaded = syncs(&page.enter_raw(FrameInput::FrameLoaded {}));
    page.receive(&ack("h1_2"));

    assert_eq!(first, [json!(["state", "connected"])]);
    assert_eq!(again, Vec::<Value>::new());
    assert_eq!(none, ["ACK_UNMATCHED", "MALFORMED"]);
    assert_eq!(loaded, ["h1_3"]);
    assert_eq!(page.host.state(), HostState::Syncing);
    assert_eq!(page.count(Code::AckUnmatched), 2);
    assert_eq!(page.receive(&ack("h1_3")), [json!(["state", "connected"])]);
}

#[test]
fn a_frame_that_reports_an_error_has_failed_and_is_not_heard() {
    let mut page = Page::ready(|_| {});

    let orders = page.enter(FrameInput::FrameFailed {});
    let again = page.enter(FrameInput::FrameFailed {});
    let heard = page.say("LOGGED_OUT", Value::Null);

    assert_eq!(
        orders,
        [
            json!(["state", "failed"]),
            json!(["failed", "SYNC_ACK_FAILED"])
        ]
    );
    assert_eq!(again, [Value::Null; 0]);
    assert_eq!(heard, [warn("BEFORE_SYNC", "LOGGED_OUT")]);
}

#[test]
fn every_message_id_is_the_hosts_own() {
    let mut page = Page::ready(|_| {});

    let id = page.command(UserInput::SendRaw {
        message: json!({ "type": "X", "messageId": "w1_1", "data": [1] }).into(),
    });
    let outputs = page.drain_raw();

    let id = id.expect("sent");
    assert!(id.starts_with("h1_"), "{id}");
    let [
        HostOutput::Frame(FrameOutput::Post {
            message, origin, ..
        }),
    ] = &*outputs
    else {
        panic!("one message: {outputs:?}");
    };
    assert_eq!(
        *message,
        json!({ "type": "X", "messageId": id, "data": [1] })
    );
    assert_eq!(origin, WIDGET);
}
