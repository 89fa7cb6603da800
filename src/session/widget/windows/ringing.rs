//! The windows whose phones ring with a call that comes in.
//!
//! A window's own end (its server is gone, its page goes) ends its own ringing. The call ends when
//! no window rings any more; the message of the last one is posted.
//!
//! ```text
//!  rings --MISSED, FAILED--> held --no window rings any more--> posted
//!                              |
//!                              +--another window answers or declines--> dropped
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use super::super::bounded::push_bounded;
use super::super::command::Command;
use crate::protocol::limits::{MAX_OPEN_CALLS, RINGING_ENDS_WITHIN};
use crate::protocol::{ExternalCallId, Millis, WindowId};

/// A call in a window; none for this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ring {
    pub(super) call: ExternalCallId,
    pub(super) window: Option<WindowId>,
}

/// The windows that ring, and their messages after that.
#[derive(Clone, Debug, Default)]
pub(super) struct Ringing {
    rings: Vec<Ring>,
    held: Vec<Held>,
}

/// A message of a window that no longer rings.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) of: Ring,
    pub(super) command: Command,
    pub(super) id: String,
    /// The time for the other windows to report the same; none if the end is the window's own.
    pub(super) until: Option<Millis>,
}

impl Ringing {
    /// A window rings, for the first time or again.
    pub(super) fn begins(&mut self, ring: &Ring) {
        self.stops(ring);
        self.forget(ring);
        push_bounded(&mut self.rings, ring.clone(), MAX_HELD);
    }

    /// A window no longer rings.
    pub(super) fn stops(&mut self, ring: &Ring) {
        self.rings.retain(|other| other != ring);
    }

    /// True while any window rings.
    pub(super) fn is_ringing(&self, call: &ExternalCallId) -> bool {
        self.rings.iter().any(|ring| ring.call == *call)
    }

    /// Another window that rings, if this one no longer does.
    pub(super) fn elsewhere(&self, call: &ExternalCallId) -> Option<&WindowId> {
        let mut elsewhere = None;
        for ring in self.rings.iter().filter(|ring| ring.call == *call) {
            elsewhere = Some(ring.window.as_ref()?);
        }
        elsewhere
    }

    /// The last message of a window that is held.
    pub(super) fn held(&self, ring: &Ring) -> Option<&Held> {
        self.held.iter().find(|held| held.of == *ring)
    }

    /// Holds a message back; false where there are too many.
    pub(super) fn hold(&mut self, held: Held) -> bool {
        let has_room = self.held.len() < MAX_HELD;
        if has_room {
            self.held.push(held);
        }
        has_room
    }

    /// A window answered the call: what others said of their ringing is never posted. It is kept
    /// to tell their later messages from those of the window that talks.
    pub(super) fn answered(&mut self, ring: &Ring) {
        self.forget(ring);
        for held in self
            .held
            .iter_mut()
            .filter(|held| held.of.call == ring.call)
        {
            held.until = None;
        }
    }

    /// Drops the messages of a window.
    pub(super) fn forget(&mut self, ring: &Ring) {
        drop(self.take(&|held| held.of == *ring));
    }

    /// Drops everything about calls that are over. A call may ring before it is known.
    pub(super) fn retain(&mut self, is_open: &dyn Fn(&ExternalCallId) -> Option<bool>) {
        self.rings.retain(|ring| is_open(&ring.call) != Some(false));
        drop(self.take(&|held| is_open(&held.of.call) != Some(true)));
    }

    /// Removes a window that is gone; returns its calls.
    pub(super) fn lose(&mut self, window: &WindowId) -> Vec<ExternalCallId> {
        drop(self.take(&|held| held.of.window.as_ref() == Some(window)));
        let mut calls = Vec::new();
        self.rings.retain(|ring| {
            let is_gone = ring.window.as_ref() == Some(window);
            if is_gone {
                calls.push(ring.call.clone());
            }
            !is_gone
        });
        calls
    }

    /// Takes the messages for which the other windows reported nothing in time.
    pub(super) fn take_late(&mut self, now: Millis) -> Vec<Held> {
        // A clock set back must not hold them for longer.
        let is_late = |until: Millis| now >= until || now + RINGING_ENDS_WITHIN < until;
        self.take(&|held| held.until.is_some_and(is_late))
    }

    /// The time at which the first of them is late.
    pub(super) fn due(&self) -> Option<Millis> {
        self.held
            .iter()
            .filter_map(|held| held.until)
            .reduce(Millis::min)
    }

    /// Takes the chosen messages, in order.
    pub(super) fn take(&mut self, chosen: &dyn Fn(&Held) -> bool) -> Vec<Held> {
        self.held.extract_if(.., |held| chosen(held)).collect()
    }
}

/// An end and what follows it, for each of two windows of every call; or four windows that ring.
const MAX_HELD: usize = 4 * MAX_OPEN_CALLS;
