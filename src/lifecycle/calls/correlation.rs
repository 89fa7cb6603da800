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

    /// The call that a message names, of those with its id if it has one: that of the engagement,
    /// unless it is over and the event fits another; else the newest that the event fits, else the
    /// newest open one, else the newest. Another is a newer one without an engagement, or an older
    /// one once the engagement's is done with: an app that keeps one engagement has the last one's.
    /// Without an id, this window's calls come first at each step.
    pub(crate) fn named(&self, name: &CallName, event: CallEvent) -> Option<&Call> {
        let (id, engagement) = (name.id.as_ref(), name.engagement.as_ref());
        let newest = |fits: &dyn Fn(&Call) -> bool| {
            let is_one =
                |call: &&Call| fits(call) && (id.is_none() || call.external_call_id.as_ref() == id);
            let mut calls = self.calls.iter().rev().filter(is_one);
            let newest = calls.next()?;
            let is_first = id.is_some() || newest.is_own();
            let own = (!is_first).then(|| calls.find(|call| call.is_own()));
            own.flatten().or(Some(newest))
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
