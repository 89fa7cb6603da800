//! The edges: what comes in is handed over, what comes out is carried out.

use calling_widget_sdk::lifecycle::{Call, CallState};
use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::protocol::limits::SYNC_REPEAT_AFTER;
use calling_widget_sdk::session::host::{HostInput, HostOutput, StoreRequest};
use calling_widget_sdk::session::widget::{Input, Output, WidgetState};
use calling_widget_sdk::session::{Code, SourceId, host, widget};
use serde_json::{Value, json};
use simulation::Sent;

use super::app::{Command, Stage, call_number};
use super::channel::{Flight, Side, message_id, wire};
use super::crm::{Question, call_of_engagement};
use super::watch::{Tag, Watch};
use super::{CRM, INSTANCE, PHONE, World};
use crate::fault::Fault;
use crate::invariant::Invariant;

impl World {
    /// A message arrives.
    pub(super) fn arrive(&mut self, side: Side, flight: Flight) {
        match side {
            Side::Widget => {
                // A document whose script has not run listens to nobody.
                if self.is_booted {
                    let was_ready = self.widget.state() == WidgetState::Ready;
                    self.step.flight = Some(flight.clone());
                    self.enter_widget(Input::Message(widget::MessageInput::Receive {
                        source: SourceId::PEER.0,
                        origin: CRM.to_owned(),
                        message: Value::clone(&flight.message),
                    }));
                    self.drain();
                    self.check_heard(was_ready, &flight);
                }
            }
            Side::Host => {
                self.step.flight = Some(flight.clone());
                self.enter_host(HostInput::Message(host::MessageInput::Receive {
                    origin: PHONE.to_owned(),
                    message: Value::clone(&flight.message),
                }));
            }
        }
    }

    fn check_heard(&mut self, was_ready: bool, flight: &Flight) {
        let is_sync = flight.wire() == Kind::Sync.as_str();
        let expected = u32::from(was_ready && !is_sync);
        // A number that is asked for again, to the last value, is called once.
        let may_be_less = flight.wire() == Kind::DialNumber.as_str();
        if self.step.heard > expected || (self.step.heard < expected && !may_be_less) {
            self.violate(Invariant::HeardOnce);
        }
    }

    /// The app sends a message.
    pub(super) fn send(&mut self, message: &Value) {
        let sent = self.widget.touch().send(self.now, INSTANCE, message);
        self.take_reports();
        if matches!(sent, Sent::Posted(_) | Sent::Queued) {
            self.watch.unposted.push(Tag::of(message));
        }
    }

    /// Something comes into the widget.
    pub(super) fn enter_widget(&mut self, input: Input<Value>) {
        self.widget.touch().enter(self.now, input);
        self.take_reports();
    }

    /// What is dropped is known before the rest is posted.
    fn take_reports(&mut self) {
        for (code, detail) in self.widget.touch().take_reports() {
            self.hear_report(code, &detail);
        }
    }

    /// The record store answers.
    pub(super) fn answer(&mut self, at: usize, succeeds: bool) {
        if at >= self.crm.questions.len() {
            return;
        }
        let Question { request, answer } = self.crm.questions.remove(at);
        self.enter_host(if succeeds {
            HostInput::Store(host::StoreInput::Stored {
                request,
                answer: json!({ "record": answer }),
            })
        } else {
            HostInput::Store(host::StoreInput::StoreFailed {
                request,
                text: "down".to_owned(),
            })
        });
    }

    /// Something comes into the host.
    pub(super) fn enter_host(&mut self, input: HostInput<Value>) {
        self.host.touch().enter(self.now, input);
    }

    /// Carries out what both engines order, until there is nothing.
    pub(super) fn drain(&mut self) {
        while self.host.has_orders() || self.widget.has_orders() {
            // An edge that has none is not touched, so that states go on sharing it.
            let host = self.host.has_orders().then(|| self.host.touch().poll());
            let widget = self.widget.has_orders().then(|| self.widget.touch().poll());
            if let Some(output) = host.flatten() {
                self.at_host(output);
            }
            if let Some(output) = widget.flatten() {
                self.at_widget(output);
            }
        }
        self.check_unposted();
    }

    fn at_host(&mut self, output: HostOutput<Value>) {
        match output {
            HostOutput::Frame(host::FrameOutput::Post {
                mut message,
                mut origin,
            }) => {
                match self.fault {
                    Some(Fault::AnswerOfAnotherCall)
                        if message["data"]["externalCallId"] == "c-0" =>
                    {
                        message["data"]["engagementId"] = json!(200);
                    }
                    Some(Fault::AnyOrigin) if wire(&message) != "SYNC" => origin = "*".to_owned(),
                    _ => {}
                }
                if origin != PHONE {
                    self.violate(Invariant::PinnedOrigin);
                }
                self.check_id(Side::Widget, &message);
                self.to_widget.push(Flight::new(message, self.host_serial));
            }
            HostOutput::Store(host::StoreOutput::Store { request, ask }) => {
                let answer = self.crm.ask(&ask);
                if matches!(
                    (self.fault, &ask),
                    (Some(Fault::CreateTwice), StoreRequest::Create { .. })
                        | (Some(Fault::SaveTwice), StoreRequest::Update { .. })
                ) {
                    self.crm.ask(&ask);
                }
                self.crm.questions.push(Question { request, answer });
                if !self.scope.slow_store {
                    self.answer(self.crm.questions.len() - 1, true);
                }
            }
            HostOutput::Report(host::ReportOutput::Received { message })
                if wire(&message) == "SYNC_ACK" =>
            {
                let from = self.step.flight.as_ref().map(|flight| flight.from);
                self.watch.connected_to = self.watch.connected_to.max(from);
            }
            HostOutput::Report(host::ReportOutput::Notify { kind, message, .. }) => {
                let from = self.step.flight.as_ref().map(|flight| flight.from);
                if from < self.watch.connected_to {
                    self.violate(Invariant::LateInert);
                }
                if kind == Some(Kind::Initialized) {
                    self.watch.initialized_by = from;
                }
                let mut taken = self.watch.take(&message);
                if self.fault == Some(Fault::TakeTwice) {
                    taken = self.watch.take(&message);
                }
                if taken > 1 {
                    self.violate(Invariant::TakenOnce);
                }
                if self.fault == Some(Fault::Chatter) {
                    let message = json!({ "type": Kind::SetCallState.as_str() });
                    self.enter_host(HostInput::User(host::UserInput::Send { message }));
                }
            }
            _ => {}
        }
    }

    fn at_widget(&mut self, order: Output<Value>) {
        match order {
            Output::Page(widget::PageOutput::Post {
                message,
                origin,
                to,
                ..
            }) => {
                let holds = match self.fault {
                    Some(Fault::SwapPosts) => "OUTGOING_CALL_STARTED",
                    Some(Fault::InitializedLast) => "INITIALIZED",
                    _ => "",
                };
                if wire(&message) == holds && self.step.held.is_none() {
                    self.step.held = Some((message, origin, to));
                    return;
                }
                self.widget_posts(message, &origin, to);
                if let Some((message, origin, to)) = self.step.held.take() {
                    self.widget_posts(message, &origin, to);
                }
            }
            Output::App(widget::AppOutput::Deliver { message, .. }) => {
                self.at_app(&message);
                let is_doubled = match self.fault {
                    Some(Fault::ReadyTwice) => wire(&message) == "READY",
                    Some(Fault::HearTwice) => wire(&message) == "CREATE_ENGAGEMENT_SUCCEEDED",
                    _ => false,
                };
                if is_doubled {
                    self.at_app(&message);
                }
                self.handlers_returned();
            }
            Output::Page(widget::PageOutput::Persist {}) => self.is_record_due = true,
            Output::App(widget::AppOutput::Resumed { .. }) => self.handlers_returned(),
            _ => {}
        }
    }

    fn hear_report(&mut self, code: Code, detail: &str) {
        match code {
            Code::Stale => {
                self.watch.dropped += 1;
                // A start that grew stale is reported, the oldest first: that call never began.
                let starts = self.watch.unposted.iter().filter(|tag| tag.is_start());
                let is_start = detail == Kind::OutgoingCallStarted.message().name;
                let mut stale = starts.filter_map(|tag| tag.call).filter(|_| is_start);
                if let Some(stage) = stale
                    .find(|call| self.app.calls.get(*call) != Some(&Stage::Gone))
                    .and_then(|call| self.app.calls.get_mut(call))
                {
                    *stage = Stage::Gone;
                }
            }
            Code::Superseded => self.watch.dropped += 1,
            _ => {}
        }
    }

    fn handlers_returned(&mut self) {
        self.enter_widget(Input::App(widget::AppInput::Delivered {
            served: Vec::new(),
        }));
    }

    fn widget_posts(&mut self, mut message: Value, origin: &str, to: u32) {
        let wire = wire(&message).to_owned();
        let is_ack = wire == "SYNC_ACK";
        let mut times = 1;
        match self.fault {
            Some(Fault::SwallowPost) if wire == "CALL_ENDED" => return,
            Some(Fault::SwallowGreeting) if wire == "INITIALIZED" => times = 0,
            Some(Fault::SwallowCompletion) if wire == "CALL_COMPLETED" => times = 0,
            Some(Fault::PostTwice) if wire == "CALL_ENDED" => times = 2,
            Some(Fault::AckEvery) if is_ack => times = 2,
            Some(Fault::AckUnmatched) if is_ack => message["messageId"] = json!("~h0_9999"),
            Some(Fault::SameId) if !is_ack => message["messageId"] = json!("~e0_1"),
            Some(Fault::OtherEndStatus) if wire == "CALL_ENDED" => {
                message["data"]["callEndStatus"] = json!("BUSY");
            }
            _ => {}
        }
        if origin != CRM || to != SourceId::PEER.0 {
            self.violate(Invariant::PinnedOrigin);
        }
        for _ in 0..times.max(1) {
            if is_ack {
                self.check_ack(&message);
            } else {
                self.check_id(Side::Host, &message);
                self.check_order(Tag::of(&message));
            }
        }
        for _ in 0..times {
            if self.fault == Some(Fault::StartUnderTwoNames) && wire == "OUTGOING_CALL_STARTED" {
                let mut other = message.clone();
                other["data"]["externalCallId"] = json!("c-9");
                self.to_host.push(Flight::new(other, self.document));
            }
            self.to_host
                .push(Flight::new(message.clone(), self.document));
        }
    }

    /// A message reaches the app's handlers.
    fn at_app(&mut self, message: &Value) {
        if self.fault == Some(Fault::DropDelivery) && wire(message) == "CREATE_ENGAGEMENT_SUCCEEDED"
        {
            return;
        }
        match Kind::parse(wire(message)) {
            Some(Kind::Ready) => {
                self.check_ready();
                self.check_resumed();
                self.watch.is_greeted = false;
                self.send(&json!({
                    "type": "INITIALIZED", "data": { "isLoggedIn": true, "isAvailable": true },
                }));
                return;
            }
            Some(Kind::DialNumber) => {
                if let Some(call) = self.app.next_idle(self.scope.calls) {
                    let message = self.app.go(Command::Start, call);
                    self.send(&message);
                }
            }
            Some(Kind::EndCall) => {
                let running = |stage: &Stage| matches!(stage, Stage::Started | Stage::Answered);
                if let Some(call) = self.app.calls.iter().rposition(running) {
                    let message = self.app.go(Command::End, call);
                    self.send(&message);
                }
            }
            _ => self.app.hear(message),
        }
        self.step.heard += 1;
        let from = self.step.flight.as_ref().map(|flight| flight.from);
        if from < self.watch.acknowledged.map(|(host, _)| host) {
            self.violate(Invariant::LateInert);
        }
        if self.fault == Some(Fault::Chatter) {
            self.send(&json!({ "type": "ERROR", "data": { "message": "what?" } }));
        }
    }

    fn check_ready(&mut self) {
        let of = self.step.flight.as_ref().map(|flight| flight.from);
        match of {
            Some(host) if !self.watch.ready_of.contains(&host) => self.watch.ready_of.push(host),
            _ => self.violate(Invariant::ReadyOnce),
        }
    }

    fn check_ack(&mut self, ack: &Value) {
        let Some(flight) = self.step.flight.clone() else {
            return self.violate(Invariant::AckMatches);
        };
        if flight.wire() != "SYNC" || message_id(ack) != message_id(&flight.message) {
            self.violate(Invariant::AckMatches);
        }
        if let Some((host, at)) = self.watch.acknowledged
            && host == flight.from
            && self.now - at < SYNC_REPEAT_AFTER
        {
            self.violate(Invariant::AckPaced);
        }
        self.watch.acknowledged = Some((flight.from, self.now));
        self.step.is_acknowledged = true;
    }

    /// Ids begin with the sender's own and differ. The host's count up; the
    /// widget's need not, since what waits may have its id already.
    fn check_id(&mut self, to: Side, message: &Value) {
        let is_new = match to {
            Side::Widget => {
                let own = format!("~h{}_", self.host_serial);
                let number = message_id(message).strip_prefix(&own);
                let number = number.and_then(|number| number.parse().ok());
                let [widget, host] = self.watch.last_ids;
                self.watch.last_ids = [widget, number.unwrap_or(host)];
                number > Some(host)
            }
            Side::Host => self.is_new_id(message_id(message)),
        };
        if !is_new {
            self.violate(Invariant::IdsNeverRepeat);
        }
    }

    /// The session's own count up as the host's do; the edge's may have waited.
    fn is_new_id(&mut self, id: &str) -> bool {
        let [own, of_edge] = ["w", "e"].map(|side| {
            let prefix = format!("~{side}{}_", self.document);
            id.strip_prefix(&prefix)?.parse::<u32>().ok()
        });
        let Watch {
            last_ids: [last, _],
            last_edge_id: highest,
            posted,
            ..
        } = &mut self.watch;
        let Some(number) = of_edge else {
            let is_new = own > Some(*last);
            *last = own.unwrap_or(*last);
            return is_new;
        };
        let is_higher = number > *highest;
        *highest = number.max(*highest);
        let Some(bit) = 1_u128.checked_shl(number) else {
            // Only traffic without end comes this far.
            return is_higher;
        };
        let is_new = *posted & bit == 0;
        *posted |= bit;
        is_new
    }

    fn check_order(&mut self, tag: Tag) {
        if tag.is_initialized() {
            self.watch.is_greeted = true;
        } else if !self.watch.is_greeted {
            self.violate(Invariant::InitializedFirst);
        }
        let Some(at) = self
            .watch
            .unposted
            .iter()
            .position(|unposted| *unposted == tag)
        else {
            // A host that goes on is told again.
            if tag.is_initialized() && self.step.is_acknowledged {
                return;
            }
            return self.violate(Invariant::NothingDoubled);
        };
        // What the engine said it drops is passed over; INITIALIZED goes first.
        if at > self.watch.dropped && !tag.is_initialized() {
            self.violate(Invariant::OrderKept);
        }
        self.watch.unposted.remove(at);
    }

    /// Once the session is open nothing waits any more.
    fn check_unposted(&mut self) {
        if !self.widget.is_open_to(INSTANCE) {
            return;
        }
        if self.watch.unposted.len() > self.watch.dropped {
            self.violate(Invariant::NothingQueuedLost);
        }
        self.watch.unposted.clear();
        self.watch.dropped = 0;
    }

    /// What holds of every state.
    pub(super) fn check_state(&mut self) {
        let mut is_owned = !self.crm.is_about_unknown;
        let mut is_bounded = true;
        for calls in [self.widget.calls(), self.host.calls()] {
            let mut open = 0;
            for call in calls.iter() {
                let is_begun = call.state.is_open() && call.state != CallState::Requested;
                open += usize::from(is_begun);
                let owner = call
                    .engagement
                    .id()
                    .and_then(|id| id.text.parse().ok())
                    .map(call_of_engagement);
                let name = call.external_call_id.as_ref();
                if let (Some(owner), Some(name)) = (owner, name) {
                    is_owned &= owner.is_some() && owner == call_number(&name.0);
                }
            }
            let begun = self.app.calls.iter().filter(|stage| **stage != Stage::Idle);
            is_bounded &= open <= begun.count();
        }
        if !is_owned {
            self.violate(Invariant::OwnEngagement);
        }
        if !is_bounded {
            self.violate(Invariant::CallsBounded);
        }
        if self.crm.created.iter().any(|created| *created > 1) {
            self.violate(Invariant::CreatedOnce);
        }
        let saved = self.crm.saved.iter().chain(&self.crm.completed);
        if saved.into_iter().any(|saved| *saved > 1) {
            self.violate(Invariant::SavedOnce);
        }
    }

    /// What holds once nothing is under way, where the channel was true and
    /// both sides are the first of their kind.
    pub(crate) fn check_rest(&mut self) {
        if !self.is_true_so_far() || !self.is_first_session() {
            return;
        }
        self.check_sides();
        for (call, stage) in self.app.calls.into_iter().enumerate() {
            let taken = self.watch.taken.get(call).copied().unwrap_or_default();
            let created = self.crm.created.get(call).copied().unwrap_or_default();
            let saved = self.crm.saved.get(call).copied().unwrap_or_default();
            let [started, _, ended, completed] = taken;
            let expected = match stage {
                Stage::Idle | Stage::Gone => [0; 5],
                Stage::Started | Stage::Answered => [1, 0, 0, 1, 0],
                Stage::Ended => [1, 1, 0, 1, 0],
                Stage::Completed => [1, 1, 1, 1, 1],
            };
            if [started, ended, completed, created, saved] != expected {
                self.violate(Invariant::NothingLost);
            }
        }
    }

    /// Where both sides have seen all of it they say the same of every call.
    fn check_sides(&mut self) {
        // A number that is dialled while the app starts a call by itself is taken
        // up by that call on one side only: such requests have no name yet.
        let named = |call: &&Call| call.external_call_id.is_some();
        let (widget, host) = (self.widget.calls(), self.host.calls());
        let is_known = |call: &Call| {
            call.external_call_id
                .as_ref()
                .and_then(|id| host.by_id(id))
                .is_some_and(|at_host| {
                    at_host.state == call.state && at_host.engagement == call.engagement
                })
        };
        let [as_many, at_host] = [widget, host].map(|calls| calls.iter().filter(named).count());
        if as_many != at_host || !widget.iter().filter(named).all(is_known) {
            self.violate(Invariant::SidesAgree);
        }
    }
}
