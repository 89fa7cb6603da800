//! The search: depth first, until there is nothing new.
//!
//! A budget is part of the state, so every scope is finite and the search ends by having seen all
//! of it. It stores only a fingerprint of each state, and the states of its path.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use crate::fault::Fault;
use crate::fingerprint::Canon;
use crate::invariant::Invariant;
use crate::scope::Scope;
use crate::settle::settle;
use crate::trace::shortened;
use crate::world::probe::Probed;
use crate::world::{Action, World};

/// A search through a scope.
#[derive(Debug)]
pub struct Search {
    scope: Rc<Scope>,
    fault: Option<Fault>,
    only: Option<Invariant>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Report {
    /// The number of different states.
    pub states: usize,
    /// The number of steps that led to them.
    pub steps: usize,
    /// The longest path.
    pub depth: usize,
    /// The number of states with both sides in a session.
    pub in_session: usize,
    /// The violation, if there is one.
    pub found: Option<Found>,
}

/// A violation, and the way to it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The violated invariant.
    pub invariant: Invariant,
    /// The steps that lead there from the page's opening, as few as possible; a promise about the
    /// end is violated after everything came to rest.
    pub trace: Vec<Action>,
}

struct Level {
    world: World,
    fingerprint: u128,
    actions: Vec<Action>,
    next: usize,
    /// The step that happens when nobody acts, if it is one of these.
    fair: Option<Action>,
}

impl Search {
    /// A search through everything that a scope allows.
    #[must_use]
    pub fn new(scope: &Scope) -> Self {
        Self {
            scope: Rc::new(scope.clone()),
            fault: None,
            only: None,
        }
    }

    /// Seeds a fault, and checks one invariant only.
    #[must_use]
    pub const fn seeded(mut self, fault: Option<Fault>, only: Option<Invariant>) -> Self {
        self.fault = fault;
        self.only = only;
        self
    }

    /// Searches; ends early at the first violation.
    #[must_use]
    pub fn run(&self) -> Report {
        let mut canon = Canon::default();
        let mut probed = Probed::default();
        let mut seen: HashSet<u128, BuildHasherDefault<Identity>> = HashSet::default();
        let mut report = Report {
            states: 0,
            steps: 0,
            depth: 0,
            in_session: 0,
            found: None,
        };
        let mut root = World::new(Rc::clone(&self.scope), self.fault);
        let fingerprint = root.fingerprint(&mut canon);
        seen.insert(fingerprint);
        let mut path = Vec::new();
        let mut next = Some((root, fingerprint));
        loop {
            if let Some((world, fingerprint)) = next.take() {
                let tools = (&mut probed, &mut canon);
                report.found = self.enter(world, fingerprint, &mut path, &mut report, tools);
            }
            let Some(level) = path.last_mut().filter(|_| report.found.is_none()) else {
                return report;
            };
            let Some(action) = level.actions.get(level.next).copied() else {
                path.pop();
                continue;
            };
            level.next += 1;
            report.steps += 1;
            let mut world = level.world.clone();
            world.act(action);
            if let Some(invariant) = self.first(world.broken()) {
                report.found = Some(self.found(invariant, &path));
                return report;
            }
            let is_fair = level.fair == Some(action);
            let fingerprint = world.fingerprint(&mut canon);
            if seen.insert(fingerprint) {
                next = Some((world, fingerprint));
            } else if is_fair && path.iter().any(|level| level.fingerprint == fingerprint) {
                // A fair step back onto the path: the state it leads to does not show whether
                // that ever ends.
                let invariant = self.first(settle(&world).broken());
                report.found = invariant.map(|invariant| self.found(invariant, &path));
            }
        }
    }

    /// Checks a new state against the invariants of every state, and puts it on the path.
    fn enter(
        &self,
        world: World,
        fingerprint: u128,
        path: &mut Vec<Level>,
        report: &mut Report,
        (probed, canon): (&mut Probed, &mut Canon),
    ) -> Option<Found> {
        report.states += 1;
        report.in_session += usize::from(world.is_in_session());
        let mut actions = Vec::new();
        world.actions(&mut actions);
        let broken = world.probe(probed, canon);
        // If the fair step is one of those to take, the state that it leads to is checked against
        // the promises, and so is this one. On a path without an end none of them ever would be.
        let fair = world
            .fair()
            .filter(|fair| path.len() < DEEP && actions.contains(fair));
        let settled = match fair {
            Some(_) => None,
            None => Some(settle(&world)),
        };
        path.push(Level {
            world,
            fingerprint,
            actions,
            next: 0,
            fair,
        });
        report.depth = report.depth.max(path.len());
        if let Some(invariant) = self.first(&broken) {
            return Some(self.found(invariant, path));
        }
        let invariant = settled.and_then(|settled| self.first(settled.broken()));
        invariant.map(|invariant| self.found(invariant, path))
    }

    fn first(&self, broken: &[Invariant]) -> Option<Invariant> {
        broken
            .iter()
            .copied()
            .find(|broken| self.only.is_none_or(|only| only == *broken))
    }

    fn found(&self, invariant: Invariant, path: &[Level]) -> Found {
        let steps = path
            .iter()
            .filter_map(|level| level.actions.get(level.next.checked_sub(1)?).copied());
        Found {
            invariant,
            trace: shortened(&self.scope, self.fault, steps.collect(), invariant),
        }
    }
}

/// Many times the length of a path on which everything comes to rest.
const DEEP: usize = 500;

/// Fingerprints are already as good as random.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u128(&mut self, fingerprint: u128) {
        self.0 = fingerprint as u64;
    }
}
