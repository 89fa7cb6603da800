//! Why an event is not allowed.

/// An event that the state does not allow; nothing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{event} is not allowed while {state}; allowed: {allowed}")]
pub struct Refused {
    /// Why it was refused.
    pub code: RefusalCode,
    /// The state's name; `unknown` when there is no such call, `another call has
    /// it` for the engagement of another.
    pub state: &'static str,
    /// The event's name.
    pub event: &'static str,
    /// The events the state allows, separated by commas.
    pub allowed: &'static str,
}

/// Why an event was refused. The texts are part of the API.
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
    /// Whether what the event says of the call was so before.
    #[must_use]
    pub const fn is_repeat(self) -> bool {
        matches!(
            self,
            Self::AlreadyStarted
                | Self::AlreadyAnswered
                | Self::AlreadyEnded
                | Self::AlreadyCompleted
                | Self::AlreadyTransferred
        )
    }

    /// The code as applications see it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotStarted => "NOT_STARTED",
            Self::AlreadyStarted => "ALREADY_STARTED",
            Self::AlreadyAnswered => "ALREADY_ANSWERED",
            Self::AlreadyEnded => "ALREADY_ENDED",
            Self::NotEnded => "NOT_ENDED",
            Self::AlreadyCompleted => "ALREADY_COMPLETED",
            Self::AlreadyTransferred => "ALREADY_TRANSFERRED",
            Self::TooManyCalls => "TOO_MANY_CALLS",
            Self::OtherEngagement => "OTHER_ENGAGEMENT",
            Self::NoEngagement => "NO_ENGAGEMENT",
        }
    }
}
