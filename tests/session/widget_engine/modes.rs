//! Instances that use less of the engine: as the published SDK, or to watch.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{
    AppOutput, Level, LifecycleMode, Mode, Output, WidgetState,
};
use serde_json::{Value, json};

use super::page::{
    NOTHING, Options, Page, Sent, about, delivered, posted, report, sync, with_mode,
};

const START: &str = "OUTGOING_CALL_STARTED";

fn initialized() -> Value {
    json!({ "type": "INITIALIZED", "data": { "isLoggedIn": true } })
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

#[test]
fn published_mode_checks_neither_fields_nor_order() {
    let mut page = Page::ready_with(Options {
        debug_mode: true,
        is_strict: true,
        lifecycle: LifecycleMode::Strict,
        ..with_mode(Mode::Published)
    });

    let (sent, outputs) = page.send(&json!({ "type": "CALL_ENDED", "data": { "what": null } }));

    assert!(matches!(sent, Sent::Posted(_)));
    assert_eq!(posted(&outputs), ["CALL_ENDED"]);
    assert_eq!(outputs.len(), 1);
}

#[test]
fn in_published_mode_the_gate_holds() {
    let mut page = Page::waiting_with(with_mode(Mode::Published));

    let outputs = page.event(true, 1, "https://evil.example.com", &sync("h_1"));

    assert_eq!(posted(&outputs), [""; 0]);
    assert_eq!(page.widget.state(), WidgetState::Waiting);
}

#[test]
fn published_and_normal_instances_share_a_session_and_its_ready() {
    let mut page = Page::waiting_with(with_mode(Mode::Published));
    page.join();
    let answers = [(1, initialized()), (2, initialized())];

    let (sent, outputs) = page.host_answered(&sync("h_1"), &answers);

    assert_eq!(delivered(&outputs), ["READY"]);
    assert!(matches!(sent.first(), Some(Sent::Posted(_))));
    assert_eq!(sent.get(1), Some(&Sent::Queued));
    assert_eq!(posted(&outputs), ["SYNC_ACK", "INITIALIZED", "INITIALIZED"]);
}

#[test]
fn a_counted_report_is_given_when_its_count_gains_a_digit() {
    let mut page = Page::ready();
    let mut reports = Vec::new();

    for _ in 0..1_000 {
        page.feed(true, 1, "https://evil.example.com", &json!({}));
        while let Some(order) = page.widget.poll() {
            if let Output::App(AppOutput::Report {
                code, level, count, ..
            }) = order
            {
                reports.push((code, level, count));
            }
        }
    }

    let counted = |count| (Code::NotPinned, Level::Count, count);
    assert_eq!(reports, [1, 10, 100, 1_000].map(counted));
    assert_eq!(page.drain(), NOTHING);
}
