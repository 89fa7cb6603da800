//! The page's commands.

use alloc::string::String;

use super::Host;
use super::output::{AlertSource, HostOutput, ReportOutput};
use super::record::is_custom_object;
use crate::lifecycle::{Call, CallState};
use crate::protocol::shapes::DialNumber;
use crate::protocol::{Body, Direction, Kind, Millis, Name, Object, Part, Value};
use crate::session::Code;
use crate::session::callee::Callee;

impl Host {
    /// Dials a number for the user. Fields that DIAL_NUMBER lacks are filled in from the context:
    /// `portalId`, `ownerId`, `startTimestamp`; `phone_number`, which some apps read alone.
    ///
    /// # Errors
    ///
    /// [`Code::HeldLoading`] and [`Code::HeldLoggedOut`]: the number is queued; a
    /// newer one replaces it. [`Code::CustomObjectsNotSupported`],
    /// [`Code::CallActive`], [`Code::RepeatedDial`], [`Code::MissingField`] without a number,
    /// [`Code::SyncAckFailed`] when there is no widget.
    pub(super) fn dial_number(
        &mut self,
        now: Millis,
        data: &Part<DialNumber>,
    ) -> Result<String, Code> {
        self.check_dial(data)?;
        let dial = Part::from(self.completed_dial(now, data));
        if self.calls.is_clicked_twice(now, &dial) {
            return Err(Code::RepeatedDial);
        }
        let posted = self.post_dial(now, dial);
        // Shown, an app may call the number that it heard last.
        self.show();
        posted
    }

    fn post_dial(&mut self, now: Millis, dial: Part<DialNumber>) -> Result<String, Code> {
        if !self.widget.is_initialized {
            self.queued_dial = Some(dial);
            return Err(Code::HeldLoading);
        }
        if !self.widget.is_logged_in {
            self.queued_dial = Some(dial);
            self.ask_for_log_in();
            return Err(Code::HeldLoggedOut);
        }
        self.queued_dial = None;
        self.calls
            .request(now, dial.clone())
            .map_err(|refused| refused.code)?;
        Ok(self.post(Kind::DialNumber, dial.value().clone()))
    }

    /// Dials the queued number, now that the widget is ready or the user has logged in.
    pub(super) fn dial_queued(&mut self, now: Millis) {
        let Some(dial) = self.queued_dial.take() else {
            return;
        };
        match self.dial_number(now, &dial) {
            Ok(_) | Err(Code::HeldLoading | Code::HeldLoggedOut) => {}
            Err(code) => self.diagnose(code, Kind::DialNumber.as_str()),
        }
    }

    /// Hangs up on the host's side; the widget answers with CALL_ENDED.
    ///
    /// # Errors
    ///
    /// [`Code::NotReady`], or a lifecycle code when no call runs.
    pub(super) fn end_call(&mut self) -> Result<String, Code> {
        if !self.widget.is_initialized {
            return Err(Code::NotReady);
        }
        self.calls.ask_end().map_err(|refused| refused.code)?;
        Ok(self.post(Kind::EndCall, Value::Undefined))
    }

    /// Sends any other message of the host's by hand; one about an engagement moves the call it is
    /// about.
    ///
    /// # Errors
    ///
    /// [`Code::UnknownType`], [`Code::WrongDirection`] for a type that a host does not send,
    /// [`Code::NotReady`] while no widget is connected.
    pub(super) fn send(&mut self, body: &Body) -> Result<String, Code> {
        let kind = body.kind().ok_or(Code::UnknownType)?;
        let direction = kind.message().direction;
        if !matches!(direction, Direction::FromHost | Direction::Both) || kind == Kind::Sync {
            return Err(Code::WrongDirection);
        }
        if !self.frame.link.is_connected() {
            return Err(Code::NotReady);
        }
        self.calls.answered_by_hand(kind, body, &mut self.outbox);
        Ok(self.post(kind, body.slot().value().clone()))
    }

    /// Sends a message unchanged, with the host's own message id.
    ///
    /// # Errors
    ///
    /// [`Code::MissingField`] without a type, [`Code::WrongDirection`] for the
    /// handshake's types, [`Code::NotReady`] while no widget is connected.
    pub(super) fn send_raw(&mut self, message: &Value) -> Result<String, Code> {
        let wire = message.named(Name::Type);
        let wire = wire.text().unwrap_or_default();
        if wire.is_empty() {
            return Err(Code::MissingField);
        }
        if wire == Kind::Sync.as_str() || wire == Kind::SyncAck.as_str() {
            return Err(Code::WrongDirection);
        }
        if !self.frame.link.is_connected() {
            return Err(Code::NotReady);
        }
        let link = &mut self.frame.link;
        Ok(link.post_message(message.copied(), &mut self.outbox))
    }

    /// Takes the page's answer: it opened the record a widget asked for, or could not.
    pub(super) fn handle_navigated(&mut self, request: u32, has_succeeded: bool) {
        if let Some(data) = self.navigations.answered(request)
            && !has_succeeded
        {
            self.answer(Kind::NavigateToRecordFailed, data.copied());
        }
    }

    /// True if numbers of an object type are offered for dialling.
    pub(super) fn can_dial(&self, object_type_id: &str) -> bool {
        self.config.supports_custom_objects || !is_custom_object(object_type_id)
    }

    /// Brings a minimised or hidden frame back, since a call needs the user; an earlier
    /// call's completion no longer hides it.
    pub(super) fn show(&mut self) {
        self.calls.records.cancel_hiding();
        self.frame.show(&mut self.outbox);
    }

    /// Answers the widget, unless it is gone.
    pub(super) fn answer(&mut self, kind: Kind, data: Object) {
        if self.frame.link.is_connected() {
            self.post(kind, data);
        }
    }

    fn post(&mut self, kind: Kind, data: impl Into<Value>) -> String {
        self.frame.link.post(kind, data, &mut self.outbox)
    }

    /// Checks that a number may be dialled.
    fn check_dial(&self, data: &DialNumber) -> Result<(), Code> {
        if data.phone_number.text().is_none_or(str::is_empty) {
            return Err(Code::MissingField);
        }
        if Callee::object_type(data).is_some_and(|object_type| !self.can_dial(&object_type)) {
            return Err(Code::CustomObjectsNotSupported);
        }
        // A newer request replaces one that led to no call. Some apps report no end of a ring.
        let is_busy = |call: &Call| call.state.is_under_way() && call.state != CallState::Ringing;
        if self.calls.has_current(is_busy) {
            return Err(Code::CallActive);
        }
        if self.frame.link.is_failed() {
            return Err(Code::SyncAckFailed);
        }
        Ok(())
    }

    /// Completes DIAL_NUMBER from the context.
    fn completed_dial(&self, now: Millis, data: &Part<DialNumber>) -> Value {
        let mut dial = data.value().copied();
        let context = &self.config.context;
        let older = &data.older_phone_number;
        for (name, given, known) in [
            (Name::OlderPhoneNumber, older, &data.phone_number),
            (Name::PortalId, &data.portal_id, &context.portal_id),
            (Name::OwnerId, &data.owner_id, &context.owner_id),
        ] {
            if given.is_undefined() && !known.is_undefined() {
                dial.set(name, known.clone());
            }
        }
        if data.start_timestamp.is_undefined() {
            dial.set(Name::StartTimestamp, now.0);
        }
        dial.into()
    }

    fn ask_for_log_in(&mut self) {
        self.outbox.push(HostOutput::Report(ReportOutput::Alert {
            text: "Log in to the calling app to place this call.".into(),
            source: AlertSource::Host,
        }));
    }
}
