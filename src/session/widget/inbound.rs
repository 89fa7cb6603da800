//! What comes in: the gate, and what a host's message says about calls.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::answer::Answer;
use super::output::Level;
use super::question::{Outcome, Question};
use super::{Link, Widget};
use crate::lifecycle::Correlation;
use crate::protocol::{Direction, Kind, Millis, Origin, Payload};
use crate::session::envelope::envelope;
use crate::session::{Callee, Code, Facts, SourceId};

impl<P: Payload> Widget<P> {
    /// A message event of the window.
    ///
    /// It counts only if, in this order, the browser made it, it came from an
    /// ancestor, from an allowed origin (the pinned one once a session is
    /// open), and has the right shape.
    pub(super) fn handle_message(&mut self, now: Millis, facts: Facts<'_>, message: &P) {
        match self.admission(facts) {
            Ok(()) => {}
            Err(Code::OriginRefused) => {
                let is_sync = message.text_field("type").as_deref() == Some(Kind::Sync.as_str());
                return self.refuse_origin(facts.origin, is_sync);
            }
            Err(code) => return self.outbox.count(code),
        }
        let Some((wire, id)) = envelope(message) else {
            return self.outbox.count(Code::Malformed);
        };
        if self.watch.hear() {
            self.changed();
        }
        match Kind::parse(&wire) {
            Some(Kind::Sync) => {
                self.handle_sync(now, facts.origin, facts.source, &id, message, None);
            }
            _ if self.link.host().is_none() => self.outbox.count(Code::BeforeSync),
            kind => self.deliver(kind, &id, message, None),
        }
    }

    /// Whether a message counts, by what the browser attests of it.
    pub(super) fn admission(&self, facts: Facts<'_>) -> Result<(), Code> {
        if !facts.is_trusted {
            return Err(Code::UntrustedEvent);
        }
        if facts.source == SourceId::FOREIGN {
            return Err(Code::ForeignSource);
        }
        match self.link.host() {
            Some(host) if host.origin != facts.origin => Err(Code::NotPinned),
            Some(host) if host.source != facts.source => Err(Code::NotPinned),
            None if !self.instances.policy().allows(facts.origin) => Err(Code::OriginRefused),
            _ => Ok(()),
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
        let own = self.environment.own_origin.clone();
        let (origin, source) = match self.link.host() {
            // The session of a real host keeps its address.
            Some(host) if self.link.is_open_to_late_comers() => (host.origin.clone(), host.source),
            _ if origin.is_empty() => (own, SourceId::PEER),
            _ => (origin.to_owned(), SourceId::PEER),
        };
        match Kind::parse(&wire) {
            Some(Kind::Sync) => {
                let Some(id) = id else {
                    let id = self.ids.next();
                    let mut sync = message.copied();
                    sync.put("messageId", Some(P::from_text(&id)));
                    return self.handle_sync(now, &origin, source, &id, &sync, Some(instance));
                };
                self.handle_sync(now, &origin, source, &id, message, Some(instance));
            }
            kind => self.deliver(kind, &id.unwrap_or_default(), message, Some(instance)),
        }
    }

    /// A page of an origin that is not allowed spoke: one that would be the host is
    /// reported once; the rest is noise.
    pub(super) fn refuse_origin(&mut self, origin: &str, is_sync: bool) {
        if !is_sync || self.has_refused_a_host {
            return self.outbox.count(Code::OriginRefused);
        }
        self.has_refused_a_host = true;
        let remedy = if Origin::parse(origin).is_some() {
            "; to allow it, name it in `allowedHostOrigins`"
        } else {
            "; no http or https origin: connect that page by a port in `hostWindow`"
        };
        self.outbox
            .report(Code::OriginRefused, Level::Warn, [origin, remedy].concat());
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
        self.changed();
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
            (Some(Ok(())), _) => return self.changed(),
            (Some(Err(refused)), _) => refused.code.into(),
            (None, Correlation::Ambiguous) => Code::AmbiguousReply,
            (None, _) => return,
        };
        self.outbox
            .report(code, Level::Note, kind.as_str().to_owned());
    }
}

impl<P: Payload> Link<P> {
    pub(super) const fn is_ready(&self) -> bool {
        matches!(self, Self::Ready(_))
    }
}
