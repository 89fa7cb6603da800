//! What comes in from the frame and with time, and what each of the widget's messages
//! does.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::config::Lifecycle;
use super::engagements::Engagements;
use super::fields::failure;
use super::ignored::{Ignored, needs_initialized};
use super::link::LinkOutput;
use super::output::{
    AlertSource, AnswerOutput, ChangeOutput, FrameOutput, HostOutput, ReportOutput,
};
use super::record::{Record, is_custom_object};
use super::turn::Turn;
use super::{Host, WidgetState};
use crate::lifecycle::{CallDirection, CallEvent, EngagementEvent};
use crate::protocol::{Direction, Kind, Millis, Origin, Payload, ValueKind, origin_of_url};
use crate::session::callee::Callee;
use crate::session::envelope::envelope;
use crate::session::fields::{asks_engagement, call_id, end_status};
use crate::session::{Code, Facts, check_payload};

impl<P: Payload> Host<P> {
    /// The frame was given an address.
    pub(super) fn handle_frame_loading(&mut self, now: Millis) {
        self.widget = WidgetState::default();
        self.frame.link.handle_frame_loading(now);
        self.after_link();
    }

    /// The frame loaded. While a session runs, this is the widget's page loaded again: its
    /// calls stay on the page, and no longer count as active until a message is about them.
    pub(super) fn handle_frame_loaded(&mut self, now: Millis) {
        self.widget = WidgetState::default();
        self.frame.handle_loaded();
        self.engagements.calls.handle_loaded();
        self.frame.link.handle_frame_loaded(now);
        self.after_link();
    }

    /// The frame reported an error.
    pub(super) fn handle_frame_error(&mut self) {
        self.widget = WidgetState::default();
        self.frame.link.handle_frame_error();
        self.after_link();
    }

    /// Whether a message event counts, before anything of its message is read.
    pub(super) fn hear(&mut self, facts: &Facts<'_>) -> Option<AnswerOutput> {
        match self.frame.link.admit(facts) {
            Ok(()) => Some(AnswerOutput::Admitted {}),
            Err(code) => {
                self.outbox.refuse(code, "", 1);
                None
            }
        }
    }

    /// A message of the window's. Whatever is not the widget's, or does not look like a
    /// message, is counted and otherwise ignored.
    pub(super) fn handle_message(&mut self, now: Millis, facts: &Facts<'_>, message: &P) {
        match self.gate(facts, message) {
            Ok(wire) if wire == Kind::SyncAck.as_str() => {
                if let Err(code) = self.frame.link.handle_ack(facts, message) {
                    return self.outbox.refuse(code, &wire, 1);
                }
                self.received(message);
                self.after_link();
            }
            Ok(wire) if !self.frame.link.is_connected() => {
                self.outbox.refuse(Code::BeforeSync, name_of(&wire), 1);
            }
            Ok(wire) => {
                self.received(message);
                self.dispatch(now, &wire, message);
            }
            Err(code) => self.outbox.refuse(code, "", 1),
        }
    }

    /// The time asked for by [`PageOutput::Wake`](super::PageOutput::Wake) has come.
    pub(super) fn handle_timeout(&mut self, now: Millis) {
        self.frame.link.handle_timeout(now);
        self.after_link();
        let (engagements, mut turn) = self.turn(now);
        engagements.handle_timeout(&mut turn);
    }

    /// The record store answered a request.
    pub(super) fn handle_stored(&mut self, now: Millis, request: u32, result: Result<P, String>) {
        let (engagements, mut turn) = self.turn(now);
        engagements.handle_stored(request, result, &mut turn);
    }

    /// When there is something to do in time.
    pub(super) fn due(&self) -> Option<Millis> {
        let link = self.frame.link.due();
        link.into_iter()
            .chain(self.engagements.due())
            .reduce(Millis::min)
    }

    /// The calls, and what their rules need while they take an input.
    pub(super) fn turn(&mut self, now: Millis) -> (&mut Engagements<P>, Turn<'_, P>) {
        let turn = Turn {
            now,
            frame: &mut self.frame,
            outbox: &mut self.outbox,
        };
        (&mut self.engagements, turn)
    }

    /// Carries out what the link asks for, and reports a change of the state.
    pub(super) fn after_link(&mut self) {
        for output in self.frame.link.take_outputs() {
            match output {
                LinkOutput::Post(message) => {
                    self.outbox.push(HostOutput::Frame(FrameOutput::Post {
                        message,
                        origin: self.frame.link.widget_origin().to_owned(),
                    }))
                }
                LinkOutput::Connected(ack) => self.widget.acknowledged(&ack),
                LinkOutput::Failed => {
                    self.report_state();
                    let code = Code::SyncAckFailed;
                    self.outbox.count(code, 1);
                    self.outbox
                        .push(HostOutput::Report(ReportOutput::Failed { code }));
                }
            }
        }
        self.report_state();
    }

    /// Reports a change of the state at once: its place among the outputs matters.
    fn report_state(&mut self) {
        let state = self.frame.link.state(self.widget.is_initialized);
        if state != self.state {
            self.state = state;
            self.outbox
                .push(HostOutput::Change(ChangeOutput::StateChanged { state }));
        }
    }

    fn received(&mut self, message: &P) {
        self.outbox.push(HostOutput::Report(ReportOutput::Received {
            message: message.clone(),
        }));
    }

    /// The message's type, if it is the widget's and looks like a message.
    fn gate(&self, facts: &Facts<'_>, message: &P) -> Result<String, Code> {
        self.frame.link.admit(facts)?;
        let (wire, _) = envelope(message).ok_or(Code::Malformed)?;
        Ok(wire)
    }

    /// Applies the rules of a message. The page gets the message before what came of it.
    fn dispatch(&mut self, now: Millis, wire: &str, message: &P) {
        let data = message.field("data");
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
            Err(ignored) => {
                let is_error = self.config.lifecycle == Lifecycle::Strict;
                self.outbox.report(ignored.code, ignored.detail, is_error);
            }
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
        if needs_initialized(kind) && !self.widget.is_initialized {
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
        if let Some(size) = data.and_then(|data| data.field("sizeInfo")) {
            self.frame
                .resize(Kind::Initialized, Some(&size), &mut self.outbox);
        }
        self.report_state();
        self.dial_queued(now);
    }

    /// A call comes in: it is taken where the place, the app and the user take
    /// calls; the caller is always looked up, the engagement created if asked.
    fn incoming_call(&mut self, now: Millis, data: Option<&P>) -> Result<(), Ignored> {
        let is_available = self.widget.is_available;
        if let Err((code, why)) = self.config.takes_incoming(is_available) {
            return Err(Ignored::new(code, Kind::IncomingCall, why));
        }
        let key = self.start_call(now, CallDirection::Inbound, data)?.0;
        self.show();
        let from = data.and_then(|data| data.text_field("fromNumber"));
        let (engagements, mut turn) = self.turn(now);
        if let Some(number) = from.filter(|number| !number.is_empty()) {
            engagements.match_caller(key, number, &mut turn);
        }
        engagements.create_or_name(key, data, &mut turn);
        Ok(())
    }

    /// A call goes out: the engagement is created if asked; a call from a custom
    /// object has to ask.
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

    /// A call starts, or goes on after the widget's page was loaded again. Its handle, and
    /// whether it is new.
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

    fn call_completed(&mut self, now: Millis, data: Option<&P>) -> Result<(), Ignored> {
        let key = self.move_call(now, data, CallEvent::Completed)?;
        let stays = data.and_then(|data| data.field("hideWidget")?.boolean()) == Some(false);
        let properties = data
            .and_then(|data| data.field("engagementProperties"))
            .filter(|properties| properties.value_kind() == ValueKind::Object);
        let is_hidden = !stays || self.config.in_call_task;
        let (engagements, mut turn) = self.turn(now);
        engagements.complete(key, data, is_hidden, properties, &mut turn);
        Ok(())
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
        let Some(target) = data.field("objectCoordinates") else {
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
        if field("type").as_deref() == Some("UNKNOWN_MESSAGE_TYPE") {
            return self.diagnose(Code::UnknownType, "the widget does not know a message");
        }
        let text = field("message").filter(|text| !text.is_empty());
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
            .and_then(|data| data.text_field("iFrameUrl"))
            .or_else(|| message.text_field("iFrameUrl"));
        let target = url.and_then(|url| Some((origin_of_url(&url)?, url)));
        match target {
            Some((origin, url)) if self.may_move_to(&origin) => {
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

    pub(super) fn diagnose(&mut self, code: Code, detail: &str) {
        self.outbox.diagnose(code, detail.to_owned());
    }
}

/// A type that is written as types are; anything else may hold anything.
fn name_of(wire: &str) -> &str {
    let is_name = wire.len() <= LONGEST_NAME
        && wire
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    if is_name { wire } else { "" }
}

/// No message's name is nearly as long.
const LONGEST_NAME: usize = 64;

const NEEDS_ENGAGEMENT: &str = "a call from a custom object needs createEngagement: true";
