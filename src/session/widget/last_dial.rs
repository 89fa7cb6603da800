//! Detects repeated requests to call a number.

use crate::protocol::{Name, Payload};

/// The last DIAL_NUMBER, until a command of the app's follows it.
#[derive(Clone, Debug)]
pub(super) struct LastDial<P> {
    data: Option<P>,
}

impl<P: Payload> LastDial<P> {
    pub(super) const fn new() -> Self {
        Self { data: None }
    }

    /// Stores the payload of a DIAL_NUMBER; true if it repeats the last one: every value is the
    /// same, the click's `startTimestamp` included, and no command came between.
    pub(super) fn is_repeated_by(&mut self, data: Option<&P>) -> bool {
        let data = data.filter(|data| has_start(*data)).cloned();
        let is_repeat = match (&self.data, &data) {
            (Some(last), Some(data)) => last.same(data),
            _ => false,
        };
        self.data = data;
        is_repeat
    }

    /// Forgets it: a command of the app's was sent, or another session began.
    pub(super) fn clear(&mut self) {
        self.data = None;
    }
}

/// True if the payload of a dial has the time of the click.
fn has_start<P: Payload>(data: &P) -> bool {
    data.field(Name::StartTimestamp)
        .and_then(|at| at.number())
        .is_some_and(f64::is_finite)
}
