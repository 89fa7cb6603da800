//! Calls as objects: for applications, and stored without loss.

use alloc::string::String;
use alloc::vec::Vec;

use crate::lifecycle::{Call, CallDirection, CallState, Calls, Engagement};
use crate::protocol::limits::{MAX_CLOSED_CALLS, MAX_OPEN_CALLS};
use crate::protocol::{
    EndStatus, ExternalCallId, Field, FieldKind, List, Mask, Name, Object, Value, WindowId, tables,
};

tables! {
    /// A stored call.
    CALL as StoredCall = "RecordedCall", "A call of the record." {
        key: Value = Field::required(Name::Key, FieldKind::Number).masked(Mask::Count),
        external_call_id: Value = Field::optional(Name::ExternalCallId, FieldKind::Text).masked(Mask::Id),
        engagement_id: Value = Field::optional(Name::EngagementId, FieldKind::TextOrNumber).masked(Mask::RecordId),
        direction: Value = Field::required(Name::Direction, FieldKind::Open(CallDirection::NAMES)),
        state: Value = Field::required(Name::State, FieldKind::Open(STATES)),
        call_end_status: Value = Field::optional(Name::CallEndStatus, FieldKind::Open(EndStatus::NAMES)),
        engagement: Value = Field::required(Name::Engagement, FieldKind::Open(ENGAGEMENTS)),
        owner: Value = Field::optional(Name::Owner, FieldKind::Text).masked(Mask::Id),
        taker: Value = Field::optional(Name::Taker, FieldKind::Text).masked(Mask::Id),
    }
}

/// The values of [`CallState::name`].
const STATES: &[&str] = &[
    "requested",
    "dialing",
    "ringing",
    "connected",
    "ended",
    "completed",
    "transferred",
];

/// The values of [`Engagement::name`].
const ENGAGEMENTS: &[&str] = &[
    "none",
    "pending",
    "created",
    "supplied",
    "failed",
    "updating",
    "updated",
    "updateFailed",
    "finalizing",
    "finalized",
    "finalizeFailed",
];

/// The calls of a record.
pub(crate) const CALLS: Field = Field::required(Name::Calls, FieldKind::List(&[&CALL]));

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
        snapshot.set(Name::ExternalCallId, id);
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
        snapshot.set(Name::Owner, owner);
    }
    if let Some(taker) = &call.taker {
        snapshot.set(Name::Taker, taker);
    }
    snapshot
}

pub(crate) fn write_calls(calls: &Calls, chosen: impl Fn(&Call) -> bool) -> Value {
    let chosen = calls.iter().filter(|call| chosen(call));
    Value::List(chosen.map(|call| write_call(call).into()).collect())
}

/// Writes a call for applications, with its handle.
pub(crate) fn write_call(call: &Call) -> Object {
    call_snapshot(call).with(Name::Key, call.key())
}

/// Reads the output of [`write_calls`]; `None` for anything else, and for more than `limit`.
pub(crate) fn read_calls(list: &List<StoredCall>, limit: usize) -> Option<Calls> {
    let items = list.items().filter(|items| items.len() <= limit)?;
    let calls: Option<Vec<Call>> = items.iter().map(|call| read_call(call)).collect();
    let calls = calls?;
    let is_once = |call: &Call| {
        let engagement = call.engagement.id();
        let is_alike = |other: &&Call| {
            other.key() == call.key() || engagement.is_some() && other.engagement.id() == engagement
        };
        calls.iter().filter(is_alike).count() == 1
    };
    // Handles begin with 1, and leave room for more.
    let is_sound = |call: &Call| (1..=MAX_COUNT).contains(&call.key()) && is_once(call);
    calls.iter().all(is_sound).then(|| Calls::restored(calls))
}

fn read_call(stored: &StoredCall) -> Option<Call> {
    let direction = CallDirection::parse(stored.direction.text()?)?;
    let status = match stored.call_end_status.text() {
        Some(status) => Some(EndStatus::parse(status)?),
        None => None,
    };
    let text = |value: &Value| value.text().map(String::from);
    let mut call = Call::new(
        stored.key.whole()?,
        text(&stored.external_call_id).map(ExternalCallId::from),
        direction,
        CallState::parse(stored.state.text()?, status)?,
        Engagement::parse(
            stored.engagement.text()?,
            stored.engagement_id.engagement_id(),
        )?,
        text(&stored.owner).map(WindowId::from),
    );
    call.taker = text(&stored.taker).map(WindowId::from);
    Some(call)
}

/// Maximum number of a session's calls, closed ones included.
pub(crate) const MAX_CALLS: usize = MAX_OPEN_CALLS + MAX_CLOSED_CALLS;

/// The largest key that is read: it leaves room to count on.
pub(crate) const MAX_COUNT: u32 = 1 << 30;

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::lifecycle::{CallEvent, EngagementEvent};
    use crate::protocol::{EngagementId, Typed as _};
    use crate::session::widget::JournalRecord;

    fn read_stored(stored: &Value) -> Option<Calls> {
        let journal = JournalRecord::read(&stored.clone().into());
        read_calls(&journal.calls, MAX_CALLS)
    }

    fn id(text: &str) -> ExternalCallId {
        text.to_owned().into()
    }

    #[test]
    fn calls_are_read_back_with_their_handles() {
        let mut calls = Calls::new();
        let first = calls
            .start(Some(id("c-1")), CallDirection::Inbound)
            .expect("room");
        let second = calls.start(None, CallDirection::Outbound).expect("room");
        calls.discard(first);
        let supplied = EngagementEvent::Supplied(EngagementId::new("7".to_owned(), true));
        calls.engage(second, supplied).expect("no engagement yet");
        let status = Some(EndStatus::Busy);
        calls
            .apply(&id("c-2").into(), CallEvent::Ended { status })
            .expect("it is dialing");
        calls.set_taker(&id("c-2"), Some(&"w2".to_owned().into()));

        let stored = json!({ "calls": write_calls(&calls, |_| true).json() });
        let read = read_stored(&stored).expect("it was just written");

        assert_eq!(
            read.iter().collect::<Vec<_>>(),
            calls.iter().collect::<Vec<_>>()
        );
        assert_eq!(stored["calls"][0]["engagementId"], json!(7));
    }

    #[test]
    fn a_stored_value_of_another_form_is_refused() {
        let call = json!({
            "key": 1, "direction": "inbound", "state": "ended", "engagement": "none",
        });
        for (field, value) in [
            ("key", json!(-1)),
            ("key", json!(1.5)),
            ("direction", json!("toString")),
            ("state", json!(null)),
            ("engagement", json!("created")),
            ("engagementId", json!(7)),
            ("callEndStatus", json!("LOST")),
            ("key", json!(MAX_COUNT + 1)),
        ] {
            let mut call = call.clone();
            call[field] = value;
            let stored = json!({ "calls": [call] });
            assert!(read_stored(&stored).is_none(), "{stored}");
        }
        for stored in [json!(null), json!([]), json!({ "calls": 1 })] {
            assert!(read_stored(&stored).is_none(), "{stored}");
        }
        let stored = json!({ "calls": [call, call] });
        assert!(
            read_stored(&stored).is_none(),
            "a handle was given out twice"
        );
        let call = |key: u32, engagement: u32| {
            json!({
                "key": key, "direction": "inbound", "state": "ended", "engagement": "created",
                "engagementId": engagement,
            })
        };
        for (other, is_read) in [(8, true), (7, false)] {
            let stored = json!({ "calls": [call(1, 7), call(2, other)] });
            assert_eq!(read_stored(&stored).is_some(), is_read);
        }
    }

    #[test]
    fn the_table_lists_every_name() {
        let states = CallState::all(None).map(CallState::name);

        assert_eq!(states.as_slice(), STATES);
        for name in ENGAGEMENTS {
            let id = Some(EngagementId::new("7".to_owned(), true));
            assert!(
                [None, id]
                    .iter()
                    .any(|id| Engagement::parse(name, id.clone()).is_some()),
                "{name}"
            );
        }
    }
}
