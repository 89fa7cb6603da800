//! Reasons why an event is not allowed.

use alloc::string::String;

use crate::protocol::concat;

/// An event that the state does not allow; nothing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct Refused {
    /// The reason.
    pub code: RefusalCode,
    /// The name of the call's state, or of its engagement's; empty where no call of this session is
    /// meant.
    pub state: &'static str,
    /// The event's name.
    pub event: &'static str,
    /// The events the state allows, separated by commas; empty where the reason lies elsewhere.
    pub allowed: &'static str,
}

impl Refused {
    /// An event whose reason lies elsewhere than in the call's state.
    pub(crate) const fn new(code: RefusalCode, state: &'static str, event: &'static str) -> Self {
        Self {
            code,
            state,
            event,
            allowed: "",
        }
    }

    /// A sentence that says what happened and how to fix it.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { state, allowed, .. } = *self;
        let (happened, state, fix) = match (self.code, state) {
            (RefusalCode::NotStarted, _) => (
                " came for a call that was not started",
                "",
                "; send outgoingCall or incomingCall first, under the same externalCallId",
            ),
            (RefusalCode::AlreadyStarted, state) => (
                " came again while the call is ",
                state,
                "; start each call once, under an externalCallId of its own",
            ),
            (RefusalCode::TooManyCalls, _) => (
                " came while too many calls are open",
                "",
                "; end and complete calls",
            ),
            (RefusalCode::OtherEngagement, _) => (
                " names an engagement that is not this call's",
                "",
                "; send the id that belongs to the call",
            ),
            (RefusalCode::NoEngagement, "pending") => (
                " came before the host named the call's engagement",
                "",
                "; wait for onCreateEngagementSucceeded, or the host may not save the call",
            ),
            (RefusalCode::NoEngagement, "failed") => (
                " came for a call whose engagement the host could not create",
                "",
                "; create one yourself and send its engagementId",
            ),
            (RefusalCode::NoEngagement, _) => (
                " came for a call without an engagement",
                "",
                "; pass createEngagement: true when it starts, or send the engagementId of your own",
            ),
            (_, state) => {
                let happened = " came while the call is ";
                return concat(&[self.event, happened, state, "; next may come ", allowed]);
            }
        };
        concat(&[self.event, happened, state, fix])
    }
}

/// The reason why an event was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalCode {
    /// No such call was started.
    NotStarted,
    /// The call was started before.
    AlreadyStarted,
    /// The call was answered before.
    AlreadyAnswered,
    /// The call is over.
    AlreadyEnded,
    /// The call is not over yet.
    NotEnded,
    /// The call was completed before.
    AlreadyCompleted,
    /// The call was transferred before.
    AlreadyTransferred,
    /// Too many calls are open.
    TooManyCalls,
    /// The call has another engagement, or another call has this one.
    OtherEngagement,
    /// The call has no engagement that the message could be about.
    NoEngagement,
}

impl RefusalCode {
    /// True if the event only repeats what is known of the call.
    pub(crate) const fn is_repeat(self) -> bool {
        matches!(
            self,
            Self::AlreadyStarted
                | Self::AlreadyAnswered
                | Self::AlreadyEnded
                | Self::AlreadyCompleted
                | Self::AlreadyTransferred
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_says_what_happened_and_what_to_do() {
        use RefusalCode as C;
        for (code, state, allowed, sentence) in [
            (
                C::NotStarted,
                "",
                "",
                "callCompleted came for a call that was not started; send outgoingCall or incomingCall first, under the same externalCallId",
            ),
            (
                C::NotStarted,
                "requested",
                "outgoingCall",
                "callCompleted came for a call that was not started; send outgoingCall or incomingCall first, under the same externalCallId",
            ),
            (
                C::AlreadyStarted,
                "ringing",
                "callAnswered",
                "callCompleted came again while the call is ringing; start each call once, under an externalCallId of its own",
            ),
            (
                C::NotEnded,
                "ringing",
                "callAnswered, callEnded",
                "callCompleted came while the call is ringing; next may come callAnswered, callEnded",
            ),
            (
                C::TooManyCalls,
                "",
                "",
                "callCompleted came while too many calls are open; end and complete calls",
            ),
            (
                C::OtherEngagement,
                "created",
                "",
                "callCompleted names an engagement that is not this call's; send the id that belongs to the call",
            ),
            (
                C::NoEngagement,
                "pending",
                "",
                "callCompleted came before the host named the call's engagement; wait for onCreateEngagementSucceeded, or the host may not save the call",
            ),
            (
                C::NoEngagement,
                "failed",
                "",
                "callCompleted came for a call whose engagement the host could not create; create one yourself and send its engagementId",
            ),
            (
                C::NoEngagement,
                "none",
                "",
                "callCompleted came for a call without an engagement; pass createEngagement: true when it starts, or send the engagementId of your own",
            ),
        ] {
            let event = "callCompleted";
            let refused = Refused {
                code,
                state,
                event,
                allowed,
            };
            assert_eq!(refused.to_string(), sentence);
        }
    }
}
