//! Answers to the widget about a call.

use alloc::string::{String, ToString};

use super::Host;
use super::engagements::StoreResult;
use super::input::FoundRecord;
use crate::lifecycle::{CallDirection, EngagementEvent};
use crate::protocol::{Kind, List, Name, Object, Slot as _, Value};
use crate::session::Code;

impl Host {
    /// Names a call's engagement to the widget that asked for it.
    pub(super) fn name_engagement(&mut self, key: u32) {
        let data = self.identified(key, Object::new());
        self.answer_about(key, Kind::CreateEngagementSucceeded, data.clone());
        let direction = self.calls.get(key).map(|call| call.direction);
        if direction == Some(CallDirection::Outbound) {
            self.answer_about(key, Kind::EngagementCreated, data);
        }
    }

    pub(super) fn creation_failed(&mut self, key: u32, text: &str) {
        if self.calls.is_service_owned(key) {
            // An earlier question, and so this one, was answered meanwhile.
            return;
        }
        self.calls.engage(key, EngagementEvent::CreationFailed);
        self.answer_failure(key, Kind::CreateEngagementFailed, text);
    }

    /// Answers the outcome of a properties' update.
    pub(super) fn updated(&mut self, key: u32, result: Result<(), String>) {
        let done = (EngagementEvent::Updated, Kind::UpdateEngagementSucceeded);
        let failed = (EngagementEvent::UpdateFailed, Kind::UpdateEngagementFailed);
        self.answer_outcome(key, result, done, failed);
    }

    /// Answers a request for a publication, a message of this kind.
    pub(super) fn published(&mut self, key: u32, kind: Kind, result: Result<(), String>) {
        let (succeeded, failed) = publication_answers(kind);
        let done = (EngagementEvent::Finalized, succeeded);
        let failed = (EngagementEvent::FinalizeFailed, failed);
        self.answer_outcome(key, result, done, failed);
    }

    fn answer_outcome(
        &mut self,
        key: u32,
        result: Result<(), String>,
        done: (EngagementEvent, Kind),
        failed: (EngagementEvent, Kind),
    ) {
        let ((event, kind), data) = match result {
            Ok(()) => (done, Object::new()),
            Err(text) => (failed, failure(&text)),
        };
        self.calls.engage(key, event);
        let data = self.identified(key, data);
        self.answer_about(key, kind, data);
    }

    /// Answers the record store's result for a caller's number.
    pub(super) fn caller_matched(&mut self, key: u32, method: &str, result: StoreResult) {
        let text = match result {
            Ok(answer) if answer.matches.items().is_some() => {
                return self.answer_matches(key, &answer.matches);
            }
            Ok(_) => "the record store gave no list of matches".to_string(),
            Err(text) => text,
        };
        self.diagnose(Code::StoreFailed, method);
        self.answer_failure(key, Kind::CallerIdMatchFailed, &text);
    }

    /// Answers with the records of a caller's number.
    pub(super) fn answer_matches(&mut self, key: u32, matches: &List<FoundRecord>) {
        if let Some(record) = self.calls.records.get_mut(key) {
            let found = matches.items().filter(|found| found.len() <= MAX_MATCHES);
            record.matched = (found.unwrap_or_default().iter())
                .map(|found| found.object_coordinates.clone())
                .filter(|record| !record.value().is_undefined())
                .collect();
        }
        let data = Object::new()
            .with(Name::CallerIdMatches, matches.value().clone())
            .with(Name::CallId, key);
        let data = identified(data, None, self.calls.external_id(key));
        self.answer_about(key, Kind::CallerIdMatchSucceeded, data);
    }

    /// Answers that something about a call failed. Shape: `{error: {message},
    /// engagementId?, externalCallId?}`.
    pub(super) fn answer_failure(&mut self, key: u32, kind: Kind, text: &str) {
        let data = self.identified(key, failure(text));
        self.answer_about(key, kind, data);
    }

    /// Answers about a call. This page has not asked about one that an earlier page of the widget
    /// began. It could only mistake the answer for another call's, unless the newest of an id is
    /// meant.
    fn answer_about(&mut self, key: u32, kind: Kind, data: Object) {
        let call = self.calls.get(key);
        let id = call.and_then(|call| call.external_call_id.as_ref());
        let newest = id.and_then(|id| self.calls.all().by_id(id));
        if self.calls.records.is_current(key) || newest.is_some() && newest == call {
            self.answer(kind, data);
        }
    }

    fn identified(&self, key: u32, data: Object) -> Object {
        identified(
            data,
            self.calls.engagement(key),
            self.calls.external_id(key),
        )
    }
}

/// Adds a call's ids to a payload, which tell several calls' answers apart. Shape:
/// `{engagementId?, externalCallId?}`.
pub(super) fn identified(mut data: Object, engagement: Option<Value>, id: Option<&str>) -> Object {
    if let Some(engagement) = engagement {
        data.set(Name::EngagementId, engagement);
    }
    if let Some(id) = id {
        data.set(Name::ExternalCallId, id.to_owned());
    }
    data
}

/// The payload of a failure. Shape: `{error: {message}}`.
pub(super) fn failure(text: &str) -> Object {
    Object::new().with(
        Name::Error,
        Object::new().with(Name::Message, text.to_owned()),
    )
}

/// The answers to a message that asks for a publication: success and failure.
pub(super) const fn publication_answers(kind: Kind) -> (Kind, Kind) {
    match kind {
        Kind::PublishToChannel => (
            Kind::PublishToChannelSucceeded,
            Kind::PublishToChannelFailed,
        ),
        _ => (
            Kind::FinalizeEngagementSucceeded,
            Kind::FinalizeEngagementFailed,
        ),
    }
}

const MAX_MATCHES: usize = 100;
