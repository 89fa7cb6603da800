//! Strangers and misuse, tried in every state: they change nothing, so they are
//! no steps.

use std::collections::HashSet;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::host::{Host, HostInput, HostOutput};
use calling_widget_sdk::session::widget::{
    InstanceOptions, LifecycleMode, Output, Sent, Widget, WidgetState,
};
use calling_widget_sdk::session::{Facts, SourceId};
use serde_json::{Value, json};

use super::app::{Command, Stage};
use super::{CRM, PHONE, World, facts};
use crate::fault::Fault;
use crate::fingerprint::{Canon, Digest};
use crate::invariant::Invariant;

const EVIL: &str = "https://evil.example";

thread_local! {
    static MESSAGES: Messages = Messages::new();
}

/// What strangers post, made once.
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

/// The engines' states that were tried: what a stranger's message does to an
/// engine does not depend on the rest of the world.
#[derive(Debug, Default)]
pub(crate) struct Probed {
    states: HashSet<u128>,
}

impl World {
    /// Lets strangers and misuse try this state; what they violate.
    pub(crate) fn probe(&self, probed: &mut Probed, canon: &mut Canon) -> Vec<Invariant> {
        let mut world = self.clone();
        world.broken.clear();
        let base = self.base();
        let (widget, host) = (world.widget.digest(canon), world.host.digest(canon));
        canon.begin();
        canon.add(&host, &base);
        if probed.states.insert(canon.finish()) {
            world.try_host(&host, canon);
        }
        canon.begin();
        canon.add(&widget, &base);
        world.app.add_to(canon);
        if world.is_booted && probed.states.insert(canon.finish()) {
            world.try_widget(&widget, canon);
            world.widget = self.widget.clone();
            world.try_misuse(canon);
        }
        world.broken
    }

    fn try_widget(&mut self, before: &Digest, canon: &mut Canon) {
        let is_pinned = self.widget.state() == WidgetState::Ready;
        let strangers = [
            (true, strange(true, SourceId::FOREIGN, CRM)),
            (true, strange(true, SourceId::PEER, EVIL)),
            (true, strange(false, SourceId::PEER, CRM)),
            (is_pinned, strange(true, SourceId(2), CRM)),
        ];
        let is_open = self.fault == Some(Fault::OpenGate);
        let widget = self.widget.touch();
        let mut is_changed = false;
        MESSAGES.with(|messages| {
            for (_, stranger) in strangers.iter().filter(|(applies, _)| *applies) {
                let stranger = if is_open { facts(CRM) } else { *stranger };
                for message in &messages.to_widget {
                    widget.handle_message(self.now, stranger, message);
                }
            }
        });
        while let Some(output) = widget.poll_output() {
            is_changed |= !matches!(output, Output::Report(_));
        }
        if is_changed || *self.widget.digest(canon) != *before {
            return self.violate(Invariant::ForeignInert);
        }

        let answers = self.fault == Some(Fault::AnswerError);
        let widget = self.widget.touch();
        let mut is_answered = false;
        MESSAGES.with(|messages| {
            for message in &messages.unanswered {
                widget.handle_message(self.now, facts(CRM), message);
                while let Some(output) = widget.poll_output() {
                    is_answered |= matches!(output, Output::Post { .. });
                    if matches!(output, Output::Deliver { .. }) {
                        if answers {
                            widget.send(self.now, self.instance, message);
                        }
                        widget.handle_delivered(self.now);
                    }
                }
            }
        });
        if is_answered {
            self.violate(Invariant::ErrorUnanswered);
        }
    }

    fn try_host(&mut self, before: &Digest, canon: &mut Canon) {
        // Other windows' messages never come as far as the host.
        let strangers = [(true, EVIL), (false, PHONE)];
        // As close to a true acknowledgement as a stranger could come.
        let ack = json!({
            "type": "SYNC_ACK",
            "messageId": format!("~h{}_{}", self.host_serial, self.watch.last_ids[1]),
        });
        let host = self.host.touch();
        let mut is_changed = false;
        MESSAGES.with(|messages| {
            for (is_trusted, origin) in strangers {
                for message in messages.to_host.iter().chain([&ack]) {
                    let outputs = hear(host, self.now, is_trusted, origin, message);
                    is_changed |= outputs
                        .iter()
                        .any(|output| !matches!(output, HostOutput::Diagnostic { .. }));
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
                let outputs = hear(host, self.now, true, PHONE, message);
                is_answered |= outputs
                    .iter()
                    .any(|output| matches!(output, HostOutput::Post { .. }));
            }
        });
        if is_answered {
            self.violate(Invariant::ErrorUnanswered);
        }
    }

    /// An instance that takes no command out of order is given every command
    /// that is.
    fn try_misuse(&mut self, canon: &mut Canon) {
        let strict = self.widget.touch().attach(InstanceOptions {
            lifecycle: LifecycleMode::Strict,
            ..InstanceOptions::default()
        });
        // Any entry tells the widget the time, a refused one as well.
        self.widget.touch().handle_timeout(self.now);
        while self.widget.touch().poll_output().is_some() {}
        let before = self.widget.digest(canon);
        for call in 0..self.scope.calls {
            for command in Command::ALL {
                let is_idle = self.app.calls.get(call) == Some(&Stage::Idle);
                if is_idle || self.app.may(command, call, true) {
                    continue;
                }
                let message = self.app.message(command, call);
                let kept = self.widget.clone();
                let sent = self.widget.touch().send(self.now, strict, &message);
                while self.widget.touch().poll_output().is_some() {}
                if !matches!(sent, Sent::Refused(_)) {
                    // A widget loaded anew does not know the call: it goes out.
                    self.widget = kept;
                    continue;
                }
                if self.fault == Some(Fault::RefusalMoves) {
                    let own = self.instance;
                    self.widget.touch().send(self.now, own, &message);
                    while self.widget.touch().poll_output().is_some() {}
                }
                if *self.widget.digest(canon) != *before {
                    return self.violate(Invariant::RefusedInert);
                }
            }
        }
    }
}

/// A message event at the CRM's page, and what the host wants done.
fn hear(
    host: &mut Host<Value>,
    now: Millis,
    is_trusted: bool,
    origin: &str,
    message: &Value,
) -> Vec<HostOutput<Value>> {
    let origin = origin.to_owned();
    let mut outputs = host.process(
        now,
        HostInput::Hear {
            is_trusted,
            origin: origin.clone(),
        },
    );
    if outputs.contains(&HostOutput::Admitted {}) {
        let message = message.clone();
        outputs.extend(host.process(now, HostInput::Receive { origin, message }));
    }
    outputs
}

const fn strange(is_trusted: bool, source: SourceId, origin: &str) -> Facts<'_> {
    Facts {
        is_trusted,
        source,
        origin,
    }
}

/// A SYNC of a page that is not allowed to be the host.
pub(super) fn foreign_sync(widget: &mut Widget<Value>) {
    MESSAGES.with(|messages| {
        if let Some(sync) = messages.to_widget.first() {
            let stranger = Facts {
                is_trusted: true,
                source: SourceId::PEER,
                origin: EVIL,
            };
            widget.handle_message(Millis(0.0), stranger, sync);
        }
    });
}
