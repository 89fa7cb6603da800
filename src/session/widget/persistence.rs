//! What a session does for a page that is loaded in its place.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::journal::Journal;
use super::outbox::Outbox;
use super::output::{Level, Verdict};
use super::queue::Queue;
use crate::lifecycle::Calls;
use crate::protocol::{Millis, Name, Payload};
use crate::session::Code;
use crate::session::stored::write_call;

/// The record for the next page, and that of the page before.
///
/// ```text
///  journal() --the edge stores it--> resume() -> READY of the same host and user
///                                       |            |  take over the calls
///                                    refused         |  READY is delivered, then Resumed
///                                                    v  INITIALIZED, then what is queued
/// ```
///
/// What was not posted is not part of it: the app that resumes sends what it wants to
/// send.
#[derive(Clone, Debug)]
pub(super) struct Persistence {
    /// An instance asked for it.
    is_on: bool,
    /// It may have changed since it was ordered to be stored.
    has_changed: bool,
    /// The record of the page before, until READY.
    earlier: Option<Journal>,
    /// The calls that were taken over and not reported yet: when they were recorded, and
    /// their handles.
    unreported: Option<(Millis, Vec<u32>)>,
    /// Another window may have taken them over: they are reported once that is known.
    is_held: bool,
}

impl Persistence {
    pub(super) const fn new() -> Self {
        Self {
            is_on: false,
            has_changed: false,
            earlier: None,
            unreported: None,
            is_held: false,
        }
    }

    /// An instance asks for it.
    pub(super) const fn turn_on(&mut self) {
        self.is_on = true;
    }

    /// What the record is made of may have changed.
    pub(super) const fn changed(&mut self) {
        self.has_changed = true;
    }

    /// Whether the record is to be stored again.
    pub(super) fn take_changed(&mut self) -> bool {
        core::mem::take(&mut self.has_changed) && self.is_on
    }

    /// The record for a page that is loaded in place of this one: the open calls as the
    /// host knows them, without what is queued. `None` where there is none, without a real
    /// host, whose mark `host` is, and while no instance asks for it.
    ///
    /// `frame` is another for each frame of an origin.
    pub(super) fn journal<P: Payload>(
        &self,
        now: Millis,
        frame: &str,
        host: Option<f64>,
        calls: &Calls,
        queue: &Queue<P>,
    ) -> Option<P> {
        if !self.is_on {
            return None;
        }
        let mut calls = calls.clone();
        queue.take_back(&mut calls);
        let (written_at, host) = match &self.earlier {
            Some(earlier) => {
                calls.take_over(&earlier.calls);
                // The age of its calls counts from when they were recorded.
                (earlier.written_at, earlier.host)
            }
            None => (now, host?),
        };
        let journal = Journal {
            frame: frame.to_owned(),
            written_at,
            host,
            calls,
        };
        journal.write()
    }

    /// Takes the record of the page before: its calls are taken over with the next
    /// READY of the same host and user. One that is of no use is reported.
    pub(super) fn resume<P: Payload>(
        &mut self,
        now: Millis,
        frame: &str,
        record: &P,
        outbox: &mut Outbox<P>,
    ) -> Verdict {
        let code = match Journal::parse(record) {
            Ok(journal) if !journal.is_fresh(now) => Code::JournalExpired,
            Ok(journal) if journal.frame != frame => return Verdict::LeftAlone,
            Ok(journal) => {
                self.earlier = Some(journal);
                self.has_changed = true;
                return Verdict::Taken;
            }
            Err(code) => code,
        };
        outbox.report(code, Level::Note, String::new());
        Verdict::Useless
    }

    /// Another page took the record of this one.
    pub(super) fn lose_journal<P>(&mut self, outbox: &mut Outbox<P>) {
        self.earlier = None;
        self.has_changed = true;
        outbox.report(Code::JournalClaimed, Level::Note, String::new());
    }

    /// A session with the host of this mark opens: the calls of the page before belong
    /// to this page from now on. Whether there were any.
    pub(super) fn take_over<P>(
        &mut self,
        host: Option<f64>,
        calls: &mut Calls,
        outbox: &mut Outbox<P>,
    ) -> bool {
        let Some(earlier) = self.earlier.take() else {
            return false;
        };
        self.has_changed = true;
        if Some(earlier.host) != host {
            outbox.report(Code::JournalOtherHost, Level::Note, String::new());
            return false;
        }
        let grown = calls.take_over(&earlier.calls);
        let keys = earlier
            .calls
            .iter()
            .map(|call| call.key().saturating_add(grown));
        let keys: Vec<u32> = keys.filter(|key| calls.get(*key).is_some()).collect();
        let has_calls = !keys.is_empty();
        if has_calls {
            self.unreported = Some((earlier.written_at, keys));
        }
        has_calls
    }

    /// Holds the calls that were taken over back, until it is known whose they are.
    pub(super) const fn hold(&mut self) {
        self.is_held = true;
    }

    /// The end of that; the calls' handles.
    pub(super) fn release(&mut self) -> Vec<u32> {
        let is_held = core::mem::take(&mut self.is_held);
        let unreported = self.unreported.as_ref().filter(|_| is_held);
        unreported.map_or_else(Vec::new, |(_, keys)| keys.clone())
    }

    /// True while a call is held back.
    pub(super) fn holds(&self, key: u32) -> bool {
        let mut unreported = self.unreported.iter();
        self.is_held && unreported.any(|(_, keys)| keys.contains(&key))
    }

    /// Delivers the calls that were taken over, unless that was done; whether it was
    /// not.
    pub(super) fn deliver_resumed<P: Payload>(
        &mut self,
        now: Millis,
        calls: &Calls,
        outbox: &mut Outbox<P>,
    ) -> bool {
        let Some((written_at, keys)) = self.unreported.take_if(|_| !self.is_held) else {
            return false;
        };
        let calls = keys.iter().filter_map(|key| calls.get(*key));
        let calls: Vec<P> = calls.filter(|call| call.is_own()).map(write_call).collect();
        if calls.is_empty() {
            return false;
        }
        let mut account = P::empty();
        account.put(Name::Calls, Some(P::list(calls)));
        let age = now - written_at;
        account.put(Name::AgeMs, Some(P::from_number(age.0.max(0.0))));
        outbox.deliver_resumed(account);
        true
    }
}
