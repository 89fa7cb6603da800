//! Events of the frame, and time-outs.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::output::{AnswerOutput, ChangeOutput, HostOutput, ReportOutput};
use super::widget::PageBefore;
use super::{Host, WidgetInfo};
use crate::protocol::{Body, Envelope, Kind, Millis};
use crate::session::Code;

impl Host {
    /// Notes that the frame was given an address.
    pub(super) fn handle_frame_loading(&mut self, now: Millis) {
        let widget = core::mem::take(&mut self.widget);
        self.before = None;
        self.frame
            .link
            .handle_frame_loading(now, widget.is_initialized);
        self.report_state();
    }

    /// Notes that the frame loaded. While a session runs, this is the widget's page loaded again:
    /// its calls stay on the page, and no longer count as active until a message is about them.
    pub(super) fn handle_frame_loaded(&mut self, now: Millis) {
        let widget = core::mem::take(&mut self.widget);
        self.frame.handle_loaded();
        self.calls.handle_loaded();
        let link = &mut self.frame.link;
        let speakers = link.handle_frame_loaded(now, &mut self.outbox);
        self.before = speakers.map(|speakers| PageBefore { speakers, widget });
        self.report_state();
    }

    /// Notes that the frame reported an error.
    pub(super) fn handle_frame_error(&mut self) {
        self.widget = WidgetInfo::default();
        self.before = None;
        if self.frame.link.handle_frame_error() {
            self.report_failure();
        }
    }

    /// Admits a message event, before anything of its message is read.
    pub(super) fn admit(
        &mut self,
        is_trusted: bool,
        is_gone: bool,
        origin: &str,
    ) -> Option<AnswerOutput> {
        let code = match self.frame.link.admit(is_gone, origin) {
            _ if !is_trusted => Code::UntrustedEvent,
            Ok(()) => return Some(AnswerOutput::Admitted {}),
            Err(code) => code,
        };
        self.outbox.refuse(code, "", 1);
        None
    }

    /// Handles a message of the window's. A value that is not the widget's, or no message, is
    /// counted and otherwise ignored.
    pub(super) fn handle_message(
        &mut self,
        now: Millis,
        is_gone: bool,
        origin: &str,
        message: &Envelope,
    ) {
        let id = match self.gate(is_gone, origin, message) {
            Ok(id) => id,
            Err(code) => return self.outbox.refuse(code, "", 1),
        };
        if let Body::SyncAck(ack) = &message.body {
            let is_first = match self.frame.link.handle_ack(&message.id) {
                Ok(is_first) => is_first,
                Err(code) => return self.outbox.refuse(code, &message.wire, 1),
            };
            self.received(message);
            if is_first {
                self.widget.acknowledged(ack);
                self.frame.tell_visibility(&mut self.outbox);
                self.report_state();
            }
        } else if self.settle_page(&id) || self.is_in_session(message.kind()) {
            self.received(message);
            self.receive(now, message);
        } else {
            let name = name_of(&message.wire);
            self.outbox.refuse(Code::BeforeSync, name, 1);
        }
    }

    /// Handles the time-out of [`PageOutput::Wake`](super::PageOutput::Wake).
    pub(super) fn handle_timeout(&mut self, now: Millis) {
        if self.frame.link.handle_timeout(now, &mut self.outbox) {
            self.report_failure();
        }
        self.expire_requests(now);
    }

    /// Reports that the widget did not acknowledge in time, or that the frame failed.
    fn report_failure(&mut self) {
        self.report_state();
        let code = Code::SyncAckFailed;
        self.outbox.count(code, 1);
        self.outbox
            .push(HostOutput::Report(ReportOutput::Failed { code }));
    }

    /// Reports a change of the state at once: its place among the outputs matters.
    pub(super) fn report_state(&mut self) {
        let state = self.frame.link.state(self.widget.is_initialized);
        if state != self.state {
            self.state = state;
            self.outbox
                .push(HostOutput::Change(ChangeOutput::StateChanged { state }));
        }
    }

    /// Settles which page posts a message of this id: true if that of before the load goes on after
    /// it, initialized as it was.
    fn settle_page(&mut self, id: &str) -> bool {
        let before = self.before.as_mut().filter(|before| before.may_say(id));
        let goes_on = before.is_some();
        if let Some(before) = before.filter(|before| before.widget.is_initialized) {
            self.widget = core::mem::take(&mut before.widget);
            self.report_state();
        }
        if self.frame.link.is_connected() {
            self.before = None;
        }
        goes_on
    }

    /// True if a message of this type belongs to a session.
    fn is_in_session(&self, kind: Option<Kind>) -> bool {
        self.frame.link.is_connected() || kind.is_some_and(|kind| self.is_left_with(kind))
    }

    /// True if the page is being left, and the message continues one of its calls.
    pub(super) fn is_left_with(&self, kind: Kind) -> bool {
        self.frame.link.is_left() && goes_on(kind)
    }

    fn received(&mut self, message: &Envelope) {
        self.outbox.push(HostOutput::Report(ReportOutput::Received {
            message: message.value.clone(),
            call: None,
        }));
    }

    /// Checks that it is a message of the widget; returns its id.
    fn gate(&mut self, is_gone: bool, origin: &str, message: &Envelope) -> Result<String, Code> {
        let link = &mut self.frame.link;
        link.admit(is_gone, origin)?;
        let id = message.complete_id().ok_or(Code::Malformed)?;
        if is_gone {
            let counts = link.has_heard(&id) && message.kind().is_some_and(goes_on);
            return counts.then_some(id).ok_or(Code::ForeignSource);
        }
        // An acknowledgement's id is the host's, which earlier pages of the frame know.
        if message.kind() != Some(Kind::SyncAck) {
            link.heard(&id);
        }
        Ok(id)
    }

    pub(super) fn diagnose(&mut self, code: Code, detail: &str) {
        self.outbox.diagnose(code, detail.to_owned());
    }
}

/// A type's name, if it is spelt like one; anything else may contain anything.
pub(super) fn name_of(wire: &str) -> &str {
    let is_name = wire.len() <= LONGEST_NAME
        && wire
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    if is_name { wire } else { "" }
}

/// No message's name is nearly as long.
const LONGEST_NAME: usize = 64;

/// True if a message is about an existing call.
const fn goes_on(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::CallAnswered | Kind::CallEnded | Kind::CallCompleted | Kind::CallTransferred
    )
}
