//! Each call by the customers and by the record store, and the check that they agree.

use std::collections::{BTreeMap, BTreeSet};

use calling_widget_sdk::phone::timeline_status;
use calling_widget_sdk::protocol::EndStatus;
use calling_widget_sdk::session::host::StoreRequest;
use serde_json::{Value, json};

/// A call's number within its team.
pub(crate) type Id = u32;

/// A window, and the number of its host's page.
pub(crate) type Host = (usize, u32);

/// A call, as known outside the session.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) agent: usize,
    /// The window whose phone took it.
    pub(crate) taker: Option<usize>,
    pub(crate) is_inbound: bool,
    /// The customer's number.
    pub(crate) number: String,
    /// True once an app began it.
    pub(crate) is_begun: bool,
    pub(crate) leg: Leg,
    pub(crate) answered: Option<u64>,
    pub(crate) ended: u64,
    pub(crate) status: EndStatus,
    pub(crate) is_transferred: bool,
    /// Maximum time for which its agent's page was absent.
    pub(crate) blur_ms: u64,
    /// True if its end was never reported to a page, which assumed it.
    pub(crate) is_end_assumed: bool,
    /// The reload that lost it, as `docs/reliability.md` allows.
    pub(crate) lost_with: Option<&'static str>,
    /// The failures that were reported about it by name.
    pub(crate) codes: BTreeSet<&'static str>,
    /// The furthest stage that each host reported of it.
    stages: BTreeMap<Host, u8>,
    /// The host pages that had an engagement created; none where the store answers after they gave
    /// it up, and may be asked again.
    pub(crate) created: Vec<Option<Host>>,
    /// True if its window was left before others knew that it was completed.
    pub(crate) may_repeat: bool,
    completed: u32,
    outcome: Value,
    updated: Vec<Value>,
}

/// The state of a call in the telephony.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leg {
    Ringing,
    Talking,
    Over,
}

impl Call {
    pub(crate) fn new(agent: usize, is_inbound: bool, number: String) -> Self {
        Self {
            agent,
            taker: None,
            is_inbound,
            number,
            is_begun: false,
            leg: Leg::Ringing,
            answered: None,
            ended: 0,
            status: EndStatus::Failed,
            is_transferred: false,
            blur_ms: 0,
            is_end_assumed: false,
            lost_with: None,
            codes: BTreeSet::new(),
            stages: BTreeMap::new(),
            created: Vec::new(),
            may_repeat: false,
            completed: 0,
            outcome: Value::Null,
            updated: Vec::new(),
        }
    }

    /// Notes a message that the host reports about it; true if that is in order. One that completes
    /// it may have notes of the user's.
    pub(crate) fn advance(&mut self, host: Host, wire: &str, has_notes: bool) -> bool {
        let stage = match wire {
            "OUTGOING_CALL_STARTED" | "INCOMING_CALL" => 1,
            "CALL_ANSWERED" => 2,
            "CALL_ENDED" => 3,
            "CALL_TRANSFERRED" => 4,
            "CALL_COMPLETED" if has_notes => 6,
            "CALL_COMPLETED" => 5,
            _ => return true,
        };
        let last = self.stages.entry(host).or_default();
        if stage == 1 && self.may_repeat {
            *last = 0;
        }
        // A start is sent again after a reload, so that the host names the engagement; notes, by
        // another window, if the record store refused them.
        let is_refused = stage == 6 && self.codes.contains("UPDATE_ENGAGEMENT_FAILED");
        let is_in_order = stage > *last || stage == 1 || is_refused;
        *last = stage.max(*last);
        is_in_order
    }

    /// Checks the record store once all is over.
    pub(crate) fn verdict(&self) -> Result<String, String> {
        self.updated.iter().try_for_each(|own| self.check(own))?;
        if self.completed > 1 {
            let why = format!("{} completions", self.completed);
            return self.may_repeat.then(|| REPEATED.to_owned()).ok_or(why);
        }
        // A page that was away meanwhile mistakes a transferred call for an ended one.
        let is_transferred = self.is_transferred && !(self.is_end_assumed && self.completed == 1);
        let is_done = if is_transferred {
            self.completed == 0 && self.stages.values().max() == Some(&4)
        } else {
            let status = self.outcome.get("callEndStatus").and_then(Value::as_str);
            if let Some(status) = status.filter(|status| !self.may_end(status)) {
                return Err(format!("status {status} for {:?}", self.status));
            }
            self.completed == 1 && self.updated.len() == 1
        };
        if is_done {
            let place = if is_transferred {
                TRANSFERRED
            } else {
                ON_THE_TIMELINE
            };
            return Ok(place.to_owned());
        }
        let place = if self.completed == 1 {
            "without properties"
        } else {
            "not on the timeline"
        };
        // The first of a fixed order, so that the table has a row for each cause; final misses come
        // last.
        let mut causes = self.codes.iter().copied();
        let cause = causes.find(|code| *code != "PHONE_NO_ENGAGEMENT");
        let cause = cause.or(self.lost_with).or(self.codes.first().copied());
        cause
            .map(|cause| format!("{place}: {cause}"))
            .ok_or_else(|| format!("{place}, and nobody was told: {self:?}"))
    }

    fn may_end(&self, status: &str) -> bool {
        let is_assumed =
            self.is_end_assumed && ["CANCELED", "MISSED", "COMPLETED"].contains(&status);
        // The app gave up on a phone.
        let is_failed = status == "FAILED" && self.codes.contains("PHONE_SILENT");
        // Another window rang on, since the answer reached it too late.
        let is_canceled = status == "CANCELED" && self.codes.contains("NOT_DELIVERED");
        status == self.status.as_str() || is_assumed || is_failed || is_canceled
    }

    /// Checks that an engagement's properties are this call's.
    fn check(&self, own: &Value) -> Result<(), String> {
        let bad = |what: &str| Err(format!("{what} of {own}, for {self:?}"));
        let (direction, field) = direction(self.is_inbound);
        if own["hs_call_direction"] != direction {
            return bad("direction");
        }
        if own
            .get(field)
            .is_some_and(|number| *number != self.number.as_str())
        {
            return bad("number");
        }
        let status = own["hs_call_status"].as_str().unwrap_or_default();
        let is_own = status == timeline_status(self.status) || self.may_end(status);
        if !(is_own || self.is_end_assumed && status == "NO_ANSWER") {
            return bad("status");
        }
        let duration = own["hs_call_duration"]
            .as_str()
            .and_then(|ms| ms.parse::<u64>().ok());
        let truth = self.answered.map(|at| self.ended - at);
        match (duration, truth) {
            (Some(said), Some(truth)) if said.abs_diff(truth) > self.blur_ms + SLACK_MS => {
                bad("duration")
            }
            (Some(_), None) => bad("duration of no talk"),
            // Its page was away while it was answered, or its storage is gone.
            (None, Some(_)) if self.blur_ms == 0 && status == timeline_status(self.status) => {
                bad("no duration")
            }
            _ => Ok(()),
        }
    }
}

/// The calls of a shift, and the engagements made for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    pub(crate) calls: BTreeMap<Id, Call>,
    engagements: BTreeMap<u64, Id>,
    last_engagement: u64,
}

impl Ledger {
    /// The calls of these numbers.
    pub(crate) fn of(&mut self, ids: &BTreeSet<Id>) -> impl Iterator<Item = (Id, &mut Call)> {
        let calls = self.calls.iter_mut().map(|(id, call)| (*id, call));
        calls.filter(|(id, _)| ids.contains(id))
    }

    /// Notes that a page may complete calls again, which need not know when they were answered.
    pub(crate) fn may_repeat(&mut self, ids: &BTreeSet<Id>) {
        for (_, call) in self.of(ids) {
            call.may_repeat = true;
            call.blur_ms += 1;
        }
    }

    /// Carries out a request to the record store; returns its answer, and the call it is about.
    pub(crate) fn ask(
        &mut self,
        ask: &StoreRequest,
        host: Option<Host>,
        is_done: bool,
    ) -> Result<(Option<Id>, Value), String> {
        let id = match ask {
            StoreRequest::Create { call } => call_of(&call.field("externalCallId").json()),
            StoreRequest::Complete { engagement, .. }
            | StoreRequest::Publish { engagement, .. } => {
                let known = engagement
                    .json()
                    .as_u64()
                    .and_then(|id| self.engagements.get(&id));
                known.copied()
            }
            StoreRequest::MatchCaller { .. } => return Ok((None, json!([]))),
        };
        let call = id.and_then(|id| self.calls.get_mut(&id));
        let call = call.ok_or_else(|| format!("about no call that is open: {ask:?}"))?;
        if !is_done {
            return Ok((id, Value::Null));
        }
        match ask {
            StoreRequest::Create { call: input } => {
                let field = if call.is_inbound {
                    "fromNumber"
                } else {
                    "toNumber"
                };
                let input = input.json();
                let number = input[field].as_str().unwrap_or_default();
                if !number.is_empty() && number != call.number {
                    return Err(format!("another call's number: {input}"));
                }
                if host.is_some() && call.created.contains(&host) && !call.may_repeat {
                    return Err(format!("a second engagement of the same host: {input}"));
                }
                call.created.push(host);
                self.last_engagement += 1;
                self.engagements
                    .extend(id.map(|id| (self.last_engagement, id)));
                return Ok((id, json!({ "id": self.last_engagement })));
            }
            StoreRequest::Complete { call: done, .. } => {
                let mut outcome = done.json();
                let properties = outcome["properties"].take();
                let is_saved = properties.as_object().is_some_and(|all| !all.is_empty());
                // The first notes may follow a completion without any, from another window.
                let adds_notes = call.completed == 1 && call.updated.is_empty() && is_saved;
                call.completed += u32::from(!adds_notes);
                call.updated.extend(is_saved.then_some(properties));
                call.outcome = outcome;
            }
            _ => {}
        }
        Ok((id, Value::Null))
    }

    /// The call of an engagement.
    pub(crate) fn of_engagement(&self, engagement: &Value) -> Option<Id> {
        self.engagements.get(&engagement.as_u64()?).copied()
    }
}

/// The direction of a call on the timeline, and the property with the customer's number.
pub(crate) const fn direction(is_inbound: bool) -> (&'static str, &'static str) {
    if is_inbound {
        ("INBOUND", "hs_call_from_number")
    } else {
        ("OUTBOUND", "hs_call_to_number")
    }
}

/// A call's externalCallId.
pub(crate) fn name(id: Id) -> String {
    format!("c-{id}")
}

/// The call with an externalCallId.
pub(crate) fn call_of(name: &Value) -> Option<Id> {
    name.as_str()?.strip_prefix("c-")?.parse().ok()
}

/// The outcome of a correct call.
pub(crate) const ON_THE_TIMELINE: &str = "on the timeline";
/// The outcome of a call that another agent took.
pub(crate) const TRANSFERRED: &str = "transferred";

/// The outcome of a call that two pages completed.
const REPEATED: &str = "on the timeline: completed again after its window was left";

/// The tolerance of a duration: a phone reports within it.
const SLACK_MS: u64 = 1_000;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Call, EndStatus, Ledger, Leg, StoreRequest, Value};

    /// A call of a minute, with these requests to the record store.
    fn after(asked: &[(&str, Value)]) -> Result<String, String> {
        let mut call = Call::new(0, true, "+15550100123".to_owned());
        call.leg = Leg::Over;
        call.status = EndStatus::Completed;
        (call.answered, call.ended) = (Some(1_000), 61_000);
        let mut ledger = Ledger::default();
        ledger.calls.insert(1, call);
        for (method, value) in asked {
            let (engagement, value) = (json!(1).into(), value.clone().into());
            let ask = match *method {
                "create" => StoreRequest::Create { call: value },
                _ => StoreRequest::Complete {
                    engagement,
                    call: value,
                },
            };
            ledger.ask(&ask, Some((0, 0)), true)?;
        }
        ledger.calls[&1].verdict()
    }

    #[test]
    fn each_check_can_fail() {
        let create = (
            "create",
            json!({ "externalCallId": "c-1", "fromNumber": "+15550100123" }),
        );
        let own = |field: &str, value: &str| {
            let mut own = json!({
                "hs_call_direction": "INBOUND", "hs_call_status": "COMPLETED",
                "hs_call_duration": "60000", "hs_call_from_number": "+15550100123",
            });
            own[field] = json!(value);
            let call = json!({ "callEndStatus": "COMPLETED", "properties": own });
            ("complete", call)
        };
        let complete = own("hs_call_status", "COMPLETED");
        let whole = [create.clone(), complete.clone()];
        assert_eq!(after(&whole).as_deref(), Ok("on the timeline"));

        let bare = ("complete", json!({ "properties": {} }));
        let [one, two] = [[create.clone()], [complete.clone()]].map(Vec::from);
        let with = |more: (&'static str, Value)| [create.clone(), more].to_vec();
        for (what, asked) in [
            ("nobody was told", one),
            ("about no call", two),
            ("second engagement", with(create.clone())),
            ("without properties", with(bare)),
            (
                "2 completions",
                [whole.as_slice(), std::slice::from_ref(&complete)].concat(),
            ),
            ("number", with(own("hs_call_from_number", "+15550100999"))),
            ("duration", with(own("hs_call_duration", "50000"))),
            ("direction", with(own("hs_call_direction", "OUTBOUND"))),
            ("status", with(own("hs_call_status", "BUSY"))),
        ] {
            let why = after(&asked).expect_err(what);
            assert!(why.contains(what), "{what}: {why}");
        }
        let mut call = Call::new(0, true, String::new());
        assert!(call.advance((0, 0), "CALL_ENDED", false));
        assert!(!call.advance((0, 0), "CALL_ANSWERED", false));
    }
}
