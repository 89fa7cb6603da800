//! Several windows of one user: a layer around the engine.
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

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::command::{Command, Step};
use super::input::{AppInput, PageInput, TimeInput, WindowInput};
use super::output::{AnswerOutput, ChangeOutput, Level, Output, WidgetState, WindowOutput};
use super::{Input, Widget};
use crate::lifecycle::{Call, CallState};
use crate::protocol::limits::MAX_WINDOWS;
use crate::protocol::{Envelope, Millis, Name, Value, WindowId, named};
use crate::session::Code;
use crate::session::stored::write_calls;

pub use channel::WindowMessage;
use channel::{Header, Said};
use commands::{Match, report_undelivered};
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
    /// True if the calls of this window have to be announced.
    is_due: bool,
    /// True if those of the others have to be too: a new window may not know their owner.
    is_all_due: bool,
    /// The new window, if there is only one.
    newcomer: Option<WindowId>,
    /// The last output: the role, and the number of other windows.
    shown: (Role, usize),
}

impl Widget {
    /// Handles an input while calls are shared; outputs for other windows come last.
    #[inline(never)]
    pub(super) fn process_shared(
        &mut self,
        now: Millis,
        input: Input,
        mut windows: Box<Windows>,
    ) -> Vec<Output> {
        // What another window passed on stays here.
        let is_hosts = matches!(
            input,
            Input::Message(_) | Input::App(AppInput::Inject { .. })
        );
        let answer = windows.apply(self, now, input);
        if is_hosts {
            windows.pass_end_call(self, now);
        }
        let mut outputs = self.collect(now, answer);
        windows.collect(self, &mut outputs);
        if windows.id.as_str().is_empty() {
            return outputs;
        }
        let forwarding = windows.forwarding.due().filter(|_| !self.holds_ends());
        let due = Millis::earliest(&[forwarding, windows.ringing.due()]);
        self.view.wake(due, &mut outputs);
        self.windows = Some(windows);
        outputs
    }

    /// Begins to share calls, under this name.
    pub(super) fn join_windows(&mut self, window: String) {
        self.persistence.hold();
        self.windows = Some(Box::new(Windows {
            id: window.into(),
            ..Windows::default()
        }));
    }
}

impl Windows {
    /// Handles one input, or passes it to the engine.
    fn apply(&mut self, widget: &mut Widget, now: Millis, input: Input) -> Option<AnswerOutput> {
        match input {
            Input::App(AppInput::Send {
                instance,
                message,
                message_id,
            }) => {
                let command = Command { instance, message };
                if widget.stay_for(now, &command) {
                    self.say_again(widget, now);
                }
                let outcome = self.send(widget, now, command, message_id);
                return Some(AnswerOutput::Sent { outcome });
            }
            Input::Window(input) => self.take_window(widget, now, input),
            Input::Page(PageInput::Leave { is_certain }) => {
                widget.leave_page(now, is_certain, self.is_heard());
            }
            Input::Page(PageInput::Stay {}) => {
                widget.stay_page(now);
                self.say_again(widget, now);
            }
            Input::Time(TimeInput::Timeout {}) => {
                let is_held = widget.holds_ends();
                let answer = widget.apply(now, input);
                if is_held && !widget.holds_ends() {
                    self.say_again(widget, now);
                }
                let held = self.ringing.take_late(now);
                self.release(widget, now, held);
                // What waits while the page is left was not sent yet.
                if !widget.holds_ends() {
                    for late in self.forwarding.take_late(now) {
                        report_undelivered(widget, &late);
                        if self.is_cut_off() {
                            self.forwarding.keep(late);
                        }
                    }
                }
                return answer;
            }
            input => return widget.apply(now, input),
        }
        None
    }

    /// Handles a message of another window, or an event of the browser.
    fn take_window(&mut self, widget: &mut Widget, now: Millis, input: WindowInput) {
        match input {
            WindowInput::Join { window } => {
                self.leave(widget, now);
                self.id = window.into();
                widget.persistence.hold();
            }
            WindowInput::Meet {} => {
                self.role = Role::Follower;
                self.is_due = true;
                self.say(widget, "hello", &[]);
            }
            // It may come after the order to release it.
            WindowInput::Lead {} if !self.may_lead => {}
            WindowInput::Lead {} => {
                self.role = Role::Leader;
                self.leader = None;
                (self.is_due, self.is_all_due, self.newcomer) = (true, true, None);
                widget.settle_resumed(now, None);
                self.adopt(widget);
                self.retry(widget, now);
            }
            WindowInput::Leave {} => self.leave(widget, now),
            WindowInput::Heard {
                said,
                message,
                is_relayed,
                message_id,
            } => self.receive(widget, now, &said, message, is_relayed, message_id),
            WindowInput::Gone { window } => self.lose(widget, now, &window.into()),
        }
    }

    /// Handles a value on the windows' channel.
    fn receive(
        &mut self,
        widget: &mut Widget,
        now: Millis,
        said: &WindowMessage,
        message: Envelope,
        is_relayed: bool,
        id: String,
    ) {
        let Some((Header { from, leads }, said)) = channel::read(said, message) else {
            return widget.outbox.count(Code::WindowMessageIgnored);
        };
        if self.role == Role::Alone || from == self.id {
            return;
        }
        if is_relayed {
            // It has no lock that shows when it is gone.
            self.has_popout = true;
        } else {
            self.meet(widget, &from);
            if !self.others.contains(&from) {
                return;
            }
        }
        if !leads {
            self.leader.take_if(|leader| *leader == from);
        } else if self.role != Role::Leader {
            self.leader = Some(from.clone());
        }
        match said {
            Said::Hello => {
                self.forwarding.forget(&from);
                self.starts.share_again();
                self.newcomer = Some(from).filter(|_| !self.is_all_due);
                (self.is_due, self.is_all_due) = (true, true);
            }
            // A page that only a port reaches has no calls for others.
            Said::Calls { .. } if is_relayed && !is_popout(widget) => {}
            Said::Calls {
                calls,
                start,
                is_all,
                to,
            } => {
                // A leader that hung may answer another window before it hears of this one's calls.
                if leads && is_all && to.is_none_or(|to| to == self.id) {
                    widget.settle_resumed(now, Some((&from, &calls)));
                }
                let keeps = self.role == Role::Leader || !leads;
                widget.calls.mirror(&self.id, &from, keeps, &calls);
                for owner in calls.iter().filter_map(|call| call.owner.as_ref()) {
                    // If it is gone, the browser shows that at once.
                    self.meet(widget, owner);
                }
                self.starts.add(&widget.calls, &start, true);
            }
            Said::Command {
                to,
                number,
                message,
            } => self.handle_command(widget, now, (from, number), to, message, id),
            Said::Ack { to, number } if to == self.id => self.forwarding.acknowledged(number),
            Said::Ack { .. } => {}
        }
        self.retry(widget, now);
    }

    /// Adds another window.
    fn meet(&mut self, widget: &mut Widget, window: &WindowId) {
        let is_known = *window == self.id || self.others.contains(window);
        if !is_known && self.others.len() < MAX_WINDOWS {
            self.others.push(window.clone());
            let window = window.as_str().into();
            widget
                .outbox
                .push(Output::Window(WindowOutput::Watch { window }));
        }
    }

    /// Removes another window; the leader takes over its calls.
    fn lose(&mut self, widget: &mut Widget, now: Millis, window: &WindowId) {
        self.others.retain(|other| other != window);
        // A popout hears all others through its opener.
        let leader = &mut self.leader;
        leader.take_if(|leader| is_popout(widget) || leader == window);
        let mut left = widget.calls.forget_taker(window);
        let unrung = self.ringing.lose(window);
        self.adopt(widget);
        for call in unrung {
            left.extend(self.end_ringing(widget, now, &call));
        }
        self.give_left(widget, left);
        self.retry(widget, now);
    }

    /// Takes over the calls of windows that are gone, as leader. The app gets them, unless they ring
    /// in other windows only.
    fn adopt(&mut self, widget: &mut Widget) {
        if self.role == Role::Leader {
            let adopted = widget
                .calls
                .adopt(&self.id, |owner| !self.others.contains(owner));
            for key in &adopted {
                widget.announce_adopted(*key, &self.starts);
            }
            if !adopted.is_empty() {
                self.is_due = true;
                widget.persistence.changed();
                widget
                    .outbox
                    .report(Code::CallTakenOver, Level::Note, String::new());
            }
            let rings_elsewhere = |key: &u32| {
                let call = widget.calls.get(*key);
                let call = call.filter(|call| call.state == CallState::Ringing);
                let id = call.and_then(|call| call.external_call_id.as_ref());
                id.is_some_and(|id| self.ringing.elsewhere(id).is_some())
            };
            let given = adopted.into_iter().filter(|key| !rings_elsewhere(key));
            self.give_left(widget, given.collect());
        }
    }

    /// Gives the app calls of this window that no other window's app has answered, and whose next
    /// step it has not on its way: it would report their state once more. Those that are held back
    /// come later.
    fn give_left(&mut self, widget: &mut Widget, mut left: Vec<u32>) {
        let calls = &widget.calls;
        let moved = |pending: &Pending| match pending.command.step()? {
            // Another window may have answered it meanwhile.
            Step::Start(_) => None,
            step => Some(widget.call_of(&pending.command, step)?.key()),
        };
        let moved: Vec<_> = self.forwarding.pending.iter().filter_map(moved).collect();
        let is_left = |call: &Call| {
            let mut taker = call.taker.iter();
            call.is_own()
                && taker.all(|taker| !self.others.contains(taker))
                && !moved.contains(&call.key())
                && !widget.persistence.holds(call.key())
        };
        left.retain(|key| calls.get(*key).is_some_and(is_left));
        for call in left.iter().filter_map(|key| calls.get(*key)) {
            if let Some(call) = call.external_call_id.clone() {
                self.ringing.forget(&Ring { call, window: None });
            }
        }
        widget.deliver_adopted(&left);
    }

    /// Stops sharing: pending commands are carried out here where possible.
    fn leave(&mut self, widget: &mut Widget, now: Millis) {
        widget.calls.forget_others();
        widget.settle_resumed(now, None);
        let shown = self.shown;
        let mut left = core::mem::take(self);
        self.shown = shown;
        self.release(widget, now, left.ringing.take_own());
        for pending in left.forwarding.pending {
            if widget.matched(&pending.command) == Match::Next {
                widget.send(now, pending.command, pending.id);
            } else if pending.forwarded_at.is_some() {
                report_undelivered(widget, &pending);
            }
        }
    }

    /// Adds the outputs for the edge and the other windows.
    fn collect(&mut self, widget: &mut Widget, outputs: &mut Vec<Output>) {
        let may_lead = self.role != Role::Alone && widget.link.has_initialized_host();
        let is_silent = widget.is_host_silent();
        // Any window that waits for the lock has a host that answers, or waits again.
        let yields = is_silent && !self.is_silent && self.role == Role::Leader && self.is_heard();
        if self.may_lead && (!may_lead || yields) {
            outputs.push(lead(false));
            self.may_lead = false;
            if self.role == Role::Leader {
                self.role = Role::Follower;
                self.is_due = true;
            }
        }
        if may_lead && !self.may_lead {
            outputs.push(lead(true));
        }
        (self.may_lead, self.is_silent) = (may_lead, is_silent);
        self.announce(widget, outputs);
        let shown = (self.role, self.others.len());
        if self.shown != shown {
            self.shown = shown;
            outputs.push(Output::Change(ChangeOutput::Windows {
                role: shown.0,
                others: shown.1 as u32,
            }));
        }
    }

    /// Announces the calls of this window, and those of windows that are gone: a leader may have
    /// come too late to know these.
    fn announce(&mut self, widget: &Widget, outputs: &mut Vec<Output>) {
        let has_changed = outputs.iter().any(|output| match output {
            Output::Change(ChangeOutput::Call { key, .. } | ChangeOutput::Gone { key }) => {
                widget.calls.get(*key).is_none_or(Call::is_own)
            }
            _ => false,
        });
        self.is_due |= has_changed;
        // What is held back is not known to the host: if this page goes, the next leader has to act.
        if widget.holds_ends() || !self.is_heard() || !core::mem::take(&mut self.is_due) {
            return;
        }
        let others = &self.others;
        let is_all = core::mem::take(&mut self.is_all_due) && self.role == Role::Leader;
        let newcomer = self.newcomer.take().filter(|_| is_all);
        let is_known = |call: &Call| {
            let mut owner = call.owner.iter();
            let is_there = owner.any(|owner| others.contains(owner));
            (is_all || !is_there) && !widget.persistence.holds(call.key())
        };
        let own: Value = write_calls(&widget.calls, is_known);
        let starts = self.starts.take_unshared(&widget.calls, is_known);
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
            let said = channel::write(&self.header(), "calls", &fields);
            outputs.push(Output::Window(WindowOutput::Say { said }));
        }
    }

    fn say(&self, widget: &mut Widget, says: &'static str, fields: &[(Name, Value)]) {
        let said = channel::write(&self.header(), says, fields);
        widget
            .outbox
            .push(Output::Window(WindowOutput::Say { said }));
    }

    fn header(&self) -> Header {
        Header {
            from: self.id.clone(),
            leads: self.role == Role::Leader,
        }
    }

    /// True if no window is known to lead: the next one hangs, or a popout's opener is loading.
    fn is_cut_off(&self) -> bool {
        self.leader.is_none() && self.role != Role::Leader
    }

    /// True if another window can hear this one.
    const fn is_heard(&self) -> bool {
        !self.others.is_empty() || self.has_popout
    }

    pub(super) const fn role(&self) -> Role {
        self.role
    }

    /// True while a forwarded command is neither acknowledged nor reported.
    pub(super) fn has_pending(&self) -> bool {
        self.forwarding.due().is_some()
    }
}

/// True for a page without a host, which only a port of its opener reaches.
fn is_popout(widget: &Widget) -> bool {
    widget.state() == WidgetState::NotEmbedded
}

const fn lead(may_lead: bool) -> Output {
    Output::Window(WindowOutput::Lead { may_lead })
}
