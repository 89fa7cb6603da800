//! Serialises calls, lossless in both directions.

use alloc::vec::Vec;

use crate::lifecycle::{Call, CallDirection, CallState, Calls, Engagement};
use crate::protocol::limits::{MAX_CLOSED_CALLS, MAX_OPEN_CALLS};
use crate::protocol::{
    END_STATUSES, EndStatus, ExternalCallId, Field, FieldKind, Mask, Name, Payload, Shape,
    ValueKind, WindowId,
};
use crate::session::snapshot::call_snapshot;

/// A stored call.
const CALL: Shape = Shape::new(
    "RecordedCall",
    "A call of the record.",
    &[
        Field::required(Name::Key, FieldKind::Number).masked(Mask::Count),
        Field::optional(Name::ExternalCallId, FieldKind::Text).masked(Mask::Id),
        Field::optional(Name::EngagementId, FieldKind::TextOrNumber).masked(Mask::RecordId),
        Field::required(Name::Direction, FieldKind::Open(DIRECTIONS)),
        Field::required(Name::State, FieldKind::Open(STATES)),
        Field::optional(Name::CallEndStatus, FieldKind::Open(END_STATUSES)),
        Field::required(Name::Engagement, FieldKind::Open(ENGAGEMENTS)),
        Field::optional(Name::Owner, FieldKind::Text).masked(Mask::Id),
        Field::optional(Name::Taker, FieldKind::Text).masked(Mask::Id),
    ],
);

/// The values of [`CallDirection::name`].
const DIRECTIONS: &[&str] = &["inbound", "outbound"];

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

/// The calls of an engine that trapped.
pub const SNAPSHOT: Shape = Shape::new("Snapshot", "The calls of a session.", &[CALLS]);

/// Writes the chosen calls.
pub(crate) fn write_calls<P: Payload>(calls: &Calls, chosen: impl Fn(&Call) -> bool) -> P {
    P::list(
        calls
            .iter()
            .filter(|call| chosen(call))
            .map(write_call)
            .collect(),
    )
}

/// Reads the output of [`write_snapshot`]; `None` for anything else.
pub(crate) fn read_snapshot<P: Payload>(snapshot: &P) -> Option<Call> {
    read_calls(snapshot, 1)?.iter().next().cloned()
}

/// Writes one call as a [`SNAPSHOT`].
pub(crate) fn write_snapshot<P: Payload>(call: &Call) -> P {
    let mut snapshot = P::empty();
    snapshot.put(CALLS.name, Some(P::list([write_call(call)].into())));
    snapshot
}

/// Writes a call for applications, with its handle.
pub(crate) fn write_call<P: Payload>(call: &Call) -> P {
    let mut stored: P = call_snapshot(call);
    stored.put(Name::Key, Some(number(call.key())));
    stored
}

/// Reads the output of [`write_calls`]; `None` for anything else, and for more than `limit`.
pub(crate) fn read_calls<P: Payload>(owner: &P, limit: usize) -> Option<Calls> {
    let list = owner.field(CALLS.name)?;
    if list.value_kind() != ValueKind::List {
        return None;
    }
    let calls: Option<Vec<Call>> = list.children(limit)?.iter().map(read_call).collect();
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

fn read_call<P: Payload>(stored: &P) -> Option<Call> {
    let direction = [CallDirection::Inbound, CallDirection::Outbound]
        .into_iter()
        .find(|direction| {
            Some(direction.name()) == stored.text_field(Name::Direction).as_deref()
        })?;
    let status = match stored.text_field(Name::CallEndStatus) {
        Some(status) => Some(EndStatus::parse(&status)?),
        None => None,
    };
    let engagement = stored.field(Name::EngagementId);
    let mut call = Call::restored(
        read_number(stored, Name::Key)?,
        stored
            .text_field(Name::ExternalCallId)
            .map(ExternalCallId::from),
        direction,
        CallState::parse(&stored.text_field(Name::State)?, status)?,
        Engagement::parse(
            &stored.text_field(Name::Engagement)?,
            engagement.and_then(|id| id.engagement_id()),
        )?,
        stored.text_field(Name::Owner).map(WindowId::from),
    );
    call.taker = stored.text_field(Name::Taker).map(WindowId::from);
    Some(call)
}

/// Maximum number of a session's calls, closed ones included.
pub(crate) const MAX_CALLS: usize = MAX_OPEN_CALLS + MAX_CLOSED_CALLS;

/// The largest key that is read: it leaves room to count on.
pub(crate) const MAX_COUNT: u32 = 1 << 30;

/// A whole number.
pub(crate) fn number<P: Payload>(number: u32) -> P {
    P::from_number(f64::from(number))
}

/// Reads a whole number under a name.
pub(crate) fn read_number<P: Payload>(owner: &P, name: Name) -> Option<u32> {
    let number = owner.field(name)?.number()?;
    // The cast changes any other number.
    let whole = number as u32;
    (f64::from(whole) == number).then_some(whole)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::lifecycle::{CallEvent, EngagementEvent};
    use crate::protocol::EngagementId;

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
            .apply(Some(&id("c-2")), CallEvent::Ended { status })
            .expect("it is dialing");
        calls.set_taker(&id("c-2"), Some(&"w2".to_owned().into()));

        let stored = json!({ "calls": write_calls::<Value>(&calls, |_| true) });
        let read = read_calls(&stored, MAX_CALLS).expect("it was just written");

        assert_eq!(
            read.iter().collect::<Vec<_>>(),
            calls.iter().collect::<Vec<_>>()
        );
        assert_eq!(stored["calls"][0]["engagementId"], json!(7));
    }

    #[test]
    fn what_was_not_written_so_is_refused() {
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
            assert!(read_calls(&stored, MAX_CALLS).is_none(), "{stored}");
        }
        for stored in [json!(null), json!([]), json!({ "calls": 1 })] {
            assert!(read_calls(&stored, MAX_CALLS).is_none(), "{stored}");
        }
        let stored = json!({ "calls": [call, call] });
        assert!(
            read_calls(&stored, MAX_CALLS).is_none(),
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
            assert_eq!(read_calls(&stored, MAX_CALLS).is_some(), is_read);
        }
    }

    #[test]
    fn the_table_lists_every_name() {
        let states = CallState::all(None).map(CallState::name);
        let directions = [CallDirection::Inbound, CallDirection::Outbound];

        assert_eq!(states.as_slice(), STATES);
        assert_eq!(directions.map(CallDirection::name).as_slice(), DIRECTIONS);
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
