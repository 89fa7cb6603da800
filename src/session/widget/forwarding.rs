//! Commands of the app that another window carries out, and those of other windows.
//!
//! ```text
//!  Pending --acknowledged--> done
//!    |  ^ \--refused, or another window leads or has the call by now--> forwarded again
//!    |  |
//!    |  +--not acknowledged in time: the window is taken to be gone, the call taken over
//!    +--not delivered after all: reported
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use super::Widget;
use super::command::Command;
use super::options::Rules;
use super::output::Level;
use super::place::{Fit, Place, Target};
use super::roster::{Role, Roster};
use crate::protocol::limits::{
    ACKNOWLEDGED_WITHIN, DELIVERED_WITHIN, MAX_CARRIED_OUT, MAX_FORWARDED,
};
use crate::protocol::{Millis, Payload, WindowId};
use crate::session::Code;
use crate::session::stored::number;

/// A window and the number that it gave a command.
pub(super) type Sender = (WindowId, u32);

/// What a session forwarded, and what was forwarded to it.
#[derive(Clone, Debug)]
pub(super) struct Forwarding<P> {
    pending: Vec<Pending<P>>,
    /// What was carried out for other windows, so that nothing is twice.
    carried_out: Vec<Sender>,
    last_command: u32,
}

/// A command that is not known to be carried out.
#[derive(Clone, Debug)]
struct Pending<P> {
    target: Target,
    /// The term in which it was forwarded.
    term: u32,
    instance: u32,
    message: P,
    id: String,
    /// Its number, and when it was forwarded last.
    command: u32,
    forwarded_at: Millis,
    /// Since when it is pending.
    since: Millis,
    /// The window that forwarded it; none where this window's own app sent it.
    sender: Option<Sender>,
}

impl<P: Payload> Forwarding<P> {
    pub(super) const fn new() -> Self {
        Self {
            pending: Vec::new(),
            carried_out: Vec::new(),
            last_command: 0,
        }
    }

    /// A command was carried out, or will be by another window.
    pub(super) fn acknowledged(&mut self, command: u32) {
        self.pending
            .retain(|pending| pending.sender.is_some() || pending.command != command);
    }

    /// This window was silent: what is pending may have been answered meanwhile.
    pub(super) fn wait_anew(&mut self, now: Millis) {
        for pending in &mut self.pending {
            pending.since = now;
            pending.forwarded_at = now;
        }
    }

    /// Another window begins to count anew.
    pub(super) fn forget(&mut self, window: &WindowId) {
        self.carried_out.retain(|(sender, _)| sender != window);
    }

    /// The windows that acknowledged nothing, and were not heard meanwhile.
    pub(super) fn unanswered(&self, now: Millis, roster: &Roster) -> Vec<WindowId> {
        if !roster.agrees() || roster.hold.is_on() {
            return Vec::new();
        }
        let late = self.pending.iter().filter(|pending| pending.is_late(now));
        let silent = late.filter_map(|pending| {
            let window = pending.target.window()?;
            let heard_at = roster.heard_at(window);
            let is_silent = heard_at.is_none_or(|at| at <= pending.forwarded_at);
            is_silent.then(|| window.clone())
        });
        silent.collect()
    }

    /// When something is to be done about a command.
    pub(super) fn due(&self) -> Option<Millis> {
        let due = self.pending.iter().map(|pending| {
            let end = pending.since + DELIVERED_WITHIN;
            match pending.target {
                Target::Undecided => end,
                _ => end.min(pending.forwarded_at + ACKNOWLEDGED_WITHIN),
            }
        });
        due.reduce(Millis::min)
    }
}

impl<P> Pending<P> {
    fn is_late(&self, now: Millis) -> bool {
        let since = now - self.forwarded_at;
        self.sender.is_none() && (since >= ACKNOWLEDGED_WITHIN || since < Millis(0.0))
    }
}

impl<P: Payload> Widget<P> {
    /// A command that this window does not carry out, or not yet.
    pub(super) fn forward(
        &mut self,
        now: Millis,
        target: Target,
        command: &Command<P>,
        message: &P,
        id: &str,
        sender: Option<Sender>,
    ) {
        if self.forwarding.pending.len() >= MAX_FORWARDED {
            let oldest = self.forwarding.pending.remove(0);
            self.report_undelivered(&oldest);
        }
        if target != Target::Undecided {
            self.outbox.count(Code::Forwarded);
        }
        self.forwarding.last_command = self.forwarding.last_command.wrapping_add(1);
        let pending = Pending {
            target,
            term: self.roster.term(),
            instance: command.instance,
            message: message.clone(),
            id: id.into(),
            command: self.forwarding.last_command,
            forwarded_at: now,
            since: now,
            sender,
        };
        self.say_command(&pending);
        self.forwarding.pending.push(pending);
    }

    fn say_command(&mut self, pending: &Pending<P>) {
        let mut fields = Vec::new();
        match &pending.target {
            Target::Undecided => return,
            Target::Leader(_) => {}
            Target::Owner(window) => fields.push(("to", P::from_text(window.as_str()))),
        }
        fields.push(("number", number(pending.command)));
        fields.push(("message", pending.message.clone()));
        self.outbox.say(&self.roster, "command", &fields);
    }

    /// A command that another window forwarded.
    pub(super) fn handle_command(
        &mut self,
        now: Millis,
        sender: Sender,
        to: Option<&WindowId>,
        is_late: bool,
        message: &P,
        id: String,
    ) {
        let is_for_this = match to {
            Some(window) => window == self.roster.id(),
            None => self.roster.role() == Role::Leader,
        };
        if !is_for_this {
            return;
        }
        if self.forwarding.carried_out.contains(&sender) {
            return self.answer(&sender, "ack");
        }
        let mut pending = self.forwarding.pending.iter();
        if pending.any(|pending| pending.sender.as_ref() == Some(&sender)) {
            return;
        }
        // It was meant for who led, or had the call, in an earlier term.
        let Some(instance) = self.instances.newest_sharing().filter(|_| !is_late) else {
            return self.answer(&sender, "refusal");
        };
        let command = Command::new(instance, Rules::NONE, message);
        match self.place(&command) {
            Place::Here => self.carry_out(now, &command, message, id, Some(sender)),
            Place::Elsewhere(Target::Undecided) => {
                self.forward(now, Target::Undecided, &command, message, &id, Some(sender));
            }
            Place::Elsewhere(target) if to.is_none() => {
                // The leader knows who has the call, and sees to it.
                self.done(sender);
                self.forward(now, target, &command, message, &id, None);
            }
            Place::Elsewhere(_) => self.answer(&sender, "refusal"),
        }
    }

    /// Forwards again what another window has to carry out by now, and carries out what is
    /// this window's.
    #[inline(never)]
    pub(super) fn repeat_forwarded(&mut self, now: Millis) {
        let mut unfit = Vec::new();
        for mut pending in core::mem::take(&mut self.forwarding.pending) {
            let is_of_earlier_term = pending.term != self.roster.term();
            if let Some(sender) = pending.sender.take_if(|_| is_of_earlier_term) {
                self.answer(&sender, "refusal");
                continue;
            }
            let command = Command::new(pending.instance, Rules::NONE, &pending.message);
            let target = match self.place(&command) {
                // What comes before it may be another window's, and come next.
                Place::Here
                    if pending.sender.is_none() && self.fit(&command) == Fit::OutOfOrder =>
                {
                    unfit.push((command, pending));
                    continue;
                }
                Place::Here => {
                    let (message, id) = (pending.message, pending.id);
                    self.carry_out(now, &command, &message, id, pending.sender);
                    continue;
                }
                Place::Elsewhere(target) => target,
            };
            if let Some(sender) = pending.sender.take_if(|_| target != Target::Undecided) {
                self.answer(&sender, "refusal");
                continue;
            }
            if now - pending.since >= DELIVERED_WITHIN {
                self.report_undelivered(&pending);
                continue;
            }
            // A clock set back must not keep it for longer.
            pending.since = pending.since.min(now);
            if target != pending.target || is_of_earlier_term || pending.is_late(now) {
                pending.target = target;
                pending.term = self.roster.term();
                pending.forwarded_at = now;
                self.say_command(&pending);
            }
            self.forwarding.pending.push(pending);
        }
        for (command, pending) in unfit {
            self.carry_out(now, &command, &pending.message, pending.id, None);
        }
    }

    /// Carries a command out in this window. One of another window that does not fit its
    /// call was sent by this window's app too.
    fn carry_out(
        &mut self,
        now: Millis,
        command: &Command<P>,
        message: &P,
        id: String,
        sender: Option<Sender>,
    ) {
        let fit = self.fit(command);
        if fit == Fit::Next || fit == Fit::OutOfOrder && sender.is_none() {
            self.send(now, command.instance, message, id);
        } else {
            self.outbox.count(Code::SuppressedDuplicate);
        }
        if let Some(sender) = sender {
            self.done(sender);
        }
    }

    /// A command of another window is carried out, or is pending here from now on.
    fn done(&mut self, sender: Sender) {
        self.answer(&sender, "ack");
        if self.forwarding.carried_out.len() >= MAX_CARRIED_OUT {
            self.forwarding.carried_out.remove(0);
        }
        self.forwarding.carried_out.push(sender);
    }

    /// Answers what another window said under a number.
    pub(super) fn answer(&mut self, (window, command): &Sender, says: &str) {
        let fields = [
            ("to", P::from_text(window.as_str())),
            ("number", number(*command)),
        ];
        self.outbox.say(&self.roster, says, &fields);
    }

    /// Nobody carries out any more what is pending.
    pub(super) fn give_up_forwarded(&mut self) {
        for pending in core::mem::replace(&mut self.forwarding, Forwarding::new()).pending {
            self.report_undelivered(&pending);
        }
    }

    /// No window took a command of this window's app; of another's, that one reports it.
    fn report_undelivered(&mut self, pending: &Pending<P>) {
        if pending.sender.is_none() {
            let command = Command::new(pending.instance, Rules::NONE, &pending.message);
            self.outbox
                .report(Code::NotDelivered, Level::Error, command.name());
        }
    }
}
