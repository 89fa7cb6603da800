//! Effects of the widget's messages.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use super::config::Lifecycle;
use super::fields::failure;
use super::ignored::Ignored;
use super::inbound::name_of;
use super::output::{AlertSource, HostOutput, ReportOutput};
use super::record::{Record, is_custom_object, is_withheld, number_field};
use super::{Host, WidgetState};
use crate::lifecycle::{CallDirection, CallEvent, EngagementEvent};
use crate::protocol::{Direction, Kind, Millis, Name, Origin, Payload, ValueKind, origin_of_url};
use crate::session::callee::Callee;
use crate::session::fields::{asks_engagement, call_id, end_status};
use crate::session::{Code, check_payload};

impl<P: Payload> Host<P> {
    /// Applies the rules of a message. The page gets the message before its effects.
    pub(super) fn apply_message(&mut self, now: Millis, wire: &str, message: &P) {
        let data = message.field(Name::Data);
        let Some(kind) = Kind::parse(wire) else {
            self.outbox.push(HostOutput::Report(ReportOutput::Notify {
                kind: None,
                data,
                message: message.clone(),
            }));
            return self.diagnose(Code::UnknownType, name_of(wire));
        };
        self.check(kind, data.as_ref());
        let before = self.outbox.len();
        match self.apply(now, kind, data.as_ref(), message) {
            Ok(()) => {
                let notify = HostOutput::Report(ReportOutput::Notify {
                    kind: Some(kind),
                    data,
                    message: message.clone(),
                });
                self.outbox.insert(before, notify);
            }
            Err(ignored) => self.report(ignored),
        }
    }

    /// Reports every deviation from the field table; none blocks.
    fn check(&mut self, kind: Kind, data: Option<&P>) {
        // Its field may be at the top level; its own rule reads both places.
        if matches!(kind, Kind::SetWidgetUrl | Kind::Error) {
            return;
        }
        for finding in check_payload(kind.message().shape, data) {
            let detail = [kind.as_str(), ": ", &finding.sentence()].concat();
            self.outbox.diagnose(finding.code, detail);
        }
    }

    fn apply(
        &mut self,
        now: Millis,
        kind: Kind,
        data: Option<&P>,
        message: &P,
    ) -> Result<(), Ignored> {
        let is_initialized = self.widget.is_initialized || self.is_left_with(kind);
        if kind.awaits_initialized() && !is_initialized {
            return Err(Ignored::new(Code::NotReady, kind, " before INITIALIZED"));
        }
        match kind {
            Kind::Initialized => self.initialized(now, data),
            Kind::UserAvailable => self.widget.is_available = true,
            Kind::UserUnavailable => self.widget.is_available = false,
            Kind::LoggedIn => {
                self.widget.is_logged_in = true;
                self.dial_queued(now);
            }
            Kind::LoggedOut => self.widget.is_logged_in = false,
            Kind::IncomingCall => self.incoming_call(now, data)?,
            Kind::OutgoingCallStarted => self.outgoing_call(now, data)?,
            Kind::CallAnswered => self.move_call(now, data, CallEvent::Answered).map(drop)?,
            Kind::CallTransferred => self
                .move_call(now, data, CallEvent::Transferred)
                .map(drop)?,
            Kind::CallEnded => self.call_ended(now, data)?,
            Kind::CallCompleted => self.call_completed(now, data)?,
            Kind::FinalizeEngagement | Kind::PublishToChannel => {
                let key = self.move_call(now, data, CallEvent::FinalizeAsked)?;
                let (engagements, mut turn) = self.turn(now);
                engagements.publish(key, kind, data, &mut turn);
            }
            Kind::NavigateToRecord => self.navigate(data),
            Kind::ResizeWidget => self.frame.resize(kind, data, &mut self.outbox),
            Kind::Error => self.show_error(data),
            Kind::SetWidgetUrl => self.set_widget_url(now, data, message),
            Kind::Unloading => {}
            _ if kind.message().direction == Direction::ToHost => {}
            _ => return Err(Ignored::new(Code::WrongDirection, kind, "")),
        }
        Ok(())
    }

    fn initialized(&mut self, now: Millis, data: Option<&P>) {
        self.widget.initialized(data);
        if let Some(size) = data.and_then(|data| data.field(Name::SizeInfo)) {
            self.frame
                .resize(Kind::Initialized, Some(&size), &mut self.outbox);
        }
        self.report_state();
        self.dial_queued(now);
    }

    /// Adds an incoming call where the place, the app and the user take calls; the caller is always
    /// looked up, the engagement created if asked.
    fn incoming_call(&mut self, now: Millis, data: Option<&P>) -> Result<(), Ignored> {
        let is_available = self.widget.is_available;
        if let Err((code, why)) = self.config.takes_incoming(is_available) {
            return Err(Ignored::new(code, Kind::IncomingCall, why));
        }
        let key = self.start_call(now, CallDirection::Inbound, data)?.0;
        self.show();
        let from = data.and_then(|data| number_field(data, Name::FromNumber));
        let (engagements, mut turn) = self.turn(now);
        match from.filter(|number| !is_withheld(number)) {
            Some(number) => engagements.match_caller(key, number, &mut turn),
            // A caller without a number matches nobody.
            None => engagements
                .calls
                .answer_matches(key, P::list(Vec::new()), &mut turn),
        }
        engagements.create_or_name(key, data, &mut turn);
        Ok(())
    }

    /// Adds an outgoing call: the engagement is created if asked; a call from a custom object has
    /// to ask.
    fn outgoing_call(&mut self, now: Millis, data: Option<&P>) -> Result<(), Ignored> {
        let (key, is_new) = self.start_call(now, CallDirection::Outbound, data)?;
        let (engagements, mut turn) = self.turn(now);
        if !is_new || asks_engagement(data) {
            engagements.create_or_name(key, data, &mut turn);
            return Ok(());
        }
        let context = engagements
            .calls
            .record(key)
            .and_then(Record::dialing_context);
        let object_type = context.and_then(|context| Callee::object_type(&context));
        if object_type.is_some_and(|object_type| is_custom_object(&object_type)) {
            let code = Code::CustomObjectNeedsEngagement;
            turn.diagnose(code, Kind::OutgoingCallStarted.as_str());
            engagements.calls.engage(key, EngagementEvent::Asked);
            engagements
                .calls
                .creation_failed(key, NEEDS_ENGAGEMENT, &mut turn);
        }
        Ok(())
    }

    /// Starts a call, or continues it after the widget's page was loaded again. Returns its handle,
    /// and true if it is new.
    fn start_call(
        &mut self,
        now: Millis,
        direction: CallDirection,
        data: Option<&P>,
    ) -> Result<(u32, bool), Ignored> {
        let id = call_id(data);
        let (engagements, turn) = self.turn(now);
        let calls = &mut engagements.calls;
        if let Some(key) = calls.reattach(id.as_ref(), direction, data, turn.outbox) {
            return Ok((key, false));
        }
        let key = calls.start(now, id.as_ref(), direction, data)?;
        Ok((key, true))
    }

    fn call_ended(&mut self, now: Millis, data: Option<&P>) -> Result<(), Ignored> {
        let status = end_status(data);
        let key = self.move_call(now, data, CallEvent::Ended { status })?;
        let (engagements, mut turn) = self.turn(now);
        if let Some(record) = engagements.calls.record_mut(key) {
            record.ended_at = Some(now);
        }
        // No answer is due: the refusal is reported, and the call goes on.
        let _ = engagements.supply(key, data, &mut turn);
        Ok(())
    }

    /// Completes a call, even one still under way, or none: in no case may it hold up the next
    /// number.
    fn call_completed(&mut self, now: Millis, data: Option<&P>) -> Result<(), Ignored> {
        let hides = data.and_then(|data| data.field(Name::HideWidget));
        let stays =
            hides.is_some_and(|hides| !hides.is_truthy() && hides.value_kind() != ValueKind::Null);
        let is_hidden = !stays || self.config.in_call_task;
        let key = match self.move_call(now, data, CallEvent::Completed) {
            Ok(key) => key,
            Err(ignored) => match self.engagements.calls.cut_short(now, data) {
                Some(key) => {
                    self.report(ignored);
                    key
                }
                None => {
                    return self
                        .completed_none(data, is_hidden)
                        .then_some(())
                        .ok_or(ignored);
                }
            },
        };
        let properties = data
            .and_then(|data| data.field(Name::EngagementProperties))
            .filter(|properties| properties.value_kind() == ValueKind::Object);
        let (engagements, mut turn) = self.turn(now);
        engagements.complete(key, data, is_hidden, properties, &mut turn);
        Ok(())
    }

    /// Drops the clicked number where no open call is completed; true if there was one.
    fn completed_none(&mut self, data: Option<&P>, is_hidden: bool) -> bool {
        let is_cancelled = !self.engagements.calls.is_named(data)
            && (self.engagements.calls.forget_request() | self.cancel_dial());
        if is_hidden && !self.has_active_call() {
            self.frame.hide(&mut self.outbox);
        }
        is_cancelled
    }

    fn report(&mut self, ignored: Ignored) {
        let is_error = self.config.lifecycle == Lifecycle::Strict;
        self.outbox.report(ignored.code, ignored.detail, is_error);
    }

    fn move_call(
        &mut self,
        now: Millis,
        data: Option<&P>,
        event: CallEvent,
    ) -> Result<u32, Ignored> {
        Ok(self.engagements.calls.apply(now, data, event)?)
    }

    fn navigate(&mut self, data: Option<&P>) {
        let empty = P::empty();
        let data = data.unwrap_or(&empty);
        let Some(target) = data.field(Name::ObjectCoordinates) else {
            return self.answer(Kind::NavigateToRecordFailed, data.copied());
        };
        self.engagements.calls.choose(&target);
        let request = self.engagements.next_request();
        self.navigations.ask(request, data, &mut self.outbox);
    }

    /// Never answered: two sides that answer errors never stop. Published
    /// widgets report a type newer than themselves this way, which is no error
    /// of the call.
    fn show_error(&mut self, data: Option<&P>) {
        let field = |name| data.and_then(|data| data.text_field(name));
        if field(Name::Type).as_deref() == Some("UNKNOWN_MESSAGE_TYPE") {
            return self.diagnose(Code::UnknownType, "the widget does not know a message");
        }
        let text = field(Name::Message).filter(|text| !text.is_empty());
        if text.is_none() {
            self.diagnose(Code::MissingField, "ERROR data.message");
        }
        self.outbox.push(HostOutput::Report(ReportOutput::Alert {
            text: text.unwrap_or_else(|| "The calling app reported an error.".to_owned()),
            source: AlertSource::Widget,
        }));
    }

    fn set_widget_url(&mut self, now: Millis, data: Option<&P>, message: &P) {
        let url = data
            .and_then(|data| data.text_field(Name::IFrameUrl))
            .or_else(|| message.text_field(Name::IFrameUrl));
        let target = url.and_then(|url| Some((origin_of_url(&url)?, url)));
        match target {
            Some((origin, url)) if self.may_move_to(&origin) => {
                if origin != self.frame.link.widget_origin() {
                    // A session has pages of one origin.
                    self.widget = WidgetState::default();
                }
                self.frame.move_to(origin, url, &mut self.outbox);
                self.handle_frame_loading(now);
            }
            _ => {
                self.diagnose(Code::WidgetUrlRefused, "SET_WIDGET_URL iFrameUrl");
                let text = "the address is not http or https, or of an origin that is not allowed";
                self.answer(Kind::SetWidgetUrlFailed, failure(text));
            }
        }
    }

    fn may_move_to(&self, origin: &str) -> bool {
        let current = self.frame.link.widget_origin();
        Origin::parse(origin)
            .is_some_and(|parsed| origin == current || self.config.allows(origin, &parsed))
    }
}

const NEEDS_ENGAGEMENT: &str = "a call from a custom object needs createEngagement: true";
