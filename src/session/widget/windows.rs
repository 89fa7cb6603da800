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
use super::command::{Command, Step};
use super::options::Rules;
use super::outbox::Outbox;
use super::output::{Level, Output, SendOutcome, WidgetState, WindowOutput};
use crate::lifecycle::{Call, CallDirection, Calls};
use crate::protocol::limits::{ADOPT_AFTER, FORWARD_REPEATED_FOR, MAX_FORWARDED};
use crate::protocol::{Millis, Payload, WindowId};
use crate::session::Code;
use crate::session::fields::call_id;
use crate::session::stored::{MAX_CALLS, read_calls, write_calls};

/// What a window is among the user's windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// It shares its calls with nobody.
    #[default]
    Alone,
    /// It takes the calls that come in, and those of windows that are gone.
    Leader,
    /// Another window does.
    Follower,
}

named!(Role { Alone = "alone", Leader = "leader", Follower = "follower", });

/// What a session knows of the user's other windows.
#[derive(Clone, Debug)]
pub(super) struct Windows<P> {
    /// This window among the others.
    id: WindowId,
    role: Role,
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
struct Forwarded<P> {
    /// The window; none for whichever is the leader.
    to: Option<WindowId>,
    instance: u32,
    message: P,
    id: String,
    at: Millis,
}

impl<P: Payload> Windows<P> {
    pub(super) const fn new() -> Self {
        Self {
            id: WindowId(String::new()),
            role: Role::Alone,
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
    pub(super) fn announcement(&mut self, calls: &Calls) -> Option<Output<P>> {
        let is_due = core::mem::take(&mut self.is_due) && self.role != Role::Alone;
        is_due.then(|| {
            let mut announced = P::empty();
            announced.put("calls", Some(write_calls(calls, Call::is_own)));
            Output::Window(WindowOutput::Announce {
                calls: announced,
                is_leader: self.role == Role::Leader,
            })
        })
    }

    /// When calls of a window that is gone are adopted.
    pub(super) fn due(&self) -> Option<Millis> {
        let due = self.gone.iter().map(|(_, at)| *at).reduce(Millis::min);
        due.filter(|_| self.role == Role::Leader)
    }

    fn is_gone(&self, window: &WindowId) -> bool {
        self.gone.iter().any(|(gone, _)| gone == window)
    }

    /// Remembers a command, and orders it to be forwarded.
    fn forward(&mut self, forwarded: Forwarded<P>, outbox: &mut Outbox<P>) {
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

/// Which window a command belongs to.
enum Place {
    /// This one.
    Here,
    /// This other one.
    There(WindowId),
    /// Whichever is the leader.
    Leader,
}

/// How a command fits the state of its call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// It is about no call.
    NoCall,
    /// It is the call's next step.
    Next,
    /// What it says was so before.
    Repeat,
    OutOfOrder,
}

impl<P: Payload> Widget<P> {
    /// This window got another role.
    pub(super) fn share(&mut self, now: Millis, window: String, role: Role) {
        self.windows.id = WindowId(window);
        self.windows.role = role;
        self.windows.announce();
        match role {
            Role::Alone => {
                // Nobody says any more what becomes of them.
                self.calls.forget_others();
                self.windows = Windows::new();
            }
            Role::Leader => {
                self.windows.leader = None;
                self.repeat_forwarded(now, None);
            }
            Role::Follower => {}
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
        let Some(theirs) = read_calls(calls, "calls", MAX_CALLS) else {
            return self.outbox.count(Code::Malformed);
        };
        if self.windows.role == Role::Alone {
            return;
        }
        self.calls.mirror(&self.windows.id, &window, &theirs);
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
        let window = WindowId(window);
        let has_calls = self
            .calls
            .iter()
            .any(|call| call.owner.as_ref() == Some(&window));
        if has_calls && !self.windows.is_gone(&window) {
            self.windows.gone.push((window, now + ADOPT_AFTER));
        }
    }

    /// Adopts the calls of windows whose grace is over.
    pub(super) fn adopt_due(&mut self, now: Millis) {
        while self.windows.role == Role::Leader {
            let due = self.windows.gone.iter().find(|(_, at)| *at <= now);
            let Some((window, _)) = due.cloned() else {
                return;
            };
            self.adopt(now, &window);
        }
    }

    fn adopt(&mut self, now: Millis, window: &WindowId) {
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

    /// Takes a message of the app's that this window does not post: the call is another
    /// window's, or another window's app was first to send it.
    pub(super) fn leaves_to_others(
        &mut self,
        now: Millis,
        command: &Command<P>,
        message: &P,
        id: &str,
    ) -> Option<SendOutcome> {
        let to = match self.place(now, command) {
            Place::Here => {
                let is_shared = self.windows.role != Role::Alone;
                let is_repeat = is_shared && self.fit(command) == Fit::Repeat;
                if is_repeat {
                    self.outbox.count(Code::SuppressedDuplicate);
                }
                return is_repeat.then_some(SendOutcome::Suppressed);
            }
            Place::There(window) => Some(window),
            Place::Leader => None,
        };
        let forwarded = Forwarded {
            to,
            instance: command.instance,
            message: message.clone(),
            id: id.into(),
            at: now,
        };
        self.windows.forward(forwarded, &mut self.outbox);
        Some(SendOutcome::Forwarded)
    }

    /// A command that another window forwarded. One that does not fit its call was sent
    /// by this window's app too.
    pub(super) fn handle_forwarded(&mut self, now: Millis, to: &str, message: &P, id: String) {
        let is_for_this = if to.is_empty() {
            self.windows.role == Role::Leader
        } else {
            self.windows.id.0 == to
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
    fn fit(&self, command: &Command<P>) -> Fit {
        let Some(step) = command.step() else {
            return Fit::NoCall;
        };
        let id = call_id(command.data.as_ref());
        if matches!(step, Step::Start(_)) {
            // An app that is behind starts a call that is over elsewhere.
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
    fn place(&mut self, now: Millis, command: &Command<P>) -> Place {
        let is_shared = self.windows.role != Role::Alone;
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
        let Some(call) = key.and_then(|key| self.calls.get(key)) else {
            // What comes in rings in every window; who dials does so in one, and in one
            // without a host for the leader.
            let is_dialled = matches!(step, Step::Start(CallDirection::Outbound));
            let has_host = self.state() != WidgetState::NotEmbedded;
            let is_leaders = id.is_some() && !(is_dialled && has_host);
            return if is_leaders && self.windows.role == Role::Follower {
                Place::Leader
            } else {
                Place::Here
            };
        };
        match call.owner.clone() {
            None => Place::Here,
            Some(window) if self.windows.is_gone(&window) => match self.windows.role {
                Role::Leader => {
                    self.adopt(now, &window);
                    Place::Here
                }
                Role::Alone | Role::Follower => Place::Leader,
            },
            Some(window) => Place::There(window),
        }
    }
}
