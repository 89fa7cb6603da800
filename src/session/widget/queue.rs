//! What waits for READY.

use alloc::string::String;
use alloc::vec::Vec;

use crate::protocol::limits::{CALL_START_STALE_AFTER, MAX_QUEUED};
use crate::protocol::{Kind, Millis};
use crate::session::Code;

/// A send that waits.
#[derive(Clone, Debug)]
pub(super) struct Waiting<P> {
    pub(super) instance: u32,
    pub(super) kind: Option<Kind>,
    pub(super) message: P,
    /// The message id the edge chose.
    pub(super) id: Option<String>,
    pub(super) since: Millis,
    /// The call it is about.
    pub(super) call: Option<u32>,
}

/// The sends that wait, oldest first.
#[derive(Clone, Debug)]
pub(super) struct Queue<P> {
    waiting: Vec<Waiting<P>>,
}

/// What a flush sends, and what it drops and why.
#[derive(Debug)]
pub(super) struct Flushed<P> {
    pub(super) send: Vec<Waiting<P>>,
    pub(super) dropped: Vec<(Code, Waiting<P>)>,
    /// The calls that are none, since their start was dropped.
    pub(super) stale_calls: Vec<u32>,
}

impl<P> Queue<P> {
    pub(super) const fn new() -> Self {
        Self {
            waiting: Vec::new(),
        }
    }

    pub(super) const fn is_full(&self) -> bool {
        self.waiting.len() >= MAX_QUEUED
    }

    /// Adds a send, unless the queue is full.
    pub(super) fn push(&mut self, waiting: Waiting<P>) {
        if !self.is_full() {
            self.waiting.push(waiting);
        }
    }

    /// Drops what an instance has waiting; the calls whose start was in it.
    pub(super) fn forget_instance(&mut self, instance: u32) -> Vec<u32> {
        let mut starts = Vec::new();
        self.waiting.retain(|waiting| {
            let is_kept = waiting.instance != instance;
            if !is_kept && is_start(waiting) {
                starts.extend(waiting.call);
            }
            is_kept
        });
        starts
    }

    /// Takes what `chosen` picks: INITIALIZED first, the rest in order, of
    /// log-in and of availability only the latest, no start of a call that
    /// waited too long nor anything else about that call.
    pub(super) fn flush(&mut self, now: Millis, chosen: impl Fn(u32) -> bool) -> Flushed<P> {
        let (taken, kept): (Vec<_>, Vec<_>) = core::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|w| chosen(w.instance));
        self.waiting = kept;

        let is_stale = |waiting: &Waiting<P>| {
            is_start(waiting) && now - waiting.since > CALL_START_STALE_AFTER
        };
        let mut stale_calls = Vec::new();
        for waiting in taken.iter().filter(|waiting| is_start(waiting)) {
            // A call that was started anew counts from then.
            stale_calls.retain(|call| Some(*call) != waiting.call);
            if is_stale(waiting) {
                stale_calls.extend(waiting.call);
            }
        }
        let last = |group: fn(&Waiting<P>) -> bool| taken.iter().rposition(group);
        let last_login = last(is_login);
        let last_availability = last(is_availability);

        let mut flushed = Flushed {
            send: Vec::new(),
            dropped: Vec::new(),
            stale_calls,
        };
        let mut rest = Vec::new();
        for (at, waiting) in taken.into_iter().enumerate() {
            let is_of_stale = waiting
                .call
                .is_some_and(|call| flushed.stale_calls.contains(&call));
            if is_stale(&waiting) || is_of_stale {
                flushed.dropped.push((Code::Stale, waiting));
            } else if (is_login(&waiting) && Some(at) != last_login)
                || (is_availability(&waiting) && Some(at) != last_availability)
            {
                flushed.dropped.push((Code::Superseded, waiting));
            } else if waiting.kind == Some(Kind::Initialized) {
                flushed.send.push(waiting);
            } else {
                rest.push(waiting);
            }
        }
        flushed.send.append(&mut rest);
        flushed
    }
}

fn is_start<P>(waiting: &Waiting<P>) -> bool {
    matches!(
        waiting.kind,
        Some(Kind::OutgoingCallStarted | Kind::IncomingCall)
    )
}

fn is_login<P>(waiting: &Waiting<P>) -> bool {
    matches!(waiting.kind, Some(Kind::LoggedIn | Kind::LoggedOut))
}

fn is_availability<P>(waiting: &Waiting<P>) -> bool {
    matches!(
        waiting.kind,
        Some(Kind::UserAvailable | Kind::UserUnavailable)
    )
}
