//! What tells that there is no host, or that it was lost.
//!
//! A host can be asked nothing: it knows no ping. So the watch is passive, and a
//! host that merely says nothing is no fault. Two things are reported, once each:
//! that no SYNC came although the page is framed, and that an answer is due
//! while the host has fallen silent altogether. Time counts only while the page
//! is awake, so that a night's sleep raises no alarm.

use alloc::string::String;

use super::output::Level;
use super::{Link, Widget};
use crate::protocol::limits::{HOST_SILENT_AFTER, NO_HOST_AFTER};
use crate::protocol::{Millis, Payload};
use crate::session::{AwakeClock, Code};

/// The watch over a session's host.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    clock: AwakeClock,
    /// It was told that there is no host.
    has_missed: bool,
    /// Since when, in time awake, an answer is due and the host said nothing.
    owed_since: Option<Millis>,
    /// The newest call of those whose answers were given up.
    given_up: u32,
    is_silent: bool,
}

impl<P: Payload> Widget<P> {
    /// Whether an answer is due while the host has said nothing at all for
    /// half a minute. Anything it says ends that.
    #[must_use]
    pub const fn is_host_silent(&self) -> bool {
        self.watch.is_silent
    }

    /// The host said something.
    pub(super) fn hear(&mut self) {
        self.watch.owed_since = None;
        if self.watch.is_silent {
            self.watch.is_silent = false;
            self.changed();
        }
    }

    /// Looks after what is due at [`Widget::watch_due`].
    pub(super) fn watch(&mut self, now: Millis) {
        if self.watch_due(now).is_none() {
            return;
        }
        let awake = self.watch.clock.advance(now);
        if self.misses_host() && awake >= NO_HOST_AFTER {
            self.watch.has_missed = true;
            self.outbox.report(Code::NoHost, Level::Note, String::new());
        }
        let owed = self.owed();
        let since = self.watch.owed_since.unwrap_or(awake);
        self.watch.owed_since = owed.map(|_| since);
        if let Some(newest) = owed
            && awake - since >= HOST_SILENT_AFTER
        {
            self.watch.owed_since = None;
            self.watch.given_up = newest;
            self.watch.is_silent = true;
            self.changed();
            self.outbox
                .report(Code::HostSilent, Level::Note, String::new());
        }
    }

    /// When to look again.
    pub(super) fn watch_due(&self, now: Millis) -> Option<Millis> {
        let Watch {
            clock, owed_since, ..
        } = &self.watch;
        if self.misses_host() {
            return Some(clock.last.map_or(now, |_| clock.due(NO_HOST_AFTER)));
        }
        match (self.owed(), owed_since) {
            (Some(_), Some(since)) => Some(clock.due(*since + HOST_SILENT_AFTER)),
            (None, None) => None,
            // Another answer is due since.
            _ => Some(now),
        }
    }

    /// Whether a SYNC is missing and that was not told yet. One that was refused
    /// is not missing.
    fn misses_host(&self) -> bool {
        self.environment.is_embedded
            && matches!(self.link, Link::Waiting)
            && !self.watch.has_missed
            && !self.has_refused_a_host
            && !self.instances.is_empty()
    }

    /// The newest call that a real host has yet to answer for.
    fn owed(&self) -> Option<u32> {
        let is_heard = self.link.is_ready()
            && self.link.is_open_to_late_comers()
            && !self.instances.is_empty();
        let keys = self.calls.iter().filter(|call| {
            is_heard && call.engagement.is_awaited() && call.key() > self.watch.given_up
        });
        keys.map(|call| call.key()).max()
    }
}
