//! Questions about a message, and their outcomes.

use crate::lifecycle::Awaited;
use crate::protocol::{Body, Kind, ValueKind};

/// A question about a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The engagement that the host created; about the start of a call.
    Engagement,
    /// The owner of the caller's number; about an incoming call.
    CallerId,
    /// The success of the properties' update; about a completion.
    Saved,
    /// The success of the engagement's publication.
    Finalized,
    /// The success of the record's opening, as far as that can be known: the host answers a refusal
    /// only.
    Navigated,
}

impl Question {
    /// Every question, in the enum's order.
    pub const ALL: [Self; 5] = [
        Self::Engagement,
        Self::CallerId,
        Self::Saved,
        Self::Finalized,
        Self::Navigated,
    ];

    /// The questions about a message of the app's.
    #[must_use]
    pub const fn of(kind: Kind) -> &'static [Self] {
        match kind {
            Kind::OutgoingCallStarted => &[Self::Engagement],
            Kind::IncomingCall => &[Self::Engagement, Self::CallerId],
            Kind::CallCompleted => &[Self::Saved],
            Kind::FinalizeEngagement | Kind::PublishToChannel => &[Self::Finalized],
            Kind::NavigateToRecord => &[Self::Navigated],
            _ => &[],
        }
    }

    /// True if the message asks the host for an answer at all.
    pub(super) fn is_asked_by(self, body: &Body) -> bool {
        match self {
            Self::Engagement => body.asks_engagement(),
            Self::Saved => has_properties(body),
            _ => true,
        }
    }

    /// The answer that a call's engagement awaits with the question.
    pub(super) const fn awaited(self) -> Option<Awaited> {
        match self {
            Self::Engagement => Some(Awaited::Creation),
            Self::Saved => Some(Awaited::Update),
            Self::Finalized => Some(Awaited::Finalization),
            Self::CallerId | Self::Navigated => None,
        }
    }
}

named!(Question {
    Engagement = "engagement",
    CallerId = "callerId",
    Saved = "saved",
    Finalized = "finalized",
    Navigated = "navigated",
});

/// True if a completion has properties for the engagement.
pub(super) fn has_properties(body: &Body) -> bool {
    match body {
        Body::CallCompleted(done) => done.engagement_properties.value().kind() == ValueKind::Object,
        _ => false,
    }
}

/// The outcome of a question. The texts are part of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The host did it; about a navigation: the host did not refuse it.
    Answered,
    /// The host did not answer in time.
    TimedOut,
    /// The app aborted the wait, or destroyed the instance that asked.
    Aborted,
    /// The message was never sent.
    NotSent,
    /// The message did not ask the host for this.
    NotRequested,
    /// The host answered that it could not.
    HostRefused,
    /// The message or the host's answer names an engagement that is not the call's.
    OtherEngagement,
    /// An answer came that could equally be another call's.
    Ambiguous,
    /// A later message of the same kind about the same call replaced it.
    Superseded,
    /// The session that the answer belonged to is over, or more receipts were open than
    /// are allowed.
    SessionLost,
}

named!(Outcome {
    Answered = "",
    TimedOut = "TIMED_OUT",
    Aborted = "ABORTED",
    NotSent = "NOT_SENT",
    NotRequested = "NOT_REQUESTED",
    HostRefused = "HOST_REFUSED",
    OtherEngagement = "OTHER_ENGAGEMENT",
    Ambiguous = "AMBIGUOUS",
    Superseded = "SUPERSEDED",
    SessionLost = "SESSION_LOST",
});
