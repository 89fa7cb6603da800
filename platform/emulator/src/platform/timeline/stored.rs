//! Stored event types and events.
//!
//! A change of an event type takes effect for events an hour later, so each type has
//! versions: its developer reads the newest, and events use the effective one.

use calling_rest::timeline::{
    event_properties::EventProperty, event_types::EventType, events::TimelineEvent,
};
use rusqlite::Row;
use serde::{Deserialize, Serialize};

use crate::{
    platform::{answer::Result, namespace::Namespace},
    store::Json,
};

/// An event type with its properties.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Defined {
    pub(super) event_type: EventType,
    pub(super) properties: Vec<EventProperty>,
}

impl Defined {
    pub(super) fn property(&self, name: &str) -> Option<&EventProperty> {
        self.properties.iter().find(|one| one.name == name)
    }
}

/// One version of an event type.
struct Version {
    number: i64,
    defined: Defined,
}

/// A stored event.
#[derive(Debug)]
pub(super) struct StoredEvent {
    pub(super) event: TimelineEvent,
    pub(super) type_id: i64,
    pub(super) at_ms: i64,
}

/// The event types of an app: the newest versions.
pub(super) fn types(namespace: &Namespace<'_>, app: i32) -> Result<Vec<Defined>> {
    namespace.all(
        "SELECT body, max(version) FROM timeline_type
         WHERE ns = ?1 AND app = ?2 GROUP BY id ORDER BY id",
        &[&app],
        |row| Ok(row.get::<_, Json<_>>(0)?.0),
    )
}

/// An event type of an app: the newest version.
pub(super) fn newest(namespace: &Namespace<'_>, app: i32, id: i64) -> Result<Option<Defined>> {
    namespace.one(
        "SELECT body FROM timeline_type WHERE ns = ?1 AND id = ?2 AND app = ?3
         ORDER BY version DESC LIMIT 1",
        &[&id, &app],
        |row| Ok(row.get::<_, Json<_>>(0)?.0),
    )
}

/// The effective version of an event type.
pub(super) fn in_force(namespace: &Namespace<'_>, id: i64) -> Result<Option<Defined>> {
    Ok(versions(namespace, id)?
        .into_iter()
        .next()
        .map(|one| one.defined))
}

/// The effective version and pending ones, the oldest first.
fn versions(namespace: &Namespace<'_>, id: i64) -> Result<Vec<Version>> {
    namespace.all(
        "SELECT version, body FROM timeline_type WHERE ns = ?1 AND id = ?2 AND version >= (
           SELECT max(version) FROM timeline_type WHERE ns = ?1 AND id = ?2 AND from_ms <= ?3
         ) ORDER BY version",
        &[&id, &namespace.now_ms],
        |row| {
            Ok(Version {
                number: row.get(0)?,
                defined: row.get::<_, Json<_>>(1)?.0,
            })
        },
    )
}

/// Stores a new event type, effective at once.
pub(super) fn add(namespace: &Namespace<'_>, defined: &Defined) -> Result<()> {
    put(namespace, defined, 1, namespace.now_ms)
}

/// Stores a change of an event type, effective for events later.
pub(super) fn change(namespace: &Namespace<'_>, defined: &Defined) -> Result<()> {
    let id = defined.event_type.id;
    let versions = versions(namespace, id)?;
    // Earlier versions are obsolete.
    if let Some(first) = versions.first() {
        let past = "DELETE FROM timeline_type WHERE ns = ?1 AND id = ?2 AND version < ?3";
        namespace.run(past, &[&id, &first.number])?;
    }
    let number = versions.last().map_or(1, |last| last.number + 1);
    put(namespace, defined, number, namespace.now_ms + DELAY_MS)
}

/// Adds a property to the effective and the pending versions of an event type: existing
/// events do not change.
pub(super) fn add_property(
    namespace: &Namespace<'_>,
    id: i64,
    property: &EventProperty,
) -> Result<()> {
    for mut version in versions(namespace, id)? {
        if version.defined.property(&property.name).is_some() {
            continue;
        }
        version.defined.properties.push(property.clone());
        namespace.run(
            "UPDATE timeline_type SET body = ?4 WHERE ns = ?1 AND id = ?2 AND version = ?3",
            &[&id, &version.number, &Json(&version.defined)],
        )?;
    }
    Ok(())
}

/// Deletes an event type with its events.
pub(super) fn delete(namespace: &Namespace<'_>, id: i64) -> Result<()> {
    for statement in [
        "DELETE FROM timeline_type WHERE ns = ?1 AND id = ?2",
        "DELETE FROM timeline_event WHERE ns = ?1 AND type = ?2",
    ] {
        namespace.run(statement, &[&id])?;
    }
    Ok(())
}

fn put(namespace: &Namespace<'_>, defined: &Defined, version: i64, from_ms: i64) -> Result<()> {
    let EventType {
        id, application_id, ..
    } = &defined.event_type;
    namespace.run(
        "INSERT INTO timeline_type (ns, id, version, app, from_ms, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        &[id, &version, application_id, &from_ms, &Json(defined)],
    )?;
    Ok(())
}

/// Stores an event, replacing one with the same type and id.
pub(super) fn put_event(
    namespace: &Namespace<'_>,
    stored: &StoredEvent,
    object_type: &str,
    record: Option<i64>,
) -> Result<()> {
    let StoredEvent {
        event,
        type_id,
        at_ms,
    } = stored;
    namespace.run(
        "INSERT OR REPLACE INTO timeline_event
           (ns, type, id, object_type, object_id, utk, at_ms, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        &[
            type_id,
            &event.id,
            &object_type,
            &record,
            &event.utk,
            at_ms,
            &Json(event),
        ],
    )?;
    Ok(())
}

/// An event of a type.
pub(super) fn event(
    namespace: &Namespace<'_>,
    type_id: i64,
    id: &str,
) -> Result<Option<StoredEvent>> {
    namespace.one(
        "SELECT type, at_ms, body FROM timeline_event WHERE ns = ?1 AND type = ?2 AND id = ?3",
        &[&type_id, &id],
        stored_event,
    )
}

/// The events of a record, the newest first.
pub(super) fn events_of(
    namespace: &Namespace<'_>,
    object_type: &str,
    record: i64,
    limit: i64,
) -> Result<Vec<StoredEvent>> {
    namespace.all(
        "SELECT type, at_ms, body FROM timeline_event
         WHERE ns = ?1 AND object_type = ?2 AND object_id = ?3
         ORDER BY at_ms DESC, type, id LIMIT ?4",
        &[&object_type, &record, &limit],
        stored_event,
    )
}

fn stored_event(row: &Row<'_>) -> rusqlite::Result<StoredEvent> {
    Ok(StoredEvent {
        type_id: row.get(0)?,
        at_ms: row.get(1)?,
        event: row.get::<_, Json<_>>(2)?.0,
    })
}

/// The contact of a visitor's token.
pub(super) fn visitor(namespace: &Namespace<'_>, utk: &str) -> Result<Option<i64>> {
    let query = "SELECT contact FROM timeline_visitor WHERE ns = ?1 AND utk = ?2";
    namespace.one(query, &[&utk], |row| row.get(0))
}

/// Stores a visitor's contact, and gives the contact the pending events.
pub(super) fn note_visitor(namespace: &Namespace<'_>, utk: &str, contact: i64) -> Result<()> {
    for statement in [
        "INSERT OR REPLACE INTO timeline_visitor (ns, utk, contact) VALUES (?1, ?2, ?3)",
        "UPDATE timeline_event
         SET object_id = ?3, body = json_set(body, '$.objectId', ?3)
         WHERE ns = ?1 AND utk = ?2 AND object_id IS NULL",
    ] {
        namespace.run(statement, &[&utk, &contact])?;
    }
    Ok(())
}

/// The delay until a change takes effect for events.
///
/// Source: the timeline reference: up to an hour.
const DELAY_MS: i64 = 3_600_000;
