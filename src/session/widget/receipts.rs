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
use super::outbox::Outbox;
use super::queue::Queue;
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

    /// The field of the host's answer that the app is given.
    pub(super) const fn answered_in(self) -> Option<&'static str> {
        match self {
            Self::Engagement => Some("engagementId"),
            Self::CallerId => Some("callerIdMatches"),
            _ => None,
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

named!(Question {
    Engagement = "engagement",
    CallerId = "callerId",
    Saved = "saved",
    Finalized = "finalized",
    Navigated = "navigated",
});

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
    /// The message or the host's answer names an engagement that is not the
    /// call's.
    OtherEngagement,
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
            Self::OtherEngagement => "OTHER_ENGAGEMENT",
            Self::Ambiguous => "AMBIGUOUS",
            Self::Superseded => "SUPERSEDED",
            Self::SessionLost => "SESSION_LOST",
        }
    }
}

named!(Outcome {
    Answered = "",
    TimedOut = "TIMED_OUT",
    Aborted = "ABORTED",
    NotSent = "NOT_SENT",
    NotRequested = "NOT_REQUESTED",
    HostRefused = "HOST_REFUSED",
    OtherEngagement = "OTHER_ENGAGEMENT",
    Ambiguous = "AMBIGUOUS",
    Superseded = "SUPERSEDED",
    SessionLost = "SESSION_LOST",
});

/// The receipts of a session and who waits for them.
#[derive(Clone, Debug)]
pub(super) struct Receipts<P> {
    /// Oldest first.
    pub(super) rows: Vec<Row<P>>,
    pub(super) waits: Vec<Wait>,
}

/// One question about one message.
#[derive(Clone, Debug)]
pub(super) struct Row<P> {
    /// The receipt's number; 0 where nobody can ask.
    pub(super) receipt: u32,
    pub(super) instance: u32,
    pub(super) kind: Kind,
    pub(super) question: Question,
    /// What the message is posted under; empty until one is sent.
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
            rows: Vec::new(),
            waits: Vec::new(),
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
    pub(super) fn meant(&self, calls: &Calls, answer: Answer<'_>) -> (Correlation, Vec<usize>) {
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
        let is_named = id.is_some()
            || !record.is_empty()
            || engagement.is_some_and(|engagement| {
                question != Question::Engagement || calls.by_engagement(engagement).is_some()
            });
        // What is created is new, and so cannot speak against an echo.
        let is_creation = question == Question::Engagement && id.is_none();
        let subject = id.map_or(record, |id| id.0.as_str());
        let engagement = engagement.map_or("", |engagement| engagement.text.as_str());

        let tie: &dyn Fn(&Row<P>) -> Tie = &|row| {
            let is_named_one = match (by_calls, row.call) {
                (Correlation::Call(key), Some(call)) if is_named => Some(key == call),
                _ => agree(&row.subject, subject).or(agree(&row.engagement, engagement)),
            };
            let is_known = row.call.is_none_or(|call| calls.get(call).is_some());
            if row.question != question {
                Tie::None
            } else if row.message_id == reply_to && (is_creation || is_named_one != Some(false)) {
                Tie::Echo
            } else if is_known
                && (row.awaits && !is_named
                    || (row.awaits || row.may_still_succeed()) && is_named_one == Some(true))
            {
                Tie::NameOrOnly
            } else {
                Tie::None
            }
        };
        let best = self.rows.iter().map(tie).max().unwrap_or(Tie::None);
        let mut picked: Vec<usize> = Vec::new();
        let mut call = if best == Tie::Echo {
            Correlation::Unknown
        } else {
            by_calls
        };
        for (at, row) in self.rows.iter().enumerate() {
            if best == Tie::None || tie(row) != best {
                continue;
            }
            let first = picked.first().and_then(|first| self.rows.get(*first));
            let is_firsts = first
                .is_none_or(|first| first.call == row.call && first.message_id == row.message_id);
            picked.push(at);
            if best == Tie::Echo || !is_named {
                call = match (call, row.call) {
                    (Correlation::Call(key), Some(its)) if key == its => call,
                    (Correlation::Unknown, Some(its)) if is_firsts => Correlation::Call(its),
                    (Correlation::Unknown, None) if is_firsts => call,
                    _ => Correlation::Ambiguous,
                };
            }
        }
        (call, picked)
    }

    /// Whether an answer is to a message that moved nothing, since it names an
    /// engagement that is not its call's.
    pub(super) fn is_refused(&self, meant: &[usize]) -> bool {
        meant.iter().any(|at| {
            self.rows.get(*at).is_some_and(|row| {
                row.outcome == Some(Outcome::OtherEngagement) && !row.may_still_succeed()
            })
        })
    }
}

impl<P> Row<P> {
    /// Whether a success counts although the host answered before.
    fn may_still_succeed(&self) -> bool {
        match self.outcome {
            Some(Outcome::HostRefused) => true,
            Some(Outcome::OtherEngagement) => self.question == Question::Engagement,
            _ => false,
        }
    }
}

/// How an answer is tied to a message, the strongest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tie {
    None,
    /// By what the answer names, or by awaiting one where it names nothing.
    NameOrOnly,
    /// By the message's id.
    Echo,
}

impl<P: Payload> Widget<P> {
    /// Opens a receipt: it belongs to the next message of this kind that the
    /// instance sends before [`Widget::tracked_end`].
    pub(super) fn track(&mut self, instance: u32, receipt: u32, kind: Kind) {
        for &question in Question::of(kind) {
            self.add(receipt, instance, kind, question);
        }
    }

    /// Closes a receipt: where no message was sent meanwhile, none was.
    pub(super) fn tracked_end(&mut self, receipt: u32) {
        self.settle_all(Outcome::NotSent, &|row| {
            row.receipt == receipt && row.message_id.is_empty()
        });
    }

    /// Asks what came of a receipt's message: [`Output::Settled`](super::Output::Settled) answers, at the
    /// latest when `timeout_ms` of waking time are over. What is no such time stands
    /// for [`RECEIPT_TIMEOUT`].
    pub(super) fn wait(
        &mut self,
        now: Millis,
        id: u32,
        receipt: u32,
        question: Question,
        timeout_ms: f64,
    ) {
        let awake = self.clock.advance(now);
        let Receipts { rows, waits, .. } = &mut self.receipts;
        let timeout = if timeout_ms >= 0.0 {
            Millis(timeout_ms)
        } else {
            RECEIPT_TIMEOUT
        };
        waits.push(Wait {
            id,
            receipt,
            question,
            until: awake + timeout,
        });
        let row = rows
            .iter()
            .find(|row| row.receipt == receipt && row.question == question);
        let over = match (row, waits.first()) {
            (Some(row), first) => match (row.outcome, first) {
                (Some(outcome), _) => Some((id, outcome, row.value.as_ref())),
                (None, Some(oldest)) if waits.len() > MAX_RECEIPTS => {
                    Some((oldest.id, Outcome::SessionLost, None))
                }
                _ => None,
            },
            (None, _) => Some((id, Outcome::SessionLost, None)),
        };
        if let Some((over, outcome, value)) = over {
            end(waits, &mut self.outbox, outcome, value, &|wait| {
                wait.id == over
            });
        }
    }

    /// Ends a wait; harmless when it is over.
    pub(super) fn abort(&mut self, wait: u32) {
        let waits = &mut self.receipts.waits;
        end(waits, &mut self.outbox, Outcome::Aborted, None, &|other| {
            other.id == wait
        });
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
        for &question in Question::of(kind) {
            let open = self.receipts.rows.iter().rposition(|row| {
                row.instance == instance
                    && row.kind == kind
                    && row.question == question
                    && row.message_id.is_empty()
                    && row.outcome.is_none()
            });
            let is_asked = question.is_asked_by(data);
            if open.is_none() && !is_asked {
                continue;
            }
            let subject = subject(kind, data);
            let is_same = |row: &Row<P>| {
                row.question == question
                    && row.awaits
                    && row.message_id != message_id
                    && row.call == call
                    && (call.is_some() || agree(&row.subject, &subject) == Some(true))
            };
            if is_asked {
                self.settle_all(Outcome::Superseded, &is_same);
            }
            let at = match open {
                Some(at) => at,
                None => self.add(0, instance, kind, question),
            };
            if let Some(row) = self.receipts.rows.get_mut(at) {
                row.message_id = message_id.to_owned();
                row.call = call;
                row.subject = subject;
                let engagement = data.and_then(|data| data.field("engagementId")?.engagement_id());
                row.engagement = engagement.map(|id| id.text).unwrap_or_default();
                row.is_posted = is_posted;
                row.awaits = is_asked;
            }
            if !is_asked {
                self.settle(at, Outcome::NotRequested, None);
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
        let queue = core::mem::replace(&mut self.queue, Queue::new());
        self.settle_all(Outcome::NotSent, &|row| {
            let waits = |id: &String| *id == row.message_id;
            let is_waiting = queue
                .iter()
                .any(|waiting| waiting.id.as_ref().is_some_and(waits));
            row.awaits && !row.is_posted && !is_waiting
        });
        self.queue = queue;
    }

    /// The session is over: nothing that was posted will be answered.
    pub(super) fn lose_answers(&mut self) {
        self.settle_all(Outcome::SessionLost, &|row| row.is_posted);
    }

    /// An instance is gone; what it sent may still be answered.
    pub(super) fn abort_instance(&mut self, instance: u32) {
        self.settle_all(Outcome::Aborted, &|row| row.instance == instance);
    }

    /// The host answered what [`Receipts::meant`] found, with what it answered. A
    /// success that comes after the failure takes its place for whoever asks late.
    pub(super) fn take_answer(
        &mut self,
        call: Correlation,
        meant: &[usize],
        outcome: Outcome,
        value: Option<&P>,
    ) {
        let rows = &mut self.receipts.rows;
        let is_awaited = meant
            .iter()
            .any(|at| rows.get(*at).is_some_and(|row| row.awaits));
        for &at in meant {
            let Some(row) = self.receipts.rows.get_mut(at) else {
                continue;
            };
            if call == Correlation::Ambiguous {
                self.settle(at, Outcome::Ambiguous, None);
            } else if core::mem::replace(&mut row.awaits, false) || !is_awaited {
                if outcome == Outcome::Answered && row.may_still_succeed() {
                    row.outcome = None;
                }
                self.settle(at, outcome, value);
            }
        }
    }

    /// A message names an engagement that is not its call's: nothing comes of it,
    /// whatever the host answers.
    pub(super) fn refuse_receipts(&mut self, message_id: &str) {
        for at in 0..self.receipts.rows.len() {
            let row = self.receipts.rows.get(at);
            if row.is_some_and(|row| row.message_id == message_id) {
                self.settle(at, Outcome::OtherEngagement, None);
            }
        }
    }

    /// Ends the waits whose time is over.
    pub(super) fn end_waits(&mut self, now: Millis) {
        let awake = self.clock.advance(now);
        let Receipts { waits, rows, .. } = &mut self.receipts;
        let outbox = &mut self.outbox;
        // Of a navigation that went out, silence is the good outcome.
        end(waits, outbox, Outcome::Answered, None, &|wait| {
            let went_out = |row: &Row<P>| row.receipt == wait.receipt && row.is_posted;
            wait.until <= awake && wait.question == Question::Navigated && rows.iter().any(went_out)
        });
        end(waits, outbox, Outcome::TimedOut, None, &|wait| {
            wait.until <= awake
        });
    }

    /// Adds a row and answers where; where there are too many, the oldest with an
    /// outcome goes, or the oldest.
    fn add(&mut self, receipt: u32, instance: u32, kind: Kind, question: Question) -> usize {
        let rows = &self.receipts.rows;
        if rows.len() >= MAX_RECEIPTS {
            let is_done = |row: &Row<P>| row.receipt == 0 || row.outcome.is_some();
            let oldest = rows.iter().position(is_done).unwrap_or(0);
            self.settle(oldest, Outcome::SessionLost, None);
            self.receipts.rows.remove(oldest);
        }
        let at = self.receipts.rows.len();
        self.receipts.rows.push(Row {
            receipt,
            instance,
            kind,
            question,
            message_id: String::new(),
            call: None,
            subject: String::new(),
            engagement: String::new(),
            is_posted: false,
            awaits: false,
            outcome: None,
            value: None,
        });
        at
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
    fn settle(&mut self, at: usize, outcome: Outcome, value: Option<&P>) {
        let Receipts { rows, waits, .. } = &mut self.receipts;
        if let Some(row) = rows.get_mut(at).filter(|row| row.outcome.is_none()) {
            row.outcome = Some(outcome);
            row.value = value.cloned();
            end(waits, &mut self.outbox, outcome, value, &|wait| {
                wait.receipt == row.receipt && wait.question == row.question
            });
        }
    }
}

/// Ends the waits that are picked.
fn end<P: Payload>(
    waits: &mut Vec<Wait>,
    outbox: &mut Outbox<P>,
    outcome: Outcome,
    value: Option<&P>,
    picks: &dyn Fn(&Wait) -> bool,
) {
    waits.retain(|wait| {
        let is_over = picks(wait);
        if is_over {
            outbox.settle(wait.id, outcome, value.cloned());
        }
        !is_over
    });
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

fn subject<P: Payload>(kind: Kind, data: Option<&P>) -> String {
    if kind == Kind::NavigateToRecord {
        record(data)
    } else {
        call_id(data).map(|id| id.0).unwrap_or_default()
    }
}

/// Whether two texts are the same; `None` where one is missing.
fn agree(one: &str, two: &str) -> Option<bool> {
    (!one.is_empty() && !two.is_empty()).then_some(one == two)
}
