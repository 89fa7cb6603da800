//! Receipts: the outcome of messages that the host answers.
//!
//! ```text
//! track --> send --> end                     wait ... wait
//!   |        |        |                         |
//!   opens    binds    nothing bound: NotSent    Settled, once per wait
//! ```
//!
//! Every message that the host answers leaves a [`Row`] for each possible question about it, asked
//! or not: an answer that carries neither the message's id nor its call's can be matched only by
//! knowing every message whose answer is pending. A row retains its outcome for late questions. A
//! wait that is over leaves its row unchanged.

use alloc::string::String;
use alloc::vec::Vec;

use super::answer::{Answer, Matched};
use super::outbox::Outbox;
use super::question::{Outcome, Question};
use super::queue::Queue;
use super::row::{Row, Sent, subject};
use super::waits::Waits;
use crate::lifecycle::{Calls, Correlation};
use crate::protocol::limits::MAX_RECEIPTS;
use crate::protocol::{Kind, Millis, Value};

/// The receipts of a session and their waits.
#[derive(Clone, Debug)]
pub(super) struct Receipts {
    /// Oldest first.
    rows: Vec<Row>,
    waits: Waits,
}

impl Receipts {
    pub(super) const fn new() -> Self {
        Self {
            rows: Vec::new(),
            waits: Waits::new(),
        }
    }

    /// Opens a receipt: it belongs to the next message of this kind that the instance
    /// sends before [`Receipts::track_end`].
    pub(super) fn track(&mut self, instance: u32, receipt: u32, kind: Kind, outbox: &mut Outbox) {
        for &question in Question::of(kind) {
            self.add(receipt, instance, kind, question, outbox);
        }
    }

    /// Closes a receipt: where no message was sent meanwhile, the outcome is not sent.
    pub(super) fn track_end(&mut self, receipt: u32, outbox: &mut Outbox) {
        self.settle_all(outbox, Outcome::NotSent, &|row| {
            row.receipt == receipt && row.message_id.is_empty()
        });
    }

    /// Waits for the outcome of a receipt's message.
    /// [`AppOutput::Settled`](super::AppOutput::Settled) answers, at the latest at the
    /// time-out.
    pub(super) fn wait(
        &mut self,
        now: Millis,
        id: u32,
        receipt: u32,
        question: Question,
        timeout: Option<Millis>,
        outbox: &mut Outbox,
    ) {
        self.waits.add(now, id, receipt, question, timeout);
        let mut rows = self.rows.iter();
        let row = rows.find(|row| row.receipt == receipt && row.question == question);
        let (id, outcome, value) = match (row, self.waits.excess()) {
            (None, _) => (id, Outcome::SessionLost, None),
            (Some(row), excess) => match (row.outcome, excess) {
                (Some(outcome), _) => (id, outcome, row.value.as_ref()),
                (None, Some(oldest)) => (oldest, Outcome::SessionLost, None),
                (None, None) => return,
            },
        };
        self.waits.settle_one(id, outbox, outcome, value);
    }

    /// Ends a wait; does nothing where it is over.
    pub(super) fn abort(&mut self, wait: u32, outbox: &mut Outbox) {
        self.waits.settle_one(wait, outbox, Outcome::Aborted, None);
    }

    /// Notes that a message of the app's was posted or queued: its answers are pending.
    pub(super) fn expect(&mut self, sent: &Sent<'_>, outbox: &mut Outbox) {
        for &question in Question::of(sent.kind) {
            let tracked = self.tracked(sent, question);
            let is_asked = question.is_asked_by(sent.body);
            if tracked.is_none() && !is_asked {
                continue;
            }
            let subject = subject(sent.body);
            if is_asked {
                self.settle_all(outbox, Outcome::Superseded, &|row| {
                    row.is_superseded_by(sent, question, &subject)
                });
            }
            let at = match tracked {
                Some(at) => at,
                None => self.add(0, sent.instance, sent.kind, question, outbox),
            };
            if let Some(row) = self.rows.get_mut(at) {
                row.bind(sent, subject, is_asked);
            }
            if !is_asked {
                self.settle(at, outbox, Outcome::NotRequested, None);
            }
        }
    }

    /// Notes that a queued message is posted.
    pub(super) fn posted(&mut self, message_id: &str) {
        for row in &mut self.rows {
            row.is_posted |= row.message_id == message_id;
        }
    }

    /// Settles messages that left the queue without being posted: they are never sent.
    pub(super) fn settle_unsent(&mut self, queue: &Queue, outbox: &mut Outbox) {
        self.settle_all(outbox, Outcome::NotSent, &|row| {
            row.is_pending && !row.is_posted && !queue.contains(&row.message_id)
        });
    }

    /// Settles the posted messages at the end of the session: they will not be answered.
    pub(super) fn lose_answers(&mut self, outbox: &mut Outbox) {
        self.settle_all(outbox, Outcome::SessionLost, &|row| row.is_posted);
    }

    /// Aborts the waits of a removed instance; its messages may still be answered.
    pub(super) fn abort_instance(&mut self, instance: u32, outbox: &mut Outbox) {
        self.settle_all(outbox, Outcome::Aborted, &|row| row.instance == instance);
    }

    /// Settles the rows that the host answered. A success after a failure replaces it for late
    /// questions.
    pub(super) fn answered(
        &mut self,
        matched: &Matched,
        outcome: Outcome,
        value: Option<&Value>,
        outbox: &mut Outbox,
    ) {
        let rows = &self.rows;
        let mut picked = matched.rows.iter().filter_map(|at| rows.get(*at));
        let has_pending = picked.any(|row| row.is_pending);
        for &at in &matched.rows {
            let Some(row) = self.rows.get_mut(at) else {
                continue;
            };
            if matched.call == Correlation::Ambiguous {
                self.settle(at, outbox, Outcome::Ambiguous, None);
            } else if core::mem::replace(&mut row.is_pending, false) || !has_pending {
                if outcome == Outcome::Answered && row.may_still_succeed() {
                    row.outcome = None;
                }
                self.settle(at, outbox, outcome, value);
            }
        }
    }

    /// Refuses a message that names another call's engagement: its answers are ignored.
    pub(super) fn refuse(&mut self, message_id: &str, outbox: &mut Outbox) {
        for at in 0..self.rows.len() {
            let row = self.rows.get(at);
            if row.is_some_and(|row| row.message_id == message_id) {
                self.settle(at, outbox, Outcome::OtherEngagement, None);
            }
        }
    }

    /// Settles the waits whose time is over.
    pub(super) fn expire(&mut self, now: Millis, outbox: &mut Outbox) {
        let rows = &self.rows;
        self.waits.expire(now, outbox, &|wait| {
            // The host answers only a navigation that it refuses.
            let is_posted = |row: &Row| row.receipt == wait.receipt && row.is_posted;
            wait.question == Question::Navigated && rows.iter().any(is_posted)
        });
    }

    /// The time of the next expiry, by the edge's clock.
    pub(super) fn due(&self) -> Option<Millis> {
        self.waits.due()
    }

    /// The subject of an answer.
    pub(super) fn find(&self, calls: &Calls, answer: &Answer<'_>) -> Matched {
        answer.find(calls, &self.rows)
    }

    /// True if an answer belongs to a message that named another call's engagement.
    pub(super) fn is_refused(&self, matched: &Matched) -> bool {
        let mut rows = matched.rows.iter().filter_map(|at| self.rows.get(*at));
        rows.any(|row| row.outcome == Some(Outcome::OtherEngagement) && !row.may_still_succeed())
    }

    /// The row that was opened for a message by [`Receipts::track`].
    fn tracked(&self, sent: &Sent<'_>, question: Question) -> Option<usize> {
        self.rows.iter().rposition(|row| {
            row.instance == sent.instance
                && row.kind == sent.kind
                && row.question == question
                && row.message_id.is_empty()
                && row.outcome.is_none()
        })
    }

    /// Adds a row and returns its position. Where there are too many, the oldest with an outcome is
    /// dropped, or the oldest.
    fn add(
        &mut self,
        receipt: u32,
        instance: u32,
        kind: Kind,
        question: Question,
        outbox: &mut Outbox,
    ) -> usize {
        if self.rows.len() >= MAX_RECEIPTS {
            let is_done = |row: &Row| row.receipt == 0 || row.outcome.is_some();
            let oldest = self.rows.iter().position(is_done).unwrap_or(0);
            self.settle(oldest, outbox, Outcome::SessionLost, None);
            self.rows.remove(oldest);
        }
        self.rows.push(Row {
            receipt,
            instance,
            kind,
            question,
            message_id: String::new(),
            call: None,
            subject: String::new(),
            engagement: String::new(),
            is_posted: false,
            is_pending: false,
            outcome: None,
            value: None,
        });
        self.rows.len().saturating_sub(1)
    }

    /// Settles the chosen rows without an answer.
    fn settle_all(&mut self, outbox: &mut Outbox, outcome: Outcome, chosen: &dyn Fn(&Row) -> bool) {
        for at in 0..self.rows.len() {
            if let Some(row) = self.rows.get_mut(at)
                && chosen(row)
            {
                // Nobody waits for it any more, but the host still answers.
                row.is_pending &= outcome == Outcome::Aborted && row.is_posted;
                self.settle(at, outbox, outcome, None);
            }
        }
    }

    /// Gives a row its outcome, unless it has one, and settles its waits.
    fn settle(&mut self, at: usize, outbox: &mut Outbox, outcome: Outcome, value: Option<&Value>) {
        if let Some(row) = self.rows.get_mut(at).filter(|row| row.outcome.is_none()) {
            row.outcome = Some(outcome);
            row.value = value.cloned();
            self.waits.settle(outbox, outcome, value, &|wait| {
                wait.receipt == row.receipt && wait.question == row.question
            });
        }
    }
}
