//! The checks after each step.

use calling_widget_sdk::lifecycle::{Call, CallState};
use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::protocol::limits::SYNC_REPEAT_AFTER;
use serde_json::Value;
use simulation::{Flight, HOST, INSTANCE};

use super::app::{Stage, call_number};
use super::crm::call_of_engagement;
use super::watch::{Tag, Watch};
use super::{World, wire};
use crate::invariant::Invariant;

impl World {
    pub(super) fn check_heard(&mut self, was_ready: bool, flight: &Flight) {
        let wire = wire(&flight.message);
        let is_sync = wire == Kind::Sync.as_str();
        let expected = u32::from(was_ready && !is_sync);
        // A number that is asked for again, with all values equal, is called once.
        let may_be_less = wire == Kind::DialNumber.as_str();
        if self.step.heard > expected || (self.step.heard < expected && !may_be_less) {
            self.violate(Invariant::HeardOnce);
        }
    }

    pub(super) fn check_ready(&mut self) {
        let of = self.step.flight.as_ref().map(|flight| flight.from);
        match of {
            Some(host) if !self.watch.ready_of.contains(&host) => self.watch.ready_of.push(host),
            _ => self.violate(Invariant::ReadyOnce),
        }
    }

    pub(super) fn check_ack(&mut self, ack: &Value) {
        let Some(flight) = self.step.flight.clone() else {
            return self.violate(Invariant::AckMatches);
        };
        if wire(&flight.message) != "SYNC" || message_id(ack) != message_id(&flight.message) {
            self.violate(Invariant::AckMatches);
        }
        if let Some((host, at)) = self.watch.acknowledged
            && host == flight.from
            && self.pair.now - at < SYNC_REPEAT_AFTER
        {
            self.violate(Invariant::AckPaced);
        }
        self.watch.acknowledged = Some((flight.from, self.pair.now));
        self.step.is_acknowledged = true;
    }

    /// Ids begin with the sender's own and differ. The host's count up; the widget's need not,
    /// since queued messages may have their ids already.
    pub(super) fn check_id(&mut self, to: usize, message: &Value) {
        let is_new = if to == HOST {
            self.is_new_id(message_id(message))
        } else {
            let own = format!("~h{}_", self.pair.serials[HOST]);
            let number = message_id(message).strip_prefix(&own);
            let number = number.and_then(|number| number.parse().ok());
            let [widget, host] = self.watch.last_ids;
            self.watch.last_ids = [widget, number.unwrap_or(host)];
            number > Some(host)
        };
        if !is_new {
            self.violate(Invariant::IdsNeverRepeat);
        }
    }

    /// The session's own count up as the host's do; the edge's may have been queued.
    fn is_new_id(&mut self, id: &str) -> bool {
        let [own, of_edge] = ["w", "e"].map(|side| {
            let prefix = format!("~{side}{}_", self.document());
            id.strip_prefix(&prefix)?.parse::<u32>().ok()
        });
        let Watch {
            last_ids: [last, _],
            last_edge_id: highest,
            posted,
            ..
        } = &mut self.watch;
        let Some(number) = of_edge else {
            let is_new = own > Some(*last);
            *last = own.unwrap_or(*last);
            return is_new;
        };
        let is_higher = number > *highest;
        *highest = number.max(*highest);
        let Some(bit) = 1_u128.checked_shl(number) else {
            // Only endless traffic comes this far.
            return is_higher;
        };
        let is_new = *posted & bit == 0;
        *posted |= bit;
        is_new
    }

    pub(super) fn check_order(&mut self, tag: Tag) {
        if tag.is_initialized() {
            self.watch.is_greeted = true;
        } else if !self.watch.is_greeted {
            self.violate(Invariant::InitializedFirst);
        }
        let Some(at) = self
            .watch
            .unposted
            .iter()
            .position(|unposted| *unposted == tag)
        else {
            // A host that repeats SYNC is told again.
            if tag.is_initialized() && self.step.is_acknowledged {
                return;
            }
            return self.violate(Invariant::NothingDoubled);
        };
        // Messages that the engine reported as dropped are passed over; INITIALIZED goes first.
        if at > self.watch.dropped && !tag.is_initialized() {
            self.violate(Invariant::OrderKept);
        }
        self.watch.unposted.remove(at);
    }

    /// Checks that nothing is queued once the session is open.
    pub(super) fn check_unposted(&mut self) {
        if !self.pair.widget().is_open_to(INSTANCE) {
            return;
        }
        if self.watch.unposted.len() > self.watch.dropped {
            self.violate(Invariant::NothingQueuedLost);
        }
        self.watch.unposted.clear();
        self.watch.dropped = 0;
    }

    /// Checks every state.
    pub(super) fn check_state(&mut self) {
        let mut is_owned = !self.crm.is_about_unknown;
        let mut is_bounded = true;
        for calls in [self.pair.widget().calls(), self.pair.host().calls()] {
            let mut open = 0;
            for call in calls.iter() {
                let is_begun = call.state.is_open() && call.state != CallState::Requested;
                open += usize::from(is_begun);
                let owner = call
                    .engagement
                    .id()
                    .and_then(|id| id.as_str().parse().ok())
                    .map(call_of_engagement);
                let name = call.external_call_id.as_ref();
                if let (Some(owner), Some(name)) = (owner, name) {
                    is_owned &= owner.is_some() && owner == call_number(name.as_str());
                }
            }
            let begun = self.app.calls.iter().filter(|stage| **stage != Stage::Idle);
            is_bounded &= open <= begun.count();
        }
        if !is_owned {
            self.violate(Invariant::OwnEngagement);
        }
        if !is_bounded {
            self.violate(Invariant::CallsBounded);
        }
        if self.crm.created.iter().any(|created| *created > 1) {
            self.violate(Invariant::CreatedOnce);
        }
        let saved = self.crm.saved.iter().chain(&self.crm.completed);
        if saved.into_iter().any(|saved| *saved > 1) {
            self.violate(Invariant::SavedOnce);
        }
    }

    /// Checks a state with nothing pending, where the channel was reliable and both sides are the
    /// first of their kind.
    pub(crate) fn check_rest(&mut self) {
        if !self.is_true_so_far() || !self.is_first_session() {
            return;
        }
        self.check_sides();
        for (call, stage) in self.app.calls.into_iter().enumerate() {
            let taken = self.watch.taken.get(call).copied().unwrap_or_default();
            let created = self.crm.created.get(call).copied().unwrap_or_default();
            let saved = self.crm.saved.get(call).copied().unwrap_or_default();
            let [started, _, ended, completed] = taken;
            let expected = match stage {
                Stage::Idle | Stage::Gone => [0; 5],
                Stage::Started => [1, 0, 0, 1, 0],
                Stage::Ended => [1, 1, 0, 1, 0],
                Stage::Completed => [1, 1, 1, 1, 1],
            };
            if [started, ended, completed, created, saved] != expected {
                self.violate(Invariant::NothingLost);
            }
        }
    }

    /// Checks that both sides agree on every call, once both have received everything.
    pub(super) fn check_sides(&mut self) {
        // If a number is dialled while the app starts a call by itself, that call adopts it on one
        // side only: such requests have no name yet.
        let named = |call: &&Call| call.external_call_id.is_some();
        let (widget, host) = (self.pair.widget().calls(), self.pair.host().calls());
        let is_known = |call: &Call| {
            call.external_call_id
                .as_ref()
                .and_then(|id| host.by_id(id))
                .is_some_and(|at_host| {
                    at_host.state == call.state && at_host.engagement == call.engagement
                })
        };
        let [as_many, at_host] = [widget, host].map(|calls| calls.iter().filter(named).count());
        if as_many != at_host || !widget.iter().filter(named).all(is_known) {
            self.violate(Invariant::SidesAgree);
        }
    }
}

/// A message's id; empty if it has none.
fn message_id(message: &Value) -> &str {
    message["messageId"].as_str().unwrap_or_default()
}
