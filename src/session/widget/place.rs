//! Which of the user's windows a command belongs to.

use super::Widget;
use super::command::{Command, Step};
use super::output::SendOutcome;
use super::roster::Role;
use crate::lifecycle::CallDirection;
use crate::protocol::{Millis, Payload, WindowId};
use crate::session::Code;
use crate::session::fields::call_id;

/// Which window a command belongs to.
pub(super) enum Place {
    /// This one.
    Here,
    /// Another one, or it is not sure yet which.
    Elsewhere(Target),
}

/// Where a command goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Nowhere yet: who has the call is not sure.
    Undecided,
    /// To the leader, whichever window that is by now.
    Leader(Option<WindowId>),
    /// To the window that has the call.
    Owner(WindowId),
}

impl Target {
    /// The window, where it is known.
    pub(super) const fn window(&self) -> Option<&WindowId> {
        match self {
            Self::Undecided => None,
            Self::Leader(window) => window.as_ref(),
            Self::Owner(window) => Some(window),
        }
    }
}

/// How a command fits the state of its call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    /// It is about no call.
    NoCall,
    /// It is the call's next step.
    Next,
    /// What it says was so before.
    Repeat,
    OutOfOrder,
}

impl<P: Payload> Widget<P> {
    /// Takes a message of the app's that this window does not post: the call is another
    /// window's, or another window's app was first to send it.
    pub(super) fn leaves_to_others(
        &mut self,
        now: Millis,
        command: &Command<P>,
        message: &P,
        id: &str,
    ) -> Option<SendOutcome> {
        self.calls.set_term(self.roster.term());
        match self.place(command) {
            Place::Here => {
                let is_shared = self.roster.is_joined();
                let is_repeat = is_shared && self.fit(command) == Fit::Repeat;
                if is_repeat {
                    self.outbox.count(Code::SuppressedDuplicate);
                }
                is_repeat.then_some(SendOutcome::Suppressed)
            }
            Place::Elsewhere(target) => {
                self.forward(now, target, command, message, id, None);
                Some(SendOutcome::Forwarded)
            }
        }
    }

    /// The message about a call that began in a window that is gone: with its engagement,
    /// by which a host knows it that did not see it begin.
    pub(super) fn with_engagement(&self, call: Option<u32>, message: &P) -> Option<P> {
        let call = self.calls.get(call?).filter(|call| call.is_adopted)?;
        let id = call.engagement.id()?;
        let data = message.field("data")?;
        if data.field("engagementId").is_some() {
            return None;
        }
        let mut named = data.copied();
        named.put("engagementId", Some(P::from_engagement_id(id)));
        let mut message = message.copied();
        message.put("data", Some(named));
        Some(message)
    }

    /// How a command fits the state of its call.
    pub(super) fn fit(&self, command: &Command<P>) -> Fit {
        let Some(step) = command.step() else {
            return Fit::NoCall;
        };
        let id = call_id(command.data.as_ref());
        if matches!(step, Step::Start(_)) {
            // Another window's app sent this start first.
            return match id.and_then(|id| self.calls.by_id(&id)) {
                Some(_) => Fit::Repeat,
                None => Fit::Next,
            };
        }
        match step.apply(&mut self.calls.clone(), id.as_ref()) {
            Ok(_) => Fit::Next,
            Err(refused) if refused.code.is_repeat() => Fit::Repeat,
            Err(_) => Fit::OutOfOrder,
        }
    }

    /// Which window a command belongs to.
    pub(super) fn place(&self, command: &Command<P>) -> Place {
        let is_shared = self.roster.is_joined();
        let Some(step) = command.step().filter(|_| is_shared) else {
            return Place::Here;
        };
        let id = call_id(command.data.as_ref());
        let key = match step {
            Step::Start(_) => id
                .as_ref()
                .and_then(|id| self.calls.by_id(id))
                .map(|call| call.key()),
            Step::Move(event) => self.calls.key_named(id.as_ref(), event),
        };
        let here = if self.roster.hold.is_on() && id.is_some() {
            Place::Elsewhere(Target::Undecided)
        } else {
            Place::Here
        };
        let leader = || Place::Elsewhere(Target::Leader(self.roster.leader().cloned()));
        let Some(call) = key.and_then(|key| self.calls.get(key)) else {
            // What comes in rings in every window; who dials does so in one, and in one
            // without a host for the leader.
            let is_dialled = matches!(step, Step::Start(CallDirection::Outbound));
            if id.is_none() || is_dialled && self.roster.can_lead() {
                return Place::Here;
            }
            return match self.roster.role() {
                Role::Follower => leader(),
                Role::Leader | Role::Alone => here,
            };
        };
        match call.owner.clone() {
            None => here,
            Some(window) if !self.windows.is_gone(&window) => {
                Place::Elsewhere(Target::Owner(window))
            }
            Some(_) if self.roster.role() == Role::Leader => Place::Elsewhere(Target::Undecided),
            Some(_) => leader(),
        }
    }
}
