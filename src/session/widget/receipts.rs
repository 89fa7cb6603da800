//! Receipts: what becomes of a message that the host answers.
//!
//! ```text
//! track --> send --> tracked_end                  wait ... wait
//!   |        |            |                         |
//!   opens    binds        nothing bound: NotSent    Settled, once per wait
//! ```
//!
//! Every message the host answers leaves a [`Row`] for each question that can be
//! asked about it, whether or not anybody asks: an answer that carries neither
//! the message's id nor its call's is told from another's only by knowing all
//! that await one. A row's outcome is kept, so that asking late gives it too. A
//! wait that is over leaves its row as it is.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::commands::{asks_engagement, has_properties};
use super::options::Mode;
use super::output::Output;
use super::{Widget, call_id};
use crate::lifecycle::{Awaited, Calls, Correlation};
use crate::protocol::limits::{MAX_RECEIPTS, RECEIPT_TIMEOUT};
use crate::protocol::{EngagementId, ExternalCallId, Kind, Millis, Payload};
use crate::session::AwakeClock;

/// What can be asked about a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Which engagement the host created; about the start of a call.
    Engagement,
    /// Whom the caller's number belongs to; about an incoming call.
    CallerId,
    /// Whether the engagement's properties were applied; about a completion.
    Saved,
    /// Whether the engagement was published.
    Finalized,
    /// Whether the record was opened, as far as that can be known: the host
    /// answers a refusal only.
    Navigated,
}

impl Question {
    /// Every question, in the enum's order.
    pub const ALL: [Self; 5] = [
        Self::Engagement,
        Self::CallerId,
        Self::Saved,
        Self::Finalized,
        Self::Navigated,
    ];

    /// What can be asked about a message of the app's.
    #[must_use]
    pub const fn of(kind: Kind) -> &'static [Self] {
        match kind {
            Kind::OutgoingCallStarted => &[Self::Engagement],
            Kind::IncomingCall => &[Self::Engagement, Self::CallerId],
            Kind::CallCompleted => &[Self::Saved],
            Kind::FinalizeEngagement | Kind::PublishToChannel => &[Self::Finalized],
            Kind::NavigateToRecord => &[Self::Navigated],
            _ => &[],
        }
    }

    /// Whether the message asks the host for an answer at all.
    fn is_asked_by<P: Payload>(self, data: Option<&P>) -> bool {
        match self {
            Self::Engagement => asks_engagement(data),
            Self::Saved => has_properties(data),
            _ => true,
        }
    }

    const fn awaited(self) -> Option<Awaited> {
        match self {
            Self::Engagement => Some(Awaited::Creation),
            Self::Saved => Some(Awaited::Update),
            Self::Finalized => Some(Awaited::Finalization),
            Self::CallerId | Self::Navigated => None,
        }
    }
}

/// What came of a question. The texts are part of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The host did it; of a navigation: nothing was heard of a refusal.
    Answered,
    /// The host did not answer in time.
    TimedOut,
    /// The app gave up, or destroyed the instance that asked.
    Aborted,
    /// The message never went out.
    NotSent,
    /// The message did not ask the host for this.
    NotRequested,
    /// The host answered that it could not.
    HostRefused,
    /// An answer came that could be another call's as well.
    Ambiguous,
    /// A later message of the same kind about the same call took its place.
    Superseded,
    /// The session the answer was to come in is over, or more receipts were
    /// open than are kept.
    SessionLost,
}

impl Outcome {
    /// The outcome as applications see it; empty where it is no failure.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Answered => "",
            Self::TimedOut => "TIMED_OUT",
            Self::Aborted => "ABORTED",
            Self::NotSent => "NOT_SENT",
            Self::NotRequested => "NOT_REQUESTED",
            Self::HostRefused => "HOST_REFUSED",
            Self::Ambiguous => "AMBIGUOUS",
            Self::Superseded => "SUPERSEDED",
            Self::SessionLost => "SESSION_LOST",
        }
    }
}

/// The receipts of a session and who waits for them.
#[derive(Clone, Debug)]
pub(super) struct Receipts<P> {
    /// Those no message was bound to yet: number, instance, kind.
    pub(super) open: Vec<(u32, u32, Kind)>,
    /// Oldest first.
    pub(super) rows: Vec<Row<P>>,
    pub(super) waits: Vec<Wait>,
    pub(super) last_receipt: u32,
    pub(super) last_wait: u32,
}

/// One question about one message.
#[derive(Clone, Debug)]
pub(super) struct Row<P> {
    /// The receipt's number; 0 where nobody can ask.
    pub(super) receipt: u32,
    pub(super) instance: u32,
    pub(super) question: Question,
    /// What the message is posted under; empty where nothing is.
    pub(super) message_id: String,
    /// The handle of its call.
    pub(super) call: Option<u32>,
    /// The id the message names its call by, or its record's coordinates; may be
    /// empty.
    pub(super) subject: String,
    /// The engagement it names, or empty.
    pub(super) engagement: String,
    /// It went out.
    pub(super) is_posted: bool,
    /// An answer may still come, whether or not the outcome is known.
    pub(super) awaits: bool,
    pub(super) outcome: Option<Outcome>,
    /// What the host answered.
    pub(super) value: Option<P>,
}

/// Someone waits for a row's outcome.
#[derive(Clone, Debug)]
pub(super) struct Wait {
    pub(super) id: u32,
    pub(super) receipt: u32,
    pub(super) question: Question,
    /// By the session's [`AwakeClock`].
    pub(super) until: Millis,
}

/// What an answer of the host's says about what it answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer<'a> {
    pub(super) question: Question,
    /// The id of the message it answers, or the answer's own: a host may keep
    /// the request's.
    pub(super) reply_to: &'a str,
    pub(super) call: Option<&'a ExternalCallId>,
    pub(super) engagement: Option<&'a EngagementId>,
    /// The coordinates of the record it is about, or empty.
    pub(super) record: &'a str,
}

impl<P: Payload> Receipts<P> {
    pub(super) const fn new() -> Self {
        Self {
            open: Vec::new(),
            rows: Vec::new(),
            waits: Vec::new(),
            last_receipt: 0,
            last_wait: 0,
        }
    }

    /// When a wait is over, by the edge's clock.
    pub(super) fn due(&self, clock: &AwakeClock) -> Option<Millis> {
        let next = self
            .waits
            .iter()
            .fold(f64::INFINITY, |next, wait| next.min(wait.until.0));
        (next < f64::INFINITY).then(|| clock.due(Millis(next)))
    }

    /// Which call an answer is about, and the rows it could settle.
    ///
    /// The id of the message it answers says it, unless what it names is another
    /// call's; else what it names; else there has to be only one that awaits it.
    fn meant(&self, calls: &Calls, answer: Answer<'_>) -> (Correlation, Vec<usize>) {
        let Answer {
            question,
            reply_to,
            call: id,
            engagement,
            record,
        } = answer;
        let by_calls = match question.awaited() {
            Some(awaited) => calls.correlate(awaited, id, engagement),
            None => id
                .and_then(|id| calls.by_id(id))
                .map_or(Correlation::Unknown, |call| Correlation::Call(call.key())),
        };
        let is_known_engagement = |engagement| calls.by_engagement(engagement).is_some();
        let is_named = id.is_some()
            || !record.is_empty()
            || engagement
                .is_some_and(|e| question != Question::Engagement || is_known_engagement(e));
        let subject = id.map_or(record, |id| id.0.as_str());
        let engagement = engagement.map_or("", |engagement| engagement.text.as_str());
        let is_of = |row: &Row<P>| match (by_calls, row.call) {
            (Correlation::Call(key), Some(call)) => call == key,
            _ if subject.is_empty() => row.engagement == engagement,
            _ => row.subject == subject,
        };
        let is_about_another = |row: &Row<P>| match (by_calls, row.call) {
            (Correlation::Call(key), Some(call)) => call != key,
            _ => differ(&row.subject, subject) || differ(&row.engagement, engagement),
        };
        let rows = |picks: &dyn Fn(&Row<P>) -> bool| -> Vec<usize> {
            let rows = self.rows.iter().enumerate();
            rows.filter(|(_, row)| row.question == question && picks(row))
                .map(|(at, _)| at)
                .collect()
        };

        let echoed =
            rows(&|row| row.message_id == reply_to && !(is_named && is_about_another(row)));
        if let Some(row) = echoed.first().and_then(|at| self.rows.get(*at)) {
            return (
                row.call.map_or(Correlation::Unknown, Correlation::Call),
                echoed,
            );
        }
        let is_awaiting =
            |row: &Row<P>| row.awaits && row.call.is_none_or(|call| calls.get(call).is_some());
        if is_named {
            return (by_calls, rows(&|row| is_awaiting(row) && is_of(row)));
        }
        let awaiting = rows(&is_awaiting);
        let rows = || awaiting.iter().filter_map(|at| self.rows.get(*at));
        let first = rows().next().map(|row| (row.call, row.message_id.as_str()));
        let mut only = by_calls;
        for row in rows() {
            let is_firsts = Some((row.call, row.message_id.as_str())) == first;
            only = match (only, row.call) {
                (Correlation::Call(key), Some(call)) if key == call => only,
                (Correlation::Unknown, Some(call)) if is_firsts => Correlation::Call(call),
                (Correlation::Unknown, None) if is_firsts => only,
                _ => Correlation::Ambiguous,
            };
        }
        (only, awaiting)
    }
}

impl<P: Payload> Widget<P> {
    /// Opens a receipt: it belongs to the next message of this kind that the
    /// instance sends before [`Widget::tracked_end`].
    pub fn track(&mut self, instance: u32, kind: Kind) -> u32 {
        let receipts = &mut self.receipts;
        receipts.last_receipt = receipts.last_receipt.wrapping_add(1);
        receipts.open.push((receipts.last_receipt, instance, kind));
        receipts.last_receipt
    }

    /// Closes a receipt: where no message was sent meanwhile, none was.
    pub fn tracked_end(&mut self, receipt: u32) {
        let open = &mut self.receipts.open;
        let Some(at) = open.iter().position(|(number, ..)| *number == receipt) else {
            return;
        };
        let (_, instance, kind) = open.remove(at);
        for &question in Question::of(kind) {
            self.add(Row {
                receipt,
                instance,
                question,
                message_id: String::new(),
                call: None,
                subject: String::new(),
                engagement: String::new(),
                is_posted: false,
                awaits: false,
                outcome: Some(Outcome::NotSent),
                value: None,
            });
        }
    }

    /// Asks what came of a receipt's message: [`Output::Settled`] answers under
    /// the number this returns, at the latest when `timeout_ms` of waking time
    /// are over. What is no such time stands for [`RECEIPT_TIMEOUT`].
    pub fn wait(&mut self, now: Millis, receipt: u32, question: Question, timeout_ms: f64) -> u32 {
        let awake = self.clock.advance(now);
        let receipts = &mut self.receipts;
        receipts.last_wait = receipts.last_wait.wrapping_add(1);
        let id = receipts.last_wait;
        let mut rows = receipts.rows.iter();
        let row = rows.find(|row| row.receipt == receipt && row.question == question);
        let settled = match row {
            None => Some((Outcome::SessionLost, None)),
            Some(row) => row.outcome.map(|outcome| (outcome, row.value.clone())),
        };
        if let Some((outcome, value)) = settled {
            self.tell_wait(id, outcome, value);
            return id;
        }
        let timeout = if timeout_ms >= 0.0 {
            Millis(timeout_ms)
        } else {
            RECEIPT_TIMEOUT
        };
        receipts.waits.push(Wait {
            id,
            receipt,
            question,
            until: awake + timeout,
        });
        if receipts.waits.len() > MAX_RECEIPTS {
            let oldest = receipts.waits.remove(0);
            self.tell_wait(oldest.id, Outcome::SessionLost, None);
        }
        id
    }

    /// Ends a wait; harmless when it is over.
    pub fn abort(&mut self, wait: u32) {
        let waits = &mut self.receipts.waits;
        if let Some(at) = waits.iter().position(|other| other.id == wait) {
            waits.remove(at);
            self.tell_wait(wait, Outcome::Aborted, None);
        }
    }

    /// A message will not go out, or could not be posted.
    pub fn handle_unsent(&mut self, message_id: &str) {
        self.settle_all(Outcome::NotSent, &|row| row.message_id == message_id);
    }

    /// A message of the app's was posted, or waits to be.
    pub(super) fn expect_answers(
        &mut self,
        instance: u32,
        kind: Option<Kind>,
        data: Option<&P>,
        call: Option<u32>,
        message_id: &str,
        is_posted: bool,
    ) {
        let Some(kind) = kind else {
            return;
        };
        // What is only observed is not sent.
        if self.mode_of(instance) == Mode::Observe {
            return;
        }
        let receipt = self.receipts.bind(instance, kind);
        for &question in Question::of(kind) {
            let is_asked = question.is_asked_by(data);
            if receipt == 0 && !is_asked {
                continue;
            }
            let subject = subject(question, data);
            if is_asked {
                self.settle_all(Outcome::Superseded, &|row| {
                    row.question == question
                        && row.awaits
                        && row.call == call
                        && (call.is_some() || (row.subject == subject && !subject.is_empty()))
                });
            }
            let engagement = data.and_then(|data| data.field("engagementId")?.id_text());
            self.add(Row {
                receipt,
                instance,
                question,
                message_id: message_id.to_owned(),
                call,
                subject,
                engagement: engagement.unwrap_or_default(),
                is_posted,
                awaits: is_asked,
                outcome: (!is_asked).then_some(Outcome::NotRequested),
                value: None,
            });
        }
    }

    /// Another instance sent the very same: what comes of that comes of this.
    pub(super) fn share_answers(&mut self, instance: u32, kind: Option<Kind>, data: Option<&P>) {
        let Some(kind) = kind else {
            return;
        };
        let receipt = self.receipts.bind(instance, kind);
        for &question in Question::of(kind) {
            let subject = subject(question, data);
            let mut rows = self.receipts.rows.iter().rev();
            let twin = rows.find(|row| {
                row.instance != instance && row.question == question && row.subject == subject
            });
            if receipt != 0
                && let Some(twin) = twin
            {
                let row = Row {
                    receipt,
                    instance,
                    ..twin.clone()
                };
                self.add(row);
            }
        }
    }

    /// A message that waited was posted.
    pub(super) fn note_posted(&mut self, message_id: &str) {
        for row in &mut self.receipts.rows {
            row.is_posted |= row.message_id == message_id;
        }
    }

    /// What waited was posted or dropped: what waits no longer will not go out.
    pub(super) fn note_unsent(&mut self) {
        for at in 0..self.receipts.rows.len() {
            let Some(row) = self.receipts.rows.get_mut(at) else {
                continue;
            };
            let id = Some(row.message_id.as_str());
            let waits = self.queue.iter().any(|waiting| waiting.id.as_deref() == id);
            if row.awaits && !row.is_posted && !waits {
                row.awaits = false;
                self.settle(at, Outcome::NotSent, None);
            }
        }
    }

    /// The session is over: nothing that was posted will be answered.
    pub(super) fn lose_answers(&mut self) {
        self.settle_all(Outcome::SessionLost, &|row| row.is_posted);
    }

    /// An instance is gone; what it sent may still be answered.
    pub(super) fn abort_instance(&mut self, instance: u32) {
        self.settle_all(Outcome::Aborted, &|row| row.instance == instance);
    }

    /// The host answered a question, with what it answered; which call that is
    /// about.
    pub(super) fn take_answer(
        &mut self,
        answer: Answer<'_>,
        outcome: Outcome,
        value: Option<P>,
    ) -> Correlation {
        let (call, rows) = self.receipts.meant(&self.calls, answer);
        for at in rows {
            let Some(row) = self.receipts.rows.get_mut(at) else {
                continue;
            };
            if call == Correlation::Ambiguous {
                self.settle(at, Outcome::Ambiguous, None);
            } else if core::mem::replace(&mut row.awaits, false) {
                self.settle(at, outcome, value.clone());
            }
        }
        call
    }

    /// Ends the waits whose time is over.
    pub(super) fn end_waits(&mut self, now: Millis) {
        let awake = self.clock.advance(now);
        let Receipts { waits, rows, .. } = &mut self.receipts;
        let outputs = &mut self.outputs;
        waits.retain(|wait| {
            let is_over = wait.until <= awake;
            if is_over {
                let went_out = |row: &Row<P>| row.receipt == wait.receipt && row.is_posted;
                let outcome = if wait.question == Question::Navigated && rows.iter().any(went_out) {
                    Outcome::Answered
                } else {
                    Outcome::TimedOut
                };
                outputs.push(Output::Settled {
                    wait: wait.id,
                    outcome,
                    value: None,
                });
            }
            !is_over
        });
    }

    /// Adds a row; where there are too many, the oldest with an outcome goes, or
    /// the oldest.
    fn add(&mut self, row: Row<P>) {
        let rows = &self.receipts.rows;
        if rows.len() >= MAX_RECEIPTS {
            let is_done = |row: &Row<P>| row.receipt == 0 || row.outcome.is_some();
            let oldest = rows.iter().position(is_done).unwrap_or(0);
            self.settle(oldest, Outcome::SessionLost, None);
            self.receipts.rows.remove(oldest);
        }
        self.receipts.rows.push(row);
    }

    /// Gives the rows that are picked an outcome they are to have without an
    /// answer.
    fn settle_all(&mut self, outcome: Outcome, picks: &dyn Fn(&Row<P>) -> bool) {
        for at in 0..self.receipts.rows.len() {
            if let Some(row) = self.receipts.rows.get_mut(at)
                && picks(row)
            {
                // Nobody waits for it any more, but the host still answers.
                row.awaits &= outcome == Outcome::Aborted && row.is_posted;
                self.settle(at, outcome, None);
            }
        }
    }

    /// Gives a row its outcome, unless it has one, and tells whoever waits.
    fn settle(&mut self, at: usize, outcome: Outcome, value: Option<P>) {
        let Some(row) = self.receipts.rows.get_mut(at) else {
            return;
        };
        if row.outcome.is_some() {
            return;
        }
        row.outcome = Some(outcome);
        row.value = value;
        let outputs = &mut self.outputs;
        self.receipts.waits.retain(|wait| {
            let is_for = wait.receipt == row.receipt && wait.question == row.question;
            if is_for {
                let value = row.value.clone();
                outputs.push(Output::Settled {
                    wait: wait.id,
                    outcome,
                    value,
                });
            }
            !is_for
        });
    }

    fn tell_wait(&mut self, wait: u32, outcome: Outcome, value: Option<P>) {
        self.outputs.push(Output::Settled {
            wait,
            outcome,
            value,
        });
    }
}

impl<P> Receipts<P> {
    /// The receipt a message belongs to; 0 where there is none.
    fn bind(&mut self, instance: u32, kind: Kind) -> u32 {
        let is_its = |(_, by, of): &(u32, u32, Kind)| *by == instance && *of == kind;
        match self.open.iter().rposition(is_its) {
            Some(at) => self.open.remove(at).0,
            None => 0,
        }
    }
}

/// A record's coordinates as text; empty where they are missing.
pub(super) fn record<P: Payload>(data: Option<&P>) -> String {
    let mut text = String::new();
    if let Some(coordinates) = data.and_then(|data| data.field("objectCoordinates")) {
        for name in ["portalId", "objectId", "objectTypeId"] {
            let part = coordinates.field(name).and_then(|part| part.id_text());
            text.push_str(&part.unwrap_or_default());
            text.push(' ');
        }
    }
    text
}

fn subject<P: Payload>(question: Question, data: Option<&P>) -> String {
    if question == Question::Navigated {
        record(data)
    } else {
        call_id(data).map(|id| id.0).unwrap_or_default()
    }
}

/// Whether two texts are there and not the same.
fn differ(one: &str, two: &str) -> bool {
    !one.is_empty() && !two.is_empty() && one != two
}
