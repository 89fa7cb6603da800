//! Engagements of calls: when the record store is asked, and what its answers lead to.
//!
//! ```text
//!  asked --answered, or 30 s over--> settled, the call's next step
//! ```

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::Host;
use super::input::StoreAnswer;
use super::output::{HostOutput, StoreOutput, StoreRequest};
use super::record::{Asked, Question, Step};
use super::replies::publication_answers;
use crate::lifecycle::{CallState, Engagement, EngagementEvent};
use crate::protocol::{Body, Kind, Millis, Part, Value};
use crate::session::Code;

/// The result of a request to the record store: its answer, or the text of its error.
pub(super) type StoreResult = Result<Part<StoreAnswer>, String>;

impl Host {
    /// Handles the record store's answer to a request: its value, or the text of its error. One
    /// that comes too late, or again, is ignored.
    pub(super) fn handle_stored(&mut self, now: Millis, request: u32, result: StoreResult) {
        if let Some((key, asked)) = self.calls.records.answered(request) {
            self.settle(now, key, asked, result);
        }
    }

    /// Fails the requests whose time is over.
    pub(super) fn expire_requests(&mut self, now: Millis) {
        while let Some((key, asked)) = self.calls.records.expired(now) {
            self.settle(now, key, asked, Err(TOO_LATE.to_owned()));
        }
    }

    /// Creates the engagement that a start asks for; an existing one is named again, even one that
    /// only the widget knows: of a call that began on another page.
    pub(super) fn create_or_name(&mut self, now: Millis, key: u32, body: &Body) {
        if !body.asks_engagement() {
            return;
        }
        let _ = self.supply(key, body);
        match self.calls.get(key).map(|call| &call.engagement) {
            Some(Engagement::None | Engagement::Failed) => {
                self.calls.engage(key, EngagementEvent::Asked);
                self.add_step(now, key, Step::Create);
            }
            // Its answer is pending.
            Some(Engagement::Pending) | None => {}
            Some(_) => self.name_engagement(key),
        }
    }

    /// Looks the caller's number up.
    pub(super) fn match_caller(&mut self, now: Millis, key: u32, number: Value) {
        let ask = StoreRequest::MatchCaller { number };
        self.ask(now, key, Question::MatchCaller, ask);
    }

    /// Completes a call: the store completes its engagement, and the frame is hidden. Notes of a
    /// repeated completion that are refused ask the store for nothing.
    pub(super) fn complete(
        &mut self,
        now: Millis,
        key: u32,
        body: &Body,
        properties: Option<Value>,
        is_repeated: bool,
    ) {
        let (own, refused) = match self.supply(key, body) {
            Ok(()) => (properties, None),
            Err(text) => (None, properties.map(|_| text)),
        };
        if is_repeated && refused.is_some() {
            self.hide(key);
        } else {
            self.add_step(now, key, Step::Complete(own));
        }
        if let Some(text) = refused {
            self.answer_failure(key, Kind::UpdateEngagementFailed, text);
        }
    }

    /// Saves a completed call once more with what the app reported later, unless a step that saves it
    /// is still pending.
    pub(super) fn save_later(&mut self, now: Millis, key: u32, properties: Option<Value>) {
        let state = self.calls.get(key).map(|call| call.state);
        let record = self.calls.records.get(key);
        if matches!(state, Some(CallState::Completed { .. }))
            && record.is_some_and(|record| !record.will_complete())
        {
            self.add_step(now, key, Step::Complete(properties));
        }
    }

    /// Publishes an engagement, as asked by a message of this kind. Engagements that the host owns
    /// need none.
    pub(super) fn publish(&mut self, now: Millis, key: u32, kind: Kind, body: &Body) {
        let had_engagement = self.calls.engagement(key).is_some();
        match self.supply(key, body) {
            Ok(()) => {
                // An app may learn its engagement's id after the completion, which saved nothing.
                if !had_engagement && self.calls.engagement(key).is_some() {
                    let properties = self.calls.last_properties(key);
                    self.save_later(now, key, properties);
                }
                self.add_step(now, key, Step::Publish(kind));
            }
            Err(text) => {
                let (_, failed) = publication_answers(kind);
                self.answer_failure(key, failed, text);
            }
        }
    }

    /// Accepts the engagement id that the app names: its own, or the one it got. A refused id does
    /// not stop the call itself, which goes on as the widget says; its engagement stays, and so
    /// does the other call's. While the one that it asked for is created, an app may still send the last
    /// call's id, which this page may not know. That id is ignored, and the rest of the message counts.
    ///
    /// # Errors
    ///
    /// The reason for a refusal, in words for the widget.
    pub(super) fn supply(&mut self, key: u32, body: &Body) -> Result<(), &'static str> {
        let Some(id) = body.engagement_id() else {
            return Ok(());
        };
        let call = self.calls.get(key);
        if call.is_some_and(|call| call.engagement == Engagement::Pending) {
            return Ok(());
        }
        let supplied = EngagementEvent::Supplied(id);
        let engaged = self.calls.engage_by_id(key, supplied, &mut self.outbox);
        engaged.map_err(|_| OTHER_ENGAGEMENT)
    }

    fn add_step(&mut self, now: Millis, key: u32, step: Step) {
        if let Some(record) = self.calls.records.get_mut(key) {
            record.add(step);
        }
        self.run(now, key);
    }

    /// Runs a call's steps in order, up to the next request to the store.
    fn run(&mut self, now: Millis, key: u32) {
        while let Some(step) = self.calls.next_step(key) {
            self.take_step(now, key, step);
        }
        self.calls.keep(key);
    }

    /// Runs one step.
    fn take_step(&mut self, now: Millis, key: u32, step: Step) {
        let ask = match (&step, self.calls.engagement(key)) {
            (Step::Create, None) => StoreRequest::Create {
                call: self.calls.stored_call(key).into(),
            },
            (Step::Create, Some(_)) => return self.creation_failed(key, HAS_ENGAGEMENT),
            (Step::Complete(properties), None) => {
                self.hide(key);
                if properties.is_some() {
                    self.diagnose(Code::NoEngagement, "callCompleted");
                    self.updated(key, Err(NO_ENGAGEMENT.to_owned()));
                }
                return;
            }
            (Step::Publish(kind), None) => {
                self.diagnose(Code::NoEngagement, kind.as_str());
                return self.published(key, *kind, Err(NO_ENGAGEMENT.to_owned()));
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
                    self.diagnose(Code::PublicationNotNeeded, kind.as_str());
                    return self.published(key, *kind, Ok(()));
                }
                StoreRequest::Publish {
                    engagement,
                    call: self.calls.stored_call(key).into(),
                }
            }
        };
        self.ask(now, key, Question::Step(step), ask);
    }

    fn ask(&mut self, now: Millis, key: u32, question: Question, ask: StoreRequest) {
        if let Some(request) = self.calls.records.ask(now, key, question, ask.method()) {
            let store = StoreOutput::Store { request, ask };
            self.outbox.push(HostOutput::Store(store));
            self.calls.keep(key);
        }
    }

    /// Settles a request that is answered or expired, and runs the next step.
    fn settle(&mut self, now: Millis, key: u32, asked: Asked, result: StoreResult) {
        let Question::Step(step) = asked.question else {
            self.caller_matched(key, asked.method, result);
            self.calls.records.choose_again(key);
            return self.run(now, key);
        };
        if result.is_err() {
            self.diagnose(Code::StoreFailed, asked.method);
        }
        match (step, result) {
            (Step::Create, Ok(answer)) => self.handle_created(key, &answer),
            (Step::Create, Err(text)) => self.creation_failed(key, &text),
            (Step::Complete(properties), result) => {
                self.hide(key);
                if properties.is_some() {
                    self.updated(key, result.map(drop));
                }
            }
            (Step::Publish(kind), result) => self.published(key, kind, result.map(drop)),
        }
        self.run(now, key);
    }

    fn handle_created(&mut self, key: u32, answer: &StoreAnswer) {
        let Some(id) = answer.record.id.engagement_id() else {
            self.diagnose(Code::StoreFailed, "createEngagement: the answer has no id");
            return self.creation_failed(key, NO_ID);
        };
        let created = EngagementEvent::Created(id);
        match self.calls.engage_by_id(key, created, &mut self.outbox) {
            Ok(()) => {
                self.calls.set_service_owned(key);
                self.name_engagement(key);
            }
            Err(_) => self.creation_failed(key, OTHER_ENGAGEMENT),
        }
    }

    /// Hides the frame, if the call's completion does so.
    fn hide(&mut self, key: u32) {
        let record = self.calls.records.get_mut(key);
        if record.is_some_and(|record| core::mem::take(&mut record.hides)) {
            self.frame.hide(&mut self.outbox);
        }
    }
}

const HAS_ENGAGEMENT: &str = "the call has an engagement";
const NO_ENGAGEMENT: &str = "the call has no engagement";
const NO_ID: &str = "the record store gave no engagement id";
const OTHER_ENGAGEMENT: &str = "the engagement is not this call's";
const TOO_LATE: &str = "the record store did not answer in time";
