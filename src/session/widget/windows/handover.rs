//! Takes over the calls of windows that are gone.
//!
//! ```text
//!  a call begins --> its window shares the message that began it
//!                                  |
//!  the window is gone --> the leader takes the call over, and posts that message to its own
//!                         host, which did not see the call begin
//! ```

use alloc::vec::Vec;

use super::super::Widget;
use super::super::commands::with_field;
use crate::lifecycle::{Call, CallState, Calls, Engagement};
use crate::protocol::{Envelope, ExternalCallId, Kind, Millis, Name, Object, Value, WindowId};

/// The messages that began the open calls of all windows.
#[derive(Clone, Debug, Default)]
pub(super) struct Starts {
    starts: Vec<Start>,
}

#[derive(Clone, Debug)]
struct Start {
    call: ExternalCallId,
    message: Envelope,
    /// True if the other windows received it.
    is_shared: bool,
}

impl Starts {
    /// Stores a message that began an open call; any other is ignored.
    pub(super) fn add(&mut self, calls: &Calls, message: &Envelope, is_shared: bool) {
        let is_start = message.kind().is_some_and(Kind::is_start);
        let Some(call) = message.body.call_id().filter(|_| is_start) else {
            return;
        };
        let is_open = |id: &ExternalCallId| calls.by_id(id).is_some_and(|one| one.state.is_open());
        self.starts
            .retain(|start| start.call != call && is_open(&start.call));
        if is_open(&call) {
            self.starts.push(Start {
                call,
                message: message.clone(),
                is_shared,
            });
        }
    }

    /// Shares all again: a window that came later received none.
    pub(super) fn share_again(&mut self) {
        for start in &mut self.starts {
            start.is_shared = false;
        }
    }

    /// Takes the starts of the chosen calls that the other windows did not receive.
    pub(super) fn take_unshared(
        &mut self,
        calls: &Calls,
        chosen: impl Fn(&Call) -> bool,
    ) -> Vec<Value> {
        let mut unshared = Vec::new();
        for start in self.starts.iter_mut().filter(|start| !start.is_shared) {
            if calls.by_id(&start.call).is_some_and(&chosen) {
                start.is_shared = true;
                unshared.push(start.message.value.clone());
            }
        }
        unshared
    }

    fn of(&self, call: &Call) -> Option<&Envelope> {
        let mut starts = self.starts.iter();
        let start = starts.find(|start| Some(&start.call) == call.external_call_id.as_ref());
        start.map(|start| &start.message)
    }
}

impl Widget {
    /// Announces a call that this window took over to its host, unless that saw it begin; true if
    /// that asks for the call's engagement.
    pub(super) fn announce_to_host(&mut self, key: u32) -> bool {
        let Some(call) = self.calls.get(key).filter(|call| !call.is_announced) else {
            return false;
        };
        // The answer went to the window that is gone. Asked again, the host may create a
        // second engagement: the one that is never completed is not on the timeline.
        let is_pending = call.engagement == Engagement::Pending && call.state.is_open();
        let is_due = is_pending || call.state.is_under_way();
        let Some(start) = self.windows.starts.of(call).filter(|_| is_due) else {
            return false;
        };
        let mut post = |message: &Envelope| self.link.post(0, message, None, &mut self.outbox);
        let asks = with_field(start, Name::CreateEngagement, is_pending.into());
        let asked = post(&asks).filter(|_| is_pending);
        match call.state {
            CallState::Connected => drop(post(&said_of(call, Kind::CallAnswered))),
            CallState::Ended { .. } => drop(post(&said_of(call, Kind::CallEnded))),
            _ => {}
        }
        if let Some(id) = asked {
            let awake = self.clock.awake;
            self.receipts
                .owe(awake, call, Some(key), id, &mut self.outbox);
        }
        self.calls.set_announced(key);
        is_pending
    }

    /// Settles the owner of the calls of the page before: this window, except for those that the
    /// leader named.
    pub(super) fn settle_resumed(&mut self, now: Millis, leader: Option<(&WindowId, &Calls)>) {
        for key in self.persistence.release() {
            let Some((window, named)) = leader else { break };
            let call = self.calls.get(key);
            let id = call.and_then(|call| call.external_call_id.as_ref());
            if let Some(named) = id.and_then(|id| named.by_id(id)) {
                // The page before owns it until the leader sees that it is gone.
                let owner = named.owner.as_ref().unwrap_or(window);
                self.calls.leave_to(key, owner);
            }
        }
        self.deliver_late(now);
    }

    /// Delivers the calls to the app that it has to handle from now on.
    pub(super) fn deliver_adopted(&mut self, keys: &[u32]) {
        let calls = keys.iter().filter_map(|key| self.calls.get(*key));
        let mut open = calls.filter(|call| call.state.is_open());
        self.outbox.deliver_resumed(&mut open, Millis(0.0));
    }
}

/// The known facts of a call, as the payload of this type of message.
fn said_of(call: &Call, kind: Kind) -> Envelope {
    let mut data = Object::new();
    if let Some(id) = &call.external_call_id {
        data.set(Name::ExternalCallId, id);
    }
    if let Some(status) = call.state.end_status() {
        data.set(Name::CallEndStatus, status.as_str());
    }
    let message = Object::new()
        .with(Name::Type, kind.as_str())
        .with(Name::Data, data);
    Value::from(message).into()
}
