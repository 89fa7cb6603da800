//! What the app sends.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::fields::{asks_engagement, call_id, engagement_id, has_properties, message_id};
use super::options::{InstanceOptions, LifecycleMode, Mode};
use super::output::{Level, SendOutcome, Verdict};
use super::queue::{Queue, Waiting};
use super::receipts::Sent;
use super::{Widget, WidgetState};
use crate::lifecycle::{CallDirection, CallEvent, EngagementEvent, RefusalCode, Refused};
use crate::protocol::{EndStatus, EngagementId, Kind, Millis, Payload};
use crate::session::{Code, check_payload};

/// What a command of the app's did to the calls.
#[derive(Default)]
pub(super) struct Followed {
    /// The handle of the call it is about.
    pub(super) call: Option<u32>,
    /// Why the engagement it names is not that call's.
    pub(super) refused: Option<Refused>,
}

impl<P: Payload> Widget<P> {
    /// Sends a message of the app's: `{ type }` or `{ type, data }`, posted at
    /// once while the session is open and kept in order until then. `id` is the
    /// edge's choice, for a message that carries none itself.
    pub(super) fn send(
        &mut self,
        now: Millis,
        instance: u32,
        message: &P,
        id: String,
    ) -> SendOutcome {
        let Some(InstanceOptions {
            debug_mode,
            lifecycle,
            validate_strictly,
            is_relay,
            mode,
            ..
        }) = self.instances.options(instance)
        else {
            self.outbox.count(Code::Destroyed);
            return SendOutcome::Refused;
        };
        let (debug_mode, lifecycle) = (*debug_mode, *lifecycle);
        let (validate_strictly, mode) = (*validate_strictly, *mode);
        let is_unchecked = *is_relay || mode == Mode::Published;
        let kind = message
            .text_field("type")
            .and_then(|wire| Kind::parse(&wire));
        if mode == Mode::Normal
            && kind == Some(Kind::Initialized)
            && self.presence.is_posted_by_another(instance, message)
        {
            self.outbox.count(Code::SuppressedDuplicate);
            return SendOutcome::Suppressed;
        }
        let data = message.field("data");
        if !is_unchecked
            && (debug_mode || validate_strictly)
            && self.check(kind, data.as_ref(), validate_strictly)
        {
            return SendOutcome::Refused;
        }
        // Before the calls move: a refusal changes nothing.
        let is_open = self.is_open_to(instance);
        if !is_open && mode == Mode::Published {
            let name = kind.map_or("", Kind::as_str).to_owned();
            self.outbox
                .report(Code::DroppedBeforeReady, Level::Warn, name);
            return SendOutcome::Refused;
        }
        if !is_open && self.queue.is_full() {
            // A page of its own has nobody to tell; it is no fault to say much.
            let (code, level) = match self.state() {
                WidgetState::NotEmbedded => (Code::NotEmbedded, Level::Note),
                _ => (Code::QueueFull, Level::Error),
            };
            self.outbox
                .report(code, level, kind.map_or("", Kind::as_str).to_owned());
            return SendOutcome::Refused;
        }
        let lifecycle = if is_unchecked {
            LifecycleMode::Off
        } else {
            lifecycle
        };
        let Followed { call, refused } =
            match kind.map(|kind| self.follow_app(kind, data.as_ref(), lifecycle)) {
                Some(Err(_)) => return SendOutcome::Refused,
                Some(Ok(followed)) => followed,
                None => Followed::default(),
            };
        self.last_dial.clear();
        // What waits is posted under the id it has now.
        let id = if is_open {
            self.post(instance, kind, message, Some(id))
        } else {
            message_id(message).unwrap_or(id)
        };
        if let Some(kind) = kind {
            let sent = Sent {
                instance,
                kind,
                data: data.as_ref(),
                call,
                message_id: &id,
                is_posted: is_open,
            };
            self.receipts.expect(&sent, &mut self.outbox);
        }
        if refused.is_some() {
            self.receipts.refuse(&id, &mut self.outbox);
        }
        if is_open {
            return SendOutcome::Posted;
        }
        self.queue.push(Waiting {
            instance,
            kind,
            message: message.clone(),
            id: Some(id),
            since: now,
            call,
        });
        SendOutcome::Queued
    }

    /// Whether a send of this instance would be posted at once.
    #[must_use]
    pub fn is_open_to(&self, instance: u32) -> bool {
        // As the published SDK, whose onReady handlers post at once.
        if self.instances.mode_of(instance) == Mode::Published && self.is_ready(instance) {
            return self.link.host().is_some();
        }
        self.link.is_ready() && (self.link.has_real_host() || self.is_ready(instance))
    }

    pub(super) fn post(
        &mut self,
        instance: u32,
        kind: Option<Kind>,
        message: &P,
        new_id: Option<String>,
    ) -> String {
        let mode = self.instances.mode_of(instance);
        let Some(id) = self.link.post(instance, message, new_id, &mut self.outbox) else {
            return String::new();
        };
        if let Some(kind) = kind {
            self.presence.posted(instance, mode, kind, message);
        }
        id
    }

    /// Takes the record of the page before. Where the session is open already, its calls
    /// are taken over at once.
    pub(super) fn resume(&mut self, now: Millis, frame: &str, record: &P) -> Verdict {
        let verdict = self
            .persistence
            .resume(now, frame, record, &mut self.outbox);
        if verdict == Verdict::Taken && self.link.has_real_host() {
            self.take_over(now);
            self.persistence.changed();
            if self.link.is_ready() && self.deliver_resumed() {
                self.link.greet_again();
            }
        }
        verdict
    }

    /// A session opens: the calls of the page before belong to this page from now on.
    pub(super) fn take_over(&mut self, now: Millis) {
        let host = self.link.host_mark();
        let has_calls = self
            .persistence
            .take_over(now, host, &mut self.calls, &mut self.outbox);
        if !has_calls {
            return;
        }
        // What was sent about a call before the page knew of it.
        let mut queue = core::mem::replace(&mut self.queue, Queue::new());
        for waiting in queue.iter_mut().filter(|waiting| waiting.call.is_none()) {
            if let Some(kind) = waiting.kind {
                let data = waiting.message.field("data");
                let followed = self.follow_app(kind, data.as_ref(), LifecycleMode::Off);
                let Followed { call, refused } = followed.unwrap_or_default();
                waiting.call = call;
                if let Some(refused) = refused {
                    if self.instances.lifecycle_of(waiting.instance) != LifecycleMode::Off {
                        self.outbox.report_refused(&refused, call, Level::Note);
                    }
                    let id = waiting.id.as_deref().unwrap_or_default();
                    self.receipts.refuse(id, &mut self.outbox);
                }
            }
        }
        self.queue = queue;
    }

    /// Delivers the calls that were taken over, unless that was done.
    pub(super) fn deliver_resumed(&mut self) -> bool {
        self.persistence
            .deliver_resumed(&self.calls, &mut self.outbox)
    }

    /// The app drops a call, and what is queued about it.
    pub(super) fn forget_call(&mut self, key: u32) {
        self.queue.forget(|waiting| waiting.call == Some(key));
        self.settle_unsent();
        self.discard_calls(&[key]);
    }

    /// Reports a message's deviations from its table; whether it is refused for them.
    fn check(&mut self, kind: Option<Kind>, data: Option<&P>, is_strict: bool) -> bool {
        let level = if is_strict { Level::Error } else { Level::Note };
        let Some(kind) = kind else {
            let detail = "sendMessage: the message's type is not in the protocol; use one of `Constants.messageType`";
            self.outbox
                .report(Code::UnknownType, level, detail.to_owned());
            return is_strict;
        };
        let findings = check_payload(kind.message().shape, data);
        let deviates = !findings.is_empty();
        for finding in findings {
            let detail = [kind.message().name, ": ", &finding.sentence()].concat();
            self.outbox.report(finding.code, level, detail);
        }
        is_strict && deviates
    }

    /// Moves the call a command is about. A refusal stops the command only where
    /// the lifecycle is strict; there nothing changes.
    pub(super) fn follow_app(
        &mut self,
        kind: Kind,
        data: Option<&P>,
        mode: LifecycleMode,
    ) -> Result<Followed, Code> {
        let id = call_id(data);
        let engagement = engagement_id(data);
        let is_strict = mode == LifecycleMode::Strict;
        let before = (is_strict && engagement.is_some()).then(|| self.calls.clone());

        let moved = match (kind, call_event(kind, data)) {
            (Kind::OutgoingCallStarted, _) => self.calls.start(id.clone(), CallDirection::Outbound),
            (Kind::IncomingCall, _) => self.calls.start(id.clone(), CallDirection::Inbound),
            (_, Some(event)) => self.calls.apply(id.as_ref(), event),
            (_, None) => return Ok(Followed::default()),
        };
        let key = match moved {
            Ok(key) => Some(key),
            Err(refused) if mode == LifecycleMode::Strict => {
                self.outbox.report_refused(&refused, None, Level::Error);
                return Err(refused.code.into());
            }
            Err(refused) => {
                let key = match call_event(kind, data) {
                    Some(event) => self.calls.force(id.as_ref(), event),
                    None => id
                        .as_ref()
                        .and_then(|id| self.calls.by_id(id))
                        .map(|call| call.key()),
                };
                if mode == LifecycleMode::Warn {
                    self.outbox.report_refused(&refused, key, Level::Note);
                }
                key
            }
        };
        let refused = key.and_then(|key| self.follow_engagement(kind, key, engagement, data, mode));
        if let (Some(refused), Some(before)) = (refused, before) {
            self.calls = before;
            self.outbox.report_refused(&refused, None, Level::Error);
            return Err(refused.code.into());
        }
        self.persistence.changed();
        Ok(Followed { call: key, refused })
    }

    /// Moves the engagement of the call a command is about. Where the command
    /// names one that is not the call's, why, and the rest of it moves nothing.
    fn follow_engagement(
        &mut self,
        kind: Kind,
        key: u32,
        engagement: Option<EngagementId>,
        data: Option<&P>,
        mode: LifecycleMode,
    ) -> Option<Refused> {
        let mut events = Vec::new();
        if asks_engagement(data) {
            events.push(EngagementEvent::Asked);
        }
        if let Some(id) = engagement {
            events.push(EngagementEvent::Supplied(id));
        }
        if kind == Kind::CallCompleted && has_properties(data) {
            events.push(EngagementEvent::UpdateAsked);
        }
        if matches!(kind, Kind::FinalizeEngagement | Kind::PublishToChannel) {
            events.push(EngagementEvent::FinalizeAsked);
        }
        for event in events {
            let Err(refused) = self.calls.engage(key, event) else {
                continue;
            };
            let is_id = refused.code == RefusalCode::OtherEngagement;
            if mode == LifecycleMode::Warn || mode == LifecycleMode::Strict && !is_id {
                self.outbox.report_refused(&refused, Some(key), Level::Note);
            }
            if is_id {
                return Some(refused);
            }
        }
        None
    }
}

/// What a command does to a call that is known.
fn call_event<P: Payload>(kind: Kind, data: Option<&P>) -> Option<CallEvent> {
    Some(match kind {
        Kind::CallAnswered => CallEvent::Answered,
        Kind::CallEnded => CallEvent::Ended {
            status: data
                .and_then(|data| data.text_field("callEndStatus"))
                .and_then(|status| EndStatus::parse(&status)),
        },
        Kind::CallTransferred => CallEvent::Transferred,
        Kind::CallCompleted => CallEvent::Completed,
        Kind::FinalizeEngagement | Kind::PublishToChannel => CallEvent::FinalizeAsked,
        _ => return None,
    })
}
