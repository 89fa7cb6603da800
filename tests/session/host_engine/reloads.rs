//! A widget that is reloaded.

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::{
    ChangeOutput, FrameInput, HostInput, HostOutput, HostState, MessageInput,
};
use serde_json::{Value, json};

use super::page::{
    Page, WIDGET, asking, contact_dial, engaged, incoming, named, outgoing, request_of,
};
use crate::table::with;

#[test]
fn a_reloaded_widget_keeps_its_calls_but_none_is_active() {
    let mut page = Page::calling();
    let active = page.host.has_active_call();

    page.connect();
    let after = page.host.has_active_call();
    page.say("INITIALIZED", json!({ "isLoggedIn": true }));
    let (dialled, _) = page.dial(contact_dial());

    assert!(active && !after);
    assert_eq!(page.calls()[0]["state"], "dialing");
    assert!(dialled.is_ok());
}

#[test]
fn a_call_cut_off_by_a_reload_is_marked_until_its_next_message() {
    fn marks(outputs: &[HostOutput]) -> Vec<bool> {
        outputs
            .iter()
            .filter_map(|output| match output {
                HostOutput::Change(ChangeOutput::Call { call, .. }) => {
                    Some(call.field("isCutOff") == json!(true))
                }
                _ => None,
            })
            .collect()
    }
    let mut page = Page::calling();
    page.say("CALL_ANSWERED", named("c-1"));

    let loaded = page.enter_raw(FrameInput::FrameLoaded {});
    page.reconnect();
    let named = page.enter_raw(MessageInput::Receive {
        origin: WIDGET.to_owned(),
        is_gone: false,
        message: json!({ "type": "OUTGOING_CALL_STARTED", "messageId": "w2_1", "data": outgoing(&json!({})) }).into(),
    });

    assert_eq!(marks(&loaded), [true]);
    assert_eq!(marks(&named), [false]);
}

#[test]
fn a_reloaded_widget_may_go_on_with_its_call() {
    for was_answered in [false, true] {
        let mut page = Page::calling();
        if was_answered {
            page.say("CALL_ANSWERED", named("c-1"));
        }
        page.reconnect();

        page.say("CALL_ANSWERED", named("c-1"));

        assert!(page.host.has_active_call());
        assert_eq!(page.calls()[0]["state"], "connected");
    }
}

#[test]
fn a_page_that_acknowledged_ahead_of_its_load_goes_on_after_it() {
    for is_initialized in [false, true] {
        let mut page = Page::new(|_| {});
        page.connect();
        if is_initialized {
            page.initialize();
        }

        let ack = page.load();
        if !is_initialized {
            page.initialize();
        }
        page.say("OUTGOING_CALL_STARTED", named("c-1"));
        page.receive(&ack);

        assert_eq!(page.calls()[0]["state"], "dialing");
        assert_eq!(page.host.state(), HostState::Initialized);
        assert_eq!(page.count(Code::BeforeSync), 0);
    }
}

#[test]
fn a_new_page_is_not_initialized_before_it_says_so() {
    let mut page = Page::ready(|_| {});
    let start = |id: &str| json!({ "type": "OUTGOING_CALL_STARTED", "messageId": id });

    let ack = page.load();
    page.receive(&start("w2_1"));
    page.receive(&ack);
    page.receive(&start("w2_2"));

    assert_eq!(page.host.state(), HostState::Connected);
    assert!(page.calls().is_empty());
}

#[test]
fn a_leaving_pages_messages_count_until_the_next_page_loads() {
    let mut page = Page::calling();
    page.say("CALL_ANSWERED", named("c-1"));
    let end = json!({ "externalCallId": "c-1", "callEndStatus": "COMPLETED" });

    page.enter(FrameInput::FrameLoading {});
    page.enter(FrameInput::FrameLoading {});
    let state = page.host.state();
    page.say("CALL_ENDED", end);
    let left = page.calls()[0]["state"].clone();
    page.enter(FrameInput::FrameLoaded {});
    page.say("CALL_COMPLETED", named("c-1"));

    assert_eq!(state, HostState::Loading);
    assert_eq!(left, "ended");
    assert_eq!(page.calls()[0]["state"], "ended");
}

#[test]
fn a_leaving_pages_call_messages_count_without_a_window() {
    let says = |origin: &str, wire: &str, id: &str| {
        let mut page = Page::calling();
        let message = json!({ "type": wire, "messageId": id, "data": { "externalCallId": "c-1" } });
        page.gone(origin, &message);
        let state = page.calls()[0]["state"].clone();
        (state, page.count(Code::ForeignSource))
    };

    assert_eq!(says(WIDGET, "CALL_ENDED", "w1_99"), (json!("ended"), 0));
    // Another page of the origin does not know the prefix of the widget's message ids.
    assert_eq!(says(WIDGET, "CALL_ENDED", "x_99"), (json!("dialing"), 1));
    assert_eq!(says(WIDGET, "CALL_ENDED", "h1_99"), (json!("dialing"), 1));
    assert_eq!(says(WIDGET, "INITIALIZED", "w1_99"), (json!("dialing"), 1));
    let elsewhere = says("https://evil.example", "CALL_ENDED", "w1_99");
    assert_eq!(elsewhere, (json!("dialing"), 1));

    let mut page = Page::calling();
    page.connect();
    page.gone(
        WIDGET,
        &json!({ "type": "CALL_ENDED", "messageId": "w1_99", "data": { "externalCallId": "c-1" } }),
    );
    assert_eq!(page.calls()[0]["state"], "dialing", "of the page before");
}

#[test]
fn a_leaving_page_without_a_session_is_ignored() {
    for is_failed in [false, true] {
        let mut page = Page::ready(|_| {});
        let event = if is_failed {
            FrameInput::FrameFailed {}
        } else {
            FrameInput::FrameLoaded {}
        };
        page.enter(HostInput::Frame(event));

        page.enter(FrameInput::FrameLoading {});
        page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

        assert!(page.calls().is_empty());
    }
}

#[test]
fn a_page_of_another_origin_ends_no_call_before_its_session() {
    for (origin, state) in [("https://eu.phone.example", "dialing"), (WIDGET, "ended")] {
        let mut page = Page::ready(|config| {
            config.allowed_widget_origins = vec!["https://eu.phone.example".to_owned()];
        });
        page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
        page.say(
            "SET_WIDGET_URL",
            json!({ "iFrameUrl": format!("{origin}/v2") }),
        );

        page.receive_from(
            origin,
            &json!({ "type": "CALL_ENDED", "messageId": "w2_1", "data": { "externalCallId": "c-1" } }),
        );

        assert_eq!(page.calls()[0]["state"], state, "{origin}");
    }
}

#[test]
fn no_answer_after_the_widget_was_reloaded_revives_a_call() {
    for by_hand in [false, true] {
        let mut page = Page::asked();
        page.connect();

        if by_hand {
            let sent = page.send(Kind::CreateEngagementSucceeded, Some(engaged("c-1", 4)));
            sent.expect("connected");
        } else {
            page.answer(1, Ok(json!({ "id": 4 })));
        }

        assert_eq!(page.engagements(), ["created"]);
        assert!(!page.host.has_active_call());
    }
}

#[test]
fn a_call_without_an_id_gets_no_answer_of_an_earlier_pages() {
    let mut page = Page::ready(|_| {});
    let start = json!({ "createEngagement": true });
    page.say("OUTGOING_CALL_STARTED", start.clone());
    page.reconnect();
    page.say("OUTGOING_CALL_STARTED", start);

    let first = page.answer(1, Ok(json!({ "id": 4 })));
    let second = page.answer(2, Ok(json!({ "id": 5 })));

    assert!(!first.iter().any(|order| order[0] == "post"), "{first:?}");
    assert_eq!(
        second.first(),
        Some(&json!(["post", "CREATE_ENGAGEMENT_SUCCEEDED", { "engagementId": 5 }]))
    );
}

#[test]
fn a_call_without_an_id_goes_on_when_the_next_page_starts_it_again() {
    let number = json!({ "createEngagement": true, "toNumber": "+1 555 010 0123" });
    let started = |click: bool| {
        let mut page = Page::ready(|_| {});
        page.dial(contact_dial()).0.expect("free");
        page.say("OUTGOING_CALL_STARTED", number.clone());
        page.answer(1, Ok(json!({ "id": 4 })));
        page.say("CALL_ANSWERED", Value::Null);
        page.reconnect();
        if click {
            page.dial(contact_dial()).0.expect("free");
        }
        let outputs = page.say("OUTGOING_CALL_STARTED", number.clone());
        (page.states(), outputs)
    };
    let is_created = |outputs: &[Value]| outputs.iter().any(|order| order[0] == "create");

    let (states, outputs) = started(false);
    assert_eq!(states, ["connected"]);
    assert!(!is_created(&outputs), "{outputs:?}");

    // A number that was clicked since is another call.
    let (states, outputs) = started(true);
    assert_eq!(states, ["connected", "dialing"]);
    assert!(is_created(&outputs), "{outputs:?}");
}

#[test]
fn a_call_that_made_room_gets_no_answer() {
    let mut page = Page::ready(|_| {});
    page.say("INCOMING_CALL", incoming(&json!({})));
    for number in 0..64 {
        page.reconnect();
        page.say("OUTGOING_CALL_STARTED", named(format!("o-{number}")));
    }

    assert_eq!(page.answer(1, Ok(json!([]))), [Value::Null; 0]);
}

/// Starts a call, answers for the store, and repeats the start from the widget's next
/// page; returns the host's orders for the repeated start.
fn started_again(
    wire: &str,
    first: Value,
    made: Result<Value, &str>,
    second: Value,
) -> (Page, Vec<Value>) {
    let mut page = Page::ready(|_| {});
    let asked = page.say(wire, first);
    if let Some(create) = asked.iter().find(|order| order[0] == "create") {
        page.answer(request_of(create), made);
    }
    page.connect();
    page.initialize();
    let outputs = page.say(wire, second);
    (page, outputs)
}

#[test]
fn a_repeated_start_is_answered_with_the_existing_engagement() {
    let asks = |from: &str| with(asking("c-1"), &json!({ "fromNumber": from }));
    for (wire, first, second) in [
        ("OUTGOING_CALL_STARTED", "", ""),
        ("INCOMING_CALL", "anonymous", "anonymous"),
        ("INCOMING_CALL", "+15550100123", ""),
        ("INCOMING_CALL", "+15550100123", "+1 (555) 010-0123"),
    ] {
        let made = Ok(json!({ "id": 4 }));
        let (page, outputs) = started_again(wire, asks(first), made, asks(second));

        let about = json!({ "engagementId": 4, "externalCallId": "c-1" });
        let answer = json!(["post", "CREATE_ENGAGEMENT_SUCCEEDED", about]);
        assert!(outputs.contains(&answer), "{second}: {outputs:?}");
        assert!(outputs.iter().all(|order| order[0] != "create"), "{second}");
        assert!(page.host.has_active_call());
        assert_eq!(page.count(Code::AlreadyStarted), 0);
    }
}

#[test]
fn a_call_that_was_taken_starts_again_though_its_user_is_busy() {
    for is_reloaded in [false, true] {
        let mut page = Page::ready(|_| {});
        page.say("INCOMING_CALL", incoming(&json!({})));
        page.say("CALL_ANSWERED", named("c-2"));
        page.say("USER_UNAVAILABLE", Value::Null);
        if is_reloaded {
            page.reconnect();
        }

        let outputs = page.say("INCOMING_CALL", incoming(&asking("c-2")));

        assert!(
            outputs.iter().any(|order| order[0] == "create"),
            "{outputs:?}"
        );
        assert!(page.host.has_active_call());
        assert_eq!(page.count(Code::UserUnavailable), 0);
    }
}

#[test]
fn a_ring_that_starts_again_without_its_number_keeps_its_caller() {
    let mut page = Page::ready(|_| {});
    page.say("INCOMING_CALL", incoming(&json!({})));
    page.reconnect();
    page.say("USER_AVAILABLE", Value::Null);

    let outputs = page.say("INCOMING_CALL", named("c-2"));

    assert_eq!(outputs.last(), Some(&json!(["match", 2, "+15550100123"])));
}

#[test]
fn a_start_of_another_pages_call_names_its_engagement() {
    for wire in ["OUTGOING_CALL_STARTED", "INCOMING_CALL"] {
        let mut page = Page::ready(|_| {});
        let start = |id: &str| with(engaged(id, 7), &json!({ "createEngagement": true }));

        let named = page.say(wire, start("c-1"));
        let other = page.say(wire, start("c-2"));
        let completed = page.finish(&engaged("c-1", 7));

        let answer = json!(["post", "CREATE_ENGAGEMENT_SUCCEEDED", engaged("c-1", 7)]);
        assert!(named.contains(&answer), "{named:?}");
        assert!(named.iter().all(|order| order[0] != "create"), "{named:?}");
        assert!(other.iter().any(|order| order[0] == "create"), "{other:?}");
        assert_eq!(completed[1][2], 7);
        assert_eq!(page.count(Code::UnknownField), 0);
    }
}

#[test]
fn a_repeated_start_without_an_engagement_asks_the_store() {
    let asks = asking("c-1");
    for (first, made) in [(named("c-1"), Ok(Value::Null)), (asks.clone(), Err("full"))] {
        let (_, outputs) = started_again("OUTGOING_CALL_STARTED", first, made, asks.clone());

        assert!(
            outputs.iter().any(|order| order[0] == "create"),
            "{outputs:?}"
        );
    }
}

#[test]
fn an_id_used_again_for_another_number_is_another_call() {
    for (wire, field) in [
        ("OUTGOING_CALL_STARTED", "toNumber"),
        ("INCOMING_CALL", "fromNumber"),
    ] {
        let start = |number: &str| json!({ "externalCallId": "c-1", "createEngagement": true, field: number });

        let (mut page, outputs) = started_again(
            wire,
            start("+15550100123"),
            Ok(json!({ "id": 4 })),
            start("+15550100999"),
        );
        page.say("CALL_ANSWERED", named("c-1"));

        let created = outputs.iter().find(|order| order[0] == "create");
        assert_eq!(
            created.map(|order| &order[2][field]),
            Some(&json!("+15550100999"))
        );
        assert_eq!(page.states(), ["connected"]);
        assert_eq!(page.engagements(), ["pending"]);
    }
}

#[test]
fn a_call_in_wrap_up_is_the_next_pages_though_it_names_another_time() {
    let mut page = Page::ready(|_| {});
    drop(page.dial(contact_dial()));
    page.start_asking();
    page.answer(1, Ok(json!({ "id": 7 })));
    page.say("CALL_ENDED", named("c-1"));
    page.reconnect();

    let now = json!({ "createEngagement": true, "callStartTime": 990 });
    page.say("OUTGOING_CALL_STARTED", outgoing(&now));
    let completed = page.finish(&named("c-1"));

    assert_eq!(
        [&completed[1][0], &completed[1][2]],
        [&json!("complete"), &json!(7)]
    );
    assert_eq!(page.states(), ["completed"]);
}

#[test]
fn an_answer_about_an_earlier_call_of_an_id_is_not_told_to_the_next_page() {
    let mut page = Page::ready(|_| {});
    let ring = |time: u32| with(asking("c-2"), &json!({ "callStartTime": time }));
    page.say("INCOMING_CALL", ring(900));
    page.say("CALL_ENDED", named("c-2"));
    page.say("INCOMING_CALL", ring(950));
    page.reconnect();

    let first = page.answer(1, Ok(json!({ "id": 4 })));
    let second = page.answer(2, Ok(json!({ "id": 5 })));

    assert!(!first.iter().any(|order| order[0] == "post"), "{first:?}");
    let answer = json!(["post", "CREATE_ENGAGEMENT_SUCCEEDED", engaged("c-2", 5)]);
    assert!(second.contains(&answer), "{second:?}");
}
