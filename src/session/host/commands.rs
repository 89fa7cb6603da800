//! What the CRM may send, and when.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};

use super::record::is_custom_object;
use super::{AlertSource, Host, HostOutput, Visibility};
use crate::lifecycle::{Awaited, CallEvent, Calls, Correlation, EngagementEvent};
use crate::protocol::{Direction, ExternalCallId, Kind, Millis, Payload};
use crate::session::Code;
use crate::session::callee::Callee;

impl<P: Payload> Host<P> {
    /// The user wants to call a number. What DIAL_NUMBER misses is filled in
    /// from the context: `portalId`, `ownerId`, `startTimestamp`.
    ///
    /// # Errors
    ///
    /// [`Code::HeldLoading`] and [`Code::HeldLoggedOut`]: the number waits; a
    /// newer one replaces it. [`Code::CustomObjectsNotSupported`],
    /// [`Code::CallActive`], [`Code::MissingField`] without a number,
    /// [`Code::SyncAckFailed`] when there is no widget.
    pub(super) fn dial_number(&mut self, now: Millis, data: &P) -> Result<String, Code> {
        if data
            .text_field("phoneNumber")
            .is_none_or(|number| number.is_empty())
        {
            return Err(Code::MissingField);
        }
        if Callee::object_type(data).is_some_and(|object_type| !self.can_dial(&object_type)) {
            return Err(Code::CustomObjectsNotSupported);
        }
        if self.has_call_under_way() {
            return Err(Code::CallActive);
        }
        if self.link.is_failed() {
            return Err(Code::SyncAckFailed);
        }
        let mut dial = data.copied();
        let context = self.config.context.clone();
        for name in ["portalId", "ownerId"] {
            if let (None, Some(value)) = (dial.field(name), context.field(name)) {
                dial.put(name, Some(value));
            }
        }
        if dial.field("startTimestamp").is_none() {
            dial.put("startTimestamp", Some(P::from_number(now.0)));
        }
        self.show();
        if !self.widget.is_initialized {
            self.held = Some(dial);
            return Err(Code::HeldLoading);
        }
        if !self.widget.is_logged_in {
            self.held = Some(dial);
            self.ask_for_log_in();
            return Err(Code::HeldLoggedOut);
        }
        self.held = None;
        let key = self
            .begin_call(Calls::request)
            .map_err(|refused| refused.code)?;
        self.records.of(key).dial = Some(dial.clone());
        self.call_changed();
        Ok(self.post(Kind::DialNumber, Some(dial)))
    }

    /// Drops the number that waits; whether there was one.
    pub(super) fn cancel_dial(&mut self) -> bool {
        self.held.take().is_some()
    }

    /// The user hangs up on the host's side; the widget answers with CALL_ENDED.
    ///
    /// # Errors
    ///
    /// [`Code::NotReady`], or a lifecycle code when no call runs.
    pub(super) fn end_call(&mut self) -> Result<String, Code> {
        if !self.widget.is_initialized {
            return Err(Code::NotReady);
        }
        self.calls
            .apply(None, CallEvent::HostEndAsked)
            .map_err(|refused| refused.code)?;
        Ok(self.post(Kind::EndCall, None))
    }

    /// The user minimises, hides or shows the frame; the widget is told.
    ///
    /// # Errors
    ///
    /// [`Code::NotReady`] when no widget could be told; the frame follows all
    /// the same.
    pub(super) fn set_visibility(
        &mut self,
        is_minimized: Option<bool>,
        is_hidden: Option<bool>,
    ) -> Result<String, Code> {
        let visibility = Visibility {
            is_minimized: is_minimized.unwrap_or(self.visibility.is_minimized),
            is_hidden: is_hidden.unwrap_or(self.visibility.is_hidden),
        };
        self.change_visibility(visibility);
        if !self.link.is_connected() {
            return Err(Code::NotReady);
        }
        self.told = visibility;
        let mut data = P::empty();
        data.put(
            "isMinimized",
            Some(P::from_boolean(visibility.is_minimized)),
        );
        data.put("isHidden", Some(P::from_boolean(visibility.is_hidden)));
        Ok(self.post(Kind::VisibilityChanged, Some(data)))
    }

    /// Sends any other message of the host's by hand; one about an engagement
    /// moves the call it is about.
    ///
    /// # Errors
    ///
    /// [`Code::WrongDirection`] for what a host does not send,
    /// [`Code::NotReady`] while no widget is connected.
    pub(super) fn send(&mut self, kind: Kind, data: Option<P>) -> Result<String, Code> {
        if !matches!(
            kind.message().direction,
            Direction::FromHost | Direction::Both
        ) || kind == Kind::Sync
        {
            return Err(Code::WrongDirection);
        }
        if !self.link.is_connected() {
            return Err(Code::NotReady);
        }
        self.note_answer(kind, data.as_ref());
        Ok(self.post(kind, data))
    }

    /// Sends a message as it is, with a message id of the host's own.
    ///
    /// # Errors
    ///
    /// [`Code::MissingField`] without a type, [`Code::WrongDirection`] for the
    /// handshake's types, [`Code::NotReady`] while no widget is connected.
    pub(super) fn send_raw(&mut self, message: &P) -> Result<String, Code> {
        let wire = message.text_field("type").unwrap_or_default();
        if wire.is_empty() {
            return Err(Code::MissingField);
        }
        if wire == Kind::Sync.as_str() || wire == Kind::SyncAck.as_str() {
            return Err(Code::WrongDirection);
        }
        if !self.link.is_connected() {
            return Err(Code::NotReady);
        }
        Ok(self.post_message(message.copied()))
    }

    /// The page opened the record a widget asked for, or could not.
    pub(super) fn handle_navigation_result(&mut self, request: u32, succeeded: bool) {
        let Some(at) = self.navigations.iter().position(|(id, ..)| *id == request) else {
            return;
        };
        let Some((_, data)) = self.navigations.remove(at) else {
            return;
        };
        if !succeeded {
            self.answer(Kind::NavigateToRecordFailed, data.copied());
        }
    }

    /// The user began or left a queue of tasks of the type Call.
    pub(super) const fn set_in_call_task(&mut self, in_call_task: bool) {
        self.config.in_call_task = in_call_task;
    }

    /// Whether numbers of an object type are offered for dialling.
    pub(super) fn can_dial(&self, object_type_id: &str) -> bool {
        self.config.supports_custom_objects || !is_custom_object(object_type_id)
    }

    /// Dials the number that waits, now that the widget is ready or the user has
    /// logged in.
    pub(super) fn release_held(&mut self, now: Millis) {
        let Some(dial) = self.held.take() else { return };
        match self.dial_number(now, &dial) {
            Ok(_) | Err(Code::HeldLoading | Code::HeldLoggedOut) => {}
            Err(code) => self.diagnose(code, Kind::DialNumber.as_str().to_owned()),
        }
    }

    /// Brings a minimised or hidden frame back, since a call wants the user; an
    /// earlier call's hiding that waits for the store is called off. The widget
    /// hears of it if it was told that it is out of sight.
    pub(super) fn show(&mut self) {
        self.records.call_off_hiding();
        let shown = Visibility::default();
        if self.told == shown {
            self.change_visibility(shown);
        } else {
            // A widget that is not connected begins in sight anyway.
            let _ = self.set_visibility(Some(false), Some(false));
        }
    }

    pub(super) fn hide(&mut self) {
        self.change_visibility(Visibility {
            is_hidden: true,
            ..self.visibility
        });
    }

    /// Answers the widget, unless it is gone.
    pub(super) fn answer(&mut self, kind: Kind, data: P) {
        if self.link.is_connected() {
            self.post(kind, Some(data));
        }
    }

    fn post(&mut self, kind: Kind, data: Option<P>) -> String {
        let mut message = P::empty();
        message.put("type", Some(P::from_text(kind.as_str())));
        if data.is_some() {
            message.put("data", data);
        }
        self.post_message(message)
    }

    /// The id is the host's own even in an answer: published widgets take a
    /// message with an id of theirs for a reply, and drop it.
    fn post_message(&mut self, mut message: P) -> String {
        let id = self.link.next_message_id();
        message.put("messageId", Some(P::from_text(&id)));
        self.outputs.push(HostOutput::Post {
            message,
            origin: self.link.widget_origin().to_owned(),
        });
        id
    }

    fn change_visibility(&mut self, visibility: Visibility) {
        if visibility != self.visibility {
            self.visibility = visibility;
            self.outputs
                .push(HostOutput::VisibilityChanged { visibility });
        }
    }

    fn ask_for_log_in(&mut self) {
        self.outputs.push(HostOutput::Alert {
            text: "Log in to the calling app to place this call.".to_owned(),
            source: AlertSource::Host,
        });
    }

    /// Whether a call of this session runs; a request that no call came of yet
    /// is replaced by a newer one.
    fn has_call_under_way(&self) -> bool {
        self.calls
            .iter()
            .any(|call| call.state.is_under_way() && self.records.is_current(call.key()))
    }

    /// Keeps the calls in step with an answer the page gives by hand.
    fn note_answer(&mut self, kind: Kind, data: Option<&P>) {
        let engagement = data.and_then(|data| data.field("engagementId")?.engagement_id());
        let (awaited, event) = match (kind, &engagement) {
            (Kind::CreateEngagementSucceeded | Kind::EngagementCreated, Some(id)) => {
                (Awaited::Creation, EngagementEvent::Created(id.clone()))
            }
            (Kind::CreateEngagementFailed, _) => {
                (Awaited::Creation, EngagementEvent::CreationFailed)
            }
            (Kind::UpdateEngagementSucceeded, _) => (Awaited::Update, EngagementEvent::Updated),
            (Kind::UpdateEngagementFailed, _) => (Awaited::Update, EngagementEvent::UpdateFailed),
            (Kind::FinalizeEngagementSucceeded | Kind::PublishToChannelSucceeded, _) => {
                (Awaited::Finalization, EngagementEvent::Finalized)
            }
            (Kind::FinalizeEngagementFailed | Kind::PublishToChannelFailed, _) => {
                (Awaited::Finalization, EngagementEvent::FinalizeFailed)
            }
            _ => return,
        };
        let id = data
            .and_then(|data| data.text_field("externalCallId"))
            .map(ExternalCallId);
        let found = self
            .calls
            .correlate(awaited, id.as_ref(), engagement.as_ref());
        let Correlation::Call(key) = found else {
            return;
        };
        let is_creation = matches!(event, EngagementEvent::Created(_));
        match self.calls.engage(key, event) {
            Ok(()) => {
                if let Some(record) = self.records.get_mut(key) {
                    record.is_service_owned |= is_creation;
                }
                self.call_changed();
            }
            Err(refused) if is_creation => {
                self.diagnose(refused.code.into(), refused.to_string());
            }
            Err(_) => {}
        }
    }
}
