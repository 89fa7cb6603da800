//! Commands forwarded to other windows.
//!
//! ```text
//!  Pending --acknowledged--> done
//!    |  ^ \--another window leads or has the call by now--> forwarded there
//!    |  |
//!    |  +--this one leads or has it by now: carried out
//!    +--not acknowledged in time: reported; where no window leads also kept
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use super::super::bounded::push_bounded;
use super::super::command::Command;
use crate::protocol::limits::{ACKNOWLEDGED_WITHIN, MAX_CARRIED_OUT};
use crate::protocol::{Millis, WindowId};

/// The destination of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The leader; the window is the one known to lead.
    Leader(Option<WindowId>),
    /// To the window that has the call.
    Owner(WindowId),
}

/// A window and the number that it gave a command.
pub(super) type Sender = (WindowId, u32);

/// A command not known to be carried out.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) target: Target,
    pub(super) number: u32,
    /// Absent once it was reported, in a window that keeps it for the next leader.
    pub(super) forwarded_at: Option<Millis>,
    pub(super) command: Command,
    pub(super) id: String,
}

impl Pending {
    /// True once it has to be reported. A clock set back must not keep it for longer.
    fn is_late(&self, now: Millis) -> bool {
        self.forwarded_at
            .is_some_and(|at| now - at >= ACKNOWLEDGED_WITHIN || now < at)
    }
}

/// The commands that a session forwarded, and those that it carried out for others.
#[derive(Clone, Debug, Default)]
pub(super) struct Forwarding {
    pub(super) pending: Vec<Pending>,
    /// The other windows' commands that were carried out, so that none is twice.
    carried_out: Vec<Sender>,
    /// Those of them that are acknowledged once the page stays.
    held_acks: Vec<Sender>,
    /// The calls, by their handles, that the apps of the windows completed; none for this one.
    completed: Vec<(Option<WindowId>, u32)>,
    last_number: u32,
}

impl Forwarding {
    /// The number of the next command.
    pub(super) const fn next_number(&mut self) -> u32 {
        self.last_number = self.last_number.wrapping_add(1);
        self.last_number
    }

    /// Notes that another window acknowledged a command.
    pub(super) fn acknowledged(&mut self, number: u32) {
        self.pending.retain(|pending| pending.number != number);
    }

    /// Takes the commands that no window acknowledged in time; they are no longer pending.
    pub(super) fn take_late(&mut self, now: Millis) -> Vec<Pending> {
        self.pending
            .extract_if(.., |pending| pending.is_late(now))
            .collect()
    }

    /// Keeps one that was reported.
    pub(super) fn keep(&mut self, reported: Pending) {
        self.pending.push(Pending {
            forwarded_at: None,
            ..reported
        });
    }

    /// The time at which the first of them is late.
    pub(super) fn due(&self) -> Option<Millis> {
        let due = self
            .pending
            .iter()
            .filter_map(|pending| pending.forwarded_at);
        Some(due.reduce(Millis::min)? + ACKNOWLEDGED_WITHIN)
    }

    /// Notes that a command of another window is carried out.
    pub(super) fn done(&mut self, sender: Sender) {
        push_bounded(&mut self.carried_out, sender, MAX_CARRIED_OUT);
    }

    /// Holds an acknowledgement back.
    pub(super) fn hold_ack(&mut self, sender: Sender) {
        push_bounded(&mut self.held_acks, sender, MAX_CARRIED_OUT);
    }

    pub(super) fn take_held_acks(&mut self) -> Vec<Sender> {
        core::mem::take(&mut self.held_acks)
    }

    /// Notes that a window's app completed a call; true if it did before.
    pub(super) fn completes(&mut self, window: Option<WindowId>, call: u32) -> bool {
        let completion = (window, call);
        let is_again = self.completed.contains(&completion);
        if !is_again {
            push_bounded(&mut self.completed, completion, MAX_CARRIED_OUT);
        }
        is_again
    }

    pub(super) fn is_done(&self, sender: &Sender) -> bool {
        self.carried_out.contains(sender)
    }

    /// Forgets a window's commands: it begins to count anew.
    pub(super) fn forget(&mut self, window: &WindowId) {
        self.carried_out.retain(|(sender, _)| sender != window);
    }
}
