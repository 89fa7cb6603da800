//! The calls of a host.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::clicks::Clicks;
use super::outbox::Outbox;
use super::record::{Record, Records, Start, Step};
use crate::lifecycle::{
    Call, CallDirection, CallEvent, CallState, Calls, Correlation, EngagementEvent, RefusalCode,
    Refused,
};
use crate::protocol::shapes::DialNumber;
use crate::protocol::{
    Body, CallName, Envelope, Kind, Millis, Name, Object, Part, Value, ValueKind,
};

/// The calls, each with its record. One without a record is an incoming call that the host does
/// not take: the app goes on to report it, and its end is no other call's.
#[derive(Clone, Debug, Default)]
pub(super) struct HostCalls {
    calls: Calls,
    pub(super) records: Records,
    clicks: Clicks,
    /// The time of the last click that was dialled.
    clicked_at: Millis,
}

impl HostCalls {
    /// Notes that the widget's page was loaded again: its calls stay, and count as cut off until a
    /// message is about them.
    pub(super) fn handle_loaded(&mut self) {
        self.records.begin_session();
        let open = self.calls.iter().filter(|call| call.state.is_open());
        for key in open.map(Call::key).collect::<Vec<_>>() {
            if self.is_taken(key) {
                self.calls.cut_off(key);
            } else {
                self.calls.discard(key);
            }
        }
    }

    /// Adds the call that the host asks for; returns its handle.
    pub(super) fn request(&mut self, now: Millis, dial: Part<DialNumber>) -> Result<u32, Refused> {
        let before = self.request_key().and_then(|key| self.records.get(key));
        let unanswered = before.and_then(|record| record.dial.clone());
        self.clicks.keep(unanswered);
        let key = self.begin(Calls::request)?;
        self.records.of(key).dial = Some(dial);
        self.clicked_at = now;
        Ok(key)
    }

    /// True if a click is the second half of a double click: an app would call the number twice.
    pub(super) fn is_clicked_twice(&self, now: Millis, dial: &DialNumber) -> bool {
        let is_soon = (Millis(0.0)..DOUBLE_CLICK).contains(&(now - self.clicked_at));
        let is_first = |key| {
            let record = self.records.get(key);
            self.records.is_current(key) && record.is_some_and(|record| record.is_clicked_by(dial))
        };
        is_soon && self.request_key().is_some_and(is_first)
    }

    /// Starts the widget's call; returns its handle. A call under its id that the host does not take,
    /// or that a reload cut off, gives way: apps count their ids anew.
    pub(super) fn start(&mut self, start: Start, body: &Body) -> Result<u32, Refused> {
        let direction = start.direction;
        let known = self.calls.begun(body, direction).map(Call::key);
        if let Some(key) = known.filter(|key| !self.records.is_current(*key)) {
            self.calls.discard(key);
        }
        if self.calls.turned(body, direction).is_some()
            && let Some(request) = self.request_key()
        {
            self.clicks.keep(self.records.of(request).dial.take());
        }
        let key = self.begin(|calls| calls.begin(body, direction))?;
        self.records.of(key).start(start, &mut self.clicks);
        Ok(key)
    }

    /// The open call that a start is about again; where the widget's page was loaded again
    /// meanwhile, it continues unchanged. The same page may correct a caller's number: a call that a
    /// colleague passes on has another.
    pub(super) fn begun(&self, start: &Start, body: &Body) -> Option<u32> {
        let call = self.calls.begun(body, start.direction)?;
        let record = self.records.get(call.key())?;
        let is_incoming = start.direction == CallDirection::Inbound && call.state.is_under_way();
        let may_correct = is_incoming && self.records.is_current(call.key());
        let is_it =
            call.direction == start.direction && (may_correct || record.may_start_again(start));
        is_it.then_some(call.key())
    }

    /// Notes a start that is repeated: a call without an id takes the message's. Returns the number
    /// of a caller that only this start names.
    pub(super) fn begin_again(&mut self, start: &Start, body: &Body) -> Option<Value> {
        let key = self.calls.begin_again(body, start.direction)?;
        self.records.get_mut(key)?.correct_caller(start)
    }

    /// Continues a call after the widget's page was loaded again; true if it was.
    pub(super) fn reattach(&mut self, key: u32) -> bool {
        if self.records.is_current(key) {
            return false;
        }
        self.records.of(key);
        self.calls.touch(key);
        true
    }

    /// Applies a message's event to its call; returns the handle. A call that began in another of
    /// the user's windows, or that the host did not take, is known by its engagement. One that is
    /// named is continued although the event is refused: a page may repeat what the one before said.
    pub(super) fn apply(
        &mut self,
        now: Millis,
        body: &Body,
        event: CallEvent,
    ) -> Result<u32, Refused> {
        let name = body.call_name();
        let key = match self.calls.apply(&name, event) {
            Ok(key) => key,
            Err(refused) => {
                let named = self.calls.named(&name, event);
                let named = named.filter(|call| call.state.is_open() && call.is_named(&name));
                if let Some(key) = named.map(Call::key).filter(|key| self.is_taken(*key)) {
                    self.reattach(key);
                    return Err(refused);
                }
                self.take_up(now, &name, body, event).ok_or(refused)?
            }
        };
        self.take(now, key, body);
        Ok(key)
    }

    /// A call's record. A call that no start reported gets one: its messages do not name the
    /// direction.
    fn take(&mut self, now: Millis, key: u32, body: &Body) -> &mut Record {
        if !self.is_taken(key) {
            let start = Start::of(now, CallDirection::Inbound, body);
            self.records.of(key).start(start, &mut self.clicks);
        }
        self.records.of(key)
    }

    /// Adds a call that this page did not see begin; `None` where the message does not name its
    /// engagement.
    fn take_up(
        &mut self,
        now: Millis,
        name: &CallName,
        body: &Body,
        event: CallEvent,
    ) -> Option<u32> {
        if !self.calls.is_of_another(name, event) {
            return None;
        }
        // The message does not name the direction.
        let start = Start::of(now, CallDirection::Inbound, body);
        self.start(start, body).ok()?;
        if event == CallEvent::FinalizeAsked {
            // What is published is over.
            self.calls.force(name, CallEvent::Ended { status: None });
        }
        self.calls.force(name, event)
    }

    /// Completes a call under way whose end was never reported; returns its handle. `None` where
    /// the message is about no such call.
    pub(super) fn cut_short(&mut self, now: Millis, body: &Body) -> Option<u32> {
        let (name, event) = (body.call_name(), CallEvent::Completed);
        let call = self.completed(&name)?;
        let key = call.key();
        let of_engagement = self.of_engagement(&name);
        let is_of_another =
            name.id != call.external_call_id && of_engagement.is_some_and(|call| call.key() != key);
        // A user cancels the number that was clicked.
        let is_unnamed = name.id.is_none() && of_engagement.is_none();
        let is_request = is_unnamed && self.request_key().is_some();
        if is_of_another || is_request || !call.state.is_under_way() {
            return None;
        }
        self.calls.force(&name, event)?;
        let record = self.take(now, key, body);
        record.ended_at = Some(now);
        record.is_cut_short = true;
        Some(key)
    }

    /// Takes the end of a call that is over already: of one that was completed without an end, or a
    /// later end that brings the status. Returns its handle; `None` where nothing is new.
    pub(super) fn end_again(&mut self, now: Millis, body: &Body) -> Option<u32> {
        let status = body.end_status();
        let (name, event) = (body.call_name(), CallEvent::Ended { status });
        let call = self.calls.named(&name, event)?;
        let (key, before) = (call.key(), call.state);
        let is_named = call.is_named(&name);
        let record = self.records.get_mut(key)?;
        if !matches!(
            before,
            CallState::Ended { .. } | CallState::Completed { .. }
        ) {
            return None;
        }
        let is_over = matches!(before, CallState::Completed { .. }) && !record.is_cut_short;
        record.is_outlived |= is_over && name.is_empty();
        let is_first = is_named && core::mem::take(&mut record.is_cut_short);
        let is_later = is_first && record.ended_at.replace(now) != Some(now);
        self.calls.force(&name, event)?;
        let after = self.calls.get(key)?.state;
        (is_later || after != before).then_some(key)
    }

    /// The properties of the last message that completed a call.
    pub(super) fn last_properties(&self, key: u32) -> Option<Value> {
        let (_, properties) = &self.records.get(key)?.completed_by;
        Some(properties.clone()).filter(|it| it.kind() == ValueKind::Object)
    }

    /// The handle of the completed or transferred call that a completion is about: later notes are
    /// saved, too, and so is a transferred call. `None` for a message that brings nothing new.
    pub(super) fn noted(&mut self, message: &Envelope, properties: Option<&Value>) -> Option<u32> {
        let name = message.body.call_name();
        let call = self.completed(&name)?;
        let key = call.key();
        let record = self.records.get(key)?;
        let is_of_another = record.is_outlived && name.is_empty();
        if is_of_another || call.state.is_open() || record.is_completed_by(&message.id, properties)
        {
            return None;
        }
        if name.id.is_some() {
            self.calls.force(&name, CallEvent::Completed);
        }
        self.calls.touch(key);
        Some(key)
    }

    /// The call that a completion is about, where none is in wrap-up. Without a name it is not about
    /// a ring that a later call has outlasted: some apps never report its end.
    fn completed(&self, name: &CallName) -> Option<&Call> {
        let call = self.calls.named(name, CallEvent::Completed)?;
        let is_ring = call.state == CallState::Ringing;
        let newest = self.calls.iter().last();
        let newest = newest.filter(|newest| name.is_empty() && is_ring && !newest.state.is_open());
        newest.or(Some(call))
    }

    /// True if a message names a known call, by its id or its engagement.
    pub(super) fn is_named(&self, body: &Body) -> bool {
        let name = body.call_name();
        self.calls.iter().any(|call| call.is_named(&name))
    }

    /// Notes an incoming call that the host does not take.
    pub(super) fn ignore(&mut self, body: &Body) {
        let _ = self.calls.begin(body, CallDirection::Inbound);
    }

    /// Follows a call that the host does not take: refuses a message about one, unless that names
    /// an engagement of its own.
    pub(super) fn follow_ignored(&mut self, body: &Body, event: CallEvent) -> Result<(), Refused> {
        let name = body.call_name();
        let is_own = name.engagement.is_some() && self.of_engagement(&name).is_none();
        let is_ignored = |call: &Call| {
            let is_about_it = call.state.is_open() || call.state.after(event).is_ok();
            is_about_it && !is_own && !self.is_taken(call.key())
        };
        if !self.calls.named(&name, event).is_some_and(is_ignored) {
            return Ok(());
        }
        self.calls.force(&name, event);
        Err(Refused::new(RefusalCode::NotStarted, "", event.name()))
    }

    /// Keeps a call as long as the record store is asked about it, however many others are completed.
    pub(super) fn keep(&mut self, key: u32) {
        let is_asked = self.records.get(key).is_some_and(Record::is_asked);
        self.calls.keep(key, is_asked);
    }

    /// True unless it is a call that the host does not take.
    pub(super) fn is_taken(&self, key: u32) -> bool {
        self.records.get(key).is_some()
    }

    /// The call of the engagement that a message names.
    pub(super) fn of_engagement(&self, name: &CallName) -> Option<&Call> {
        self.calls.by_engagement(name.engagement.as_ref()?)
    }

    /// Drops the call of the clicked number; true if there was one. The app may call the number all
    /// the same.
    pub(super) fn forget_request(&mut self) -> bool {
        let request = self.request_key();
        if let Some(key) = request {
            self.clicks.cancel(self.records.of(key).dial.take());
            self.calls.discard(key);
        }
        request.is_some()
    }

    /// Drops the call of the clicked number, whose end an app may report without a start; true if it
    /// was that one's: no other is open.
    pub(super) fn end_request(&mut self, body: &Body) -> bool {
        let open = self.calls.iter().filter(|call| call.state.is_open());
        open.count() == 1 && !self.is_named(body) && self.forget_request()
    }

    fn request_key(&self) -> Option<u32> {
        self.calls.requested().map(Call::key)
    }

    /// Requests the end of the running call.
    pub(super) fn ask_end(&mut self) -> Result<u32, Refused> {
        self.calls
            .apply(&CallName::default(), CallEvent::HostEndAsked)
    }

    /// Applies an event to a call's engagement, if allowed; the answer is posted all the same.
    pub(super) fn engage(&mut self, key: u32, event: EngagementEvent) {
        let _ = self.calls.engage(key, event);
    }

    /// The same for an event that names the engagement by an id; a refusal is reported.
    pub(super) fn engage_by_id(
        &mut self,
        key: u32,
        event: EngagementEvent,
        outbox: &mut Outbox,
    ) -> Result<(), Refused> {
        let engaged = self.calls.engage(key, event);
        engaged.inspect_err(|refused| outbox.diagnose(refused.code.into(), refused.to_string()))
    }

    /// Applies an answer that the page sends by hand to its call.
    pub(super) fn answered_by_hand(&mut self, kind: Kind, body: &Body, outbox: &mut Outbox) {
        let CallName { id, engagement } = body.call_name();
        let Some((awaited, event)) = EngagementEvent::answered(kind, engagement.as_ref()) else {
            return;
        };
        let found = self
            .calls
            .correlate(awaited, id.as_ref(), engagement.as_ref());
        let Correlation::Call(key) = found else {
            return;
        };
        if !matches!(event, EngagementEvent::Created(_)) {
            self.engage(key, event);
        } else if self.engage_by_id(key, event, outbox).is_ok() {
            self.set_service_owned(key);
        }
    }

    /// A call as the record store gets it.
    pub(super) fn stored_call(&self, key: u32) -> Object {
        let record = self.records.get(key);
        let mut call = record.map(Record::input).unwrap_or_default();
        let is_apps = self.engagement(key).is_some() && !self.is_service_owned(key);
        call.set(Name::Owner, if is_apps { "app" } else { "service" });
        if let Some(id) = self.external_id(key) {
            call.set(Name::ExternalCallId, id.to_owned());
        }
        call
    }

    /// The same for a completed call: with its end, its records, and its properties.
    pub(super) fn completed_call(&self, key: u32, properties: Option<Value>) -> Object {
        let mut call = self.stored_call(key);
        let record = self.records.get(key);
        if let Some(at) = record.and_then(Record::end_time) {
            call.set(Name::EndedAt, at.0);
        }
        let status = self.calls.get(key).and_then(|call| call.state.end_status());
        if let Some(status) = status {
            call.set(Name::CallEndStatus, status.as_str());
        }
        let own = properties
            .as_ref()
            .map(|own| own.named(Name::HsCallDirection));
        if let Some(direction) = own
            && matches!(direction.text(), Some("INBOUND" | "OUTBOUND"))
            && !record.is_some_and(Record::knows_direction)
        {
            call.set(Name::Direction, direction);
        }
        let associations = record.map(Record::associations).unwrap_or_default();
        let properties = properties.unwrap_or_else(|| Object::new().into());
        call.with(Name::Associations, associations)
            .with(Name::Properties, properties)
    }

    /// Takes the next step of a call's engagement, if it is due.
    pub(super) fn next_step(&mut self, key: u32) -> Option<Step> {
        let is_engaged = self.engagement(key).is_some();
        self.records.get_mut(key)?.next_step(is_engaged)
    }

    /// A call's engagement, by its id.
    pub(super) fn engagement(&self, key: u32) -> Option<Value> {
        let call = self.calls.get(key)?;
        call.engagement.id().map(Value::from)
    }

    /// The id that the app gave a call.
    pub(super) fn external_id(&self, key: u32) -> Option<&str> {
        let call = self.calls.get(key)?;
        Some(call.external_call_id.as_ref()?.as_str())
    }

    /// Notes that the host created the call's engagement.
    pub(super) fn set_service_owned(&mut self, key: u32) {
        if let Some(record) = self.records.get_mut(key) {
            record.is_service_owned = true;
        }
    }

    /// True if the host created the call's engagement, and so has named it.
    pub(super) fn is_service_owned(&self, key: u32) -> bool {
        let record = self.records.get(key);
        record.is_some_and(|record| record.is_service_owned)
    }

    pub(super) fn get(&self, key: u32) -> Option<&Call> {
        self.calls.get(key)
    }

    /// The calls, oldest first.
    pub(super) const fn all(&self) -> &Calls {
        &self.calls
    }

    /// True if one of the chosen calls belongs to this session.
    pub(super) fn has_current(&self, chosen: impl Fn(&Call) -> bool) -> bool {
        let mut calls = self.calls.iter();
        calls.any(|call| chosen(call) && self.records.is_current(call.key()))
    }

    /// The handles of the calls that changed since the last time. Drops the records of those that
    /// are forgotten.
    pub(super) fn take_changed(&mut self) -> Vec<u32> {
        let mut changed = self.calls.take_changed();
        if !changed.is_empty() {
            self.records.forget_old(&self.calls);
            changed.retain(|key| self.calls.get(*key).is_none() || self.is_taken(*key));
        }
        changed
    }

    /// Adds a call. If there is no room, one that was cut off is dropped, else the oldest that was
    /// never answered: some apps report no end.
    fn begin(
        &mut self,
        begin: impl Fn(&mut Calls) -> Result<u32, Refused>,
    ) -> Result<u32, Refused> {
        let begun = begin(&mut self.calls);
        if !matches!(&begun, Err(refused) if refused.code == RefusalCode::TooManyCalls) {
            return begun;
        }
        let is_left = |call: &&Call| self.records.is_cut_off(call);
        let is_unanswered =
            |call: &&Call| matches!(call.state, CallState::Dialing | CallState::Ringing);
        let oldest = self.calls.iter().find(is_left);
        let left = oldest.or_else(|| self.calls.iter().find(is_unanswered));
        let Some(left) = left.map(Call::key) else {
            return begun;
        };
        self.calls.discard(left);
        begin(&mut self.calls)
    }
}

/// The longest time between the clicks of a double click.
const DOUBLE_CLICK: Millis = Millis(500.0);
