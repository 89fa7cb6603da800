//! Any value as a message, of the other side or of another window.

use calling_widget_sdk::protocol::{
    Body, Kind, MESSAGES, Millis, Name, SDK_VERSION, Value as Payload,
};
use calling_widget_sdk::session::host::HostOutput;
use calling_widget_sdk::session::widget::{Role, WindowInput};
use calling_widget_sdk::session::{check_payload, host};
use serde_json::{Value, json};
use simulation::{HostEdge, Options, WidgetEdge, heard};

use crate::drain::drain;

/// JSON: a message as posted by the other side, or by a page on the channel of the user's windows.
///
/// # Panics
///
/// When one message makes a side post more than a few, or to an origin that is not the
/// pinned one; when a window without a host leads or posts about a call.
pub fn envelope(input: &[u8]) {
    let Ok(message) = serde_json::from_slice::<Value>(input) else {
        return;
    };
    for row in MESSAGES {
        let data = Payload::from(message.clone()).field("data");
        for finding in check_payload(&Body::read(Some(row.kind), data)) {
            assert!(finding.path.starts_with("data"), "{}", finding.path);
        }
    }
    at_a_waiting_widget(&message);
    at_a_ready_widget(&message);
    at_a_host(&message);
    for has_host in [true, false] {
        at_a_window(&message, has_host);
    }
}

/// More than one message makes a window say to the others: every command that may be pending, and
/// a few answers.
const MOST_SAID: usize = 128;

const HOST: &str = "https://app.hubspot.com";
const OWN: &str = "https://phone.example";
const START: Millis = Millis(1000.0);

fn at_a_waiting_widget(message: &Value) {
    let mut widget = new_widget(true);

    widget.receive(START, HOST, message);

    let is_sync = message.get("type") == Some(&json!("SYNC"));
    if !is_sync {
        assert_eq!(widget.host_origin(), None);
    }
    let outputs = drain(&mut widget, START);
    assert!(outputs.posts.len() <= usize::from(is_sync), "{outputs:?}");
}

fn at_a_ready_widget(message: &Value) {
    let mut widget = new_widget(true);
    widget.receive(START, HOST, &sync());
    drain(&mut widget, START);

    widget.receive(START + Millis(2000.0), HOST, message);

    assert_eq!(widget.host_origin(), Some(HOST));
    let outputs = drain(&mut widget, START);
    assert!(outputs.posts.len() <= 2, "{outputs:?}");
    assert!(outputs.delivered <= 1, "{outputs:?}");
}

fn at_a_window(message: &Value, has_host: bool) {
    let mut widget = new_widget(has_host);
    if has_host {
        widget.receive(START, HOST, &sync());
    }
    let window = "m".to_owned();
    widget.enter(START, WindowInput::Join { window });
    widget.enter(START, WindowInput::Meet {});
    drain(&mut widget, START);

    widget.enter(START, heard(message.clone(), String::new()));
    let call = json!({ "type": "INCOMING_CALL", "data": { "externalCallId": "c-1" } });
    widget.send(START, 1, &call);

    let outputs = drain(&mut widget, START);
    assert!(outputs.said <= MOST_SAID, "{} messages", outputs.said);
    let is_acting = widget.role() == Role::Leader || !outputs.posts.is_empty();
    assert!(has_host || !is_acting, "{outputs:?}");
}

fn sync() -> Value {
    json!({ "type": "SYNC", "messageId": "h_1", "portalId": 1, "userId": 2 })
}

fn new_widget(is_framed: bool) -> WidgetEdge {
    let mut widget = WidgetEdge::with_ids(OWN, "w", "we", is_framed);
    widget.attach(
        START,
        Options {
            debug_mode: true,
            ..Options::default()
        },
    );
    widget
}

fn at_a_host(message: &Value) {
    let config = HostEdge::config(HOST, OWN, "h", json!({ "portalId": 1 }));
    let mut host = HostEdge::new(config);
    host.enter(START, host::FrameInput::FrameLoaded {});
    while host.poll().is_some() {}
    let exchange = [
        json!({ "type": "SYNC_ACK", "messageId": "h_1", Name::SdkVersion.as_str(): SDK_VERSION }),
        json!({ "type": "INITIALIZED", "messageId": "w_1", "data": { "isLoggedIn": true } }),
        message.clone(),
    ];
    for said in exchange {
        host.receive(START, OWN, &said);
        let (mut posts, mut count) = (0, 0);
        while let Some(output) = host.poll() {
            count += 1;
            match output {
                HostOutput::Frame(host::FrameOutput::Post {
                    message, origin, ..
                }) => {
                    assert_eq!(origin, OWN);
                    assert!(!message.field("messageId").is_undefined());
                    posts += 1;
                }
                HostOutput::Report(host::ReportOutput::Notify { kind, .. }) => {
                    let wire = said.get("type").and_then(Value::as_str);
                    assert_eq!(kind, wire.and_then(Kind::parse));
                }
                _ => {}
            }
        }
        assert!(posts <= 2 && count <= 64, "{posts} of {count}");
    }
}
