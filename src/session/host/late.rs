//! Answers of the record store that come after their time.
//!
//! ```text
//!  asked --30 s--> given up: the widget is told that it failed
//!                     |
//!                     +-- the store succeeds all the same: the success takes the
//!                     |   failure's place, unless the same is under way again
//!                     +-- it fails, or comes after an hour: counted
//! ```

use alloc::string::{String, ToString};

use super::Host;
use super::record::Step;
use crate::lifecycle::{CallState, Engagement, EngagementEvent};
use crate::protocol::limits::{LATE_ANSWER_AFTER, MAX_LATE_ANSWERS};
use crate::protocol::{EngagementId, Kind, Millis, Payload};
use crate::session::Code;

/// A question to the store that was given up.
#[derive(Clone, Debug)]
pub(super) struct Late {
    request: u32,
    key: u32,
    /// What its success still does, if anything.
    asked: Option<Asked>,
    /// When it was given up. A page that sleeps misses no answer, so this is the
    /// hour and no time awake.
    since: Millis,
}

/// What can still be done late. The rest is only a step on the way.
#[derive(Clone, Copy, Debug)]
enum Asked {
    Create,
    Update,
    Publish(Kind),
}

impl<P: Payload> Host<P> {
    /// The time of a question about a call is over.
    pub(super) fn await_late(
        &mut self,
        now: Millis,
        request: u32,
        key: u32,
        step: Option<&Step<P>>,
    ) {
        let asked = match step {
            Some(Step::Create) => Some(Asked::Create),
            Some(Step::Update(_)) => Some(Asked::Update),
            Some(Step::Publish(kind)) => Some(Asked::Publish(*kind)),
            _ => None,
        };
        if self.late.len() >= MAX_LATE_ANSWERS {
            let idle = self.late.iter().position(|late| late.asked.is_none());
            self.late.remove(idle.unwrap_or(0));
        }
        self.late.push_back(Late {
            request,
            key,
            asked,
            since: now,
        });
    }

    /// The record store answered what is not asked any more; what never was, or was
    /// answered before, is ignored.
    pub(super) fn handle_late_result(
        &mut self,
        now: Millis,
        request: u32,
        result: Result<P, String>,
    ) {
        let at = self.late.iter().position(|late| late.request == request);
        let Some(late) = at.and_then(|at| self.late.remove(at)) else {
            return;
        };
        self.count(Code::StoreLate);
        let Late { key, since, .. } = late;
        let (Ok(record), Some(asked), Some(call)) = (result, late.asked, self.calls.get(key))
        else {
            return;
        };
        if now - since > LATE_ANSWER_AFTER {
            return;
        }
        match (asked, &call.engagement) {
            (Asked::Create, engagement) => {
                let made = record.field("id").and_then(|id| id.engagement_id());
                if let Some(id) = made.filter(|id| engagement.id() != Some(id)) {
                    self.created_late(now, key, id);
                }
            }
            (Asked::Update, Engagement::Updating(_))
            | (Asked::Publish(_), Engagement::Finalizing(_) | Engagement::Finalized(_)) => {}
            (Asked::Update, _) => self.updated(key),
            (Asked::Publish(kind), _) => self.published(key, kind, Ok(())),
        }
    }

    fn created_late(&mut self, now: Millis, key: u32, id: EngagementId) {
        if let Err(refused) = self.calls.engage(key, EngagementEvent::Created(id)) {
            return self.diagnose(refused.code.into(), refused.to_string());
        }
        self.tell_of_creation(key);
        // What its completion would have done, had there been an engagement.
        let state = self.calls.get(key).map(|call| call.state);
        if let Some(CallState::Completed { .. }) = state {
            self.add_step(key, Step::Complete);
            self.add_step(key, Step::Associate);
            self.run_steps(now, key);
        }
    }
}
