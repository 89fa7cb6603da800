//! The app's messages about calls, in and out of order.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::LifecycleMode;
use serde_json::{Value, json};

use super::page::{Page, Sent, about, posted, report, reports, with_lifecycle};

const START: &str = "OUTGOING_CALL_STARTED";

/// The messages that lead to each state of the table; the first is that of no call.
const STATES: [&[&str]; 7] = [
    &[],
    &[START],
    &["INCOMING_CALL"],
    &["INCOMING_CALL", "CALL_ANSWERED"],
    &[START, "CALL_ENDED"],
    &[START, "CALL_ENDED", "CALL_COMPLETED"],
    &[START, "CALL_TRANSFERRED"],
];

const STARTED: Option<Code> = Some(Code::AlreadyStarted);
const NONE: Option<Code> = Some(Code::NotStarted);
const OVER: Option<Code> = Some(Code::AlreadyEnded);
const AWAY: Option<Code> = Some(Code::AlreadyTransferred);
const RUNS: Option<Code> = Some(Code::NotEnded);
const TWICE: Option<Code> = Some(Code::AlreadyAnswered);
const DONE: Option<Code> = Some(Code::AlreadyCompleted);

/// Each command, and for each of [`STATES`] the code it is refused with.
/// Source: the table of calls in `docs/`.
const COMMANDS: [(&str, [Option<Code>; 7]); 8] = [
    (
        START,
        [None, STARTED, STARTED, STARTED, STARTED, None, None],
    ),
    (
        "INCOMING_CALL",
        [None, STARTED, STARTED, STARTED, None, None, None],
    ),
    ("CALL_ANSWERED", [NONE, None, None, TWICE, OVER, OVER, AWAY]),
    ("CALL_ENDED", [NONE, None, None, None, OVER, OVER, AWAY]),
    (
        "CALL_TRANSFERRED",
        [NONE, None, None, None, OVER, OVER, AWAY],
    ),
    ("CALL_COMPLETED", [NONE, RUNS, RUNS, RUNS, None, DONE, AWAY]),
    (
        "FINALIZE_ENGAGEMENT",
        [NONE, RUNS, RUNS, RUNS, None, None, None],
    ),
    (
        "PUBLISH_TO_CHANNEL",
        [NONE, RUNS, RUNS, RUNS, None, None, None],
    ),
];

/// Runs every command in every state.
fn each(mode: LifecycleMode, check: impl Fn(Page, &'static str, Option<Code>)) {
    for (wire, codes) in COMMANDS {
        for (path, code) in STATES.iter().zip(codes) {
            let mut page = Page::ready_with(with_lifecycle(mode));
            for step in *path {
                page.app(&about(step, "c-1"));
            }
            check(page, wire, code);
        }
    }
}

fn has_noted(outputs: &[Value], level: &str, code: Code) -> bool {
    reports(outputs)
        .iter()
        .any(|report| report.get(level) == Some(&json!(code.as_str())))
}

#[test]
fn a_call_is_under_way_while_it_dials_rings_or_runs() {
    let under_way = STATES.map(|path| {
        let mut page = Page::ready();
        page.host(&json!({ "type": "DIAL_NUMBER", "messageId": "h_2", "data": {} }));
        for step in path {
            page.app(&about(step, "c-1"));
        }
        page.widget.has_call_under_way()
    });

    assert_eq!(under_way, [false, true, true, true, false, false, false]);
}

#[test]
fn strict_refuses_what_is_out_of_order_and_changes_nothing() {
    each(LifecycleMode::Strict, |mut page, wire, code| {
        let before = page.calls();

        let (sent, outputs) = page.send(&about(wire, "c-1"));

        match code {
            None => assert_eq!(posted(&outputs), [wire]),
            Some(code) => {
                assert_eq!(sent, Sent::Refused(code), "{wire} after {before}");
                assert_eq!(posted(&outputs), [""; 0]);
                assert!(has_noted(&outputs, "error", code));
                assert_eq!(page.calls(), before, "{wire}");
            }
        }
    });
}

#[test]
fn warn_sends_all_the_same_and_notes_it() {
    each(LifecycleMode::Warn, |mut page, wire, code| {
        let (_, outputs) = page.send(&about(wire, "c-1"));

        assert_eq!(posted(&outputs), [wire]);
        if let Some(code) = code {
            assert!(has_noted(&outputs, "note", code), "{wire}: {outputs:?}");
            assert_eq!(page.count(code), 1);
        }
    });
}

#[test]
fn off_sends_all_the_same_and_says_nothing() {
    each(LifecycleMode::Off, |mut page, wire, _| {
        let (_, outputs) = page.send(&about(wire, "c-1"));

        assert_eq!(posted(&outputs), [wire]);
        assert_eq!(reports(&outputs), [&Value::Null; 0]);
        assert!(page.widget.counts().is_empty());
    });
}

#[test]
fn a_refusal_names_the_state_the_command_and_what_is_allowed() {
    let mut page = Page::ready_with(with_lifecycle(LifecycleMode::Strict));
    page.app(&about("INCOMING_CALL", "c-1"));
    let detail = "callCompleted came while the call is ringing; next may come callAnswered, callEnded, callTransferred";

    for _ in 0..3 {
        let (_, outputs) = page.send(&about("CALL_COMPLETED", "c-1"));

        assert_eq!(outputs, [report("error", "NOT_ENDED", detail)]);
    }
}

#[test]
fn warn_notes_once_per_code_and_call_and_counts_every_time() {
    let mut page = Page::ready();
    for call in ["c-1", "c-2"] {
        page.app(&about("INCOMING_CALL", call));
        page.app(&about("CALL_ANSWERED", call));
    }

    let first = page.send(&about("CALL_ANSWERED", "c-1")).1;
    let again = page.send(&about("CALL_ANSWERED", "c-1")).1;
    let other = page.send(&about("CALL_ANSWERED", "c-2")).1;

    let lengths = [first, again, other].map(|outputs| reports(&outputs).len());
    assert_eq!(lengths, [1, 0, 1]);
    assert_eq!(page.count(Code::AlreadyAnswered), 3);
}

#[test]
fn a_number_the_host_dials_becomes_the_call_the_app_starts() {
    let mut page = Page::ready();
    let dial = json!({ "type": "DIAL_NUMBER", "messageId": "h_2", "data": {} });

    page.host(&dial);
    page.host(&dial);
    let requested = page.calls();
    page.app(&about(START, "c-1"));

    assert_eq!(
        requested,
        json!([{ "direction": "outbound", "state": "requested", "engagement": "none" }])
    );
    assert_eq!(
        page.calls(),
        json!([{
            "externalCallId": "c-1", "direction": "outbound",
            "state": "dialing", "engagement": "none",
        }])
    );
}

#[test]
fn a_command_sent_too_early_still_names_the_call_it_moved() {
    let mut page = Page::ready();
    page.host(&json!({ "type": "DIAL_NUMBER", "messageId": "h_2", "data": {} }));

    page.app(&about("CALL_ANSWERED", "c-1"));

    assert_eq!(page.calls()[0]["externalCallId"], json!("c-1"));
    assert_eq!(page.calls()[0]["state"], json!("connected"));
}

#[test]
fn a_call_without_an_id_is_the_current_one() {
    for data in [json!({}), json!({ "externalCallId": "" }), Value::Null] {
        let mut page = Page::ready_with(with_lifecycle(LifecycleMode::Strict));

        for wire in [START, "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"].repeat(2) {
            page.app(&json!({ "type": wire, "data": data }));
        }

        let call = json!({ "direction": "outbound", "state": "completed", "engagement": "none" });
        assert_eq!(page.calls(), json!([call, call]));
    }
}

#[test]
fn the_first_id_a_nameless_call_gets_becomes_its_own() {
    let mut page = Page::ready_with(with_lifecycle(LifecycleMode::Strict));
    page.app(&json!({ "type": "INCOMING_CALL" }));

    page.app(&about("CALL_ANSWERED", "c-1"));
    let (sent, _) = page.send(&about("CALL_ENDED", "c-2"));

    assert_eq!(page.calls()[0]["externalCallId"], json!("c-1"));
    assert_eq!(sent, Sent::Refused(Code::NotStarted));
}

#[test]
fn a_65th_open_call_is_refused_and_closing_one_makes_room() {
    let mut page = Page::ready_with(with_lifecycle(LifecycleMode::Strict));
    for call in 0..64 {
        page.app(&about("INCOMING_CALL", &call.to_string()));
    }

    let (refused, _) = page.send(&about("INCOMING_CALL", "64"));
    page.app(&about("CALL_TRANSFERRED", "3"));
    let (taken, _) = page.send(&about("INCOMING_CALL", "64"));

    assert_eq!(refused, Sent::Refused(Code::TooManyCalls));
    assert!(matches!(taken, Sent::Posted(_)));
}

#[test]
fn the_hosts_end_call_moves_no_call_and_sends_nothing() {
    for path in STATES {
        let mut page = Page::ready();
        for step in path {
            page.app(&about(step, "c-1"));
        }
        let before = page.calls();
        let end = json!({ "type": "END_CALL", "messageId": "h_2" });

        let outputs = page.host(&end);

        assert_eq!(outputs, [json!({ "deliver": end })]);
        assert_eq!(page.calls(), before);
    }
}
