//! What one app has one of each kind of.

use rusqlite::{OptionalExtension as _, params};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::{
    platform::{
        answer::{Answer, Result, refuse},
        apps::App,
        credentials::authenticated,
        namespace::Namespace,
        request::Request,
        scopes::WRITE,
    },
    store,
};

/// What one app has one of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Settings,
    Recording,
    ChannelConnection,
}

impl Kind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Recording => "recording",
            Self::ChannelConnection => "channel-connection",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Settings => "calling settings",
            Self::Recording => "recording settings",
            Self::ChannelConnection => "channel connection settings",
        }
    }
}

/// Settings, with when they were made and changed.
pub(super) struct Stored<T> {
    pub(super) value: T,
    pub(super) created_ms: i64,
    pub(super) updated_ms: i64,
}

/// Those of a kind; an app without them is refused.
pub(super) fn existing<T: DeserializeOwned>(
    namespace: &Namespace<'_>,
    app: &App,
    kind: Kind,
) -> Result<Stored<T>> {
    find(namespace, app, kind)?.ok_or_else(|| {
        refuse!(
            not_found("NOTHING_STORED"),
            "the app {} has no {}: create them first",
            app.id,
            kind.words()
        )
    })
}

fn find<T: DeserializeOwned>(
    namespace: &Namespace<'_>,
    app: &App,
    kind: Kind,
) -> Result<Option<Stored<T>>> {
    let Some((body, created_ms, updated_ms)) = read_row(namespace, app.id, kind)? else {
        return Ok(None);
    };
    let value = store::parsed(&body)?;
    Ok(Some(Stored {
        value,
        created_ms,
        updated_ms,
    }))
}

/// What is stored, as text, and when it was made and changed.
pub(super) fn read_row(
    namespace: &Namespace<'_>,
    app: i32,
    kind: Kind,
) -> Result<Option<(String, i64, i64)>> {
    Ok(namespace
        .data
        .query_row(
            "SELECT body, created_ms, updated_ms FROM setting
             WHERE ns = ?1 AND app = ?2 AND kind = ?3",
            params![namespace.name, app, kind.as_str()],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
        .optional()?)
}

/// Stores those of a kind that an app has none of yet.
pub(super) fn insert<T: Serialize + DeserializeOwned>(
    namespace: &Namespace<'_>,
    app: &App,
    kind: Kind,
    value: T,
) -> Result<Stored<T>> {
    if find::<Value>(namespace, app, kind)?.is_some() {
        return Err(refuse!(
            new(409, "CONFLICT", "ALREADY_STORED"),
            "the app {} has {} already: change them with PATCH",
            app.id,
            kind.words()
        ));
    }
    replace(namespace, app, kind, value, namespace.now_ms)
}

/// Changes those of a kind: what a patch has not stays as it is.
pub(super) fn change<T: Serialize + DeserializeOwned>(
    namespace: &Namespace<'_>,
    app: &App,
    kind: Kind,
    patch: &T,
) -> Result<Stored<T>> {
    let stored: Stored<Map<String, Value>> = existing(namespace, app, kind)?;
    let (mut fields, patch) = (stored.value, store::json(patch)?);
    fields.extend(store::parsed::<Map<String, Value>>(&patch)?);
    let value = store::parsed(&store::json(&fields)?)?;
    replace(namespace, app, kind, value, stored.created_ms)
}

/// Stores those of a kind in place of what there was.
fn replace<T: Serialize>(
    namespace: &Namespace<'_>,
    app: &App,
    kind: Kind,
    value: T,
    created_ms: i64,
) -> Result<Stored<T>> {
    let body = store::json(&value)?;
    namespace.data.execute(
        "INSERT OR REPLACE INTO setting (ns, app, kind, body, created_ms, updated_ms)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            namespace.name,
            app.id,
            kind.as_str(),
            body,
            created_ms,
            namespace.now_ms
        ],
    )?;
    Ok(Stored {
        value,
        created_ms,
        updated_ms: namespace.now_ms,
    })
}

/// Removes those of a kind. Removing what is not there is no fault: a repeated DELETE is
/// answered alike.
pub(super) fn remove(request: &Request, namespace: &Namespace<'_>, kind: Kind) -> Result<Answer> {
    let app = authenticated(request, namespace, WRITE)?;
    namespace.data.execute(
        "DELETE FROM setting WHERE ns = ?1 AND app = ?2 AND kind = ?3",
        params![namespace.name, app.id, kind.as_str()],
    )?;
    Ok(Answer::empty(namespace.status(204)))
}
