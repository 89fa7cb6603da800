//! The users of the account: who may be asked for consent, and who may own records.

use rusqlite::{OptionalExtension as _, Row, params};
use serde::{Deserialize, Serialize};

use super::{answer::Result, namespace::Namespace};
use crate::store::{self, unread};

/// A user of the account.
#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(crate) id: i64,
    /// What records name the user by, who owns them.
    pub(crate) owner: i64,
    pub(crate) created_ms: i64,
    pub(crate) details: Details,
}

/// What is known of a user besides.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Details {
    pub(crate) email: String,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    /// Whether the user may install apps.
    pub(crate) may_install: bool,
}

/// Every user, by identifier.
pub(crate) fn all(namespace: &Namespace<'_>) -> Result<Vec<User>> {
    let query = format!("SELECT {COLUMNS} FROM user WHERE ns = ?1 ORDER BY id");
    let mut statement = namespace.data.prepare_cached(&query)?;
    let rows = statement.query_map([namespace.name], user)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The user of an identifier.
pub(crate) fn by_id(namespace: &Namespace<'_>, id: i64) -> Result<Option<User>> {
    let query = format!("SELECT {COLUMNS} FROM user WHERE ns = ?1 AND id = ?2");
    let mut statement = namespace.data.prepare_cached(&query)?;
    Ok(statement
        .query_row(params![namespace.name, id], user)
        .optional()?)
}

/// Stores a user, in place of the one of the same identifier.
pub(crate) fn put(namespace: &Namespace<'_>, user: &User) -> Result<()> {
    namespace.data.execute(
        "INSERT OR REPLACE INTO user (ns, id, owner, body, created_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![
            namespace.name,
            user.id,
            user.owner,
            store::json(&user.details)?,
            user.created_ms
        ],
    )?;
    Ok(())
}

/// The identifier as an owner, of a user for whom none was chosen.
pub(crate) const fn owner_of(user: i64) -> i64 {
    user.saturating_add(FIRST_OWNER)
}

fn user(row: &Row<'_>) -> rusqlite::Result<User> {
    let body: String = row.get(2)?;
    Ok(User {
        id: row.get(0)?,
        owner: row.get(1)?,
        details: serde_json::from_str(&body).map_err(|error| unread(2, error))?,
        created_ms: row.get(3)?,
    })
}

/// Who works with the demo's host page.
pub(crate) const HOST_PAGE_USER: i64 = 9;

const COLUMNS: &str = "id, owner, body, created_ms";

/// What lies between the two identifiers of a user.
const FIRST_OWNER: i64 = 41_629_770;
