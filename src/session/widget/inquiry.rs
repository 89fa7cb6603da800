//! A question about a message, and its outcome.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::question::{Outcome, Question};
use crate::protocol::limits::ANSWER_LOST_AFTER;
use crate::protocol::{Body, EngagementId, Kind, Millis, Value};

/// One question about one message.
#[derive(Clone, Debug)]
pub(super) struct Inquiry {
    /// The receipt's number; 0 where nobody can ask.
    pub(super) receipt: u32,
    pub(super) instance: u32,
    pub(super) kind: Kind,
    pub(super) question: Question,
    /// The id the message is posted under; empty until one is sent.
    pub(super) message_id: String,
    /// The handle of its call.
    pub(super) call: Option<u32>,
    /// The id the message names its call by, or its record's coordinates.
    pub(super) subject: Option<String>,
    /// The engagement it names.
    pub(super) engagement: Option<EngagementId>,
    /// True once the message was posted.
    pub(super) is_posted: bool,
    /// True while an answer may come, even if the outcome is known.
    pub(super) is_pending: bool,
    /// The time awake since which an answer that names nothing may be its; none where it cannot.
    pub(super) owed_since: Option<Millis>,
    pub(super) outcome: Option<Outcome>,
    /// The host's answer.
    pub(super) value: Option<Value>,
}

/// A message of the app's that was posted or queued.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent<'a> {
    pub(super) instance: u32,
    pub(super) kind: Kind,
    pub(super) body: &'a Body,
    /// The handle of its call.
    pub(super) call: Option<u32>,
    /// The id it is posted under.
    pub(super) message_id: &'a str,
    pub(super) is_posted: bool,
    /// The time awake.
    pub(super) at: Millis,
}

impl Inquiry {
    /// Binds the inquiry to a message.
    pub(super) fn bind(&mut self, sent: &Sent<'_>, subject: Option<String>, is_asked: bool) {
        self.message_id = sent.message_id.to_owned();
        self.call = sent.call;
        self.subject = subject;
        self.engagement = sent.body.engagement_id();
        self.is_posted = sent.is_posted;
        self.is_pending = is_asked;
        self.owed_since = sent.is_posted.then_some(sent.at);
    }

    /// True for the message of an id.
    pub(super) fn is_posted_as(&self, message_id: &str) -> bool {
        !message_id.is_empty() && self.message_id == message_id
    }

    /// True while an answer that names nothing may be its.
    pub(super) const fn is_owed(&self) -> bool {
        self.is_pending && self.owed_since.is_some()
    }

    /// The time awake at which an answer about its call's engagement counts as lost.
    pub(super) fn lost_at(&self) -> Option<Millis> {
        let is_owed = self.is_owed() && self.question.awaited().is_some();
        Some(self.owed_since.filter(|_| is_owed)? + ANSWER_LOST_AFTER)
    }

    /// True if a message asks the same about the same call or record.
    pub(super) fn is_superseded_by(
        &self,
        sent: &Sent<'_>,
        question: Question,
        subject: Option<&str>,
    ) -> bool {
        self.question == question
            && self.is_pending
            && self.message_id != sent.message_id
            && self.call == sent.call
            && (sent.call.is_some() || agree(self.subject.as_deref(), subject) == Some(true))
    }

    /// True if it has an outcome, and no answer is pending.
    pub(super) const fn is_over(&self) -> bool {
        self.outcome.is_some() && !self.is_pending
    }

    /// True if a success counts although the host answered before.
    pub(super) fn may_still_succeed(&self) -> bool {
        match self.outcome {
            Some(Outcome::HostRefused) => true,
            Some(Outcome::OtherEngagement) => self.question == Question::Engagement,
            _ => false,
        }
    }
}

/// The subject of a message: its call by the app's id, or its record.
pub(super) fn subject(body: &Body) -> Option<String> {
    let call = body.call_id().map(|id| id.as_str().to_owned());
    call.or_else(|| record(body))
}

/// The coordinates of the record a message names, as text.
pub(super) fn record(body: &Body) -> Option<String> {
    let record = body.object_coordinates()?;
    record.value().given()?;
    let mut text = String::new();
    for part in [&record.portal_id, &record.object_id, &record.object_type_id] {
        text.push_str(&part.id_text().unwrap_or_default());
        text.push(' ');
    }
    Some(text)
}

/// True if two names are the same; `None` where one is missing.
pub(super) fn agree<T: PartialEq>(one: Option<T>, other: Option<T>) -> Option<bool> {
    Some(one? == other?)
}
