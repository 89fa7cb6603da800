//! The control paths, by which a test controls a namespace.

use calling_rest::{Method, Secret, secret::exposed};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    answer::{Answer, Result, refuse},
    apps::{self, NOT_GRANTABLE, UninstalledApp},
    clock::iso,
    endpoint::{Endpoint, Own},
    namespace::{self, Namespace},
    oauth::{
        authorization::Authorization,
        consent,
        grant::INSTALLER,
        tokens::{self, Grant},
    },
    request::Request,
    seed::Seed,
    start,
};
use crate::{Profile, store};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::own_control(Method::Post, "/emulator/reset", Own::Reset)
        .summary("Brings the namespace back to its start")
        .answers::<NamespaceName>(),
    Endpoint::control(Method::Post, "/emulator/snapshot", snapshot)
        .summary("Keeps what the namespace holds, under a name")
        .example(r#"{"name":"before"}"#)
        .answers::<TakenSnapshot>()
        .may_take::<SnapshotName>()
        .refuses(&[400, 429]),
    Endpoint::control(Method::Post, "/emulator/restore", restore)
        .summary("Brings back what a snapshot holds")
        .after("POST /emulator/snapshot")
        .example(r#"{"name":"before"}"#)
        .answers::<TakenSnapshot>()
        .may_take::<SnapshotName>()
        .refuses(&[400, 404]),
    Endpoint::own_control(
        Method::Delete,
        "/emulator/namespaces/{name}",
        Own::RemoveNamespace,
    )
    .summary("Takes a namespace away, with its snapshots")
    .at("/emulator/namespaces/default")
    .after("POST /emulator/reset")
    .answers::<RemovedNamespace>()
    .refuses(&[404]),
    Endpoint::control(Method::Get, "/emulator/clock", read_clock)
        .summary("Tells the time of the namespace")
        .answers::<Time>(),
    Endpoint::control(Method::Post, "/emulator/clock", move_clock)
        .summary("Moves the time of the namespace forward")
        .example(r#"{"advanceMs":60000}"#)
        .takes::<Advance>()
        .answers::<Time>(),
    Endpoint::control(
        Method::Delete,
        "/emulator/apps/{appId}/installation",
        uninstall,
    )
    .summary("Takes an app out of the account; its tokens end")
    .answers::<UninstalledApp>(),
    Endpoint::control(Method::Post, "/emulator/apps/{appId}/installation", install)
        .summary("Installs an app without its consent page, and gives a code and tokens")
        .answers::<InstalledApp>()
        .refuses(&[400, 404]),
];

/// A namespace.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamespaceName {
    /// Its name.
    namespace: String,
}

/// The name of a snapshot.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct SnapshotName {
    /// Its name: 1 to 40 lower-case letters, digits or hyphens; `default` if absent.
    name: Option<String>,
}

/// A saved or restored snapshot.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TakenSnapshot {
    /// The namespace's name.
    namespace: String,
    /// The snapshot's name.
    snapshot: String,
}

/// A removed namespace.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RemovedNamespace {
    /// Its name.
    namespace: String,
    /// The number of snapshots removed with it.
    snapshots: usize,
}

/// A move of the clock.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Advance {
    /// Milliseconds to add; ten years at most.
    #[schema(minimum = 0)]
    advance_ms: i64,
}

/// The time of a namespace.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Time {
    /// In milliseconds since 1970.
    now_ms: i64,
    /// As an ISO date-time, UTC.
    #[schema(format = DateTime)]
    now: String,
}

/// An installed app, with all its scopes that the account can grant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InstalledApp {
    /// The app.
    app_id: i32,
    /// The redirect URI of the code: the first registered one.
    redirect_uri: String,
    /// A code; expires after ten minutes.
    #[serde(serialize_with = "exposed")]
    #[schema(value_type = String)]
    code: Secret,
    /// An access token.
    #[serde(serialize_with = "exposed")]
    #[schema(value_type = String)]
    access_token: Secret,
    /// Its refresh token.
    #[serde(serialize_with = "exposed")]
    #[schema(value_type = String)]
    refresh_token: Secret,
    /// The lifetime of the access token in seconds.
    expires_in: i64,
    /// The scopes.
    scopes: Vec<String>,
}

/// Resets the namespace to its initial data.
pub(crate) fn reset(namespace: &Namespace<'_>, seed: &Seed) -> Result<Answer> {
    store::clear(namespace.data, namespace.name)?;
    // With a seed the same ids repeat; without one none does.
    let serial = if namespace.identity.is_seeded {
        "0"
    } else {
        "serial"
    };
    let reset = format!("UPDATE namespace SET clock_ms = 0, serial = {serial} WHERE name = ?1");
    namespace.run(&reset, &[])?;
    start::fill(namespace, seed)?;
    Answer::ok(&NamespaceName {
        namespace: namespace.name.to_owned(),
    })
}

fn snapshot(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let name = snapshot_name(request)?;
    let place = place(namespace, &name);
    if store::clock_ms(namespace.data, &place)?.is_none()
        && store::namespaces(namespace.data)? >= namespace.most_namespaces
    {
        return Err(namespace::too_many(namespace.most_namespaces));
    }
    store::copy(namespace.data, namespace.name, &place)?;
    answer_snapshot(namespace, name)
}

fn restore(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let name = snapshot_name(request)?;
    let place = place(namespace, &name);
    if store::clock_ms(namespace.data, &place)?.is_none() {
        return Err(refuse!(
            not_found("NO_SNAPSHOT"),
            "there is no snapshot of this name: make it first"
        ));
    }
    store::copy(namespace.data, &place, namespace.name)?;
    answer_snapshot(namespace, name)
}

fn answer_snapshot(namespace: &Namespace<'_>, snapshot: String) -> Result<Answer> {
    Answer::ok(&TakenSnapshot {
        namespace: namespace.name.to_owned(),
        snapshot,
    })
}

/// A namespace's name has no `@`, so no request reaches this one.
fn place(namespace: &Namespace<'_>, name: &str) -> String {
    [namespace.name, "@", name].concat()
}

fn snapshot_name(request: &Request) -> Result<String> {
    let snapshot: SnapshotName = request.read_or_default(Profile::Spec)?;
    let name = snapshot.name.unwrap_or_else(|| "default".to_owned());
    if namespace::is_name(&name) {
        return Ok(name);
    }
    Err(refuse!(
        invalid("name", "INVALID_OPTION"),
        "name has to have 1 to 40 small letters, digits or hyphens"
    ))
}

/// Removes a namespace, with its snapshots; a later request recreates it. Returns its last
/// serial beside the answer.
pub(crate) fn remove(request: &Request, data: &Connection) -> Result<(Answer, i64)> {
    let name = request.part("name");
    let Some(removed) = store::remove(data, name)? else {
        return Err(refuse!(
            not_found("NO_NAMESPACE"),
            "there is no namespace of this name"
        ));
    };
    let answer = Answer::ok(&RemovedNamespace {
        namespace: name.to_owned(),
        snapshots: removed.snapshots,
    })?;
    Ok((answer, removed.serial))
}

fn read_clock(_: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    time(namespace.now_ms)
}

fn move_clock(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let Advance { advance_ms: by_ms } = request.read(Profile::Spec)?;
    if !(0..=LONGEST_MS).contains(&by_ms) {
        return Err(refuse!(
            invalid("advanceMs", "INVALID_OPTION"),
            "advanceMs has to be a whole number of ms from 0 to ten years"
        ));
    }
    let moved_ms = store::clock_ms(namespace.data, namespace.name)?.unwrap_or_default();
    if moved_ms > LONGEST_MS * 10 {
        return Err(refuse!(
            invalid("advanceMs", "INVALID_OPTION"),
            "the clock was moved by a hundred years already: reset the namespace"
        ));
    }
    let advance = "UPDATE namespace SET clock_ms = clock_ms + ?2 WHERE name = ?1";
    namespace.run(advance, &[&by_ms])?;
    time(namespace.now_ms + by_ms)
}

fn time(now_ms: i64) -> Result<Answer> {
    Answer::ok(&Time {
        now_ms,
        now: iso(now_ms),
    })
}

fn uninstall(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = request.app_id()?;
    apps::uninstall(namespace, app)?;
    Answer::ok(&UninstalledApp { app_id: app })
}

fn install(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let id = request.app_id()?;
    let app = apps::by_id(namespace, id)?.ok_or_else(|| {
        refuse!(
            not_found("NO_SUCH_APP"),
            "there is no app {id}: register it by POST /emulator/apps/{id}"
        )
    })?;
    let registration = app.registration;
    let Some(redirect_uri) = registration.redirect_uris.into_iter().next() else {
        return Err(refuse!(
            invalid("redirectUris", "MISSING_FIELD"),
            "the app {id} has no redirect address: register it with one"
        ));
    };
    let mut scopes = registration.scopes;
    scopes.extend(registration.optional_scopes);
    scopes.remove(NOT_GRANTABLE);
    let authorization = Authorization {
        redirect_uri,
        scopes,
        state: None,
        challenge: None,
        user: INSTALLER,
    };
    let code = consent::install(namespace, id, &authorization)?;
    let grant = Grant {
        id: namespace.serial()?,
        user: INSTALLER,
        scopes: authorization.scopes.into_iter().collect(),
    };
    let refresh_token = namespace.uuid("refresh")?;
    tokens::insert(namespace, id, &grant, "refresh", &refresh_token, None)?;
    let access_token = tokens::make_access(namespace, id, &grant)?;
    Answer::ok(&InstalledApp {
        app_id: id,
        redirect_uri: authorization.redirect_uri,
        code: Secret::new(code),
        access_token: Secret::new(access_token),
        refresh_token: Secret::new(refresh_token),
        expires_in: tokens::LIFETIME_S,
        scopes: grant.scopes,
    })
}

/// Ten years.
const LONGEST_MS: i64 = 10 * 366 * 24 * 60 * 60 * 1000;
