//! Questions about a message, and their outcomes.

use crate::lifecycle::Awaited;
use crate::protocol::{Body, Kind, ValueKind, named};

named! {
    /// A question about a message.
    Question {
        /// The engagement that the host created; about the start of a call.
        Engagement = "engagement",
        /// The owner of the caller's number; about an incoming call.
        CallerId = "callerId",
        /// The success of the properties' update; about a completion.
        Saved = "saved",
        /// The success of the engagement's publication.
        Finalized = "finalized",
        /// The success of the record's opening, as far as that can be known: the host answers a
        /// refusal only.
        Navigated = "navigated",
    }
}

impl Question {
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

    /// The question whose answer a call's engagement awaits.
    pub(super) fn awaiting(awaited: Awaited) -> Option<Self> {
        let mut questions = Self::ALL.iter().copied();
        questions.find(|question| question.awaited() == Some(awaited))
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

/// True if a completion has properties for the engagement.
pub(super) fn has_properties(body: &Body) -> bool {
    match body {
        Body::CallCompleted(done) => done.engagement_properties.value().kind() == ValueKind::Object,
        _ => false,
    }
}

named! {
    /// The outcome of a question. The texts are part of the API.
    Outcome {
        /// The host did it; about a navigation: the host did not refuse it.
        Answered = "",
        /// The host did not answer in time.
        TimedOut = "TIMED_OUT",
        /// The app aborted the wait, or destroyed the instance that asked.
        Aborted = "ABORTED",
        /// The message was never sent.
        NotSent = "NOT_SENT",
        /// The message did not ask the host for this.
        NotRequested = "NOT_REQUESTED",
        /// The host answered that it could not.
        HostRefused = "HOST_REFUSED",
        /// The message or the host's answer names an engagement that is not the call's.
        OtherEngagement = "OTHER_ENGAGEMENT",
        /// An answer came that could equally be another call's.
        Ambiguous = "AMBIGUOUS",
        /// A later message of the same kind about the same call replaced it.
        Superseded = "SUPERSEDED",
        /// The session that the answer belonged to is over, or more receipts were open than
        /// are allowed.
        SessionLost = "SESSION_LOST",
    }
}
