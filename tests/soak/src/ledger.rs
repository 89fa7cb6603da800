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
    /// The number of the user whose app began it.
    pub(crate) account: Option<u32>,
    /// The window whose phone took it.
    pub(crate) taker: Option<usize>,
    pub(crate) is_inbound: bool,
    /// The customer's number.
    pub(crate) number: String,
    /// True if the CRM has a contact with the number: not for one that an agent types.
    pub(crate) has_contact: bool,
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
    /// The times from which its page awaited an answer about its engagement, each with the time at
    /// which that came, or was lost.
    pub(crate) awaited: Vec<(u64, u64)>,
    /// The stages that hosts reported of it.
    reported: BTreeSet<u8>,
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
            account: None,
            taker: None,
            is_inbound,
            number,
            has_contact: is_inbound,
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
            awaited: Vec::new(),
            reported: BTreeSet::new(),
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
        self.reported.insert(stage);
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

    /// Checks the record store once all is over. `may_mix` if an answer without ids may have been
    /// another call's as well.
    pub(crate) fn verdict(&self, may_mix: bool, is_calm: bool) -> Result<String, String> {
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
            let missing = self.missing(is_transferred, is_calm);
            return missing.map_or(Ok(place.to_owned()), |what| {
                Err(format!("no {what}: {self:?}"))
            });
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
        // What the store did is no code of the app's. A page that is away, or hears of a failure that
        // may be another call's, is told by none.
        let is_told = self.codes.iter().any(|code| !code.starts_with("STORE_"));
        let may_miss = self.lost_with.is_some() || self.blur_ms > 0 || may_mix;
        let cause = cause.filter(|_| is_told || may_miss);
        let cause = cause.ok_or_else(|| format!("{place}, and nobody was told: {self:?}"))?;
        let is_explained = match cause {
            // Another window sees only that no engagement comes.
            "AMBIGUOUS" | "PHONE_NO_ENGAGEMENT" => may_mix,
            // Another window hangs.
            "NOT_DELIVERED" => !is_calm,
            _ => {
                let is_stores = self.codes.iter().any(|code| code.starts_with("STORE_"));
                is_stores || self.lost_with.is_some() || self.blur_ms > 0
            }
        };
        is_explained
            .then(|| format!("{place}: {cause}"))
            .ok_or_else(|| format!("{place}: {cause} for no reason: {self:?}"))
    }

    /// What the hosts and the record store were not told about a call that is done.
    fn missing(&self, is_transferred: bool, is_calm: bool) -> Option<&'static str> {
        let is_said = |stage: u8| self.reported.contains(&stage);
        // A host of another window knows only what followed.
        if self.blur_ms == 0 && self.codes.is_empty() && self.stages.len() == 1 {
            if !is_said(1) {
                return Some("start");
            }
            if self.answered.is_some() && !is_said(2) {
                return Some("answer");
            }
            if !is_transferred && (!is_said(3) || self.outcome.get("callEndStatus").is_none()) {
                return Some("end");
            }
        }
        let contacts = self.outcome["associations"].as_array().map_or(0, Vec::len);
        let is_due = is_calm && !is_transferred && self.has_contact;
        (is_due && contacts == 0).then_some("contact")
    }

    /// The times for which its page awaits answers: a page that was away hears late or never, and
    /// gives an answer up for lost after a while.
    fn spans(&self) -> impl Iterator<Item = (u64, u64)> {
        let late = if self.blur_ms > 0 {
            LOST_MS + self.blur_ms
        } else {
            SLACK_MS
        };
        self.awaited
            .iter()
            .map(move |(from, to)| (*from, to + late))
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

    /// True if an answer without ids may have been another call's of the agent as well.
    pub(crate) fn may_mix(&self, id: Id) -> bool {
        let others = self.calls.iter().filter(|(other, _)| **other != id);
        let call = self.calls.get(&id);
        call.is_some_and(|call| {
            let its = others.filter(|(_, other)| other.agent == call.agent);
            let mut awaited = its.flat_map(|(_, other)| other.spans());
            awaited.any(|(from, to)| call.spans().any(|(own, end)| own <= to && from <= end))
        })
    }

    /// True if another call of the agent began within a second of this time.
    pub(crate) fn rang(&self, id: Id, at: u64) -> bool {
        let agent = self.calls.get(&id).map(|call| call.agent);
        let others = self.calls.iter().filter(|(other, _)| **other != id);
        let mut others = others.filter(|(_, other)| Some(other.agent) == agent);
        others.any(|(_, other)| {
            let mut awaited = other.awaited.iter();
            awaited.any(|(from, _)| from.abs_diff(at) < SLACK_MS)
        })
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
            StoreRequest::MatchCaller { number } => {
                let contact = number.text().map_or(0, contact);
                let record = json!({ "portalId": 1, "objectId": contact, "objectTypeId": "0-1" });
                return Ok((None, json!([{ "objectCoordinates": record }])));
            }
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
                let contacts = outcome["associations"].as_array().into_iter().flatten();
                let own = contact(&call.number);
                if contacts.clone().any(|it| it["objectId"] != own) {
                    return Err(format!("another call's contact: {outcome}, of {call:?}"));
                }
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

/// The contact with a number.
pub(crate) fn contact(number: &str) -> u64 {
    number.trim_start_matches("+1").parse().unwrap_or_default()
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

/// The time for which a page awaits a lost answer.
const LOST_MS: u64 = 300_000;

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
        ledger.calls[&1].verdict(false, false)
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
        let other = json!({ "associations": [{ "objectId": 7 }], "properties": {} });
        let other = ("complete", other);
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
            ("contact", with(other)),
        ] {
            let why = after(&asked).expect_err(what);
            assert!(why.contains(what), "{what}: {why}");
        }
        let mut call = Call::new(0, true, String::new());
        assert!(call.advance((0, 0), "CALL_ENDED", false));
        assert!(!call.advance((0, 0), "CALL_ANSWERED", false));

        let mut call = Call::new(0, true, String::new());
        (call.answered, call.outcome) = (Some(0), json!({ "callEndStatus": "COMPLETED" }));
        for (wire, missing) in [
            ("CALL_COMPLETED", "start"),
            ("INCOMING_CALL", "answer"),
            ("CALL_ANSWERED", "end"),
            ("CALL_ENDED", "contact"),
        ] {
            call.advance((0, 0), wire, false);
            assert_eq!(call.missing(false, true), Some(missing));
        }
    }

    #[test]
    fn a_call_misses_its_answer_for_a_reason() {
        let mut call = Call::new(0, true, String::new());
        call.codes.insert("AMBIGUOUS");
        call.awaited.push((0, 200));
        let mut other = call.clone();
        let mut ledger = Ledger::default();
        for (asked, may_mix) in [(1_200, true), (2_400, false)] {
            other.awaited = vec![(asked, asked + 200)];
            ledger.calls = [(1, call.clone()), (2, other.clone())].into();

            assert_eq!(ledger.may_mix(1), may_mix);
            assert_eq!(call.verdict(may_mix, false).is_ok(), may_mix);
        }
        for (code, is_ok) in [("HOST_REFUSED", false), ("STORE_FAILED", true)] {
            call.codes.remove("AMBIGUOUS");
            call.codes.insert(code);
            assert_eq!(call.verdict(false, true).is_ok(), is_ok);
        }
    }
}
