//! Answers to the widget about a call.

use alloc::string::{String, ToString};

use super::calls::HostCalls;
use super::engagements::StoreResult;
use super::input::FoundRecord;
use super::output::StoreRequest;
use super::turn::Turn;
use crate::lifecycle::{CallDirection, EngagementEvent};
use crate::protocol::{Kind, List, Name, Object, Slot as _};
use crate::session::Code;

impl HostCalls {
    /// Answers that the record store created a call's engagement.
    pub(super) fn created(&mut self, key: u32, turn: &mut Turn<'_>) {
        if let Some(record) = self.records.get_mut(key) {
            record.is_service_owned = true;
        }
        self.name_engagement(key, turn);
    }

    /// Names a call's engagement to the widget that asked for it.
    pub(super) fn name_engagement(&self, key: u32, turn: &mut Turn<'_>) {
        let data = self.identified(key, Object::new());
        self.answer(key, Kind::CreateEngagementSucceeded, data.clone(), turn);
        let direction = self.get(key).map(|call| call.direction);
        if direction == Some(CallDirection::Outbound) {
            self.answer(key, Kind::EngagementCreated, data, turn);
        }
    }

    pub(super) fn creation_failed(&mut self, key: u32, text: &str, turn: &mut Turn<'_>) {
        if self.is_service_owned(key) {
            // An earlier question, and so this one, was answered meanwhile.
            return;
        }
        self.engage(key, EngagementEvent::CreationFailed);
        self.answer_failure(key, Kind::CreateEngagementFailed, text, turn);
    }

    pub(super) fn updated(&mut self, key: u32, turn: &mut Turn<'_>) {
        self.engage(key, EngagementEvent::Updated);
        self.answer_success(key, Kind::UpdateEngagementSucceeded, turn);
    }

    pub(super) fn update_failed(&mut self, key: u32, text: &str, turn: &mut Turn<'_>) {
        self.engage(key, EngagementEvent::UpdateFailed);
        self.answer_failure(key, Kind::UpdateEngagementFailed, text, turn);
    }

    /// Answers a request for a publication, a message of this kind.
    pub(super) fn published(
        &mut self,
        key: u32,
        kind: Kind,
        result: Result<(), String>,
        turn: &mut Turn<'_>,
    ) {
        let (succeeded, failed) = publication_answers(kind);
        match result {
            Ok(()) => {
                self.engage(key, EngagementEvent::Finalized);
                self.answer_success(key, succeeded, turn);
            }
            Err(text) => {
                self.engage(key, EngagementEvent::FinalizeFailed);
                self.answer_failure(key, failed, &text, turn);
            }
        }
    }

    /// Answers the record store's result for a caller's number.
    pub(super) fn caller_matched(&mut self, key: u32, result: StoreResult, turn: &mut Turn<'_>) {
        let text = match result {
            Ok(answer) if answer.matches.items().is_some() => {
                return self.answer_matches(key, &answer.matches, turn);
            }
            Ok(_) => "the record store gave no list of matches".to_string(),
            Err(text) => text,
        };
        turn.diagnose(Code::StoreFailed, StoreRequest::MATCH_CALLER);
        self.answer_failure(key, Kind::CallerIdMatchFailed, &text, turn);
    }

    /// Answers with the records of a caller's number.
    pub(super) fn answer_matches(
        &mut self,
        key: u32,
        matches: &List<FoundRecord>,
        turn: &mut Turn<'_>,
    ) {
        if let Some(record) = self.records.get_mut(key) {
            let found = matches.items().filter(|found| found.len() <= MAX_MATCHES);
            record.matched = (found.unwrap_or_default().iter())
                .map(|found| found.object_coordinates.clone())
                .filter(|record| !record.value().is_undefined())
                .collect();
        }
        let mut data = Object::new()
            .with(Name::CallerIdMatches, matches.value().clone())
            .with(Name::CallId, key);
        if let Some(id) = self.external_id(key) {
            data.set(Name::ExternalCallId, id);
        }
        self.answer(key, Kind::CallerIdMatchSucceeded, data, turn);
    }

    /// Answers that something about a call was done.
    fn answer_success(&self, key: u32, kind: Kind, turn: &mut Turn<'_>) {
        self.answer(key, kind, self.identified(key, Object::new()), turn);
    }

    /// Answers that something about a call failed. Shape: `{error: {message},
    /// engagementId?, externalCallId?}`.
    pub(super) fn answer_failure(&self, key: u32, kind: Kind, text: &str, turn: &mut Turn<'_>) {
        self.answer(key, kind, self.identified(key, failure(text)), turn);
    }

    /// Answers about a call. This page has not asked about a call without an id that an earlier
    /// page of the widget began: it could only mistake the answer for another call's.
    fn answer(&self, key: u32, kind: Kind, data: Object, turn: &mut Turn<'_>) {
        if self.records.is_current(key) || self.external_id(key).is_some() {
            turn.answer(kind, data);
        }
    }

    /// Adds a call's ids to a payload, which tell several calls' answers apart. Shape:
    /// `{engagementId?, externalCallId?}`.
    fn identified(&self, key: u32, mut data: Object) -> Object {
        if let Some(engagement) = self.engagement(key) {
            data.set(Name::EngagementId, engagement);
        }
        if let Some(id) = self.external_id(key) {
            data.set(Name::ExternalCallId, id);
        }
        data
    }
}

/// The payload of a failure. Shape: `{error: {message}}`.
pub(super) fn failure(text: &str) -> Object {
    Object::new().with(Name::Error, Object::new().with(Name::Message, text))
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
