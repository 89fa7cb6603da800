//! The set of calls, and which of them a message is about.

use alloc::vec::Vec;

use super::call::{CallEvent, CallState};
use super::engagement::{Engagement, EngagementEvent};
use super::refused::{RefusalCode, Refused};
use crate::protocol::limits::{MAX_CLOSED_CALLS, MAX_OPEN_CALLS};
use crate::protocol::{EngagementId, ExternalCallId, WindowId};

/// One call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The app's identifier; absent while the app has not given one.
    pub external_call_id: Option<ExternalCallId>,
    /// Who placed it.
    pub direction: CallDirection,
    /// Where it stands.
    pub state: CallState,
    /// Where its engagement stands.
    pub engagement: Engagement,
    /// The user's other window that has the call; absent where this one has it.
    pub owner: Option<WindowId>,
    /// Whether this window has the call from another one, which is gone.
    pub(crate) is_adopted: bool,
    key: u32,
}

impl Call {
    /// A call as it was under its handle.
    pub(crate) const fn restored(
        key: u32,
        external_call_id: Option<ExternalCallId>,
        direction: CallDirection,
        state: CallState,
        engagement: Engagement,
        owner: Option<WindowId>,
    ) -> Self {
        Self {
            external_call_id,
            direction,
            state,
            engagement,
            owner,
            is_adopted: false,
            key,
        }
    }

    /// Whether this window has the call.
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

/// Who placed a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallDirection {
    /// Someone calls the user.
    Inbound,
    /// The user calls someone.
    Outbound,
}

impl CallDirection {
    /// The direction's name, as applications see it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inbound => "inbound",
            Self::Outbound => "outbound",
        }
    }
}

/// The calls of one session: a bounded number of open ones, and the last few
/// that are done with.
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

    /// Calls as they were.
    pub(crate) fn restored(calls: Vec<Call>) -> Self {
        Self {
            last_key: calls.iter().map(Call::key).max().unwrap_or(0),
            changed: calls.iter().map(Call::key).collect(),
            calls,
        }
    }

    /// Takes over the calls of an earlier page, as far as there is room and
    /// none here has the same id or the same engagement: what their handles grew
    /// by.
    pub(crate) fn take_over(&mut self, earlier: &Self) -> u32 {
        let grown = self.last_key;
        let mut at = 0;
        for call in &earlier.calls {
            let mut own = self.calls.iter().skip(at);
            let is_known = own.any(|own| {
                own.external_call_id.is_some() && own.external_call_id == call.external_call_id
                    || own.engagement.id().is_some() && own.engagement.id() == call.engagement.id()
            });
            if is_known {
                continue;
            }
            let is_alike = |other: &&Call| other.state.is_open() == call.state.is_open();
            if self.calls.iter().filter(is_alike).count() >= MAX_OPEN_CALLS {
                continue;
            }
            let mut call = call.clone();
            call.key = call.key.saturating_add(grown);
            self.touch(call.key);
            self.calls.insert(at, call);
            at = at.saturating_add(1);
        }
        self.last_key = self.last_key.saturating_add(earlier.last_key);
        grown
    }

    /// The host asked for a call. An earlier request that no call came of is
    /// dropped.
    ///
    /// # Errors
    ///
    /// [`RefusalCode::TooManyCalls`].
    pub fn request(&mut self) -> Result<u32, Refused> {
        self.forget(|call| call.state == CallState::Requested);
        self.add(
            None,
            CallDirection::Outbound,
            CallState::Requested,
            "onDialNumber",
        )
    }

    /// Takes back a call whose start never went out.
    pub fn discard(&mut self, key: u32) {
        self.forget(|call| call.key == key);
    }

    /// The app started a call; a request it answers becomes that call.
    ///
    /// # Errors
    ///
    /// [`RefusalCode::AlreadyStarted`] when an open call has the id,
    /// [`RefusalCode::TooManyCalls`].
    pub fn start(
        &mut self,
        id: Option<ExternalCallId>,
        direction: CallDirection,
    ) -> Result<u32, Refused> {
        let (state, event) = match direction {
            CallDirection::Inbound => (CallState::Ringing, "incomingCall"),
            CallDirection::Outbound => (CallState::Dialing, "outgoingCall"),
        };
        let known = id.as_ref().and_then(|id| self.by_id(id));
        if let Some(known) = known.filter(|call| call.state.is_open()) {
            return Err(Refused {
                code: RefusalCode::AlreadyStarted,
                state: known.state.name(),
                event,
                allowed: "",
            });
        }
        let requested = self.calls.iter_mut().find(|call| {
            direction == CallDirection::Outbound && call.state == CallState::Requested
        });
        match requested {
            Some(call) => {
                call.state = state;
                call.external_call_id = id;
                let key = call.key;
                self.touch(key);
                Ok(key)
            }
            None => self.add(id, direction, state, event),
        }
    }

    /// Moves the call that a message names.
    ///
    /// # Errors
    ///
    /// [`Refused`]; nothing changed.
    pub fn apply(&mut self, id: Option<&ExternalCallId>, event: CallEvent) -> Result<u32, Refused> {
        let call = self.named(id, event).ok_or(Refused {
            code: RefusalCode::NotStarted,
            state: "unknown",
            event: event.name(),
            allowed: "outgoingCall, incomingCall",
        })?;
        call.state = call.state.after(event)?;
        if call.external_call_id.is_none() {
            call.external_call_id = id.cloned();
        }
        let key = call.key;
        self.touch(key);
        self.forget_old(key);
        Ok(key)
    }

    /// Moves the call that a message names although the state does not allow
    /// it, since the message goes out all the same. `None` when there is no
    /// such call.
    pub fn force(&mut self, id: Option<&ExternalCallId>, event: CallEvent) -> Option<u32> {
        let call = self.named(id, event)?;
        call.state = call.state.forced(event);
        if call.external_call_id.is_none() {
            call.external_call_id = id.cloned();
        }
        let key = call.key;
        self.touch(key);
        self.forget_old(key);
        Some(key)
    }

    /// Moves a call's engagement. An engagement is one call's: whoever names it
    /// for another, it is refused there.
    ///
    /// # Errors
    ///
    /// [`Refused`]; nothing changed.
    pub fn engage(&mut self, key: u32, event: EngagementEvent) -> Result<(), Refused> {
        let is_of_another = |id: &EngagementId| {
            let mut others = self.calls.iter().filter(|call| call.key != key);
            others.any(|call| call.engagement.id() == Some(id))
        };
        let is_refused = event.named().is_some_and(is_of_another);
        let Some(call) = self.calls.iter_mut().find(|call| call.key == key) else {
            return Ok(());
        };
        if is_refused {
            return Err(Refused {
                code: RefusalCode::OtherEngagement,
                state: "another call has it",
                event: event.name(),
                allowed: "",
            });
        }
        call.engagement = call.engagement.after(event)?;
        self.touch(key);
        Ok(())
    }

    /// Whoever was asked is gone: no answer comes any more.
    pub fn lose_answers(&mut self) {
        let mut lost = Vec::new();
        for call in self.calls.iter_mut().filter(|call| call.is_own()) {
            let event = match call.engagement {
                Engagement::Pending => EngagementEvent::CreationFailed,
                Engagement::Updating(_) => EngagementEvent::UpdateFailed,
                Engagement::Finalizing(_) => EngagementEvent::FinalizeFailed,
                _ => continue,
            };
            if let Ok(engagement) = call.engagement.after(event) {
                call.engagement = engagement;
                lost.push(call.key);
            }
        }
        for key in lost {
            self.touch(key);
        }
    }

    /// Which call an answer is about: by the call's id, by the engagement's,
    /// else the only one that awaits such an answer.
    #[must_use]
    pub fn correlate(
        &self,
        awaited: Awaited,
        id: Option<&ExternalCallId>,
        engagement: Option<&EngagementId>,
    ) -> Correlation {
        if let Some(id) = id {
            return self
                .by_id(id)
                .filter(|call| call.is_own())
                .map_or(Correlation::Unknown, |call| Correlation::Call(call.key));
        }
        if let Some(engagement) = engagement {
            let known = self.by_engagement(engagement);
            if let Some(call) = known.filter(|call| call.is_own()) {
                return Correlation::Call(call.key);
            }
            if awaited != Awaited::Creation {
                return Correlation::Unknown;
            }
        }
        let mut waiting = self
            .calls
            .iter()
            .filter(|call| call.is_own() && awaited.is_by(&call.engagement));
        match (waiting.next(), waiting.next()) {
            (Some(call), None) => Correlation::Call(call.key),
            (Some(_), Some(_)) => Correlation::Ambiguous,
            (None, _) => Correlation::Unknown,
        }
    }

    /// The call of a handle.
    #[must_use]
    pub fn get(&self, key: u32) -> Option<&Call> {
        self.calls.iter().find(|call| call.key == key)
    }

    /// The call an app's id names, open or done with.
    #[must_use]
    pub fn by_id(&self, id: &ExternalCallId) -> Option<&Call> {
        self.calls
            .iter()
            .rev()
            .find(|call| call.external_call_id.as_ref() == Some(id))
    }

    /// The call an engagement belongs to.
    #[must_use]
    pub fn by_engagement(&self, id: &EngagementId) -> Option<&Call> {
        self.calls
            .iter()
            .rev()
            .find(|call| call.engagement.id() == Some(id))
    }

    /// The handles of the calls that began, changed or are forgotten since the last
    /// time, each once.
    pub fn take_changed(&mut self) -> Vec<u32> {
        core::mem::take(&mut self.changed)
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

    /// Takes the calls of another window as it announced them. A call without an id is
    /// known to its own window only, and one that is over never opens again. Where both
    /// windows have a call, the one with the smaller name keeps it.
    pub(crate) fn mirror(&mut self, own: &WindowId, window: &WindowId, theirs: &Self) {
        let is_named = |call: &&Call| call.external_call_id.is_some();
        self.forget(|call| {
            let is_theirs = call.owner.as_ref() == Some(window);
            let mut announced = theirs.calls.iter();
            is_theirs && !announced.any(|other| other.external_call_id == call.external_call_id)
        });
        for their in theirs.calls.iter().filter(is_named) {
            let mut known = self.calls.iter_mut().rev();
            let known = known.find(|call| call.external_call_id == their.external_call_id);
            let Some(known) = known else {
                let is_open = their.state.is_open();
                let alike = self
                    .calls
                    .iter()
                    .filter(|call| call.state.is_open() == is_open);
                if !is_open || alike.count() < MAX_OPEN_CALLS {
                    self.last_key = self.last_key.wrapping_add(1);
                    let mut call = their.clone();
                    call.key = self.last_key;
                    call.owner = Some(window.clone());
                    self.touch(call.key);
                    self.calls.push(call);
                    self.forget_old(self.last_key);
                }
                continue;
            };
            let is_ours = known.is_own() && known.state.is_open() && own < window;
            let would_reopen = !known.state.is_open() && their.state.is_open();
            if is_ours || would_reopen {
                continue;
            }
            let mut call = their.clone();
            call.key = known.key;
            call.owner = Some(window.clone());
            if *known != call {
                let key = call.key;
                *known = call;
                self.touch(key);
                self.forget_old(key);
            }
        }
    }

    /// Takes over the calls of a window that is gone; returns their handles.
    pub(crate) fn adopt(&mut self, window: &WindowId) -> Vec<u32> {
        let mut adopted = Vec::new();
        for call in &mut self.calls {
            if call.owner.as_ref() == Some(window) {
                call.owner = None;
                call.is_adopted = true;
                adopted.push(call.key);
            }
        }
        for key in &adopted {
            self.touch(*key);
        }
        adopted
    }

    /// Forgets what other windows have.
    pub(crate) fn forget_others(&mut self) {
        self.forget(|call| !call.is_own());
    }

    /// Counts a call as changed: something else about it is another.
    pub(crate) fn touch(&mut self, key: u32) {
        if !self.changed.contains(&key) {
            self.changed.push(key);
        }
    }

    /// Every call, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Call> {
        self.calls.iter()
    }

    fn add(
        &mut self,
        external_call_id: Option<ExternalCallId>,
        direction: CallDirection,
        state: CallState,
        event: &'static str,
    ) -> Result<u32, Refused> {
        let open = self.calls.iter().filter(|call| call.state.is_open());
        if open.count() >= MAX_OPEN_CALLS && !self.forget_uncompleted() {
            return Err(Refused {
                code: RefusalCode::TooManyCalls,
                state: "unknown",
                event,
                allowed: "callEnded, callCompleted",
            });
        }
        self.last_key = self.last_key.wrapping_add(1);
        self.touch(self.last_key);
        self.calls.push(Call {
            external_call_id,
            direction,
            state,
            engagement: Engagement::None,
            owner: None,
            is_adopted: false,
            key: self.last_key,
        });
        Ok(self.last_key)
    }

    /// The call a message names. Without an id it is the newest the event fits,
    /// else the newest open one, else the newest; an id nobody has adopts the
    /// only open call that has none yet.
    fn named(&mut self, id: Option<&ExternalCallId>, event: CallEvent) -> Option<&mut Call> {
        let key = self.key_named(id, event)?;
        self.calls.iter_mut().find(|call| call.key == key)
    }

    /// The handle of the call that a message names.
    pub(crate) fn key_named(&self, id: Option<&ExternalCallId>, event: CallEvent) -> Option<u32> {
        Some(match id {
            Some(id) => match self.by_id(id) {
                Some(call) => call.key,
                None => {
                    let mut nameless = self
                        .calls
                        .iter()
                        .filter(|call| call.state.is_open() && call.external_call_id.is_none());
                    match (nameless.next(), nameless.next()) {
                        (Some(call), None) => call.key,
                        _ => return None,
                    }
                }
            },
            None => {
                let newest = |fits: &dyn Fn(&Call) -> bool| {
                    self.calls
                        .iter()
                        .rev()
                        .find(|call| fits(call))
                        .map(|call| call.key)
                };
                newest(&|call| call.state.is_open() && call.state.after(event).is_ok())
                    .or_else(|| newest(&|call| call.state.after(event).is_ok()))
                    .or_else(|| newest(&|call| call.state.is_open()))
                    .or_else(|| newest(&|_| true))?
            }
        })
    }

    /// Makes room by the oldest call that ended and was never completed;
    /// whether there was one.
    fn forget_uncompleted(&mut self) -> bool {
        let ended = |call: &Call| matches!(call.state, CallState::Ended { .. });
        match self.calls.iter().position(ended) {
            Some(oldest) => {
                let oldest = self.calls.remove(oldest);
                self.touch(oldest.key);
                true
            }
            None => false,
        }
    }

    /// Bounds the closed calls; the one just moved may still be answered.
    fn forget_old(&mut self, moved: u32) {
        let closed = self
            .calls
            .iter()
            .filter(|call| !call.state.is_open())
            .count();
        if closed > MAX_CLOSED_CALLS
            && let Some(oldest) = self
                .calls
                .iter()
                .position(|call| !call.state.is_open() && call.key != moved)
        {
            let oldest = self.calls.remove(oldest);
            self.touch(oldest.key);
        }
    }
}

/// What answer a call's engagement awaits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// The outcome of its creation.
    Creation,
    /// The outcome of its properties' update.
    Update,
    /// The outcome of its publication.
    Finalization,
}

impl Awaited {
    const fn is_by(self, engagement: &Engagement) -> bool {
        matches!(
            (self, engagement),
            (Self::Creation, Engagement::Pending)
                | (Self::Update, Engagement::Updating(_))
                | (Self::Finalization, Engagement::Finalizing(_))
        )
    }
}

/// Which call an answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correlation {
    /// This one.
    Call(u32),
    /// Several await it and nothing tells them apart.
    Ambiguous,
    /// None that is known.
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> ExternalCallId {
        ExternalCallId(text.to_owned())
    }

    fn engagement(text: &str) -> EngagementId {
        EngagementId {
            text: text.to_owned(),
            numeric: true,
        }
    }

    fn pending(calls: &mut Calls, name: &str) -> u32 {
        let key = calls
            .start(Some(id(name)), CallDirection::Outbound)
            .expect("room for a call");
        calls
            .engage(key, EngagementEvent::Asked)
            .expect("a new call has no engagement");
        key
    }

    fn started(names: &[Option<&str>]) -> Calls {
        let mut calls = Calls::new();
        for name in names {
            calls
                .start(name.map(id), CallDirection::Inbound)
                .expect("room");
        }
        calls
    }

    fn standing(calls: &Calls) -> Vec<(u32, Option<&str>)> {
        calls
            .iter()
            .map(|call| {
                (
                    call.key(),
                    call.external_call_id.as_ref().map(|id| id.0.as_str()),
                )
            })
            .collect()
    }

    #[test]
    fn a_call_begins_as_the_table_of_entries_says() {
        let mut requested = Calls::new();
        let mut dialled = Calls::new();
        let mut taken = Calls::new();
        requested.request().expect("room");
        dialled.start(None, CallDirection::Outbound).expect("room");
        taken.start(None, CallDirection::Inbound).expect("room");

        let begun =
            [requested, dialled, taken].map(|calls| calls.iter().next().map(|call| call.state));

        assert_eq!(begun, CallState::ENTRIES.map(|(_, state)| Some(state)));
    }

    #[test]
    fn an_earlier_pages_calls_come_first_under_handles_of_their_own() {
        let mut calls = started(&[None, Some("c-2"), Some("c-3")]);
        let earlier = started(&[Some("c-1"), Some("c-2"), None]);

        let grown = calls.take_over(&earlier);
        let next = calls.start(Some(id("c-4")), CallDirection::Inbound);

        assert_eq!(grown, 3);
        assert_eq!(
            standing(&calls),
            [
                (4, Some("c-1")),
                (6, None),
                (1, None),
                (2, Some("c-2")),
                (3, Some("c-3")),
                (7, Some("c-4")),
            ]
        );
        assert_eq!(next, Ok(7));
    }

    #[test]
    fn an_earlier_pages_call_of_the_same_engagement_is_the_one_that_is_here() {
        let mut calls = started(&[None]);
        let mut earlier = started(&[Some("c-1"), Some("c-2")]);
        for calls in [&mut calls, &mut earlier] {
            let supplied = EngagementEvent::Supplied(engagement("7"));
            calls.engage(1, supplied).expect("it has none yet");
        }

        calls.take_over(&earlier);

        assert_eq!(standing(&calls), [(3, Some("c-2")), (1, None)]);
    }

    #[test]
    fn an_engagement_of_another_call_is_refused_whoever_names_it_and_however_it_stands() {
        for is_over in [false, true] {
            for event in [EngagementEvent::Created, EngagementEvent::Supplied] {
                let mut calls = Calls::new();
                let [first, second] = ["c-1", "c-2"].map(|name| pending(&mut calls, name));
                calls
                    .engage(first, EngagementEvent::Created(engagement("7")))
                    .expect("pending");
                if is_over {
                    calls
                        .apply(Some(&id("c-1")), CallEvent::Transferred)
                        .expect("dialing");
                }
                let before: Vec<_> = calls.iter().cloned().collect();
                calls.take_changed();

                let refused = calls.engage(second, event(engagement("7")));

                let refused = refused.expect_err("it is the first call's");
                assert_eq!(refused.code, RefusalCode::OtherEngagement);
                assert_eq!(refused.state, "another call has it");
                assert_eq!(calls.iter().cloned().collect::<Vec<_>>(), before);
                assert!(calls.take_changed().is_empty());
                assert_eq!(calls.engage(first, event(engagement("7"))), Ok(()));
            }
        }
    }

    #[test]
    fn an_earlier_pages_calls_are_taken_as_far_as_there_is_room_for_their_like() {
        let mut calls = started(&[None; MAX_OPEN_CALLS - 1]);
        let mut earlier = started(&[Some("c-1"), Some("c-2"), Some("c-3")]);
        earlier
            .apply(Some(&id("c-3")), CallEvent::Transferred)
            .expect("ringing");

        calls.take_over(&earlier);

        let has = |name| calls.by_id(&id(name)).is_some();
        assert_eq!(["c-1", "c-2", "c-3"].map(has), [true, false, true]);
    }

    #[test]
    fn a_request_is_handed_out_by_the_handle_it_has() {
        let mut calls = started(&[None, None]);

        let asked = calls.request().expect("room");

        assert_eq!(asked, 3);
        assert_eq!(
            calls.get(asked).map(|call| call.state),
            Some(CallState::Requested)
        );
    }

    #[test]
    fn a_newer_dial_replaces_the_request() {
        let mut calls = Calls::new();
        calls.request().expect("room");

        let second = calls.request().expect("room");
        let started = calls.start(Some(id("c-1")), CallDirection::Outbound);

        assert_eq!(started, Ok(second));
        assert_eq!(calls.iter().count(), 1);
    }

    #[test]
    fn an_id_in_use_cannot_start_again() {
        let mut calls = Calls::new();
        calls
            .start(Some(id("c-1")), CallDirection::Outbound)
            .expect("room");

        let again = calls.start(Some(id("c-1")), CallDirection::Inbound);

        assert_eq!(
            again.expect_err("refused").code,
            RefusalCode::AlreadyStarted
        );
        assert_eq!(calls.iter().count(), 1);
    }

    #[test]
    fn an_unknown_id_adopts_the_only_call_without_one() {
        let mut calls = Calls::new();
        let key = calls.start(None, CallDirection::Outbound).expect("room");

        let answered = calls.apply(Some(&id("c-9")), CallEvent::Answered);

        assert_eq!(answered, Ok(key));
        assert_eq!(calls.by_id(&id("c-9")).map(Call::key), Some(key));
    }

    #[test]
    fn an_unknown_id_never_takes_a_call_of_another_id() {
        let mut calls = Calls::new();
        calls
            .start(Some(id("c-1")), CallDirection::Outbound)
            .expect("room");

        let answered = calls.apply(Some(&id("c-2")), CallEvent::Answered);

        assert_eq!(answered.expect_err("refused").code, RefusalCode::NotStarted);
    }

    #[test]
    fn a_message_without_id_is_about_the_newest_call_it_fits() {
        let mut calls = Calls::new();
        let first = calls
            .start(Some(id("c-1")), CallDirection::Outbound)
            .expect("room");
        let second = calls
            .start(Some(id("c-2")), CallDirection::Inbound)
            .expect("room");
        calls
            .apply(Some(&id("c-1")), CallEvent::Ended { status: None })
            .expect("dialing");

        assert_eq!(calls.apply(None, CallEvent::Completed), Ok(first));
        assert_eq!(calls.apply(None, CallEvent::Answered), Ok(second));
    }

    #[test]
    fn an_id_may_be_used_again_once_its_call_is_done_with() {
        let mut calls = Calls::new();
        let first = calls.start(Some(id("c-1")), CallDirection::Outbound);
        calls
            .apply(Some(&id("c-1")), CallEvent::Transferred)
            .expect("dialing");

        let second = calls.start(Some(id("c-1")), CallDirection::Outbound);

        assert!(second.is_ok() && second != first);
        assert_eq!(calls.by_id(&id("c-1")).map(Call::key), second.ok());
    }

    #[test]
    fn a_call_that_was_never_completed_makes_room_for_a_new_one() {
        let mut calls = Calls::new();
        for n in 0..MAX_OPEN_CALLS {
            calls
                .start(Some(id(&n.to_string())), CallDirection::Inbound)
                .expect("room");
        }
        calls
            .apply(Some(&id("3")), CallEvent::Ended { status: None })
            .expect("ringing");

        let more = calls.start(Some(id("more")), CallDirection::Inbound);

        assert!(more.is_ok());
        assert_eq!(calls.by_id(&id("3")), None);
    }

    #[test]
    fn open_calls_are_bounded_and_closed_ones_forgotten() {
        let mut calls = Calls::new();
        for n in 0..MAX_OPEN_CALLS {
            calls
                .start(Some(id(&n.to_string())), CallDirection::Inbound)
                .expect("room");
        }

        let refused = calls.start(Some(id("more")), CallDirection::Inbound);
        assert_eq!(refused.expect_err("full").code, RefusalCode::TooManyCalls);

        for n in 0..1000 {
            let name = if n < MAX_OPEN_CALLS {
                n.to_string()
            } else {
                format!("x{n}")
            };
            if n >= MAX_OPEN_CALLS {
                calls
                    .start(Some(id(&name)), CallDirection::Inbound)
                    .expect("room");
            }
            calls
                .apply(Some(&id(&name)), CallEvent::Transferred)
                .expect("ringing");
        }
        assert_eq!(calls.iter().count(), MAX_CLOSED_CALLS);
    }

    #[test]
    fn an_answer_without_ids_goes_to_the_only_call_that_awaits_it() {
        let mut calls = Calls::new();
        let key = pending(&mut calls, "c-1");

        assert_eq!(
            calls.correlate(Awaited::Creation, None, None),
            Correlation::Call(key)
        );
        assert_eq!(
            calls.correlate(Awaited::Creation, None, Some(&engagement("7"))),
            Correlation::Call(key)
        );
        assert_eq!(
            calls.correlate(Awaited::Update, None, None),
            Correlation::Unknown
        );
    }

    #[test]
    fn an_answer_that_fits_two_calls_is_ambiguous() {
        let mut calls = Calls::new();
        pending(&mut calls, "c-1");
        let second = pending(&mut calls, "c-2");

        assert_eq!(
            calls.correlate(Awaited::Creation, None, None),
            Correlation::Ambiguous
        );
        assert_eq!(
            calls.correlate(Awaited::Creation, Some(&id("c-2")), None),
            Correlation::Call(second)
        );
    }

    #[test]
    fn an_answer_about_an_engagement_nobody_has_moves_no_call_that_waits() {
        let mut calls = Calls::new();
        let key = pending(&mut calls, "c-1");
        for event in [
            EngagementEvent::Created(engagement("7")),
            EngagementEvent::UpdateAsked,
        ] {
            calls.engage(key, event).expect("asked for");
        }

        assert_eq!(
            calls.correlate(Awaited::Update, None, Some(&engagement("99"))),
            Correlation::Unknown
        );
        assert_eq!(
            calls.correlate(Awaited::Update, None, None),
            Correlation::Call(key)
        );
    }

    #[test]
    fn an_answer_with_a_known_engagement_is_about_its_call() {
        let mut calls = Calls::new();
        let first = pending(&mut calls, "c-1");
        pending(&mut calls, "c-2");
        calls
            .engage(first, EngagementEvent::Created(engagement("7")))
            .expect("pending");

        assert_eq!(
            calls.correlate(Awaited::Creation, None, Some(&engagement("7"))),
            Correlation::Call(first)
        );
        assert_eq!(
            calls.correlate(Awaited::Update, None, Some(&engagement("99"))),
            Correlation::Unknown
        );
    }
}
