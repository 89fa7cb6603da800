//! The app's commands.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::Widget;
use super::command::{Command, Followed};
use super::inquiry::Sent;
use super::journal::JournalRecord;
use super::last_dial::LastDial;
use super::options::{InstanceOptions, LifecycleMode, Mode};
use super::output::{AnswerOutput, Level, SendOutcome, Verdict, WidgetState};
use super::presence::must_queue;
use super::queue::Queued;
use crate::lifecycle::{Call, Calls};
use crate::protocol::limits::MAX_CLOSED_CALLS;
use crate::protocol::{Envelope, Kind, Millis, Name, Value, concat};
use crate::session::{Code, HostPolicy, check_payload};

impl Widget {
    /// Adds an instance. If the session is already open, READY is pending for it: see
    /// [`Widget::due`].
    pub(super) fn attach(&mut self, options: InstanceOptions) -> Option<AnswerOutput> {
        let origins = options.origins.as_ref();
        let policy = origins.map(|list| HostPolicy::from_list(list.iter().map(String::as_str)));
        let policy = match policy.transpose() {
            Ok(policy) => policy,
            Err(error) => return Some(AnswerOutput::BadOrigin { text: error.0 }),
        };
        if options.resume && options.mode == Mode::Normal {
            self.persistence.turn_on();
        }
        let is_open = self.link.has_real_host();
        self.instances
            .add(options, policy, is_open, &mut self.outbox);
        None
    }

    /// Removes an instance and its queued messages.
    pub(super) fn detach(&mut self, instance: u32) {
        self.instances.remove(instance);
        self.receipts.abort_instance(instance, &mut self.outbox);
        let unsent = self
            .queue
            .remove(|queued| queued.command.instance == instance);
        self.settle_unsent();
        self.discard_calls(&unsent);
        self.presence.remove(instance);
        if !self.instances.is_empty() {
            return;
        }
        self.presence.clear();
        // The session of a real host stays for the next instance: the host does not
        // repeat its SYNC. One that the app opened itself ends.
        if !self.link.has_real_host() {
            self.link.close();
            self.calls.clear();
            self.receipts.lose_answers(true, &mut self.outbox);
        }
    }

    /// Sends a message of the app's: `{ type }` or `{ type, data }`, posted at once while the
    /// session is open and queued until then. `id` is the edge's choice, for a message without an
    /// id.
    pub(super) fn send(&mut self, now: Millis, command: Command, id: String) -> SendOutcome {
        let Some(rules) = self.instances.rules(command.instance) else {
            self.outbox.count(Code::Destroyed);
            return SendOutcome::Refused;
        };
        self.stay_for(now, &command);
        if command.kind() == Some(Kind::SyncAck) && self.link.host().is_some() {
            // It opens the session: messages sent while READY is delivered wait behind it.
            self.post(&command, id, None);
            return SendOutcome::Posted;
        }
        if self.suppresses(&command) {
            return SendOutcome::Suppressed;
        }
        let is_held = self.holds(&command);
        let is_open =
            !is_held && (self.is_open_to(command.instance) || self.is_ready_for(&command));
        // Before the calls move: a refusal changes nothing.
        if self.refuses_payload(&command, rules.check)
            || !is_open && self.refuses_to_queue(&command)
        {
            return SendOutcome::Refused;
        }
        let before = (!is_open).then(|| self.calls.clone());
        let is_unasked = command.calls_unasked(&self.calls);
        let followed = command.follow(rules.lifecycle, &mut self.calls, &mut self.outbox);
        let Some(followed) = followed else {
            return SendOutcome::Refused;
        };
        if command.step().is_some() {
            self.persistence.changed();
            self.instances.moved_call(command.instance);
        }
        if is_unasked {
            self.instances.called_unasked(command.instance);
        }
        self.last_dial = LastDial::default();
        // A queued message is posted under the id it has now.
        let id = if is_open {
            self.queue.supersede(&command, &mut self.outbox);
            self.post(&command, id, followed.call)
        } else {
            command.message.own_id().unwrap_or(id)
        };
        self.expect_answers(&command, &followed, &id, is_open);
        let is_initialized = command.kind() == Some(Kind::Initialized);
        if is_open {
            // A relay, or an instance in the published mode, was first: the others' queued messages
            // may be posted now.
            if is_initialized && self.link.is_ready() {
                self.flush(now);
            }
            return SendOutcome::Posted;
        }
        let before = before.as_ref().and_then(|calls| followed.of(calls));
        let queued = Queued {
            command,
            id,
            since: now,
            call: followed.call,
            before,
        };
        self.queue.push(queued, &mut self.outbox);
        self.settle_unsent();
        if !self.link.awaits_initialized() {
            return SendOutcome::Queued;
        }
        if is_initialized {
            self.flush(now);
            return SendOutcome::Posted;
        }
        self.note_early();
        SendOutcome::Queued
    }

    /// True for the end of a call while the page is being left.
    pub(super) fn holds(&self, command: &Command) -> bool {
        self.holds_ends()
            && command.kind().is_some_and(Kind::is_end)
            && self.instances.mode_of(command.instance) == Mode::Normal
    }

    /// Posts a message of an instance, about this call if any; returns its id.
    pub(super) fn post(&mut self, command: &Command, id: String, call: Option<u32>) -> String {
        let Command { instance, message } = command;
        let named = call.and_then(|key| self.with_engagement(message, key));
        let posted = named.as_ref().unwrap_or(message);
        let posted = self
            .link
            .post(*instance, posted, Some(id), &mut self.outbox);
        let Some(id) = posted else {
            return String::new();
        };
        let mode = self.instances.mode_of(*instance);
        self.presence.posted(*instance, mode, message);
        if command.kind() == Some(Kind::Initialized) {
            self.link.set_initialized(true);
        }
        id
    }

    /// Adds the engagement to a message about a call of a gone page: a host that did not see the
    /// call begin knows it by that.
    fn with_engagement(&self, message: &Envelope, key: u32) -> Option<Envelope> {
        let call = self.calls.get(key).filter(|call| call.is_taken_over())?;
        let id = call.engagement.id()?;
        let is_complete = message.body.engagement_id().is_some();
        (!is_complete).then(|| with_field(message, Name::EngagementId, Value::from(id)))
    }

    /// True for an INITIALIZED that another instance posted: the host gets it once.
    pub(super) fn suppresses(&mut self, command: &Command) -> bool {
        let is_repeat = command.kind() == Some(Kind::Initialized)
            && self.instances.mode_of(command.instance) == Mode::Normal
            && self.presence.is_posted_by_another(command);
        if is_repeat {
            self.outbox.count(Code::SuppressedDuplicate);
        }
        is_repeat
    }

    /// Restores the record of the page before. If the session is already open, its calls are taken
    /// over at once.
    pub(super) fn resume(&mut self, now: Millis, frame: &str, record: &JournalRecord) -> Verdict {
        let verdict = self
            .persistence
            .resume(now, frame, record, &mut self.outbox);
        if verdict == Verdict::Taken && self.link.has_real_host() {
            self.take_over();
            self.persistence.changed();
            self.deliver_late(now);
        }
        verdict
    }

    /// Delivers the calls that were taken over after READY was delivered: handlers are called
    /// before anything else is posted.
    pub(super) fn deliver_late(&mut self, now: Millis) {
        if self.link.is_ready() && self.deliver_resumed(now) {
            self.link.greet_again();
        }
    }

    /// The open calls as the host knows them, without queued messages; and a closed one for each
    /// other engagement that it owes.
    pub(super) fn calls_at_host(&self) -> Calls {
        let mut calls = self.calls.clone();
        self.queue.take_back(&mut calls);
        if let Some(leaving) = &self.leaving {
            leaving.take_back(&mut calls);
        }
        drop(calls.take_closed());
        for (call, id) in self.receipts.owed_engagements().take(MAX_CLOSED_CALLS) {
            let call = call.and_then(|key| calls.get(key));
            if !call.is_some_and(Call::is_own) {
                calls.add_owed(id);
            }
        }
        calls
    }

    /// Takes over the calls of the page before as a session opens, and what the host owes about them.
    pub(super) fn take_over(&mut self) {
        let host = self.link.user_hash();
        let (calls, owed) = self
            .persistence
            .take_over(host, &mut self.calls, &mut self.outbox);
        let (awake, outbox) = (self.clock.awake, &mut self.outbox);
        for call in owed {
            self.receipts.owe(awake, &call, None, String::new(), outbox);
        }
        for call in calls.iter().filter_map(|key| self.calls.get(*key)) {
            let key = Some(call.key());
            self.receipts.owe(awake, call, key, String::new(), outbox);
        }
        if !calls.is_empty() {
            self.follow_queued();
        }
    }

    /// Delivers the calls that were taken over, once; true the first time.
    pub(super) fn deliver_resumed(&mut self, now: Millis) -> bool {
        self.persistence
            .deliver_resumed(now, &self.calls, &mut self.outbox)
    }

    /// Drops a call for the app, and the messages queued about it.
    pub(super) fn forget_call(&mut self, key: u32) {
        self.queue.remove(|queued| queued.call == Some(key));
        self.settle_unsent();
        self.discard_calls(&[key]);
    }

    /// Discards calls whose start was not posted.
    pub(super) fn discard_calls(&mut self, calls: &[u32]) {
        for call in calls {
            self.calls.discard(*call);
            self.persistence.changed();
        }
    }

    /// Settles the receipts of messages that left the queue without being posted: they are never
    /// sent.
    pub(super) fn settle_unsent(&mut self) {
        self.receipts.settle_unsent(&self.queue, &mut self.outbox);
    }

    /// True if a message of this instance would be posted at once.
    #[must_use]
    pub fn is_open_to(&self, instance: u32) -> bool {
        let is_ready = self.instances.is_ready(instance);
        // As the published SDK: from READY on it posts at once, and before it nothing.
        if self.instances.mode_of(instance) == Mode::Published {
            return is_ready && self.link.host().is_some();
        }
        let is_open =
            self.link.is_open() || self.link.is_ready() && self.instances.is_relay(instance);
        is_open && (self.link.has_real_host() || is_ready)
    }

    /// True if a message is posted although INITIALIZED was not.
    fn is_ready_for(&self, command: &Command) -> bool {
        !must_queue(command.kind())
            && self.instances.mode_of(command.instance) == Mode::Normal
            && self.link.is_ready()
            && (self.link.has_real_host() || self.instances.is_ready(command.instance))
    }

    /// Reports a command's deviations from its table; true if it is refused for them.
    fn refuses_payload(&mut self, command: &Command, check: Option<Level>) -> bool {
        let Some(level) = check else {
            return false;
        };
        let is_strict = level == Level::Error;
        let Some(kind) = command.kind() else {
            let detail = "sendMessage: the message's type is not in the protocol; use one of `Constants.messageType`";
            self.outbox
                .report(Code::UnknownType, level, detail.to_owned());
            return is_strict;
        };
        let findings = check_payload(&command.message.body);
        let deviates = !findings.is_empty();
        for finding in findings {
            let detail = concat(&[kind.message().name, ": ", &finding.sentence()]);
            self.outbox.report(finding.code, level, detail);
        }
        is_strict && deviates
    }

    fn refuses_to_queue(&mut self, command: &Command) -> bool {
        let is_published = self.instances.mode_of(command.instance) == Mode::Published;
        let (code, level) = if is_published {
            (Code::DroppedBeforeReady, Level::Warn)
        } else if self.queue.takes(command.kind()) {
            return false;
        } else if self.state() == WidgetState::NotEmbedded {
            // A page that is not framed has no host; sending much is no fault there.
            (Code::NotEmbedded, Level::Note)
        } else {
            (Code::QueueFull, Level::Error)
        };
        self.outbox.report(code, level, command.name());
        true
    }

    /// Applies queued messages to their calls, which were unknown to the page when these were
    /// queued.
    fn follow_queued(&mut self) {
        for queued in self.queue.iter_mut().filter(|queued| queued.call.is_none()) {
            let command = &queued.command;
            let rules = self.instances.rules(command.instance);
            let before = self.calls.clone();
            let off = LifecycleMode::Off;
            let Some(followed) = command.follow(off, &mut self.calls, &mut self.outbox) else {
                continue;
            };
            queued.call = followed.call;
            queued.before = followed.of(&before);
            if let Some(refused) = followed.refused {
                if rules.is_some_and(|rules| rules.lifecycle != LifecycleMode::Off) {
                    self.outbox
                        .report_refused(&refused, followed.call, Level::Note);
                }
                self.receipts.refuse(&queued.id, &mut self.outbox);
            }
        }
    }

    /// Notes the pending answers of a command that was posted or queued.
    fn expect_answers(
        &mut self,
        command: &Command,
        followed: &Followed,
        message_id: &str,
        is_posted: bool,
    ) {
        if let Some(kind) = command.kind() {
            let sent = Sent {
                instance: command.instance,
                kind,
                body: &command.message.body,
                call: followed.call,
                message_id,
                is_posted,
                at: self.clock.awake,
            };
            self.receipts.expect(&sent, &mut self.outbox);
        }
        if followed.refused.is_some() {
            self.receipts.refuse(message_id, &mut self.outbox);
        }
    }
}

/// A copy of a message, with a field of its payload set.
pub(super) fn with_field(message: &Envelope, name: Name, value: Value) -> Envelope {
    let data = message.data().copied().with(name, value);
    Value::from(message.value.copied().with(Name::Data, data)).into()
}
