//! What is asked of the record store, and what its answers lead to.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::string::ToString;

use super::output::StoreRequest;
use super::record::{Record, Step};
use super::rules::failure;
use super::{Host, HostOutput};
use crate::lifecycle::{CallDirection, EngagementEvent};
use crate::protocol::limits::{MAX_STORE_REQUESTS, STORE_TIMEOUT};
use crate::protocol::{Kind, Millis, Payload, ValueKind};
use crate::session::Code;

/// A question the record store has not answered.
#[derive(Clone, Debug)]
pub(super) struct Pending<P> {
    request: u32,
    key: u32,
    question: Question<P>,
    /// In time awake: a laptop that sleeps fetches nothing.
    pub(super) deadline: Millis,
}

#[derive(Clone, Debug)]
enum Question<P> {
    Step(Step<P>),
    MatchCaller,
}

impl<P: Payload> Host<P> {
    /// The record store answered a request: with its value, or with the text of
    /// its error. One that comes after its time counts where it still can; one that
    /// comes twice does not.
    pub(super) fn handle_store_result(
        &mut self,
        now: Millis,
        request: u32,
        result: Result<P, String>,
    ) {
        let Some(at) = self.pending.iter().position(|p| p.request == request) else {
            return self.handle_late_result(now, request, result);
        };
        let pending = self.pending.remove(at);
        let key = pending.key;
        self.settle(pending, result);
        self.run_steps(now, key);
    }

    pub(super) fn expire_store_requests(&mut self, now: Millis) {
        let awake = self.clock.advance(now);
        while let Some(at) = self.pending.iter().position(|p| p.deadline <= awake) {
            let pending = self.pending.remove(at);
            let key = pending.key;
            let step = match &pending.question {
                Question::Step(step) => Some(step),
                Question::MatchCaller => None,
            };
            self.await_late(now, pending.request, key, step);
            self.settle(pending, Err(TOO_LATE.to_owned()));
            self.run_steps(now, key);
        }
    }

    pub(super) fn create_engagement(&mut self, now: Millis, key: u32) {
        self.engage(key, EngagementEvent::Asked);
        self.add_step(key, Step::Create);
        self.run_steps(now, key);
    }

    pub(super) fn match_caller(&mut self, now: Millis, key: u32, number: String) {
        let ask = StoreRequest::MatchCaller { number };
        self.ask(now, key, Question::MatchCaller, ask);
    }

    /// Carries out what is to be done with a call's engagement, one step after
    /// the other, up to the next question to the store.
    pub(super) fn run_steps(&mut self, now: Millis, key: u32) {
        while let Some(step) = self
            .records
            .get_mut(key)
            .filter(|record| !record.is_busy)
            .and_then(|record| record.steps.pop_front())
        {
            self.run_step(now, key, step);
        }
    }

    /// Adds something to be done with a call's engagement. Where too much waits,
    /// it has failed.
    pub(super) fn add_step(&mut self, key: u32, step: Step<P>) {
        let added = self.records.get_mut(key).map(|record| record.add(step));
        if let Some(Err(step)) = added {
            self.finish(key, step, Err(TOO_MANY.to_owned()));
        }
    }

    fn run_step(&mut self, now: Millis, key: u32, step: Step<P>) {
        let engagement = self.engagement_value(key);
        let ask = match (&step, engagement) {
            (Step::Create, None) => StoreRequest::Create {
                input: self.engagement_input(key, "service"),
            },
            (Step::Create, Some(_)) => return self.engagement_failed(key, HAS_ENGAGEMENT),
            (Step::Hide, _) => {
                self.hide();
                return;
            }
            (Step::Update(_), None) => {
                self.diagnose(Code::NoEngagement, "callCompleted".to_owned());
                return self.update_failed(key, NO_ENGAGEMENT);
            }
            (Step::Publish(kind), None) => {
                self.diagnose(Code::NoEngagement, kind.as_str().to_owned());
                return self.published(key, *kind, Err(NO_ENGAGEMENT.to_owned()));
            }
            (_, None) => return,
            (Step::Adopt, Some(engagement)) => StoreRequest::Adopt {
                engagement,
                input: self.engagement_input(key, "app"),
            },
            (Step::Complete, Some(engagement)) => StoreRequest::Complete {
                engagement,
                outcome: self.outcome(key),
            },
            (Step::Associate, Some(engagement)) => {
                let record = self.records.get(key);
                let to = record.map(Record::associations).unwrap_or_default();
                if to.is_empty() {
                    return;
                }
                StoreRequest::Associate {
                    engagement,
                    to: P::list(to),
                }
            }
            (Step::Update(properties), Some(engagement)) => {
                let properties = properties.clone();
                self.engage(key, EngagementEvent::UpdateAsked);
                StoreRequest::Update {
                    engagement,
                    properties,
                }
            }
            (Step::Publish(kind), Some(engagement)) => {
                self.engage(key, EngagementEvent::FinalizeAsked);
                if self.is_service_owned(key) {
                    self.diagnose(Code::PublicationNotNeeded, kind.as_str().to_owned());
                    return self.published(key, *kind, Ok(()));
                }
                let call = self.calls.get(key);
                StoreRequest::Publish {
                    engagement,
                    external_call_id: call
                        .and_then(|call| call.external_call_id.clone())
                        .map(|id| id.0),
                }
            }
        };
        if let Some(record) = self.records.get_mut(key) {
            record.is_busy = true;
        }
        self.ask(now, key, Question::Step(step), ask);
    }

    fn ask(&mut self, now: Millis, key: u32, question: Question<P>, ask: StoreRequest<P>) {
        let request = self.next_request();
        let pending = Pending {
            request,
            key,
            question,
            deadline: self.clock.advance(now) + STORE_TIMEOUT,
        };
        if self.pending.len() >= MAX_STORE_REQUESTS {
            return self.settle(pending, Err(TOO_MANY.to_owned()));
        }
        self.pending.push(pending);
        self.outputs.push(HostOutput::Store { request, ask });
    }

    fn settle(&mut self, pending: Pending<P>, result: Result<P, String>) {
        let key = pending.key;
        if self.calls.get(key).is_none() {
            // It had to make room, and nobody asks for it any more.
            return;
        }
        let step = match pending.question {
            Question::MatchCaller => return self.caller_matched(key, result),
            Question::Step(step) => step,
        };
        if let Some(record) = self.records.get_mut(key) {
            record.is_busy = false;
        }
        self.finish(key, step, result);
    }

    /// What came of a step, and what follows from it.
    fn finish(&mut self, key: u32, step: Step<P>, result: Result<P, String>) {
        if result.is_err() {
            self.diagnose(Code::StoreFailed, step.name().to_owned());
        }
        match (step, result) {
            (Step::Create, Ok(record)) => self.engagement_created(key, &record),
            (Step::Create, Err(text)) => self.engagement_failed(key, &text),
            (Step::Update(_), Ok(_)) => self.updated(key),
            (Step::Update(_), Err(text)) => self.update_failed(key, &text),
            (Step::Publish(kind), result) => self.published(key, kind, result.map(drop)),
            (Step::Complete, Err(_)) => {
                // What is not on the timeline has no place to be shown at.
                if let Some(record) = self.records.get_mut(key) {
                    record.steps.retain(|step| !matches!(step, Step::Associate));
                }
            }
            (Step::Adopt | Step::Complete | Step::Associate | Step::Hide, _) => {}
        }
    }

    fn engagement_created(&mut self, key: u32, record: &P) {
        let Some(id) = record.field("id").and_then(|id| id.engagement_id()) else {
            self.diagnose(Code::StoreFailed, "createEngagement id".to_owned());
            return self.engagement_failed(key, "the record store gave no engagement id");
        };
        if let Err(refused) = self.calls.engage(key, EngagementEvent::Created(id)) {
            self.diagnose(refused.code.into(), refused.to_string());
            return self.engagement_failed(key, OTHER_ENGAGEMENT);
        }
        self.tell_of_creation(key);
    }

    /// The store made the engagement that a call has now.
    pub(super) fn tell_of_creation(&mut self, key: u32) {
        if let Some(record) = self.records.get_mut(key) {
            record.is_service_owned = true;
        }
        self.call_changed();
        self.tell_of_engagement(key);
    }

    /// Whether the host made the call's engagement, and so has told of it.
    fn is_service_owned(&self, key: u32) -> bool {
        let record = self.records.get(key);
        record.is_some_and(|record| record.is_service_owned)
    }

    /// Answers about a call. Of one without an id that an earlier page of the widget
    /// began this page has not asked: it could only take the answer for another's.
    pub(super) fn answer_about(&mut self, key: u32, kind: Kind, data: P) {
        if self.records.is_current(key) || self.call_id_value(key).is_some() {
            self.answer(kind, data);
        }
    }

    /// Names a call's engagement to the widget that asked for it.
    pub(super) fn tell_of_engagement(&mut self, key: u32) {
        let data = self.about(key);
        self.answer_about(key, Kind::CreateEngagementSucceeded, data.clone());
        let direction = self.calls.get(key).map(|call| call.direction);
        if direction == Some(CallDirection::Outbound) {
            self.answer_about(key, Kind::EngagementCreated, data);
        }
    }

    pub(super) fn engagement_failed(&mut self, key: u32, text: &str) {
        if self.is_service_owned(key) {
            // An earlier question had its answer meanwhile, and so has this one.
            return;
        }
        self.engage(key, EngagementEvent::CreationFailed);
        let data = self.failed(key, text);
        self.answer_about(key, Kind::CreateEngagementFailed, data);
    }

    pub(super) fn updated(&mut self, key: u32) {
        self.engage(key, EngagementEvent::Updated);
        let data = self.about(key);
        self.answer_about(key, Kind::UpdateEngagementSucceeded, data);
    }

    pub(super) fn update_failed(&mut self, key: u32, text: &str) {
        self.engage(key, EngagementEvent::UpdateFailed);
        let data = self.failed(key, text);
        self.answer_about(key, Kind::UpdateEngagementFailed, data);
    }

    pub(super) fn published(&mut self, key: u32, kind: Kind, result: Result<(), String>) {
        let (succeeded, failed) = publication_answers(kind);
        match result {
            Ok(()) => {
                self.engage(key, EngagementEvent::Finalized);
                let data = self.about(key);
                self.answer_about(key, succeeded, data);
            }
            Err(text) => {
                self.engage(key, EngagementEvent::FinalizeFailed);
                let data = self.failed(key, &text);
                self.answer_about(key, failed, data);
            }
        }
    }

    fn caller_matched(&mut self, key: u32, result: Result<P, String>) {
        let matches = match result {
            Ok(matches) if matches.value_kind() == ValueKind::List => matches,
            Ok(_) => {
                self.diagnose(Code::StoreFailed, "matchCallerId".to_owned());
                let data = self.failed(key, "the record store gave no list of matches");
                return self.answer_about(key, Kind::CallerIdMatchFailed, data);
            }
            Err(text) => {
                self.diagnose(Code::StoreFailed, "matchCallerId".to_owned());
                let data = self.failed(key, &text);
                return self.answer_about(key, Kind::CallerIdMatchFailed, data);
            }
        };
        if let Some(record) = self.records.get_mut(key) {
            record.matched = matches
                .children(MAX_MATCHES)
                .unwrap_or_default()
                .iter()
                .filter_map(|found| found.field("objectCoordinates"))
                .collect();
        }
        let mut data = P::empty();
        data.put("callerIdMatches", Some(matches));
        if let Some(id) = self.call_id_value(key) {
            data.put("externalCallId", Some(id));
        }
        self.answer_about(key, Kind::CallerIdMatchSucceeded, data);
    }

    /// Moves a call's engagement where it can be moved; what it answers goes out
    /// all the same.
    pub(super) fn engage(&mut self, key: u32, event: EngagementEvent) {
        if self.calls.engage(key, event).is_ok() {
            self.call_changed();
        }
    }

    pub(super) const fn next_request(&mut self) -> u32 {
        self.last_request = self.last_request.wrapping_add(1);
        self.last_request
    }

    /// Shape: `{engagementId?, externalCallId?}`. The call's id lets a widget
    /// tell several calls' answers apart.
    fn about(&self, key: u32) -> P {
        let mut data = P::empty();
        if let Some(engagement) = self.engagement_value(key) {
            data.put("engagementId", Some(engagement));
        }
        if let Some(id) = self.call_id_value(key) {
            data.put("externalCallId", Some(id));
        }
        data
    }

    /// Shape: `{error: {message}, engagementId?, externalCallId?}`.
    pub(super) fn failed(&self, key: u32, text: &str) -> P {
        let mut data: P = failure(text);
        if let Some(engagement) = self.engagement_value(key) {
            data.put("engagementId", Some(engagement));
        }
        if let Some(id) = self.call_id_value(key) {
            data.put("externalCallId", Some(id));
        }
        data
    }

    fn engagement_input(&self, key: u32, owner: &str) -> P {
        let mut input = self
            .records
            .get(key)
            .map_or_else(P::empty, |record| record.input.copied());
        input.put("owner", Some(P::from_text(owner)));
        // The call may have got its id only after its start.
        if let Some(id) = self.call_id_value(key) {
            input.put("externalCallId", Some(id));
        }
        input
    }

    fn outcome(&self, key: u32) -> P {
        let mut outcome = P::empty();
        if let Some(at) = self.records.get(key).and_then(|record| record.ended_at) {
            outcome.put("endedAt", Some(P::from_number(at.0)));
        }
        let status = self.calls.get(key).and_then(|call| call.state.end_status());
        if let Some(status) = status {
            outcome.put("callEndStatus", Some(P::from_text(status.as_str())));
        }
        outcome
    }

    fn engagement_value(&self, key: u32) -> Option<P> {
        self.calls
            .get(key)
            .and_then(|call| call.engagement.id())
            .map(P::from_engagement_id)
    }

    fn call_id_value(&self, key: u32) -> Option<P> {
        let call = self.calls.get(key)?;
        Some(P::from_text(&call.external_call_id.as_ref()?.0))
    }
}

impl<P> Step<P> {
    /// The store's method that does it.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Create => "createEngagement",
            Self::Adopt => "adoptEngagement",
            Self::Complete => "completeEngagement",
            Self::Associate => "associateEngagement",
            Self::Hide => "",
            Self::Update(_) => "updateEngagement",
            Self::Publish(_) => "publishEngagement",
        }
    }
}

/// The answers to a message that hands an engagement over: good and bad.
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
const HAS_ENGAGEMENT: &str = "the call has an engagement";
const NO_ENGAGEMENT: &str = "the call has no engagement";
pub(super) const OTHER_ENGAGEMENT: &str = "the engagement is not this call's";
const TOO_LATE: &str = "the record store did not answer in time";
const TOO_MANY: &str = "too many questions to the record store are open";

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Step;
    use crate::protocol::limits::MAX_STORE_STEPS;
    use crate::protocol::{Kind, Millis};
    use crate::session::Code;
    use crate::session::host::{Host, HostConfig, HostOutput};
    use crate::session::{Facts, SourceId};

    const WIDGET: &str = "https://phone.example";

    /// A host whose widget acknowledged SYNC.
    fn connected() -> Host<Value> {
        let mut host = Host::new(HostConfig::new(
            "https://crm.example".to_owned(),
            WIDGET.to_owned(),
            "h".to_owned(),
            json!({ "portalId": 1, "userId": 2 }),
        ));
        host.handle_frame_loaded(Millis(0.0));
        let facts = Facts {
            is_trusted: true,
            source: SourceId::PEER,
            origin: WIDGET,
        };
        let ack = json!({ "type": "SYNC_ACK", "messageId": "h_1" });
        host.handle_message(Millis(0.0), &facts, &ack);
        host
    }

    #[test]
    fn what_is_too_much_for_a_call_is_answered_and_reported() {
        for (step, answer) in [
            (Step::Create, "CREATE_ENGAGEMENT_FAILED"),
            (Step::Update(json!({})), "UPDATE_ENGAGEMENT_FAILED"),
            (
                Step::Publish(Kind::FinalizeEngagement),
                "FINALIZE_ENGAGEMENT_FAILED",
            ),
            (
                Step::Publish(Kind::PublishToChannel),
                "PUBLISH_TO_CHANNEL_FAILED",
            ),
        ] {
            let mut host = connected();
            let key = host.calls.request().expect("room");
            host.records.of(key);
            for _ in 0..MAX_STORE_STEPS {
                host.add_step(key, Step::Update(json!({})));
            }
            host.outputs.clear();

            host.add_step(key, step);

            let posted = host.outputs.iter().find_map(|output| match output {
                HostOutput::Post { message, .. } => message.get("type"),
                _ => None,
            });
            assert_eq!(posted, Some(&json!(answer)));
            assert!(host.counts().contains(&(Code::StoreFailed, 1)));
        }
    }
}
