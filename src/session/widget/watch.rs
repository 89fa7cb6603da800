//! Detects a missing host, or the loss of one.
//!
//! A host knows no ping, so the watch is passive, and a host that posts nothing is no fault in
//! itself. Two things are reported, each once: that no SYNC came although the page is framed, and
//! that an answer is pending while the host is silent. Time counts only while the page is awake, so
//! that a night's sleep raises no alarm.

use alloc::string::String;

use super::outbox::Outbox;
use super::output::Level;
use crate::protocol::Millis;
use crate::protocol::limits::{HOST_SILENT_AFTER, NO_HOST_AFTER};
use crate::session::{AwakeClock, Code};

/// The watch over a session's host.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    /// True once the missing host was reported.
    has_missed: bool,
    /// The time awake since which an answer is pending and the host posted nothing.
    pending_since: Option<Millis>,
    /// The newest call of those whose answers are given up.
    given_up: u32,
    is_silent: bool,
}

/// The facts about the session that the watch needs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Watched {
    /// The page is framed, and no SYNC was accepted or refused.
    pub(super) misses_sync: bool,
    /// The newest call that a real host has yet to answer about.
    pub(super) pending: Option<u32>,
}

impl Watch {
    /// Notes a message of the host's; true if it counted as silent until now.
    pub(super) fn receive(&mut self) -> bool {
        self.pending_since = None;
        core::mem::take(&mut self.is_silent)
    }

    /// Notes when an answer became pending; at the end of each step of the session.
    pub(super) fn observe(&mut self, now: Millis, clock: &mut AwakeClock, watched: Watched) {
        if self.pending(watched).is_none() {
            self.pending_since = None;
        } else if self.pending_since.is_none() {
            self.pending_since = Some(clock.advance(now));
        }
    }

    /// Checks the deadlines of [`Watch::due`]; true if the host counts as silent from now on.
    pub(super) fn check(&mut self, awake: Millis, watched: Watched, outbox: &mut Outbox) -> bool {
        if self.misses_host(watched) && awake >= NO_HOST_AFTER {
            self.has_missed = true;
            outbox.report(Code::NoHost, Level::Note, String::new());
        }
        let (Some(newest), Some(since)) = (self.pending(watched), self.pending_since) else {
            return false;
        };
        if awake - since < HOST_SILENT_AFTER {
            return false;
        }
        self.given_up = newest;
        self.is_silent = true;
        outbox.report(Code::HostSilent, Level::Note, String::new());
        true
    }

    /// The time of the next check, in time awake.
    pub(super) fn due(&self, watched: Watched) -> Option<Millis> {
        if self.misses_host(watched) {
            return Some(NO_HOST_AFTER);
        }
        self.pending_since.map(|since| since + HOST_SILENT_AFTER)
    }

    /// True if an answer is pending while no message of the host's came for half a minute.
    pub(super) const fn is_silent(&self) -> bool {
        self.is_silent
    }

    /// True if a SYNC is missing and that was not reported yet.
    const fn misses_host(&self, watched: Watched) -> bool {
        watched.misses_sync && !self.has_missed
    }

    /// The newest call whose answer is pending and not given up.
    fn pending(&self, watched: Watched) -> Option<u32> {
        watched.pending.filter(|newest| *newest > self.given_up)
    }
}
