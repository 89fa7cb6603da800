//! `POST /oauth/v1/token`, `POST /oauth/v3/token`

use std::collections::BTreeSet;

use calling_rest::{
    Method, Secret,
    oauth::{TOKEN_ROUTE, TOKEN_V3_ROUTE, Tokens},
};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    authorization::Authorization,
    client::{ClientForm, TOKEN_CODES, TOKEN_V3_CODES, client, form, form_or_query, refused},
    tokens::{Grant, LIFETIME_S, find, insert, make_access},
};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Result},
        apps::{self, App, HUB_ID, NOT_GRANTABLE, Registration},
        endpoint::Endpoint,
        identity::{digest, proves},
        namespace::Namespace,
        request::Request,
    },
    store::Json,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::open(Method::Post, TOKEN_ROUTE, token)
        .summary("Exchanges a code, makes a new access token, or one of the app itself")
        .after("POST /emulator/apps/{appId}/installation")
        .example(EXCHANGE)
        .takes_form::<TokenForm>()
        .answers::<Tokens>()
        .refuses_with(&TOKEN_CODES),
    Endpoint::open(Method::Post, TOKEN_V3_ROUTE, token_v3)
        .summary("Exchanges a code, or makes a new access token")
        .after("POST /emulator/apps/{appId}/installation")
        .example(EXCHANGE)
        .takes_form::<TokenForm>()
        .answers::<Tokens>()
        .refuses_with(TOKEN_V3_CODES),
];

/// The example of both.
const EXCHANGE: &str = r#"{"client_id":"00000000-0000-4000-8000-000000000123",
    "client_secret":"emulator-client-secret-123","code":"live-code",
    "grant_type":"authorization_code",
    "redirect_uri":"http://localhost:3000/oauth/callback"}"#;

/// The form of the token endpoints.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct TokenForm {
    /// `authorization_code`, `refresh_token` or, in v1 alone, `client_credentials`.
    #[schema(required, nullable = false)]
    grant_type: Option<String>,
    #[serde(flatten)]
    client: ClientForm,
    /// The code to exchange.
    code: Option<String>,
    /// The redirect URI of the code's request.
    redirect_uri: Option<String>,
    /// The verifier of PKCE.
    code_verifier: Option<String>,
    /// The refresh token.
    refresh_token: Option<String>,
    /// With `client_credentials`, scopes separated by spaces; by default those the app needs.
    scope: Option<String>,
}

/// Issues tokens: for a code, for a refresh token, or for the app itself.
fn token(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let form: TokenForm = form_or_query(request)?;
    if form.grant_type.as_deref() == Some("client_credentials") {
        let app = client(&form.client, namespace)?;
        return for_the_app(form.scope.as_deref(), &app, namespace);
    }
    of_user(
        &form,
        namespace,
        "authorization_code, refresh_token or client_credentials",
    )
}

/// The same in version 3: all fields are in the body.
fn token_v3(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    of_user(
        &form(request)?,
        namespace,
        "authorization_code or refresh_token",
    )
}

fn of_user(form: &TokenForm, namespace: &Namespace<'_>, types: &str) -> Result<Answer> {
    match form.grant_type.as_deref() {
        Some("authorization_code") => exchange(form, &client(&form.client, namespace)?, namespace),
        Some("refresh_token") => refresh(form, &client(&form.client, namespace)?, namespace),
        _ => Err(refused(
            "BAD_GRANT_TYPE",
            format!("missing or unknown grant type: use {types}"),
        )),
    }
}

fn exchange(form: &TokenForm, app: &App, namespace: &Namespace<'_>) -> Result<Answer> {
    let bad_code = || refused("BAD_AUTH_CODE", "missing or unknown auth code");
    let redirect_uri = form.redirect_uri.as_deref();
    let mut registered = app.registration.redirect_uris.iter();
    if !redirect_uri.is_some_and(|address| registered.any(|uri| uri == address)) {
        return Err(refused(
            "BAD_REDIRECT_URI",
            "missing redirect uri, or one that is not registered with the app",
        ));
    }
    let code = form.code.as_deref().ok_or_else(bad_code)?;
    let row: Option<(i64, Json<Authorization>, i64, bool)> = namespace.one(
        "SELECT grant_id, body, expires_ms, is_used FROM code
         WHERE ns = ?1 AND id = ?2 AND app = ?3",
        &[&digest(code), &app.id],
        |row| row.try_into(),
    )?;
    let (grant_id, Json(authorization), expires_ms, is_used) = row.ok_or_else(bad_code)?;
    if is_used {
        // The code has leaked: revokes the tokens issued for it.
        // Source: RFC 6749, section 4.1.2.
        let revoke = "DELETE FROM token WHERE ns = ?1 AND grant_id = ?2";
        namespace.run(revoke, &[&grant_id])?;
        let mut refusal = bad_code();
        refusal.reason = "AUTH_CODE_REUSED";
        return Err(refusal);
    }
    if namespace.now_ms >= expires_ms {
        return Err(refused(
            "EXPIRED_AUTH_CODE",
            "the auth code is expired: ask the user again",
        ));
    }
    if redirect_uri != Some(authorization.redirect_uri.as_str()) {
        return Err(refused(
            "MISMATCH_REDIRECT_URI_AUTH_CODE",
            "the redirect uri is not the one that the auth code was made for",
        ));
    }
    let verifier = form.code_verifier.as_deref();
    let is_proved = match (&authorization.challenge, verifier) {
        (None, None) => true,
        (Some(challenge), Some(verifier)) => proves(verifier, &challenge.text, challenge.is_hashed),
        // A verifier without a challenge: the challenge was removed in transit.
        _ => false,
    };
    if !is_proved {
        return Err(refused(
            "BAD_CODE_VERIFIER",
            "the code verifier does not belong to the challenge of the auth code",
        ));
    }
    if !apps::is_installed(namespace, app.id)? {
        return Err(bad_code());
    }
    let use_up = "UPDATE code SET is_used = 1 WHERE ns = ?1 AND id = ?2";
    namespace.run(use_up, &[&digest(code)])?;
    let grant = Grant {
        id: grant_id,
        user: authorization.user,
        scopes: authorization.scopes.into_iter().collect(),
    };
    let refresh_token = namespace.uuid("refresh")?;
    insert(namespace, app.id, &grant, "refresh", &refresh_token, None)?;
    answer(namespace, app, &grant, Some(refresh_token))
}

fn refresh(form: &TokenForm, app: &App, namespace: &Namespace<'_>) -> Result<Answer> {
    let bad_token = || refused("BAD_REFRESH_TOKEN", "missing or invalid refresh token");
    let token = form.refresh_token.as_deref().ok_or_else(bad_token)?;
    let known = find(namespace, token, "refresh")?.filter(|known| known.app == app.id);
    let known = known.ok_or_else(bad_token)?;
    let grant = Grant {
        id: known.grant,
        user: known.user,
        scopes: known.scopes,
    };
    // The same refresh token: the service does not rotate it.
    answer(namespace, app, &grant, Some(token.to_owned()))
}

/// An access token without a user. Its scopes, and the requirement that the app is installed,
/// are our choice: the service documents neither.
fn for_the_app(scopes: Option<&str>, app: &App, namespace: &Namespace<'_>) -> Result<Answer> {
    if !apps::is_installed(namespace, app.id)? {
        return Err(refused(
            "APP_NOT_INSTALLED",
            "the app is not installed in the account: send a user to the authorization address first",
        ));
    }
    let Registration {
        scopes: required,
        optional_scopes,
        ..
    } = &app.registration;
    let wanted: BTreeSet<String> = match scopes {
        Some(scopes) => scopes.split_whitespace().map(str::to_owned).collect(),
        None => required.clone(),
    };
    if wanted
        .iter()
        .any(|scope| !required.contains(scope) && !optional_scopes.contains(scope))
    {
        return Err(refused(
            "BAD_SCOPE",
            "the app does not declare all of these scopes",
        ));
    }
    let grant = Grant {
        id: namespace.serial()?,
        user: INSTALLER,
        scopes: wanted
            .into_iter()
            .filter(|scope| scope != NOT_GRANTABLE)
            .collect(),
    };
    answer(namespace, app, &grant, None)
}

fn answer(
    namespace: &Namespace<'_>,
    app: &App,
    grant: &Grant,
    refresh_token: Option<String>,
) -> Result<Answer> {
    let access_token = make_access(namespace, app.id, grant)?;
    let is_of_a_user = refresh_token.is_some();
    let tokens = Tokens {
        token_type: "bearer".to_owned(),
        access_token: Secret::new(access_token),
        refresh_token: refresh_token.map(Secret::new),
        expires_in: LIFETIME_S.unsigned_abs(),
        ..Tokens::default()
    };
    if namespace.profile == Profile::Spec {
        return Answer::ok(&tokens);
    }
    let token_use = if is_of_a_user {
        "access_token"
    } else {
        "client_credentials"
    };
    Answer::ok(&Tokens {
        token_use: Some(token_use.to_owned()),
        hub_id: Some(HUB_ID),
        user_id: is_of_a_user.then_some(grant.user),
        scopes: Some(grant.scopes.clone()),
        ..tokens
    })
}

/// The user shown as the one who installed the app.
pub(crate) const INSTALLER: i64 = 9;
