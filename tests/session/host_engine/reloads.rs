//! A widget that is loaded anew.

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::session::host::{
    ChangeOutput, FrameInput, HostInput, HostOutput, HostState, MessageInput,
};
use serde_json::{Value, json};

use super::page::{Page, WIDGET, contact_dial, incoming, outgoing};

#[test]
fn a_reloaded_widget_keeps_its_calls_on_the_page_but_none_is_active() {
    let mut page = Page::ready(|_| {});
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
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
fn a_call_that_a_load_of_the_widget_cut_off_is_marked_until_a_message_is_about_it() {
    fn marks(outputs: &[HostOutput<Value>]) -> Vec<bool> {
        outputs
            .iter()
            .filter_map(|output| match output {
                HostOutput::Change(ChangeOutput::Call { call, .. }) => {
                    Some(call["isCutOff"] == json!(true))
                }
                _ => None,
            })
            .collect()
    }
    let mut page = Page::ready(|_| {});
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
    page.say("CALL_ANSWERED", json!({ "externalCallId": "c-1" }));

    let loaded = page.enter_raw(HostInput::Frame(FrameInput::FrameLoaded {}));
    page.connect();
    page.say("INITIALIZED", json!({ "isLoggedIn": true }));
    let named = page.enter_raw(HostInput::Message(MessageInput::Receive {
        origin: WIDGET.to_owned(),
        message: json!({ "type": "OUTGOING_CALL_STARTED", "messageId": "w2_1", "data": outgoing(&json!({})) }),
    }));

    assert_eq!(marks(&loaded), [true]);
    assert_eq!(marks(&named), [false]);
}

#[test]
fn a_reloaded_widget_may_go_on_with_its_call() {
    let mut page = Page::ready(|_| {});
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
    page.connect();
    page.say("INITIALIZED", json!({ "isLoggedIn": true }));

    page.say("CALL_ANSWERED", json!({ "externalCallId": "c-1" }));

    assert!(page.host.has_active_call());
    assert_eq!(page.calls()[0]["state"], "connected");
}

#[test]
fn what_a_page_says_as_it_is_left_counts_until_the_next_one_is_there() {
    let mut page = Page::ready(|_| {});
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
    page.say("CALL_ANSWERED", json!({ "externalCallId": "c-1" }));
    let end = json!({ "externalCallId": "c-1", "callEndStatus": "COMPLETED" });

    page.enter(HostInput::Frame(FrameInput::FrameLoading {}));
    page.enter(HostInput::Frame(FrameInput::FrameLoading {}));
    let state = page.host.state();
    page.say("CALL_ENDED", end);
    let left = page.calls()[0]["state"].clone();
    page.enter(HostInput::Frame(FrameInput::FrameLoaded {}));
    page.say("CALL_COMPLETED", json!({ "externalCallId": "c-1" }));

    assert_eq!(state, HostState::Loading);
    assert_eq!(left, "ended");
    assert_eq!(page.calls()[0]["state"], "ended");
}

#[test]
fn a_page_that_was_in_no_session_says_nothing_that_counts_as_it_is_left() {
    for is_failed in [false, true] {
        let mut page = Page::ready(|_| {});
        let event = if is_failed {
            FrameInput::FrameFailed {}
        } else {
            FrameInput::FrameLoaded {}
        };
        page.enter(HostInput::Frame(event));

        page.enter(HostInput::Frame(FrameInput::FrameLoading {}));
        page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

        assert!(page.calls().is_empty());
    }
}

#[test]
fn a_page_of_another_origin_ends_no_call_before_it_is_in_session() {
    let mut page = Page::ready(|config| {
        config.allowed_widget_origins = vec!["https://eu.phone.example".to_owned()];
    });
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
    page.say(
        "SET_WIDGET_URL",
        json!({ "iFrameUrl": "https://eu.phone.example/" }),
    );

    page.receive_from(
        "https://eu.phone.example",
        &json!({ "type": "CALL_ENDED", "messageId": "w2_1", "data": { "externalCallId": "c-1" } }),
    );

    assert_eq!(page.calls()[0]["state"], "dialing");
}

#[test]
fn a_store_that_answers_after_the_widget_was_reloaded_revives_no_call() {
    let mut page = Page::ready(|_| {});
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    page.connect();

    page.answer(1, Ok(json!({ "id": 4 })));

    assert!(!page.host.has_active_call());
}

#[test]
fn what_the_page_says_by_hand_revives_no_call() {
    let mut page = Page::ready(|_| {});
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    page.connect();

    page.send(
        Kind::CreateEngagementSucceeded,
        Some(json!({ "externalCallId": "c-1", "engagementId": 4 })),
    )
    .expect("connected");

    assert!(!page.host.has_active_call());
}

#[test]
fn a_call_without_an_id_gets_no_answer_of_an_earlier_pages() {
    let mut page = Page::ready(|_| {});
    let start = json!({ "createEngagement": true });
    page.say("OUTGOING_CALL_STARTED", start.clone());
    page.connect();
    page.say("INITIALIZED", json!({ "isLoggedIn": true }));
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
fn a_call_that_made_room_gets_no_answer() {
    let mut page = Page::ready(|_| {});
    page.say("INCOMING_CALL", incoming(&json!({})));
    for number in 0..64 {
        page.connect();
        page.say("INITIALIZED", json!({ "isLoggedIn": true }));
        page.say(
            "OUTGOING_CALL_STARTED",
            json!({ "externalCallId": format!("o-{number}") }),
        );
    }

    assert_eq!(page.answer(1, Ok(json!([]))), [Value::Null; 0]);
}
