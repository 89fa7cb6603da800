//! The user's other windows: which of them has a call.
//!
//! ```text
//!  the window that dialled, or the leader for a call that comes in: it has the call
//!      |                                         ^
//!      | announces its calls                     | forwards commands about them
//!      v                                         |
//!  every other window: shows them, and posts nothing about them
//! ```
//!
//! A window that is gone loses its calls to the leader, after a grace in which the page
//! may be loaded anew; a command of the leader's app ends the grace.

use alloc::string::String;
use alloc::vec::Vec;

use super::Widget;
use super::command::Command;
use super::options::Rules;
use super::outbox::Outbox;
use super::output::{Level, Output, WindowOutput};
use super::place::{Fit, Place};
use super::roster::Role;
use crate::lifecycle::{Call, Calls};
use crate::protocol::limits::{ADOPT_AFTER, FORWARD_REPEATED_FOR, MAX_FORWARDED};
use crate::protocol::{Millis, Payload, WindowId};
use crate::session::Code;
use crate::session::stored::{MAX_CALLS, read_calls, write_calls};

/// What a session knows of the user's other windows.
#[derive(Clone, Debug)]
pub(super) struct Windows<P> {
    /// The leader, where another window said that it is.
    leader: Option<WindowId>,
    /// Windows that are gone, and when their calls are adopted.
    gone: Vec<(WindowId, Millis)>,
    /// The latest commands that were forwarded: a window may be gone before it got one.
    forwarded: Vec<Forwarded<P>>,
    /// Calls of this window changed, or another one asks for them.
    is_due: bool,
}

/// A command that was forwarded.
#[derive(Clone, Debug)]
pub(super) struct Forwarded<P> {
    /// The window; none for whichever is the leader.
    pub(super) to: Option<WindowId>,
    pub(super) instance: u32,
    pub(super) message: P,
    pub(super) id: String,
    pub(super) at: Millis,
}

impl<P: Payload> Windows<P> {
    pub(super) const fn new() -> Self {
        Self {
            leader: None,
            gone: Vec::new(),
            forwarded: Vec::new(),
            is_due: false,
        }
    }

    /// The calls of this window are to be announced.
    pub(super) const fn announce(&mut self) {
        self.is_due = true;
    }

    /// What the other windows are to know; nothing where they know it.
    pub(super) fn announcement(&mut self, calls: &Calls, role: Role) -> Option<Output<P>> {
        let is_due = core::mem::take(&mut self.is_due) && role != Role::Alone;
        is_due.then(|| {
            let mut announced = P::empty();
            announced.put("calls", Some(write_calls(calls, Call::is_own)));
            Output::Window(WindowOutput::Announce {
                calls: announced,
                is_leader: role == Role::Leader,
            })
        })
    }

    /// When calls of a window that is gone are adopted.
    pub(super) fn due(&self, role: Role) -> Option<Millis> {
        let due = self.gone.iter().map(|(_, at)| *at).reduce(Millis::min);
        due.filter(|_| role == Role::Leader)
    }

    pub(super) fn is_gone(&self, window: &WindowId) -> bool {
        self.gone.iter().any(|(gone, _)| gone == window)
    }

    /// Remembers a command, and orders it to be forwarded.
    pub(super) fn forward(&mut self, forwarded: Forwarded<P>, outbox: &mut Outbox<P>) {
        let since = forwarded.at - FORWARD_REPEATED_FOR;
        self.forwarded.retain(|earlier| earlier.at >= since);
        if self.forwarded.len() >= MAX_FORWARDED {
            self.forwarded.remove(0);
        }
        outbox.count(Code::Forwarded);
        outbox.forward(
            forwarded.to.clone().map_or_else(String::new, |to| to.0),
            forwarded.message.clone(),
        );
        self.forwarded.push(forwarded);
    }

    /// The commands that a window that is gone, or an earlier leader, may not have got.
    fn take_forwarded(&mut self, to: Option<&WindowId>) -> Vec<Forwarded<P>> {
        let all = core::mem::take(&mut self.forwarded);
        let (lost, rest) = all
            .into_iter()
            .partition(|forwarded| forwarded.to.as_ref() == to);
        self.forwarded = rest;
        lost
    }
}

impl<P: Payload> Widget<P> {
    /// This window can be heard by the others; `was` is what it was before a trap.
    pub(super) fn join_windows(&mut self, now: Millis, window: String, can_lead: bool, was: Role) {
        let role = self.roster.join(now, WindowId(window), can_lead, was);
        self.set_role(now, role);
    }

    /// The other windows are heard no more.
    pub(super) fn leave_windows(&mut self) {
        self.roster.leave();
        // Nobody reports any more what becomes of them.
        self.calls.forget_others();
        self.windows = Windows::new();
    }

    /// The app says what this window is, or leaves it to the windows.
    pub(super) fn choose_role(&mut self, now: Millis, role: Option<Role>) {
        let role = self.roster.choose(now, role);
        self.set_role(now, role);
    }

    /// This window got another role, or says again which one it has.
    fn set_role(&mut self, now: Millis, role: Option<Role>) {
        let Some(role) = role else {
            return;
        };
        self.roster.set_role(role);
        self.windows.announce();
        if role == Role::Leader {
            self.windows.leader = None;
            self.repeat_forwarded(now, None);
        }
    }

    /// Another window announced its calls.
    pub(super) fn handle_announced(
        &mut self,
        now: Millis,
        window: String,
        calls: &P,
        is_leader: bool,
    ) {
        let window = WindowId(window);
        let role = self.roster.said(&window, is_leader);
        self.set_role(now, role);
        let Some(theirs) = read_calls(calls, "calls", MAX_CALLS) else {
            return self.outbox.count(Code::Malformed);
        };
        if !self.roster.is_joined() {
            return;
        }
        self.calls.mirror(self.roster.id(), &window, &theirs);
        // Who speaks is not gone, and may have adopted what others had.
        self.windows.gone.retain(|(gone, _)| *gone != window);
        let gone: Vec<WindowId> = self.windows.gone.iter().map(|(id, _)| id.clone()).collect();
        for lost in gone {
            if !self
                .calls
                .iter()
                .any(|call| call.owner.as_ref() == Some(&lost))
            {
                self.windows.gone.retain(|(gone, _)| *gone != lost);
                self.repeat_forwarded(now, Some(&lost));
            }
        }
        if is_leader && self.windows.leader.as_ref() != Some(&window) {
            self.windows.leader = Some(window);
            self.repeat_forwarded(now, None);
        }
    }

    /// A window is gone: the leader has its calls once the grace is over.
    pub(super) fn handle_window_gone(&mut self, now: Millis, window: String) {
        self.lose_window(now, WindowId(window));
        let role = self.roster.settle();
        self.set_role(now, role);
    }

    fn lose_window(&mut self, now: Millis, window: WindowId) {
        let was_there = self.roster.lose(&window);
        let has_calls = self
            .calls
            .iter()
            .any(|call| call.owner.as_ref() == Some(&window));
        if was_there && has_calls && !self.windows.is_gone(&window) {
            self.windows.gone.push((window, now + ADOPT_AFTER));
        }
    }

    /// Time passed: who is silent is gone, who leads is agreed, and what was lost is
    /// adopted.
    pub(super) fn check_windows(&mut self, now: Millis) {
        if let Some(silent) = self.roster.ask(now) {
            for window in silent {
                self.lose_window(now, window);
            }
            let role = self.roster.settle();
            self.set_role(now, role);
            self.outbox.ask_windows();
        }
        let role = self.roster.wait(now);
        self.set_role(now, role);
        self.adopt_due(now);
    }

    /// Adopts the calls of windows whose grace is over.
    fn adopt_due(&mut self, now: Millis) {
        while self.roster.role() == Role::Leader {
            let due = self.windows.gone.iter().find(|(_, at)| *at <= now);
            let Some((window, _)) = due.cloned() else {
                return;
            };
            self.adopt(now, &window);
        }
    }

    pub(super) fn adopt(&mut self, now: Millis, window: &WindowId) {
        self.windows.gone.retain(|(gone, _)| gone != window);
        let adopted = self.calls.adopt(window);
        if !adopted.is_empty() {
            self.persistence.changed();
            self.outbox
                .report(Code::CallTakenOver, Level::Note, String::new());
        }
        self.repeat_forwarded(now, Some(window));
    }

    /// What a window that is gone may not have got goes to who has its calls now; what an
    /// earlier leader may not have got, to the new one.
    fn repeat_forwarded(&mut self, now: Millis, window: Option<&WindowId>) {
        for lost in self.windows.take_forwarded(window) {
            let command = Command::new(lost.instance, Rules::NONE, &lost.message);
            let is_young = lost.at >= now - FORWARD_REPEATED_FOR;
            if is_young && self.fit(&command) == Fit::Next {
                self.send(now, lost.instance, &lost.message, lost.id);
            }
        }
    }

    /// A command that another window forwarded. One that does not fit its call was sent
    /// by this window's app too.
    pub(super) fn handle_forwarded(&mut self, now: Millis, to: &str, message: &P, id: String) {
        let is_for_this = if to.is_empty() {
            self.roster.role() == Role::Leader
        } else {
            self.roster.id().0 == to
        };
        let Some(instance) = self.instances.newest_sharing().filter(|_| is_for_this) else {
            return;
        };
        let command = Command::new(instance, Rules::NONE, message);
        let is_here = matches!(self.place(now, &command), Place::Here);
        if is_here && self.fit(&command) == Fit::Next {
            self.send(now, instance, message, id);
        } else {
            self.outbox.count(Code::SuppressedDuplicate);
        }
    }
}
