//! Extended mode, the host's side.
//!
//! ```text
//!  Off --an acknowledgement with `sdkVersion`--> Announcing --the widget answers--> On
//!   ^                                               |                               |
//!   +---- no answer to the last announcement -------+     the frame loads again     |
//!   +-------------------------------------------------------------------------------+
//! ```
//!
//! From the acknowledgement on nothing of the widget's counts without its place
//! in the stream: what it had posted plainly comes again with one. Every message
//! has an id beyond loads, so that one that an earlier load brought is answered
//! again and carried out once.

use alloc::borrow::ToOwned;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use super::rules::call_id;
use super::{Host, HostOutput};
use crate::lifecycle::CallDirection;
use crate::protocol::limits::{MAX_REPEATS, MAX_UNCONFIRMED, REPEAT_AFTER};
use crate::protocol::{Kind, Millis, Payload};
use crate::session::extended::{Extension, Inbox, Outbox};
use crate::session::{AwakeClock, Code};

/// What a host knows of extended mode.
#[derive(Clone, Debug)]
pub(super) struct Extended<P> {
    clock: AwakeClock,
    phase: Phase,
    inbox: Inbox,
    outbox: Outbox<P>,
    owes_ack: bool,
    /// The ids of the widget's last messages, oldest first.
    taken: VecDeque<String>,
    /// The last answers, each with the id of what it answers.
    answers: VecDeque<(String, P)>,
    /// What is being answered.
    pub(super) asked: Option<Asked>,
}

/// A widget's message that asks for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// Its message id.
    pub(super) message_id: String,
    /// Its id beyond loads: what makes a repeated question to the record store
    /// recognisable, also by another host.
    pub(super) id: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Phase {
    Off,
    Announcing {
        /// By the time awake.
        due: Millis,
        tries: u32,
    },
    /// The widget's session is open under this name.
    On(String),
}

impl<P: Payload> Extended<P> {
    pub(super) const fn new() -> Self {
        Self {
            clock: AwakeClock::new(),
            phase: Phase::Off,
            inbox: Inbox { last_seq: 0 },
            outbox: Outbox::new(),
            owes_ack: false,
            taken: VecDeque::new(),
            answers: VecDeque::new(),
            asked: None,
        }
    }

    /// The frame's load is over: what the other document has not confirmed is
    /// nothing to the next one.
    pub(super) fn end_load(&mut self) {
        self.phase = Phase::Off;
        self.clock = AwakeClock::new();
        self.inbox = Inbox::default();
        self.outbox.take();
        self.owes_ack = false;
    }

    /// When to look after what is not answered.
    pub(super) fn poll_timeout(&self) -> Option<Millis> {
        let due = match &self.phase {
            Phase::Off => None,
            Phase::Announcing { due, .. } => Some(*due),
            Phase::On(_) => self.outbox.due(),
        };
        Some(self.clock.due(due?))
    }

    pub(super) fn tick(&mut self, now: Millis) {
        if self.phase != Phase::Off {
            self.clock.advance(now);
        }
    }

    /// Whether the widget's message of this id did not come before.
    fn is_first(&mut self, id: &str) -> bool {
        let is_first = !id.is_empty() && !self.taken.iter().any(|taken| taken == id);
        if is_first {
            if self.taken.len() >= 2 * MAX_UNCONFIRMED {
                self.taken.pop_front();
            }
            self.taken.push_back(id.to_owned());
        }
        is_first || id.is_empty()
    }
}

impl<P: Payload> Host<P> {
    /// The widget announced itself; so does the host.
    pub(super) fn announce(&mut self) {
        self.extended.phase = Phase::Announcing {
            due: self.extended.clock.awake() + REPEAT_AFTER,
            tries: 1,
        };
        self.post_sync("");
    }

    /// Whether a message of the widget's is an acknowledgement of this mode, not
    /// one of SYNC; it is dealt with.
    pub(super) fn takes_status(&mut self, extension: Option<&Extension>) -> bool {
        let Some((status, is_open)) = extension.and_then(|status| Some((status, status.is_open?)))
        else {
            return false;
        };
        if !self.is_of_load(status) {
            self.count(Code::OldLoad);
        } else if is_open && self.config.confirms_messages {
            self.open_to(&status.peer);
            self.confirmed(status);
        } else if self.extended.phase != Phase::Off {
            // A widget of another session, or of another document, asks first.
            self.post_sync(&status.peer);
        }
        true
    }

    /// Whether a message of the widget's counts now; what it asks for is being
    /// answered from here on.
    pub(super) fn admits(
        &mut self,
        wire: &str,
        message: &P,
        extension: Option<&Extension>,
    ) -> bool {
        let message_id = message.field("messageId").and_then(|id| id.id_text());
        let extension =
            extension.filter(|extension| extension.seq > 0 && extension.is_open == Some(true));
        let is_extended = self.extended.phase != Phase::Off;
        let Some(extension) = extension else {
            if is_extended {
                self.count(Code::Unnumbered);
                // Nothing is sent in answer to an error, nor to what is unknown.
                if Kind::parse(wire).is_some_and(|kind| kind != Kind::Error) {
                    self.announce_again();
                }
            }
            return !is_extended;
        };
        if !is_extended && self.widget.sdk_version.is_none() {
            return true;
        }
        if !self.is_of_load(extension) {
            self.count(Code::OldLoad);
            self.announce_again();
            return false;
        }
        if !self.config.confirms_messages {
            // It was not asked for.
            return true;
        }
        self.open_to(&extension.peer);
        self.confirmed(extension);
        self.extended.owes_ack = true;
        if !self.extended.inbox.takes(extension) {
            self.count(Code::Repeated);
            return false;
        }
        if !self.extended.is_first(&extension.id) {
            self.count(Code::Repeated);
            self.reattach_again(wire, message.field("data").as_ref());
            self.answer_again(&extension.id);
            return false;
        }
        self.extended.asked = Some(Asked {
            message_id: message_id.unwrap_or_default(),
            id: extension.id.clone(),
        });
        true
    }

    /// Tells the widget what has come, unless a post did; nothing is being
    /// answered any more.
    pub(super) fn confirm(&mut self) {
        self.extended.asked = None;
        if let (true, Phase::On(peer)) = (self.extended.owes_ack, &self.extended.phase) {
            self.post_sync(&peer.clone());
        }
    }

    /// Repeats what is not answered.
    pub(super) fn repeat_unconfirmed(&mut self) {
        let awake = self.extended.clock.awake();
        match &mut self.extended.phase {
            Phase::Announcing { due, tries } if *due <= awake => {
                if *tries > MAX_REPEATS {
                    return self.give_up();
                }
                *due = awake + Millis(REPEAT_AFTER.0 * f64::from(*tries));
                *tries = tries.saturating_add(1);
                self.post_sync("");
            }
            Phase::On(_) if self.extended.outbox.is_due(awake) => {
                self.post_kept();
                for _ in 0..self.extended.outbox.give_up() {
                    self.count(Code::Unconfirmed);
                }
            }
            _ => {}
        }
    }

    /// Posts a message: in extended mode with its place, and again until it is
    /// confirmed.
    pub(super) fn post_numbered(&mut self, message: P) {
        if self.extended.phase == Phase::Off {
            return self.post_plain(message);
        }
        let awake = self.extended.clock.awake();
        let asked = self.extended.asked.as_ref();
        let message_id = asked.map(|asked| asked.message_id.clone());
        let message_id = message_id.unwrap_or_default();
        if self.extended.outbox.push(awake, message_id, message) {
            self.count(Code::Unconfirmed);
        }
        if let Some(message) = self.numbered(self.extended.outbox.kept.len().saturating_sub(1)) {
            self.extended.owes_ack = false;
            self.post_plain(message);
        }
    }

    /// Remembers an answer, for the widget that asks again.
    pub(super) fn remember_answer(&mut self, message: &P) {
        if let Some(asked) = &self.extended.asked {
            if self.extended.answers.len() >= MAX_UNCONFIRMED {
                self.extended.answers.pop_front();
            }
            let answer = (asked.id.clone(), message.clone());
            self.extended.answers.push_back(answer);
        }
    }

    /// What makes a question to the record store recognisable when it comes
    /// again.
    pub(super) fn idempotency_key(&self) -> Option<String> {
        Some(self.extended.asked.as_ref()?.id.clone()).filter(|id| !id.is_empty())
    }

    /// The widget's session of this load is open under a name.
    fn open_to(&mut self, peer: &str) {
        let is_known = matches!(&self.extended.phase, Phase::On(known) if known == peer);
        if !is_known {
            self.extended.phase = Phase::On(peer.to_owned());
            self.extended.inbox = Inbox::default();
            self.post_kept();
        }
    }

    fn confirmed(&mut self, extension: &Extension) {
        let awake = self.extended.clock.awake();
        self.extended.outbox.confirm(awake, extension.ack);
    }

    /// A start that an earlier load brought tells of its call again.
    fn reattach_again(&mut self, wire: &str, data: Option<&P>) {
        let direction = match Kind::parse(wire) {
            Some(Kind::OutgoingCallStarted) => CallDirection::Outbound,
            Some(Kind::IncomingCall) => CallDirection::Inbound,
            _ => return,
        };
        if self
            .reattach(call_id(data).as_ref(), direction, data)
            .is_some()
        {
            self.call_changed();
        }
    }

    /// The answers to a message that an earlier load brought.
    fn answer_again(&mut self, id: &str) {
        self.extended.asked = Some(Asked {
            message_id: id.to_owned(),
            id: id.to_owned(),
        });
        let answers = self.extended.answers.iter();
        let again: Vec<P> = answers
            .filter(|(asked, _)| asked == id)
            .map(|(_, answer)| answer.clone())
            .collect();
        for answer in again {
            self.post_message(answer);
        }
    }

    /// The widget speaks of something else than this load's extended mode.
    fn announce_again(&mut self) {
        match self.extended.phase {
            Phase::Off if self.config.confirms_messages => self.announce(),
            Phase::Off => {}
            Phase::Announcing { .. } => {}
            Phase::On(_) => self.post_sync(""),
        }
    }

    /// The widget never answered: it speaks plainly from now on.
    fn give_up(&mut self) {
        self.extended.phase = Phase::Off;
        self.count(Code::Unconfirmed);
        for kept in self.extended.outbox.take() {
            self.post_plain(kept.message);
        }
    }

    fn post_kept(&mut self) {
        for at in 0..self.extended.outbox.kept.len() {
            if let Some(message) = self.numbered(at) {
                self.post_plain(message);
            }
        }
    }

    /// A kept message with its place, once the widget's name is known.
    fn numbered(&self, at: usize) -> Option<P> {
        let kept = self.extended.outbox.kept.get(at)?;
        let Phase::On(peer) = &self.extended.phase else {
            return None;
        };
        let extension = Extension {
            seq: kept.seq,
            id: kept.id.clone(),
            ..self.extension(peer)
        };
        Some(extension.put_on(&kept.message))
    }

    fn extension(&self, peer: &str) -> Extension {
        Extension {
            load: self.link.load().to_owned(),
            peer: peer.to_owned(),
            base: self.extended.outbox.base(),
            ack: self.extended.inbox.last_seq,
            ..Extension::default()
        }
    }

    /// SYNC with the field: an announcement, or for a known widget what has
    /// come.
    fn post_sync(&mut self, peer: &str) {
        let mut extension = self.extension(peer);
        match &self.extended.phase {
            Phase::On(known) if known == peer => self.extended.owes_ack = false,
            _ => extension.ack = 0,
        }
        let sync = self.link.next_sync();
        self.post_plain(extension.put_on(&sync));
    }

    fn post_plain(&mut self, message: P) {
        self.outputs.push_back(HostOutput::Post {
            message,
            origin: self.link.widget_origin().to_owned(),
        });
    }

    fn is_of_load(&self, extension: &Extension) -> bool {
        extension.load == self.link.load()
    }
}
