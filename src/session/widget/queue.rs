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
    /// The message id it will be posted under.
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

/// What a flush takes from the queue.
#[derive(Debug)]
pub(super) struct Flushed<P> {
    /// In the order to send in, each with why it is dropped, if it is.
    pub(super) taken: Vec<(Option<Code>, Waiting<P>)>,
    /// The calls that are none, since their start was dropped.
    pub(super) stale_calls: Vec<u32>,
}

impl<P> Queue<P> {
    pub(super) const fn new() -> Self {
        Self {
            waiting: Vec::new(),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.waiting.len() >= MAX_QUEUED
    }

    /// Adds a send, unless the queue is full.
    pub(super) fn push(&mut self, waiting: Waiting<P>) {
        if !self.is_full() {
            self.waiting.push(waiting);
        }
    }

    /// Whether a send waits that will be posted under this id.
    pub(super) fn contains(&self, id: &str) -> bool {
        let mut ids = self.waiting.iter().flat_map(|waiting| &waiting.id);
        ids.any(|waiting| waiting == id)
    }

    /// The calls whose start waits.
    pub(super) fn started_calls(&self) -> impl Iterator<Item = u32> {
        let starts = self.waiting.iter().filter(|waiting| is_start(waiting));
        starts.filter_map(|waiting| waiting.call)
    }

    /// The sends that wait, to be changed.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Waiting<P>> {
        self.waiting.iter_mut()
    }

    /// Drops the sends that are chosen; the calls whose start was among them.
    pub(super) fn forget(&mut self, chosen: impl Fn(&Waiting<P>) -> bool) -> Vec<u32> {
        let mut starts = Vec::new();
        self.waiting.retain(|waiting| {
            let is_kept = !chosen(waiting);
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
        let is_stale = |waiting: &Waiting<P>| {
            is_start(waiting) && now - waiting.since > CALL_START_STALE_AFTER
        };
        let mut stale_calls = Vec::new();
        let (mut last_login, mut last_availability) = (0, 0);
        for (at, waiting) in self.waiting.iter().enumerate() {
            if !chosen(waiting.instance) {
                continue;
            }
            if is_login(waiting) {
                last_login = at;
            }
            if is_availability(waiting) {
                last_availability = at;
            }
            if is_start(waiting) {
                // A call that was started anew counts from then.
                stale_calls.retain(|call| Some(*call) != waiting.call);
            }
            if is_stale(waiting) {
                stale_calls.extend(waiting.call);
            }
        }

        let mut taken = Vec::new();
        let mut initialized = 0_usize;
        for (at, waiting) in core::mem::take(&mut self.waiting).into_iter().enumerate() {
            if !chosen(waiting.instance) {
                self.waiting.push(waiting);
                continue;
            }
            let is_of_stale = waiting.call.is_some_and(|call| stale_calls.contains(&call));
            let is_superseded = (is_login(&waiting) && at != last_login)
                || (is_availability(&waiting) && at != last_availability);
            let dropped = if is_stale(&waiting) || is_of_stale {
                Some(Code::Stale)
            } else if is_superseded {
                Some(Code::Superseded)
            } else {
                None
            };
            let mut place = taken.len();
            if waiting.kind == Some(Kind::Initialized) {
                place = initialized;
                initialized = initialized.wrapping_add(1);
            }
            taken.insert(place, (dropped, waiting));
        }
        Flushed { taken, stale_calls }
    }
}

/// Whether it begins a call.
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
