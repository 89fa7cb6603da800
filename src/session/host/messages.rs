//! Effects of the widget's messages.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::inbound::name_of;
use super::output::{AlertSource, HostOutput, ReportOutput};
use super::record::{Record, Start, is_custom_object, is_withheld};
use super::replies::{failure, identified, publication_answers};
use super::{Host, WidgetInfo};
use crate::lifecycle::{Call, CallDirection, CallEvent, EngagementEvent, Refused};
use crate::protocol::shapes::{
    CallCompleted, Initialized, NavigateToRecord, SendError, SetWidgetUrl,
};
use crate::protocol::{
    Body, CallName, Direction, Envelope, ExternalCallId, Kind, List, Millis, Name, Part, Value,
    ValueKind, origin_of_url,
};
use crate::session::callee::Callee;
use crate::session::{Code, check_payload};

impl Host {
    /// Applies the rules of a message. The page gets the message before its effects.
    pub(super) fn receive(&mut self, now: Millis, message: &Envelope) {
        let kind = message.kind();
        let notify = HostOutput::Report(ReportOutput::Notify {
            kind,
            data: message.data().clone(),
            message: message.value.clone(),
        });
        let Some(kind) = kind else {
            self.outbox.push(notify);
            return self.diagnose(Code::UnknownType, name_of(&message.wire));
        };
        self.check(kind, &message.body);
        let before = self.outbox.len();
        match self.apply_effects(now, kind, message) {
            Ok(()) => self.outbox.insert(before, notify),
            Err(ignored) => self.refuse(kind, &message.body, ignored),
        }
    }

    /// Reports a message that has no effect. A request is answered, or its call would await that for
    /// ever.
    fn refuse(&mut self, kind: Kind, body: &Body, ignored: Ignored) {
        let is_not_taken = matches!(
            ignored.code,
            Code::InboundNotSupported | Code::UserUnavailable
        );
        let failed = match kind {
            Kind::FinalizeEngagement | Kind::PublishToChannel => Some(publication_answers(kind).1),
            _ if is_not_taken && body.asks_engagement() => Some(Kind::CreateEngagementFailed),
            _ => None,
        };
        let text = [ignored.code.as_str(), ": ", &ignored.detail].concat();
        self.report(ignored);
        if let Some(failed) = failed {
            let CallName { id, engagement } = body.call_name();
            let id = id.as_ref().map(ExternalCallId::as_str);
            let engagement = engagement.as_ref().map(Value::from);
            self.answer(failed, identified(failure(&text), engagement, id));
        }
    }

    /// Reports every deviation from the field table; none blocks.
    fn check(&mut self, kind: Kind, body: &Body) {
        // Its field may be at the top level; its own rule reads both places.
        if matches!(kind, Kind::SetWidgetUrl | Kind::Error) {
            return;
        }
        for finding in check_payload(body) {
            let detail = [kind.as_str(), ": ", &finding.sentence()].concat();
            self.outbox.diagnose(finding.code, detail);
        }
    }

    fn apply_effects(
        &mut self,
        now: Millis,
        kind: Kind,
        message: &Envelope,
    ) -> Result<(), Ignored> {
        let is_initialized = self.widget.is_initialized || self.is_left_with(kind);
        if kind.awaits_initialized() && !is_initialized {
            return Err(Ignored::new(Code::NotReady, kind, " before INITIALIZED"));
        }
        let body = &message.body;
        match body {
            Body::Initialized(data) => self.initialized(now, data),
            Body::UserAvailable(_) => self.widget.is_available = true,
            Body::UserUnavailable(_) => self.widget.is_available = false,
            Body::LoggedIn(_) => {
                self.widget.is_logged_in = true;
                self.dial_queued(now);
            }
            Body::LoggedOut(_) => self.widget.is_logged_in = false,
            Body::IncomingCall(_) => self.incoming_call(now, body)?,
            Body::OutgoingCallStarted(_) => self.outgoing_call(now, body)?,
            Body::CallAnswered(_) => self.continue_call(now, body, CallEvent::Answered)?,
            Body::CallTransferred(_) => self.continue_call(now, body, CallEvent::Transferred)?,
            Body::CallEnded(_) => self.call_ended(now, body)?,
            Body::CallCompleted(data) => self.call_completed(now, message, data)?,
            Body::FinalizeEngagement(_) | Body::PublishToChannel(_) => {
                let key = self.move_call(now, body, CallEvent::FinalizeAsked)?;
                self.publish(now, key, kind, body);
            }
            Body::NavigateToRecord(data) => self.navigate(body, data),
            Body::ResizeWidget(size) => {
                let size = [&size.width, &size.height];
                self.frame.resize(kind, size, &mut self.outbox);
            }
            Body::Error(error) => self.show_error(error),
            Body::SetWidgetUrl(data) => self.set_widget_url(now, data, &message.value),
            _ if kind.message().direction != Direction::FromHost => {}
            _ => return Err(Ignored::new(Code::WrongDirection, kind, "")),
        }
        Ok(())
    }

    fn initialized(&mut self, now: Millis, data: &Initialized) {
        self.widget.initialized(data);
        let size = &data.size_info;
        if !size.value().is_undefined() {
            let size = [&size.width, &size.height];
            self.frame.resize(Kind::Initialized, size, &mut self.outbox);
        }
        self.report_state();
        self.dial_queued(now);
    }

    /// Adds an incoming call where the place, the app and the user take calls, or continues one that
    /// was taken: its user is not available any more. The caller is always looked up, the engagement
    /// created if asked.
    fn incoming_call(&mut self, now: Millis, body: &Body) -> Result<(), Ignored> {
        let start = Start::of(now, CallDirection::Inbound, body);
        let begun = self.calls.begun(&start, body);
        let is_available = self.widget.is_available || begun.is_some();
        if let Err((code, why)) = self.config.takes_incoming(is_available) {
            self.calls.ignore(body);
            return Err(Ignored::new(code, Kind::IncomingCall, why));
        }
        let (key, _) = self.start_call(now, start, body, begun)?;
        self.show();
        let known = self.calls.records.get(key).and_then(Record::caller);
        let number = body.other_end().or(known);
        match number.filter(|number| !is_withheld(number)).cloned() {
            Some(number) => self.match_caller(now, key, number),
            // A caller without a number matches nobody.
            None => self.answer_matches(key, &List::from(Value::List(Vec::new()))),
        }
        self.create_or_name(now, key, body);
        Ok(())
    }

    /// Adds an outgoing call: the engagement is created if asked; a call from a custom object has
    /// to ask.
    fn outgoing_call(&mut self, now: Millis, body: &Body) -> Result<(), Ignored> {
        let start = Start::of(now, CallDirection::Outbound, body);
        let begun = self.calls.begun(&start, body);
        let (key, is_new) = self.start_call(now, start, body, begun)?;
        self.show();
        if !is_new || body.asks_engagement() {
            self.create_or_name(now, key, body);
            return Ok(());
        }
        let record = self.calls.records.get(key);
        let context = record.and_then(Record::dialing_context);
        let object_type = context.and_then(Callee::object_type);
        if object_type.is_some_and(|object_type| is_custom_object(&object_type)) {
            let code = Code::CustomObjectNeedsEngagement;
            self.diagnose(code, Kind::OutgoingCallStarted.as_str());
            self.calls.engage(key, EngagementEvent::Asked);
            self.creation_failed(key, NEEDS_ENGAGEMENT);
        }
        Ok(())
    }

    /// Starts a call, or continues the one that it is about again after the widget's page was loaded
    /// again. Returns its handle, and true if it is new.
    fn start_call(
        &mut self,
        now: Millis,
        start: Start,
        body: &Body,
        begun: Option<u32>,
    ) -> Result<(u32, bool), Ignored> {
        if let Some(key) = begun.filter(|key| self.calls.reattach(*key)) {
            self.outbox.count(Code::Reattached, 1);
            return Ok((key, false));
        }
        if let Some(key) = begun {
            // It is refused, and may be the one that asks, or that names the caller.
            if let Some(number) = self.calls.begin_again(&start, body) {
                self.match_caller(now, key, number);
            }
            self.create_or_name(now, key, body);
        }
        Ok((self.calls.start(start, body)?, true))
    }

    /// Applies an event that awaits no answer: a refusal of its engagement is reported, and the call
    /// goes on.
    fn continue_call(&mut self, now: Millis, body: &Body, event: CallEvent) -> Result<(), Ignored> {
        let key = self.move_call(now, body, event)?;
        let _ = self.supply(key, body);
        Ok(())
    }

    fn call_ended(&mut self, now: Millis, body: &Body) -> Result<(), Ignored> {
        let status = body.end_status();
        let key = match self.move_call(now, body, CallEvent::Ended { status }) {
            Ok(key) => key,
            Err(ignored) => {
                let Some(key) = self.calls.end_again(now, body) else {
                    return self.calls.end_request(body).then_some(()).ok_or(ignored);
                };
                self.report(ignored);
                self.save_later(now, key, None);
                return Ok(());
            }
        };
        if let Some(record) = self.calls.records.get_mut(key) {
            record.ended_at = Some(now);
        }
        // No answer is due: the refusal is reported, and the call goes on.
        let _ = self.supply(key, body);
        Ok(())
    }

    /// Completes a call, even one still under way, or none: in no case may it hold up the next
    /// number. An app may complete a call twice: with its properties, or again if they failed.
    fn call_completed(
        &mut self,
        now: Millis,
        message: &Envelope,
        data: &CallCompleted,
    ) -> Result<(), Ignored> {
        let body = &message.body;
        self.calls.follow_ignored(body, CallEvent::Completed)?;
        let is_default = matches!(data.hide_widget, Value::Undefined | Value::Null);
        let is_hidden = is_default || data.hide_widget.is_truthy() || self.config.in_call_task;
        let properties = data.engagement_properties.value();
        let properties = Some(properties.clone()).filter(|it| it.kind() == ValueKind::Object);
        let (key, is_repeated) = match self.move_call(now, body, CallEvent::Completed) {
            Ok(key) => (key, false),
            Err(ignored) => {
                let noted = self.calls.noted(message, properties.as_ref());
                let Some(key) = noted.or_else(|| self.calls.cut_short(now, body)) else {
                    let is_cancelled = self.completed_none(body, is_hidden);
                    return is_cancelled.then_some(()).ok_or(ignored);
                };
                self.report(ignored);
                (key, noted.is_some())
            }
        };
        // It leaves the frame to another call.
        let hides = is_hidden && !self.has_active_call();
        if let Some(record) = self.calls.records.get_mut(key) {
            record.completed_by = (message.id.clone(), properties.clone().unwrap_or_default());
            record.hides = hides;
        }
        self.complete(now, key, body, properties, is_repeated);
        Ok(())
    }

    /// Drops the clicked number where no open call is completed; true if there was one.
    fn completed_none(&mut self, body: &Body, is_hidden: bool) -> bool {
        let mut is_cancelled = false;
        if !self.calls.is_named(body) {
            let was_queued = self.queued_dial.take().is_some();
            is_cancelled = self.calls.forget_request() || was_queued;
        }
        if is_hidden && !self.has_active_call() {
            self.frame.hide(&mut self.outbox);
        }
        is_cancelled
    }

    fn report(&mut self, ignored: Ignored) {
        self.outbox
            .report(ignored.code, ignored.detail, self.config.is_strict);
    }

    fn move_call(&mut self, now: Millis, body: &Body, event: CallEvent) -> Result<u32, Ignored> {
        self.calls.follow_ignored(body, event)?;
        Ok(self.calls.apply(now, body, event)?)
    }

    fn navigate(&mut self, body: &Body, data: &Part<NavigateToRecord>) {
        let target = &data.object_coordinates;
        if target.value().is_undefined() {
            return self.answer(Kind::NavigateToRecordFailed, data.value().copied());
        }
        let calls = &mut self.calls;
        let key = calls.of_engagement(&body.call_name()).map(Call::key);
        calls.records.choose(target, key);
        let request = self.calls.records.next_request();
        self.navigations
            .ask(request, data.value(), &mut self.outbox);
    }

    /// Never answered: two sides that answer errors never stop. Published
    /// widgets report a type newer than themselves this way, which is no error
    /// of the call.
    fn show_error(&mut self, error: &SendError) {
        if error.error_type.text() == Some("UNKNOWN_MESSAGE_TYPE") {
            return self.diagnose(Code::UnknownType, "the widget does not know a message");
        }
        let text = error.message.text().filter(|text| !text.is_empty());
        if text.is_none() {
            self.diagnose(Code::MissingField, "ERROR data.message");
        }
        self.outbox.push(HostOutput::Report(ReportOutput::Alert {
            text: text
                .unwrap_or("The calling app reported an error.")
                .to_owned(),
            source: AlertSource::Widget,
        }));
    }

    fn set_widget_url(&mut self, now: Millis, data: &SetWidgetUrl, message: &Value) {
        let at_top = message.named(Name::IFrameUrl);
        let url = data.iframe_url.text().or_else(|| at_top.text());
        let target = url.and_then(|url| Some((origin_of_url(url)?, url.to_owned())));
        match target {
            Some((origin, url)) if self.may_move_to(&origin) => {
                if origin != self.frame.link.widget_origin() {
                    // A session has pages of one origin.
                    self.widget = WidgetInfo::default();
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
        origin == self.frame.link.widget_origin() || self.config.allows(origin)
    }
}

/// A message that has no effect, and the reason.
struct Ignored {
    code: Code,
    /// The subject; never a value.
    detail: String,
}

impl From<Refused> for Ignored {
    fn from(refused: Refused) -> Self {
        Self {
            code: refused.code.into(),
            detail: refused.sentence(),
        }
    }
}

impl Ignored {
    /// A message of this kind, with the reason to read after its name.
    fn new(code: Code, kind: Kind, why: &str) -> Self {
        Self {
            code,
            detail: [kind.as_str(), why].concat(),
        }
    }
}

const NEEDS_ENGAGEMENT: &str = "a call from a custom object needs createEngagement: true";
