//! The time of an input, and where what it leads to goes.

use alloc::borrow::ToOwned;

use super::frame::Frame;
use super::outbox::Outbox;
use crate::protocol::{Kind, Millis, Payload};
use crate::session::Code;

/// What the rules about calls need of the rest of a session while they take an input.
#[derive(Debug)]
pub(super) struct Turn<'a, P> {
    pub(super) now: Millis,
    pub(super) frame: &'a mut Frame<P>,
    pub(super) outbox: &'a mut Outbox<P>,
}

impl<P: Payload> Turn<'_, P> {
    /// Answers the widget, unless it is gone.
    pub(super) fn answer(&mut self, kind: Kind, data: P) {
        self.frame.link.answer(kind, data, self.outbox);
    }

    /// Reports something.
    pub(super) fn diagnose(&mut self, code: Code, detail: &str) {
        self.outbox.diagnose(code, detail.to_owned());
    }
}
