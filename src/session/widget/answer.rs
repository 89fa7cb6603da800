//! Matches the host's answers to messages.

use alloc::string::String;
use alloc::vec::Vec;

use super::inquiry::{Inquiry, agree, record};
use super::question::{Outcome, Question};
use crate::lifecycle::{Calls, Correlation, EngagementEvent};
use crate::protocol::{Body, EngagementId, ExternalCallId, Kind, Value, ValueKind};

/// An answer of the host's.
#[derive(Clone, Debug)]
pub(super) struct Answer<'a> {
    pub(super) question: Question,
    /// The id of the message it answers, or the answer's own: a host may repeat the request's.
    reply_to: &'a str,
    call: Option<ExternalCallId>,
    pub(super) engagement: Option<EngagementId>,
    /// The coordinates of its record.
    record: Option<String>,
    /// Its event for the call's engagement.
    pub(super) event: Option<EngagementEvent>,
    pub(super) outcome: Outcome,
    /// The value for the app.
    pub(super) value: Value,
}

/// The subject of an answer.
#[derive(Clone, Debug)]
pub(super) struct Matched {
    pub(super) call: Correlation,
    /// The positions of the answered inquiries.
    pub(super) inquiries: Vec<usize>,
}

impl<'a> Answer<'a> {
    /// Reads a message of the host's; `None` where it answers nothing.
    pub(super) fn read(id: &'a str, body: &Body) -> Option<Self> {
        let kind = body.kind()?;
        let engagement = body.engagement_id();
        let (question, event) = match kind {
            Kind::CallerIdMatchSucceeded | Kind::CallerIdMatchFailed => (Question::CallerId, None),
            Kind::NavigateToRecordFailed => (Question::Navigated, None),
            kind => {
                let (awaited, event) = EngagementEvent::answered(kind, engagement.as_ref())?;
                (Question::awaiting(awaited)?, Some(event))
            }
        };
        let succeeds = !kind.as_str().ends_with("_FAILED");
        let value = match body {
            Body::CallerIdMatchSucceeded(found) => {
                let matches = &found.caller_id_matches;
                if matches.kind() != ValueKind::List {
                    return None;
                }
                matches.clone()
            }
            Body::CreateEngagementSucceeded(created) | Body::EngagementCreated(created) => {
                created.engagement_id.clone()
            }
            _ if succeeds => Value::Undefined,
            _ => body.slot().value().clone(),
        };
        Some(Self {
            question,
            reply_to: id,
            call: body.call_id(),
            engagement: engagement.filter(|_| event.is_some()),
            record: record(body),
            event,
            outcome: if succeeds {
                Outcome::Answered
            } else {
                Outcome::HostRefused
            },
            value,
        })
    }

    /// Finds its call, and the inquiries it answers.
    ///
    /// First by the id of the message it answers, unless it names another call's; then by the ids
    /// it names; then there has to be only one pending answer.
    pub(super) fn find(&self, calls: &Calls, inquiries: &[Inquiry]) -> Matched {
        let named = self.named(calls);
        let matches: Vec<Match> = inquiries
            .iter()
            .map(|inquiry| self.match_of(inquiry, calls, &named))
            .collect();
        let best = matches.iter().copied().max().unwrap_or(Match::None);
        let mut picked = Vec::new();
        let mut call = if best == Match::Id {
            Correlation::Unknown
        } else {
            named.call
        };
        let mut first: Option<&Inquiry> = None;
        for (at, (inquiry, its)) in inquiries.iter().zip(matches).enumerate() {
            if best == Match::None || its != best {
                continue;
            }
            picked.push(at);
            let first = *first.get_or_insert(inquiry);
            if best == Match::Id || !named.is_named {
                let is_firsts =
                    first.call == inquiry.call && first.message_id == inquiry.message_id;
                call = match (call, inquiry.call) {
                    (Correlation::Call(key), Some(its)) if key == its => call,
                    (Correlation::Unknown, Some(its)) if is_firsts => Correlation::Call(its),
                    (Correlation::Unknown, None) if is_firsts => call,
                    _ => Correlation::Ambiguous,
                };
            }
        }
        Matched {
            call,
            inquiries: picked,
        }
    }

    /// The ids that the answer itself names.
    fn named(&self, calls: &Calls) -> Named {
        let id = self.call.as_ref();
        let engagement = self.engagement.as_ref();
        let is_known = |id| calls.by_engagement(id).is_some();
        let is_named = id.is_some()
            || self.record.is_some()
            || engagement.is_some_and(|id| self.question != Question::Engagement || is_known(id));
        let call = match self.question.awaited().filter(|_| is_named) {
            Some(awaited) => calls.correlate(awaited, id, engagement),
            None => id
                .and_then(|id| calls.by_id(id))
                .map_or(Correlation::Unknown, |call| Correlation::Call(call.key())),
        };
        Named { call, is_named }
    }

    fn match_of(&self, inquiry: &Inquiry, calls: &Calls, named: &Named) -> Match {
        if inquiry.question != self.question {
            return Match::None;
        }
        let is_named = named.is_named;
        let is_named_one = match (named.call, inquiry.call) {
            (Correlation::Call(key), Some(call)) if is_named => Some(key == call),
            _ => self.agrees(inquiry),
        };
        // A new engagement cannot contradict the message's id; nor can the id of a call that began
        // again since.
        let is_creation = self.question == Question::Engagement && self.call.is_none();
        let is_same_id = |id: &ExternalCallId| inquiry.subject.as_deref() == Some(id.as_str());
        let may_be_its = is_creation
            || is_named_one != Some(false)
            || self.call.as_ref().is_some_and(is_same_id);
        if inquiry.is_posted_as(self.reply_to) && may_be_its {
            return Match::Id;
        }
        let may_be = inquiry.is_owed() && !is_named
            || (inquiry.is_pending || inquiry.may_still_succeed()) && is_named_one == Some(true);
        // A host need not answer about a caller. The calls are searched last: there are as many
        // inquiries as calls.
        let is_over = |key| match calls.get(key) {
            Some(call) => inquiry.outcome == Some(Outcome::Ambiguous) && !call.state.is_open(),
            None => true,
        };
        let is_left = self.question == Question::CallerId && is_named_one != Some(true);
        if may_be && !(is_left && inquiry.call.is_some_and(is_over)) {
            Match::NameOrOnly
        } else {
            Match::None
        }
    }

    /// True if the answer names the same as the message; `None` where one names nothing.
    fn agrees(&self, inquiry: &Inquiry) -> Option<bool> {
        let call = self.call.as_ref().map(ExternalCallId::as_str);
        let subject = call.or(self.record.as_deref());
        let engagement = self.engagement.as_ref();
        agree(inquiry.subject.as_deref(), subject)
            .or(agree(inquiry.engagement.as_ref(), engagement))
    }
}

/// The calls that an answer names.
struct Named {
    /// The call.
    call: Correlation,
    /// True if it names a call, an engagement or a record at all.
    is_named: bool,
}

/// The match of an answer with a message, the strongest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    None,
    /// By the names in the answer; without names, by being pending.
    NameOrOnly,
    /// By the message's id.
    Id,
}
