//! Engagements of calls: the steps, in order.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::answers::publication_answers;
use super::calls::HostCalls;
use super::input::StoreAnswer;
use super::output::StoreRequest;
use super::record::{Record, Step};
use super::store::{Late, LateEffect, Pending, Question, Store, TOO_LATE, TOO_MANY};
use super::turn::Turn;
use crate::lifecycle::{CallState, Calls, Engagement, EngagementEvent};
use crate::protocol::{Body, EngagementId, Kind, Millis, Part, Value};
use crate::session::Code;

/// The result of a request to the record store: its answer, or the text of its error.
pub(super) type StoreResult = Result<Part<StoreAnswer>, String>;

/// The calls, their engagements, and the open requests to the record store.
#[derive(Clone, Debug)]
pub(super) struct Engagements {
    pub(super) calls: HostCalls,
    store: Store,
}

impl Engagements {
    pub(super) const fn new() -> Self {
        Self {
            calls: HostCalls::new(),
            store: Store::new(),
        }
    }

    /// Restores the calls of an engine that trapped. Open requests to the record store are lost, so
    /// the widget gets a failure for them.
    pub(super) fn restore(&mut self, calls: Option<Calls>, turn: &mut Turn<'_>) {
        for key in self.calls.restore(calls) {
            match self.calls.get(key).map(|call| &call.engagement) {
                Some(Engagement::Pending) => self.calls.creation_failed(key, LOST, turn),
                Some(Engagement::Updating(_)) => self.calls.update_failed(key, LOST, turn),
                Some(Engagement::Finalizing(_)) => {
                    let failed = Err(LOST.to_owned());
                    self.calls
                        .published(key, Kind::FinalizeEngagement, failed, turn);
                }
                _ => {}
            }
        }
    }

    /// Handles the record store's answer to a request: its value, or the text of its error. A late
    /// one counts where it still can; a second one does not.
    pub(super) fn handle_stored(&mut self, request: u32, result: StoreResult, turn: &mut Turn<'_>) {
        match self.store.answered(request) {
            Some(pending) => self.settle_and_run(pending, result, turn),
            None => self.handle_late(request, result, turn),
        }
    }

    /// Fails the requests whose time is over.
    pub(super) fn handle_timeout(&mut self, turn: &mut Turn<'_>) {
        while let Some(pending) = self.store.expired(turn.now) {
            self.settle_and_run(pending, Err(TOO_LATE.to_owned()), turn);
        }
    }

    /// Creates the engagement that a start asks for; an existing one is named again.
    pub(super) fn create_or_name(&mut self, key: u32, body: &Body, turn: &mut Turn<'_>) {
        if !body.asks_engagement() {
            return;
        }
        match self.calls.get(key).map(|call| &call.engagement) {
            Some(Engagement::None | Engagement::Failed) => self.create(key, turn),
            // Its answer is pending.
            Some(Engagement::Pending) | None => {}
            Some(_) => self.calls.name_engagement(key, turn),
        }
    }

    /// Creates a call's engagement.
    pub(super) fn create(&mut self, key: u32, turn: &mut Turn<'_>) {
        self.calls.engage(key, EngagementEvent::Asked);
        self.add(key, Step::Create, turn);
        self.run(key, turn);
    }

    /// Looks the caller's number up.
    pub(super) fn match_caller(&mut self, key: u32, number: Value, turn: &mut Turn<'_>) {
        let ask = StoreRequest::MatchCaller { number };
        self.ask(key, Question::MatchCaller, ask, turn);
    }

    /// Completes a call: timeline, associations, hiding, properties, in this order.
    pub(super) fn complete(
        &mut self,
        key: u32,
        body: &Body,
        is_hidden: bool,
        properties: Option<Value>,
        turn: &mut Turn<'_>,
    ) {
        let supplied = self.supply(key, body, turn);
        let has_properties = properties.is_some();
        let steps = [Some(Step::Complete), Some(Step::Associate)]
            .into_iter()
            .chain([is_hidden.then_some(Step::Hide)])
            .chain([properties.filter(|_| supplied.is_ok()).map(Step::Update)]);
        for step in steps.flatten() {
            self.add(key, step, turn);
        }
        self.run(key, turn);
        if let (Err(text), true) = (supplied, has_properties) {
            self.calls
                .answer_failure(key, Kind::UpdateEngagementFailed, text, turn);
        }
    }

    /// Publishes an engagement, as asked by a message of this kind. Engagements that the host owns
    /// need none.
    pub(super) fn publish(&mut self, key: u32, kind: Kind, body: &Body, turn: &mut Turn<'_>) {
        match self.supply(key, body, turn) {
            Ok(()) => {
                self.add(key, Step::Publish(kind), turn);
                self.run(key, turn);
            }
            Err(text) => {
                let (_, failed) = publication_answers(kind);
                self.calls.answer_failure(key, failed, text, turn);
            }
        }
    }

    /// Accepts the engagement id that the app names: its own, or the one it got. A refused id does
    /// not stop the call itself, which goes on as the widget says; its engagement stays, and so
    /// does the other call's.
    ///
    /// # Errors
    ///
    /// The reason for a refusal, in words for the widget.
    pub(super) fn supply(
        &mut self,
        key: u32,
        body: &Body,
        turn: &mut Turn<'_>,
    ) -> Result<(), &'static str> {
        let Some(id) = body.engagement_id() else {
            return Ok(());
        };
        let supplied = EngagementEvent::Supplied(id);
        if self.calls.engage_by_id(key, supplied, turn).is_err() {
            return Err(OTHER_ENGAGEMENT);
        }
        let record = self.calls.record_mut(key);
        if let Some(record) = record.filter(|record| !record.is_in_store()) {
            record.is_adopted = true;
            self.add(key, Step::Adopt, turn);
            self.run(key, turn);
        }
        Ok(())
    }

    /// The time at which the next request expires, by the edge's clock.
    pub(super) fn due(&self) -> Option<Millis> {
        self.store.due()
    }

    /// A new number for a question to the page.
    pub(super) const fn next_request(&mut self) -> u32 {
        self.store.next_request()
    }

    /// Adds a step. It fails where too many wait.
    pub(super) fn add(&mut self, key: u32, step: Step, turn: &mut Turn<'_>) {
        let added = self.calls.record_mut(key).map(|record| record.add(step));
        if let Some(Err(step)) = added {
            self.finish(key, step, Err(TOO_MANY.to_owned()), turn);
        }
    }

    /// Runs a call's steps in order, up to the next request to the store.
    fn run(&mut self, key: u32, turn: &mut Turn<'_>) {
        while let Some(step) = self
            .calls
            .record_mut(key)
            .filter(|record| !record.is_busy)
            .and_then(|record| record.steps.pop_front())
        {
            self.take(key, step, turn);
        }
    }

    /// Runs one step.
    fn take(&mut self, key: u32, step: Step, turn: &mut Turn<'_>) {
        let ask = match (&step, self.calls.engagement(key)) {
            (Step::Create, None) => StoreRequest::Create {
                input: self.calls.engagement_input(key, "service"),
            },
            (Step::Create, Some(_)) => {
                return self.calls.creation_failed(key, HAS_ENGAGEMENT, turn);
            }
            (Step::Hide, _) => return turn.frame.hide(turn.outbox),
            (Step::Update(_), None) => {
                turn.diagnose(Code::NoEngagement, "callCompleted");
                return self.calls.update_failed(key, NO_ENGAGEMENT, turn);
            }
            (Step::Publish(kind), None) => {
                turn.diagnose(Code::NoEngagement, kind.as_str());
                let failed = Err(NO_ENGAGEMENT.to_owned());
                return self.calls.published(key, *kind, failed, turn);
            }
            (_, None) => return,
            (Step::Adopt, Some(engagement)) => StoreRequest::Adopt {
                engagement,
                input: self.calls.engagement_input(key, "app"),
            },
            (Step::Complete, Some(engagement)) => StoreRequest::Complete {
                engagement,
                outcome: self.calls.outcome(key),
            },
            (Step::Associate, Some(engagement)) => {
                let record = self.calls.record(key);
                let to = record.map(Record::associations).unwrap_or_default();
                if to.is_empty() {
                    return;
                }
                let to = Value::List(to);
                StoreRequest::Associate { engagement, to }
            }
            (Step::Update(properties), Some(engagement)) => {
                let properties = properties.clone();
                self.calls.engage(key, EngagementEvent::UpdateAsked);
                StoreRequest::Update {
                    engagement,
                    properties,
                }
            }
            (Step::Publish(kind), Some(engagement)) => {
                self.calls.engage(key, EngagementEvent::FinalizeAsked);
                if self.calls.is_service_owned(key) {
                    turn.diagnose(Code::PublicationNotNeeded, kind.as_str());
                    return self.calls.published(key, *kind, Ok(()), turn);
                }
                let id = self.calls.get(key);
                let id = id.and_then(|call| call.external_call_id.clone());
                StoreRequest::Publish {
                    engagement,
                    external_call_id: id.map(|id| id.as_str().into()),
                }
            }
        };
        if let Some(record) = self.calls.record_mut(key) {
            record.is_busy = true;
        }
        self.ask(key, Question::Step(step), ask, turn);
    }

    fn ask(&mut self, key: u32, question: Question, ask: StoreRequest, turn: &mut Turn<'_>) {
        let sent = self.store.ask(turn.now, key, question, ask, turn.outbox);
        if let Err(pending) = sent {
            self.settle(pending, Err(TOO_MANY.to_owned()), turn);
        }
    }

    /// Settles a request that is answered or expired, and runs the next step.
    fn settle_and_run(&mut self, pending: Pending, result: StoreResult, turn: &mut Turn<'_>) {
        let key = pending.key;
        self.settle(pending, result, turn);
        self.run(key, turn);
    }

    fn settle(&mut self, pending: Pending, result: StoreResult, turn: &mut Turn<'_>) {
        let key = pending.key;
        if self.calls.get(key).is_none() {
            // It was dropped to make room, and nobody waits for it.
            return;
        }
        let step = match pending.question {
            Question::MatchCaller => return self.calls.caller_matched(key, result, turn),
            Question::Step(step) => step,
        };
        if let Some(record) = self.calls.record_mut(key) {
            record.is_busy = false;
        }
        self.finish(key, step, result, turn);
    }

    /// Applies the effects of a step's success or failure.
    fn finish(&mut self, key: u32, step: Step, result: StoreResult, turn: &mut Turn<'_>) {
        if result.is_err() {
            turn.diagnose(Code::StoreFailed, step.name());
        }
        match (step, result) {
            (Step::Create, Ok(answer)) => self.created(key, &answer, turn),
            (Step::Create, Err(text)) => self.calls.creation_failed(key, &text, turn),
            (Step::Update(_), Ok(_)) => self.calls.updated(key, turn),
            (Step::Update(_), Err(text)) => self.calls.update_failed(key, &text, turn),
            (Step::Publish(kind), result) => {
                self.calls.published(key, kind, result.map(drop), turn);
            }
            (Step::Complete, Err(_)) => {
                // An engagement that is not on the timeline cannot be shown there.
                if let Some(record) = self.calls.record_mut(key) {
                    record.steps.retain(|step| !matches!(step, Step::Associate));
                }
            }
            (Step::Adopt | Step::Complete | Step::Associate | Step::Hide, _) => {}
        }
    }

    fn created(&mut self, key: u32, answer: &StoreAnswer, turn: &mut Turn<'_>) {
        let Some(id) = answer.record.id.engagement_id() else {
            turn.diagnose(Code::StoreFailed, "createEngagement id");
            return self.calls.creation_failed(key, NO_ID, turn);
        };
        let created = EngagementEvent::Created(id);
        match self.calls.engage_by_id(key, created, turn) {
            Ok(()) => self.calls.created(key, turn),
            Err(_) => self.calls.creation_failed(key, OTHER_ENGAGEMENT, turn),
        }
    }

    /// Handles a late answer to an expired request; an answer to none is ignored.
    fn handle_late(&mut self, request: u32, result: StoreResult, turn: &mut Turn<'_>) {
        let Some((late, still_counts)) = self.store.answered_late(turn.now, request) else {
            return;
        };
        turn.outbox.count(Code::StoreLate, 1);
        if let (
            Ok(answer),
            Late {
                key,
                effect: Some(effect),
                ..
            },
            true,
        ) = (result, late, still_counts)
        {
            self.succeed_late(key, effect, &answer, turn);
        }
    }

    /// Applies a late success, which replaces the failure unless the same was asked again.
    fn succeed_late(
        &mut self,
        key: u32,
        effect: LateEffect,
        answer: &StoreAnswer,
        turn: &mut Turn<'_>,
    ) {
        let Some(call) = self.calls.get(key) else {
            return;
        };
        match (effect, &call.engagement) {
            (LateEffect::Create, engagement) => {
                let made = answer.record.id.engagement_id();
                if let Some(id) = made.filter(|id| engagement.id() != Some(id)) {
                    self.created_late(key, id, turn);
                }
            }
            (LateEffect::Update, Engagement::Updating(_))
            | (LateEffect::Publish(_), Engagement::Finalizing(_) | Engagement::Finalized(_)) => {}
            (LateEffect::Update, _) => self.calls.updated(key, turn),
            (LateEffect::Publish(kind), _) => self.calls.published(key, kind, Ok(()), turn),
        }
    }

    fn created_late(&mut self, key: u32, id: EngagementId, turn: &mut Turn<'_>) {
        let created = EngagementEvent::Created(id);
        if self.calls.engage_by_id(key, created, turn).is_err() {
            return;
        }
        self.calls.created(key, turn);
        // The effects of a completion with an engagement.
        let state = self.calls.get(key).map(|call| call.state);
        if let Some(CallState::Completed { .. }) = state {
            self.add(key, Step::Complete, turn);
            self.add(key, Step::Associate, turn);
            self.run(key, turn);
        }
    }
}

const HAS_ENGAGEMENT: &str = "the call has an engagement";
const LOST: &str = "the host failed while it worked on this";
const NO_ENGAGEMENT: &str = "the call has no engagement";
const NO_ID: &str = "the record store gave no engagement id";
const OTHER_ENGAGEMENT: &str = "the engagement is not this call's";

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::record::Step;
    use crate::protocol::limits::MAX_STORE_STEPS;
    use crate::protocol::{Kind, Millis, Value};
    use crate::session::Code;
    use crate::session::host::{FrameOutput, Host, HostConfig, HostOutput};
    use crate::session::{Facts, SourceId};

    const WIDGET: &str = "https://phone.example";

    /// A host whose widget acknowledged SYNC.
    fn connected() -> Host {
        let mut host = Host::new(HostConfig::new(
            "https://crm.example".to_owned(),
            WIDGET.to_owned(),
            "h".to_owned(),
            json!({ "portalId": 1, "userId": 2 }).into(),
        ));
        host.handle_frame_loaded(Millis(0.0));
        let facts = Facts {
            is_trusted: true,
            source: SourceId::PEER,
            origin: WIDGET,
        };
        let ack = json!({ "type": "SYNC_ACK", "messageId": "h_1" });
        host.handle_message(Millis(0.0), &facts, &ack.into());
        host
    }

    fn add(host: &mut Host, key: u32, step: Step) {
        let (engagements, mut turn) = host.turn(Millis(0.0));
        engagements.add(key, step, &mut turn);
    }

    #[test]
    fn what_is_too_much_for_a_call_is_answered_and_reported() {
        for (step, answer) in [
            (Step::Create, "CREATE_ENGAGEMENT_FAILED"),
            (Step::Update(Value::Undefined), "UPDATE_ENGAGEMENT_FAILED"),
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
            let key = host
                .engagements
                .calls
                .request(Value::Undefined.into())
                .expect("room");
            for _ in 0..MAX_STORE_STEPS {
                add(&mut host, key, Step::Update(Value::Undefined));
            }
            host.outbox.take();

            add(&mut host, key, step);

            let outputs = host.outbox.take();
            let posted = outputs.iter().find_map(|output| match output {
                HostOutput::Frame(FrameOutput::Post { message, .. }) => Some(message.field("type")),
                _ => None,
            });
            assert_eq!(posted, Some(answer.into()));
            assert!(host.counts().contains(&(Code::StoreFailed, 1)));
        }
    }
}
