//! What an earlier page kept, as anyone may have changed it.

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::widget::{
    Environment, InstanceOptions, Journal, Output, ResumeFacts, Widget,
};
use calling_widget_sdk::session::{CODES, Facts, SourceId, calls_snapshot};
use serde_json::{Value, json};

/// JSON: a journal as it was found in the storage.
///
/// # Panics
///
/// When one is taken over that does not read, when what was owed goes out twice
/// or to another host, when a call comes back that was not kept, or when what the
/// page keeps in its turn does not read.
pub fn journal(input: &[u8]) {
    let Ok(found) = serde_json::from_slice::<Value>(input) else {
        return;
    };
    let is_journal = Journal::parse(&found).is_ok();
    for is_reload in [false, true] {
        let facts = ResumeFacts {
            frame: "frame",
            is_reload,
            is_only: true,
            is_claimed: false,
        };
        let mut widget = Widget::new(Environment {
            own_origin: "https://phone.example".to_owned(),
            instance_id: "w".to_owned(),
            is_embedded: true,
        });
        widget.attach(InstanceOptions {
            resume: true,
            ..InstanceOptions::default()
        });
        let resumed = widget.resume(NOW, &found, facts);
        assert!(is_journal || resumed.is_err());
        check_kept(&widget);
        let sync = json!({ "type": "SYNC", "messageId": "h_1", "portalId": 1, "userId": 2 });
        let first = greet(&mut widget, &sync);
        assert!(
            resumed.is_ok() || first == 0,
            "{first} owed by a journal that was refused"
        );
        if let Err(code) = resumed {
            assert!(CODES.contains(&code));
            assert_eq!(widget.calls().iter().count(), 0);
        }
        let other = json!({ "type": "SYNC", "messageId": "o_1", "portalId": 3, "userId": 4 });
        assert_eq!(greet(&mut widget, &other), 0, "owed twice");
        check_kept(&widget);
    }
}

/// A host opens a session; how many messages go out beside the acknowledgement.
fn greet(widget: &mut Widget<Value>, sync: &Value) -> usize {
    let facts = Facts {
        is_trusted: true,
        source: SourceId::PEER,
        origin: HOST,
    };
    widget.handle_message(NOW, facts, sync);
    let mut posts = 0;
    while let Some(output) = widget.poll_output() {
        match output {
            Output::Post {
                message, origin, ..
            } => {
                assert_eq!(origin, HOST);
                assert!(message.get("messageId").is_some(), "{message}");
                posts += usize::from(message.get("type") != Some(&json!("SYNC_ACK")));
            }
            Output::Deliver { .. } => widget.handle_delivered(NOW),
            _ => {}
        }
    }
    posts
}

/// What the page keeps reads, and holds the calls it has.
fn check_kept(widget: &Widget<Value>) {
    let kept = widget
        .journal(NOW, "frame", true)
        .expect("it was asked for");
    assert!(Journal::parse(&kept).is_ok(), "{kept}");
    for call in calls_snapshot::<Value>(widget.calls()) {
        assert!(call.get("state").is_some(), "{call}");
    }
}

const HOST: &str = "https://app.hubspot.com";
const NOW: Millis = Millis(1_000_000.0);
