//! Settings of which an app has one of each kind.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::{
    Profile,
    platform::{
        answer::{Answer, Result, refuse},
        credentials::authenticated,
        namespace::Namespace,
        request::Request,
        scopes::{READ, WRITE},
    },
    store::Json,
};

/// A kind of settings.
pub(super) trait Setting: Serialize + DeserializeOwned {
    /// Its name in the database.
    const KIND: &str;

    /// Its name in a refusal.
    const WORDS: &str;

    /// The narrower category of a refusal of a second one, where it is known.
    const CLASH: Option<&str> = None;

    /// Settings from a request that creates them.
    fn of_new(request: &Request, profile: Profile) -> Result<Self>;

    /// The changes in a request; other fields stay.
    fn of_change(request: &Request, profile: Profile) -> Result<Self>;

    /// The answer with the settings.
    fn answer(stored: Stored<Self>) -> Result<Answer>;
}

/// Settings, with the moments of creation and change.
pub(super) struct Stored<T> {
    pub(super) value: T,
    pub(super) created_ms: i64,
    pub(super) updated_ms: i64,
}

/// Creates settings of an app that has none of the kind yet.
pub(super) fn create<T: Setting>(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, WRITE)?;
    let value = T::of_new(request, namespace.profile)?;
    if find::<T, Value>(namespace, app.id)?.is_some() {
        let mut refusal = refuse!(
            new(409, "CONFLICT", "ALREADY_STORED"),
            "the app {} has {} already: change them with PATCH",
            app.id,
            T::WORDS
        );
        refusal.object.sub_category = T::CLASH.map(Into::into);
        return Err(refusal);
    }
    put(namespace, app.id, value, namespace.now_ms)
}

/// Reads settings.
pub(super) fn read<T: Setting>(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, READ)?;
    T::answer(existing::<T, T>(namespace, app.id)?)
}

/// Changes settings.
pub(super) fn update<T: Setting>(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, WRITE)?;
    let patch = T::of_change(request, namespace.profile)?;
    let stored = existing::<T, Map<String, Value>>(namespace, app.id)?;
    let mut fields = stored.value;
    if let Value::Object(patch) = serde_json::to_value(patch)? {
        fields.extend(patch);
    }
    let value: T = serde_json::from_value(fields.into())?;
    put(namespace, app.id, value, stored.created_ms)
}

/// Deletes settings. Missing ones are no fault: a repeated DELETE gets the same answer.
pub(super) fn delete<T: Setting>(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, WRITE)?;
    let delete = "DELETE FROM setting WHERE ns = ?1 AND app = ?2 AND kind = ?3";
    namespace.run(delete, &[&app.id, &T::KIND])?;
    Ok(Answer::empty(namespace.status(204)))
}

/// The settings of an app, in either form; refuses an app without.
fn existing<T: Setting, As: DeserializeOwned>(
    namespace: &Namespace<'_>,
    app: i32,
) -> Result<Stored<As>> {
    find::<T, As>(namespace, app)?.ok_or_else(|| {
        refuse!(
            not_found("NOTHING_STORED"),
            "the app {app} has no {}: create them first",
            T::WORDS
        )
    })
}

/// The settings of an app, if any.
pub(super) fn find<T: Setting, As: DeserializeOwned>(
    namespace: &Namespace<'_>,
    app: i32,
) -> Result<Option<Stored<As>>> {
    namespace.one(
        "SELECT body, created_ms, updated_ms FROM setting
         WHERE ns = ?1 AND app = ?2 AND kind = ?3",
        &[&app, &T::KIND],
        |row| {
            Ok(Stored {
                value: row.get::<_, Json<_>>(0)?.0,
                created_ms: row.get(1)?,
                updated_ms: row.get(2)?,
            })
        },
    )
}

/// Stores settings, replacing earlier ones, and answers with them.
fn put<T: Setting>(
    namespace: &Namespace<'_>,
    app: i32,
    value: T,
    created_ms: i64,
) -> Result<Answer> {
    let updated_ms = namespace.now_ms;
    namespace.run(
        "INSERT OR REPLACE INTO setting (ns, app, kind, body, created_ms, updated_ms)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        &[&app, &T::KIND, &Json(&value), &created_ms, &updated_ms],
    )?;
    T::answer(Stored {
        value,
        created_ms,
        updated_ms,
    })
}
