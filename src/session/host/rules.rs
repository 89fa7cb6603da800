//! What each of the widget's messages does.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::string::ToString;

use super::output::html_size;
use super::record::{Step, is_custom_object};
use super::store::{OTHER_ENGAGEMENT, publication_answers};
use super::{AlertSource, Host, HostOutput};
use crate::lifecycle::{
    Call, CallDirection, CallEvent, Calls, Engagement, EngagementEvent, RefusalCode, Refused,
};
use crate::protocol::limits::MAX_NAVIGATIONS;
use crate::protocol::{
    Direction, EndStatus, ExternalCallId, IframeLocation, Kind, Millis, Origin, OriginPattern,
    Payload, ValueKind, origin_of_url,
};
use crate::session::Code;
use crate::session::callee::Callee;

/// A message that has no effect, and why.
pub(super) struct Ignored {
    pub(super) code: Code,
    /// What it is about; never a value.
    pub(super) detail: String,
}

impl From<Refused> for Ignored {
    fn from(refused: Refused) -> Self {
        Self {
            code: refused.code.into(),
            detail: refused.to_string(),
        }
    }
}

impl<P: Payload> Host<P> {
    pub(super) fn apply(
        &mut self,
        now: Millis,
        kind: Kind,
        data: Option<&P>,
        message: &P,
    ) -> Result<(), Ignored> {
        if needs_initialized(kind) && !self.widget.is_initialized {
            return Err(ignored(Code::NotReady, kind, " before INITIALIZED"));
        }
        match kind {
            Kind::Initialized => self.initialized(now, data),
            Kind::UserAvailable => self.widget.is_available = true,
            Kind::UserUnavailable => self.widget.is_available = false,
            Kind::LoggedIn => {
                self.widget.is_logged_in = true;
                self.release_held(now);
            }
            Kind::LoggedOut => self.widget.is_logged_in = false,
            Kind::IncomingCall => self.incoming_call(now, data)?,
            Kind::OutgoingCallStarted => self.outgoing_call(now, data)?,
            Kind::CallAnswered => self.move_call(data, CallEvent::Answered).map(drop)?,
            Kind::CallTransferred => self.move_call(data, CallEvent::Transferred).map(drop)?,
            Kind::CallEnded => self.call_ended(now, data)?,
            Kind::CallCompleted => self.call_completed(now, data)?,
            Kind::FinalizeEngagement | Kind::PublishToChannel => {
                self.finalize(now, kind, data)?;
            }
            Kind::NavigateToRecord => self.navigate(data),
            Kind::ResizeWidget => self.resize(kind, data),
            Kind::Error => self.show_error(data),
            Kind::SetWidgetUrl => self.set_widget_url(now, data, message),
            Kind::Unloading => {}
            _ if kind.message().direction == Direction::ToHost => {}
            _ => return Err(ignored(Code::WrongDirection, kind, "")),
        }
        Ok(())
    }

    fn initialized(&mut self, now: Millis, data: Option<&P>) {
        let flag = |name| data.and_then(|data| data.field(name)?.boolean()) == Some(true);
        self.widget.is_initialized = true;
        self.widget.is_logged_in = flag("isLoggedIn");
        self.widget.is_available = flag("isAvailable");
        if let Some(size) = data.and_then(|data| data.field("sizeInfo")) {
            self.resize(Kind::Initialized, Some(&size));
        }
        self.announce_state();
        self.release_held(now);
    }

    /// A call comes in: it is taken where the place, the app and the user take
    /// calls; the caller is always looked up, the engagement created if asked.
    fn incoming_call(&mut self, now: Millis, data: Option<&P>) -> Result<(), Ignored> {
        let kind = Kind::IncomingCall;
        let location = self.config.context.text_field("iframeLocation");
        if location.as_deref() == Some(IframeLocation::Widget.as_str()) {
            return Err(ignored(
                Code::InboundNotSupported,
                kind,
                " in the location `widget`",
            ));
        }
        if !self.config.supports_inbound_calling {
            return Err(ignored(
                Code::InboundNotSupported,
                kind,
                " without `supportsInboundCalling`",
            ));
        }
        if !self.widget.is_available {
            return Err(ignored(Code::UserUnavailable, kind, ""));
        }
        let id = call_id(data);
        let known = self.reattach(id.as_ref(), CallDirection::Inbound, data);
        let key = match known {
            Some(key) => key,
            None => {
                let key =
                    self.begin_call(|calls| calls.start(id.clone(), CallDirection::Inbound))?;
                let record = self.records.of(key);
                record.start(now, id.as_ref(), CallDirection::Inbound, data);
                key
            }
        };
        let from = data.and_then(|data| data.text_field("fromNumber"));
        self.call_changed();
        self.show();
        if let Some(number) = from.filter(|number| !number.is_empty()) {
            self.match_caller(now, key, number);
        }
        self.create_or_name_engagement(now, key, data);
        Ok(())
    }

    /// A call begins. Where there is no room for it, one that an earlier load of
    /// the widget left open, and that no message tells of any more, makes room.
    pub(super) fn begin_call(
        &mut self,
        begin: impl Fn(&mut Calls) -> Result<u32, Refused>,
    ) -> Result<u32, Refused> {
        let begun = begin(&mut self.calls);
        if !matches!(&begun, Err(refused) if refused.code == RefusalCode::TooManyCalls) {
            return begun;
        }
        let is_left = |call: &&Call| self.records.is_cut_off(call);
        let Some(left) = self.calls.iter().find(is_left).map(Call::key) else {
            return begun;
        };
        self.calls.discard(left);
        begin(&mut self.calls)
    }

    /// The call a start tells of anew, after the widget's page was loaded again:
    /// it goes on where it was.
    pub(super) fn reattach(
        &mut self,
        id: Option<&ExternalCallId>,
        direction: CallDirection,
        data: Option<&P>,
    ) -> Option<u32> {
        let call = self.calls.by_id(id?)?;
        let is_open = call.state.is_open() && call.direction == direction;
        let key = call.key();
        let is_known = is_open
            && !self.records.is_current(key)
            && self
                .records
                .get(key)
                .is_some_and(|record| record.is_told_of_by(direction, data));
        if !is_known {
            return None;
        }
        self.records.of(key);
        self.calls.touch(key);
        self.count(Code::Reattached);
        Some(key)
    }

    /// Has the engagement created that a start asks for; where there is one,
    /// names it again.
    fn create_or_name_engagement(&mut self, now: Millis, key: u32, data: Option<&P>) {
        if !asks_for_engagement(data) {
            return;
        }
        match self.calls.get(key).map(|call| &call.engagement) {
            Some(Engagement::None | Engagement::Failed) => self.create_engagement(now, key),
            // Its answer is on the way.
            Some(Engagement::Pending) | None => {}
            Some(_) => self.tell_of_engagement(key),
        }
    }

    /// A call goes out: the engagement is created if asked; a call from a custom
    /// object has to ask.
    fn outgoing_call(&mut self, now: Millis, data: Option<&P>) -> Result<(), Ignored> {
        let id = call_id(data);
        if let Some(key) = self.reattach(id.as_ref(), CallDirection::Outbound, data) {
            self.call_changed();
            self.create_or_name_engagement(now, key, data);
            return Ok(());
        }
        let key = self.begin_call(|calls| calls.start(id.clone(), CallDirection::Outbound))?;
        let record = self.records.of(key);
        record.start(now, id.as_ref(), CallDirection::Outbound, data);
        let from_custom_object = record
            .dialing_context()
            .and_then(|context| Callee::object_type(&context))
            .is_some_and(|object_type| is_custom_object(&object_type));
        self.call_changed();
        if asks_for_engagement(data) {
            self.create_engagement(now, key);
        } else if from_custom_object {
            let code = Code::CustomObjectNeedsEngagement;
            self.diagnose(code, Kind::OutgoingCallStarted.as_str().to_owned());
            self.engage(key, EngagementEvent::Asked);
            self.engagement_failed(
                key,
                "a call from a custom object needs createEngagement: true",
            );
        }
        Ok(())
    }

    fn call_ended(&mut self, now: Millis, data: Option<&P>) -> Result<(), Ignored> {
        let status = data
            .and_then(|data| data.text_field("callEndStatus"))
            .and_then(|status| EndStatus::parse(&status));
        let key = self.move_call(data, CallEvent::Ended { status })?;
        self.records.of(key).ended_at = Some(now);
        // No answer is due: the refusal is diagnosed, and the call goes on.
        let _ = self.take_supplied(now, key, data);
        Ok(())
    }

    /// The user is done: timeline, associations, hiding, properties, in this
    /// order.
    fn call_completed(&mut self, now: Millis, data: Option<&P>) -> Result<(), Ignored> {
        let key = self.move_call(data, CallEvent::Completed)?;
        let supplied = self.take_supplied(now, key, data);
        let keeps_widget = data.and_then(|data| data.field("hideWidget")?.boolean()) == Some(false);
        let properties = data
            .and_then(|data| data.field("engagementProperties"))
            .filter(|properties| properties.value_kind() == ValueKind::Object);
        let has_properties = properties.is_some();
        let is_hidden = !keeps_widget || self.config.in_call_task;
        let steps = [Some(Step::Complete), Some(Step::Associate)]
            .into_iter()
            .chain([is_hidden.then_some(Step::Hide)])
            .chain([properties.filter(|_| supplied.is_ok()).map(Step::Update)]);
        for step in steps.flatten() {
            self.add_step(key, step);
        }
        self.run_steps(now, key);
        if let (Err(text), true) = (supplied, has_properties) {
            let data = self.failed(key, text);
            self.answer_about(key, Kind::UpdateEngagementFailed, data);
        }
        Ok(())
    }

    /// The app hands an engagement over; those the host owns need no
    /// publication.
    fn finalize(&mut self, now: Millis, kind: Kind, data: Option<&P>) -> Result<(), Ignored> {
        let key = self.move_call(data, CallEvent::FinalizeAsked)?;
        match self.take_supplied(now, key, data) {
            Ok(()) => {
                self.add_step(key, Step::Publish(kind));
                self.run_steps(now, key);
            }
            Err(text) => {
                let (_, failed) = publication_answers(kind);
                let data = self.failed(key, text);
                self.answer_about(key, failed, data);
            }
        }
        Ok(())
    }

    fn navigate(&mut self, data: Option<&P>) {
        let empty = P::empty();
        let data = data.unwrap_or(&empty);
        let Some(target) = data.field("objectCoordinates") else {
            return self.answer(Kind::NavigateToRecordFailed, data.copied());
        };
        for record in self.records.iter_mut() {
            let is_match = record.matched.iter().any(|known| is_same(known, &target));
            if is_match {
                record.chosen = Some(target.clone());
            }
        }
        if self.navigations.len() >= MAX_NAVIGATIONS {
            self.navigations.pop_front();
        }
        let request = self.next_request();
        self.navigations.push_back((request, data.clone()));
        self.outputs.push(HostOutput::Navigate {
            request,
            data: data.clone(),
        });
    }

    fn resize(&mut self, kind: Kind, size: Option<&P>) {
        let given = ["width", "height"].map(|name| size?.field(name));
        let [width, height] = given.each_ref().map(|side| html_size(side.as_ref()?));
        let is_wrong = given.iter().flatten().count() > width.iter().chain(&height).count();
        if is_wrong || (width.is_none() && height.is_none()) {
            self.diagnose(Code::WrongType, [kind.as_str(), " size"].concat());
        }
        if width.is_some() || height.is_some() {
            self.outputs.push(HostOutput::Resize { width, height });
        }
    }

    /// Never answered: two sides that answer errors never stop. Published
    /// widgets report a type newer than themselves this way, which is no error
    /// of the call.
    fn show_error(&mut self, data: Option<&P>) {
        let field = |name| data.and_then(|data| data.text_field(name));
        if field("type").as_deref() == Some("UNKNOWN_MESSAGE_TYPE") {
            return self.diagnose(
                Code::UnknownType,
                "the widget does not know a message".to_owned(),
            );
        }
        let text = field("message").filter(|text| !text.is_empty());
        if text.is_none() {
            self.diagnose(Code::MissingField, "ERROR data.message".to_owned());
        }
        self.outputs.push(HostOutput::Alert {
            text: text.unwrap_or_else(|| "The calling app reported an error.".to_owned()),
            source: AlertSource::Widget,
        });
    }

    fn set_widget_url(&mut self, now: Millis, data: Option<&P>, message: &P) {
        let url = data
            .and_then(|data| data.text_field("iFrameUrl"))
            .or_else(|| message.text_field("iFrameUrl"));
        let target = url.and_then(|url| Some((origin_of_url(&url)?, url)));
        match target {
            Some((origin, url)) if self.may_move_to(&origin) => {
                self.link.set_widget_origin(origin);
                self.outputs.push(HostOutput::MoveFrame { url });
                self.handle_frame_loading(now);
            }
            _ => {
                self.diagnose(
                    Code::WidgetUrlRefused,
                    "SET_WIDGET_URL iFrameUrl".to_owned(),
                );
                let text = "the address is not http or https, or of an origin that is not allowed";
                self.answer(Kind::SetWidgetUrlFailed, failure(text));
            }
        }
    }

    fn may_move_to(&self, origin: &str) -> bool {
        let Some(parsed) = Origin::parse(origin) else {
            return false;
        };
        origin == self.config.widget_origin
            || origin == self.link.widget_origin()
            || self
                .config
                .allowed_widget_origins
                .iter()
                .filter_map(|text| OriginPattern::parse(text))
                .any(|pattern| pattern.allows(&parsed))
    }

    fn move_call(&mut self, data: Option<&P>, event: CallEvent) -> Result<u32, Ignored> {
        let key = self.calls.apply(call_id(data).as_ref(), event)?;
        self.records.of(key);
        self.call_changed();
        Ok(key)
    }

    /// Takes note of an engagement id the app names: its own, or the one it was
    /// given. The call itself goes on as the widget says even when the id is
    /// refused; its engagement stays, and so does the other call's.
    ///
    /// # Errors
    ///
    /// Why the id is refused, in words for the widget.
    fn take_supplied(
        &mut self,
        now: Millis,
        key: u32,
        data: Option<&P>,
    ) -> Result<(), &'static str> {
        let named = data.and_then(|data| data.field("engagementId")?.engagement_id());
        let Some(id) = named else { return Ok(()) };
        if let Err(refused) = self.calls.engage(key, EngagementEvent::Supplied(id)) {
            self.diagnose(refused.code.into(), refused.to_string());
            return Err(OTHER_ENGAGEMENT);
        }
        let record = self.records.of(key);
        if !record.is_service_owned && !record.is_adopted {
            record.is_adopted = true;
            self.add_step(key, Step::Adopt);
            self.run_steps(now, key);
        }
        Ok(())
    }

    pub(super) fn call_changed(&mut self) {
        self.records.forget_old(&self.calls);
    }
}

/// The payload of a failure.
pub(super) fn failure<P: Payload>(text: &str) -> P {
    let mut error = P::empty();
    error.put("message", Some(P::from_text(text)));
    let mut data = P::empty();
    data.put("error", Some(error));
    data
}

/// The call a message names; messages of older SDKs name none.
pub(super) fn call_id<P: Payload>(data: Option<&P>) -> Option<ExternalCallId> {
    data?
        .field("externalCallId")?
        .id_text()
        .filter(|id| !id.is_empty())
        .map(ExternalCallId)
}

fn asks_for_engagement<P: Payload>(data: Option<&P>) -> bool {
    data.and_then(|data| data.field("createEngagement")?.boolean()) == Some(true)
}

/// Whether two coordinates mean one record; the portal may be left out.
fn is_same<P: Payload>(one: &P, other: &P) -> bool {
    ["objectId", "objectTypeId"].iter().all(|name| {
        let id = |value: &P| value.field(name).and_then(|id| id.id_text());
        id(one).is_some() && id(one) == id(other)
    })
}

fn ignored(code: Code, kind: Kind, why: &str) -> Ignored {
    Ignored {
        code,
        detail: [kind.as_str(), why].concat(),
    }
}

const fn needs_initialized(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::IncomingCall
            | Kind::OutgoingCallStarted
            | Kind::CallAnswered
            | Kind::CallTransferred
            | Kind::CallEnded
            | Kind::CallCompleted
            | Kind::FinalizeEngagement
            | Kind::PublishToChannel
    )
}
