//! What is queued until READY.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::outbox::Outbox;
use super::output::Level;
use crate::protocol::limits::{CALL_START_STALE_AFTER, MAX_QUEUED};
use crate::protocol::{Kind, Millis};
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

impl<P> Queue<P> {
    pub(super) const fn new() -> Self {
        Self {
            messages: Vec::new(),
        }
    }

    /// Adds a message, unless the queue is full.
    pub(super) fn push(&mut self, queued: Queued<P>) {
        if !self.is_full() {
            self.messages.push(queued);
        }
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
    /// others in order. Dropped and reported are all but the latest log-in and the
    /// latest availability, and the start of a call that waited too long with
    /// everything else about that call.
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
        let last_login = taken.iter().rposition(Queued::is_login);
        let last_availability = taken.iter().rposition(Queued::is_availability);

        let mut messages = Vec::new();
        let mut initialized = 0_usize;
        for (at, queued) in taken.into_iter().enumerate() {
            let is_of_stale = queued.call.is_some_and(|call| stale_calls.contains(&call));
            let is_superseded = (queued.is_login() && Some(at) != last_login)
                || (queued.is_availability() && Some(at) != last_availability);
            if queued.is_stale(now) || is_of_stale {
                outbox.report(Code::Stale, Level::Error, queued.name());
            } else if is_superseded {
                outbox.report(Code::Superseded, Level::Note, queued.name());
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

    pub(super) fn is_full(&self) -> bool {
        self.messages.len() >= MAX_QUEUED
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

    const fn is_login(&self) -> bool {
        matches!(self.kind, Some(Kind::LoggedIn | Kind::LoggedOut))
    }

    const fn is_availability(&self) -> bool {
        matches!(self.kind, Some(Kind::UserAvailable | Kind::UserUnavailable))
    }

    /// The name that apps know it by.
    fn name(&self) -> String {
        self.kind.map_or("", |kind| kind.message().name).to_owned()
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
