//! An engine that trapped, and the one in its place: what the edge was given is all it
//! goes on from.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{ChangeOutput, Output};
use serde_json::{Value, json};

use super::page::{NOTHING, Page, Sent, about, other_sync, posted, sync};

fn initialized(is_logged_in: bool) -> Value {
    json!({
        "type": "INITIALIZED",
        "data": {
            "isLoggedIn": is_logged_in, "isAvailable": false,
            "sizeInfo": { "width": 1, "height": 2 }, "theme": "dark",
        },
    })
}

/// How often a page gives out INITIALIZED for a message of the app's.
fn presences(page: &mut Page, message: &Value) -> usize {
    page.say(1, message);
    std::iter::from_fn(|| page.widget.poll())
        .filter(|order| matches!(order, Output::Change(ChangeOutput::Presence { .. })))
        .count()
}

#[test]
fn a_host_that_begins_a_new_session_after_a_trap_gets_initialized_as_it_stands() {
    let mut page = Page::ready();
    page.app(&initialized(false));
    page.app(&json!({ "type": "LOGGED_IN" }));
    page.trap();
    page.app(&json!({ "type": "USER_AVAILABLE" }));
    page.app(&json!({ "type": "RESIZE_WIDGET", "data": { "width": 3, "height": 4 } }));
    page.trap();

    let outputs = page.host(&sync("other_1"));

    assert_eq!(posted(&outputs), ["SYNC_ACK", "INITIALIZED"]);
    assert_eq!(
        outputs[1]["post"]["data"],
        json!({
            "isLoggedIn": true, "isAvailable": true,
            "sizeInfo": { "width": 3, "height": 4 }, "theme": "dark",
        })
    );
}

#[test]
fn a_host_gets_no_initialized_after_a_trap_that_was_never_posted() {
    let mut page = Page::waiting();
    page.host_silently(&sync("h_1"));
    page.trap();

    assert_eq!(posted(&page.host(&sync("other_1"))), ["SYNC_ACK"]);
}

#[test]
fn initialized_of_an_earlier_host_session_is_not_restored() {
    let mut page = Page::ready();
    page.app(&initialized(true));
    page.host_silently(&other_sync());
    page.trap();

    page.wait(500.0);
    let again = page.host(&other_sync());

    assert_eq!(posted(&again), ["SYNC_ACK"]);
}

#[test]
fn after_a_trap_the_same_initialized_of_another_instance_is_suppressed() {
    let mut page = Page::ready();
    let other = page.join();
    page.timeout();
    page.drain();
    page.app(&initialized(true));
    page.trap();

    let (same, nothing) = page.send_of(other, &initialized(true));
    let (different, outputs) = page.send_of(other, &initialized(false));

    assert_eq!((same, nothing), (Sent::Suppressed, NOTHING.to_vec()));
    assert!(matches!(different, Sent::Posted(_)));
    assert_eq!(posted(&outputs), ["INITIALIZED"]);
}

#[test]
fn after_a_trap_a_log_in_still_ends_the_suppression() {
    let mut page = Page::ready();
    let other = page.join();
    page.timeout();
    page.drain();
    page.app(&initialized(true));
    page.app(&json!({ "type": "LOGGED_OUT" }));
    page.trap();

    let (sent, _) = page.send_of(other, &initialized(true));

    assert!(matches!(sent, Sent::Posted(_)), "{sent:?}");
}

#[test]
fn what_is_restored_of_initialized_is_given_out_only_when_it_changed() {
    let mut page = Page::ready();
    let call = about("OUTGOING_CALL_STARTED", "c-1");

    let inputs = [
        call,
        json!({ "type": "LOGGED_IN" }),
        initialized(false),
        json!({ "type": "USER_AVAILABLE" }),
        json!({ "type": "CALL_DATA", "data": {} }),
    ]
    .map(|message| presences(&mut page, &message));

    assert_eq!(inputs, [0, 1, 1, 1, 0]);
}

#[test]
fn a_call_goes_on_after_a_trap_and_the_session_is_not_opened_again() {
    let mut page = Page::ready();
    page.app(&about("OUTGOING_CALL_STARTED", "c-1"));
    page.trap();

    let (sent, outputs) = page.send(&about("CALL_ANSWERED", "c-1"));
    page.wait(500.0);
    let again = page.host(&sync("h_9"));

    assert!(matches!(sent, Sent::Posted(_)), "{sent:?}");
    assert_eq!(posted(&outputs), ["CALL_ANSWERED"]);
    assert_eq!(page.calls()[0]["state"], json!("connected"));
    assert_eq!(posted(&again), ["SYNC_ACK", "INITIALIZED"]);
    assert_eq!(page.count(Code::NotStarted), 0);
}
