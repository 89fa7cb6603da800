//! The set of calls.

mod correlation;
mod mirror;
#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::vec::Vec;

use crate::lifecycle::call::{CallEvent, CallState};
use crate::lifecycle::engagement::{Engagement, EngagementEvent};
use crate::lifecycle::refused::{RefusalCode, Refused};
use crate::protocol::limits::{MAX_CLOSED_CALLS, MAX_KEPT_CALLS, MAX_OPEN_CALLS};
use crate::protocol::{Body, CallName, EndStatus, EngagementId, ExternalCallId, WindowId, named};

pub use correlation::Correlation;

/// One call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The app's identifier; absent while the app has not given one.
    pub external_call_id: Option<ExternalCallId>,
    /// Its direction.
    pub direction: CallDirection,
    /// Its state.
    pub state: CallState,
    /// The state of its engagement.
    pub engagement: Engagement,
    /// The user's other window that owns the call; absent for this window's calls.
    pub owner: Option<WindowId>,
    /// True for a call taken over from another window that is gone.
    pub(crate) is_adopted: bool,
    /// True for a call of the page before.
    is_resumed: bool,
    /// True once this window's host saw the call begin.
    pub(crate) is_announced: bool,
    /// True for the call of a clicked number, until the app starts it.
    is_unstarted: bool,
    /// The window whose app answered it; absent if that is the owner.
    pub(crate) taker: Option<WindowId>,
    /// True if it is not forgotten when it is closed: a host's record store is asked about it.
    is_kept: bool,
    /// Its [`Body::other_number`].
    number: Option<String>,
    /// Its [`Body::start_time`].
    started_at: Option<String>,
    key: u32,
}

impl Call {
    /// A call under its handle: a new one, or one that is restored.
    pub(crate) const fn new(
        key: u32,
        external_call_id: Option<ExternalCallId>,
        direction: CallDirection,
        state: CallState,
        engagement: Engagement,
        owner: Option<WindowId>,
    ) -> Self {
        let is_announced = owner.is_none();
        Self {
            external_call_id,
            direction,
            state,
            engagement,
            owner,
            is_adopted: false,
            is_resumed: false,
            is_announced,
            is_unstarted: matches!(state, CallState::Requested),
            taker: None,
            is_kept: false,
            number: None,
            started_at: None,
            key,
        }
    }

    /// True if a start may be its own, although other messages moved it before.
    const fn awaits_start(&self) -> bool {
        self.is_unstarted && self.state.is_open()
    }

    /// True if it may start again: its engagement's id may be lost with the page before.
    pub(crate) fn may_start_again(&self, direction: CallDirection) -> bool {
        self.is_resumed && self.direction == direction && self.engagement.id().is_none()
    }

    /// True for a call of a page or a window that is gone: this one's host may not have seen it begin.
    pub(crate) const fn is_taken_over(&self) -> bool {
        self.is_resumed || self.is_adopted
    }

    /// True if a start under its id begins another call: its own is over, and differs or was
    /// `asked` for anew. A queue offers a caller again whom nobody answered; not all apps give the
    /// time.
    fn is_followed_by(&self, body: &Body, direction: CallDirection, asked: bool) -> bool {
        let CallState::Ended { status } = self.state else {
            return false;
        };
        let numbers = self.number.as_ref().zip(body.other_number());
        let times = self.started_at.as_ref().zip(body.start_time());
        let is_answered = matches!(status, None | Some(EndStatus::Completed));
        let is_incoming = direction == CallDirection::Inbound && numbers.is_some();
        let is_offered = is_incoming && times.is_none() && !is_answered;
        self.direction != direction
            || is_offered
            || asked && !self.may_start_again(direction)
            || numbers.is_some_and(|(own, its)| !is_alike(own, &its))
            || times.is_some_and(|(own, its)| *own != its)
    }

    /// Its handle, if it may start again.
    fn begun_again(&self, direction: CallDirection) -> Result<u32, Refused> {
        if self.may_start_again(direction) {
            return Ok(self.key);
        }
        let (state, (event, _)) = (self.state.name(), entry_of(direction));
        Err(Refused::new(RefusalCode::AlreadyStarted, state, event))
    }

    /// True if a message names it, by its id or its engagement.
    pub(crate) fn is_named(&self, name: &CallName) -> bool {
        let CallName { id, engagement } = name;
        id.is_some() && *id == self.external_call_id
            || engagement.is_some() && engagement.as_ref() == self.engagement.id()
    }

    /// True if this window owns the call.
    #[must_use]
    pub const fn is_own(&self) -> bool {
        self.owner.is_none()
    }

    /// The call's handle within its [`Calls`]; never used twice.
    #[must_use]
    pub const fn key(&self) -> u32 {
        self.key
    }
}

named! {
    /// The direction of a call.
    CallDirection {
        /// Someone calls the user.
        Inbound = "inbound",
        /// The user calls someone.
        Outbound = "outbound",
    }
}

/// The calls of one session: a bounded number of open ones, and the last few closed ones.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    calls: Vec<Call>,
    last_key: u32,
    /// The handles of calls that began, changed or are forgotten since
    /// [`Calls::take_changed`].
    changed: Vec<u32>,
}

impl Calls {
    /// No calls.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            calls: Vec::new(),
            last_key: 0,
            changed: Vec::new(),
        }
    }

    pub(crate) fn restored(calls: Vec<Call>) -> Self {
        Self {
            last_key: calls.iter().map(Call::key).max().unwrap_or(0),
            changed: calls.iter().map(Call::key).collect(),
            calls,
        }
    }

    /// Adds the call that the host asked for; an earlier request that was not started is dropped.
    ///
    /// # Errors
    ///
    /// [`RefusalCode::TooManyCalls`].
    pub fn request(&mut self) -> Result<u32, Refused> {
        self.forget(|call| call.awaits_start() && !call.state.is_under_way());
        let [entry, ..] = CallState::ENTRIES;
        self.add(None, CallDirection::Outbound, entry)
    }

    /// The call that the host asked for, until the app starts it.
    pub(crate) fn requested(&self) -> Option<&Call> {
        self.calls.get(self.requested_at()?)
    }

    fn requested_at(&self) -> Option<usize> {
        self.calls.iter().rposition(Call::awaits_start)
    }

    /// Removes a call whose start was never sent.
    pub(crate) fn discard(&mut self, key: u32) {
        self.forget(|call| call.key == key);
    }

    /// Starts the call of a message. One of the page before stays unchanged: its engagement is
    /// requested again.
    ///
    /// # Errors
    ///
    /// As [`Calls::start`], and [`RefusalCode::AlreadyStarted`] when an open call has the id, or one
    /// without an id the number. An app may use an id again while its call is in wrap-up.
    pub(crate) fn begin(&mut self, body: &Body, direction: CallDirection) -> Result<u32, Refused> {
        let key = match (self.turned(body, direction), self.begun(body, direction)) {
            (Some(call), _) => self.turn(call.key),
            (None, Some(call)) => call.begun_again(direction)?,
            (None, None) => self.start(body.call_id(), direction)?,
        };
        if let Some(call) = self.get_mut(key) {
            call.number = body.other_number();
            call.started_at = body.start_time();
        }
        Ok(key)
    }

    /// The call that the start in a message would begin again: that of its id, or one that has its
    /// number where one of the two has no id, or both ids may be one. Apps report one call from two
    /// places, or again once they know its id.
    pub(crate) fn begun(&self, body: &Body, direction: CallDirection) -> Option<&Call> {
        let asked = direction == CallDirection::Outbound && self.requested().is_some();
        let id = body.call_id();
        if let Some(call) = id.as_ref().and_then(|id| self.by_id(id)) {
            let is_over = !call.state.is_open() || call.is_followed_by(body, direction, asked);
            return (!is_over && !call.awaits_start()).then_some(call);
        }
        let number = body.other_number().filter(|_| !asked)?;
        let id = id.as_ref().map(|id| self.spelt(id));
        self.calls.iter().rev().find(|call| {
            let own = call.external_call_id.as_ref();
            (own == id || own.is_none() || id.is_none())
                && call.is_own()
                && call.direction == direction
                && call.state.is_under_way()
                && (call.number.as_ref()).is_some_and(|own| is_alike(own, &number))
        })
    }

    /// The incoming call that the start in a message turns into the one that the host asked for: a
    /// phone may ring its user first, and then call the number under the same id.
    pub(crate) fn turned(&self, body: &Body, direction: CallDirection) -> Option<&Call> {
        let call = self.by_id(&body.call_id()?)?;
        let is_asked = direction == CallDirection::Outbound && self.requested().is_some();
        let is_ring = call.direction == CallDirection::Inbound && call.state.is_under_way();
        (is_asked && is_ring && call.is_own()).then_some(call)
    }

    fn turn(&mut self, key: u32) -> u32 {
        self.forget(Call::awaits_start);
        if let Some(call) = self.get_mut(key) {
            call.direction = CallDirection::Outbound;
            if call.state == CallState::Ringing {
                call.state = CallState::Dialing;
            }
        }
        self.touch(key);
        key
    }

    /// Adds a call that starts, in place of the request it answers.
    ///
    /// # Errors
    ///
    /// [`RefusalCode::TooManyCalls`].
    pub fn start(
        &mut self,
        id: Option<ExternalCallId>,
        direction: CallDirection,
    ) -> Result<u32, Refused> {
        let entry = entry_of(direction);
        let requested = self.requested_at();
        match requested.filter(|_| direction == CallDirection::Outbound) {
            Some(at) => {
                // Others may have begun since.
                let mut call = self.calls.remove(at);
                (_, call.state) = entry;
                call.is_unstarted = false;
                call.external_call_id = id;
                let key = call.key;
                self.calls.push(call);
                self.touch(key);
                Ok(key)
            }
            None => self.add(id, direction, entry),
        }
    }

    /// Applies an event to the call that a message names.
    ///
    /// # Errors
    ///
    /// [`Refused`]; nothing changed.
    pub fn apply(&mut self, name: &CallName, event: CallEvent) -> Result<u32, Refused> {
        let unknown = Refused::new(RefusalCode::NotStarted, "", event.name());
        let call = self.named(name, event).ok_or(unknown)?;
        let (key, state) = (call.key, call.state.after(event)?);
        Ok(self.moved(key, name, state))
    }

    /// Applies an event although the state does not allow it, since the message goes out all the
    /// same. `None` when no call is named.
    pub(crate) fn force(&mut self, name: &CallName, event: CallEvent) -> Option<u32> {
        let call = self.named(name, event)?;
        let (key, state) = (call.key, call.state);
        // An app may end a call whose start it never reported. If the message names no call, one
        // that is over stays as it is.
        let is_meant = state.is_open() || call.is_named(name);
        let state = if is_meant { state.forced(event) } else { state };
        Some(self.moved(key, name, state))
    }

    /// True if a message that fits no call names an engagement that none of them has or may get.
    pub(crate) fn is_of_another(&self, name: &CallName, event: CallEvent) -> bool {
        let Some(engagement) = &name.engagement else {
            return false;
        };
        // Notes of a transferred call may be the first to name it.
        let is_late = matches!(event, CallEvent::Completed | CallEvent::FinalizeAsked);
        let may_get = |call: &Call| {
            let is_noted = is_late && call.state == CallState::Transferred;
            let is_started = call.state.is_open() && call.state != CallState::Requested;
            call.engagement.id().is_none() && (is_started || is_noted)
        };
        self.by_engagement(engagement).is_none()
            && match &name.id {
                // Without an id of its own, it may be the message's call.
                Some(id) => {
                    self.by_id(id).is_none() && !self.named(name, event).is_some_and(may_get)
                }
                None => !self.calls.iter().any(may_get),
            }
    }

    /// Notes the repeated start of a call; one without an id takes the message's.
    pub(crate) fn begin_again(&mut self, body: &Body, direction: CallDirection) -> Option<u32> {
        let call = self.begun(body, direction)?;
        let (key, state) = (call.key, call.state);
        Some(self.moved(key, &body.call_name(), state))
    }

    /// Puts a call into a state, after a message of this name; one without an id takes the message's.
    fn moved(&mut self, key: u32, name: &CallName, state: CallState) -> u32 {
        if let Some(call) = self.get_mut(key) {
            call.state = state;
            if call.external_call_id.is_none() {
                call.external_call_id.clone_from(&name.id);
            }
        }
        self.touch(key);
        self.forget_old(key);
        key
    }

    /// Applies an event to a call's engagement. An engagement belongs to one call, and is refused
    /// for any other.
    ///
    /// # Errors
    ///
    /// [`Refused`]; nothing changed.
    pub(crate) fn engage(&mut self, key: u32, event: EngagementEvent) -> Result<(), Refused> {
        let is_of_another = |id: &EngagementId| {
            let mut others = self.calls.iter().filter(|call| call.key != key);
            others.any(|call| call.engagement.id() == Some(id))
        };
        let is_refused = event.named().is_some_and(is_of_another);
        let Some(call) = self.get_mut(key) else {
            return Ok(());
        };
        if is_refused {
            let code = RefusalCode::OtherEngagement;
            return Err(Refused::new(code, "", event.name()));
        }
        call.engagement = call.engagement.after(event)?;
        self.touch(key);
        Ok(())
    }

    /// Fails the chosen calls' pending requests: the host that was asked is gone.
    pub(crate) fn lose_answers(&mut self, chosen: impl Fn(&Call) -> bool) {
        self.change(&mut |call| {
            let Some(awaited) = call.engagement.awaited().filter(|_| chosen(call)) else {
                return false;
            };
            let Ok(engagement) = call.engagement.after(awaited.failure()) else {
                return false;
            };
            call.engagement = engagement;
            true
        });
    }

    /// Resets a call to an earlier state. Later knowledge of its engagement stays; pending
    /// requests count as not sent.
    pub(crate) fn put_back(&mut self, before: &Call) {
        let Some(call) = self.get_mut(before.key) else {
            return;
        };
        call.state = before.state;
        if call.engagement.awaited().is_some() {
            call.engagement.clone_from(&before.engagement);
        }
    }

    /// Notes that this window's host has seen the call begin.
    pub(crate) fn set_announced(&mut self, key: u32) {
        if let Some(call) = self.get_mut(key) {
            call.is_announced = true;
        }
    }

    /// The call with a handle.
    #[must_use]
    pub fn get(&self, key: u32) -> Option<&Call> {
        self.calls.iter().find(|call| call.key == key)
    }

    fn get_mut(&mut self, key: u32) -> Option<&mut Call> {
        self.calls.iter_mut().find(|call| call.key == key)
    }

    /// The call with an app's id, open or closed.
    #[must_use]
    pub fn by_id(&self, id: &ExternalCallId) -> Option<&Call> {
        self.calls
            .iter()
            .rev()
            .find(|call| call.external_call_id.as_ref() == Some(id))
    }

    /// The call an engagement belongs to.
    pub(crate) fn by_engagement(&self, id: &EngagementId) -> Option<&Call> {
        self.calls
            .iter()
            .rev()
            .find(|call| call.engagement.id() == Some(id))
    }

    /// The handles of the calls that began, changed or were forgotten since the last time, each
    /// once.
    pub(crate) fn take_changed(&mut self) -> Vec<u32> {
        core::mem::take(&mut self.changed)
    }

    /// Takes the closed calls.
    pub(crate) fn take_closed(&mut self) -> Vec<Call> {
        let closed = self.calls.extract_if(.., |call| !call.state.is_open());
        closed.collect()
    }

    /// Adds a closed call that stands for an engagement which the host owes.
    pub(crate) fn add_owed(&mut self, id: Option<ExternalCallId>) {
        self.last_key = self.last_key.wrapping_add(1);
        let (state, pending) = (CallState::Transferred, Engagement::Pending);
        let direction = CallDirection::Outbound;
        let call = Call::new(self.last_key, id, direction, state, pending, None);
        self.calls.push(call);
    }

    /// Forgets every call.
    pub fn clear(&mut self) {
        self.forget(|_| true);
    }

    fn forget(&mut self, chosen: impl Fn(&Call) -> bool) {
        let changed = &mut self.changed;
        self.calls.retain(|call| {
            let goes = chosen(call);
            if goes && !changed.contains(&call.key) {
                changed.push(call.key);
            }
            !goes
        });
    }

    /// Changes each call for which `change` is true; returns their handles.
    fn change(&mut self, change: &mut dyn FnMut(&mut Call) -> bool) -> Vec<u32> {
        let calls = self.calls.iter_mut();
        let keys: Vec<u32> = calls
            .filter_map(|call| change(call).then_some(call.key))
            .collect();
        for key in &keys {
            self.touch(*key);
        }
        keys
    }

    /// Sets whether a call is kept when it is closed, beyond the usual number of closed calls.
    pub(crate) fn keep(&mut self, key: u32, is_kept: bool) {
        if let Some(call) = self.get_mut(key) {
            call.is_kept = is_kept;
        }
        self.forget_old(key);
    }

    /// Marks a call as changed because data stored elsewhere changed.
    pub(crate) fn touch(&mut self, key: u32) {
        if !self.changed.contains(&key) {
            self.changed.push(key);
        }
    }

    /// Marks a call as changed: the page that had it is gone, and the next one may not know its time.
    pub(crate) fn cut_off(&mut self, key: u32) {
        if let Some(call) = self.get_mut(key) {
            call.started_at = None;
        }
        self.touch(key);
    }

    /// Every call, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Call> {
        self.calls.iter()
    }

    fn add(
        &mut self,
        external_call_id: Option<ExternalCallId>,
        direction: CallDirection,
        (event, state): (&'static str, CallState),
    ) -> Result<u32, Refused> {
        let open = self.calls.iter().filter(|call| call.state.is_open());
        // One that ended and was never completed makes room.
        let is_over = |call: &Call| matches!(call.state, CallState::Ended { .. });
        if open.count() >= MAX_OPEN_CALLS && !self.forget_oldest(is_over) {
            return Err(Refused::new(RefusalCode::TooManyCalls, "", event));
        }
        self.last_key = self.last_key.wrapping_add(1);
        self.touch(self.last_key);
        let (key, engagement) = (self.last_key, Engagement::None);
        let call = Call::new(key, external_call_id, direction, state, engagement, None);
        self.calls.push(call);
        Ok(self.last_key)
    }

    /// Bounds the closed calls; the one just moved may still be answered.
    fn forget_old(&mut self, moved: u32) {
        let is_over = |call: &Call| !call.state.is_open();
        let is_done = |call: &Call| is_over(call) && !call.is_kept;
        self.bound(MAX_CLOSED_CALLS, moved, &is_done);
        self.bound(MAX_CLOSED_CALLS + MAX_KEPT_CALLS, moved, &is_over);
    }

    /// Forgets the oldest of the chosen calls but this one while there are more than `most`.
    fn bound(&mut self, most: usize, moved: u32, chosen: &dyn Fn(&Call) -> bool) {
        while self.calls.iter().filter(|call| chosen(call)).count() > most
            && self.forget_oldest(|call| chosen(call) && call.key != moved)
        {}
    }

    /// Forgets the oldest of the chosen calls; true if there was one.
    fn forget_oldest(&mut self, chosen: impl Fn(&Call) -> bool) -> bool {
        let oldest = self.calls.iter().position(chosen);
        let oldest = oldest.map(|at| self.calls.remove(at).key);
        oldest.inspect(|key| self.touch(*key)).is_some()
    }
}

/// True if two of [`Body::other_number`] may be one: a phone may leave out the country.
fn is_alike(one: &str, other: &str) -> bool {
    one == other || has_country(one, other) || has_country(other, one)
}

/// True if a number is a national one with its country.
fn has_country(number: &str, national: &str) -> bool {
    let national = national.trim_start_matches('0');
    national.len() >= SHORTEST_NATIONAL
        && number.ends_with(national)
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// The fewest digits of a number without its country.
const SHORTEST_NATIONAL: usize = 7;

/// The method that starts a call, with the call's first state.
const fn entry_of(direction: CallDirection) -> (&'static str, CallState) {
    let [_, outgoing, incoming] = CallState::ENTRIES;
    match direction {
        CallDirection::Inbound => incoming,
        CallDirection::Outbound => outgoing,
    }
}
