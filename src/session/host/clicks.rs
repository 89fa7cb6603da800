//! The numbers that the user clicked and that led to no call.

use alloc::vec::Vec;

use crate::protocol::shapes::DialNumber;
use crate::protocol::{Part, Value, digits_of, given_number, is_same_number};

/// The clicked numbers, the last first; the last click on a number counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Clicks(Vec<Click>);

#[derive(Clone, Debug)]
struct Click {
    dial: Part<DialNumber>,
    is_cancelled: bool,
}

impl Clicks {
    /// Keeps a clicked number.
    pub(super) fn keep(&mut self, dial: Option<Part<DialNumber>>) {
        self.add(dial, false);
    }

    /// Keeps a clicked number that was cancelled. The app may call it all the same.
    pub(super) fn cancel(&mut self, dial: Option<Part<DialNumber>>) {
        self.add(dial, true);
    }

    /// Takes the click on the called number, else the click on another number that the app names
    /// beside it, unless that was cancelled.
    pub(super) fn take(&mut self, called: &str, other: Option<&str>) -> Option<Part<DialNumber>> {
        let is_called = |click: &Click| is_dial_of(&click.dial, called);
        let is_meant = |click: &Click| {
            !click.is_cancelled && other.is_some_and(|other| is_dial_of(&click.dial, other))
        };
        let at = self.0.iter().position(is_called);
        let at = at.or_else(|| self.0.iter().position(is_meant))?;
        Some(self.0.remove(at).dial)
    }

    fn add(&mut self, dial: Option<Part<DialNumber>>, is_cancelled: bool) {
        let Some(dial) = dial else { return };
        let number = dial.phone_number.id_text();
        self.0
            .retain(|other| other.dial.phone_number.id_text() != number);
        self.0.insert(0, Click { dial, is_cancelled });
        self.0.truncate(MAX_CLICKED);
    }
}

const MAX_CLICKED: usize = 8;

/// True if DIAL_NUMBER asks for a number.
pub(super) fn is_dial_of(dial: &DialNumber, called: &str) -> bool {
    let number = given_number(&dial.phone_number).and_then(Value::id_text);
    number.is_some_and(|number| is_same_target(&number, called))
}

/// True if two texts mean one end of a call; an app may name one without a number, or with what it
/// dials before it: the prefix of an outside line, of a carrier or of a service.
pub(super) fn is_same_target(one: &str, other: &str) -> bool {
    let [own, its] = [one, other].map(digits_of);
    let behind_code = other.rsplit_once(['*', '#']);
    one == other
        || is_same_number(one, other)
        || behind_code.is_some_and(|(_, number)| is_same_number(one, number))
        || last_of(&own).is_some_and(|own| Some(own) == last_of(&its))
}

/// The digits that a prefix leaves as they are.
fn last_of(digits: &str) -> Option<&str> {
    digits.get(digits.len().checked_sub(10)?..)
}
