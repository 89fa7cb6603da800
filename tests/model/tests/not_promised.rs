//! Promises that cannot be made where the channel loses, duplicates or reorders, each with a
//! path that breaks it. No browser does so to a live document: see `docs/model.md`.

use model::Action::{self, App, Deliver, Duplicate, Load, Lose, ReloadWidget};
use model::Command::{Complete, End, Start};
use model::scope::BASE;
use model::trace::replay;
use model::{Budget, Invariant, Scope, World};
use simulation::{HOST, WIDGET};

/// A channel that may do anything once or twice.
const HOSTILE: Scope = Scope {
    name: "hostile",
    slow_store: true,
    budget: Budget {
        losses: 1,
        duplicates: 1,
        overtakes: 2,
        reloads: 1,
        ..model::scope::NONE
    },
    ..BASE
};

/// From the load of the frame to INITIALIZED.
const SESSION: [Action; 4] = [Load, Deliver(WIDGET, 0), Deliver(HOST, 0), Deliver(HOST, 0)];

#[test]
fn a_start_repeated_after_its_call_creates_a_second_engagement() {
    // The host knows a call by its id, and an app may reuse an id.
    let steps = [
        App(Start, 0),
        Duplicate(HOST, 0),
        App(End, 0),
        Deliver(HOST, 1),
        App(Complete, 0),
        Deliver(HOST, 1),
        Deliver(HOST, 0),
    ];

    let broken = after(&steps);

    assert!(broken.starts_with(&[Invariant::TakenOnce, Invariant::CreatedOnce]));
}

#[test]
fn a_message_overtaken_by_the_next_session_takes_effect_there() {
    // The message does not identify the document that posted it.
    let steps = [
        App(Start, 0),
        ReloadWidget,
        Load,
        Deliver(WIDGET, 0),
        Deliver(HOST, 1),
        Deliver(HOST, 1),
        Deliver(HOST, 0),
    ];

    let broken = after(&steps);

    assert_eq!(broken, [Invariant::LateInert]);
}

#[test]
fn a_lost_initialized_leaves_the_host_waiting() {
    // The host has its acknowledgement and sends no more SYNC; nothing is repeated.
    let steps = [Load, Deliver(WIDGET, 0), Deliver(HOST, 0), Lose(HOST, 0)];

    let broken = replay(&World::new(&HOSTILE, None), &steps);

    assert_eq!(broken, [Invariant::SessionReturns]);
}

fn after(steps: &[Action]) -> Vec<Invariant> {
    let steps: Vec<_> = SESSION.iter().chain(steps).copied().collect();
    replay(&World::new(&HOSTILE, None), &steps)
}
