//! Detects repeated requests to call a number.

use crate::protocol::shapes::DialNumber;
use crate::protocol::{Part, is_same};

/// The last DIAL_NUMBER, until a command of the app's follows it, or another session begins.
#[derive(Clone, Debug, Default)]
pub(super) struct LastDial {
    dial: Option<Part<DialNumber>>,
}

impl LastDial {
    /// Stores a DIAL_NUMBER; true if it repeats the last one: every value is the same, the click's
    /// `startTimestamp` included, and no command came between.
    pub(super) fn is_repeated_by(&mut self, dial: &Part<DialNumber>) -> bool {
        // Hosts send 0 for what they do not know.
        let is_time = |at: f64| at > 0.0 && at.is_finite();
        let has_start = dial.start_timestamp.number().is_some_and(is_time);
        let dial = has_start.then(|| dial.clone());
        let is_repeat = match (&self.dial, &dial) {
            (Some(last), Some(dial)) => is_same(last, dial),
            _ => false,
        };
        self.dial = dial;
        is_repeat
    }
}
