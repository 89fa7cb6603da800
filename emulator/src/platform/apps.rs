//! The apps of a namespace, and the account they are installed in.

use std::collections::BTreeSet;

use calling_rest::Method;
use calling_widget_sdk::protocol::{Origin, origin_of_url};
use rusqlite::{OptionalExtension as _, params};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    answer::{Answer, Refusal, Result, quoted},
    endpoint::{AnswerBody, Endpoint, Handler, RequestBody},
    identity::{digest, has_digest},
    namespace::Namespace,
    request::Request,
    scopes,
    shape::shape,
};
use crate::{Profile, store};

/// The endpoints of this module.
pub(crate) const ENDPOINTS: &[Endpoint] = &[Endpoint::control(
    Method::Post,
    "/emulator/apps/{appId}",
    Handler::Data(register),
)
.summary("Registers an app, or registers it anew")
.answers(AnswerBody::Of(shape::<RegisteredApp>()))
.takes(RequestBody::Body(shape::<NewApp>()))
.refuses(&[400, 409])];

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
    /// Whether this is its developer's key.
    pub(crate) fn has_key(&self, key: &str) -> bool {
        has_digest(key, &self.key)
    }

    /// Whether this is its client secret.
    pub(crate) fn has_secret(&self, secret: &str) -> bool {
        has_digest(secret, &self.secret)
    }
}

/// The app whose calling settings the demo's host page goes by.
pub(crate) const DEMO_APP: i32 = 123;

/// The account.
pub(crate) const HUB_ID: i64 = 62_515;

/// The account's domain.
pub(crate) const HUB_DOMAIN: &str = "crm.example";

/// A scope this account cannot grant: an optional one is left out silently.
pub(crate) const NOT_GRANTABLE: &str = "automation";

/// The app of an id.
pub(crate) fn by_id(namespace: &Namespace<'_>, id: i32) -> Result<Option<App>> {
    find(namespace, "id = ?2", &id)
}

/// The app of a client id.
pub(crate) fn by_client(namespace: &Namespace<'_>, client_id: &str) -> Result<Option<App>> {
    find(namespace, "client_id = ?2", &client_id)
}

fn find(
    namespace: &Namespace<'_>,
    condition: &str,
    value: &dyn rusqlite::ToSql,
) -> Result<Option<App>> {
    let query = format!("SELECT id, secret, key, body FROM app WHERE ns = ?1 AND {condition}");
    let row = namespace
        .data
        .query_row(&query, params![namespace.name, value], |row| {
            let body: String = row.get(3)?;
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, body))
        })
        .optional()?;
    let Some((id, secret, key, body)) = row else {
        return Ok(None);
    };
    let registration = store::parsed(&body)?;
    Ok(Some(App {
        id,
        registration,
        secret,
        key,
    }))
}

/// Whether a user who may install the app has done so.
pub(crate) fn is_installed(namespace: &Namespace<'_>, app: i32) -> Result<bool> {
    Ok(namespace
        .data
        .query_row(
            "SELECT 1 FROM install WHERE ns = ?1 AND app = ?2",
            params![namespace.name, app],
            |_| Ok(()),
        )
        .optional()?
        .is_some())
}

/// Registers an app, or registers it anew.
pub(crate) fn register(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let id = request.app_id()?;
    let fields = request.object(Profile::Spec)?;
    let new: NewApp = Request::read_part("", fields.into()).map_err(|refusal| {
        let code = refusal
            .object
            .errors
            .first()
            .and_then(|detail| detail.code.as_deref());
        if code == Some("MISSING_FIELD") {
            return refusal;
        }
        // Which field is of another type is not known, and the words may quote a secret.
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
    check_scopes("scopes", &new.registration.scopes)?;
    check_scopes("optionalScopes", &new.registration.optional_scopes)?;
    if let Some(other) = by_client(namespace, &new.registration.client_id)?
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
        namespace,
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

/// A scope that the service does not have would never be granted there.
fn check_scopes(field: &str, scopes: &BTreeSet<String>) -> Result<()> {
    let unknown = scopes.iter().find(|scope| !scopes::exists(scope));
    let Some(unknown) = unknown else {
        return Ok(());
    };
    Err(Refusal::invalid(
        field,
        "INVALID_OPTION",
        format!(
            "{} is no scope: {field} takes the service's scopes, such as \
             crm.objects.contacts.read, crm.schemas.contacts.read, oauth or timeline",
            quoted(unknown)
        ),
    ))
}

/// Https, or http on localhost; no user or password, no address of digits, no fragment.
///
/// Source: the OAuth guide, redirect addresses, read 2026-11.
fn check_redirect(uri: &str) -> Result<()> {
    let Some(why) = redirect_fault(uri) else {
        return Ok(());
    };
    // A password is in no message.
    let safe_uri = match with_user(uri) {
        Some((scheme, host, path)) => [scheme, "://…@", host, path].concat(),
        None => uri.to_owned(),
    };
    Err(Refusal::invalid(
        "redirectUris",
        "INVALID_URL",
        format!("the redirect address {} {why}", quoted(&safe_uri)),
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

/// Stores an app.
pub(crate) fn insert(
    namespace: &Namespace<'_>,
    id: i32,
    registration: &Registration,
    secret: &str,
    key: &str,
) -> Result<()> {
    let body = store::json(registration)?;
    namespace.data.execute(
        "INSERT OR REPLACE INTO app (ns, id, client_id, secret, key, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            namespace.name,
            id,
            registration.client_id,
            digest(secret),
            digest(key),
            body
        ],
    )?;
    Ok(())
}
