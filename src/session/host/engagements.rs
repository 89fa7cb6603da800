//! Engagements of calls: when the record store is asked, and what its answers lead to.
//!
//! ```text
//!  asked --answered, or 30 s over--> settled, the call's next step
//! ```

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::calls::HostCalls;
use super::input::StoreAnswer;
use super::output::{HostOutput, StoreOutput, StoreRequest};
use super::record::{Question, Step};
use super::replies::publication_answers;
use super::turn::Turn;
use crate::lifecycle::{Awaited, Calls, Engagement, EngagementEvent};
use crate::protocol::limits::STORE_TIMEOUT;
use crate::protocol::{Body, Kind, Millis, Part, Value};
use crate::session::{AwakeClock, Code};

/// The result of a request to the record store: its answer, or the text of its error.
pub(super) type StoreResult = Result<Part<StoreAnswer>, String>;

/// The calls, and their requests to the record store.
#[derive(Clone, Debug)]
pub(super) struct Engagements {
    pub(super) calls: HostCalls,
    /// Requests expire in time awake: a sleeping laptop fetches nothing.
    clock: AwakeClock,
    last_request: u32,
}

impl Engagements {
    pub(super) fn new() -> Self {
        Self {
            calls: HostCalls::new(),
            clock: AwakeClock::default(),
            last_request: 0,
        }
    }

    /// Restores the calls of an engine that trapped. Open requests to the record store are lost, so
    /// the widget gets a failure for them.
    pub(super) fn restore(&mut self, calls: Option<Calls>, turn: &mut Turn<'_>) {
        for key in self.calls.restore(calls) {
            match self
                .calls
                .get(key)
                .and_then(|call| call.engagement.awaited())
            {
                Some(Awaited::Creation) => self.calls.creation_failed(key, LOST, turn),
                Some(Awaited::Update) => self.calls.update_failed(key, LOST, turn),
                Some(Awaited::Finalization) => {
                    let failed = Err(LOST.to_owned());
                    self.calls
                        .published(key, Kind::FinalizeEngagement, failed, turn);
                }
                None => {}
            }
        }
    }

    /// Handles the record store's answer to a request: its value, or the text of its error. One
    /// that comes too late, or again, is ignored.
    pub(super) fn handle_stored(&mut self, request: u32, result: StoreResult, turn: &mut Turn<'_>) {
        if let Some((key, question)) = self.calls.records.answered(request) {
            self.settle(key, question, result, turn);
        }
    }

    /// Fails the requests whose time is over.
    pub(super) fn handle_timeout(&mut self, turn: &mut Turn<'_>) {
        let awake = self.clock.advance(turn.now);
        while let Some((key, question)) = self.calls.records.expired(awake) {
            self.settle(key, question, Err(TOO_LATE.to_owned()), turn);
        }
    }

    /// Creates the engagement that a start asks for; an existing one is named again.
    pub(super) fn create_or_name(&mut self, key: u32, body: &Body, turn: &mut Turn<'_>) {
        if !body.asks_engagement() {
            return;
        }
        match self.calls.get(key).map(|call| &call.engagement) {
            Some(Engagement::None | Engagement::Failed) => {
                self.calls.engage(key, EngagementEvent::Asked);
                self.add(key, Step::Create, turn);
            }
            // Its answer is pending.
            Some(Engagement::Pending) | None => {}
            Some(_) => self.calls.name_engagement(key, turn),
        }
    }

    /// Looks the caller's number up.
    pub(super) fn match_caller(&mut self, key: u32, number: Value, turn: &mut Turn<'_>) {
        let ask = StoreRequest::MatchCaller { number };
        self.ask(key, Question::MatchCaller, ask, turn);
    }

    /// Completes a call: the store completes its engagement, and the frame is hidden. Notes of a
    /// repeated completion that are refused ask the store for nothing.
    pub(super) fn complete(
        &mut self,
        key: u32,
        body: &Body,
        properties: Option<Value>,
        is_repeated: bool,
        turn: &mut Turn<'_>,
    ) {
        let supplied = self.supply(key, body, turn);
        let (own, refused) = match supplied {
            Ok(()) => (properties, None),
            Err(text) => (None, properties.map(|_| text)),
        };
        if is_repeated && refused.is_some() {
            self.calls.hide(key, turn);
        } else {
            self.add(key, Step::Complete(own), turn);
        }
        if let Some(text) = refused {
            self.calls
                .answer_failure(key, Kind::UpdateEngagementFailed, text, turn);
        }
    }

    /// Publishes an engagement, as asked by a message of this kind. Engagements that the host owns
    /// need none.
    pub(super) fn publish(&mut self, key: u32, kind: Kind, body: &Body, turn: &mut Turn<'_>) {
        match self.supply(key, body, turn) {
            Ok(()) => self.add(key, Step::Publish(kind), turn),
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
        self.calls
            .engage_by_id(key, supplied, turn)
            .map_err(|_| OTHER_ENGAGEMENT)
    }

    /// The time at which the next request expires, by the edge's clock.
    pub(super) fn due(&self) -> Option<Millis> {
        self.calls.records.deadline().map(|at| self.clock.due(at))
    }

    /// A new number for a question to the page.
    pub(super) const fn next_request(&mut self) -> u32 {
        self.last_request = self.last_request.wrapping_add(1);
        self.last_request
    }

    fn add(&mut self, key: u32, step: Step, turn: &mut Turn<'_>) {
        if let Some(record) = self.calls.records.get_mut(key) {
            record.add(step);
        }
        self.run(key, turn);
    }

    /// Runs a call's steps in order, up to the next request to the store.
    fn run(&mut self, key: u32, turn: &mut Turn<'_>) {
        while let Some(step) = self.calls.next_step(key) {
            self.take(key, step, turn);
        }
    }

    /// Runs one step.
    fn take(&mut self, key: u32, step: Step, turn: &mut Turn<'_>) {
        let ask = match (&step, self.calls.engagement(key)) {
            (Step::Create, None) => StoreRequest::Create {
                call: self.calls.stored_call(key).into(),
            },
            (Step::Create, Some(_)) => {
                return self.calls.creation_failed(key, HAS_ENGAGEMENT, turn);
            }
            (Step::Complete(properties), None) => {
                self.calls.hide(key, turn);
                if properties.is_some() {
                    turn.diagnose(Code::NoEngagement, "callCompleted");
                    self.calls.update_failed(key, NO_ENGAGEMENT, turn);
                }
                return;
            }
            (Step::Publish(kind), None) => {
                turn.diagnose(Code::NoEngagement, kind.as_str());
                let failed = Err(NO_ENGAGEMENT.to_owned());
                return self.calls.published(key, *kind, failed, turn);
            }
            (Step::Complete(properties), Some(engagement)) => {
                if properties.is_some() {
                    self.calls.engage(key, EngagementEvent::UpdateAsked);
                }
                StoreRequest::Complete {
                    engagement,
                    call: self.calls.completed_call(key, properties.clone()).into(),
                }
            }
            (Step::Publish(kind), Some(engagement)) => {
                self.calls.engage(key, EngagementEvent::FinalizeAsked);
                if self.calls.is_service_owned(key) {
                    turn.diagnose(Code::PublicationNotNeeded, kind.as_str());
                    return self.calls.published(key, *kind, Ok(()), turn);
                }
                StoreRequest::Publish {
                    engagement,
                    call: self.calls.stored_call(key).into(),
                }
            }
        };
        self.ask(key, Question::Step(step), ask, turn);
    }

    fn ask(&mut self, key: u32, question: Question, ask: StoreRequest, turn: &mut Turn<'_>) {
        let request = self.next_request();
        let deadline = self.clock.advance(turn.now) + STORE_TIMEOUT;
        if let Some(record) = self.calls.records.get_mut(key) {
            record.ask(request, question, deadline);
            let store = StoreOutput::Store { request, ask };
            turn.outbox.push(HostOutput::Store(store));
        }
    }

    /// Settles a request that is answered or expired, and runs the next step.
    fn settle(&mut self, key: u32, question: Question, result: StoreResult, turn: &mut Turn<'_>) {
        let Question::Step(step) = question else {
            self.calls.caller_matched(key, result, turn);
            return self.run(key, turn);
        };
        if result.is_err() {
            turn.diagnose(Code::StoreFailed, step.name());
        }
        match (step, result) {
            (Step::Create, Ok(answer)) => self.created(key, &answer, turn),
            (Step::Create, Err(text)) => self.calls.creation_failed(key, &text, turn),
            (Step::Complete(properties), result) => {
                self.calls.hide(key, turn);
                match (properties, result) {
                    (None, _) => {}
                    (Some(_), Ok(_)) => self.calls.updated(key, turn),
                    (Some(_), Err(text)) => self.calls.update_failed(key, &text, turn),
                }
            }
            (Step::Publish(kind), result) => {
                self.calls.published(key, kind, result.map(drop), turn);
            }
        }
        self.run(key, turn);
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
}

const HAS_ENGAGEMENT: &str = "the call has an engagement";
const LOST: &str = "the host failed while it worked on this";
const NO_ENGAGEMENT: &str = "the call has no engagement";
const NO_ID: &str = "the record store gave no engagement id";
const OTHER_ENGAGEMENT: &str = "the engagement is not this call's";
const TOO_LATE: &str = "the record store did not answer in time";
