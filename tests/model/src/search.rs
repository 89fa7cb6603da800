//! The search: depth first, until there is nothing new.
//!
//! A budget is part of the state, so every scope is finite and the search ends by having seen all
//! of it. It stores only a fingerprint of each state, and the states of its path.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::{BuildHasherDefault, Hasher};

use crate::fingerprint::Canon;
use crate::trace::shortened;

/// A state to search from, with its possible steps and its rules.
pub trait State: Clone {
    /// A step to another state.
    type Step: Copy + Debug + PartialEq;
    /// A property that every step or every state has to have.
    type Rule: Copy + Debug + PartialEq;

    /// Lists every possible step.
    fn steps(&self, steps: &mut Vec<Self::Step>);

    /// The step that happens when nobody acts, if a path of these has no end by itself.
    fn fair(&self) -> Option<Self::Step> {
        None
    }

    /// Takes a step.
    fn take(&mut self, step: Self::Step);

    /// The rules that the last step broke.
    fn broken(&self) -> &[Self::Rule];

    /// The rules that this state breaks; what was tried before need not be tried again.
    fn probe(&self, _tried: &mut HashSet<u128>, _canon: &mut Canon) -> Vec<Self::Rule> {
        Vec::new()
    }

    /// The rules that are broken once nobody acts any more.
    fn settle(&self) -> Vec<Self::Rule>;

    /// True if both sides are in a session.
    fn is_in_session(&self) -> bool {
        true
    }

    /// The state's fingerprint.
    fn fingerprint(&mut self, canon: &mut Canon) -> u128;
}

/// A search from a state.
#[derive(Debug)]
pub struct Search<S: State> {
    root: S,
    only: Option<S::Rule>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Report<S: State> {
    /// The number of different states.
    pub states: usize,
    /// The number of steps that led to them.
    pub steps: usize,
    /// The longest path.
    pub depth: usize,
    /// The number of states with both sides in a session.
    pub in_session: usize,
    /// The broken rule, if there is one, and the fewest steps that lead there from the root; a rule
    /// about the end is broken after everything came to rest.
    pub found: Option<(S::Rule, Vec<S::Step>)>,
}

struct Level<S: State> {
    state: S,
    fingerprint: u128,
    steps: Vec<S::Step>,
    next: usize,
    /// The step that happens when nobody acts, if it is one of these.
    fair: Option<S::Step>,
}

impl<S: State> Search<S> {
    /// A search through everything that follows from a state.
    #[must_use]
    pub const fn new(root: S) -> Self {
        Self { root, only: None }
    }

    /// Checks one rule only.
    #[must_use]
    pub const fn only(mut self, rule: S::Rule) -> Self {
        self.only = Some(rule);
        self
    }

    /// Searches; ends early at the first violation.
    #[must_use]
    pub fn run(&self) -> Report<S> {
        let mut canon = Canon::default();
        let mut tried = HashSet::new();
        let mut seen: HashSet<u128, BuildHasherDefault<Identity>> = HashSet::default();
        let mut report = Report {
            states: 0,
            steps: 0,
            depth: 0,
            in_session: 0,
            found: None,
        };
        let mut root = self.root.clone();
        let fingerprint = root.fingerprint(&mut canon);
        seen.insert(fingerprint);
        let mut path = Vec::new();
        let mut next = Some((root, fingerprint));
        loop {
            if let Some((state, fingerprint)) = next.take() {
                let tools = (&mut tried, &mut canon);
                let broken = self.enter(state, fingerprint, &mut path, &mut report, tools);
                report.found = broken.map(|rule| self.found(rule, &path));
            }
            let Some(level) = path.last_mut().filter(|_| report.found.is_none()) else {
                return report;
            };
            let Some(step) = level.steps.get(level.next).copied() else {
                path.pop();
                continue;
            };
            level.next += 1;
            report.steps += 1;
            let mut state = level.state.clone();
            state.take(step);
            if let Some(rule) = self.first(state.broken()) {
                report.found = Some(self.found(rule, &path));
                return report;
            }
            let is_fair = level.fair == Some(step);
            let fingerprint = state.fingerprint(&mut canon);
            if seen.insert(fingerprint) {
                next = Some((state, fingerprint));
            } else if is_fair && path.iter().any(|level| level.fingerprint == fingerprint) {
                // A fair step back onto the path: the state it leads to does not show whether
                // that ever ends.
                let rule = self.first(&state.settle());
                report.found = rule.map(|rule| self.found(rule, &path));
            }
        }
    }

    /// Checks a new state against the rules of every state, and puts it on the path.
    fn enter(
        &self,
        state: S,
        fingerprint: u128,
        path: &mut Vec<Level<S>>,
        report: &mut Report<S>,
        (tried, canon): (&mut HashSet<u128>, &mut Canon),
    ) -> Option<S::Rule> {
        report.states += 1;
        report.in_session += usize::from(state.is_in_session());
        let mut steps = Vec::new();
        state.steps(&mut steps);
        let broken = state.probe(tried, canon);
        // If the fair step is one of those to take, the state that it leads to is checked against
        // the promises, and so is this one. On a path without an end none of them ever would be.
        let fair = state
            .fair()
            .filter(|fair| path.len() < DEEP && steps.contains(fair));
        let at_rest = fair.is_none().then(|| state.settle());
        path.push(Level {
            state,
            fingerprint,
            steps,
            next: 0,
            fair,
        });
        report.depth = report.depth.max(path.len());
        let at_rest = at_rest.as_deref().unwrap_or_default();
        self.first(&broken).or_else(|| self.first(at_rest))
    }

    fn first(&self, broken: &[S::Rule]) -> Option<S::Rule> {
        let mut broken = broken.iter().copied();
        broken.find(|broken| self.only.is_none_or(|only| only == *broken))
    }

    fn found(&self, rule: S::Rule, path: &[Level<S>]) -> (S::Rule, Vec<S::Step>) {
        let steps = path
            .iter()
            .filter_map(|level| level.steps.get(level.next.checked_sub(1)?).copied());
        (rule, shortened(&self.root, steps.collect(), rule))
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
