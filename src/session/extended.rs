//! Extended mode: what our own two halves tell each other beside the message.
//!
//! One field at the top level of an envelope, [`EXTENDED_FIELD`], which nobody
//! else reads. It never goes out to a peer that has not announced itself.

use alloc::string::String;
use alloc::vec::Vec;

use crate::protocol::limits::{MAX_REPEATS, MAX_UNCONFIRMED, REPEAT_AFTER};
use crate::protocol::{EXTENDED_FIELD, Millis, Payload, ValueKind};

/// What the field says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extension {
    /// The frame load: the id of its first SYNC.
    pub(crate) load: String,
    /// The widget's side of it: its document and how many sessions that had.
    /// Empty in an announcement.
    pub(crate) peer: String,
    /// From the widget: whether its session of this load is open. A host never
    /// says it, so that its own field coming back is nobody's answer.
    pub(crate) is_open: Option<bool>,
    /// The message's place in its sender's stream; 0 for none.
    pub(crate) seq: u32,
    /// The first place the sender still repeats.
    pub(crate) base: u32,
    /// Every place of the other stream up to here has come.
    pub(crate) ack: u32,
    /// From the widget: what tells the message from every other, also after a
    /// reload. From the host: the message this answers.
    pub(crate) id: String,
}

impl Extension {
    /// What a message's field says; `None` without one, or when any part of it
    /// is not as it has to be.
    pub(crate) fn read<P: Payload>(message: &P) -> Option<Self> {
        let field = message.field(EXTENDED_FIELD)?;
        if field.value_kind() != ValueKind::Object || whole(&field, "v")? != VERSION {
            return None;
        }
        let extension = Self {
            load: text(&field, "load")?,
            peer: text(&field, "peer")?,
            is_open: field.field("open").and_then(|open| open.boolean()),
            seq: whole(&field, "seq")?,
            base: whole(&field, "base")?,
            ack: whole(&field, "ack")?,
            id: text(&field, "id")?,
        };
        (!extension.load.is_empty()).then_some(extension)
    }

    /// The message with the field.
    pub(crate) fn put_on<P: Payload>(&self, message: &P) -> P {
        let mut field = P::empty();
        field.put("v", Some(P::from_number(f64::from(VERSION))));
        for (name, text) in [("load", &self.load), ("peer", &self.peer), ("id", &self.id)] {
            if !text.is_empty() {
                field.put(name, Some(P::from_text(text)));
            }
        }
        for (name, number) in [("seq", self.seq), ("base", self.base), ("ack", self.ack)] {
            if number > 0 {
                field.put(name, Some(P::from_number(f64::from(number))));
            }
        }
        if let Some(is_open) = self.is_open {
            field.put("open", Some(P::from_boolean(is_open)));
        }
        let mut message = message.copied();
        message.put(EXTENDED_FIELD, Some(field));
        message
    }
}

/// A message as the application knows it: the field is of one line, and means
/// nothing on another that the message is passed on to.
pub(crate) fn without_field<P: Payload>(message: &P) -> P {
    if message.field(EXTENDED_FIELD).is_none() {
        return message.clone();
    }
    let mut plain = message.copied();
    plain.put(EXTENDED_FIELD, None);
    plain
}

/// Whether a text may be the id of a message of ours.
pub(crate) const fn is_id(text: &str) -> bool {
    text.len() <= MAX_ID
}

/// A text that is absent or short.
fn text<P: Payload>(field: &P, name: &str) -> Option<String> {
    match field.field(name) {
        Some(value) => value.text().filter(|text| is_id(text)),
        None => Some(String::new()),
    }
}

/// A whole number that is absent or fits.
fn whole<P: Payload>(field: &P, name: &str) -> Option<u32> {
    let Some(value) = field.field(name) else {
        return Some(0);
    };
    let number = value.number()?;
    // A cast takes what is no whole number of this size to another one.
    let whole = number as u32;
    (f64::from(whole) == number && whole < u32::MAX).then_some(whole)
}

/// A post that the other side has not confirmed.
#[derive(Clone, Debug)]
pub(crate) struct Kept<P> {
    pub(crate) seq: u32,
    /// [`Extension::id`].
    pub(crate) id: String,
    /// The message without the field.
    pub(crate) message: P,
    /// An earlier session left it: it never goes out without its place.
    pub(crate) is_left: bool,
}

/// One side's stream: what it sent and the other side has not confirmed.
#[derive(Clone, Debug)]
pub(crate) struct Outbox<P> {
    pub(crate) last_seq: u32,
    pub(crate) kept: Vec<Kept<P>>,
    repeats: u32,
    /// When to repeat, by the time awake.
    due: Option<Millis>,
    /// The last place that was told of as given up.
    given_up: u32,
}

impl<P> Outbox<P> {
    pub(crate) const fn new() -> Self {
        Self {
            last_seq: 0,
            kept: Vec::new(),
            repeats: 0,
            due: None,
            given_up: 0,
        }
    }

    /// Keeps a post under the next place; whether an older one had to go, and is
    /// not repeated any more.
    pub(crate) fn push(&mut self, awake: Millis, id: String, message: P) -> bool {
        self.last_seq = self.last_seq.saturating_add(1);
        self.kept.push(Kept {
            seq: self.last_seq,
            id,
            message,
            is_left: false,
        });
        self.wake(awake);
        let is_over = self.kept.len() > MAX_UNCONFIRMED;
        if is_over {
            self.kept.remove(0);
        }
        is_over
    }

    /// Everything kept, to be sent again in another way or not at all.
    pub(crate) fn take(&mut self) -> Vec<Kept<P>> {
        self.due = None;
        core::mem::take(&mut self.kept)
    }

    /// The other side has every place up to `ack`.
    pub(crate) fn confirm(&mut self, awake: Millis, ack: u32) {
        let before = self.kept.len();
        if ack <= self.last_seq {
            self.kept.retain(|kept| kept.seq > ack);
        }
        if self.kept.len() < before || self.kept.is_empty() {
            self.due = None;
        }
        self.wake(awake);
    }

    /// The first place that is still repeated.
    pub(crate) fn base(&self) -> u32 {
        self.kept
            .first()
            .map_or(self.last_seq.saturating_add(1), |kept| kept.seq)
    }

    /// When to repeat, by the time awake.
    pub(crate) const fn due(&self) -> Option<Millis> {
        self.due
    }

    /// Whether everything kept is to be posted again now. The pauses double, and
    /// a peer that stays silent is left alone until it is heard again.
    pub(crate) fn is_due(&mut self, awake: Millis) -> bool {
        let is_due = self.due.is_some_and(|due| due <= awake);
        if is_due {
            self.repeats = self.repeats.saturating_add(1);
            self.due = (self.repeats < MAX_REPEATS)
                .then(|| awake + Millis(REPEAT_AFTER.0 * f64::from(1_u32 << self.repeats)));
        }
        is_due
    }

    /// How many more posts are left as they are, now that nothing is repeated any
    /// longer: each counts once, whatever begins the repetitions anew.
    pub(crate) fn give_up(&mut self) -> usize {
        if self.due.is_some() {
            return 0;
        }
        let known = core::mem::replace(&mut self.given_up, self.last_seq);
        self.kept.iter().filter(|kept| kept.seq > known).count()
    }

    fn wake(&mut self, awake: Millis) {
        if self.due.is_none() && !self.kept.is_empty() {
            self.repeats = 0;
            self.due = Some(awake + REPEAT_AFTER);
        }
    }
}

/// The other side's stream, as far as it has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Inbox {
    /// Every place up to here has come, or will not come any more.
    pub(crate) last_seq: u32,
}

impl Inbox {
    /// Whether a message is the next one; any other came before, or comes again
    /// in its turn.
    pub(crate) fn takes(&mut self, extension: &Extension) -> bool {
        self.last_seq = self.last_seq.max(extension.base.saturating_sub(1));
        let is_next = extension.seq == self.last_seq.saturating_add(1);
        if is_next {
            self.last_seq = extension.seq;
        }
        is_next
    }
}

const VERSION: u32 = 1;

/// Longer ids are nobody's of ours.
const MAX_ID: usize = 128;

#[cfg(test)]
mod tests {
    use super::{Millis, Outbox, REPEAT_AFTER};

    #[test]
    fn only_a_confirmation_of_something_begins_the_pauses_anew() {
        let mut outbox = Outbox::new();
        outbox.push(Millis(0.0), "m-1".into(), ());
        let first = outbox.due().expect("one waits");
        assert!(outbox.is_due(first));
        let second = outbox.due();

        outbox.confirm(first, 0);
        let after_nothing = outbox.due();
        outbox.push(first, "m-2".into(), ());
        outbox.confirm(first, 1);

        assert_eq!(second, Some(first + REPEAT_AFTER + REPEAT_AFTER));
        assert_eq!(after_nothing, second);
        assert_eq!(outbox.due(), Some(first + REPEAT_AFTER));
    }

    #[test]
    fn what_was_never_sent_cannot_be_confirmed() {
        let mut outbox = Outbox::new();
        outbox.push(Millis(0.0), "m-1".into(), ());

        outbox.confirm(Millis(0.0), 2);

        assert_eq!(outbox.base(), 1);
    }
}
