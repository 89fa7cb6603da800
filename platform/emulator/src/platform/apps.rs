//! The apps of a namespace, and the account they are installed in.

use std::collections::BTreeSet;

use calling_rest::Method;
use calling_widget_sdk::protocol::{Origin, origin_of_url};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{
    answer::{Answer, Refusal, Result, quoted, refuse},
    endpoint::Endpoint,
    identity::{digest, has_digest},
    namespace::Namespace,
    request::Request,
};
use crate::{Profile, store::Json};

pub(crate) const ENDPOINTS: &[Endpoint] =
    &[
        Endpoint::control(Method::Post, "/emulator/apps/{appId}", register)
            .at("/emulator/apps/7")
            .example(
                r#"{"appCards":[6001],"clientId":"mine","clientSecret":"my-secret",
               "developerKey":"my-key","legacyCards":[{"accounts":4,"id":2001}],"name":"Mine",
               "redirectUris":["http://localhost:3000/back"],
               "scopes":["crm.objects.contacts.read","oauth"]}"#,
            )
            .summary("Registers an app, or registers it anew")
            .answers::<RegisteredApp>()
            .takes::<NewApp>()
            .refuses(&[400, 409]),
    ];

/// The registration of an app, without its secrets.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Registration {
    /// Its name for users.
    pub(crate) name: String,
    /// Its client id.
    pub(crate) client_id: String,
    /// The addresses that a code may be sent to; compared exactly.
    pub(crate) redirect_uris: Vec<String>,
    /// Scopes it needs.
    #[serde(default)]
    pub(crate) scopes: BTreeSet<String>,
    /// Scopes granted if the account allows them.
    #[serde(default)]
    pub(crate) optional_scopes: BTreeSet<String>,
    /// True if it has timeline events of v1 or v3, which opens their endpoints to it.
    #[serde(default)]
    pub(crate) has_timeline_events: bool,
    /// Its legacy CRM cards: sources of migrations.
    #[serde(default)]
    pub(crate) legacy_cards: Vec<LegacyCard>,
    /// The ids of its app cards: targets of migrations.
    #[serde(default)]
    pub(crate) app_cards: Vec<i64>,
}

/// A legacy CRM card.
///
/// Shape: `{"id":1001,"accounts":4,"supportsTickets":false}`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LegacyCard {
    /// Its id, within the app.
    pub(crate) id: i64,
    /// The number of accounts with access to it; 1 by default.
    #[serde(default = "one")]
    pub(crate) accounts: u32,
    /// True if it is shown on tickets; false by default.
    #[serde(default)]
    pub(crate) supports_tickets: bool,
}

const fn one() -> u32 {
    1
}

/// An app to register.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewApp {
    #[serde(flatten)]
    pub(crate) registration: Registration,
    /// Its client secret.
    pub(crate) client_secret: String,
    /// Its developer's API key.
    pub(crate) developer_key: String,
}

/// A registered app.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RegisteredApp {
    /// The app.
    app_id: i32,
    /// Its registration.
    app: Registration,
}

/// An uninstalled app.
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
    /// True if this is its developer's key.
    pub(crate) fn has_key(&self, key: &str) -> bool {
        has_digest(key, &self.key)
    }

    /// True if this is its client secret.
    pub(crate) fn has_secret(&self, secret: &str) -> bool {
        has_digest(secret, &self.secret)
    }
}

/// The app whose calling settings the demo's host page uses.
pub(crate) const DEMO_APP: i32 = 123;

/// The account.
pub(crate) const HUB_ID: i64 = 62_515;

/// The account's domain.
pub(crate) const HUB_DOMAIN: &str = "crm.example";

/// A scope this account cannot grant: silently dropped if optional.
pub(crate) const NOT_GRANTABLE: &str = "automation";

/// The app with this id.
pub(crate) fn by_id(namespace: &Namespace<'_>, id: i32) -> Result<Option<App>> {
    find(namespace, "id = ?2", &id)
}

/// The app with this client id.
pub(crate) fn by_client(namespace: &Namespace<'_>, client_id: &str) -> Result<Option<App>> {
    find(namespace, "client_id = ?2", &client_id)
}

fn find(
    namespace: &Namespace<'_>,
    condition: &str,
    value: &dyn rusqlite::ToSql,
) -> Result<Option<App>> {
    let query = format!("SELECT id, secret, key, body FROM app WHERE ns = ?1 AND {condition}");
    namespace.one(&query, &[value], |row| {
        Ok(App {
            id: row.get(0)?,
            secret: row.get(1)?,
            key: row.get(2)?,
            registration: row.get::<_, Json<_>>(3)?.0,
        })
    })
}

/// True if a user who may install the app has done so.
pub(crate) fn is_installed(namespace: &Namespace<'_>, app: i32) -> Result<bool> {
    let query = "SELECT 1 FROM install WHERE ns = ?1 AND app = ?2";
    namespace.exists(query, &[&app])
}

/// Uninstalls an app: revokes its tokens.
pub(crate) fn uninstall(namespace: &Namespace<'_>, app: i32) -> Result<()> {
    for table in ["install", "token", "code", "consent"] {
        let delete = format!("DELETE FROM {table} WHERE ns = ?1 AND app = ?2");
        namespace.run(&delete, &[&app])?;
    }
    Ok(())
}

fn register(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let id = request.app_id()?;
    let new = NewApp::read(request.object(Profile::Spec)?)?;
    let app = add(namespace, id, new)?;
    Answer::ok(&RegisteredApp { app_id: id, app })
}

/// Validates and stores an app, replacing one with the same id.
pub(crate) fn add(namespace: &Namespace<'_>, id: i32, new: NewApp) -> Result<Registration> {
    let registration = new.registration;
    for uri in &registration.redirect_uris {
        check_redirect(uri)?;
    }
    if let Some(other) = by_client(namespace, &registration.client_id)?
        && other.id != id
    {
        return Err(refuse!(
            new(409, "CONFLICT", "CLIENT_ID_TAKEN"),
            "clientId belongs to the app {}: use another",
            other.id
        ));
    }
    namespace.run(
        "INSERT OR REPLACE INTO app (ns, id, client_id, secret, key, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        &[
            &id,
            &registration.client_id,
            &digest(&new.client_secret),
            &digest(&new.developer_key),
            &Json(&registration),
        ],
    )?;
    Ok(registration)
}

impl NewApp {
    /// Parses the fields of a request. No refusal quotes a value, which may be a secret.
    pub(crate) fn read(mut fields: Map<String, Value>) -> Result<Self> {
        let client_secret = text(&mut fields, "clientSecret")?;
        let developer_key = text(&mut fields, "developerKey")?;
        let registration = Request::read_part("", fields.into()).map_err(|refusal| {
            let detail = refusal.object.errors.first();
            let place = detail.and_then(|detail| detail.location.clone());
            match (detail.and_then(|detail| detail.code.as_deref()), place) {
                (Some("WRONG_TYPE"), Some(place)) => unexpected(&place),
                _ => refusal,
            }
        })?;
        Ok(Self {
            registration,
            client_secret,
            developer_key,
        })
    }
}

fn text(fields: &mut Map<String, Value>, name: &str) -> Result<String> {
    match fields.remove(name) {
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(unexpected(name)),
        None => Err(refuse!(
            invalid(name, "MISSING_FIELD"),
            "{name} is missing: add it as /emulator/docs describes it"
        )),
    }
}

fn unexpected(place: &str) -> Refusal {
    let message = format!(
        "{} is not as expected: use the form that /emulator/docs describes",
        quoted(place)
    );
    Refusal::invalid(place, "WRONG_TYPE", message)
}

/// Https, or http on localhost; no user or password, no numeric host, no fragment.
///
/// Source: the OAuth guide, redirect addresses, read 2026-11.
fn check_redirect(uri: &str) -> Result<()> {
    let Some(why) = redirect_fault(uri) else {
        return Ok(());
    };
    // Messages contain no password.
    let safe_uri = match with_user(uri) {
        Some((scheme, host, path)) => [scheme, "://…@", host, path].concat(),
        None => uri.to_owned(),
    };
    Err(refuse!(
        invalid("redirectUris", "INVALID_URL"),
        "the redirect address {} {why}",
        quoted(&safe_uri)
    ))
}

/// Splits an address with a user or a password into scheme, host and rest; `None` for any
/// other.
fn with_user(uri: &str) -> Option<(&str, &str, &str)> {
    let (scheme, rest) = uri.split_once("://")?;
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (_, host) = authority.rsplit_once('@')?;
    Some((scheme, host, path))
}

/// The fault of a redirect address, with the fix.
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
