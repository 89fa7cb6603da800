//! Several windows of one user, once the app shares calls among them.
//!
//! The browser elects the leader by a lock, and shows by another which window is gone. A call
//! belongs to the window that placed it; an incoming one to the leader.
//!
//! ```text
//!  the window that dialled, or the leader for a call that comes in: it has the call
//!      |                                         ^
//!      | announces its calls                     | forwards commands about them
//!      v                                         |
//!  every other window: shows them, and posts nothing about them
//! ```
//!
//! A window that is gone loses its calls to the leader, at once. One that hangs keeps them: a
//! command that it has not acknowledged in time is reported by the window that forwarded it.

mod channel;
mod commands;
mod forwarding;
mod handover;
mod ringing;

use alloc::string::String;
use alloc::vec::Vec;

use super::Widget;
use super::command::Step;
use super::input::WindowInput;
use super::output::{ChangeOutput, Level, Output, WidgetState, WindowOutput};
use crate::lifecycle::{Call, CallState};
use crate::protocol::limits::MAX_WINDOWS;
use crate::protocol::{Envelope, Millis, Name, Value, WindowId, named};
use crate::session::Code;
use crate::session::stored::write_calls;

pub use channel::WindowMessage;
use channel::{Header, Said};
use commands::Match;
use forwarding::{Forwarding, Pending};
use handover::Starts;
use ringing::{Ring, Ringing};

named! {
    /// The role of a window among the user's windows.
    Role, default Alone {
        /// It does not share its calls.
        Alone = "alone",
        /// It owns incoming calls, and those of windows that are gone.
        Leader = "leader",
        /// Another window leads.
        Follower = "follower",
    }
}

/// The user's windows, as known to this one.
///
/// ```text
///  none --Join--> Alone --Meet--> Follower --Lead--> Leader
///    ^              |                 |  ^-- host silent --|
///    +----------------- Leave --------+--------------------+
/// ```
#[derive(Clone, Debug, Default)]
pub(super) struct Windows {
    /// The name of this window.
    id: WindowId,
    role: Role,
    /// The window that claims to lead.
    leader: Option<WindowId>,
    /// The other windows that are open.
    others: Vec<WindowId>,
    /// True once a page that only a port reaches was heard.
    has_popout: bool,
    /// True if the edge was told to request the leader's lock.
    may_lead: bool,
    /// True while the host is silent.
    is_silent: bool,
    starts: Starts,
    forwarding: Forwarding,
    ringing: Ringing,
    due: Due,
    /// The last output: the role, and the number of other windows.
    shown: (Role, usize),
}

/// The calls that have to be announced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Due {
    #[default]
    None,
    /// Those of this window.
    Own,
    /// Those of the others too: a new window may not know their owner.
    All {
        /// The new window, if there is only one.
        newcomer: Option<WindowId>,
    },
}

impl Windows {
    /// Notes that the calls of this window have to be announced.
    fn announce_own(&mut self) {
        if self.due == Due::None {
            self.due = Due::Own;
        }
    }

    /// True once this window shares its calls, or waits for the browser to let it.
    pub(super) fn is_joined(&self) -> bool {
        !self.id.as_str().is_empty()
    }

    /// True if no window is known to lead: the next one hangs, or a popout's opener is loading.
    fn is_cut_off(&self) -> bool {
        self.leader.is_none() && self.role != Role::Leader
    }

    /// True if another window can hear this one.
    pub(super) const fn is_heard(&self) -> bool {
        !self.others.is_empty() || self.has_popout
    }

    pub(super) const fn role(&self) -> Role {
        self.role
    }

    /// True while a forwarded command is neither acknowledged nor reported.
    pub(super) fn has_pending(&self) -> bool {
        self.forwarding.due().is_some()
    }

    /// A message to the other windows: its type, and further fields.
    fn said(&self, says: &'static str, fields: &[(Name, Value)]) -> Output {
        let leads = self.role == Role::Leader;
        let said = channel::write(&self.id, leads, says, fields);
        Output::Window(WindowOutput::Say { said })
    }
}

impl Widget {
    /// Handles a message of another window, or an event of the browser.
    pub(super) fn handle_window(&mut self, now: Millis, input: WindowInput) {
        let is_joined = self.windows.is_joined();
        match input {
            WindowInput::Join { window } => {
                if is_joined {
                    self.leave_windows(now);
                }
                self.windows.id = window.into();
                self.persistence.hold();
            }
            _ if !is_joined => {}
            WindowInput::Meet {} => {
                self.windows.role = Role::Follower;
                self.windows.announce_own();
                self.say("hello", &[]);
            }
            // It may come after the order to release it.
            WindowInput::Lead {} if !self.windows.may_lead => {}
            WindowInput::Lead {} => {
                self.windows.role = Role::Leader;
                self.windows.leader = None;
                self.windows.due = Due::All { newcomer: None };
                self.settle_resumed(now, None);
                self.adopt_calls();
                self.retry_forwarded(now);
            }
            WindowInput::Leave {} => self.leave_windows(now),
            WindowInput::Heard {
                said,
                message,
                is_relayed,
                message_id,
            } => self.handle_said(now, &said, message, is_relayed, message_id),
            WindowInput::Gone { window } => self.lose_window(now, &window.into()),
        }
    }

    /// Handles a value on the windows' channel.
    fn handle_said(
        &mut self,
        now: Millis,
        said: &WindowMessage,
        message: Envelope,
        is_relayed: bool,
        id: String,
    ) {
        let Some((Header { from, leads }, said)) = channel::read(said, message) else {
            return self.outbox.count(Code::WindowMessageIgnored);
        };
        if self.windows.role == Role::Alone || from == self.windows.id {
            return;
        }
        if is_relayed {
            // It has no lock that shows when it is gone.
            self.windows.has_popout = true;
        } else {
            self.meet_window(&from);
            if !self.windows.others.contains(&from) {
                return;
            }
        }
        if !leads {
            self.windows.leader.take_if(|leader| *leader == from);
        } else if self.windows.role != Role::Leader {
            self.windows.leader = Some(from.clone());
        }
        match said {
            Said::Hello => {
                self.windows.forwarding.forget(&from);
                self.windows.starts.share_again();
                let is_first = !matches!(self.windows.due, Due::All { .. });
                let newcomer = Some(from).filter(|_| is_first);
                self.windows.due = Due::All { newcomer };
            }
            // A page that only a port reaches has no calls for others.
            Said::Calls { .. } if is_relayed && !self.is_popout() => {}
            Said::Calls {
                calls,
                start,
                is_all,
                to,
            } => {
                // A leader that hung may answer another window before it hears of this one's calls.
                if leads && is_all && to.is_none_or(|to| to == self.windows.id) {
                    self.settle_resumed(now, Some((&from, &calls)));
                }
                let keeps = self.windows.role == Role::Leader || !leads;
                self.calls.mirror(&self.windows.id, &from, keeps, &calls);
                for owner in calls.iter().filter_map(|call| call.owner.as_ref()) {
                    // If it is gone, the browser shows that at once.
                    self.meet_window(owner);
                }
                self.windows.starts.add(&self.calls, &start, true);
            }
            Said::Command {
                to,
                number,
                message,
            } => self.handle_command(now, (from, number), to, message, id),
            Said::Ack { to, number } if to == self.windows.id => {
                self.windows.forwarding.acknowledged(number)
            }
            Said::Ack { .. } => {}
        }
        self.retry_forwarded(now);
    }

    /// Adds another window.
    fn meet_window(&mut self, window: &WindowId) {
        let is_known = *window == self.windows.id || self.windows.others.contains(window);
        if !is_known && self.windows.others.len() < MAX_WINDOWS {
            self.windows.others.push(window.clone());
            let window = window.as_str().into();
            let watch = WindowOutput::Watch { window };
            self.outbox.push(Output::Window(watch));
        }
    }

    /// Removes another window; the leader takes over its calls.
    fn lose_window(&mut self, now: Millis, window: &WindowId) {
        self.windows.others.retain(|other| other != window);
        // A popout hears all others through its opener.
        let is_popout = self.is_popout();
        let leader = &mut self.windows.leader;
        leader.take_if(|leader| is_popout || leader == window);
        let mut left = self.calls.forget_taker(window);
        let unrung = self.windows.ringing.lose(window);
        self.adopt_calls();
        for call in unrung {
            left.extend(self.end_ringing(now, &call));
        }
        self.give_left(left);
        self.retry_forwarded(now);
    }

    /// Takes over the calls of windows that are gone, as leader. The app gets them, unless they ring
    /// in other windows only.
    fn adopt_calls(&mut self) {
        if self.windows.role != Role::Leader {
            return;
        }
        let Windows { id, others, .. } = &self.windows;
        let mut adopted = self.calls.adopt(id, |owner| !others.contains(owner));
        for key in &adopted {
            if !self.announce_to_host(*key) {
                self.calls.lose_answers(|call| call.key() == *key);
            }
        }
        if !adopted.is_empty() {
            self.windows.announce_own();
            self.persistence.changed();
            let outbox = &mut self.outbox;
            outbox.report(Code::CallTakenOver, Level::Note, String::new());
        }
        adopted.retain(|key| {
            let call = self.calls.get(*key);
            let call = call.filter(|call| call.state == CallState::Ringing);
            let id = call.and_then(|call| call.external_call_id.as_ref());
            id.is_none_or(|id| self.windows.ringing.elsewhere(id).is_none())
        });
        self.give_left(adopted);
    }

    /// Gives the app calls of this window that no other window's app has answered, and whose next
    /// step it has not on its way: it would report their state once more. Those that are held back
    /// come later.
    fn give_left(&mut self, mut left: Vec<u32>) {
        let (calls, others) = (&self.calls, &self.windows.others);
        let moved = |pending: &Pending| match pending.command.step()? {
            // Another window may have answered it meanwhile.
            Step::Start(_) => None,
            Step::Move(_) => Some(self.call_of(&pending.command)?.key()),
        };
        let moved: Vec<_> = self
            .windows
            .forwarding
            .pending
            .iter()
            .filter_map(moved)
            .collect();
        let is_left = |call: &Call| {
            let mut taker = call.taker.iter();
            call.is_own()
                && taker.all(|taker| !others.contains(taker))
                && !moved.contains(&call.key())
                && !self.persistence.holds(call.key())
        };
        left.retain(|key| calls.get(*key).is_some_and(is_left));
        for call in left.iter().filter_map(|key| calls.get(*key)) {
            if let Some(call) = call.external_call_id.clone() {
                self.windows.ringing.forget(&Ring { call, window: None });
            }
        }
        self.deliver_adopted(&left);
    }

    /// Stops sharing: pending commands are carried out here where possible.
    fn leave_windows(&mut self, now: Millis) {
        self.calls.forget_others();
        self.settle_resumed(now, None);
        let mut left = core::mem::take(&mut self.windows);
        self.windows.shown = left.shown;
        let own = left.ringing.take(&|held| held.of.window.is_none());
        self.release_ringing(now, own);
        for pending in left.forwarding.pending {
            if self.matched(&pending.command) == Match::Next {
                self.send(now, pending.command, pending.id);
            } else if pending.forwarded_at.is_some() {
                self.report_undelivered(&pending);
            }
        }
    }

    /// Adds the outputs for the edge and the other windows.
    #[inline(never)]
    pub(super) fn show_windows(&mut self, outputs: &mut Vec<Output>) {
        if !self.windows.is_joined() && self.windows.shown.0 == Role::Alone {
            return;
        }
        let may_lead = self.windows.role != Role::Alone && self.link.has_initialized_host();
        let is_silent = self.is_host_silent();
        // Any window that waits for the lock has a host that answers, or waits again.
        let windows = &mut self.windows;
        let leads = windows.role == Role::Leader;
        let yields = is_silent && !windows.is_silent && leads && windows.is_heard();
        if windows.may_lead && (!may_lead || yields) {
            outputs.push(lead(false));
            windows.may_lead = false;
            if leads {
                windows.role = Role::Follower;
                windows.announce_own();
            }
        }
        if may_lead && !windows.may_lead {
            outputs.push(lead(true));
        }
        (windows.may_lead, windows.is_silent) = (may_lead, is_silent);
        self.announce_calls(outputs);
        let shown = (self.windows.role, self.windows.others.len());
        if self.windows.shown != shown {
            self.windows.shown = shown;
            outputs.push(Output::Change(ChangeOutput::Windows {
                role: shown.0,
                others: shown.1 as u32,
            }));
        }
    }

    /// Announces the calls of this window, and those of windows that are gone: a leader may have
    /// come too late to know these.
    fn announce_calls(&mut self, outputs: &mut Vec<Output>) {
        let has_changed = outputs.iter().any(|output| match output {
            Output::Change(ChangeOutput::Call { key, .. } | ChangeOutput::Gone { key }) => {
                self.calls.get(*key).is_none_or(Call::is_own)
            }
            _ => false,
        });
        let holds_ends = self.holds_ends();
        let windows = &mut self.windows;
        if has_changed {
            windows.announce_own();
        }
        // What is held back is not known to the host: if this page goes, the next leader has to act.
        if holds_ends || !windows.is_heard() || windows.due == Due::None {
            return;
        }
        let others = &windows.others;
        let (is_all, newcomer) = match core::mem::take(&mut windows.due) {
            Due::All { newcomer } if windows.role == Role::Leader => (true, newcomer),
            _ => (false, None),
        };
        let is_known = |call: &Call| {
            let mut owner = call.owner.iter();
            let is_there = owner.any(|owner| others.contains(owner));
            (is_all || !is_there) && !self.persistence.holds(call.key())
        };
        let own: Value = write_calls(&self.calls, is_known);
        let starts = windows.starts.take_unshared(&self.calls, is_known);
        // One start per message.
        let messages = starts.len().max(1);
        let mut starts = starts.into_iter();
        for _ in 0..messages {
            let mut fields = alloc::vec![(Name::Calls, own.clone())];
            if is_all {
                fields.push((Name::All, Value::from(true)));
                fields.extend(newcomer.as_ref().map(|to| (Name::To, Value::from(to))));
            }
            fields.extend(starts.next().map(|start| (Name::Message, start)));
            outputs.push(windows.said("calls", &fields));
        }
    }

    fn say(&mut self, says: &'static str, fields: &[(Name, Value)]) {
        let said = self.windows.said(says, fields);
        self.outbox.push(said);
    }

    /// True for a page without a host, which only a port of its opener reaches.
    fn is_popout(&self) -> bool {
        self.state() == WidgetState::NotEmbedded
    }
}

const fn lead(may_lead: bool) -> Output {
    Output::Window(WindowOutput::Lead { may_lead })
}
