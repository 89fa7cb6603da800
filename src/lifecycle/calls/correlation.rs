//! Correlates messages and answers with calls.

use alloc::vec::Vec;

use super::{Call, Calls};
use crate::lifecycle::call::{CallEvent, CallState};
use crate::lifecycle::engagement::Awaited;
use crate::protocol::{CallName, EngagementId, ExternalCallId};

/// The call that an answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correlation {
    /// This one.
    Call(u32),
    /// One of several that await it, indistinguishable.
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
            (Some(call), None) => Correlation::Call(call.key),
            (Some(_), Some(_)) => Correlation::Ambiguous,
            (None, _) => Correlation::Unknown,
        }
    }

    /// Notes an answer about one of several calls that await it, nobody knows which.
    ///
    /// They stay indistinguishable until each was answered, or all are over: after that they await
    /// nothing.
    pub(crate) fn note_ambiguous(&mut self, awaited: Awaited, engagement: Option<&EngagementId>) {
        let waiting: Vec<u32> = self.waiting(awaited).map(Call::key).collect();
        let Ambiguity { parts, answers } = &mut self.ambiguity;
        parts.retain(|part| self.calls.iter().any(|call| call.key == part.key));
        for key in waiting {
            if !parts.iter().any(|part| part.is_of(awaited, key)) {
                parts.push(Part {
                    awaited,
                    key,
                    is_over: false,
                });
            }
        }
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
        let all = [Awaited::Creation, Awaited::Update, Awaited::Finalization];
        let waiting = all.into_iter().flat_map(|awaited| self.waiting(awaited));
        waiting.map(Call::key).max()
    }

    /// The calls that await an answer.
    fn waiting(&self, awaited: Awaited) -> impl Iterator<Item = &Call> {
        self.calls.iter().filter(move |call| {
            call.is_own()
                && call.engagement.awaited() == Some(awaited)
                && !self.has_left_ambiguity(awaited, call.key)
        })
    }

    /// The call a message names. Without the call's id: that of the engagement, unless it is over
    /// and the event fits another; else the newest that the event fits, else the newest open one,
    /// else the newest. While the engagement's call is in wrap-up, another is a newer one without an
    /// engagement. An unknown id is that of the engagement's call, which an app may know by several;
    /// else it is adopted by the only open call that has none yet.
    pub(super) fn named(&self, name: &CallName, event: CallEvent) -> Option<&Call> {
        self.get(self.key_named(name, event)?)
    }

    /// The handle of the call that a message names.
    pub(crate) fn key_named(&self, name: &CallName, event: CallEvent) -> Option<u32> {
        let newest = |fits: &dyn Fn(&Call) -> bool| {
            let mut calls = self.calls.iter().rev();
            calls.find(|call| fits(call)).map(Call::key)
        };
        let fits = |call: &Call| call.state.after(event).is_ok();
        let engagement = name.engagement.as_ref();
        let is_its = |call: &Call| engagement.is_some() && call.engagement.id() == engagement;
        let Some(id) = &name.id else {
            // An app may go on to send the engagement of its last call, or repeat a call's end.
            let is_repeatable = |call: &Call| event == CallEvent::Completed || call.state.is_open();
            let its = newest(&|call| is_its(call) && is_repeatable(call));
            let may_be = |call: &Call| {
                its.is_none_or(|its| call.key > its && call.engagement.id().is_none())
            };
            return newest(&|call| is_its(call) && (fits(call) || call.state.is_under_way()))
                .or_else(|| newest(&|call| call.state.is_open() && fits(call) && may_be(call)))
                .or_else(|| newest(&|call| fits(call) && may_be(call)))
                .or(its)
                .or_else(|| newest(&|call| call.state.is_open()))
                .or_else(|| newest(&|_| true));
        };
        // An app may use an id again.
        let has_id = |call: &Call| call.external_call_id.as_ref() == Some(id);
        let is_meant = |call: &Call| is_its(call) && has_id(call);
        newest(&|call| is_meant(call) && (fits(call) || call.state.is_under_way()))
            .or_else(|| newest(&|call| has_id(call) && fits(call)))
            .or_else(|| newest(&is_meant))
            .or_else(|| newest(&has_id))
            .or_else(|| self.adopter(engagement, event))
    }

    /// The handle of the call that an unknown id is meant for: an open one, else that of the
    /// engagement if the message may follow its end.
    fn adopter(&self, engagement: Option<&EngagementId>, event: CallEvent) -> Option<u32> {
        let is_nameless = |call: &Call| call.external_call_id.is_none();
        let is_meant = |call: &&Call| {
            let fits = || call.state.is_under_way() || call.state.after(event).is_ok();
            call.state.is_open() && (is_nameless(call) || fits())
        };
        let its = engagement.and_then(|id| self.by_engagement(id));
        if let Some(call) = its.filter(is_meant) {
            return Some(call.key);
        }
        let open = self.calls.iter().filter(|call| call.state.is_open());
        let mut nameless = open.filter(|call| is_nameless(call));
        let noted = its.filter(|call| event.may_follow(call.state));
        match (nameless.next(), nameless.next()) {
            (Some(call), None) if noted.is_none() || call.state != CallState::Requested => {
                Some(call.key)
            }
            _ => noted.map(Call::key),
        }
    }
}
