//! A host's records of calls, beside their state.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::clicks::{Clicks, is_dial_of, is_same_target};
use crate::lifecycle::{Call, CallDirection, Calls};
use crate::protocol::limits::STORE_TIMEOUT;
use crate::protocol::shapes::{DialNumber, ObjectCoordinates};
use crate::protocol::{Body, Kind, Millis, Name, Object, Part, Value, digits_of, given_number};
use crate::session::AwakeClock;
use crate::session::callee::Callee;

/// The records of all calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Records {
    records: Vec<Record>,
    session: u32,
    /// Requests to the store expire in time awake: a sleeping laptop fetches nothing.
    clock: AwakeClock,
    last_request: u32,
}

/// A host's record of one call, beside its state.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    key: u32,
    session: u32,
    /// The DIAL_NUMBER this call answers.
    pub(super) dial: Option<Part<DialNumber>>,
    started: Option<Start>,
    /// Coordinates of the records the caller's number was matched to.
    pub(super) matched: Vec<Part<ObjectCoordinates>>,
    /// Coordinates of the record the widget navigated to; they count if it is a match.
    pub(super) chosen: Option<Part<ObjectCoordinates>>,
    /// True if the host created the engagement.
    pub(super) is_service_owned: bool,
    pub(super) ended_at: Option<Millis>,
    /// True if the call was completed before its end.
    pub(super) is_cut_short: bool,
    /// True if an end without a name came after the completion: it is of a call that the app does not
    /// announce, and so is the next completion without a name.
    pub(super) is_outlived: bool,
    /// The id and the properties of the last message that completed the call.
    pub(super) completed_by: (Value, Value),
    /// True if the frame is hidden once the call is completed.
    pub(super) hides: bool,
    /// The pending steps of the engagement, in order.
    steps: VecDeque<Step>,
    /// The open requests to the store: at most one of them is a step.
    asked: Vec<Asked>,
}

/// An open request to the record store.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    request: u32,
    pub(super) question: Question,
    /// The store's method for it.
    pub(super) method: &'static str,
    /// On the awake clock.
    deadline: Millis,
}

/// A question to the record store.
#[derive(Clone, Debug)]
pub(super) enum Question {
    MatchCaller,
    Step(Step),
}

/// A call's start, as its message reports it.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// False where the call began elsewhere; its direction is a guess then.
    is_told: bool,
    pub(super) direction: CallDirection,
    from_number: Value,
    to_number: Value,
    started_at: Millis,
    /// The app's copy of DIAL_NUMBER.
    dialing_context: Part<DialNumber>,
}

/// A step of a call's engagement.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    Create,
    /// Complete the call, and set the properties if any.
    Complete(Option<Value>),
    /// Publish, and answer the message of this kind.
    Publish(Kind),
}

impl Records {
    /// Begins a session: the widget's page was loaded, and the calls known so far are another's.
    pub(super) const fn begin_session(&mut self) {
        self.session = self.session.wrapping_add(1);
    }

    /// The call's record, added if missing. The call belongs to the running session from now on.
    pub(super) fn of(&mut self, key: u32) -> &mut Record {
        let session = self.session;
        let at = match self.records.iter().position(|record| record.key == key) {
            Some(at) => at,
            None => {
                let record = Record::default();
                self.records.push(Record { key, ..record });
                self.records.len().saturating_sub(1)
            }
        };
        #[expect(clippy::indexing_slicing, reason = "found or pushed just above")]
        let record = &mut self.records[at];
        record.session = session;
        record
    }

    /// A call's record, if the call is remembered.
    pub(super) fn get_mut(&mut self, key: u32) -> Option<&mut Record> {
        self.records.iter_mut().find(|record| record.key == key)
    }

    /// A call's record, if the call is remembered.
    pub(super) fn get(&self, key: u32) -> Option<&Record> {
        self.records.iter().find(|record| record.key == key)
    }

    /// Chooses the record that the widget navigates to, if it is a match of a caller, or may become
    /// one: of the given call, else of the newest one.
    pub(super) fn choose(&mut self, target: &Part<ObjectCoordinates>, key: Option<u32>) {
        let is_lookup = |asked: &Asked| matches!(asked.question, Question::MatchCaller);
        let calls = self.records.iter_mut();
        let calls =
            calls.filter(|record| record.matches(target) || record.asked.iter().any(is_lookup));
        if let Some(record) = calls.max_by_key(|record| (Some(record.key) == key, record.key)) {
            record.chosen = Some(target.clone());
        }
    }

    /// Chooses the record of a call anew, now that its caller is known: another call may be meant.
    pub(super) fn choose_again(&mut self, key: u32) {
        if let Some(chosen) = self.get_mut(key).and_then(|record| record.chosen.take()) {
            self.choose(&chosen, Some(key));
        }
    }

    /// True if a message of the running session was about the call.
    pub(super) fn is_current(&self, key: u32) -> bool {
        self.get(key)
            .is_some_and(|record| record.session == self.session)
    }

    /// True if a load of the widget's page cut the call off: it was open, and no message has been
    /// about it since.
    pub(super) fn is_cut_off(&self, call: &Call) -> bool {
        call.state.is_open() && !self.is_current(call.key())
    }

    /// Cancels the hiding of the frame by any call's completion.
    pub(super) fn cancel_hiding(&mut self) {
        for record in &mut self.records {
            record.hides = false;
        }
    }

    /// A new number for a question to the page.
    pub(super) const fn next_request(&mut self) -> u32 {
        self.last_request = self.last_request.wrapping_add(1);
        self.last_request
    }

    /// Notes a request to the store about a call, for a method of the store; returns its number.
    pub(super) fn ask(
        &mut self,
        now: Millis,
        key: u32,
        question: Question,
        method: &'static str,
    ) -> Option<u32> {
        let request = self.next_request();
        let deadline = self.clock.advance(now) + STORE_TIMEOUT;
        self.get_mut(key)?.asked.push(Asked {
            request,
            question,
            method,
            deadline,
        });
        Some(request)
    }

    /// The handle of the call that a request was about, and the request; `None` where it expired,
    /// was answered before, or never was.
    pub(super) fn answered(&mut self, request: u32) -> Option<(u32, Asked)> {
        self.records.iter_mut().find_map(|record| {
            let mut asked = record.asked.iter();
            let at = asked.position(|asked| asked.request == request)?;
            Some((record.key, record.asked.remove(at)))
        })
    }

    /// The same for the first request whose time is over.
    pub(super) fn expired(&mut self, now: Millis) -> Option<(u32, Asked)> {
        let awake = self.clock.advance(now);
        let over = self.asked().filter(|asked| asked.deadline <= awake);
        let request = over.map(|asked| asked.request).min()?;
        self.answered(request)
    }

    /// The time at which the next request expires, by the edge's clock.
    pub(super) fn due(&self) -> Option<Millis> {
        let next = self.asked().map(|asked| asked.deadline);
        Some(self.clock.due(next.reduce(Millis::min)?))
    }

    fn asked(&self) -> impl Iterator<Item = &Asked> {
        self.records.iter().flat_map(|record| &record.asked)
    }

    /// Drops the records of calls that are forgotten.
    pub(super) fn forget_old(&mut self, calls: &Calls) {
        self.records
            .retain(|record| calls.get(record.key).is_some());
    }
}

impl Record {
    /// True while the store is asked about the call.
    pub(super) const fn is_asked(&self) -> bool {
        !self.asked.is_empty()
    }

    /// Adds a step, once: one that is pending moves to the end, since the messages in between come
    /// before it.
    pub(super) fn add(&mut self, step: Step) {
        self.steps.retain(|other| *other != step);
        self.steps.push_back(step);
    }

    /// True if a pending step completes the call.
    pub(super) fn will_complete(&self) -> bool {
        let mut steps = self.steps.iter();
        steps.any(|step| matches!(step, Step::Complete(_)))
    }

    /// Takes the next step, unless the store is busy with the one before. An engagement is completed
    /// on the timelines of the caller's matches, which have to be known.
    pub(super) fn next_step(&mut self, is_engaged: bool) -> Option<Step> {
        let completes = is_engaged && matches!(self.steps.front(), Some(Step::Complete(_)));
        let is_awaited = |asked: &Asked| match asked.question {
            Question::MatchCaller => completes,
            Question::Step(_) => true,
        };
        if self.asked.iter().any(is_awaited) {
            None
        } else {
            self.steps.pop_front()
        }
    }

    /// Notes the call's start. Its dial is that of the called number: the user may have clicked
    /// several, or typed another. An app may keep the context of an earlier call: one of another
    /// number counts only where that was clicked and not cancelled, and the phone calls it by this
    /// one.
    pub(super) fn start(&mut self, mut start: Start, clicks: &mut Clicks) {
        let called = given_number(&start.to_number).and_then(Value::id_text);
        if let (CallDirection::Outbound, Some(called)) = (start.direction, called) {
            let context = given_number(&start.dialing_context.phone_number);
            let other = context.and_then(Value::id_text);
            let other = other.filter(|own| !is_same_target(own, &called));
            clicks.keep(self.dial.take());
            self.dial = clicks.take(&called, other.as_deref());
            let dial = self.dial.as_deref();
            if other.is_some_and(|other| !dial.is_some_and(|dial| is_dial_of(dial, &other))) {
                start.dialing_context = Part::default();
            }
        } else if let Some(dialled) = self
            .dial
            .as_ref()
            .and_then(|dial| given_number(&dial.phone_number))
        {
            start.to_number = dialled.clone();
        }
        self.started = Some(start);
    }

    /// True if a click asks for this call's number, for the same record.
    pub(super) fn is_clicked_by(&self, click: &DialNumber) -> bool {
        let is_same = |own: &DialNumber| {
            own.phone_number == click.phone_number && callee(own) == callee(click)
        };
        self.dial.as_deref().is_some_and(is_same)
    }

    /// The caller's number, as the start told it.
    pub(super) fn caller(&self) -> Option<&Value> {
        self.started.as_ref()?.from_number.given()
    }

    /// True if a start told the call's direction.
    pub(super) fn knows_direction(&self) -> bool {
        self.started.as_ref().is_some_and(|start| start.is_told)
    }

    /// True if a start may be this call's again: its numbers do not differ.
    pub(super) fn may_start_again(&self, start: &Start) -> bool {
        let known = self.started.as_ref().and_then(Start::other_number);
        match (known, start.other_number()) {
            (Some(known), Some(given)) => is_same_target(&known, &given),
            _ => true,
        }
    }

    /// Takes the caller's number of a repeated start, unless a record is chosen by the one before;
    /// returns it if it is new. It replaces the lookup under way.
    pub(super) fn correct_caller(&mut self, start: &Start) -> Option<Value> {
        let is_known = self.caller().is_some() && self.may_start_again(start);
        let started = self.started.as_mut().filter(|_| self.chosen.is_none())?;
        let number = start.from_number.given().filter(|it| !is_withheld(it))?;
        if is_known || start.direction == CallDirection::Outbound {
            return None;
        }
        started.from_number = number.clone();
        self.asked
            .retain(|asked| !matches!(asked.question, Question::MatchCaller));
        Some(number.clone())
    }

    /// The time of the end. The clock of a phone that reports the start may be ahead.
    pub(super) fn end_time(&self) -> Option<Millis> {
        let started_at = self.started.as_ref().map(|start| start.started_at);
        let ended_at = self.ended_at?;
        Some(started_at.map_or(ended_at, |at| Millis(ended_at.0.max(at.0))))
    }

    /// True if the call is completed and a message says no more: it has no properties, or is the
    /// last one that completed the call. Published widgets give those of one millisecond the same id.
    pub(super) fn is_completed_by(&self, id: &Value, properties: Option<&Value>) -> bool {
        let (last, saved) = &self.completed_by;
        let Some(properties) = properties else {
            return !last.is_undefined();
        };
        let names = saved.keys();
        let is_same = |name: &String| saved.field(name) == properties.field(name);
        id.id_text().is_some()
            && last == id
            && names == properties.keys()
            && names.iter().all(is_same)
    }

    /// The record store's input for a new engagement, as far as the start says it.
    pub(super) fn input(&self) -> Object {
        self.started.as_ref().map(Start::input).unwrap_or_default()
    }

    /// The DIAL_NUMBER fields of the call: its own copy of them if that names a record, else those of
    /// the number the user clicked.
    pub(super) fn dialing_context(&self) -> Option<&DialNumber> {
        let own = self
            .started
            .as_ref()
            .map(|started| &started.dialing_context);
        let own = own.filter(|own| callee(own).is_some());
        own.or(self.dial.as_ref()).map(|dial| &**dial)
    }

    /// True if the caller's number was matched to a record.
    fn matches(&self, target: &ObjectCoordinates) -> bool {
        self.matched.iter().any(|known| is_same(known, target))
    }

    /// The records the engagement belongs to: the callee, else the match the widget chose, else
    /// every match.
    pub(super) fn associations(&self) -> Vec<Value> {
        if let Some(callee) = self.dialing_context().and_then(callee) {
            return vec![callee.into()];
        }
        match &self.chosen {
            Some(chosen) if self.matches(chosen) => vec![chosen.value().clone()],
            _ => (self.matched.iter())
                .map(|matched| matched.value().clone())
                .collect(),
        }
    }
}

impl Start {
    /// The start that a message reports; one about a call that began elsewhere names no numbers.
    pub(super) fn of(now: Millis, direction: CallDirection, body: &Body) -> Self {
        let mut start = Self {
            is_told: false,
            direction,
            from_number: Value::Undefined,
            to_number: Value::Undefined,
            started_at: now,
            dialing_context: Part::default(),
        };
        let (from, to, time) = match body {
            Body::IncomingCall(call) => {
                let to = given_number(&call.to_number);
                (body.other_end(), to, &call.call_start_time)
            }
            Body::OutgoingCallStarted(call) => {
                start.dialing_context = call.dialing_context.clone();
                let from = given_number(&call.from_number);
                (from, body.other_end(), &call.call_start_time)
            }
            _ => return start,
        };
        start.is_told = true;
        start.from_number = from.cloned().into();
        start.to_number = to.cloned().into();
        if let Some(time) = time.number().filter(|time| time.is_finite() && *time > 0.0) {
            start.started_at = Millis(time);
        }
        start
    }

    /// The number of the other end.
    fn other_number(&self) -> Option<String> {
        match self.direction {
            CallDirection::Outbound => self.to_number.id_text(),
            CallDirection::Inbound => self.from_number.id_text(),
        }
    }

    fn input(&self) -> Object {
        let direction = match self.direction {
            CallDirection::Inbound => "INBOUND",
            CallDirection::Outbound => "OUTBOUND",
        };
        let mut input = Object::new().with(Name::Direction, direction);
        for (name, number) in [
            (Name::FromNumber, &self.from_number),
            (Name::ToNumber, &self.to_number),
        ] {
            if !number.is_undefined() {
                input.set(name, number.clone());
            }
        }
        input.with(Name::StartedAt, self.started_at.0)
    }
}

/// True if two coordinates mean one record; the portal may be left out.
fn is_same(one: &ObjectCoordinates, other: &ObjectCoordinates) -> bool {
    let is_same = |one: &Value, other: &Value| {
        let id = one.id_text();
        id.is_some() && id == other.id_text()
    };
    is_same(&one.object_id, &other.object_id) && is_same(&one.object_type_id, &other.object_type_id)
}

/// True if an object type is neither the contacts' nor the companies'.
pub(super) fn is_custom_object(object_type_id: &str) -> bool {
    object_type_id != CONTACT && object_type_id != COMPANY
}

/// Coordinates of the record on the other end of a dialled call.
fn callee(dial: &DialNumber) -> Option<Object> {
    let callee = Callee::of(dial)?;
    let id = match callee.object_id.number() {
        Some(id) => id,
        None => exact(callee.object_id.text()?.parse().ok()?)?,
    };
    let mut coordinates = Object::new();
    if dial.portal_id.number().is_some() {
        coordinates.set(Name::PortalId, dial.portal_id.clone());
    }
    coordinates.set(Name::ObjectId, id);
    coordinates.set(Name::ObjectTypeId, callee.object_type_id?);
    Some(coordinates)
}

/// A whole number as a JavaScript number; `None` where it cannot be exact.
fn exact(whole: u64) -> Option<f64> {
    (whole < 1 << f64::MANTISSA_DIGITS).then_some(whole as f64)
}

/// True for a withheld number: no digit but zeros.
pub(super) fn is_withheld(number: &Value) -> bool {
    digits_of(&number.id_text().unwrap_or_default()).is_empty()
}

const CONTACT: &str = "0-1";
const COMPANY: &str = "0-2";

#[cfg(test)]
mod tests {
    use super::Records;
    use crate::lifecycle::{CallDirection, Calls};

    #[test]
    fn a_record_goes_with_its_call() {
        let mut calls = Calls::default();
        let call = calls.start(None, CallDirection::Outbound).expect("room");
        let mut records = Records::default();
        records.of(call);
        records.of(call + 1);

        records.forget_old(&calls);

        assert!(records.get(call).is_some());
        assert!(records.get(call + 1).is_none());
    }
}
