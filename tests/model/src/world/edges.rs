//! The edges: enter inputs, and carry out outputs.

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::session::host::{HostInput, HostOutput, StoreRequest};
use calling_widget_sdk::session::widget::{Input, Output, WidgetState};
use calling_widget_sdk::session::{Code, SourceId, host, widget};
use serde_json::{Value, json};
use simulation::{CRM, INSTANCE, PHONE, Sent, initialized};

use super::World;
use super::app::{Command, Stage};
use super::channel::{Flight, Side, wire};
use super::crm::Question;
use super::watch::Tag;
use crate::fault::Fault;
use crate::invariant::Invariant;

impl World {
    /// Delivers a message.
    pub(super) fn arrive(&mut self, side: Side, flight: Flight) {
        match side {
            Side::Widget => {
                // A document whose script has not run has no listener.
                if self.is_booted {
                    let was_ready = self.widget.state() == WidgetState::Ready;
                    self.step.flight = Some(flight.clone());
                    self.enter_widget(Input::Message(widget::MessageInput::Receive {
                        source: SourceId::PEER.0,
                        origin: CRM.to_owned(),
                        message: Value::clone(&flight.message).into(),
                    }));
                    self.drain();
                    self.check_heard(was_ready, &flight);
                }
            }
            Side::Host => {
                self.step.flight = Some(flight.clone());
                self.enter_host(HostInput::Message(host::MessageInput::Receive {
                    origin: PHONE.to_owned(),
                    is_gone: false,
                    message: Value::clone(&flight.message).into(),
                }));
            }
        }
    }

    /// Sends a message of the app's.
    pub(super) fn send(&mut self, message: &Value) {
        let sent = self.widget.touch().send(self.now, INSTANCE, message);
        self.take_reports();
        if matches!(sent, Sent::Posted(_) | Sent::Queued) {
            self.watch.unposted.push(Tag::of(message));
        }
    }

    /// Initializes the app.
    pub(super) fn initialize(&mut self) {
        self.is_login_due = false;
        self.send(&initialized());
    }

    /// Enters an input into the widget.
    pub(super) fn enter_widget(&mut self, input: Input) {
        self.widget.touch().enter(self.now, input);
        self.take_reports();
    }

    /// Notes the drops before the rest is posted.
    fn take_reports(&mut self) {
        for (code, detail) in self.widget.touch().take_reports() {
            self.hear_report(code, &detail);
        }
    }

    /// Answers for the record store.
    pub(super) fn answer(&mut self, at: usize, succeeds: bool) {
        if at >= self.crm.questions.len() {
            return;
        }
        let Question { request, answer } = self.crm.questions.remove(at);
        self.enter_host(if succeeds {
            HostInput::Store(host::StoreInput::Stored {
                request,
                answer: json!({ "record": answer }).into(),
            })
        } else {
            HostInput::Store(host::StoreInput::StoreFailed {
                request,
                text: "down".to_owned(),
            })
        });
    }

    /// Enters an input into the host.
    pub(super) fn enter_host(&mut self, input: HostInput) {
        self.host.touch().enter(self.now, input);
    }

    /// Carries out both engines' orders, until there are none.
    pub(super) fn drain(&mut self) {
        while self.host.has_orders() || self.widget.has_orders() {
            // An edge without orders is not touched, so that states go on sharing it.
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

    fn at_host(&mut self, output: HostOutput) {
        match output {
            HostOutput::Frame(host::FrameOutput::Post {
                message,
                mut origin,
            }) => {
                let mut message = message.json();
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
                        | (Some(Fault::SaveTwice), StoreRequest::Complete { .. })
                ) {
                    self.crm.ask(&ask);
                }
                self.crm.questions.push(Question { request, answer });
                if !self.scope.slow_store {
                    self.answer(self.crm.questions.len() - 1, true);
                }
            }
            HostOutput::Report(host::ReportOutput::Received { message })
                if wire(&message.json()) == "SYNC_ACK" =>
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
                let mut taken = self.watch.take(&message.json());
                if self.fault == Some(Fault::TakeTwice) {
                    taken = self.watch.take(&message.json());
                }
                if taken > 1 {
                    self.violate(Invariant::TakenOnce);
                }
                if self.fault == Some(Fault::Chatter) {
                    let message = json!({ "type": Kind::SetCallState.as_str() });
                    self.enter_host(HostInput::User(host::UserInput::Send {
                        message: message.into(),
                    }));
                }
            }
            _ => {}
        }
    }

    fn at_widget(&mut self, order: Output) {
        match order {
            Output::Page(widget::PageOutput::Post {
                message,
                origin,
                to,
                ..
            }) => {
                let message = message.json();
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
                let message = message.json();
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
                // A stale start is reported, the oldest first: that call never began.
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

    /// Delivers a message to the app's handlers.
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
                if self.scope.slow_login {
                    self.is_login_due = true;
                } else {
                    self.initialize();
                }
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
            _ => self.app.receive(message),
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
}
