//! The record of an earlier page, as anyone may have changed it.

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::widget::{
    Environment, Found, InstanceOptions, Journal, Output, Widget,
};
use calling_widget_sdk::session::{CODES, Facts, SourceId, calls_snapshot};
use serde_json::{Value, json};

/// JSON: a record as it was found in the storage.
///
/// # Panics
///
/// When one is taken over that does not read, when a call comes back that was not in
/// it, when anything is posted for it, or when the record that the page writes in its
/// turn does not read.
pub fn journal(input: &[u8]) {
    let Ok(found) = serde_json::from_slice::<Value>(input) else {
        return;
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
    let resumed = widget.resume(NOW, "frame", &found);
    assert!(Journal::parse(&found).is_ok() || resumed.is_err());
    let count = match resumed {
        Ok(Found::Taken) => found["calls"].as_object().map_or(0, |calls| calls.len()),
        Ok(Found::OfAnotherFrame) => 0,
        Err(code) => {
            assert!(CODES.contains(&code));
            0
        }
    };
    check_record(&widget);

    // Its host, and then another account's.
    for sync in [
        json!({ "type": "SYNC", "messageId": "h_1", "portalId": 1, "userId": 2 }),
        json!({ "type": "SYNC", "messageId": "o_1", "portalId": 3, "userId": 4 }),
    ] {
        hear(&mut widget, &sync);
        assert!(widget.calls().iter().count() <= count);
        check_record(&widget);
    }
}

/// A host says something, and the page posts the handshake only.
fn hear(widget: &mut Widget<Value>, message: &Value) {
    let facts = Facts {
        is_trusted: true,
        source: SourceId::PEER,
        origin: HOST,
    };
    widget.handle_message(NOW, facts, message);
    while let Some(output) = widget.poll_output() {
        match output {
            Output::Post {
                message, origin, ..
            } => {
                assert_eq!(origin, HOST);
                assert_eq!(message["type"], "SYNC_ACK");
            }
            Output::Deliver { .. } | Output::Resumed { .. } => widget.handle_delivered(NOW),
            _ => {}
        }
    }
}

/// The page's own record reads, and its calls can be shown.
fn check_record(widget: &Widget<Value>) {
    if let Some(record) = widget.journal(NOW, "frame") {
        assert!(Journal::parse(&record).is_ok(), "{record}");
    }
    for call in calls_snapshot::<Value>(widget.calls()) {
        assert!(call.get("state").is_some(), "{call}");
    }
}

const HOST: &str = "https://app.hubspot.com";
const NOW: Millis = Millis(1_000_000.0);
