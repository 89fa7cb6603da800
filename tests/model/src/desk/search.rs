//! The search through the windows' states: depth first, until there is nothing new.

use std::collections::HashSet;

use super::{Desk, DeskScope, Event, Promise};
use crate::fingerprint::Canon;

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The number of different states.
    pub states: usize,
    /// The number of steps that led to them.
    pub steps: usize,
    /// The longest path.
    pub depth: usize,
    /// The broken promise, and the steps that lead there.
    pub found: Option<(Promise, Vec<Event>)>,
}

/// Searches everything that a scope allows; ends early at the first violation.
#[must_use]
pub fn search(scope: DeskScope) -> Outcome {
    let mut canon = Canon::default();
    let mut seen = HashSet::new();
    let mut outcome = Outcome::default();
    let root = Desk::new(scope);
    seen.insert(root.fingerprint(&mut canon));
    // The states to continue from, each with its path.
    let mut open = vec![(root, Vec::new())];
    let mut events = Vec::new();
    while let Some((desk, way)) = open.pop() {
        outcome.states += 1;
        outcome.depth = outcome.depth.max(way.len());
        if let Some(broken) = desk.broken().or_else(|| desk.at_rest()) {
            outcome.found = Some((broken, way));
            return outcome;
        }
        desk.events(&mut events);
        for event in &events {
            let mut next = desk.clone();
            next.take(*event);
            outcome.steps += 1;
            if seen.insert(next.fingerprint(&mut canon)) {
                let mut way = way.clone();
                way.push(*event);
                open.push((next, way));
            }
        }
    }
    outcome
}
