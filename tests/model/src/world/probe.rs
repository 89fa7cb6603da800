//! Strangers and misuse, tried in every state: they change nothing, so they are
//! no steps.

use std::collections::HashSet;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::host::HostOutput;
use calling_widget_sdk::session::widget::{Input, LifecycleMode, Output, SendOutcome, WidgetState};
use calling_widget_sdk::session::{SourceId, host, widget};
use serde_json::{Value, json};
use simulation::{CRM, INSTANCE, PHONE, WidgetEdge};

use super::app::{Command, Stage};
use super::{World, attach};
use crate::fault::Fault;
use crate::fingerprint::{Canon, Digest};
use crate::invariant::Invariant;

const EVIL: &str = "https://evil.example";

thread_local! {
    static MESSAGES: Messages = Messages::new();
}

/// The strangers' messages, made once.
struct Messages {
    to_widget: Vec<Value>,
    to_host: Vec<Value>,
    unanswered: Vec<Value>,
}

impl Messages {
    fn new() -> Self {
        let message =
            |wire: &str, data: Value| json!({ "type": wire, "messageId": "~x0_1", "data": data });
        Self {
            to_widget: vec![
                json!({
                    "type": "SYNC", "messageId": "~x0_2", "portalId": 9, "userId": 9,
                    "iframeLocation": "widget", "hostUrl": CRM,
                }),
                message("DIAL_NUMBER", json!({ "phoneNumber": "+15550666" })),
                message(
                    "CREATE_ENGAGEMENT_SUCCEEDED",
                    json!({ "engagementId": 666, "externalCallId": "c-0" }),
                ),
            ],
            to_host: vec![
                message(
                    "INITIALIZED",
                    json!({ "isLoggedIn": true, "isAvailable": true }),
                ),
                message(
                    "OUTGOING_CALL_STARTED",
                    json!({ "externalCallId": "c-0", "createEngagement": true }),
                ),
                message("CALL_ENDED", json!({ "externalCallId": "c-0" })),
                message(
                    "CALL_COMPLETED",
                    json!({ "externalCallId": "c-0", "engagementId": 666 }),
                ),
            ],
            unanswered: vec![
                message("ERROR", json!({ "message": "no" })),
                message(
                    "ERROR",
                    json!({ "type": "UNKNOWN_MESSAGE_TYPE", "data": {} }),
                ),
                message("NEW_THING", json!({})),
                message("toString", json!({})),
            ],
        }
    }
}

impl World {
    /// Tries strangers and misuse in this state; returns the violations. A stranger's message
    /// affects an engine independently of the rest of the world, so each of its states is tried once.
    pub(super) fn try_strangers(
        &self,
        tried: &mut HashSet<u128>,
        canon: &mut Canon,
    ) -> Vec<Invariant> {
        let mut world = self.clone();
        world.broken.clear();
        let base = self.base();
        let (widget, host) = (world.widget.digest(canon), world.host.digest(canon));
        canon.begin();
        canon.add(&host, &base);
        if tried.insert(canon.finish()) {
            world.try_host(&host, canon);
        }
        canon.begin();
        canon.add(&widget, &base);
        world.app.add_to(canon);
        if world.is_booted && tried.insert(canon.finish()) {
            world.try_widget(&widget, canon);
            world.widget = self.widget.clone();
            world.try_misuse(canon);
        }
        world.broken
    }

    fn try_widget(&mut self, before: &Digest, canon: &mut Canon) {
        let is_pinned = self.widget.state() == WidgetState::Ready;
        let strangers = [
            (true, (true, SourceId::FOREIGN, CRM)),
            (true, (true, SourceId::PEER, EVIL)),
            (true, (false, SourceId::PEER, CRM)),
            (is_pinned, (true, SourceId(2), CRM)),
        ];
        let is_open = self.fault == Some(Fault::OpenGate);
        let widget = self.widget.touch();
        let mut is_changed = false;
        MESSAGES.with(|messages| {
            for (_, stranger) in strangers.iter().filter(|(applies, _)| *applies) {
                let (is_trusted, source, origin) = if is_open { HOST } else { *stranger };
                for message in &messages.to_widget {
                    widget.event(self.now, is_trusted, source.0, origin, message);
                    while let Some(order) = widget.poll() {
                        let is_report =
                            matches!(order, Output::App(widget::AppOutput::Report { .. }));
                        is_changed |= !is_report;
                    }
                }
            }
        });
        if is_changed || *self.widget.digest(canon) != *before {
            return self.violate(Invariant::ForeignInert);
        }

        let answers = self.fault == Some(Fault::AnswerError);
        let widget = self.widget.touch();
        let mut is_answered = false;
        MESSAGES.with(|messages| {
            for message in &messages.unanswered {
                widget.receive(self.now, CRM, message);
                while let Some(order) = widget.poll() {
                    is_answered |= matches!(order, Output::Page(widget::PageOutput::Post { .. }));
                    if matches!(order, Output::App(widget::AppOutput::Deliver { .. })) {
                        if answers {
                            widget.send(self.now, INSTANCE, message);
                        }
                        widget.delivered(self.now);
                    }
                }
            }
        });
        if is_answered {
            self.violate(Invariant::ErrorUnanswered);
        }
    }

    fn try_host(&mut self, before: &Digest, canon: &mut Canon) {
        // Other windows' messages never reach the host.
        let strangers = [(true, EVIL), (false, PHONE)];
        // The closest to a true acknowledgement that a stranger could send.
        let ack = json!({
            "type": "SYNC_ACK",
            "messageId": format!("~h{}_{}", self.host_serial, self.watch.last_ids[1]),
        });
        let host = self.host.touch();
        let mut is_changed = false;
        MESSAGES.with(|messages| {
            for (is_trusted, origin) in strangers {
                for message in messages.to_host.iter().chain([&ack]) {
                    host.event(self.now, is_trusted, origin, message);
                    while let Some(output) = host.poll() {
                        let is_report = matches!(
                            output,
                            HostOutput::Report(host::ReportOutput::Diagnostic { .. })
                        );
                        is_changed |= !is_report;
                    }
                }
            }
        });
        if is_changed || *self.host.digest(canon) != *before {
            return self.violate(Invariant::ForeignInert);
        }

        let host = self.host.touch();
        let mut is_answered = false;
        MESSAGES.with(|messages| {
            for message in &messages.unanswered {
                host.receive(self.now, PHONE, message);
                while let Some(output) = host.poll() {
                    is_answered |=
                        matches!(output, HostOutput::Frame(host::FrameOutput::Post { .. }));
                }
            }
        });
        if is_answered {
            self.violate(Invariant::ErrorUnanswered);
        }
    }

    /// Sends every command out of order from an instance that refuses those.
    fn try_misuse(&mut self, canon: &mut Canon) {
        const STRICT: u32 = 2;
        let widget = self.widget.touch().engine_mut();
        widget.process(self.now, attach(STRICT, LifecycleMode::Strict, false));
        // Any entry tells the widget the time, even a refused one.
        widget.process(self.now, Input::Time(widget::TimeInput::Timeout {}));
        let before = self.widget.digest(canon);
        for call in 0..self.scope.calls {
            for command in Command::ALL {
                let is_idle = self.app.calls.get(call) == Some(&Stage::Idle);
                if is_idle || self.app.may(command, call, true) {
                    continue;
                }
                let message = self.app.message(command, call);
                let before_it = self.widget.clone();
                let sent = send(STRICT, &message);
                let orders = self.widget.touch().engine_mut().process(self.now, sent);
                let outcome = SendOutcome::Refused;
                if !orders.contains(&Output::Answer(widget::AnswerOutput::Sent { outcome })) {
                    // A reloaded widget does not know the call: the message is sent.
                    self.widget = before_it;
                    continue;
                }
                if self.fault == Some(Fault::RefusalMoves) {
                    let sent = send(INSTANCE, &message);
                    self.widget.touch().engine_mut().process(self.now, sent);
                }
                if *self.widget.digest(canon) != *before {
                    return self.violate(Invariant::RefusedInert);
                }
            }
        }
    }
}

/// The facts the browser attests about a message: trusted, the window, the origin.
type Attested = (bool, SourceId, &'static str);

const HOST: Attested = (true, SourceId::PEER, CRM);

/// A message of an instance's, under a unique id.
fn send(instance: u32, message: &Value) -> Input {
    Input::App(widget::AppInput::Send {
        instance,
        message: message.clone().into(),
        message_id: "~x0_3".to_owned(),
    })
}

/// A SYNC of a page that is not allowed to be the host.
pub(super) fn foreign_sync(widget: &mut WidgetEdge) {
    MESSAGES.with(|messages| {
        for sync in messages.to_widget.iter().take(1) {
            widget.event(Millis(0.0), true, SourceId::PEER.0, EVIL, sync);
        }
    });
}
