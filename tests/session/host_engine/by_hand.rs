//! Messages that the page sends by hand.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::{ChangeOutput, HostOutput, MessageInput, UserInput};
use serde_json::{Value, json};

use super::page::{Page, WIDGET, outgoing};

#[test]
fn the_page_hears_that_its_calls_changed() {
    let mut page = Page::ready(|_| {});
    let start = json!({
        "type": "OUTGOING_CALL_STARTED", "messageId": "w1_9", "data": outgoing(&json!({})),
    });
    let outputs = page.enter_raw(MessageInput::Receive {
        origin: WIDGET.to_owned(),
        is_gone: false,
        message: start.into(),
    });

    let calls: Vec<_> = outputs
        .iter()
        .filter_map(|output| match output {
            HostOutput::Change(ChangeOutput::Call { call, .. }) => Some(call),
            _ => None,
        })
        .collect();
    assert_eq!(calls.len(), 1, "each call once");
    assert_eq!(calls[0].field("state"), json!("dialing"));
}

#[test]
fn a_host_sends_any_message_but_the_handshakes() {
    let mut page = Page::new(|_| {});
    let send = |page: &mut Page, message: Value| {
        let message = message.into();
        page.command(UserInput::SendRaw { message })
    };
    let early = send(&mut page, json!({ "type": "SET_CALL_STATE" }));
    page.connect();

    assert_eq!(early, Err(Code::NotReady));
    assert!(send(&mut page, json!({ "type": "SET_CALL_STATE" })).is_ok());
    for wire in ["SYNC", "SYNC_ACK"] {
        assert_eq!(
            send(&mut page, json!({ "type": wire })),
            Err(Code::WrongDirection)
        );
    }
    assert_eq!(
        send(&mut page, json!({ "data": 1 })),
        Err(Code::MissingField)
    );
}
