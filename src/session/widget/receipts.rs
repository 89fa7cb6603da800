//! Receipts: the outcome of messages that the host answers.
//!
//! ```text
//! track --> send --> end                     wait ... wait
//!   |        |        |                         |
//!   opens    binds    nothing bound: NotSent    Settled, once per wait
//! ```
//!
//! Every message that the host answers leaves an [`Inquiry`] for each possible question about it,
//! asked or not: an answer that carries neither the message's id nor its call's can be matched only
//! by knowing every message whose answer is pending. So what the host owes about a call of the page
//! before is an inquiry, too, and one about a call that is forgotten stays. An inquiry retains its
//! outcome for late questions. A wait that is over leaves its inquiry unchanged.

use alloc::string::String;
use alloc::vec::Vec;

use super::answer::{Answer, Matched};
use super::inquiry::{Inquiry, Sent, subject};
use super::outbox::Outbox;
use super::question::{Outcome, Question};
use super::queue::Queue;
use crate::lifecycle::{Call, Calls, Correlation};
use crate::protocol::limits::{MAX_RECEIPTS, RECEIPT_TIMEOUT};
use crate::protocol::{EngagementId, ExternalCallId, Kind, Millis, Value};

/// The receipts of a session and their waits.
#[derive(Clone, Debug, Default)]
pub(super) struct Receipts {
    /// Oldest first.
    inquiries: Vec<Inquiry>,
    /// Oldest first.
    waits: Vec<Wait>,
    /// The answers that may be those of several inquiries, with the engagements that they name, until
    /// as many came as are owed.
    unclear: Vec<(Question, Option<EngagementId>)>,
}

/// One wait for the answer to a question.
#[derive(Clone, Debug)]
struct Wait {
    id: u32,
    receipt: u32,
    question: Question,
    /// In time awake.
    until: Millis,
}

impl Receipts {
    /// Opens a receipt: it belongs to the next message of this kind that the instance
    /// sends before [`Receipts::track_end`].
    pub(super) fn track(&mut self, instance: u32, receipt: u32, kind: Kind, outbox: &mut Outbox) {
        for &question in Question::of(kind) {
            self.add(receipt, instance, kind, question, outbox);
        }
    }

    /// Closes a receipt: where no message was sent meanwhile, the outcome is not sent.
    pub(super) fn track_end(&mut self, receipt: u32, outbox: &mut Outbox) {
        self.settle_all(outbox, Outcome::NotSent, &|inquiry| {
            inquiry.receipt == receipt && inquiry.message_id.is_empty()
        });
    }

    /// Waits for the outcome of a receipt's message.
    /// [`AppOutput::Settled`](super::AppOutput::Settled) answers, at the latest at the
    /// time-out: [`RECEIPT_TIMEOUT`] where no time is given, or no valid one.
    pub(super) fn wait(
        &mut self,
        awake: Millis,
        id: u32,
        receipt: u32,
        question: Question,
        timeout: Option<Millis>,
        outbox: &mut Outbox,
    ) {
        let timeout = timeout.filter(|timeout| timeout.0 >= 0.0);
        self.waits.push(Wait {
            id,
            receipt,
            question,
            until: awake + timeout.unwrap_or(RECEIPT_TIMEOUT),
        });
        let is_full = self.waits.len() > MAX_RECEIPTS;
        let excess = self.waits.first().filter(|_| is_full);
        let mut inquiries = self.inquiries.iter();
        let inquiry =
            inquiries.find(|inquiry| inquiry.receipt == receipt && inquiry.question == question);
        let (id, outcome, value) = match (inquiry, excess) {
            (None, _) => (id, Outcome::SessionLost, None),
            (Some(inquiry), excess) => match (inquiry.outcome, excess) {
                (Some(outcome), _) => (id, outcome, inquiry.value.as_ref()),
                (None, Some(oldest)) => (oldest.id, Outcome::SessionLost, None),
                (None, None) => return,
            },
        };
        let chosen = |wait: &Wait| wait.id == id;
        end_waits(&mut self.waits, outbox, outcome, value, &chosen);
    }

    /// Ends a wait; does nothing where it is over.
    pub(super) fn abort(&mut self, wait: u32, outbox: &mut Outbox) {
        let chosen = |other: &Wait| other.id == wait;
        end_waits(&mut self.waits, outbox, Outcome::Aborted, None, &chosen);
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
                self.settle_all(outbox, Outcome::Superseded, &|inquiry| {
                    inquiry.is_superseded_by(sent, question, subject.as_deref())
                });
            }
            let at = match tracked {
                Some(at) => at,
                None => self.add(0, sent.instance, sent.kind, question, outbox),
            };
            if let Some(inquiry) = self.inquiries.get_mut(at) {
                inquiry.bind(sent, subject, is_asked);
            }
            if !is_asked {
                self.settle(at, outbox, Outcome::NotRequested, None);
            }
        }
    }

    /// Notes that a queued message is posted.
    pub(super) fn posted(&mut self, awake: Millis, message_id: &str) {
        let inquiries = self.inquiries.iter_mut();
        for inquiry in inquiries.filter(|inquiry| inquiry.is_posted_as(message_id)) {
            inquiry.is_posted = true;
            inquiry.owed_since = Some(awake);
        }
    }

    /// Notes that the host owes an answer about a call, by its handle if it is known, although the
    /// app of this page sent no message that asks: the session did, or the page before.
    pub(super) fn owe(
        &mut self,
        awake: Millis,
        call: &Call,
        key: Option<u32>,
        message_id: String,
        outbox: &mut Outbox,
    ) {
        let awaited = call.engagement.awaited();
        let Some(question) = awaited.and_then(Question::awaiting) else {
            return;
        };
        let at = self.add(0, 0, Kind::OutgoingCallStarted, question, outbox);
        if let Some(inquiry) = self.inquiries.get_mut(at) {
            let id = call.external_call_id.as_ref();
            inquiry.message_id = message_id;
            inquiry.call = key;
            inquiry.subject = id.map(|id| id.as_str().into());
            inquiry.engagement = call.engagement.id().cloned();
            inquiry.is_posted = true;
            inquiry.is_pending = true;
            inquiry.owed_since = Some(awake);
        }
    }

    /// The engagements that the host owes, by the handle and the id of their calls.
    pub(super) fn owed_engagements(
        &self,
    ) -> impl Iterator<Item = (Option<u32>, Option<ExternalCallId>)> {
        let owed = self.inquiries.iter().filter(|inquiry| inquiry.is_owed());
        let owed = owed.filter(|inquiry| inquiry.question == Question::Engagement);
        owed.map(|inquiry| (inquiry.call, inquiry.subject.clone().map(Into::into)))
    }

    /// The handle of the newest call of this window that awaits an answer which the host owes.
    pub(super) fn newest_owed(&self, calls: &Calls) -> Option<u32> {
        let waits = |call: &&Call| call.is_own() && call.engagement.awaited().is_some();
        let is_owed = |call: &&Call| {
            let key = Some(call.key());
            let mut newest_first = self.inquiries.iter().rev();
            newest_first.any(|inquiry| inquiry.call == key && inquiry.lost_at().is_some())
        };
        calls.iter().filter(waits).rfind(is_owed).map(Call::key)
    }

    /// Settles messages that left the queue without being posted: they are never sent.
    pub(super) fn settle_unsent(&mut self, queue: &Queue, outbox: &mut Outbox) {
        self.settle_all(outbox, Outcome::NotSent, &|inquiry| {
            inquiry.is_pending && !inquiry.is_posted && !queue.contains(&inquiry.message_id)
        });
    }

    /// Settles the posted messages at the end of the session. Another user's host does not answer
    /// them; the same one's may, about a call's engagement.
    pub(super) fn lose_answers(&mut self, is_other_user: bool, outbox: &mut Outbox) {
        self.settle_all(outbox, Outcome::SessionLost, &|inquiry| inquiry.is_posted);
        for inquiry in &mut self.inquiries {
            let may_be_answered = !is_other_user && inquiry.question.awaited().is_some();
            inquiry.is_pending &= may_be_answered || !inquiry.is_posted;
        }
        self.unclear.clear();
    }

    /// Aborts the waits of a removed instance; its messages may still be answered.
    pub(super) fn abort_instance(&mut self, instance: u32, outbox: &mut Outbox) {
        self.settle_all(outbox, Outcome::Aborted, &|inquiry| {
            inquiry.instance == instance
        });
    }

    /// Settles the inquiries that the host answered. A success after a failure replaces it for late
    /// questions.
    pub(super) fn answered(
        &mut self,
        answer: &Answer<'_>,
        matched: &Matched,
        outcome: Outcome,
        value: Option<&Value>,
        outbox: &mut Outbox,
    ) {
        let inquiries = &self.inquiries;
        let mut picked = matched.inquiries.iter().filter_map(|at| inquiries.get(*at));
        let has_pending = picked.any(|inquiry| inquiry.is_pending);
        for &at in &matched.inquiries {
            let Some(inquiry) = self.inquiries.get_mut(at) else {
                continue;
            };
            if matched.call == Correlation::Ambiguous {
                self.settle(at, outbox, Outcome::Ambiguous, None);
            } else if core::mem::replace(&mut inquiry.is_pending, false) || !has_pending {
                if outcome == Outcome::Answered && inquiry.may_still_succeed() {
                    inquiry.outcome = None;
                }
                self.settle(at, outbox, outcome, value);
            }
        }
        if matched.call == Correlation::Ambiguous {
            // Two announcements of one engagement are one answer.
            let unclear = (answer.question, answer.engagement.clone());
            if unclear.1.is_none() || !self.unclear.contains(&unclear) {
                self.unclear.push(unclear);
            }
            self.end_ambiguity(answer.question);
        } else if !matched.inquiries.is_empty() {
            self.forget_unclear(answer.question);
        }
    }

    fn forget_unclear(&mut self, question: Question) {
        self.unclear.retain(|(of, _)| *of != question);
    }

    /// Once as many answers came as are owed, the host owes none any more.
    fn end_ambiguity(&mut self, question: Question) {
        let is_owed = |inquiry: &Inquiry| inquiry.question == question && inquiry.is_owed();
        let owed = self.inquiries.iter().filter(|it| is_owed(it)).count();
        let given = self.unclear.iter().filter(|(of, _)| *of == question);
        if given.count() >= owed {
            self.forget_unclear(question);
            for inquiry in self.inquiries.iter_mut().filter(|it| is_owed(it)) {
                inquiry.owed_since = None;
            }
        }
    }

    /// Refuses a message that names another call's engagement: its answers are ignored.
    pub(super) fn refuse(&mut self, message_id: &str, outbox: &mut Outbox) {
        for at in 0..self.inquiries.len() {
            let inquiry = self.inquiries.get(at);
            if inquiry.is_some_and(|inquiry| inquiry.message_id == message_id) {
                self.settle(at, outbox, Outcome::OtherEngagement, None);
            }
        }
    }

    /// Ends the waits whose time is over: as answered where silence counts as success, else as timed
    /// out. Gives up the answers that are lost; true if there were any.
    pub(super) fn expire(&mut self, awake: Millis, outbox: &mut Outbox) -> bool {
        let mut has_lost = false;
        for at in 0..self.inquiries.len() {
            let is_lost = |it: &&mut Inquiry| it.lost_at().is_some_and(|at| at <= awake);
            if let Some(inquiry) = self.inquiries.get_mut(at).filter(is_lost) {
                inquiry.owed_since = None;
                let question = inquiry.question;
                self.end_ambiguity(question);
                has_lost = true;
            }
        }
        let (waits, inquiries) = (&mut self.waits, &self.inquiries);
        let is_over = |wait: &Wait| wait.until <= awake;
        end_waits(waits, outbox, Outcome::Answered, None, &|wait| {
            // The host answers only a navigation that it refuses.
            let is_posted =
                |inquiry: &Inquiry| inquiry.receipt == wait.receipt && inquiry.is_posted;
            is_over(wait) && wait.question == Question::Navigated && inquiries.iter().any(is_posted)
        });
        end_waits(waits, outbox, Outcome::TimedOut, None, &is_over);
        has_lost
    }

    /// The time of the next expiry, in time awake.
    pub(super) fn due(&self) -> Option<Millis> {
        let waits = self.waits.iter().map(|wait| wait.until);
        let next = waits.chain(self.inquiries.iter().filter_map(Inquiry::lost_at));
        let next = next.filter(|until| until.0.is_finite());
        next.reduce(Millis::min)
    }

    /// The subject of an answer.
    pub(super) fn find(&self, calls: &Calls, answer: &Answer<'_>) -> Matched {
        answer.find(calls, &self.inquiries)
    }

    /// True if an answer belongs to a message that named another call's engagement.
    pub(super) fn is_refused(&self, matched: &Matched) -> bool {
        let mut inquiries = matched
            .inquiries
            .iter()
            .filter_map(|at| self.inquiries.get(*at));
        inquiries.any(|inquiry| {
            inquiry.outcome == Some(Outcome::OtherEngagement) && !inquiry.may_still_succeed()
        })
    }

    /// The inquiry that was opened for a message by [`Receipts::track`].
    fn tracked(&self, sent: &Sent<'_>, question: Question) -> Option<usize> {
        self.inquiries.iter().rposition(|inquiry| {
            inquiry.instance == sent.instance
                && inquiry.kind == sent.kind
                && inquiry.question == question
                && inquiry.message_id.is_empty()
                && inquiry.outcome.is_none()
        })
    }

    /// Adds an inquiry and returns its position. Where there are too many, the oldest with an
    /// outcome is dropped, or the oldest. One about an engagement that is owed stays: its answer
    /// would be taken for another call's.
    fn add(
        &mut self,
        receipt: u32,
        instance: u32,
        kind: Kind,
        question: Question,
        outbox: &mut Outbox,
    ) -> usize {
        if self.inquiries.len() >= MAX_RECEIPTS {
            let is_done = |inquiry: &Inquiry| {
                let is_settled = inquiry.receipt == 0 || inquiry.outcome.is_some();
                is_settled && inquiry.lost_at().is_none()
            };
            let oldest = self.inquiries.iter().position(is_done).unwrap_or(0);
            self.settle(oldest, outbox, Outcome::SessionLost, None);
            self.inquiries.remove(oldest);
        }
        self.inquiries.push(Inquiry {
            receipt,
            instance,
            kind,
            question,
            message_id: String::new(),
            call: None,
            subject: None,
            engagement: None,
            is_posted: false,
            is_pending: false,
            owed_since: None,
            outcome: None,
            value: None,
        });
        self.inquiries.len().saturating_sub(1)
    }

    /// Settles the chosen inquiries without an answer.
    fn settle_all(
        &mut self,
        outbox: &mut Outbox,
        outcome: Outcome,
        chosen: &dyn Fn(&Inquiry) -> bool,
    ) {
        for at in 0..self.inquiries.len() {
            if let Some(inquiry) = self.inquiries.get_mut(at)
                && !inquiry.is_over()
                && chosen(inquiry)
            {
                // Nobody waits for it any more, but the host still answers.
                inquiry.is_pending &=
                    inquiry.is_posted && matches!(outcome, Outcome::Aborted | Outcome::SessionLost);
                self.settle(at, outbox, outcome, None);
            }
        }
    }

    /// Gives an inquiry its outcome, unless it has one, and settles its waits.
    fn settle(&mut self, at: usize, outbox: &mut Outbox, outcome: Outcome, value: Option<&Value>) {
        if let Some(inquiry) = self
            .inquiries
            .get_mut(at)
            .filter(|inquiry| inquiry.outcome.is_none())
        {
            inquiry.outcome = Some(outcome);
            inquiry.value = value.cloned();
            end_waits(&mut self.waits, outbox, outcome, value, &|wait| {
                wait.receipt == inquiry.receipt && wait.question == inquiry.question
            });
        }
    }
}

/// Ends the chosen waits with an outcome.
fn end_waits(
    waits: &mut Vec<Wait>,
    outbox: &mut Outbox,
    outcome: Outcome,
    value: Option<&Value>,
    chosen: &dyn Fn(&Wait) -> bool,
) {
    for wait in waits.extract_if(.., |wait| chosen(wait)) {
        outbox.settle(wait.id, outcome, value.cloned());
    }
}
