//! Which call a message or an answer is about.

use super::{Call, Calls};
use crate::lifecycle::call::CallEvent;
use crate::lifecycle::engagement::Engagement;
use crate::protocol::{EngagementId, ExternalCallId};

/// What answer a call's engagement awaits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// The outcome of its creation.
    Creation,
    /// The outcome of its properties' update.
    Update,
    /// The outcome of its publication.
    Finalization,
}

impl Awaited {
    const fn is_by(self, engagement: &Engagement) -> bool {
        matches!(
            (self, engagement),
            (Self::Creation, Engagement::Pending)
                | (Self::Update, Engagement::Updating(_))
                | (Self::Finalization, Engagement::Finalizing(_))
        )
    }
}

/// Which call an answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correlation {
    /// This one.
    Call(u32),
    /// Several await it and nothing tells them apart.
    Ambiguous,
    /// None that is known.
    Unknown,
}

impl Calls {
    /// Which call an answer is about: by the call's id, by the engagement's,
    /// else the only one that awaits such an answer.
    #[must_use]
    pub fn correlate(
        &self,
        awaited: Awaited,
        id: Option<&ExternalCallId>,
        engagement: Option<&EngagementId>,
    ) -> Correlation {
        if let Some(id) = id {
            return self
                .by_id(id)
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
        let mut waiting = self
            .calls
            .iter()
            .filter(|call| call.is_own() && awaited.is_by(&call.engagement));
        match (waiting.next(), waiting.next()) {
            (Some(call), None) => Correlation::Call(call.key),
            (Some(_), Some(_)) => Correlation::Ambiguous,
            (None, _) => Correlation::Unknown,
        }
    }

    /// The call a message names. Without an id it is the newest the event fits,
    /// else the newest open one, else the newest; an id nobody has adopts the
    /// only open call that has none yet.
    pub(super) fn named(
        &mut self,
        id: Option<&ExternalCallId>,
        event: CallEvent,
    ) -> Option<&mut Call> {
        let key = self.key_named(id, event)?;
        self.calls.iter_mut().find(|call| call.key == key)
    }

    /// The handle of the call that a message names.
    pub(crate) fn key_named(&self, id: Option<&ExternalCallId>, event: CallEvent) -> Option<u32> {
        Some(match id {
            Some(id) => match self.by_id(id) {
                Some(call) => call.key,
                None => {
                    let mut nameless = self
                        .calls
                        .iter()
                        .filter(|call| call.state.is_open() && call.external_call_id.is_none());
                    match (nameless.next(), nameless.next()) {
                        (Some(call), None) => call.key,
                        _ => return None,
                    }
                }
            },
            None => {
                let newest = |fits: &dyn Fn(&Call) -> bool| {
                    self.calls
                        .iter()
                        .rev()
                        .find(|call| fits(call))
                        .map(|call| call.key)
                };
                newest(&|call| call.state.is_open() && call.state.after(event).is_ok())
                    .or_else(|| newest(&|call| call.state.after(event).is_ok()))
                    .or_else(|| newest(&|call| call.state.is_open()))
                    .or_else(|| newest(&|_| true))?
            }
        })
    }
}
