//! Messages that are queued until INITIALIZED is posted.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::command::Command;
use super::outbox::Outbox;
use super::output::Level;
use super::presence::stated;
use crate::lifecycle::{Call, CallState, Calls};
use crate::protocol::limits::{CALL_START_STALE_AFTER, MAX_QUEUED};
use crate::protocol::{Kind, Millis};
use crate::session::Code;

/// A message of the app's that is queued.
#[derive(Clone, Debug)]
pub(super) struct Queued {
    pub(super) command: Command,
    /// The message id it will be posted under.
    pub(super) id: String,
    pub(super) since: Millis,
    /// The handle of the call it is about.
    pub(super) call: Option<u32>,
    /// The call before the message; none where the message began it.
    pub(super) before: Option<Call>,
}

/// The queued messages, the oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    messages: Vec<Queued>,
}

/// The result of a flush.
#[derive(Debug)]
pub(super) struct Flushed {
    /// The messages to post, in this order.
    pub(super) messages: Vec<Queued>,
    /// The calls whose start was dropped as stale.
    pub(super) stale_calls: Vec<u32>,
}

impl Queue {
    /// True if there is room for a message. One that replaces another always fits.
    pub(super) fn takes(&self, kind: Option<Kind>) -> bool {
        self.messages.len() < MAX_QUEUED
            || kind.is_some_and(|kind| kind == Kind::Initialized || stated(kind).is_some())
    }

    /// Adds a message, and drops and reports those it supersedes: only the latest log-in,
    /// availability and INITIALIZED of an instance count.
    pub(super) fn push(&mut self, queued: Queued, outbox: &mut Outbox) {
        self.supersede(&queued.command, outbox);
        self.messages.push(queued);
    }

    /// Drops and reports the messages that a later one makes superfluous.
    pub(super) fn supersede(&mut self, command: &Command, outbox: &mut Outbox) {
        let Some(kind) = command.kind().filter(|_| !self.is_empty()) else {
            return;
        };
        let superseded = self.take(|earlier| earlier.is_superseded_by(kind, command));
        for superseded in superseded {
            outbox.report(Code::Superseded, Level::Note, superseded.name());
        }
    }

    /// Drops the chosen messages, and returns the calls that none of the others starts.
    pub(super) fn remove(&mut self, chosen: impl Fn(&Queued) -> bool) -> Vec<u32> {
        let removed = self.take(chosen);
        let mut begun = Vec::new();
        for start in removed.into_iter().filter(Queued::begins_call) {
            let mut left = self.messages.iter_mut();
            match left.find(|other| other.is_start() && other.call == start.call) {
                // It begins the call instead.
                Some(repeated) => repeated.before = start.before,
                None => begun.extend(start.call),
            }
        }
        begun
    }

    /// Takes the chosen messages: INITIALIZED first, the others in order. A stale start of a
    /// call is dropped and reported, with everything else about that call.
    pub(super) fn flush(
        &mut self,
        now: Millis,
        outbox: &mut Outbox,
        chosen: impl Fn(&Queued) -> bool,
    ) -> Flushed {
        let taken = self.take(chosen);
        let mut stale_calls = Vec::new();
        let mut messages = Vec::new();
        let mut initialized = 0_usize;
        for queued in taken {
            let is_stale = queued.is_stale(now);
            if queued.is_start() && !is_stale {
                stale_calls.retain(|call| Some(*call) != queued.call);
            } else if queued.begins_call() {
                stale_calls.extend(queued.call);
            }
            if is_stale || queued.call.is_some_and(|call| stale_calls.contains(&call)) {
                outbox.report(Code::Stale, Level::Error, queued.name());
            } else if queued.kind() == Some(Kind::Initialized) {
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

    /// True while INITIALIZED is queued.
    pub(super) fn has_initialized(&self) -> bool {
        let mut kinds = self.messages.iter().map(|queued| queued.kind());
        kinds.any(|kind| kind == Some(Kind::Initialized))
    }

    /// True while a message with this id is queued.
    pub(super) fn contains(&self, id: &str) -> bool {
        self.messages.iter().any(|queued| queued.id == id)
    }

    /// Resets the calls to their states before the queued messages.
    pub(super) fn take_back(&self, calls: &mut Calls) {
        for queued in self.messages.iter().rev() {
            match (queued.call, &queued.before) {
                (_, Some(before)) => calls.put_back(before),
                (Some(call), None) => calls.discard(call),
                (None, None) => {}
            }
        }
    }

    /// Takes the chosen messages out.
    fn take(&mut self, chosen: impl Fn(&Queued) -> bool) -> Vec<Queued> {
        self.messages
            .extract_if(.., |queued| chosen(queued))
            .collect()
    }

    /// Iterates mutably.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Queued> {
        self.messages.iter_mut()
    }
}

impl Queued {
    /// Its type; none if unknown.
    pub(super) fn kind(&self) -> Option<Kind> {
        self.command.kind()
    }

    /// True for messages that begin a call.
    fn is_start(&self) -> bool {
        self.kind().is_some_and(Kind::is_start)
    }

    /// True if it begins its call, which was at most requested before.
    fn begins_call(&self) -> bool {
        let is_new = |call: &Call| call.state == CallState::Requested;
        self.is_start() && self.before.as_ref().is_none_or(is_new)
    }

    /// True for the start of a call that waited too long.
    fn is_stale(&self, now: Millis) -> bool {
        self.is_start() && now - self.since > CALL_START_STALE_AFTER
    }

    /// The message's name in the API.
    fn name(&self) -> String {
        self.kind()
            .map_or("", |kind| kind.message().name)
            .to_owned()
    }

    /// True if a later message of this kind makes it superfluous.
    fn is_superseded_by(&self, kind: Kind, later: &Command) -> bool {
        let is_initialized = kind == Kind::Initialized;
        match self.kind().and_then(stated) {
            Some((name, value)) if is_initialized => {
                let payload = later.message.body.slot().fields();
                let stated = payload.and_then(|payload| payload.named(name)?.boolean());
                stated == Some(!value)
            }
            Some((name, _)) => stated(kind).is_some_and(|(own, _)| own == name),
            None => {
                let is_same = self.command.instance == later.instance;
                is_initialized && self.kind() == Some(kind) && is_same
            }
        }
    }
}
