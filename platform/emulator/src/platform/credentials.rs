//! Authenticates an app, by its developer's key or an access token.

use super::{
    answer::{Refusal, Result, refuse},
    apps::{self, App},
    identity::digest,
    namespace::Namespace,
    oauth::caller,
    request::Request,
};

/// The app in the path, for a caller with its developer's key or a token of it with this
/// scope.
pub(crate) fn authenticated(
    request: &Request,
    namespace: &Namespace<'_>,
    scope: &'static str,
) -> Result<App> {
    let Some(token) = &request.bearer else {
        return of_developer(request, namespace);
    };
    let id = request.app_id()?;
    let granted = caller::use_access_token(namespace, token, scope)?;
    match apps::by_id(namespace, id)? {
        Some(app) if app.id == granted => Ok(app),
        _ => Err(no_app(id)),
    }
}

/// The app in the path, for a caller with its developer's key.
pub(crate) fn of_developer(request: &Request, namespace: &Namespace<'_>) -> Result<App> {
    let id = request.app_id()?;
    let key = key_of(request)?;
    match apps::by_id(namespace, id)? {
        Some(app) if app.has_key(key) => Ok(app),
        _ if of_key(namespace, key)?.is_some() => Err(no_app(id)),
        _ => Err(unknown_key()),
    }
}

/// The app of a caller whose request names none; with a key, the first that matches.
pub(crate) fn any_authenticated(
    request: &Request,
    namespace: &Namespace<'_>,
    scope: &'static str,
) -> Result<i32> {
    if let Some(token) = &request.bearer {
        return caller::use_access_token(namespace, token, scope);
    }
    of_key(namespace, key_of(request)?)?.ok_or_else(unknown_key)
}

fn key_of(request: &Request) -> Result<&str> {
    request.query.get("hapikey").ok_or_else(|| {
        Refusal::unauthenticated(
            "the key is missing: add the developer account's API key as the query parameter hapikey",
        )
    })
}

fn of_key(namespace: &Namespace<'_>, key: &str) -> Result<Option<i32>> {
    let query = "SELECT id FROM app WHERE ns = ?1 AND key = ?2 ORDER BY id LIMIT 1";
    namespace.one(query, &[&digest(key)], |row| row.get(0))
}

fn unknown_key() -> Refusal {
    Refusal::unauthenticated("the key in hapikey is not known: use the one of the app's developer")
}

fn no_app(id: i32) -> Refusal {
    refuse!(
        not_found("NO_SUCH_APP"),
        "there is no app {id} in this developer account"
    )
}
