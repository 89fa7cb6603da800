//! The calls for applications.

use alloc::vec::Vec;

use crate::lifecycle::{Call, Calls};
use crate::protocol::{Name, Object};

/// Each call as an object: externalCallId, engagementId, direction, state, callEndStatus,
/// engagement, owner; unknown ones are left out.
#[must_use]
pub fn calls_snapshot(calls: &Calls) -> Vec<Object> {
    calls.iter().map(call_snapshot).collect()
}

/// One call for applications.
#[must_use]
pub fn call_snapshot(call: &Call) -> Object {
    let mut snapshot = Object::new();
    if let Some(id) = &call.external_call_id {
        snapshot.set(Name::ExternalCallId, id.as_str());
    }
    if let Some(id) = call.engagement.id() {
        snapshot.set(Name::EngagementId, id);
    }
    snapshot.set(Name::Direction, call.direction.as_str());
    snapshot.set(Name::State, call.state.name());
    if let Some(status) = call.state.end_status() {
        snapshot.set(Name::CallEndStatus, status.as_str());
    }
    snapshot.set(Name::Engagement, call.engagement.name());
    if let Some(owner) = &call.owner {
        snapshot.set(Name::Owner, owner.as_str());
    }
    if let Some(taker) = &call.taker {
        snapshot.set(Name::Taker, taker.as_str());
    }
    snapshot
}
