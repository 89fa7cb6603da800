//! `GET`, `POST /oauth/authorize` and `/oauth/{accountId}/authorize`
//!
//! The page validates and stores the request; its form refers to the stored one, so the user
//! consents to what was validated. Never redirects to an unregistered address.

use calling_rest::{Method, oauth::AUTHORIZE_ROUTE, query::encode};
use calling_widget_sdk::protocol::origin_of_url;
use maud::{Markup, html};
use serde::Deserialize;
use utoipa::ToSchema;

use super::authorization::{Authorization, AuthorizationQuery, check, fault_page};
use crate::{
    platform::{
        answer::{Answer, Result},
        apps::{self, App},
        endpoint::{AnswerBody, Endpoint, Handler},
        guard::Exposure,
        identity::digest,
        namespace::Namespace,
        request::{Fields, Request},
        shape::params,
        users::{self, User},
    },
    store::Json,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    AUTHORIZE,
    DECIDE,
    Endpoint {
        route: ROUTE_OF_ACCOUNT,
        ..AUTHORIZE
    },
    Endpoint {
        route: ROUTE_OF_ACCOUNT,
        ..DECIDE
    },
];

const ROUTE_OF_ACCOUNT: &str = "/oauth/{accountId}/authorize";

const AUTHORIZE: Endpoint = Endpoint::new(Method::Get, AUTHORIZE_ROUTE, Handler::Data(show))
    .exposed(Exposure::Linked)
    .summary("Asks the user for consent")
    .with_query(&[params::<AuthorizationQuery>])
    .answers_as(AnswerBody::Page)
    .refuses(&[400, 404]);

const DECIDE: Endpoint = Endpoint::open(Method::Post, AUTHORIZE_ROUTE, decide)
    .summary("Takes the user's decision")
    .takes_form::<Decision>()
    .answers_as(AnswerBody::Redirect)
    .refuses(&[400]);

/// A user's decision.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct Decision {
    /// The id of the stored request.
    #[schema(required, nullable = false)]
    request: Option<String>,
    /// The user who decides.
    #[schema(required, value_type = i64)]
    user: Option<String>,
    /// `allow` or `cancel`.
    #[schema(required, nullable = false)]
    decision: Option<String>,
}

/// Shows the page. Faults of the request are shown on a page too: nobody is redirected to an
/// address that was not validated.
fn show(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (app, authorization) = check(request, namespace)?;
    let id = namespace.uuid("consent")?;
    let expired = "DELETE FROM consent WHERE ns = ?1 AND expires_ms <= ?2";
    namespace.run(expired, &[&namespace.now_ms])?;
    let expires_ms = namespace.now_ms + LIFETIME_MS;
    namespace.run(
        "INSERT INTO consent (ns, id, app, body, expires_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
        &[&digest(&id), &app.id, &Json(&authorization), &expires_ms],
    )?;
    Ok(page(&app, &authorization, &id, &users::all(namespace)?))
}

fn decide(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let form: Decision = Fields::parse(&request.body).read()?;
    let unknown = || {
        fault_page(
            "UNKNOWN_CONSENT",
            "This page is no longer valid: go back to the app and start again.",
        )
    };
    let id = form.request.ok_or_else(unknown)?;
    let row: Option<(i32, Json<Authorization>, i64)> = namespace.one(
        "SELECT app, body, expires_ms FROM consent WHERE ns = ?1 AND id = ?2",
        &[&digest(&id)],
        |row| row.try_into(),
    )?;
    let (app_id, Json(mut authorization), expires_ms) = row.ok_or_else(unknown)?;
    if namespace.now_ms >= expires_ms {
        return Err(unknown());
    }
    let user = form
        .user
        .and_then(|id| id.parse().ok())
        .map_or(Ok(None), |id: i64| users::by_id(namespace, id))?
        .ok_or_else(|| fault_page("UNKNOWN_USER", "Choose one of the users."))?;
    let decision = form.decision.as_deref();
    if !matches!(decision, Some("allow" | "cancel")) {
        return Err(fault_page(
            "NO_DECISION",
            "Choose whether to connect the app.",
        ));
    }
    let decided = "DELETE FROM consent WHERE ns = ?1 AND id = ?2";
    namespace.run(decided, &[&digest(&id)])?;
    if decision == Some("cancel") {
        // The service does not redirect either.
        let body = html! { p { "The app was not connected." } };
        return Ok(Answer::page("Cancelled", &body, None));
    }
    if !user.details.may_install && !apps::is_installed(namespace, app_id)? {
        return Ok(back(
            &authorization,
            vec![
                ("error", "access_denied"),
                (
                    "error_description",
                    "the user may not install apps, and the app is not installed",
                ),
            ],
        ));
    }
    authorization.user = user.id;
    let code = install(namespace, app_id, &authorization)?;
    Ok(back(&authorization, vec![("code", &code)]))
}

/// Installs an app after a user's consent, and returns the code for the redirect.
pub(crate) fn install(
    namespace: &Namespace<'_>,
    app_id: i32,
    authorization: &Authorization,
) -> Result<String> {
    let install = "INSERT OR IGNORE INTO install (ns, app) VALUES (?1, ?2)";
    namespace.run(install, &[&app_id])?;
    let code = namespace.uuid("code")?;
    namespace.run(
        "INSERT INTO code (ns, id, app, grant_id, body, expires_ms, is_used)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0)",
        &[
            &digest(&code),
            &app_id,
            &namespace.serial()?,
            &Json(authorization),
            &(namespace.now_ms + LIFETIME_MS),
        ],
    )?;
    Ok(code)
}

fn back<'a>(authorization: &'a Authorization, mut pairs: Vec<(&'a str, &'a str)>) -> Answer {
    if let Some(state) = &authorization.state {
        pairs.push(("state", state));
    }
    let joint = if authorization.redirect_uri.contains('?') {
        "&"
    } else {
        "?"
    };
    Answer::redirect([&authorization.redirect_uri, joint, &encode(pairs)].concat())
}

fn page(app: &App, authorization: &Authorization, id: &str, users: &[User]) -> Answer {
    let origin = origin_of_url(&authorization.redirect_uri);
    let first = users.iter().find(|user| user.details.may_install);
    let first = first.map(|user| user.id);
    let body = html! {
        p { strong { (app.registration.name) } " asks for:" }
        ul { @for scope in &authorization.scopes { li { (scope) } } }
        form method="post" {
            input type="hidden" name="request" value=(id);
            fieldset { legend { "As" } @for user in users { (choice(user, first)) } }
            p { "Afterwards you are sent to " (origin.as_deref().unwrap_or_default()) "." }
            button name="decision" value="allow" { "Connect app" }
            " "
            button name="decision" value="cancel" { "Cancel" }
        }
    };
    Answer::page("Connect an app", &body, origin)
}

/// A user to choose; the default is the first who may install apps.
fn choice(user: &User, first: Option<i64>) -> Markup {
    html! {
        label {
            input type="radio" name="user" value=(user.id) checked[first == Some(user.id)];
            " " (user.details.email)
            @if !user.details.may_install { " (may not install apps)" }
        }
        br;
    }
}

/// The lifetime of a page or a code; the service documents it only as short.
const LIFETIME_MS: i64 = 10 * 60 * 1000;
