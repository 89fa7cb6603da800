//! The record of the open calls, for the page that is loaded in this one's place.
//!
//! ```text
//!  journal() --the edge writes it--> resume() -> READY of the same host and user
//!                                       |            |  take over the calls
//!                                    refused         |  READY is delivered, then Resumed
//!                                                    v  INITIALIZED, then what waits
//! ```
//!
//! The record holds no number, no name and no message: what was not posted is the next
//! page's to say.

use alloc::string::String;
use alloc::vec::Vec;

use super::Widget;
use super::commands::Followed;
use super::handshake::{Host, Link};
use super::options::LifecycleMode;
use super::output::Level;
use super::queue::{Queue, is_start};
use crate::lifecycle::{Call, CallState, Calls};
use crate::protocol::limits::{JOURNAL_CLOCK_SLACK, JOURNAL_LIFETIME, MAX_JOURNAL_ID};
use crate::protocol::{Field, FieldKind, Millis, Payload, Shape};
use crate::session::Code;
use crate::session::stored::{
    CALLS, number, read_calls, read_number, write_call, write_calls, write_list,
};

/// The record that one page writes for the next.
pub const JOURNAL: Shape = Shape::new(
    "Journal",
    "The record that one page writes for the next.",
    &[
        Field::required("version", FieldKind::Number),
        Field::required("frame", FieldKind::Text),
        Field::required("at", FieldKind::Number),
        Field::required("host", FieldKind::Number),
        CALLS,
    ],
);

/// The record of an earlier page, as it was read.
#[derive(Clone, Debug)]
pub struct Journal {
    /// The frame it was written in.
    frame: String,
    /// When a page that knew its host wrote it last.
    written_at: Millis,
    /// Stands for the host's origin, its account and its user.
    host: f64,
    calls: Calls,
}

/// What came of a record that was handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It waits for READY.
    Taken,
    /// It is another frame's, and is left alone.
    OfAnotherFrame,
}

impl Journal {
    /// Reads what [`Output::Journal`](super::Output::Journal) gave.
    ///
    /// # Errors
    ///
    /// [`Code::JournalMalformed`] for anything else.
    pub fn parse<P: Payload>(journal: &P) -> Result<Self, Code> {
        Self::read(journal).ok_or(Code::JournalMalformed)
    }

    fn read<P: Payload>(journal: &P) -> Option<Self> {
        if read_number(journal, "version")? != VERSION {
            return None;
        }
        Some(Self {
            frame: journal.text_field("frame")?,
            written_at: Millis(journal.field("at")?.number()?),
            host: journal.field("host")?.number()?,
            calls: read_calls(journal, "calls")?,
        })
    }

    /// Whether it is young enough, and not of a time to come.
    fn is_fresh(&self, now: Millis) -> bool {
        let age = now - self.written_at;
        age <= JOURNAL_LIFETIME && age + JOURNAL_CLOCK_SLACK >= Millis(0.0)
    }
}

/// What a session does for a page loaded in its place.
#[derive(Clone, Debug)]
pub(super) struct Keeping {
    /// An instance asked for it.
    pub(super) is_on: bool,
    /// The record changed.
    pub(super) is_due: bool,
    /// The record of the earlier page, which waits for READY.
    earlier: Option<Journal>,
    /// Taken over and not reported yet: the age, and the handles of the calls.
    unreported: Option<(Millis, Vec<u32>)>,
}

impl Keeping {
    pub(super) const fn new() -> Self {
        Self {
            is_on: false,
            is_due: false,
            earlier: None,
            unreported: None,
        }
    }

    pub(super) fn take_due(&mut self) -> bool {
        core::mem::take(&mut self.is_due) && self.is_on
    }
}

impl<P: Payload> Widget<P> {
    /// The record for a page that is loaded in place of this one: the open calls
    /// whose start was posted. `None` where there is none, before a session with a
    /// real host, and while no instance asks for it.
    ///
    /// `frame` tells the frames of an origin apart.
    pub(super) fn journal(&self, now: Millis, frame: &str) -> Option<P> {
        if !self.keeping.is_on {
            return None;
        }
        let mut calls = self.calls.clone();
        let unsent = self.queue.iter().filter(|waiting| is_start(waiting));
        for call in unsent.filter_map(|waiting| waiting.call) {
            calls.discard(call);
        }
        let (written_at, host) = match &self.keeping.earlier {
            Some(earlier) => {
                calls.take_over(&earlier.calls);
                // Waiting does not make it younger.
                (earlier.written_at, earlier.host)
            }
            None => (now, self.host_mark()?),
        };
        let is_kept = |call: &Call| {
            let is_open = call.state.is_open() && call.state != CallState::Requested;
            is_open && !is_oversized(call)
        };
        if !calls.iter().any(is_kept) {
            return None;
        }

        let mut journal = P::empty();
        journal.put("version", Some(number(VERSION)));
        journal.put("frame", Some(P::from_text(frame)));
        journal.put("at", Some(P::from_number(written_at.0)));
        journal.put("host", Some(P::from_number(host)));
        journal.put("calls", Some(write_calls(&calls, is_kept)));
        Some(journal)
    }

    /// Hands in the record of an earlier page; its calls are taken over with the
    /// next READY of the same host and user.
    ///
    /// # Errors
    ///
    /// Why they are not, which is reported as well: [`Code::JournalMalformed`],
    /// [`Code::JournalExpired`]. The record is of no use then.
    pub(super) fn resume(&mut self, now: Millis, frame: &str, journal: &P) -> Result<Found, Code> {
        let read = Journal::parse(journal).and_then(|journal| {
            if journal.is_fresh(now) {
                Ok(journal)
            } else {
                Err(Code::JournalExpired)
            }
        });
        let journal = match read {
            Ok(journal) => journal,
            Err(code) => {
                self.outbox.report(code, Level::Note, String::new());
                return Err(code);
            }
        };
        if journal.frame != frame {
            return Ok(Found::OfAnotherFrame);
        }
        self.keeping.earlier = Some(journal);
        self.keeping.is_due = true;
        if self.link.is_open_to_late_comers() {
            self.take_over(now);
            self.changed();
            // A session that is open already greets once more.
            if let Link::Ready(host) = &self.link {
                let host = host.clone();
                if self.report_resumed() {
                    self.link = Link::Greeting(host);
                }
            }
        }
        Ok(Found::Taken)
    }

    /// The app drops a call, and what waits about it.
    pub(super) fn forget_call(&mut self, key: u32) {
        self.queue.forget(|waiting| waiting.call == Some(key));
        self.settle_unsent();
        self.discard_calls(&[key]);
    }

    /// Another page took the record that this one wrote.
    pub(super) fn lose_journal(&mut self) {
        self.keeping.earlier = None;
        self.keeping.is_due = true;
        self.outbox
            .report(Code::JournalClaimed, Level::Note, String::new());
    }

    /// A session opens: the calls of the earlier page are this one's from now on.
    pub(super) fn take_over(&mut self, now: Millis) {
        let Some(earlier) = self.keeping.earlier.take() else {
            return;
        };
        self.keeping.is_due = true;
        if Some(earlier.host) != self.host_mark() {
            return self
                .outbox
                .report(Code::JournalOtherHost, Level::Note, String::new());
        }
        let grown = self.calls.take_over(&earlier.calls);
        let keys = earlier
            .calls
            .iter()
            .map(|call| call.key().saturating_add(grown));
        let keys: Vec<u32> = keys.filter(|key| self.calls.get(*key).is_some()).collect();
        if keys.is_empty() {
            return;
        }
        self.keeping.unreported = Some((now - earlier.written_at, keys));
        // What was sent about a call before the page knew of it.
        let mut queue = core::mem::replace(&mut self.queue, Queue::new());
        for waiting in queue.iter_mut().filter(|waiting| waiting.call.is_none()) {
            if let Some(kind) = waiting.kind {
                let data = waiting.message.field("data");
                let followed = self.follow_app(kind, data.as_ref(), LifecycleMode::Off);
                let Followed { call, refused } = followed.unwrap_or_default();
                waiting.call = call;
                if let Some(refused) = refused {
                    if self.instances.lifecycle_of(waiting.instance) != LifecycleMode::Off {
                        self.outbox.report_refused(&refused, call, Level::Note);
                    }
                    let id = waiting.id.as_deref().unwrap_or_default();
                    self.receipts.refuse(id, &mut self.outbox);
                }
            }
        }
        self.queue = queue;
    }

    /// Reports the calls that were taken over, unless that was done.
    pub(super) fn report_resumed(&mut self) -> bool {
        let Some((age, keys)) = self.keeping.unreported.take() else {
            return false;
        };
        let calls = keys.iter().filter_map(|key| self.calls.get(*key));
        let mut account = P::empty();
        account.put("calls", Some(write_list(calls.map(write_call))));
        account.put("ageMs", Some(P::from_number(age.0.max(0.0))));
        self.outbox.deliver_resumed(account);
        true
    }

    /// Stands for the host of the open session and its user, so that neither is
    /// written down.
    pub(super) fn host_mark(&self) -> Option<f64> {
        let Host {
            origin,
            identity,
            is_injected,
            ..
        } = self.link.host()?;
        if *is_injected {
            return None;
        }
        let mut hash = FNV_OFFSET;
        let mut take = |text: &str| {
            // No text holds the byte 255, so that it ends each.
            for byte in text.bytes().chain(core::iter::once(255)) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
            }
        };
        take(origin);
        let [portal, user, _] = identity;
        for part in [portal, user] {
            take(part.as_deref().unwrap_or_default());
        }
        // As much as a number holds exactly.
        Some((hash >> 11) as f64)
    }
}

fn is_oversized(call: &Call) -> bool {
    let id = call.external_call_id.as_ref().map_or(0, |id| id.0.len());
    let engagement = call.engagement.id().map_or(0, |id| id.text.len());
    id.max(engagement) > MAX_JOURNAL_ID
}

/// The record's own version: another one is not read.
const VERSION: u32 = 2;

/// FNV-1a of 64 bits.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;
