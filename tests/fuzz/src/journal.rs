//! The record of an earlier page, with any changes by others.

use calling_widget_sdk::protocol::{Millis, Part};
use calling_widget_sdk::session::widget::{Journal, Verdict};
use calling_widget_sdk::session::{Code, calls_snapshot};
use serde_json::{Value, json};
use simulation::{Options, WidgetEdge};

use crate::drain::drain;

/// JSON: a record found in the storage.
///
/// # Panics
///
/// When an unreadable record is taken over, when a call appears that was not in it, when
/// anything is posted for it, or when the record that the page then writes is unreadable.
pub fn journal(input: &[u8]) {
    let Ok(found) = serde_json::from_slice::<Value>(input) else {
        return;
    };
    let mut widget = WidgetEdge::with_ids("https://phone.example", "w", "we", true);
    widget.attach(
        NOW,
        Options {
            resume: true,
            ..Options::default()
        },
    );
    let resumed = widget.resume(NOW, "frame", &found);
    let is_malformed = resumed == Err(Code::JournalMalformed);
    assert_eq!(
        Journal::parse(&Part::from(found.clone())).is_err(),
        is_malformed
    );
    let count = match resumed {
        Ok(Verdict::Taken) => found["calls"].as_array().map_or(0, Vec::len),
        _ => 0,
    };
    check_record(&mut widget);

    // Its host, then another account's.
    for sync in [
        json!({ "type": "SYNC", "messageId": "h_1", "portalId": 1, "userId": 2 }),
        json!({ "type": "SYNC", "messageId": "o_1", "portalId": 3, "userId": 4 }),
    ] {
        widget.receive(NOW, HOST, &sync);
        for post in drain(&mut widget, NOW).posts {
            assert_eq!(post["type"], "SYNC_ACK");
        }
        assert!(widget.calls().iter().count() <= count);
        check_record(&mut widget);
    }
}

/// Checks that the page's own record is readable, and its calls can be shown.
fn check_record(widget: &mut WidgetEdge) {
    if let Some(record) = widget.journal(NOW, "frame") {
        assert!(
            Journal::parse(&Part::from(record.clone())).is_ok(),
            "{record}"
        );
    }
    for call in calls_snapshot(widget.calls()) {
        assert!(!call.field("state").is_undefined(), "{call:?}");
    }
}

const HOST: &str = "https://app.hubspot.com";
const NOW: Millis = Millis(1_000_000.0);
