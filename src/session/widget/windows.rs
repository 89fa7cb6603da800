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
//! A window that is gone, or that acknowledges nothing, loses its calls to the leader, after
//! a grace in which the page may be loaded anew and what it said before arrives.

use alloc::string::String;
use alloc::vec::Vec;

use super::Widget;
use super::channel::{self, HostState, Said};
use super::handover::Starts;
use super::outbox::Outbox;
use super::output::{Output, WindowOutput};
use super::roster::{Role, Roster};
use crate::lifecycle::{Call, Calls};
use crate::protocol::limits::{ADOPT_AFTER, WINDOW_SLEEPS_AFTER};
use crate::protocol::{Millis, Payload, WindowId};
use crate::session::Code;
use crate::session::stored::{number, write_calls};

/// What a session knows of the calls of the user's other windows.
#[derive(Clone, Debug)]
pub(super) struct Windows<P> {
    /// What began the calls.
    pub(super) starts: Starts<P>,
    /// Windows that are gone, and when their calls are adopted.
    gone: Vec<(WindowId, Millis)>,
    /// Calls of this window changed, or another one asks for them.
    is_due: bool,
    /// When this window did something last.
    active_at: Millis,
    /// How often it asked who leads.
    questions: u32,
}

impl<P: Payload> Windows<P> {
    pub(super) const fn new() -> Self {
        Self {
            starts: Starts::new(),
            gone: Vec::new(),
            is_due: false,
            active_at: Millis(0.0),
            questions: 0,
        }
    }

    /// The calls of this window are to be announced.
    pub(super) const fn announce(&mut self) {
        self.is_due = true;
    }

    /// What the other windows are to know; nothing where they know it.
    pub(super) fn announcement(&mut self, calls: &Calls, roster: &Roster) -> Vec<Output<P>> {
        if !core::mem::take(&mut self.is_due) || roster.role() == Role::Alone {
            return Vec::new();
        }
        // A leader may have come too late to know what a window had that is gone.
        let gone = &self.gone;
        let is_gone = |owner: &WindowId| gone.iter().any(|(gone, _)| gone == owner);
        let is_known = |call: &Call| call.owner.as_ref().is_none_or(is_gone);
        let own: P = write_calls(calls, is_known);
        let starts = self.starts.take_unshared(calls, is_known);
        // A message has room for one of them.
        let messages = starts.len().max(1);
        let mut starts = starts.into_iter();
        let announcements = (0..messages).map(|_| {
            let mut fields = alloc::vec![("calls", own.clone())];
            fields.extend(starts.next().map(|start| ("message", start)));
            let said = channel::write(&roster.header(), "calls", &fields);
            Output::Window(WindowOutput::Say { said })
        });
        announcements.collect()
    }

    /// When calls of a window that is gone are adopted.
    pub(super) fn due(&self, roster: &Roster) -> Option<Millis> {
        let due = self.gone.iter().map(|(_, at)| *at).reduce(Millis::min);
        due.filter(|_| roster.role() == Role::Leader && !roster.hold.is_on())
    }

    pub(super) fn is_gone(&self, window: &WindowId) -> bool {
        self.gone.iter().any(|(gone, _)| gone == window)
    }

    /// Whether this window did nothing for so long that others may act in its place.
    fn has_slept(&mut self, now: Millis) -> bool {
        now - core::mem::replace(&mut self.active_at, now) > WINDOW_SLEEPS_AFTER
    }
}

impl<P: Payload> Outbox<P> {
    /// Says something to the other windows.
    pub(super) fn say(&mut self, roster: &Roster, says: &str, fields: &[(&str, P)]) {
        let said = channel::write(&roster.header(), says, fields);
        self.order(Output::Window(WindowOutput::Say { said }));
    }
}

impl<P: Payload> Widget<P> {
    /// This window can be heard by the others; `was` is what it was before a trap.
    pub(super) fn join_windows(&mut self, now: Millis, window: String, has_lock: bool, was: Role) {
        self.look_at_host(now);
        let role = self.roster.join(now, window.into(), has_lock, was);
        self.windows.active_at = now;
        self.set_role(role);
        self.outbox.say(&self.roster, "hello", &[]);
    }

    /// The other windows are heard no more.
    pub(super) fn leave_windows(&mut self) {
        self.roster.leave();
        // Nobody reports their outcome any more.
        self.calls.forget_others();
        self.windows = Windows::new();
        self.give_up_forwarded();
    }

    /// The app says what this window is, or leaves it to the windows.
    pub(super) fn choose_role(&mut self, now: Millis, role: Option<Role>) {
        let role = self.roster.choose(now, role);
        self.set_role(role);
    }

    /// This window got another role, or says again which one it has.
    fn set_role(&mut self, role: Option<Role>) {
        if let Some(role) = role {
            self.roster.set_role(role);
            self.windows.announce();
        }
    }

    /// Before anything else: whether this window was silent, so that others may act in its
    /// place, and whether its host can be reached.
    pub(super) fn wake_up(&mut self, now: Millis) {
        if !self.roster.is_joined() {
            return;
        }
        self.roster.hold.check(now);
        if !self.windows.has_slept(now) {
            return self.look_at_host(now);
        }
        self.forwarding.wait_anew(now);
        if self.roster.others() > 0 {
            self.windows.questions = self.windows.questions.wrapping_add(1);
            self.roster.doubt(now, self.windows.questions);
            self.ask_who_leads(self.windows.questions);
        }
        self.look_at_host(now);
    }

    fn ask_who_leads(&mut self, question: u32) {
        let fields = [("number", number(question))];
        self.outbox.say(&self.roster, "whoLeads", &fields);
    }

    pub(super) fn look_at_host(&mut self, now: Millis) {
        let host = if !self.link.has_initialized_host() {
            HostState::None
        } else if self.watch.is_silent() {
            HostState::Silent
        } else {
            HostState::Alive
        };
        let role = self.roster.set_host(now, host);
        self.set_role(role);
    }

    /// Something arrived on the channel of the windows.
    pub(super) fn handle_heard(
        &mut self,
        now: Millis,
        said: &P,
        message: P,
        is_relayed: bool,
        id: String,
    ) {
        let Some((header, said)) = channel::read(said, message) else {
            return self.outbox.count(Code::WindowMessageIgnored);
        };
        if !self.roster.is_joined() || header.from == *self.roster.id() {
            return;
        }
        // Who speaks is not gone.
        self.windows.gone.retain(|(gone, _)| *gone != header.from);
        let heard = self.roster.hear(now, &header, is_relayed);
        if heard.is_to_be_watched {
            let window = header.from.as_str().into();
            self.outbox
                .order(Output::Window(WindowOutput::Watch { window }));
        }
        if let Some(question) = heard.question {
            self.ask_who_leads(question);
        }
        self.set_role(heard.role);
        if heard.is_behind {
            // It learns who leads.
            self.windows.announce();
        }
        match said {
            Said::Hello => {
                self.forwarding.forget(&header.from);
                self.outbox.say(&self.roster, "here", &[]);
                self.windows.starts.share_again();
                self.windows.announce();
            }
            Said::WhoLeads(question) => {
                self.answer(&(header.from, question), "answer");
                self.windows.announce();
            }
            Said::Answer { to, question } if to == *self.roster.id() => {
                self.roster.hold.answered(&header.from, question);
            }
            Said::Ask => self.outbox.say(&self.roster, "here", &[]),
            Said::Here => {}
            Said::Calls { calls, start } => {
                self.mirror(now, &header.from, &calls);
                self.windows.starts.add(&self.calls, &start, true);
            }
            Said::Command {
                to,
                command,
                message,
            } => {
                let sender = (header.from, command);
                let is_late = header.term < self.roster.term();
                self.handle_command(now, sender, to.as_ref(), is_late, &message, id);
            }
            Said::Ack { to, command } if to == *self.roster.id() => {
                self.forwarding.acknowledged(command);
            }
            // What was refused is forwarded again once it is known who has the call.
            Said::Answer { .. } | Said::Ack { .. } | Said::Refusal => {}
        }
    }

    /// Another window is gone: the leader has its calls once the grace is over.
    pub(super) fn handle_window_gone(&mut self, now: Millis, window: String) {
        self.lose_window(now, window.into());
        let role = self.roster.settle(now);
        self.set_role(role);
    }

    /// Another window is gone, or is taken to be.
    pub(super) fn lose_window(&mut self, now: Millis, window: WindowId) {
        self.roster.lose(&window);
        let mut calls = self.calls.iter();
        let has_calls = calls.any(|call| call.owner.as_ref() == Some(&window));
        if has_calls && !self.windows.is_gone(&window) {
            self.windows.gone.push((window, now + ADOPT_AFTER));
            self.windows.announce();
        }
    }

    /// Time passed: who is silent is gone, who leads is agreed, and what was lost is
    /// adopted.
    pub(super) fn check_windows(&mut self, now: Millis) {
        if let Some(silent) = self.roster.ask(now) {
            for window in silent {
                self.lose_window(now, window);
            }
            self.outbox.say(&self.roster, "ask", &[]);
        }
        // One that was silent itself has answers to hear first.
        for window in self.forwarding.unanswered(now, &self.roster) {
            self.lose_window(now, window);
        }
        let role = self.roster.settle(now).or(self.roster.wait(now));
        self.set_role(role);
        self.adopt_due(now);
    }

    /// Takes the calls that another window announced.
    fn mirror(&mut self, now: Millis, window: &WindowId, theirs: &Calls) {
        self.calls.mirror(self.roster.id(), window, theirs);
        for owner in theirs.iter().filter_map(|call| call.owner.clone()) {
            if owner != *self.roster.id() && self.roster.heard_at(&owner).is_none() {
                self.lose_window(now, owner);
            }
        }
        // It may have adopted what others had.
        let calls = &self.calls;
        self.windows.gone.retain(|(gone, _)| {
            let mut calls = calls.iter();
            calls.any(|call| call.owner.as_ref() == Some(gone))
        });
    }

    /// Adopts the calls of windows whose grace is over.
    fn adopt_due(&mut self, now: Millis) {
        while self.roster.role() == Role::Leader && !self.roster.hold.is_on() {
            let mut gone = self.windows.gone.iter();
            let Some(at) = gone.position(|(_, at)| *at <= now) else {
                return;
            };
            let (window, _) = self.windows.gone.remove(at);
            self.adopt(&window);
        }
    }
}
