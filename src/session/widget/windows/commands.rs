//! Routes an app's commands to the windows that they belong to.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::Widget;
use super::super::command::{Command, Step};
use super::super::output::{Level, SendOutcome};
use super::super::question::has_properties;
use super::Role;
use super::forwarding::{Pending, Sender, Target};
use super::ringing::{Held, Ring};
use crate::lifecycle::{Call, CallDirection, CallEvent, CallState};
use crate::protocol::limits::{MAX_FORWARDED, RINGING_ENDS_WITHIN};
use crate::protocol::{
    Body, EndStatus, Envelope, ExternalCallId, Kind, Millis, Name, Object, Value, WindowId,
};
use crate::session::Code;

/// A command compared with the state of its call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Match {
    /// It is the call's next step.
    Next,
    /// It was carried out before.
    Repeat,
    OutOfOrder,
    /// Its call is unknown.
    Unknown,
}

impl Widget {
    /// Sends a message of this window's app, or forwards it to the window that has its call.
    pub(in crate::session::widget) fn send_shared(
        &mut self,
        now: Millis,
        command: Command,
        id: String,
    ) -> SendOutcome {
        let is_known = self.instances.contains(command.instance);
        if !is_known || command.step().is_none() {
            return self.send(now, command, id);
        }
        // A start may be forwarded.
        self.stay_for(now, &command);
        self.note_ringing(&command, None);
        self.instances.moved_call(command.instance);
        if let Some(target) = self.elsewhere(&command) {
            self.forward(now, target, command, id);
            return SendOutcome::Forwarded;
        }
        self.carry_out(now, command, id, None)
            .unwrap_or(SendOutcome::Suppressed)
    }

    /// Handles a command that another window forwarded.
    pub(super) fn handle_command(
        &mut self,
        now: Millis,
        sender: Sender,
        to: Option<WindowId>,
        message: Envelope,
        id: String,
    ) {
        let mut command = Command {
            instance: 0,
            message,
        };
        self.note_ringing(&command, Some(&sender.0));
        let is_for_this = match &to {
            Some(window) => *window == self.windows.id,
            None => self.windows.role == Role::Leader,
        };
        let Some(instance) = self.instances.newest_sharing().filter(|_| is_for_this) else {
            return self.foresee_answer(&command, &sender.0);
        };
        command.instance = instance;
        if !self.windows.forwarding.is_done(&sender) {
            match self.elsewhere(&command) {
                None => {
                    let from = Some(&sender.0);
                    if self.carry_out(now, command, id, from).is_none() {
                        return;
                    }
                }
                // The leader knows the call's owner, and forwards it.
                Some(target) if to.is_none() => self.forward(now, target, command, id),
                // Its sender learns the call's owner.
                Some(_) => return,
            }
            self.windows.forwarding.done(sender.clone());
        }
        self.acknowledge_command(sender);
    }

    /// Acknowledges another window's command, once this page stays: what goes with it, the window
    /// sends to the next leader.
    fn acknowledge_command(&mut self, sender: Sender) {
        if self.holds_ends() {
            self.windows.forwarding.hold_ack(sender);
            return;
        }
        let (window, command) = sender;
        let fields = [
            (Name::To, Value::from(&window)),
            (Name::Number, command.into()),
        ];
        self.say("ack", &fields);
    }

    /// Retries after another window leads or has a call: carries out this window's commands, and
    /// forwards the rest.
    pub(super) fn retry_forwarded(&mut self, now: Millis) {
        for mut pending in core::mem::take(&mut self.windows.forwarding.pending) {
            let elsewhere = match &pending.target {
                // END_CALL goes to the window whose app answered; if that is gone, to this one's.
                Target::Owner(window)
                    if is_end_call(&pending.command) && self.windows.others.contains(window) =>
                {
                    Some(pending.target.clone())
                }
                _ => self.elsewhere(&pending.command),
            };
            match elsewhere {
                None => drop(self.carry_out(now, pending.command, pending.id, None)),
                Some(target) => {
                    if target != pending.target {
                        pending.target = target;
                        pending.forwarded_at = Some(now);
                        self.say_command(&pending);
                    }
                    self.windows.forwarding.pending.push(pending);
                }
            }
        }
    }

    /// Forwards END_CALL to the window whose app answered the call.
    pub(in crate::session::widget) fn pass_end_call(&mut self, now: Millis) {
        let is_end_call =
            |message: &Value| message.named(Name::Type).text() == Some(Kind::EndCall.as_str());
        let is_meant = |call: &&Call| call.is_own() && call.state.is_under_way();
        let call = self.calls.iter().rfind(is_meant);
        let is_there =
            |taker: &&WindowId| self.windows.others.contains(taker) || self.windows.has_popout;
        let Some((id, taker)) = call.and_then(|call| {
            let id = call.external_call_id.as_ref()?;
            let rings = || self.windows.ringing.elsewhere(id);
            let taker = call.taker.as_ref().or_else(rings).filter(is_there)?;
            Some((id, taker.clone()))
        }) else {
            return;
        };
        let data = Object::new().with(Name::ExternalCallId, id);
        if let Some(message) = self.outbox.take_delivery(is_end_call) {
            self.instances.answered();
            let message = Value::from(message.copied().with(Name::Data, data)).into();
            let command = Command {
                instance: 0,
                message,
            };
            self.forward(now, Target::Owner(taker), command, String::new());
        }
    }

    /// Forwards and acknowledges what was held back while the page was being left.
    pub(in crate::session::widget) fn say_again(&mut self, now: Millis) {
        let mut pending = core::mem::take(&mut self.windows.forwarding.pending);
        for pending in &mut pending {
            pending.forwarded_at = Some(now);
            self.say_command(pending);
        }
        self.windows.forwarding.pending = pending;
        for sender in self.windows.forwarding.take_held_acks() {
            self.acknowledge_command(sender);
        }
        self.windows.announce_own();
    }

    fn note_ringing(&mut self, command: &Command, window: Option<&WindowId>) {
        let Some(ring) = ring_of(command, window) else {
            return;
        };
        let calls = &self.calls;
        let is_open = |id: &ExternalCallId| Some(calls.by_id(id)?.state.is_open());
        self.windows.ringing.retain(&is_open);
        match command.step() {
            Some(Step::Start(CallDirection::Inbound)) => self.windows.ringing.begins(&ring),
            Some(Step::Move(CallEvent::Answered)) => self.windows.ringing.answered(&ring),
            Some(Step::Move(CallEvent::Ended { .. })) => self.windows.ringing.stops(&ring),
            _ => {}
        }
    }

    /// Holds back the end of a window's own ringing, and what follows it, while other windows ring
    /// or have answered; true if it did.
    fn hold_ringing(
        &mut self,
        now: Millis,
        command: &Command,
        window: Option<&WindowId>,
        id: &str,
    ) -> bool {
        let (Some(Step::Move(_)), Some(of)) = (command.step(), ring_of(command, window)) else {
            return false;
        };
        let known = self.calls.by_id(&of.call).filter(|known| known.is_own());
        let Some(state) = known.map(|known| known.state) else {
            return false;
        };
        let held = self.windows.ringing.held(&of);
        if state != CallState::Ringing {
            return held.is_some();
        }
        if !self.windows.ringing.is_ringing(&of.call) {
            return false;
        }
        let until = match (held, command.message.body.end_status()) {
            (Some(held), _) => held.until,
            // A caller who gives up is reported by every window; a failure is the window's own.
            (None, Some(EndStatus::Missed)) => Some(now + RINGING_ENDS_WITHIN),
            (None, Some(EndStatus::Failed)) => None,
            // A window that answers has nothing held any more.
            (None, _) => return false,
        };
        self.windows.ringing.hold(Held {
            of,
            command: command.clone(),
            id: id.to_owned(),
            until,
        })
    }

    /// The last window that rang is gone: the end that another one reported before is the call's.
    /// Returns the call for the app where no window reported one.
    pub(super) fn end_ringing(&mut self, now: Millis, call: &ExternalCallId) -> Option<u32> {
        let known = self.calls.by_id(call)?;
        let is_over = !known.is_own() || known.state != CallState::Ringing;
        if is_over || self.windows.ringing.is_ringing(call) {
            return None;
        }
        let key = known.key();
        let held = self.windows.ringing.take(&|held| held.of.call == *call);
        let is_reported = !held.is_empty();
        self.release_ringing(now, held);
        (!is_reported).then_some(key)
    }

    /// Posts messages that were held back, each type once: the end of a call that still rings, and
    /// what follows it.
    pub(super) fn release_ringing(&mut self, now: Millis, held: Vec<Held>) {
        let mut ended = Vec::new();
        for held in held {
            let call = &held.of.call;
            let known = self.calls.by_id(call);
            if known.is_some_and(|known| known.state == CallState::Ringing) {
                ended.push(call.clone());
            }
            if ended.contains(call) && self.matched(&held.command) == Match::Next {
                let window = held.of.window.as_ref();
                self.post_for(now, held.command, held.id, window);
            }
        }
    }

    /// The other window that a command belongs to; none for this one.
    fn elsewhere(&self, command: &Command) -> Option<Target> {
        let is_here = match self.call_of(command) {
            Some(call) => match &call.owner {
                Some(owner) if self.windows.others.contains(owner) => {
                    return Some(Target::Owner(owner.clone()));
                }
                // It may have been taken over from the page before.
                owner => owner.is_none() && !self.persistence.holds(call.key()),
            },
            // Only one window dials; incoming calls ring in each.
            None => {
                let is_dialled = command.step() == Some(Step::Start(CallDirection::Outbound));
                let is_unnamed = command.message.body.call_id().is_none();
                is_unnamed || is_dialled && !self.is_popout()
            }
        };
        let is_here = is_here || self.windows.role == Role::Leader;
        (!is_here).then(|| Target::Leader(self.windows.leader.clone()))
    }

    /// Forwards a command to another window.
    fn forward(&mut self, now: Millis, target: Target, command: Command, id: String) {
        if self.windows.forwarding.pending.len() >= MAX_FORWARDED {
            let oldest = self.windows.forwarding.pending.remove(0);
            self.report_undelivered(&oldest);
        }
        self.outbox.count(Code::Forwarded);
        let pending = Pending {
            target,
            number: self.windows.forwarding.next_number(),
            forwarded_at: Some(now),
            command,
            id,
        };
        self.say_command(&pending);
        self.windows.forwarding.pending.push(pending);
    }

    fn say_command(&mut self, pending: &Pending) {
        if self.windows.role == Role::Alone || self.holds(&pending.command) {
            // It is posted once the others can hear this window, or its page stays.
            return;
        }
        let mut fields = Vec::new();
        if let Target::Owner(window) = &pending.target {
            fields.push((Name::To, Value::from(window)));
        }
        fields.push((Name::Number, pending.number.into()));
        fields.push((Name::Message, pending.command.message.value.clone()));
        self.say("command", &fields);
    }

    /// Carries a command out in this window; `None` where it is not done. Another window's command
    /// that does not fit its call was sent by this window's app too, unless it goes on, and one about
    /// an unknown call overtook the start.
    fn carry_out(
        &mut self,
        now: Millis,
        command: Command,
        id: String,
        sender: Option<&WindowId>,
    ) -> Option<SendOutcome> {
        if is_end_call(&command) {
            let message = &command.message;
            self.instances.deliver(message, None, &mut self.outbox);
            return Some(SendOutcome::Posted);
        }
        if self.hold_ringing(now, &command, sender, &id) {
            return Some(SendOutcome::Forwarded);
        }
        let goes_on = self.note_completion(&command, sender);
        match (self.matched(&command), sender) {
            (Match::Unknown, Some(_)) => None,
            (Match::Repeat, _) | (Match::OutOfOrder, Some(_)) if !goes_on => {
                self.outbox.count(Code::SuppressedDuplicate);
                if sender.is_none() {
                    self.note_taker(&command, None);
                }
                Some(SendOutcome::Suppressed)
            }
            _ => Some(self.post_for(now, command, id, sender)),
        }
    }

    /// Notes that a window completes a call. True for a completion that the host has to get although
    /// the call is over, or not yet: that of the window whose app has the call, and notes of any window
    /// that completes it again, or is the first with any. A call without an answer is no window's.
    fn note_completion(&mut self, command: &Command, window: Option<&WindowId>) -> bool {
        let is_completion = command.step() == Some(Step::Move(CallEvent::Completed));
        let Some(call) = self.call_of(command).filter(|_| is_completion) else {
            return false;
        };
        let is_open = call.state.is_open();
        // An answered call may fail.
        let may_have_talked = matches!(
            call.state.end_status(),
            None | Some(EndStatus::Completed | EndStatus::Failed)
        );
        let has_call = call.taker.as_ref() == window && (is_open || may_have_talked);
        let has_notes = call.engagement.has_properties();
        let key = call.key();
        let is_again = self.windows.forwarding.completes(window.cloned(), key);
        if is_open {
            return has_call;
        }
        has_properties(&command.message.body) && (has_call || is_again || !has_notes)
    }

    /// Posts a command of this window's app, or of another window.
    fn post_for(
        &mut self,
        now: Millis,
        command: Command,
        id: String,
        sender: Option<&WindowId>,
    ) -> SendOutcome {
        let outcome = self.send(now, command.clone(), id);
        self.windows
            .starts
            .add(&self.calls, &command.message, false);
        self.note_taker(&command, sender);
        outcome
    }

    /// Notes the window whose app answered or ended a call: it gets END_CALL, completes the call,
    /// and may be gone.
    fn note_taker(&mut self, command: &Command, taker: Option<&WindowId>) {
        let is_taken = matches!(
            command.step(),
            Some(Step::Move(CallEvent::Answered | CallEvent::Ended { .. }))
        );
        if let Some(id) = command.message.body.call_id().filter(|_| is_taken) {
            self.calls.set_taker(&id, taker);
            self.windows.announce_own();
        }
    }

    /// Handles the time-out: posts the ends that no other window reported in time, and reports the
    /// commands that none acknowledged. What waits while the page is left was not sent yet.
    pub(in crate::session::widget) fn check_windows(&mut self, now: Millis) {
        let held = self.windows.ringing.take_late(now);
        self.release_ringing(now, held);
        if !self.holds_ends() {
            for late in self.windows.forwarding.take_late(now) {
                self.report_undelivered(&late);
                if self.windows.is_cut_off() {
                    self.windows.forwarding.keep(late);
                }
            }
        }
    }

    /// The time of [`Widget::check_windows`].
    pub(in crate::session::widget) fn windows_due(&self) -> Option<Millis> {
        let forwarding = self.windows.forwarding.due();
        let forwarding = forwarding.filter(|_| !self.holds_ends());
        Millis::earliest(&[forwarding, self.windows.ringing.due()])
    }

    /// Reports a command that no window carried out.
    pub(super) fn report_undelivered(&mut self, pending: &Pending) {
        let name = pending.command.name();
        self.outbox.report(Code::NotDelivered, Level::Error, name);
    }

    /// Compares a command with the state of its call.
    pub(super) fn matched(&self, command: &Command) -> Match {
        let Some(step) = command.step() else {
            return Match::Unknown;
        };
        match (step, self.call_of(command)) {
            // Another window's app may have sent this start first.
            (Step::Start(direction), Some(call)) if !call.may_start_again(direction) => {
                Match::Repeat
            }
            (Step::Start(_), _) => Match::Next,
            (Step::Move(_), None) => Match::Unknown,
            (Step::Move(event), Some(call)) => match call.state.after(event) {
                Ok(_) => Match::Next,
                Err(refused) if refused.code.is_repeat() => Match::Repeat,
                Err(_) => Match::OutOfOrder,
            },
        }
    }

    /// The call that a command's step is about.
    pub(super) fn call_of(&self, command: &Command) -> Option<&Call> {
        let body = &command.message.body;
        match command.step()? {
            Step::Start(direction) => self.started(body, direction),
            Step::Move(event) => self.calls.named(&body.call_name(), event),
        }
    }

    /// The call with the id of a start that may be repeated. Only one window dials, so an outgoing
    /// start under the id of a call that is over begins a new one.
    fn started(&self, body: &Body, direction: CallDirection) -> Option<&Call> {
        let id = body.call_id()?;
        match direction {
            CallDirection::Inbound => self.calls.by_id(&id),
            CallDirection::Outbound => {
                let begun = self.calls.begun(body, direction);
                begun.filter(|call| call.external_call_id.is_some())
            }
        }
    }

    /// Notes that another window's app answered a call of a third one, which may hang: the call
    /// must not count as unanswered.
    fn foresee_answer(&mut self, command: &Command, taker: &WindowId) {
        let is_answer = command.step() == Some(Step::Move(CallEvent::Answered));
        let Some(id) = command.message.body.call_id().filter(|_| is_answer) else {
            return;
        };
        let is_anothers = self.calls.by_id(&id).is_some_and(|call| !call.is_own());
        if is_anothers && self.matched(command) == Match::Next {
            self.calls.set_taker(&id, Some(taker));
        }
    }
}

/// The call of a command in a window; none for this one.
fn ring_of(command: &Command, window: Option<&WindowId>) -> Option<Ring> {
    Some(Ring {
        call: command.message.body.call_id()?,
        window: window.cloned(),
    })
}

fn is_end_call(command: &Command) -> bool {
    command.kind() == Some(Kind::EndCall)
}
