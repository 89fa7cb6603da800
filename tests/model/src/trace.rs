//! A path through a scope, shortened as far as possible.

use std::rc::Rc;

use crate::fault::Fault;
use crate::fingerprint::Canon;
use crate::invariant::Invariant;
use crate::scope::Scope;
use crate::settle::settle;
use crate::world::probe::Probed;
use crate::world::{Action, World};

/// Takes steps from the page's opening, then lets everything come to rest; returns the violations
/// on the way. A step that is not possible at its turn is left out.
#[must_use]
pub fn replay(scope: &Scope, fault: Option<Fault>, steps: &[Action]) -> Vec<Invariant> {
    let mut world = World::new(Rc::new(scope.clone()), fault);
    let mut canon = Canon::default();
    let mut possible = Vec::new();
    let mut broken = Vec::new();
    for step in steps {
        world.actions(&mut possible);
        if possible.contains(step) {
            world.act(*step);
            broken.extend_from_slice(world.broken());
        }
    }
    broken.extend(world.probe(&mut Probed::default(), &mut canon));
    broken.extend_from_slice(settle(&world).broken());
    broken
}

/// Removes every step that the violation does not need.
#[must_use]
pub(crate) fn shortened(
    scope: &Scope,
    fault: Option<Fault>,
    steps: Vec<Action>,
    invariant: Invariant,
) -> Vec<Action> {
    let mut short = steps;
    let mut width = short.len();
    while width > 0 {
        let mut at = 0;
        while at < short.len() {
            let mut fewer = short.clone();
            fewer.drain(at..(at + width).min(short.len()));
            if replay(scope, fault, &fewer).contains(&invariant) {
                short = fewer;
            } else {
                at += 1;
            }
        }
        width /= 2;
    }
    short
}
