//! The edges: enter inputs, and carry out outputs.

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::session::host::{
    FrameOutput, HostInput, HostOutput, ReportOutput, StoreOutput, StoreRequest, UserInput,
};
use calling_widget_sdk::session::widget::{AppOutput, Output, PageOutput, WidgetState};
use calling_widget_sdk::session::{Code, SourceId};
use serde_json::{Value, json};
use simulation::{CRM, Flight, HOST, INSTANCE, Order, PHONE, Sent, WIDGET, initialized};

use super::app::{Command, Stage};
use super::crm::Question;
use super::watch::Tag;
use super::{World, wire};
use crate::fault::Fault;
use crate::invariant::Invariant;

impl World {
    /// Delivers a message.
    pub(super) fn arrive(&mut self, flight: Flight) {
        let is_for_widget = flight.to == WIDGET;
        if is_for_widget && !self.is_booted {
            // A document whose script has not run has no listener.
            return;
        }
        let was_ready = self.pair.widget().state() == WidgetState::Ready;
        self.step.flight = Some(flight.clone());
        self.pair.receive(&flight);
        if is_for_widget {
            self.drain();
            self.check_heard(was_ready, &flight);
        }
    }

    /// Sends a message of the app's.
    pub(super) fn send(&mut self, message: &Value) {
        let sent = self.pair.send(INSTANCE, message);
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

    /// Notes the drops before the rest is posted.
    fn take_reports(&mut self) {
        // A page without orders is not touched, so that states go on sharing it.
        if self.pair.widget().has_orders() {
            for (code, detail) in self.pair.widget_mut().take_reports() {
                self.hear_report(code, &detail);
            }
        }
    }

    /// Answers for the record store.
    pub(super) fn answer(&mut self, at: usize, succeeds: bool) {
        if at < self.crm.questions.len() {
            let Question { request, answer } = self.crm.questions.remove(at);
            let result = succeeds.then_some(answer).ok_or("down".to_owned());
            self.pair.stored(HOST, request, result);
        }
    }

    /// Enters an input into the host.
    pub(super) fn enter_host(&mut self, input: impl Into<HostInput>) {
        let now = self.pair.now;
        self.pair.host_mut().enter(now, input);
    }

    /// Carries out both engines' orders, until there are none.
    pub(super) fn drain(&mut self) {
        loop {
            self.pair.handlers_return();
            self.take_reports();
            match self.pair.poll() {
                Some((_, Order::Host(output))) => self.at_host(output),
                Some((_, Order::Widget(output))) => self.at_widget(output),
                None => break,
            }
        }
        self.check_unposted();
    }

    fn at_host(&mut self, output: HostOutput) {
        match output {
            HostOutput::Frame(FrameOutput::Post {
                message,
                mut origin,
                ..
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
                self.check_id(WIDGET, &message);
                self.pair.post(WIDGET, message);
            }
            HostOutput::Store(StoreOutput::Store { request, ask }) => {
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
            HostOutput::Report(ReportOutput::Received { message, .. })
                if wire(&message.json()) == "SYNC_ACK" =>
            {
                let from = self.step.flight.as_ref().map(|flight| flight.from);
                self.watch.connected_to = self.watch.connected_to.max(from);
            }
            HostOutput::Report(ReportOutput::Notify { kind, message, .. }) => {
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
                    let message = json!({ "type": Kind::SetCallState.as_str() }).into();
                    self.enter_host(UserInput::Send { message });
                }
            }
            _ => {}
        }
    }

    fn at_widget(&mut self, order: Output) {
        match order {
            Output::Page(PageOutput::Post {
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
            Output::App(AppOutput::Deliver { message, .. }) => {
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
            }
            Output::Page(PageOutput::Persist {}) => self.is_record_due = true,
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
                self.check_id(HOST, &message);
                self.check_order(Tag::of(&message));
            }
        }
        for _ in 0..times {
            if self.fault == Some(Fault::StartUnderTwoNames) && wire == "OUTGOING_CALL_STARTED" {
                let mut other = message.clone();
                other["data"]["externalCallId"] = json!("c-9");
                self.pair.post(HOST, other);
            }
            self.pair.post(HOST, message.clone());
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
                let running = |stage: &Stage| *stage == Stage::Started;
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
