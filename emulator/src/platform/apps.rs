//! The apps of a namespace: what is registered, and what is there from the start.

use std::collections::BTreeSet;

use calling_widget_sdk::protocol::{Origin, origin_of_url};
use rusqlite::{Connection, OptionalExtension as _, params};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    answer::{Answer, Refusal, quoted},
    call::{Call, Space},
    identity::{digest, has_digest},
    oauth::tokens,
    objects, quotes, timeline,
};
use crate::Profile;

/// What is registered of an app, apart from its secrets.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Registration {
    /// Its name, as users see it.
    pub(crate) name: String,
    /// Its client id.
    pub(crate) client_id: String,
    /// Where a user may come back with a code; compared exactly.
    pub(crate) redirect_uris: Vec<String>,
    /// Scopes it needs.
    #[serde(default)]
    pub(crate) scopes: BTreeSet<String>,
    /// Scopes it takes when the account can grant them.
    #[serde(default)]
    pub(crate) optional_scopes: BTreeSet<String>,
    /// Whether it has timeline events of v1 or v3, which opens their endpoints to it.
    #[serde(default)]
    pub(crate) has_timeline_events: bool,
}

/// An app that is to be registered.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewApp {
    #[serde(flatten)]
    registration: Registration,
    /// Its client secret.
    client_secret: String,
    /// Its developer's API key.
    developer_key: String,
}

/// An app that was registered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RegisteredApp {
    /// The app.
    app_id: i32,
    /// What is registered of it.
    app: Registration,
}

/// An app that was taken out of the account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UninstalledApp {
    /// The app.
    pub(crate) app_id: i32,
}

/// An app of a namespace.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) id: i32,
    pub(crate) registration: Registration,
    secret: Vec<u8>,
    key: Vec<u8>,
}

impl App {
    /// Whether this is its client secret.
    pub(crate) fn has_secret(&self, secret: &str) -> bool {
        has_digest(secret, &self.secret)
    }
}

/// Someone who may be asked for consent.
#[derive(Debug)]
pub(crate) struct User {
    pub(crate) id: i64,
    pub(crate) email: &'static str,
    /// Whether the user may install apps.
    pub(crate) may_install: bool,
}

/// The users of the account.
pub(crate) const USERS: [User; 2] = [
    User {
        id: 9,
        email: "admin@crm.example",
        may_install: true,
    },
    User {
        id: 10,
        email: "agent@crm.example",
        may_install: false,
    },
];

/// The account.
pub(crate) const HUB_ID: i64 = 62_515;

/// The account's domain.
pub(crate) const HUB_DOMAIN: &str = "crm.example";

/// A scope this account cannot grant: an optional one is left out silently.
pub(crate) const NOT_GRANTABLE: &str = "automation";

/// The app of an id.
pub(crate) fn by_id(space: &Space<'_>, id: i32) -> Result<Option<App>, Refusal> {
    find(space, "id = ?2", &id)
}

/// The app of a client id.
pub(crate) fn by_client(space: &Space<'_>, client_id: &str) -> Result<Option<App>, Refusal> {
    find(space, "client_id = ?2", &client_id)
}

fn find(
    space: &Space<'_>,
    condition: &str,
    value: &dyn rusqlite::ToSql,
) -> Result<Option<App>, Refusal> {
    let query = format!("SELECT id, secret, key, body FROM app WHERE ns = ?1 AND {condition}");
    let row = space
        .data
        .query_row(&query, params![space.name, value], |row| {
            let body: String = row.get(3)?;
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, body))
        })
        .optional()?;
    let Some((id, secret, key, body)) = row else {
        return Ok(None);
    };
    let registration = serde_json::from_str(&body)
        .map_err(|_| Refusal::internal("an app in the data cannot be read"))?;
    Ok(Some(App {
        id,
        registration,
        secret,
        key,
    }))
}

/// The app of the path, of a caller who has its developer's key or a token of it
/// with this scope.
pub(crate) fn authenticated(
    call: &Call,
    space: &Space<'_>,
    scope: &'static str,
) -> Result<App, Refusal> {
    if call.bearer.is_some() {
        return with_token(call, space, scope);
    }
    of_developer(call, space)
}

/// The app of the path, of a caller who has its developer's key.
pub(crate) fn of_developer(call: &Call, space: &Space<'_>) -> Result<App, Refusal> {
    let id = call.app_id()?;
    let key = key_of(call)?;
    match by_id(space, id)? {
        Some(app) if has_digest(key, &app.key) => Ok(app),
        _ if has_app(space, key)? => Err(no_app(id)),
        _ => Err(unknown_key()),
    }
}

/// The app of the path, of a caller who has a token of it with this scope.
pub(crate) fn with_token(
    call: &Call,
    space: &Space<'_>,
    scope: &'static str,
) -> Result<App, Refusal> {
    let id = call.app_id()?;
    let token = call.bearer.as_deref().ok_or_else(|| {
        Refusal::unauthenticated(
            "the access token is missing: add the header authorization: Bearer TOKEN",
        )
    })?;
    let granted = tokens::use_access_token(space, token, scope)?;
    match by_id(space, id)? {
        Some(app) if app.id == granted => Ok(app),
        _ => Err(no_app(id)),
    }
}

/// The first app of a caller whose request names none.
pub(crate) fn any_authenticated(
    call: &Call,
    space: &Space<'_>,
    scope: &'static str,
) -> Result<i32, Refusal> {
    if let Some(token) = &call.bearer {
        return tokens::use_access_token(space, token, scope);
    }
    of_key(space, key_of(call)?)?.ok_or_else(unknown_key)
}

fn key_of(call: &Call) -> Result<&str, Refusal> {
    call.query.get("hapikey").ok_or_else(|| {
        Refusal::unauthenticated(
            "the key is missing: add the developer account's API key as the query parameter hapikey",
        )
    })
}

fn has_app(space: &Space<'_>, key: &str) -> Result<bool, Refusal> {
    Ok(of_key(space, key)?.is_some())
}

fn of_key(space: &Space<'_>, key: &str) -> Result<Option<i32>, Refusal> {
    Ok(space
        .data
        .query_row(
            "SELECT id FROM app WHERE ns = ?1 AND key = ?2 ORDER BY id LIMIT 1",
            params![space.name, digest(key)],
            |row| row.get(0),
        )
        .optional()?)
}

fn unknown_key() -> Refusal {
    Refusal::unauthenticated("the key in hapikey is not known: use the one of the app's developer")
}

fn no_app(id: i32) -> Refusal {
    Refusal::not_found(
        "NO_SUCH_APP",
        format!("there is no app {id} in this developer account"),
    )
}

/// Registers an app, or registers it anew.
pub(crate) fn register(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let id = call.app_id()?;
    let fields = call.object(Profile::Spec)?;
    let new: NewApp = serde_json::from_value(fields.into()).map_err(|_| {
        Refusal::invalid(
            "body",
            "WRONG_TYPE",
            "the app is not complete: it needs name, clientId, clientSecret, developerKey and \
             redirectUris, and may have scopes, optionalScopes and hasTimelineEvents",
        )
    })?;
    for uri in &new.registration.redirect_uris {
        check_redirect(uri)?;
    }
    if let Some(other) = by_client(space, &new.registration.client_id)?
        && other.id != id
    {
        return Err(Refusal::new(
            409,
            "CONFLICT",
            "CLIENT_ID_TAKEN",
            format!("clientId belongs to the app {}: use another", other.id),
        ));
    }
    insert(
        space,
        id,
        &new.registration,
        &new.client_secret,
        &new.developer_key,
    )?;
    Answer::json(
        200,
        &RegisteredApp {
            app_id: id,
            app: new.registration,
        },
    )
}

/// Https, or http on localhost; no user or password, no address of digits, no fragment.
///
/// Source: the OAuth guide, redirect addresses, read 2026-11.
fn check_redirect(uri: &str) -> Result<(), Refusal> {
    let Some(why) = redirect_fault(uri) else {
        return Ok(());
    };
    // A password is in no message.
    let shown = match with_user(uri) {
        Some((scheme, host, path)) => [scheme, "://…@", host, path].concat(),
        None => uri.to_owned(),
    };
    Err(Refusal::invalid(
        "redirectUris",
        "INVALID_URL",
        format!("the redirect address {} {why}", quoted(&shown)),
    ))
}

/// The scheme, the host and the rest of an address that names a user or a password;
/// `None` for any other.
fn with_user(uri: &str) -> Option<(&str, &str, &str)> {
    let (scheme, rest) = uri.split_once("://")?;
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (_, host) = authority.rsplit_once('@')?;
    Some((scheme, host, path))
}

/// Why an address is no redirect address, and what to do.
fn redirect_fault(uri: &str) -> Option<&'static str> {
    if with_user(uri).is_some() {
        return Some("has a user or a password: leave them out");
    }
    let is_plain = uri.bytes().all(|byte| byte.is_ascii_graphic());
    let origin = origin_of_url(uri).filter(|_| is_plain);
    let Some(origin) = origin.as_deref().and_then(Origin::parse) else {
        return Some(
            "is no http or https address: use one like https://phone.example/oauth/callback",
        );
    };
    if uri.contains('#') {
        return Some("has a fragment: leave out what begins with #");
    }
    if origin.host.starts_with('[') || !origin.host.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return Some("has a number for a host: use a name, on this machine localhost");
    }
    if origin.scheme == "http" && origin.host != "localhost" {
        return Some("is not https: use https, or http on localhost only");
    }
    None
}

fn insert(
    space: &Space<'_>,
    id: i32,
    registration: &Registration,
    secret: &str,
    key: &str,
) -> Result<(), Refusal> {
    let body = serde_json::to_string(registration)
        .map_err(|_| Refusal::internal("an app has no JSON form"))?;
    space.data.execute(
        "INSERT OR REPLACE INTO app (ns, id, client_id, secret, key, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            space.name,
            id,
            registration.client_id,
            digest(secret),
            digest(key),
            body
        ],
    )?;
    Ok(())
}

/// Fills a namespace with what is there from the start.
pub(crate) fn seed(space: &Space<'_>) -> Result<(), Refusal> {
    for seeded in &SEEDED {
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        let registration = Registration {
            name: seeded.name.to_owned(),
            client_id: seeded.client_id.to_owned(),
            redirect_uris: seeded
                .redirect_uris
                .iter()
                .map(|uri| (*uri).to_owned())
                .collect(),
            scopes: texts(seeded.scopes),
            optional_scopes: texts(seeded.optional_scopes),
            has_timeline_events: seeded.id == SEEDED_APP,
        };
        insert(
            space,
            seeded.id,
            &registration,
            seeded.client_secret,
            seeded.developer_key,
        )?;
    }
    objects::fill(space.data, space.name, space.now_ms)?;
    quotes::fill(space)?;
    timeline::fill(space.data, space.name, space.now_ms)?;
    Ok(())
}

/// Opens the timeline to the app that has events from the start, in a file of a layout that
/// did not know it.
pub(crate) fn open_timeline(data: &Connection, namespace: &str) -> rusqlite::Result<()> {
    data.execute(
        "UPDATE app SET body = json_set(body, '$.hasTimelineEvents', json('true'))
         WHERE ns = ?1 AND id = ?2",
        params![namespace, SEEDED_APP],
    )?;
    Ok(())
}

struct Seeded {
    id: i32,
    name: &'static str,
    client_id: &'static str,
    client_secret: &'static str,
    developer_key: &'static str,
    redirect_uris: &'static [&'static str],
    scopes: &'static [&'static str],
    optional_scopes: &'static [&'static str],
}

/// The app whose calling settings the demo's host page goes by.
pub(crate) const SEEDED_APP: i32 = 123;

/// The key of its developer.
pub(crate) const SEEDED_KEY: &str = "emulator-developer-key-123";

/// Two apps of two developers. Their secrets are public: they open nothing else.
const SEEDED: [Seeded; 2] = [
    Seeded {
        id: SEEDED_APP,
        name: "Demo phone",
        client_id: "00000000-0000-4000-8000-000000000123",
        client_secret: "emulator-client-secret-123",
        developer_key: SEEDED_KEY,
        redirect_uris: &[
            "http://localhost:3000/oauth/callback",
            "http://localhost:8141/oauth/callback",
            "https://phone.example/oauth/callback?from=crm",
        ],
        scopes: &["crm.objects.contacts.read", "oauth", "timeline"],
        optional_scopes: &[
            NOT_GRANTABLE,
            "crm.objects.companies.read",
            "crm.objects.companies.write",
            "crm.objects.contacts.write",
            "crm.objects.deals.read",
            "crm.objects.deals.write",
            "crm.objects.line_items.read",
            "crm.objects.line_items.write",
            "crm.objects.owners.read",
            "crm.objects.quotes.read",
            "crm.objects.quotes.write",
            "crm.schemas.companies.read",
            "crm.schemas.contacts.read",
            "crm.schemas.deals.read",
            "crm.schemas.line_items.read",
            "crm.schemas.quote.read",
            "developers-read",
            "developers-write",
            "private-apps-read",
        ],
    },
    Seeded {
        id: 456,
        name: "Another phone",
        client_id: "00000000-0000-4000-8000-000000000456",
        client_secret: "emulator-client-secret-456",
        developer_key: "emulator-developer-key-456",
        redirect_uris: &["https://other.example/oauth/callback"],
        scopes: &["oauth"],
        optional_scopes: &[],
    },
];
