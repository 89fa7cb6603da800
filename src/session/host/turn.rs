//! The context of one input.

use alloc::borrow::ToOwned;

use super::frame::Frame;
use super::outbox::Outbox;
use crate::protocol::{Kind, Millis, Object};
use crate::session::Code;

/// The context of one input for the rules about calls: its time, and the rest of the session.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    pub(super) now: Millis,
    pub(super) frame: &'a mut Frame,
    pub(super) outbox: &'a mut Outbox,
}

impl Turn<'_> {
    /// Answers the widget, unless it is gone.
    pub(super) fn answer(&mut self, kind: Kind, data: Object) {
        self.frame.link.answer(kind, data, self.outbox);
    }

    /// Reports a diagnostic.
    pub(super) fn diagnose(&mut self, code: Code, detail: &str) {
        self.outbox.diagnose(code, detail.to_owned());
    }
}
