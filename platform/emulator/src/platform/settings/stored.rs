//! What one app has one of each kind of.

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
    store::Json,
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
    find(namespace, app.id, kind)?.ok_or_else(|| {
        refuse!(
            not_found("NOTHING_STORED"),
            "the app {} has no {}: create them first",
            app.id,
            kind.words()
        )
    })
}

/// Those of a kind.
pub(super) fn find<T: DeserializeOwned>(
    namespace: &Namespace<'_>,
    app: i32,
    kind: Kind,
) -> Result<Option<Stored<T>>> {
    namespace.one(
        "SELECT body, created_ms, updated_ms FROM setting
         WHERE ns = ?1 AND app = ?2 AND kind = ?3",
        &[&app, &kind.as_str()],
        |row| {
            Ok(Stored {
                value: row.get::<_, Json<_>>(0)?.0,
                created_ms: row.get(1)?,
                updated_ms: row.get(2)?,
            })
        },
    )
}

/// Stores those of a kind that an app has none of yet.
pub(super) fn insert<T: Serialize + DeserializeOwned>(
    namespace: &Namespace<'_>,
    app: &App,
    kind: Kind,
    value: T,
) -> Result<Stored<T>> {
    if find::<Value>(namespace, app.id, kind)?.is_some() {
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
    let mut fields = stored.value;
    if let Value::Object(patch) = serde_json::to_value(patch)? {
        fields.extend(patch);
    }
    let value = serde_json::from_value(fields.into())?;
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
    let updated_ms = namespace.now_ms;
    namespace.run(
        "INSERT OR REPLACE INTO setting (ns, app, kind, body, created_ms, updated_ms)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        &[
            &app.id,
            &kind.as_str(),
            &Json(&value),
            &created_ms,
            &updated_ms,
        ],
    )?;
    Ok(Stored {
        value,
        created_ms,
        updated_ms,
    })
}

/// Removes those of a kind. Removing what is not there is no fault: a repeated DELETE is
/// answered alike.
pub(super) fn remove(request: &Request, namespace: &Namespace<'_>, kind: Kind) -> Result<Answer> {
    let app = authenticated(request, namespace, WRITE)?;
    let delete = "DELETE FROM setting WHERE ns = ?1 AND app = ?2 AND kind = ?3";
    namespace.run(delete, &[&app.id, &kind.as_str()])?;
    Ok(Answer::empty(namespace.status(204)))
}
