//! A message of the app's, and its effect on the calls.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::options::LifecycleMode;
use super::outbox::Outbox;
use super::output::Level;
use super::question::has_properties;
use crate::lifecycle::{
    Call, CallDirection, CallEvent, Calls, EngagementEvent, RefusalCode, Refused,
};
use crate::protocol::{Body, EngagementId, Envelope, Kind};

/// A message that the app sends.
#[derive(Clone, Debug)]
pub(super) struct Command {
    pub(super) instance: u32,
    pub(super) message: Envelope,
}

/// The effect of a command on the calls.
#[derive(Debug, Default)]
pub(super) struct Followed {
    /// The handle of its call.
    pub(super) call: Option<u32>,
    /// The refusal of the engagement it names, if that is not the call's.
    pub(super) refused: Option<Refused>,
}

impl Followed {
    pub(super) fn of(&self, calls: &Calls) -> Option<Call> {
        calls.get(self.call?).cloned()
    }
}

impl Command {
    /// Its type; none if unknown.
    pub(super) fn kind(&self) -> Option<Kind> {
        self.message.kind()
    }

    /// Its type, for a report; empty if unknown.
    pub(super) fn name(&self) -> String {
        self.kind().map_or("", Kind::as_str).to_owned()
    }

    /// True for the start of a call that the host did not ask for; a repeated one starts none.
    pub(super) fn calls_unasked(&self, calls: &Calls) -> bool {
        let is_asked = || calls.requested().is_some();
        match self.step() {
            Some(Step::Start(direction)) => {
                let is_request = direction == CallDirection::Outbound && is_asked();
                !is_request && calls.begun(&self.message.body, direction).is_none()
            }
            _ => false,
        }
    }

    /// Its effect on a call; `None` where it is about none.
    pub(super) fn step(&self) -> Option<Step> {
        let body = &self.message.body;
        let event = match body {
            Body::OutgoingCallStarted(_) => return Some(Step::Start(CallDirection::Outbound)),
            Body::IncomingCall(_) => return Some(Step::Start(CallDirection::Inbound)),
            Body::CallAnswered(_) => CallEvent::Answered,
            Body::CallEnded(_) => CallEvent::Ended {
                status: body.end_status(),
            },
            Body::CallTransferred(_) => CallEvent::Transferred,
            Body::CallCompleted(_) => CallEvent::Completed,
            Body::FinalizeEngagement(_) | Body::PublishToChannel(_) => CallEvent::FinalizeAsked,
            _ => return None,
        };
        Some(Step::Move(event))
    }

    /// Applies the command to its call. `None` where the command is refused: only where the
    /// lifecycle is strict, and nothing changed there.
    pub(super) fn follow(
        &self,
        lifecycle: LifecycleMode,
        calls: &mut Calls,
        outbox: &mut Outbox,
    ) -> Option<Followed> {
        let Some(step) = self.step() else {
            return Some(Followed::default());
        };
        let engagement = self.message.body.engagement_id();
        let is_strict = lifecycle == LifecycleMode::Strict;
        let before = (is_strict && engagement.is_some()).then(|| calls.clone());

        let call = match step.apply(calls, &self.message.body) {
            Ok(key) => Some(key),
            Err(refused) if is_strict => {
                outbox.report_refused(&refused, None, Level::Error);
                return None;
            }
            Err(refused) => {
                let key = step.force(calls, &self.message.body);
                if lifecycle == LifecycleMode::Warn {
                    outbox.report_refused(&refused, key, Level::Note);
                }
                key
            }
        };
        let refused = call.and_then(|key| self.engage(lifecycle, calls, key, engagement, outbox));
        if let (Some(refused), Some(before)) = (refused, before) {
            *calls = before;
            outbox.report_refused(&refused, None, Level::Error);
            return None;
        }
        Some(Followed { call, refused })
    }

    /// Applies the command to its call's engagement. Returns the refusal where it names another
    /// call's; the rest of the command changes nothing then.
    fn engage(
        &self,
        lifecycle: LifecycleMode,
        calls: &mut Calls,
        key: u32,
        engagement: Option<EngagementId>,
        outbox: &mut Outbox,
    ) -> Option<Refused> {
        for event in self.engagement_events(engagement) {
            let Err(refused) = calls.engage(key, event) else {
                continue;
            };
            let is_id = refused.code == RefusalCode::OtherEngagement;
            if lifecycle == LifecycleMode::Warn || lifecycle == LifecycleMode::Strict && !is_id {
                outbox.report_refused(&refused, Some(key), Level::Note);
            }
            if is_id {
                return Some(refused);
            }
        }
        None
    }

    /// The command's events for its call's engagement, in order.
    fn engagement_events(&self, engagement: Option<EngagementId>) -> Vec<EngagementEvent> {
        let mut events = Vec::new();
        if self.message.body.asks_engagement() {
            events.push(EngagementEvent::Asked);
        }
        // A published host reads none in a start.
        let is_start = self.kind().is_some_and(Kind::is_start);
        if let Some(id) = engagement.filter(|_| !is_start) {
            events.push(EngagementEvent::Supplied(id));
        }
        match self.kind() {
            Some(Kind::CallCompleted) if has_properties(&self.message.body) => {
                events.push(EngagementEvent::UpdateAsked);
            }
            Some(Kind::FinalizeEngagement | Kind::PublishToChannel) => {
                events.push(EngagementEvent::FinalizeAsked);
            }
            _ => {}
        }
        events
    }
}

/// The effect of a command on a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Start(CallDirection),
    Move(CallEvent),
}

impl Step {
    fn apply(self, calls: &mut Calls, body: &Body) -> Result<u32, Refused> {
        match self {
            Self::Start(direction) => calls.begin(body, direction),
            Self::Move(event) => calls.apply(&body.call_name(), event),
        }
    }

    /// Takes the step although the call's state does not allow it, since the message goes out all
    /// the same. `None` where there is no such call.
    fn force(self, calls: &mut Calls, body: &Body) -> Option<u32> {
        match self {
            Self::Start(direction) => calls.begin_again(body, direction),
            Self::Move(event) => calls.force(&body.call_name(), event),
        }
    }
}
