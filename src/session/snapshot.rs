//! The calls for applications.

use alloc::vec::Vec;

use crate::lifecycle::{Call, Calls};
use crate::protocol::{Name, Payload};

/// Each call as an object: externalCallId, engagementId, direction, state, callEndStatus,
/// engagement, owner; unknown ones are left out.
#[must_use]
pub fn calls_snapshot<P: Payload>(calls: &Calls) -> Vec<P> {
    calls.iter().map(call_snapshot).collect()
}

/// One call for applications.
pub fn call_snapshot<P: Payload>(call: &Call) -> P {
    let mut snapshot = P::empty();
    if let Some(id) = &call.external_call_id {
        snapshot.put(Name::ExternalCallId, Some(P::from_text(id.as_str())));
    }
    if let Some(id) = call.engagement.id() {
        snapshot.put(Name::EngagementId, Some(P::from_engagement_id(id)));
    }
    snapshot.put(Name::Direction, Some(P::from_text(call.direction.name())));
    snapshot.put(Name::State, Some(P::from_text(call.state.name())));
    if let Some(status) = call.state.end_status() {
        snapshot.put(Name::CallEndStatus, Some(P::from_text(status.as_str())));
    }
    snapshot.put(Name::Engagement, Some(P::from_text(call.engagement.name())));
    if let Some(owner) = &call.owner {
        snapshot.put(Name::Owner, Some(P::from_text(owner.as_str())));
    }
    if let Some(taker) = &call.taker {
        snapshot.put(Name::Taker, Some(P::from_text(taker.as_str())));
    }
    snapshot
}
