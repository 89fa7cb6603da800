//! Waits for the outcomes of messages.

use alloc::vec::Vec;

use super::outbox::Outbox;
use super::question::{Outcome, Question};
use crate::protocol::limits::{MAX_RECEIPTS, RECEIPT_TIMEOUT};
use crate::protocol::{Millis, Value};
use crate::session::AwakeClock;

/// The waits of a session, the oldest first. Their time-outs count only while the page
/// is awake.
#[derive(Clone, Debug, Default)]
pub(super) struct Waits {
    waits: Vec<Wait>,
    clock: AwakeClock,
}

/// One wait for the answer to a question.
#[derive(Clone, Debug)]
pub(super) struct Wait {
    id: u32,
    pub(super) receipt: u32,
    pub(super) question: Question,
    /// In time of the waits' [`AwakeClock`].
    until: Millis,
}

impl Waits {
    /// Adds a wait. It lasts [`RECEIPT_TIMEOUT`] where no time is given, or no valid one.
    pub(super) fn add(
        &mut self,
        now: Millis,
        id: u32,
        receipt: u32,
        question: Question,
        timeout: Option<Millis>,
    ) {
        let timeout = timeout.filter(|timeout| timeout.0 >= 0.0);
        self.waits.push(Wait {
            id,
            receipt,
            question,
            until: self.clock.advance(now) + timeout.unwrap_or(RECEIPT_TIMEOUT),
        });
    }

    /// The oldest wait, if there are more than allowed.
    pub(super) fn excess(&self) -> Option<u32> {
        let is_over = self.waits.len() > MAX_RECEIPTS;
        self.waits
            .first()
            .filter(|_| is_over)
            .map(|oldest| oldest.id)
    }

    /// Settles expired waits: as answered where silence counts as success, else as timed out.
    pub(super) fn expire(
        &mut self,
        now: Millis,
        outbox: &mut Outbox,
        is_good: &dyn Fn(&Wait) -> bool,
    ) {
        let awake = self.clock.advance(now);
        self.settle(outbox, Outcome::Answered, None, &|wait| {
            wait.until <= awake && is_good(wait)
        });
        self.settle(outbox, Outcome::TimedOut, None, &|wait| wait.until <= awake);
    }

    /// Settles one wait; does nothing where it is over.
    pub(super) fn settle_one(
        &mut self,
        id: u32,
        outbox: &mut Outbox,
        outcome: Outcome,
        value: Option<&Value>,
    ) {
        self.settle(outbox, outcome, value, &|wait| wait.id == id);
    }

    pub(super) fn settle(
        &mut self,
        outbox: &mut Outbox,
        outcome: Outcome,
        value: Option<&Value>,
        chosen: &dyn Fn(&Wait) -> bool,
    ) {
        self.waits.retain(|wait| {
            let is_over = chosen(wait);
            if is_over {
                outbox.settle(wait.id, outcome, value.cloned());
            }
            !is_over
        });
    }

    /// The time of the next expiry, by the edge's clock.
    pub(super) fn due(&self) -> Option<Millis> {
        let next = self
            .waits
            .iter()
            .fold(f64::INFINITY, |next, wait| next.min(wait.until.0));
        (next < f64::INFINITY).then(|| self.clock.due(Millis(next)))
    }
}
