//! What a page keeps for the one that is loaded in its place.
//!
//! ```text
//!  journal() --the edge keeps it--> resume() -> READY of the same host and user
//!                                      |            |  take over: calls, sends that waited
//!                                  refused          |  READY is delivered, then Resumed
//!                                                   v  INITIALIZED, what is owed, the rest
//! ```
//!
//! The calls hold no number and no name. A message that is owed is kept as it is.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::Widget;
use super::handshake::{Host, Link};
use super::options::LifecycleMode;
use super::output::{Level, Output};
use super::queue::{Queue, Waiting};
use super::stored::{
    NOBODY, number, read_calls, read_number, read_waiting, write_call, write_calls, write_list,
    write_waiting,
};
use crate::lifecycle::{Call, CallState, Calls};
use crate::protocol::limits::{
    JOURNAL_CLOCK_SLACK, JOURNAL_LIFETIME, MAX_JOURNAL_DEPTH, MAX_JOURNAL_ID, MAX_JOURNAL_TEXT,
    MAX_QUEUED,
};
use crate::protocol::{Kind, Millis, Payload};
use crate::session::guard::weigh;
use crate::session::{Code, guard};

/// What an earlier page kept, as it was read.
#[derive(Clone, Debug)]
pub struct Journal<P> {
    /// The frame it was kept in.
    frame: String,
    written_at: Millis,
    /// Since when it was kept: earlier, where the page that wrote it had taken it
    /// over and never got READY.
    kept_since: Millis,
    /// The page ended, and wrote it last of all.
    is_closed: bool,
    /// Stands for the host's origin, its account and its user.
    host: Option<f64>,
    calls: Calls,
    owed: Vec<Waiting<P>>,
}

/// What the edge knows of a journal it found.
#[derive(Clone, Copy, Debug)]
pub struct ResumeFacts<'a> {
    /// The frame this page is in.
    pub frame: &'a str,
    /// Whether the browser says that the page was loaded again in its place.
    pub is_reload: bool,
    /// Whether there is no other journal of this frame.
    pub is_only: bool,
    /// Whether another page took it.
    pub is_claimed: bool,
}

impl<P: Payload> Journal<P> {
    /// Reads what [`Widget::journal`] wrote.
    ///
    /// # Errors
    ///
    /// [`Code::JournalMalformed`] for anything else.
    pub fn parse(journal: &P) -> Result<Self, Code> {
        guard(journal)
            .ok()
            .and_then(|()| Self::read(journal))
            .ok_or(Code::JournalMalformed)
    }

    /// Whether a page may take it over.
    ///
    /// A page that ended left it for whoever comes next in the frame. One that
    /// did not end may be alive, and this a copy of its journal, as popups and
    /// duplicated tabs get: unless the page was loaded again in its place.
    ///
    /// # Errors
    ///
    /// Why it may not: [`Code::JournalForeign`], [`Code::JournalClaimed`],
    /// [`Code::JournalExpired`], [`Code::JournalInUse`].
    pub fn judge(&self, now: Millis, facts: ResumeFacts<'_>) -> Result<(), Code> {
        let age = now - self.kept_since;
        if self.frame != facts.frame {
            Err(Code::JournalForeign)
        } else if facts.is_claimed {
            Err(Code::JournalClaimed)
        } else if !(age <= JOURNAL_LIFETIME
            && now - self.written_at + JOURNAL_CLOCK_SLACK >= Millis(0.0))
        {
            Err(Code::JournalExpired)
        } else if !(self.is_closed || facts.is_reload && facts.is_only) {
            Err(Code::JournalInUse)
        } else {
            Ok(())
        }
    }

    fn read(journal: &P) -> Option<Self> {
        if read_number(journal, "version")? != VERSION {
            return None;
        }
        let written_at = Millis(journal.field("at")?.number()?);
        let calls = read_calls(journal, "calls")?;
        let mut owed = read_waiting(journal, "owed")?;
        for waiting in &mut owed {
            waiting.since = Millis(waiting.since.0.min(written_at.0));
            waiting.call = waiting.call.filter(|call| calls.get(*call).is_some());
        }
        Some(Self {
            frame: journal.text_field("frame")?,
            written_at,
            kept_since: Millis(journal.field("since")?.number()?),
            is_closed: journal.field("closed")?.boolean()?,
            host: journal.field("host").and_then(|host| host.number()),
            calls,
            owed,
        })
    }
}

/// What a session keeps for a page loaded in its place.
#[derive(Clone, Debug)]
pub(super) struct Keeping<P> {
    /// An instance asked for it.
    pub(super) is_on: bool,
    /// What is to be written changed.
    pub(super) is_due: bool,
    /// Read, and not yet taken over: it waits for READY.
    earlier: Option<Journal<P>>,
    /// Taken over, and not yet told of: since when it was kept, and the last
    /// handle of its calls.
    untold: Option<(Millis, Vec<u32>)>,
}

impl<P> Keeping<P> {
    pub(super) const fn new() -> Self {
        Self {
            is_on: false,
            is_due: false,
            earlier: None,
            untold: None,
        }
    }

    pub(super) fn take_due(&mut self) -> bool {
        core::mem::take(&mut self.is_due) && self.is_on
    }
}

impl<P: Payload> Widget<P> {
    /// What to keep for a page that is loaded in place of this one: the calls
    /// that are not done with, and what was sent and not posted. `None` while no
    /// instance asks for it.
    ///
    /// `is_closed` says that this page ends; `frame` tells the frames of an
    /// origin apart.
    #[must_use]
    pub fn journal(&self, now: Millis, frame: &str, is_closed: bool) -> Option<P> {
        if !self.keeping.is_on {
            return None;
        }
        let mut calls = self.calls.clone();
        let mut owed: Vec<Waiting<P>> = Vec::new();
        let (mut since, mut host) = (now, self.host_mark());
        if let Some(earlier) = &self.keeping.earlier {
            let grown = calls.take_over(&earlier.calls);
            owed.extend(
                earlier
                    .owed
                    .iter()
                    .map(|waiting| renumbered(waiting, grown)),
            );
            // Waiting does not make it younger.
            since = earlier.kept_since;
            host = earlier.host;
        }
        owed.extend(
            self.queue
                .iter()
                .filter(|waiting| waiting.weight > 0)
                .cloned(),
        );

        // More would not be read back, and take everything with it.
        owed.truncate(MAX_QUEUED);
        for waiting in &mut owed {
            // A clock that was set must not keep the start of a call fresh.
            waiting.since = Millis(waiting.since.0.min(now.0));
            // Of a call that is gone it is nobody's any more.
            let is_there = |key: &u32| calls.get(*key).is_some_and(|call| !is_oversized(call));
            waiting.call = waiting.call.filter(is_there);
        }

        let mut journal = P::empty();
        journal.put("version", Some(number(VERSION)));
        journal.put("frame", Some(P::from_text(frame)));
        journal.put("at", Some(P::from_number(now.0)));
        journal.put("since", Some(P::from_number(since.0)));
        journal.put("closed", Some(P::from_boolean(is_closed)));
        if let Some(host) = host {
            journal.put("host", Some(P::from_number(host)));
        }
        let is_kept = |call: &Call| {
            let is_owed = || owed.iter().any(|waiting| waiting.call == Some(call.key()));
            let is_open = call.state.is_open() && call.state != CallState::Requested;
            (is_open || is_owed()) && !is_oversized(call)
        };
        journal.put("calls", Some(write_calls(&calls, is_kept)));
        journal.put("owed", Some(write_waiting(owed.iter())));
        Some(journal)
    }

    /// Hands in what an earlier page kept; it is taken over with the next READY
    /// of the same host and user.
    ///
    /// # Errors
    ///
    /// Why it is not, which is reported as well: the codes of
    /// [`Journal::parse`] and [`Journal::judge`]. While no instance asks for it
    /// the journal is left alone.
    pub fn resume(&mut self, now: Millis, journal: &P, facts: ResumeFacts<'_>) -> Result<(), Code> {
        if !self.keeping.is_on {
            return Err(Code::JournalInUse);
        }
        let read = Journal::parse(journal).and_then(|journal| {
            journal.judge(now, facts)?;
            Ok(journal)
        });
        match read {
            Ok(journal) => {
                self.keeping.earlier = Some(journal);
                self.keeping.is_due = true;
                if self.link.is_open_to_late_comers() {
                    self.take_over(now);
                    self.outputs.push(Output::Changed);
                    // A session that is open already greets once more.
                    if let Link::Ready(host) = &self.link {
                        let host = host.clone();
                        if self.tell_resumed() {
                            self.link = Link::Greeting(host);
                        }
                    }
                }
                Ok(())
            }
            Err(code) => {
                self.report(code, Level::Note, String::new());
                Err(code)
            }
        }
    }

    /// The app gives up a call, and what waits about it.
    pub fn forget_call(&mut self, key: u32) {
        self.queue.forget(|waiting| waiting.call == Some(key));
        self.note_unsent();
        self.discard_calls(&[key]);
    }

    /// The app gives up what it was told is owed, as far as it still waits.
    pub fn forget_owed(&mut self) {
        let unsent = self.queue.forget(|waiting| waiting.instance == NOBODY);
        self.discard_calls(&unsent);
        self.keeping.is_due = true;
    }

    /// Another page took what this one keeps, and sends what is owed.
    pub fn lose_journal(&mut self) {
        self.keeping.earlier = None;
        let unsent = self.queue.forget(|waiting| waiting.weight > 0);
        self.note_unsent();
        self.discard_calls(&unsent);
        self.keeping.is_due = true;
        self.report(Code::JournalClaimed, Level::Note, String::new());
    }

    /// How much of the journal a send that is to wait takes; 0 where it is not
    /// kept. What tells of this page alone is not owed: the page that comes next
    /// tells of itself.
    pub(super) fn weigh_owed(&mut self, kind: Option<Kind>, message: &P, call: Option<u32>) -> u32 {
        let is_of_page = matches!(
            kind,
            Some(
                Kind::Initialized
                    | Kind::LoggedIn
                    | Kind::LoggedOut
                    | Kind::UserAvailable
                    | Kind::UserUnavailable
                    | Kind::ResizeWidget
            )
        );
        if !self.keeping.is_on || is_of_page {
            return 0;
        }
        self.keeping.is_due = true;
        let earlier = self
            .keeping
            .earlier
            .iter()
            .flat_map(|earlier| &earlier.owed);
        let weight = weigh(message, MAX_JOURNAL_DEPTH).unwrap_or(usize::MAX);
        let mut total = weight;
        // What follows a message that is not kept makes no sense without it.
        let mut is_kept = call
            .and_then(|call| self.calls.get(call))
            .is_none_or(|call| !is_oversized(call));
        let mut room = MAX_QUEUED;
        for waiting in self.queue.iter().chain(earlier) {
            total = total.saturating_add(waiting.weight as usize);
            room = room.saturating_sub(usize::from(waiting.weight > 0));
            is_kept &= waiting.weight > 0 || call.is_none() || waiting.call != call;
        }
        if is_kept && room > 0 && total <= MAX_JOURNAL_TEXT {
            return weight as u32;
        }
        self.report(
            Code::NotKept,
            Level::Warn,
            kind.map_or("", Kind::as_str).to_owned(),
        );
        0
    }

    /// A session opens: what an earlier page kept is this one's from now on.
    pub(super) fn take_over(&mut self, now: Millis) {
        let Some(earlier) = self.keeping.earlier.take() else {
            return;
        };
        self.keeping.is_due = true;
        if earlier.host.is_some() && earlier.host != self.host_mark() {
            let level = if earlier.owed.is_empty() {
                Level::Note
            } else {
                Level::Warn
            };
            return self.report(Code::JournalOtherHost, level, String::new());
        }
        let grown = self.calls.take_over(&earlier.calls);
        let keys = earlier
            .calls
            .iter()
            .map(|call| call.key().saturating_add(grown));
        let keys: Vec<u32> = keys.filter(|key| self.calls.get(*key).is_some()).collect();
        let owed: Vec<_> = earlier
            .owed
            .iter()
            .map(|waiting| renumbered(waiting, grown))
            .collect();
        if keys.is_empty() && owed.is_empty() {
            return;
        }
        self.keeping.untold = Some((now - earlier.kept_since, keys));
        // What was sent about a call before the page knew of it.
        let mut queue = core::mem::replace(&mut self.queue, Queue::new());
        queue.put_first(owed);
        for waiting in queue.iter_mut().filter(|waiting| waiting.call.is_none()) {
            if let Some(kind) = waiting.kind {
                let data = waiting.message.field("data");
                let moved = self.follow_app(kind, data.as_ref(), LifecycleMode::Off);
                waiting.call = moved.ok().flatten();
            }
        }
        self.queue = queue;
        // Their answers are not those to what this page sends.
        let owed = self
            .queue
            .iter()
            .filter(|waiting| waiting.instance == NOBODY);
        let owed: Vec<_> = owed.cloned().collect();
        for waiting in owed {
            let data = waiting.message.field("data");
            let id = waiting.id.unwrap_or_default();
            self.expect_answers(
                NOBODY,
                waiting.kind,
                data.as_ref(),
                waiting.call,
                &id,
                false,
            );
        }
    }

    /// Tells the app what was taken over, if it does not know yet.
    pub(super) fn tell_resumed(&mut self) -> bool {
        let Some((age, keys)) = self.keeping.untold.take() else {
            return false;
        };
        let mut owed = P::empty();
        for waiting in self
            .queue
            .iter()
            .filter(|waiting| waiting.instance == NOBODY)
        {
            let name = waiting.kind.map_or("", Kind::as_str);
            let count = owed.field(name).and_then(|count| count.number());
            owed.put(name, Some(P::from_number(count.unwrap_or(0.0) + 1.0)));
        }
        let calls = keys.iter().filter_map(|key| self.calls.get(*key));
        let mut account = P::empty();
        account.put("calls", Some(write_list(calls.map(write_call))));
        account.put("owed", Some(owed));
        account.put("ageMs", Some(P::from_number(age.0.max(0.0))));
        self.outputs.push(Output::Resumed { account });
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

fn renumbered<P: Clone>(waiting: &Waiting<P>, grown: u32) -> Waiting<P> {
    let mut waiting = waiting.clone();
    waiting.call = waiting.call.map(|call| call.saturating_add(grown));
    waiting
}

fn is_oversized(call: &Call) -> bool {
    let id = call.external_call_id.as_ref().map_or(0, |id| id.0.len());
    let engagement = call.engagement.id().map_or(0, |id| id.text.len());
    id.max(engagement) > MAX_JOURNAL_ID
}

/// The journal's own version: another one is not read.
const VERSION: u32 = 1;

/// FNV-1a of 64 bits.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;
