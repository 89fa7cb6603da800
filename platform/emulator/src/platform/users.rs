//! The users of the account, who give consent and own records.

use rusqlite::Row;
use serde::{Deserialize, Serialize};

use super::{answer::Result, namespace::Namespace};
use crate::store::Json;

/// A user of the account.
#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(crate) id: i64,
    /// The user's id as an owner of records.
    pub(crate) owner: i64,
    pub(crate) created_ms: i64,
    pub(crate) details: Details,
}

/// Details of a user.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Details {
    pub(crate) email: String,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    /// True if the user may install apps.
    pub(crate) may_install: bool,
}

/// Every user, by id.
pub(crate) fn all(namespace: &Namespace<'_>) -> Result<Vec<User>> {
    let query = format!("SELECT {COLUMNS} FROM user WHERE ns = ?1 ORDER BY id");
    namespace.all(&query, &[], user)
}

/// The user with this id.
pub(crate) fn by_id(namespace: &Namespace<'_>, id: i64) -> Result<Option<User>> {
    let query = format!("SELECT {COLUMNS} FROM user WHERE ns = ?1 AND id = ?2");
    namespace.one(&query, &[&id], user)
}

/// Stores a user, replacing one with the same id.
pub(crate) fn put(namespace: &Namespace<'_>, user: &User) -> Result<()> {
    let User {
        id,
        owner,
        created_ms,
        details,
    } = user;
    namespace.run(
        "INSERT OR REPLACE INTO user (ns, id, owner, body, created_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
        &[id, owner, &Json(details), created_ms],
    )?;
    Ok(())
}

/// The default id of a user as an owner.
pub(crate) const fn owner_of(user: i64) -> i64 {
    user.saturating_add(FIRST_OWNER)
}

fn user(row: &Row<'_>) -> rusqlite::Result<User> {
    Ok(User {
        id: row.get(0)?,
        owner: row.get(1)?,
        details: row.get::<_, Json<_>>(2)?.0,
        created_ms: row.get(3)?,
    })
}

/// The user of the demo's host page.
pub(crate) const HOST_PAGE_USER: i64 = 9;

const COLUMNS: &str = "id, owner, body, created_ms";

/// The difference between the two ids of a user.
const FIRST_OWNER: i64 = 41_629_770;
