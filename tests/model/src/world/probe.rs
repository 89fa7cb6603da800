//! Strangers and misuse, tried in every state: they change nothing, so they are
//! no steps.

use std::collections::HashSet;
use std::sync::LazyLock;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::SourceId;
use calling_widget_sdk::session::host::{FrameOutput, HostOutput, ReportOutput};
use calling_widget_sdk::session::widget::{
    AppOutput, LifecycleMode, Output, PageOutput, TimeInput, WidgetState,
};
use serde_json::{Value, json};
use simulation::{CRM, HOST, INSTANCE, Options, PHONE, Sent, WidgetEdge, trusting};

use super::World;
use super::app::{Command, Stage};
use crate::fault::Fault;
use crate::fingerprint::{Canon, Digest};
use crate::invariant::Invariant;

const EVIL: &str = "https://evil.example";

static MESSAGES: LazyLock<Messages> = LazyLock::new(Messages::new);

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
        let (host, widget) = world.digests(canon);
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
            world.pair = self.pair.clone();
            world.try_misuse(canon);
        }
        world.broken
    }

    fn try_widget(&mut self, before: &Digest, canon: &mut Canon) {
        let is_pinned = self.pair.widget().state() == WidgetState::Ready;
        let strangers = [
            (true, (true, SourceId::FOREIGN, CRM)),
            (true, (true, SourceId::PEER, EVIL)),
            (true, (false, SourceId::PEER, CRM)),
            (is_pinned, (true, SourceId(2), CRM)),
        ];
        let is_open = self.fault == Some(Fault::OpenGate);
        let now = self.pair.now;
        let widget = self.pair.widget_mut();
        let mut is_changed = false;
        for (_, stranger) in strangers.iter().filter(|(applies, _)| *applies) {
            let (is_trusted, source, origin) = if is_open { ATTESTED } else { *stranger };
            for message in &MESSAGES.to_widget {
                widget.event(now, is_trusted, source.0, origin, message);
                while let Some(order) = widget.poll() {
                    is_changed |= !matches!(order, Output::App(AppOutput::Report { .. }));
                }
            }
        }
        if is_changed || *self.digests(canon).1 != *before {
            return self.violate(Invariant::ForeignInert);
        }

        let answers = self.fault == Some(Fault::AnswerError);
        let widget = self.pair.widget_mut();
        let mut is_answered = false;
        for message in &MESSAGES.unanswered {
            widget.receive(now, CRM, message);
            while let Some(order) = widget.poll() {
                is_answered |= matches!(order, Output::Page(PageOutput::Post { .. }));
                if matches!(order, Output::App(AppOutput::Deliver { .. })) {
                    if answers {
                        widget.send(now, INSTANCE, message);
                    }
                    widget.delivered(now);
                }
            }
        }
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
            "messageId": format!("~h{}_{}", self.pair.serials[HOST], self.watch.last_ids[1]),
        });
        let now = self.pair.now;
        let host = self.pair.host_mut();
        let mut is_changed = false;
        for (is_trusted, origin) in strangers {
            for message in MESSAGES.to_host.iter().chain([&ack]) {
                host.event(now, is_trusted, origin, message);
                while let Some(output) = host.poll() {
                    let is_report =
                        matches!(output, HostOutput::Report(ReportOutput::Diagnostic { .. }));
                    is_changed |= !is_report;
                }
            }
        }
        if is_changed || *self.digests(canon).0 != *before {
            return self.violate(Invariant::ForeignInert);
        }

        let host = self.pair.host_mut();
        let mut is_answered = false;
        for message in &MESSAGES.unanswered {
            host.receive(now, PHONE, message);
            while let Some(output) = host.poll() {
                is_answered |= matches!(output, HostOutput::Frame(FrameOutput::Post { .. }));
            }
        }
        if is_answered {
            self.violate(Invariant::ErrorUnanswered);
        }
    }

    /// Sends every command out of order from an instance that refuses those.
    fn try_misuse(&mut self, canon: &mut Canon) {
        let now = self.pair.now;
        let widget = self.pair.widget_mut();
        let options = Options {
            lifecycle: LifecycleMode::Strict,
            ..trusting(CRM)
        };
        let strict = widget.attach(now, options);
        // Any entry tells the widget the time, even a refused one.
        widget.enter(now, TimeInput::Timeout {});
        let (_, before) = self.digests(canon);
        for call in 0..self.scope.calls {
            for command in Command::ALL {
                let is_idle = self.app.calls.get(call) == Some(&Stage::Idle);
                if is_idle || self.app.may(command, call) {
                    continue;
                }
                let message = self.app.message(command, call);
                let before_it = self.pair.clone();
                if !matches!(self.pair.send(strict, &message), Sent::Refused(_)) {
                    // A reloaded widget does not know the call: the message is sent.
                    self.pair = before_it;
                    continue;
                }
                if self.fault == Some(Fault::RefusalMoves) {
                    self.pair.send(INSTANCE, &message);
                }
                if *self.digests(canon).1 != *before {
                    return self.violate(Invariant::RefusedInert);
                }
            }
        }
    }
}

/// The facts the browser attests about a message: trusted, the window, the origin.
type Attested = (bool, SourceId, &'static str);

const ATTESTED: Attested = (true, SourceId::PEER, CRM);

/// A SYNC of a page that is not allowed to be the host.
pub(super) fn foreign_sync(widget: &mut WidgetEdge) {
    for sync in MESSAGES.to_widget.iter().take(1) {
        widget.event(Millis(0.0), true, SourceId::PEER.0, EVIL, sync);
    }
}
