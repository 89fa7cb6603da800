//! A number the host asks to call, and asks again.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::Widget;
use super::output::Level;
use crate::protocol::Payload;
use crate::session::{Callee, Code};

impl<P: Payload> Widget<P> {
    /// Whether a DIAL_NUMBER is the last one over again: the same data to the
    /// last value, of the same click as its `startTimestamp` tells, and no
    /// command of the app's came between. Where it is, only the instances that
    /// ask for repeats get it.
    pub(super) fn handle_repeated_dial(&mut self, message: &P) -> bool {
        let data = message.field("data").filter(has_start);
        let is_repeat = match (&self.last_dial, &data) {
            (Some(last), Some(data)) => last.same(data),
            _ => false,
        };
        self.last_dial = data;
        if is_repeat {
            self.outbox
                .report(Code::RepeatedDial, Level::Note, String::new());
            self.instances
                .deliver_repeated_dial(message, &mut self.outbox);
        }
        is_repeat
    }

    /// Notes where a dialled number's payload names two records.
    pub(super) fn check_callee(&mut self, data: Option<&P>) {
        if let Some(conflict) = data.and_then(|data| Callee::of(data)?.conflict) {
            self.outbox
                .report(Code::CalleeConflict, Level::Note, conflict.to_owned());
        }
    }
}

/// Whether a dialled number's payload tells when the user clicked.
fn has_start<P: Payload>(data: &P) -> bool {
    data.field("startTimestamp")
        .and_then(|at| at.number())
        .is_some_and(f64::is_finite)
}
