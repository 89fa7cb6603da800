//! Messages from the host, and time-outs.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::Widget;
use super::answer::Answer;
use super::host::Sync;
use super::last_dial::LastDial;
use super::link::Synced;
use super::missing_fields::MissingFields;
use super::output::{AnswerOutput, Level};
use super::presence::must_queue;
use super::question::{Outcome, Question};
use super::watch::Watched;
use crate::lifecycle::{Call, Correlation};
use crate::protocol::shapes::DialNumber;
use crate::protocol::{Body, Direction, Envelope, Kind, Millis, Name, Value};
use crate::session::{Callee, Code, Facts};

impl Widget {
    /// Admits a message event before its message is read; only "is it a SYNC" may have been asked.
    pub(super) fn admit(
        &mut self,
        facts: &Facts<'_>,
        is_sync: Option<bool>,
    ) -> Option<AnswerOutput> {
        match self.link.admit(facts, self.instances.policy()) {
            Ok(()) => return Some(AnswerOutput::Admitted {}),
            Err(Code::OriginRefused) if !self.link.has_refused_host() => {
                let Some(is_sync) = is_sync else {
                    return Some(AnswerOutput::AskSync {});
                };
                self.link
                    .refuse_origin(facts.origin, is_sync, &mut self.outbox);
            }
            Err(code) => self.outbox.count(code),
        }
        None
    }

    /// Handles a message of the window.
    ///
    /// It counts only if, in this order, the browser made it, it came from an ancestor,
    /// from an allowed origin (the pinned one once a session is open), and has the right
    /// shape.
    pub(super) fn handle_message(&mut self, now: Millis, facts: &Facts<'_>, message: &Envelope) {
        let is_sync = message.kind() == Some(Kind::Sync);
        if self.admit(facts, Some(is_sync)).is_none() {
            return;
        }
        let Some(id) = message.complete_id() else {
            return self.outbox.count(Code::Malformed);
        };
        if self.watch.receive() {
            self.persistence.changed();
        }
        match message.kind() {
            Some(Kind::Sync) => {
                let sync = Sync {
                    origin: facts.origin,
                    source: facts.source,
                    id: &id,
                    message,
                    injected_into: None,
                    newcomer: None,
                };
                self.handle_sync(now, &sync);
            }
            _ if self.link.host().is_none() => self.outbox.count(Code::BeforeSync),
            _ => self.deliver(&id, message, None),
        }
    }

    /// Handles a message that the app injects into one of its instances, as tests do. The source is
    /// not checked, and a message id is not needed. An empty origin is the page's own.
    pub(super) fn handle_injected(
        &mut self,
        now: Millis,
        instance: u32,
        origin: &str,
        message: &Envelope,
    ) {
        if !self.instances.contains(instance) {
            return self.outbox.count(Code::Destroyed);
        }
        if message.wire.is_empty() {
            return self.outbox.count(Code::Malformed);
        }
        let id = message.id.id_text();
        match message.kind() {
            Some(Kind::Sync) => self.handle_injected_sync(now, instance, origin, id, message),
            _ => self.deliver(&id.unwrap_or_default(), message, Some(instance)),
        }
    }

    fn handle_injected_sync(
        &mut self,
        now: Millis,
        instance: u32,
        origin: &str,
        id: Option<String>,
        message: &Envelope,
    ) {
        let (origin, source) = self.link.injected_from(origin);
        let mut sync = message.value.copied();
        let id = id.unwrap_or_else(|| {
            let id = self.link.next_id();
            sync.set(Name::MessageId, id.clone());
            id
        });
        let sync = Sync {
            origin: &origin,
            source,
            id: &id,
            message: &Value::from(sync).into(),
            injected_into: Some(instance),
            newcomer: Some(instance).filter(|id| !self.instances.is_ready(*id)),
        };
        self.handle_sync(now, &sync);
    }

    /// Handles a SYNC: a session opens, or continues.
    fn handle_sync(&mut self, now: Millis, sync: &Sync<'_>) {
        let debug_mode = self.instances.debug_mode();
        let synced = self
            .link
            .handle_sync(now, sync, debug_mode, &mut self.outbox);
        match synced {
            Synced::Ignored => self.greet_published(),
            Synced::Repeated { is_replaced } => {
                self.repeat_initialized(is_replaced);
                self.greet_published();
            }
            Synced::Opened { is_other_user } => {
                self.begin_session(sync.newcomer, is_other_user);
            }
        }
    }

    /// Begins another session: ends everything of the one before, and delivers READY.
    fn begin_session(&mut self, newcomer: Option<u32>, is_other_user: bool) {
        if newcomer.is_none() {
            self.receipts.lose_answers(is_other_user, &mut self.outbox);
        }
        self.presence.clear();
        self.last_dial = LastDial::default();
        self.missing_fields = MissingFields::default();
        if let Some(host) = self.link.host() {
            let ready = host.ready.clone();
            self.report_missing(&ready);
        }
        if is_other_user {
            // Nobody answers requests of the user before.
            self.calls.lose_answers(Call::is_own);
            self.calls.forget_others();
        }
        self.instances.set_ready(newcomer);
        if self.link.has_real_host() {
            self.take_over();
        }
        self.persistence.changed();
        self.deliver_ready(newcomer);
    }

    /// Delivers READY to an instance, or to all.
    fn deliver_ready(&mut self, to: Option<u32>) {
        if let Some(host) = self.link.host() {
            self.instances.deliver(&host.ready, to, &mut self.outbox);
        }
    }

    /// Delivers READY to the instances in the published mode without it: there, each takes it from
    /// the next SYNC.
    fn greet_published(&mut self) {
        for id in self.instances.take_published() {
            self.deliver_ready(Some(id));
        }
    }

    /// Posts INITIALIZED again: a host that begins a new session has forgotten it, or never got it.
    /// For the app the session continues, so it has no reason to send it. If the instance that sent
    /// it is gone, another has to.
    fn repeat_initialized(&mut self, is_replaced: bool) {
        if !self.link.is_ready() || !self.link.has_real_host() {
            return;
        }
        match self.presence.current() {
            Some(initialized) => drop(self.link.post(0, &initialized, None, &mut self.outbox)),
            None if is_replaced => self.link.set_initialized(false),
            None => {}
        }
    }

    /// Opens a session that the app declares open, as tests of apps do by setting `isReady`: an
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

    /// Handles the return of the handlers of an
    /// [`AppOutput::Deliver`](super::output::AppOutput::Deliver) or an
    /// [`AppOutput::Resumed`](super::output::AppOutput::Resumed).
    pub(super) fn handle_delivered(&mut self, now: Millis) {
        if !self.outbox.delivered() || self.deliver_resumed(now) || !self.link.greeted() {
            return;
        }
        self.flush(now);
        if self.link.awaits_initialized() && !self.queue.is_empty() {
            self.note_early();
        }
    }

    /// Reports once that messages wait until the app calls `initialized`.
    pub(super) fn note_early(&mut self) {
        let is_first = self.outbox.count_of(Code::BeforeInitialized) == 0;
        let level = if is_first { Level::Warn } else { Level::Count };
        self.outbox.count_times(Code::BeforeInitialized, level, 1);
    }

    /// Posts the queue, unless INITIALIZED has to go first and is missing.
    pub(super) fn flush(&mut self, now: Millis) {
        let is_real = self.link.has_real_host();
        let is_open = self.link.is_open() || self.queue.has_initialized();
        let holds = self.holds_ends();
        let flushed = self.queue.flush(now, &mut self.outbox, |queued| {
            let instance = queued.command.instance;
            let is_free = !must_queue(queued.kind());
            let is_held = holds && queued.kind().is_some_and(Kind::is_end);
            !is_held
                && (is_real || self.instances.is_ready(instance))
                && (is_open || is_free || self.instances.is_relay(instance))
        });
        self.discard_calls(&flushed.stale_calls);
        for queued in flushed.messages {
            if queued.call.is_some() {
                self.persistence.changed();
            }
            if !self.suppresses(&queued.command) {
                let id = self.post(&queued.command, queued.id, queued.call);
                self.receipts.posted(self.clock.awake, &id);
            }
        }
        self.settle_unsent();
    }

    /// Handles the time-out.
    pub(super) fn handle_timeout(&mut self, now: Millis) {
        let awake = self.clock.advance(now);
        if self.receipts.expire(awake, &mut self.outbox) {
            self.persistence.changed();
        }
        self.check_stay(now);
        let watched = self.watched();
        if self.watch.check(awake, watched, &mut self.outbox) {
            self.persistence.changed();
        }
        self.instances.ask_next(now, &mut self.outbox);
        for id in self.instances.take_pending(&mut self.outbox) {
            self.deliver_ready(Some(id));
        }
        self.check_windows(now);
    }

    /// The next time-out. A pending READY is due at once, in its own task and never from
    /// within a constructor.
    pub(super) fn due(&self, now: Millis, watched: Watched) -> Option<Millis> {
        if self.instances.has_pending() {
            return Some(now);
        }
        let receipts = self.receipts.due().filter(|_| !self.instances.is_empty());
        let awake = Millis::earliest(&[self.watch.due(watched), receipts]);
        let clock = &self.clock;
        Millis::earliest(&[
            awake.map(|at| clock.last.map_or(now, |_| clock.due(at))),
            self.stays_at(),
            self.instances.next_due(),
            self.windows_due(),
        ])
    }

    /// The facts that the watch needs.
    pub(super) fn watched(&self) -> Watched {
        if self.instances.is_empty() {
            return Watched::default();
        }
        let newest = self.receipts.newest_owed(&self.calls);
        Watched {
            misses_sync: self.link.misses_sync(),
            pending: newest.filter(|_| self.link.is_open() && self.link.has_real_host()),
        }
    }

    /// Delivers a message of the host's to the instances, or to one.
    fn deliver(&mut self, id: &str, message: &Envelope, to: Option<u32>) {
        match message.kind() {
            None => self.outbox.count(Code::UnknownType),
            Some(Kind::SetWidgetUrl) => self.outbox.count(Code::WidgetUrlIgnored),
            // No host posts these: the session makes them.
            Some(Kind::Ready | Kind::SyncAckFailed) => {
                return self.outbox.count(Code::WrongDirection);
            }
            Some(kind) if kind.message().direction == Direction::ToHost => {
                self.outbox.count(Code::WrongDirection);
            }
            Some(kind) => {
                if let Body::DialNumber(dial) = &message.body {
                    if to.is_none() && self.last_dial.is_repeated_by(dial) {
                        let outbox = &mut self.outbox;
                        outbox.report(Code::RepeatedDial, Level::Note, String::new());
                        return self.instances.deliver_repeated_dial(message, outbox);
                    }
                    self.report_missing(message);
                    self.handle_dial(dial);
                } else {
                    self.report_missing(message);
                    if let Some(answer) = Answer::read(id, &message.body) {
                        self.handle_answer(kind, &answer);
                    }
                }
            }
        }
        self.instances.deliver(message, to, &mut self.outbox);
    }

    /// Reports the fields that a host's message lacks and an app's types promise. Relays and the
    /// published mode check no payload.
    fn report_missing(&mut self, message: &Envelope) {
        if let Some(kind) = message.kind().filter(|_| self.instances.any_shares()) {
            self.missing_fields
                .look(kind, message.body.slot(), &mut self.outbox);
        }
    }

    /// Handles the host's request for a call.
    fn handle_dial(&mut self, dial: &DialNumber) {
        if let Some(conflict) = Callee::of(dial).and_then(|callee| callee.conflict) {
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

    /// Handles the host's answer to a message of the app's.
    fn handle_answer(&mut self, kind: Kind, answer: &Answer<'_>) {
        let matched = self.receipts.find(&self.calls, answer);
        let moved = match (&answer.event, matched.call) {
            // Another window may have the call by now, and its host's engagement.
            (Some(event), Correlation::Call(key))
                if self.calls.get(key).is_some_and(Call::is_own)
                    && !self.receipts.is_refused(&matched) =>
            {
                Some(self.calls.engage(key, event.clone()))
            }
            _ => None,
        };
        let is_anothers = answer.question == Question::Engagement
            && answer.outcome == Outcome::Answered
            && matches!(moved, Some(Err(_)));
        let (outcome, value) = if is_anothers {
            (Outcome::OtherEngagement, None)
        } else {
            (answer.outcome, answer.value.given())
        };
        self.receipts
            .answered(answer, &matched, outcome, value, &mut self.outbox);
        self.persistence.changed();
        let code = match (moved, matched.call) {
            (Some(Ok(())), _) => return,
            (Some(Err(refused)), _) => refused.code.into(),
            (None, Correlation::Ambiguous) => Code::AmbiguousReply,
            (None, _) => return,
        };
        self.outbox
            .report(code, Level::Note, kind.as_str().to_owned());
    }
}
