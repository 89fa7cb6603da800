//! The control paths: a test's hands on a namespace.

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    answer::{Answer, Refusal},
    apps::{self, UninstalledApp},
    call::{Call, Space, iso},
};
use crate::{Profile, store};

/// A namespace.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamespaceName {
    /// Its name.
    namespace: String,
}

/// Which snapshot is meant.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct SnapshotName {
    /// Its name, of 1 to 40 small letters, digits or hyphens; `default` when absent.
    name: Option<String>,
}

/// A snapshot that was taken, or restored.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TakenSnapshot {
    /// The namespace's name.
    namespace: String,
    /// The snapshot's name.
    snapshot: String,
}

/// A namespace that was removed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RemovedNamespace {
    /// Its name.
    namespace: String,
    /// How many snapshots of it were removed.
    snapshots: usize,
}

/// A move of the clock.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Advance {
    /// By how many ms; ten years at most.
    #[schema(minimum = 0)]
    advance_ms: i64,
}

/// The time of a namespace.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Time {
    /// In ms since the epoch.
    now_ms: i64,
    /// As an ISO date-time, UTC.
    #[schema(format = DateTime)]
    now: String,
}

/// Empties the namespace and fills it with what is there from the start.
pub(crate) fn reset(_: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    store::clear(space.data, space.name)?;
    // The same seed tells the same story again; without one nothing is told twice.
    let serial = if space.identity.is_seeded {
        "0"
    } else {
        "serial"
    };
    space.data.execute(
        &format!("UPDATE namespace SET clock_ms = 0, serial = {serial} WHERE name = ?1"),
        [space.name],
    )?;
    apps::seed(space)?;
    Answer::json(
        200,
        &NamespaceName {
            namespace: space.name.to_owned(),
        },
    )
}

/// Keeps what the namespace holds under a name.
pub(crate) fn snapshot(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let name = snapshot_name(call)?;
    let place = place(space, &name);
    if store::clock_ms(space.data, &place)?.is_none()
        && store::namespaces(space.data)? >= space.most_namespaces
    {
        return Err(super::too_many_namespaces(space.most_namespaces));
    }
    store::copy(space.data, space.name, &place)?;
    answer_snapshot(space, name)
}

/// Brings back what a snapshot holds.
pub(crate) fn restore(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let name = snapshot_name(call)?;
    let place = place(space, &name);
    if store::clock_ms(space.data, &place)?.is_none() {
        return Err(Refusal::not_found(
            "NO_SNAPSHOT",
            "there is no snapshot of this name: make it first",
        ));
    }
    store::copy(space.data, &place, space.name)?;
    answer_snapshot(space, name)
}

fn answer_snapshot(space: &Space<'_>, snapshot: String) -> Result<Answer, Refusal> {
    Answer::json(
        200,
        &TakenSnapshot {
            namespace: space.name.to_owned(),
            snapshot,
        },
    )
}

/// A namespace's name holds no `@`, so nothing else gets here.
fn place(space: &Space<'_>, name: &str) -> String {
    [space.name, "@", name].concat()
}

fn snapshot_name(call: &Call) -> Result<String, Refusal> {
    let given = if call.body.is_empty() {
        SnapshotName::default()
    } else {
        call.read(Profile::Spec)?
    };
    let name = given.name.unwrap_or_else(|| "default".to_owned());
    if super::is_namespace(&name) {
        return Ok(name);
    }
    Err(Refusal::invalid(
        "name",
        "INVALID_OPTION",
        "name has to have 1 to 40 small letters, digits or hyphens",
    ))
}

/// Takes a namespace away, with its snapshots; named again, it is made anew.
/// With the answer comes the last number it gave.
pub(crate) fn remove(call: &Call, data: &Connection) -> Result<(Answer, i64), Refusal> {
    let name = call.part("name");
    let Some(removed) = store::remove(data, name)? else {
        return Err(Refusal::not_found(
            "NO_NAMESPACE",
            "there is no namespace of this name",
        ));
    };
    let answer = Answer::json(
        200,
        &RemovedNamespace {
            namespace: name.to_owned(),
            snapshots: removed.snapshots,
        },
    )?;
    Ok((answer, removed.serial))
}

/// Tells the time of the namespace.
pub(crate) fn read_clock(_: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    tell(space.now_ms)
}

/// Moves the time of the namespace.
pub(crate) fn move_clock(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let Advance { advance_ms: by_ms } = call.read(Profile::Spec)?;
    if !(0..=LONGEST_MS).contains(&by_ms) {
        return Err(Refusal::invalid(
            "advanceMs",
            "INVALID_OPTION",
            "advanceMs has to be a whole number of ms from 0 to ten years",
        ));
    }
    let moved_ms = store::clock_ms(space.data, space.name)?.unwrap_or_default();
    if moved_ms > LONGEST_MS * 10 {
        return Err(Refusal::invalid(
            "advanceMs",
            "INVALID_OPTION",
            "the clock was moved by a hundred years already: reset the namespace",
        ));
    }
    space.data.execute(
        "UPDATE namespace SET clock_ms = clock_ms + ?2 WHERE name = ?1",
        params![space.name, by_ms],
    )?;
    tell(space.now_ms + by_ms)
}

fn tell(now_ms: i64) -> Result<Answer, Refusal> {
    Answer::json(
        200,
        &Time {
            now_ms,
            now: iso(now_ms),
        },
    )
}

/// Takes an app out of the account: its tokens end.
pub(crate) fn uninstall(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = call.app_id()?;
    for table in ["install", "token", "code", "consent"] {
        space.data.execute(
            &format!("DELETE FROM {table} WHERE ns = ?1 AND app = ?2"),
            params![space.name, app],
        )?;
    }
    Answer::json(200, &UninstalledApp { app_id: app })
}

/// Ten years.
const LONGEST_MS: i64 = 10 * 366 * 24 * 60 * 60 * 1000;
