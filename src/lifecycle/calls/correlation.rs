//! Correlates messages and answers with calls.

use alloc::vec::Vec;

use super::{Call, Calls};
use crate::lifecycle::call::CallEvent;
use crate::lifecycle::engagement::Awaited;
use crate::protocol::{CallName, EngagementId, ExternalCallId};

/// The call that an answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correlation {
    /// This one.
    Call(u32),
    /// One of several that await it, indistinguishable; another window may have it by now.
    Ambiguous,
    /// No known call.
    Unknown,
}

/// Calls that were indistinguishable when an answer came.
#[derive(Clone, Debug, Default)]
pub(super) struct Ambiguity {
    parts: Vec<Part>,
    /// The answers about the open ones, with the engagement they named.
    answers: Vec<(Awaited, Option<EngagementId>)>,
}

/// One of these calls.
#[derive(Clone, Copy, Debug)]
struct Part {
    awaited: Awaited,
    key: u32,
    /// True once each of them was answered.
    is_over: bool,
}

impl Part {
    fn is_of(&self, awaited: Awaited, key: u32) -> bool {
        self.awaited == awaited && self.key == key
    }
}

impl Ambiguity {
    pub(super) const fn new() -> Self {
        Self {
            parts: Vec::new(),
            answers: Vec::new(),
        }
    }
}

impl Calls {
    /// The call of an answer: by the call's id, by the engagement's, else the only one that awaits
    /// such an answer.
    pub(crate) fn correlate(
        &self,
        awaited: Awaited,
        id: Option<&ExternalCallId>,
        engagement: Option<&EngagementId>,
    ) -> Correlation {
        if let Some(id) = id {
            let its = engagement.and_then(|id| self.by_engagement(id));
            return its
                .filter(|call| call.external_call_id.as_ref() == Some(id))
                .or_else(|| self.by_id(id))
                .filter(|call| call.is_own())
                .map_or(Correlation::Unknown, |call| Correlation::Call(call.key));
        }
        if let Some(engagement) = engagement {
            let known = self.by_engagement(engagement);
            if let Some(call) = known.filter(|call| call.is_own()) {
                return Correlation::Call(call.key);
            }
            if awaited != Awaited::Creation {
                return Correlation::Unknown;
            }
        }
        let mut waiting = self.waiting(awaited);
        match (waiting.next(), waiting.next()) {
            _ if self.owes_elsewhere(awaited) => Correlation::Ambiguous,
            (Some(call), None) => Correlation::Call(call.key),
            (Some(_), Some(_)) => Correlation::Ambiguous,
            (None, _) => Correlation::Unknown,
        }
    }

    /// Notes that another window is to have a call: the answer that this window's host owes about
    /// it may still come, and be about none of the calls here.
    pub(super) fn note_left(&mut self, key: u32) {
        let awaited = self.get(key).and_then(|call| self.awaited_by(call));
        if let Some(awaited) = awaited {
            self.add_parts(awaited, &[key]);
        }
    }

    /// Adds calls to those that are indistinguishable, and drops the forgotten ones.
    fn add_parts(&mut self, awaited: Awaited, keys: &[u32]) {
        let parts = &mut self.ambiguity.parts;
        parts.retain(|part| self.calls.iter().any(|call| call.key == part.key));
        for key in keys.iter().copied() {
            if !parts.iter().any(|part| part.is_of(awaited, key)) {
                parts.push(Part {
                    awaited,
                    key,
                    is_over: false,
                });
            }
        }
    }

    /// True if the host owes such an answer about a call that another window has.
    fn owes_elsewhere(&self, awaited: Awaited) -> bool {
        let is_elsewhere = |key| self.get(key).is_some_and(|call| !call.is_own());
        let mut parts = self.ambiguity.parts.iter();
        parts.any(|part| part.awaited == awaited && !part.is_over && is_elsewhere(part.key))
    }

    /// Notes an answer about one of several calls that await it, nobody knows which.
    ///
    /// They stay indistinguishable until each was answered, or all are over: after that they await
    /// nothing.
    pub(crate) fn note_ambiguous(&mut self, awaited: Awaited, engagement: Option<&EngagementId>) {
        let waiting: Vec<u32> = self.waiting(awaited).map(Call::key).collect();
        self.add_parts(awaited, &waiting);
        let Ambiguity { parts, answers } = &mut self.ambiguity;
        // Two announcements of one engagement are one answer.
        let answer = (awaited, engagement.cloned());
        if engagement.is_none() || !answers.contains(&answer) {
            answers.push(answer);
        }
        let is_same = |part: &&mut Part| part.awaited == awaited && !part.is_over;
        let given = answers.iter().filter(|(of, _)| *of == awaited).count();
        if given >= parts.iter_mut().filter(is_same).count() {
            answers.retain(|(of, _)| *of != awaited);
            for part in parts.iter_mut().filter(is_same) {
                part.is_over = true;
            }
        }
    }

    /// True if a call was part of an ambiguity that is over.
    pub(crate) fn has_left_ambiguity(&self, awaited: Awaited, key: u32) -> bool {
        let parts = self.ambiguity.parts.iter();
        let mut parts = parts.filter(|part| part.awaited == awaited);
        let Some(is_over) = parts
            .clone()
            .find(|part| part.key == key)
            .map(|part| part.is_over)
        else {
            return false;
        };
        // A host may answer long after a call is over.
        is_over || !parts.any(|part| !part.is_over && self.get(part.key).is_some())
    }

    /// The handle of the newest call whose answer the host owes. It owes none about calls of
    /// an ambiguity that is over.
    pub(crate) fn newest_waiting(&self) -> Option<u32> {
        let calls = self.calls.iter();
        let waiting = calls.filter(|call| self.awaited_by(call).is_some());
        waiting.map(Call::key).max()
    }

    /// The calls that await an answer.
    fn waiting(&self, awaited: Awaited) -> impl Iterator<Item = &Call> {
        let calls = self.calls.iter();
        calls.filter(move |call| self.awaited_by(call) == Some(awaited))
    }

    /// The answer that a call awaits.
    fn awaited_by(&self, call: &Call) -> Option<Awaited> {
        let awaited = call.engagement.awaited()?;
        let is_owed = call.is_own() && !self.has_left_ambiguity(awaited, call.key);
        is_owed.then_some(awaited)
    }

    /// The call that a message names, of those with its id if it has one: that of the engagement,
    /// unless it is over and the event fits another; else the newest that the event fits, else the
    /// newest open one, else the newest. Another is a newer one without an engagement, or an older
    /// one once the engagement's is done with: an app that keeps one engagement has the last one's.
    pub(crate) fn named(&self, name: &CallName, event: CallEvent) -> Option<&Call> {
        let (id, engagement) = (name.id.as_ref(), name.engagement.as_ref());
        let newest = |fits: &dyn Fn(&Call) -> bool| {
            let has_id = |call: &&Call| id.is_none() || call.external_call_id.as_ref() == id;
            let mut calls = self.calls.iter().rev().filter(has_id);
            calls.find(|call| fits(call))
        };
        let fits = |call: &Call| call.state.after(event).is_ok();
        let is_open = |call: &Call| call.state.is_open();
        let is_its = |call: &Call| call.engagement.id() == engagement;
        // An app may use an id again, go on to send its last call's engagement, or repeat an end.
        let its = engagement.and_then(|_| newest(&is_its));
        let place = |call: &Call| self.calls.iter().position(|other| other.key == call.key);
        let may_be = |call: &Call| {
            its.is_none_or(|its| {
                if place(call) > place(its) {
                    call.engagement.id().is_none()
                } else {
                    !is_open(its) && event != CallEvent::Completed
                }
            })
        };
        its.and_then(|_| newest(&|call| is_its(call) && (fits(call) || call.state.is_under_way())))
            .or_else(|| newest(&|call| is_open(call) && fits(call) && may_be(call)))
            .or_else(|| newest(&|call| fits(call) && may_be(call)))
            .or(its)
            .or_else(|| newest(&is_open))
            .or_else(|| newest(&|_| true))
            .or_else(|| self.adopter(engagement, event))
    }

    /// The call that an unknown id is meant for: the engagement's if the event fits or it runs, else
    /// the only one without an id that the event fits, else the engagement's, else the only one
    /// without an id. A number that was clicked is no call while another runs.
    fn adopter(&self, engagement: Option<&EngagementId>, event: CallEvent) -> Option<&Call> {
        let fits = |call: &Call| call.state.after(event).is_ok();
        let is_nameless = |call: &Call| call.external_call_id.is_none();
        let is_meant = |call: &&Call| {
            call.state.is_open() && (is_nameless(call) || call.state.is_under_way() || fits(call))
        };
        let its = engagement.and_then(|id| self.by_engagement(id));
        let may_be = |call: &Call| its.is_none() || call.engagement.id().is_none();
        let only = |fits: &dyn Fn(&Call) -> bool| {
            let mut open = self.calls.iter().filter(|call| call.state.is_open());
            let is_one = |call: &&Call| is_nameless(call) && may_be(call) && fits(call);
            let found = open.find(is_one);
            found.filter(|_| !open.any(|call| is_one(&call)))
        };
        let runs = self.calls.iter().any(|call| call.state.is_under_way());
        its.filter(is_meant)
            .or_else(|| only(&fits))
            .or(its)
            .or_else(|| only(&|call| call.state.is_under_way() || !runs))
    }
}
