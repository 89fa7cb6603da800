//! A question about a message, and its outcome.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::question::{Outcome, Question};
use crate::protocol::limits::ANSWER_LOST_AFTER;
use crate::protocol::{Body, Kind, Millis, Value};

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
    /// The id the message names its call by, or its record's coordinates; may be empty.
    pub(super) subject: String,
    /// The engagement it names, or empty.
    pub(super) engagement: String,
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
    pub(super) fn bind(&mut self, sent: &Sent<'_>, subject: String, is_asked: bool) {
        self.message_id = sent.message_id.to_owned();
        self.call = sent.call;
        self.subject = subject;
        let engagement = sent.body.engagement_id();
        self.engagement = engagement.map_or_else(String::new, |id| id.as_str().into());
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
        subject: &str,
    ) -> bool {
        self.question == question
            && self.is_pending
            && self.message_id != sent.message_id
            && self.call == sent.call
            && (sent.call.is_some() || agree(&self.subject, subject) == Some(true))
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
pub(super) fn subject(body: &Body) -> String {
    if let Body::NavigateToRecord(_) = body {
        record(body)
    } else {
        body.call_id()
            .map_or_else(String::new, |id| id.as_str().into())
    }
}

/// The coordinates of the record a message names, as text; empty where it names none.
pub(super) fn record(body: &Body) -> String {
    let mut text = String::new();
    if let Some(record) = body
        .object_coordinates()
        .filter(|record| !record.value().is_undefined())
    {
        for part in [&record.portal_id, &record.object_id, &record.object_type_id] {
            text.push_str(&part.id_text().unwrap_or_default());
            text.push(' ');
        }
    }
    text
}

/// True if two texts are the same; `None` where one is missing.
pub(super) fn agree(one: &str, two: &str) -> Option<bool> {
    (!one.is_empty() && !two.is_empty()).then_some(one == two)
}
