//! What comes in: the gate, and what a host's message says about calls.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::Widget;
use super::answer::Answer;
use super::link::{Sync, Synced};
use super::options::Mode;
use super::output::Level;
use super::question::{Outcome, Question};
use crate::lifecycle::Correlation;
use crate::protocol::{Direction, Kind, Millis, Payload};
use crate::session::envelope::envelope;
use crate::session::{Callee, Code, Facts};

impl<P: Payload> Widget<P> {
    /// A message event of the window.
    ///
    /// It counts only if, in this order, the browser made it, it came from an
    /// ancestor, from an allowed origin (the pinned one once a session is
    /// open), and has the right shape.
    pub(super) fn handle_message(&mut self, now: Millis, facts: Facts<'_>, message: &P) {
        match self.link.admit(&facts, self.instances.policy()) {
            Ok(()) => {}
            Err(Code::OriginRefused) => {
                let is_sync = message.text_field("type").as_deref() == Some(Kind::Sync.as_str());
                return self
                    .link
                    .refuse_origin(facts.origin, is_sync, &mut self.outbox);
            }
            Err(code) => return self.outbox.count(code),
        }
        let Some((wire, id)) = envelope(message) else {
            return self.outbox.count(Code::Malformed);
        };
        if self.watch.hear() {
            self.persistence.changed();
        }
        match Kind::parse(&wire) {
            Some(Kind::Sync) => {
                self.handle_sync(
                    now,
                    &Sync {
                        origin: facts.origin,
                        source: facts.source,
                        id: &id,
                        message,
                        is_injected: false,
                        newcomer: None,
                    },
                );
            }
            _ if self.link.host().is_none() => self.outbox.count(Code::BeforeSync),
            kind => self.deliver(kind, &id, message, None),
        }
    }

    /// The app itself hands a message to one of its instances, as its tests do:
    /// its own act, so the gate does not apply, and it needs no message id. An empty
    /// origin stands for the page's own.
    pub(super) fn handle_injected(
        &mut self,
        now: Millis,
        instance: u32,
        origin: &str,
        message: &P,
    ) {
        if self.instances.options(instance).is_none() {
            return self.outbox.count(Code::Destroyed);
        }
        let Some(wire) = message.text_field("type").filter(|wire| !wire.is_empty()) else {
            return self.outbox.count(Code::Malformed);
        };
        let id = message.field("messageId").and_then(|id| id.id_text());
        let (origin, source) = self.link.injected_from(origin);
        match Kind::parse(&wire) {
            Some(Kind::Sync) => {
                let mut sync = message.copied();
                let id = id.unwrap_or_else(|| {
                    let id = self.link.next_id();
                    sync.put("messageId", Some(P::from_text(&id)));
                    id
                });
                self.handle_sync(
                    now,
                    &Sync {
                        origin: &origin,
                        source,
                        id: &id,
                        message: &sync,
                        is_injected: true,
                        newcomer: Some(instance).filter(|id| !self.instances.is_ready(*id)),
                    },
                );
            }
            kind => self.deliver(kind, &id.unwrap_or_default(), message, Some(instance)),
        }
    }

    /// A SYNC: a session opens, or goes on.
    fn handle_sync(&mut self, now: Millis, sync: &Sync<'_, P>) {
        let debug_mode = self.instances.debug_mode();
        match self
            .link
            .handle_sync(now, sync, debug_mode, &mut self.outbox)
        {
            Synced::Ignored => {}
            Synced::Repeated => self.repeat_initialized(),
            Synced::Opened { is_other_user } => {
                self.begin_session(now, sync.newcomer, is_other_user);
            }
        }
    }

    /// Another session opened: what belonged to the one before is over, and READY is
    /// delivered.
    fn begin_session(&mut self, now: Millis, newcomer: Option<u32>, is_other_user: bool) {
        if newcomer.is_none() {
            self.receipts.lose_answers(&mut self.outbox);
        }
        self.presence.clear();
        self.last_dial.clear();
        if is_other_user {
            // What one account was asked another does not answer.
            self.calls.lose_answers();
        }
        self.instances.set_ready(newcomer);
        if self.link.has_real_host() {
            self.take_over(now);
        }
        self.persistence.changed();
        if let Some(host) = self.link.host() {
            self.instances
                .deliver(host.ready.clone(), newcomer, &mut self.outbox);
        }
    }

    /// A host that begins anew has forgotten INITIALIZED, or never got it. The app, in
    /// its session still, has no reason to send it again.
    fn repeat_initialized(&mut self) {
        if self.link.is_ready()
            && self.link.has_real_host()
            && let Some(initialized) = self.presence.current()
        {
            self.link.post(0, initialized, None, &mut self.outbox);
        }
    }

    /// The app declares the session open, as tests of apps do by setting `isReady`: an
    /// empty SYNC from an origin of its choice.
    pub(super) fn assume_ready(&mut self, now: Millis, origin: &str) {
        if self.link.has_real_host() {
            return;
        }
        if self.link.assume_ready(now, origin) {
            self.persistence.changed();
        }
        self.instances.set_ready(None);
        if self.link.is_ready() {
            self.flush(now);
        }
    }

    /// The handlers of an [`Output::Deliver`](super::Output::Deliver) or
    /// [`Output::Resumed`](super::Output::Resumed) have returned.
    pub(super) fn handle_delivered(&mut self, now: Millis) {
        if !self.outbox.delivered() || self.deliver_resumed() {
            return;
        }
        if self.link.greeted() {
            self.flush(now);
        }
    }

    /// Posts what is queued.
    fn flush(&mut self, now: Millis) {
        let is_real = self.link.has_real_host();
        let flushed = self
            .queue
            .flush(now, |instance| is_real || self.instances.is_ready(instance));
        for (code, dropped) in &flushed.taken {
            let Some(code) = *code else {
                continue;
            };
            let name = dropped.kind.map_or("", |kind| kind.message().name);
            let level = if code == Code::Stale {
                Level::Error
            } else {
                Level::Note
            };
            self.outbox.report(code, level, name.to_owned());
        }
        self.discard_calls(&flushed.stale_calls);
        for (code, waiting) in flushed.taken {
            if code.is_some() {
                continue;
            }
            if waiting.kind == Some(Kind::Initialized)
                && self.instances.mode_of(waiting.instance) == Mode::Normal
                && self
                    .presence
                    .is_posted_by_another(waiting.instance, &waiting.message)
            {
                self.outbox.count(Code::SuppressedDuplicate);
                continue;
            }
            let id = self.post(waiting.instance, waiting.kind, &waiting.message, waiting.id);
            self.receipts.posted(&id);
        }
        self.settle_unsent();
    }

    /// Whether a DIAL_NUMBER repeats the last one. Where it does, only the instances
    /// that ask for repeats get it.
    fn handle_repeated_dial(&mut self, message: &P) -> bool {
        let is_repeat = self.last_dial.is_repeated_by(message);
        if is_repeat {
            self.outbox
                .report(Code::RepeatedDial, Level::Note, String::new());
            self.instances
                .deliver_repeated_dial(message, &mut self.outbox);
        }
        is_repeat
    }

    /// The host asks for a call.
    fn handle_dial(&mut self, data: Option<&P>) {
        if let Some(conflict) = data.and_then(|data| Callee::of(data)?.conflict) {
            let conflict = conflict.to_owned();
            self.outbox
                .report(Code::CalleeConflict, Level::Note, conflict);
        }
        if let Err(refused) = self.calls.request() {
            let event = refused.event.to_owned();
            self.outbox.report(refused.code.into(), Level::Note, event);
        }
        self.persistence.changed();
    }

    fn deliver(&mut self, kind: Option<Kind>, id: &str, message: &P, to: Option<u32>) {
        match kind {
            None => {
                self.outbox.count(Code::UnknownType);
            }
            Some(Kind::SetWidgetUrl) => {
                self.outbox.count(Code::WidgetUrlIgnored);
            }
            // These are raised on the spot; no host posts them.
            Some(Kind::Ready | Kind::SyncAckFailed) => {
                return self.outbox.count(Code::WrongDirection);
            }
            Some(kind) if kind.message().direction == Direction::ToHost => {
                self.outbox.count(Code::WrongDirection);
            }
            Some(Kind::DialNumber) if to.is_none() && self.handle_repeated_dial(message) => return,
            Some(Kind::DialNumber) => self.handle_dial(message.field("data").as_ref()),
            Some(kind) => {
                if let Some(answer) = Answer::read(kind, id, message.field("data").as_ref()) {
                    self.handle_answer(kind, &answer);
                }
            }
        }
        self.instances
            .deliver(message.clone(), to, &mut self.outbox);
    }

    /// The host answered a message of the app's.
    fn handle_answer(&mut self, kind: Kind, answer: &Answer<'_, P>) {
        let matched = self.receipts.find(&self.calls, answer);
        let moved = match (matched.call, answer.event.clone()) {
            (Correlation::Call(key), Some(event)) if !self.receipts.is_refused(&matched) => {
                Some(self.calls.engage(key, event))
            }
            _ => None,
        };
        let is_anothers = answer.question == Question::Engagement
            && answer.outcome == Outcome::Answered
            && matches!(moved, Some(Err(_)));
        let (outcome, value) = if is_anothers {
            (Outcome::OtherEngagement, None)
        } else {
            (answer.outcome, answer.value.as_ref())
        };
        self.receipts
            .answered(&matched, outcome, value, &mut self.outbox);
        let code = match (moved, matched.call) {
            (Some(Ok(())), _) => return self.persistence.changed(),
            (Some(Err(refused)), _) => refused.code.into(),
            (None, Correlation::Ambiguous) => Code::AmbiguousReply,
            (None, _) => return,
        };
        self.outbox
            .report(code, Level::Note, kind.as_str().to_owned());
    }
}
