//! The CRM's record store: its requests and its records.

use calling_widget_sdk::protocol::Value as Payload;
use calling_widget_sdk::session::host::StoreRequest;
use serde_json::{Value, json};

use crate::fingerprint::Canon;

use super::app::{MAX_CALLS, call_number};

/// A store that outlives the host's page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crm {
    /// The number of engagements created for each call.
    pub(crate) created: [u8; MAX_CALLS],
    /// The number of times that each call was put on the timeline.
    pub(crate) completed: [u8; MAX_CALLS],
    /// True for each call whose end status is known.
    ended: [bool; MAX_CALLS],
    /// The number of times that the properties of each call were saved.
    pub(crate) saved: [u8; MAX_CALLS],
    /// True once the host asked about an unknown call or engagement.
    pub(crate) is_about_unknown: bool,
    /// Open requests of the running host.
    pub(crate) questions: Vec<Question>,
}

/// A request to the store, carried out and not yet answered.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) request: u32,
    pub(crate) answer: Value,
}

impl Crm {
    /// Carries a request out; returns its answer.
    pub(crate) fn ask(&mut self, ask: &StoreRequest) -> Value {
        match ask {
            StoreRequest::Create { call } => {
                let call = call.json()["externalCallId"].as_str().and_then(call_number);
                let Some((call, created)) =
                    call.and_then(|call| Some((call, self.created.get_mut(call)?)))
                else {
                    self.is_about_unknown = true;
                    return Value::Null;
                };
                let engagement = engagement(call, *created);
                *created = created.saturating_add(1);
                json!({ "id": engagement })
            }
            StoreRequest::Complete { engagement, call } => {
                let is_saved = !call.field("properties").keys().is_empty();
                let is_ended = !call.field("callEndStatus").is_undefined();
                let call = self.call_of(engagement);
                let known = call.and_then(|call| self.ended.get_mut(call));
                let is_late_end =
                    is_ended && known.is_some_and(|known| !core::mem::replace(known, true));
                let is_there = call.is_some_and(|call| self.completed.get(call) == Some(&1));
                // A late end is added to what is there.
                if !(is_there && is_late_end && !is_saved) {
                    count(&mut self.completed, call);
                }
                if is_saved {
                    count(&mut self.saved, call);
                }
                Value::Null
            }
            StoreRequest::MatchCaller { .. } => json!([]),
            StoreRequest::Publish { .. } => Value::Null,
        }
    }

    pub(crate) fn add_to(&self, canon: &mut Canon) {
        canon.add_bytes(
            self.created
                .into_iter()
                .chain(self.completed)
                .chain(self.saved)
                .chain(self.ended.map(u8::from)),
        );
        canon.add_bytes([u8::from(self.is_about_unknown)]);
        for question in &self.questions {
            canon.add_bytes(question.request.to_le_bytes());
        }
    }

    fn call_of(&mut self, engagement: &Payload) -> Option<usize> {
        let call = engagement.json().as_u64().and_then(call_of_engagement);
        self.is_about_unknown |= call.is_none();
        call
    }
}

/// The engagement for a call: its number names the call.
fn engagement(call: usize, created: u8) -> u32 {
    u32::try_from(call).unwrap_or_default() * PER_CALL + u32::from(created) + PER_CALL
}

/// The call an engagement was created for.
pub(crate) fn call_of_engagement(engagement: u64) -> Option<usize> {
    let call = usize::try_from(engagement / u64::from(PER_CALL)).ok()?;
    call.checked_sub(1).filter(|call| *call < MAX_CALLS)
}

fn count(counts: &mut [u8; MAX_CALLS], call: Option<usize>) {
    if let Some(count) = call.and_then(|call| counts.get_mut(call)) {
        *count = count.saturating_add(1);
    }
}

const PER_CALL: u32 = 100;
