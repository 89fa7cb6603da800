//! What comes in: the gate, and what a host's message says about calls.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::output::Level;
use super::receipts::{Answer, Outcome, Question, record};
use super::{Instance, Link, Widget, call_id};
use crate::lifecycle::{Correlation, EngagementEvent};
use crate::protocol::{Direction, Kind, Millis, Payload, ValueKind};
use crate::session::envelope::envelope;
use crate::session::{Code, Facts, SourceId, missing_from_host};

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
            Err(code) => return self.count(code),
        }
        let Some((wire, id)) = envelope(message) else {
            return self.count(Code::Malformed);
        };
        self.hear();
        match Kind::parse(&wire) {
            Some(Kind::Sync) => {
                self.handle_sync(now, facts.origin, facts.source, &id, message, None);
            }
            _ if self.link.host().is_none() => self.count(Code::BeforeSync),
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
            None if !self.policy().allows(facts.origin) => Err(Code::OriginRefused),
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
        if self.instance(instance).is_none() {
            return self.count(Code::Destroyed);
        }
        let Some(wire) = message.text_field("type").filter(|wire| !wire.is_empty()) else {
            return self.count(Code::Malformed);
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
            return self.count(Code::OriginRefused);
        }
        self.has_refused_a_host = true;
        self.report(Code::OriginRefused, Level::Warn, origin.to_owned());
    }

    /// Reports what a host's message lacks of the fields that an app's types promise:
    /// each field once in a session of the host's, and counts it every time.
    pub(super) fn report_missing(&mut self, kind: Kind, data: Option<&P>) {
        // Relays and the published mode check no payload.
        if !self.instances.iter().any(Instance::shares) {
            return;
        }
        for field in missing_from_host(kind, data) {
            if self.missing.contains(&field) {
                self.count(Code::HostFieldMissing);
            } else {
                self.missing.push(field.clone());
                self.report(Code::HostFieldMissing, Level::Note, field);
            }
        }
    }

    fn deliver(&mut self, kind: Option<Kind>, id: &str, message: &P, to: Option<u32>) {
        match kind {
            None => {
                self.count(Code::UnknownType);
            }
            Some(Kind::SetWidgetUrl) => {
                self.count(Code::WidgetUrlIgnored);
            }
            // These are raised on the spot; no host posts them.
            Some(Kind::Ready | Kind::SyncAckFailed) => {
                return self.count(Code::WrongDirection);
            }
            Some(kind) if kind.message().direction == Direction::ToHost => {
                self.count(Code::WrongDirection);
            }
            Some(Kind::DialNumber) if to.is_none() && self.handle_repeated_dial(message) => return,
            Some(kind) => self.follow_host(kind, id, message.field("data").as_ref()),
        }
        self.deliver_to(message.clone(), to);
    }

    /// What a host's message says about calls, engagements and what was asked;
    /// `reply_to` is the id of the message it answers, where the host tells.
    fn follow_host(&mut self, kind: Kind, reply_to: &str, data: Option<&P>) {
        self.report_missing(kind, data);
        let engagement = data.and_then(|data| data.field("engagementId")?.engagement_id());
        let question = match kind {
            Kind::DialNumber => {
                self.check_callee(data);
                if let Err(refused) = self.calls.request() {
                    self.report(refused.code.into(), Level::Note, refused.event.to_owned());
                }
                return self.changed();
            }
            Kind::CreateEngagementSucceeded
            | Kind::EngagementCreated
            | Kind::CreateEngagementFailed => Question::Engagement,
            Kind::CallerIdMatchSucceeded | Kind::CallerIdMatchFailed => Question::CallerId,
            Kind::UpdateEngagementSucceeded | Kind::UpdateEngagementFailed => Question::Saved,
            Kind::FinalizeEngagementSucceeded
            | Kind::PublishToChannelSucceeded
            | Kind::FinalizeEngagementFailed
            | Kind::PublishToChannelFailed => Question::Finalized,
            Kind::NavigateToRecordFailed => Question::Navigated,
            // The rest moves nothing: whether END_CALL ends a call, the app decides.
            _ => return,
        };
        let is_failure = kind.as_str().ends_with("_FAILED");
        let event = match (question, is_failure, &engagement) {
            (Question::Engagement, false, Some(id)) => Some(EngagementEvent::Created(id.clone())),
            (Question::Engagement, false, None) => return,
            (Question::Engagement, true, _) => Some(EngagementEvent::CreationFailed),
            (Question::Saved, false, _) => Some(EngagementEvent::Updated),
            (Question::Saved, true, _) => Some(EngagementEvent::UpdateFailed),
            (Question::Finalized, false, _) => Some(EngagementEvent::Finalized),
            (Question::Finalized, true, _) => Some(EngagementEvent::FinalizeFailed),
            (Question::CallerId | Question::Navigated, ..) => None,
        };
        let (outcome, value) = if is_failure {
            (Outcome::HostRefused, data.cloned())
        } else {
            let field = question.answered_in();
            let value = data.and_then(|data| data.field(field?));
            let is_list = |value: &P| value.value_kind() == ValueKind::List;
            if question == Question::CallerId && !value.as_ref().is_some_and(is_list) {
                return;
            }
            (Outcome::Answered, value)
        };
        let call = call_id(data);
        let is_navigation = question == Question::Navigated;
        let record = if is_navigation {
            record(data)
        } else {
            String::new()
        };
        let answer = Answer {
            question,
            reply_to,
            call: call.as_ref().filter(|_| !is_navigation),
            engagement: engagement.as_ref().filter(|_| event.is_some()),
            record: &record,
        };
        let (call, rows) = self.receipts.meant(&self.calls, answer);
        let moved = match (call, event) {
            (Correlation::Call(key), Some(event)) if !self.receipts.is_refused(&rows) => {
                Some(self.calls.engage(key, event))
            }
            _ => None,
        };
        let is_refused = matches!(moved, Some(Err(_))) && question == Question::Engagement;
        if is_refused && !is_failure {
            self.take_answer(call, &rows, Outcome::OtherEngagement, None);
        } else {
            self.take_answer(call, &rows, outcome, value.as_ref());
        }
        let code = match (moved, call) {
            (Some(Ok(())), _) => return self.changed(),
            (Some(Err(refused)), _) => refused.code.into(),
            (None, Correlation::Ambiguous) => Code::AmbiguousReply,
            (None, _) => return,
        };
        self.report(code, Level::Note, kind.as_str().to_owned());
    }
}

impl<P: Payload> Link<P> {
    pub(super) const fn is_ready(&self) -> bool {
        matches!(self, Self::Ready(_))
    }
}
