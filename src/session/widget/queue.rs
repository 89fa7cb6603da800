//! What is queued until INITIALIZED goes out.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::outbox::Outbox;
use super::output::Level;
use super::presence::stated;
use crate::protocol::limits::{CALL_START_STALE_AFTER, MAX_QUEUED};
use crate::protocol::{Kind, Millis, Payload};
use crate::session::Code;

/// A message of the app's that is queued.
#[derive(Clone, Debug)]
pub(super) struct Queued<P> {
    pub(super) instance: u32,
    pub(super) kind: Option<Kind>,
    pub(super) message: P,
    /// The message id it will be posted under.
    pub(super) id: String,
    pub(super) since: Millis,
    /// The handle of the call it is about.
    pub(super) call: Option<u32>,
}

/// The queued messages, the oldest first.
#[derive(Clone, Debug)]
pub(super) struct Queue<P> {
    messages: Vec<Queued<P>>,
}

/// What left the queue.
#[derive(Debug)]
pub(super) struct Flushed<P> {
    /// What to post, in this order.
    pub(super) messages: Vec<Queued<P>>,
    /// The calls that are none, since their start was dropped.
    pub(super) stale_calls: Vec<u32>,
}

impl<P: Payload> Queue<P> {
    pub(super) const fn new() -> Self {
        Self {
            messages: Vec::new(),
        }
    }

    /// Whether there is room for a message. One that replaces an earlier one always fits.
    pub(super) fn takes(&self, kind: Option<Kind>) -> bool {
        self.messages.len() < MAX_QUEUED
            || kind.is_some_and(|kind| kind == Kind::Initialized || stated(kind).is_some())
    }

    /// Adds a message. What it supersedes is dropped and reported: of log-in and of
    /// availability the latest counts, and of an instance's INITIALIZED.
    pub(super) fn push(&mut self, queued: Queued<P>, outbox: &mut Outbox<P>) {
        self.messages.retain(|earlier| {
            let is_superseded = queued.supersedes(earlier);
            if is_superseded {
                outbox.report(Code::Superseded, Level::Note, earlier.name());
            }
            !is_superseded
        });
        self.messages.push(queued);
    }

    /// Drops the messages that are chosen; the calls whose start was among them.
    pub(super) fn remove(&mut self, chosen: impl Fn(&Queued<P>) -> bool) -> Vec<u32> {
        let mut starts = Vec::new();
        self.messages.retain(|queued| {
            let stays = !chosen(queued);
            if !stays && queued.is_start() {
                starts.extend(queued.call);
            }
            stays
        });
        starts
    }

    /// Takes the messages of the instances that are chosen: INITIALIZED first, the
    /// others in order. Dropped and reported is the start of a call that waited too
    /// long, with everything else about that call.
    pub(super) fn flush(
        &mut self,
        now: Millis,
        outbox: &mut Outbox<P>,
        chosen: impl Fn(u32) -> bool,
    ) -> Flushed<P> {
        let (taken, rest): (Vec<_>, _) = core::mem::take(&mut self.messages)
            .into_iter()
            .partition(|queued| chosen(queued.instance));
        self.messages = rest;
        let stale_calls = stale_calls(now, &taken);

        let mut messages = Vec::new();
        let mut initialized = 0_usize;
        for queued in taken {
            let is_of_stale = queued.call.is_some_and(|call| stale_calls.contains(&call));
            if queued.is_stale(now) || is_of_stale {
                outbox.report(Code::Stale, Level::Error, queued.name());
            } else if queued.kind == Some(Kind::Initialized) {
                messages.insert(initialized, queued);
                initialized = initialized.wrapping_add(1);
            } else {
                messages.push(queued);
            }
        }
        Flushed {
            messages,
            stale_calls,
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Whether INITIALIZED is queued.
    pub(super) fn has_initialized(&self) -> bool {
        let mut kinds = self.messages.iter().map(|queued| queued.kind);
        kinds.any(|kind| kind == Some(Kind::Initialized))
    }

    /// Whether a message is queued that will be posted under this id.
    pub(super) fn contains(&self, id: &str) -> bool {
        self.messages.iter().any(|queued| queued.id == id)
    }

    /// The calls whose start is queued.
    pub(super) fn started_calls(&self) -> impl Iterator<Item = u32> {
        let starts = self.messages.iter().filter(|queued| queued.is_start());
        starts.filter_map(|queued| queued.call)
    }

    /// The queued messages, to be changed.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Queued<P>> {
        self.messages.iter_mut()
    }
}

impl<P> Queued<P> {
    /// Whether it begins a call.
    const fn is_start(&self) -> bool {
        matches!(
            self.kind,
            Some(Kind::OutgoingCallStarted | Kind::IncomingCall)
        )
    }

    /// Whether it begins a call, and waited too long for that.
    fn is_stale(&self, now: Millis) -> bool {
        self.is_start() && now - self.since > CALL_START_STALE_AFTER
    }

    /// The name that apps know it by.
    fn name(&self) -> String {
        self.kind.map_or("", |kind| kind.message().name).to_owned()
    }
}

impl<P: Payload> Queued<P> {
    /// Whether the host need not get an earlier message.
    fn supersedes(&self, earlier: &Self) -> bool {
        let is_initialized = self.kind == Some(Kind::Initialized);
        match earlier.kind.and_then(stated) {
            Some((name, value)) if is_initialized => {
                let data = self.message.field("data");
                data.and_then(|data| data.field(name)?.boolean()) == Some(!value)
            }
            Some((name, _)) => {
                let own = self.kind.and_then(stated);
                own.is_some_and(|(own, _)| own == name)
            }
            None => {
                is_initialized && earlier.kind == self.kind && earlier.instance == self.instance
            }
        }
    }
}

/// The calls whose latest start waited too long.
fn stale_calls<P>(now: Millis, messages: &[Queued<P>]) -> Vec<u32> {
    let mut calls = Vec::new();
    for start in messages.iter().filter(|queued| queued.is_start()) {
        calls.retain(|call| Some(*call) != start.call);
        if start.is_stale(now) {
            calls.extend(start.call);
        }
    }
    calls
}
