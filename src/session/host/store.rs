//! Requests to the record store, and the answers that still count.
//!
//! ```text
//!  asked --answered--> settled
//!    |
//!    +--30 s--> given up: it counts as failed
//!                  |
//!                  +-- the store succeeds all the same: the success takes the
//!                  |   failure's place, unless the same was asked again
//!                  +-- it fails, or answers after an hour: counted
//! ```

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::outbox::Outbox;
use super::output::{HostOutput, StoreOutput, StoreRequest};
use super::record::Step;
use crate::protocol::limits::{
    LATE_ANSWER_AFTER, MAX_LATE_ANSWERS, MAX_STORE_REQUESTS, STORE_TIMEOUT,
};
use crate::protocol::{Kind, Millis};
use crate::session::AwakeClock;

/// The requests to a record store.
#[derive(Clone, Debug)]
pub(super) struct Store {
    pending: Vec<Pending>,
    /// The expired requests, the oldest first.
    late: VecDeque<Late>,
    clock: AwakeClock,
    last_request: u32,
}

/// A request that the record store has not answered.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    request: u32,
    /// The handle of the call it is about.
    pub(super) key: u32,
    pub(super) question: Question,
    /// In time awake: a sleeping laptop fetches nothing.
    deadline: Millis,
}

#[derive(Clone, Debug)]
pub(super) enum Question {
    Step(Step),
    MatchCaller,
}

/// An expired request.
#[derive(Clone, Debug)]
pub(super) struct Late {
    request: u32,
    pub(super) key: u32,
    /// The effect of its late success, if any.
    pub(super) effect: Option<LateEffect>,
    /// The time of expiry. A page that sleeps misses no answer, so this is the hour and no time
    /// awake.
    since: Millis,
}

/// Effects of a late success. The rest is only a step on the way.
#[derive(Clone, Copy, Debug)]
pub(super) enum LateEffect {
    Create,
    Update,
    Publish(Kind),
}

impl Store {
    pub(super) const fn new() -> Self {
        Self {
            pending: Vec::new(),
            late: VecDeque::new(),
            clock: AwakeClock::new(),
            last_request: 0,
        }
    }

    /// Asks the record store about a call.
    ///
    /// # Errors
    ///
    /// Returns the request, where too many are open.
    pub(super) fn ask(
        &mut self,
        now: Millis,
        key: u32,
        question: Question,
        ask: StoreRequest,
        outbox: &mut Outbox,
    ) -> Result<(), Pending> {
        let request = self.next_request();
        let pending = Pending {
            request,
            key,
            question,
            deadline: self.clock.advance(now) + STORE_TIMEOUT,
        };
        if self.pending.len() >= MAX_STORE_REQUESTS {
            return Err(pending);
        }
        self.pending.push(pending);
        outbox.push(HostOutput::Store(StoreOutput::Store { request, ask }));
        Ok(())
    }

    /// The request of an answer; `None` where it expired, was answered before, or never was.
    pub(super) fn answered(&mut self, request: u32) -> Option<Pending> {
        let mut pending = self.pending.iter();
        let at = pending.position(|pending| pending.request == request)?;
        Some(self.pending.remove(at))
    }

    /// The expired request of an answer, and true if the answer still counts.
    pub(super) fn answered_late(&mut self, now: Millis, request: u32) -> Option<(Late, bool)> {
        let at = self.late.iter().position(|late| late.request == request);
        let late = self.late.remove(at?)?;
        let counts = now - late.since <= LATE_ANSWER_AFTER;
        Some((late, counts))
    }

    /// The next request whose time is over.
    pub(super) fn expired(&mut self, now: Millis) -> Option<Pending> {
        let awake = self.clock.advance(now);
        let mut pending = self.pending.iter();
        let at = pending.position(|pending| pending.deadline <= awake)?;
        let expired = self.pending.remove(at);
        self.give_up(now, &expired);
        Some(expired)
    }

    /// The time at which a request expires, by the edge's clock.
    pub(super) fn due(&self) -> Option<Millis> {
        let pending = self.pending.iter();
        pending
            .map(|pending| self.clock.due(pending.deadline))
            .reduce(Millis::min)
    }

    /// A new number for a request.
    pub(super) const fn next_request(&mut self) -> u32 {
        self.last_request = self.last_request.wrapping_add(1);
        self.last_request
    }

    fn give_up(&mut self, now: Millis, pending: &Pending) {
        let effect = match &pending.question {
            Question::Step(Step::Create) => Some(LateEffect::Create),
            Question::Step(Step::Update(_)) => Some(LateEffect::Update),
            Question::Step(Step::Publish(kind)) => Some(LateEffect::Publish(*kind)),
            _ => None,
        };
        if self.late.len() >= MAX_LATE_ANSWERS {
            let idle = self.late.iter().position(|late| late.effect.is_none());
            self.late.remove(idle.unwrap_or(0));
        }
        self.late.push_back(Late {
            request: pending.request,
            key: pending.key,
            effect,
            since: now,
        });
    }
}

/// The error of an expired request.
pub(super) const TOO_LATE: &str = "the record store did not answer in time";
/// The error of a request that could not be made.
pub(super) const TOO_MANY: &str = "too many questions to the record store are open";
