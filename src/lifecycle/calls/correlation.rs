//! Correlates messages and answers with calls.

use super::{Call, Calls};
use crate::lifecycle::call::CallEvent;
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

/// How well a message fits a call; the best is the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Claim {
    /// The event does not fit, and the call is over.
    Closed,
    /// The event does not fit, but the call is open.
    Open,
    /// The call has the message's engagement, but is over.
    WasEngaged,
    /// The event fits the call, which is over. If another has the message's engagement, this one is
    /// newer and has none, or is older and the other is done with: an app that keeps one engagement
    /// has the last one's.
    FitsClosed,
    /// The same of an open call.
    FitsOpen,
    /// The call has the message's engagement, and the event fits or the call is under way.
    IsEngaged,
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
        let is_waiting = |call: &&Call| call.is_own() && call.engagement.awaited() == Some(awaited);
        let mut waiting = self.calls.iter().filter(is_waiting);
        match (waiting.next(), waiting.next()) {
            (Some(call), None) => Correlation::Call(call.key),
            (Some(_), Some(_)) => Correlation::Ambiguous,
            (None, _) => Correlation::Unknown,
        }
    }

    /// The call that a message names: of those with its id, if it has one, the one with the best
    /// [`Claim`]. Of equals it is the newest; where no id tells, this window's come first.
    pub(crate) fn named(&self, name: &CallName, event: CallEvent) -> Option<&Call> {
        let id = name.id.as_ref().map(|id| self.spelt(id));
        let engagement = name.engagement.as_ref();
        let has_id = |call: &Call| id.is_none() || call.external_call_id.as_ref() == id;
        let is_its = |call: &Call| engagement.is_some() && call.engagement.id() == engagement;
        let calls = self.calls.iter().enumerate();
        let calls = calls.filter(|(_, call)| has_id(call));
        let order = |(place, call): &(usize, &Call)| (id.is_some() || call.is_own(), *place);
        let its = calls.clone().filter(|(_, call)| is_its(call));
        let its = its.max_by_key(order);
        // An app may use an id again, go on to send its last call's engagement, or repeat an end.
        let may_be = |place: usize, call: &Call| match its {
            Some((its, _)) if place > its => call.engagement.id().is_none(),
            Some((_, its)) => !its.state.is_open() && event != CallEvent::Completed,
            None => true,
        };
        let claim = |&(place, call): &(usize, &Call)| {
            let fits = call.state.after(event).is_ok();
            let (is_its, is_open) = (is_its(call), call.state.is_open());
            if is_its && (fits || call.state.is_under_way()) {
                Claim::IsEngaged
            } else if fits && may_be(place, call) {
                if is_open {
                    Claim::FitsOpen
                } else {
                    Claim::FitsClosed
                }
            } else if is_its {
                Claim::WasEngaged
            } else if is_open {
                Claim::Open
            } else {
                Claim::Closed
            }
        };
        let named = calls.max_by_key(|call| (claim(call), order(call)));
        let named = named.map(|(_, call)| call);
        named.or_else(|| self.adopter(engagement, event))
    }

    /// An id as its call has it, which may be written otherwise; the newest call's comes first.
    pub(super) fn spelt<'a>(&'a self, id: &'a ExternalCallId) -> &'a ExternalCallId {
        if self.by_id(id).is_some() {
            return id;
        }
        let newest_first = self.calls.iter().rev();
        let mut ids = newest_first.filter_map(|call| call.external_call_id.as_ref());
        ids.find(|own| own.is_akin(id)).unwrap_or(id)
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
