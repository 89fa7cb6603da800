//! A path from a state, shortened as far as possible.

use std::collections::HashSet;

use crate::fingerprint::Canon;
use crate::search::State;

/// Takes steps from a state, then lets everything come to rest; returns the violations on the way.
/// A step that is not possible at its turn is left out.
#[must_use]
pub fn replay<S: State>(root: &S, steps: &[S::Step]) -> Vec<S::Rule> {
    let mut state = root.clone();
    let mut possible = Vec::new();
    let mut broken = Vec::new();
    for step in steps {
        state.steps(&mut possible);
        if possible.contains(step) {
            state.take(*step);
            broken.extend_from_slice(state.broken());
        }
    }
    broken.extend(state.probe(&mut HashSet::new(), &mut Canon::default()));
    broken.extend(state.settle());
    broken
}

/// Removes every step that the violation does not need.
#[must_use]
pub(crate) fn shortened<S: State>(root: &S, steps: Vec<S::Step>, rule: S::Rule) -> Vec<S::Step> {
    let mut short = steps;
    let mut width = short.len();
    while width > 0 {
        let mut at = 0;
        while at < short.len() {
            let mut fewer = short.clone();
            fewer.drain(at..(at + width).min(short.len()));
            if replay(root, &fewer).contains(&rule) {
                short = fewer;
            } else {
                at += 1;
            }
        }
        width /= 2;
    }
    short
}
