//! Several windows ring: a window's own end is not the call's.

use calling_widget_sdk::protocol::limits::RINGING_ENDS_WITHIN;
use calling_widget_sdk::session::widget::{TimeInput, WindowInput};
use serde_json::{Value, json};

use super::desk::{Desk, name};
use super::page::{Sent, about, asking, created};

const RINGS: &str = "INCOMING_CALL";
const ENDED: &str = "CALL_ENDED";
const COMPLETED: &str = "CALL_COMPLETED";

/// Windows that all ring; the first one leads.
fn ringing(count: usize) -> Desk {
    let mut desk = Desk::of(count);
    for at in 0..count {
        desk.says(at, &about(RINGS, "c-1"));
    }
    desk
}

fn ended(status: &str) -> Value {
    json!({ "type": ENDED, "data": { "externalCallId": "c-1", "callEndStatus": status } })
}

/// A window's app says that its ringing ended, and completes it.
fn ends(desk: &mut Desk, at: usize, status: &str) {
    desk.says(at, &ended(status));
    desk.says(at, &about(COMPLETED, "c-1"));
}

#[test]
fn a_window_that_fails_while_all_ring_ends_its_own_ringing() {
    for (fails, answers) in [(0, 1), (1, 0), (1, 2)] {
        let mut desk = ringing(3);

        ends(&mut desk, fails, "FAILED");
        desk.pass(60_000.0);
        assert_eq!(desk.states(2), [json!("ringing")]);
        desk.says(answers, &about("CALL_ANSWERED", "c-1"));
        ends(&mut desk, fails, "FAILED");
        ends(&mut desk, answers, "COMPLETED");

        desk.expect(&[(0, RINGS), (0, "CALL_ANSWERED"), (0, ENDED), (0, COMPLETED)]);
        assert_eq!(
            desk.windows[0]
                .posted
                .last_chunk::<2>()
                .map(|[end, _]| &end["data"]["callEndStatus"]),
            Some(&json!("COMPLETED"))
        );
    }
}

#[test]
fn a_call_ends_when_no_window_rings_any_more() {
    for last in ["FAILED", "MISSED"] {
        let mut desk = ringing(2);

        ends(&mut desk, 0, "FAILED");
        ends(&mut desk, 1, last);

        desk.expect(&[(0, RINGS), (0, ENDED), (0, COMPLETED)]);
        assert_eq!(desk.states(1), [json!("completed")]);
    }
}

#[test]
fn a_call_without_an_answer_is_completed_once_although_each_window_has_properties() {
    for (status, first) in [
        ("MISSED", 0),
        ("MISSED", 1),
        ("REJECTED", 0),
        ("REJECTED", 1),
    ] {
        let mut desk = Desk::of(2);
        for at in [0, 1] {
            desk.says(at, &asking(RINGS, "c-1"));
        }
        for at in [0, 1] {
            desk.says(at, &ended(status));
        }
        desk.pass(RINGING_ENDS_WITHIN.0);
        desk.host_says(0, &created("c-1", 7));

        let own = json!({ "hs_call_status": "NO_ANSWER" });
        let data = json!({ "externalCallId": "c-1", "engagementProperties": own });
        for at in [first, 1 - first] {
            desk.says(at, &json!({ "type": COMPLETED, "data": data }));
        }

        desk.expect(&[(0, RINGS), (0, ENDED), (0, COMPLETED)]);
    }
}

#[test]
fn the_last_window_that_rings_is_gone_and_the_call_ends() {
    // It is closed, or shares its calls no more.
    for is_closed in [true, false] {
        let mut desk = ringing(2);
        ends(&mut desk, 0, "FAILED");

        if is_closed {
            desk.close(1);
        } else {
            desk.enter(0, WindowInput::Leave {});
        }

        desk.expect(&[(0, RINGS), (0, ENDED), (0, COMPLETED)]);
        assert_eq!(desk.windows[0].given, Vec::<Value>::new());
    }
}

#[test]
fn a_caller_who_gives_up_ends_it_in_every_window_or_in_time() {
    let mut desk = ringing(2);
    ends(&mut desk, 0, "MISSED");
    desk.pass(RINGING_ENDS_WITHIN.0 - 1.0);
    desk.enter(0, TimeInput::Timeout {});
    desk.settle();
    desk.expect(&[(0, RINGS)]);

    desk.pass(1.0);

    desk.expect(&[(0, RINGS), (0, ENDED), (0, COMPLETED)]);
    let late = desk.says(1, &ended("MISSED"));
    assert_eq!(late, Sent::Forwarded);
    desk.expect(&[(0, RINGS), (0, ENDED), (0, COMPLETED)]);
}

#[test]
fn an_end_that_waits_is_dropped_when_another_window_answers() {
    for answers in [0, 1] {
        let mut desk = ringing(2);
        ends(&mut desk, 1 - answers, "MISSED");
        desk.pass(300.0);
        desk.says(answers, &about("CALL_ANSWERED", "c-1"));

        desk.pass(60_000.0);
        desk.says(1 - answers, &about(COMPLETED, "c-1"));
        desk.expect(&[(0, RINGS), (0, "CALL_ANSWERED")]);
        desk.says(answers, &ended("COMPLETED"));
        desk.says(1 - answers, &about(COMPLETED, "c-1"));
        desk.expect(&[(0, RINGS), (0, "CALL_ANSWERED"), (0, ENDED)]);
        desk.says(answers, &about(COMPLETED, "c-1"));

        desk.expect(&[(0, RINGS), (0, "CALL_ANSWERED"), (0, ENDED), (0, COMPLETED)]);
    }
}

#[test]
fn a_ringing_window_that_is_closed_leaves_the_call_to_those_that_ring() {
    // The windows that ring, what the leader says, what is posted then, what its app is given.
    for (rings, says, posted, given) in [
        (&[0, 1][..], Some(ended("FAILED")), &[ENDED][..], None),
        (&[0, 1, 2], Some(ended("FAILED")), &[], None),
        (&[1], None, &[], Some("ringing")),
        (
            &[1],
            Some(about("CALL_ANSWERED", "c-1")),
            &["CALL_ANSWERED"],
            None,
        ),
    ] {
        let mut desk = Desk::of(3);
        for at in rings {
            desk.says(*at, &about(RINGS, "c-1"));
        }
        if let Some(message) = &says {
            desk.says(0, message);
        }

        desk.close(1);

        let wires = [&[RINGS], posted].concat();
        let posted: Vec<_> = wires.into_iter().map(|wire| (0, wire)).collect();
        desk.expect(&posted);
        let given: Vec<_> = given.into_iter().map(Value::from).collect();
        assert_eq!(desk.windows[0].given, given, "{rings:?} {says:?}");
    }
}

#[test]
fn a_call_declined_in_a_window_is_over_at_once() {
    let mut desk = ringing(2);

    ends(&mut desk, 1, "REJECTED");

    desk.expect(&[(0, RINGS), (0, ENDED), (0, COMPLETED)]);
}

#[test]
fn a_window_that_rings_again_has_the_call_again() {
    let mut desk = ringing(2);
    desk.says(0, &ended("FAILED"));

    desk.says(0, &about(RINGS, "c-1"));
    desk.says(1, &ended("FAILED"));
    desk.says(0, &about("CALL_ANSWERED", "c-1"));

    desk.expect(&[(0, RINGS), (0, "CALL_ANSWERED")]);
}

#[test]
fn the_next_leader_leaves_the_call_to_the_window_that_rings() {
    let mut desk = ringing(3);
    ends(&mut desk, 1, "FAILED");

    desk.close(0);
    assert_eq!(desk.windows[1].given, Vec::<Value>::new());
    desk.says(2, &about("CALL_ANSWERED", "c-1"));

    assert_eq!(desk.states(1), [json!("connected")]);
}

#[test]
fn the_next_leader_is_given_a_call_that_rings_nowhere_any_more() {
    let mut desk = ringing(2);
    ends(&mut desk, 1, "FAILED");

    desk.close(0);
    assert_eq!(desk.windows[1].given, [json!("ringing")]);
    ends(&mut desk, 1, "MISSED");

    assert_eq!(desk.states(1), [json!("completed")]);
}

#[test]
fn end_call_is_given_to_a_window_that_rings() {
    let mut desk = ringing(2);
    desk.says(0, &ended("FAILED"));

    desk.host_says(0, &json!({ "type": "END_CALL", "messageId": "h_2" }));

    assert_eq!(desk.windows[1].given, [json!({ "externalCallId": "c-1" })]);
    assert_eq!(desk.call(0).get("taker"), None, "{}", name(1));
}
