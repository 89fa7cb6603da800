//! Persists open calls for the page that a reload brings.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::journal::{Journal, JournalRecord};
use super::outbox::Outbox;
use super::output::{Level, Verdict};
use crate::lifecycle::{Call, Calls};
use crate::protocol::{Millis, Object};
use crate::session::Code;

/// The record for the next page, and that of the page before.
///
/// ```text
///  journal() --the edge stores it--> resume() -> READY of the same host and user
///                                       |            |  take over the calls
///                                    refused         |  READY is delivered, then Resumed
///                                                    v  INITIALIZED, then what is queued
/// ```
///
/// Unposted messages are not part of it: the app that resumes sends what it wants to send.
#[derive(Clone, Debug, Default)]
pub(super) struct Persistence {
    /// True once an instance asked for it.
    is_on: bool,
    /// True if it may have changed since the last order to store it.
    has_changed: bool,
    /// The record of the page before, until READY.
    earlier: Option<Journal>,
    /// The calls that were taken over and not reported yet: the time of their record, and their
    /// handles.
    unreported: Option<(Millis, Vec<u32>)>,
    /// True while another window may have taken them over: they are reported once that is known.
    is_held: bool,
}

impl Persistence {
    pub(super) const fn is_on(&self) -> bool {
        self.is_on
    }

    /// Turns it on for an instance.
    pub(super) const fn turn_on(&mut self) {
        self.is_on = true;
    }

    /// Notes that the record may have changed.
    pub(super) const fn changed(&mut self) {
        self.has_changed = true;
    }

    /// True if the record has to be stored again.
    pub(super) fn take_changed(&mut self) -> bool {
        core::mem::take(&mut self.has_changed) && self.is_on
    }

    /// The record for the page that a reload brings, of the calls as the host knows them. `None`
    /// where there is none, without a real host, whose hash `host` is, and while no instance asks
    /// for it.
    ///
    /// `frame` differs for each frame of an origin.
    pub(super) fn journal(
        &self,
        now: Millis,
        frame: &str,
        host: Option<f64>,
        mut calls: Calls,
    ) -> Option<Object> {
        if !self.is_on {
            return None;
        }
        let (written_at, host) = match &self.earlier {
            Some(earlier) => {
                calls.take_over(&earlier.calls);
                // The age of its calls counts from their record.
                (earlier.written_at, earlier.host)
            }
            // So it does until the app is given them.
            None => {
                let since = self.unreported.as_ref().map(|(written_at, _)| *written_at);
                (since.unwrap_or(now), host?)
            }
        };
        let journal = Journal {
            frame: frame.to_owned(),
            written_at,
            host,
            calls,
        };
        journal.write()
    }

    /// Restores the record of the page before: its calls are taken over with the next READY of the
    /// same host and user. A useless one is reported.
    pub(super) fn resume(
        &mut self,
        now: Millis,
        frame: &str,
        record: &JournalRecord,
        outbox: &mut Outbox,
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

    /// Drops the record: another page took it.
    pub(super) fn lose_journal(&mut self, outbox: &mut Outbox) {
        self.earlier = None;
        self.has_changed = true;
        outbox.report(Code::JournalClaimed, Level::Note, String::new());
    }

    /// Takes over the calls of the page before as a session with the host of this hash opens: they
    /// belong to this page from now on. Returns their handles, and those whose engagement alone is
    /// owed.
    pub(super) fn take_over(
        &mut self,
        host: Option<f64>,
        calls: &mut Calls,
        outbox: &mut Outbox,
    ) -> (Vec<u32>, Vec<Call>) {
        let Some(mut earlier) = self.earlier.take() else {
            return (Vec::new(), Vec::new());
        };
        self.has_changed = true;
        if Some(earlier.host) != host {
            outbox.report(Code::JournalOtherHost, Level::Note, String::new());
            return (Vec::new(), Vec::new());
        }
        let owed = earlier.calls.take_closed();
        let grown = calls.take_over(&earlier.calls);
        let keys = earlier
            .calls
            .iter()
            .map(|call| call.key().saturating_add(grown));
        let keys: Vec<u32> = keys.filter(|key| calls.get(*key).is_some()).collect();
        if !keys.is_empty() {
            self.unreported = Some((earlier.written_at, keys.clone()));
        }
        (keys, owed)
    }

    /// Holds back the calls that were taken over, until their owner is known.
    pub(super) const fn hold(&mut self) {
        self.is_held = true;
    }

    /// Releases them; returns the calls' handles.
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

    /// Delivers the calls that were taken over, once; true the first time.
    pub(super) fn deliver_resumed(
        &mut self,
        now: Millis,
        calls: &Calls,
        outbox: &mut Outbox,
    ) -> bool {
        let Some((written_at, keys)) = self.unreported.take_if(|_| !self.is_held) else {
            return false;
        };
        let calls = keys.iter().filter_map(|key| calls.get(*key));
        outbox.deliver_resumed(&mut calls.filter(|call| call.is_own()), now - written_at)
    }
}
