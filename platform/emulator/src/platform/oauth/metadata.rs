//! `GET /oauth/v1/access-tokens/{token}`, `GET`, `DELETE /oauth/v1/refresh-tokens/{token}`,
//! `POST /oauth/v3/token/introspect`, `POST /oauth/v3/token/revoke`

use calling_rest::{
    Method, Secret,
    oauth::{
        ACCESS_TOKEN_ROUTE, AccessTokenMetadata, INTROSPECT_ROUTE, Introspection,
        REFRESH_TOKEN_ROUTE, REVOKE_ROUTE, RefreshTokenMetadata, SignedAccessToken, TokenKind,
    },
};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    client::{ClientForm, FORM_CODES, client, form, refused},
    tokens::{Token, find},
};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Refusal, Result},
        apps::{self, App, HUB_DOMAIN, HUB_ID},
        endpoint::Endpoint,
        identity::digest,
        namespace::Namespace,
        request::Request,
        users,
    },
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::open(Method::Post, INTROSPECT_ROUTE, introspect)
        .summary("Tells whether a token of the app is good, and what is known of it")
        .after("POST /emulator/apps/{appId}/installation")
        .example(
            r#"{"client_id":"00000000-0000-4000-8000-000000000123",
               "client_secret":"emulator-client-secret-123","token":"live-access-token"}"#,
        )
        .takes_form::<TokenQuestion>()
        .answers::<Introspection>()
        .refuses_with(FORM_CODES),
    Endpoint::open(Method::Post, REVOKE_ROUTE, revoke)
        .summary("Ends a refresh token of the app; access tokens stay valid")
        .after("POST /emulator/apps/{appId}/installation")
        .example(
            r#"{"client_id":"00000000-0000-4000-8000-000000000123",
               "client_secret":"emulator-client-secret-123","token":"live-refresh-token",
               "token_type_hint":"refresh_token"}"#,
        )
        .takes_form::<TokenQuestion>()
        .refuses_with(FORM_CODES),
    Endpoint::open(Method::Get, ACCESS_TOKEN_ROUTE, read_access)
        .summary("Tells what is known of an access token")
        .at("/oauth/v1/access-tokens/live-access-token")
        .after("POST /emulator/apps/{appId}/installation")
        .answers::<AccessTokenMetadata>()
        .refuses(&[404]),
    Endpoint::open(Method::Get, REFRESH_TOKEN_ROUTE, read_refresh)
        .summary("Tells what is known of a refresh token")
        .at("/oauth/v1/refresh-tokens/live-refresh-token")
        .after("POST /emulator/apps/{appId}/installation")
        .answers::<RefreshTokenMetadata>()
        .refuses(&[404]),
    Endpoint::open(Method::Delete, REFRESH_TOKEN_ROUTE, delete_refresh)
        .summary("Deletes a refresh token; access tokens stay valid, and the app stays installed")
        .at("/oauth/v1/refresh-tokens/live-refresh-token")
        .after("POST /emulator/apps/{appId}/installation")
        .vendor(204)
        .refuses(&[404]),
];

/// The form of a request about a token.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct TokenQuestion {
    #[serde(flatten)]
    client: ClientForm,
    /// The token.
    #[schema(required, nullable = false)]
    token: Option<String>,
    /// The same; so public apps send it, read 2026-11.
    #[schema(ignore)]
    access_token: Option<String>,
    #[schema(ignore)]
    refresh_token: Option<String>,
    /// `access_token` or `refresh_token`; ignored: both kinds are looked up.
    #[serde(rename = "token_type_hint")]
    _hint: Option<String>,
}

fn read_access(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let token = request.part("token");
    let entry = find(namespace, token, "access")?
        .filter(|entry| entry.expires_ms > namespace.now_ms)
        .ok_or_else(|| no_token("the access token is not known, or is expired"))?;
    let is_vendor = namespace.profile == Profile::Vendor;
    Answer::ok(&AccessTokenMetadata {
        token: Secret::new(token),
        user: email(namespace, entry.user)?,
        hub_domain: Some(HUB_DOMAIN.to_owned()),
        hub_id: HUB_ID,
        app_id: entry.app.into(),
        user_id: entry.user,
        expires_in: entry.expires_in(namespace),
        token_type: "access".to_owned(),
        is_private_distribution: is_vendor.then_some(false),
        signed_access_token: Some(signed(token, &entry, namespace)),
        scopes: entry.scopes,
    })
}

fn read_refresh(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let token = request.part("token");
    let entry = find(namespace, token, "refresh")?
        .ok_or_else(|| no_token("the refresh token is not known"))?;
    let app = apps::by_id(namespace, entry.app)?
        .ok_or_else(|| no_token("the app of the refresh token is gone"))?;
    Answer::ok(&RefreshTokenMetadata {
        token: Secret::new(token),
        client_id: app.registration.client_id,
        hub_id: HUB_ID,
        user_id: entry.user,
        scopes: entry.scopes,
        token_type: "refresh".to_owned(),
        user: email(namespace, entry.user)?,
        hub_domain: Some(HUB_DOMAIN.to_owned()),
    })
}

/// Deletes a refresh token alone: access tokens stay valid, and the app stays installed.
fn delete_refresh(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let deleted = namespace.run(
        "DELETE FROM token WHERE ns = ?1 AND id = ?2 AND kind = 'refresh'",
        &[&digest(request.part("token"))],
    )?;
    if deleted == 0 {
        return Err(no_token("the refresh token is not known"));
    }
    Ok(Answer::empty(namespace.status(204)))
}

/// Describes a token of the app if it is valid; any other token counts as inactive.
///
/// Source: RFC 7662, section 2.2.
fn introspect(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (token, app) = question(request, namespace)?;
    let (kind, entry) = match find(namespace, &token, "access")? {
        Some(entry) => (TokenKind::AccessToken, Some(entry)),
        None => (TokenKind::RefreshToken, find(namespace, &token, "refresh")?),
    };
    let entry = entry.filter(|entry| entry.app == app.id && entry.expires_ms > namespace.now_ms);
    let Some(entry) = entry else {
        return Answer::ok(&Introspection::default());
    };
    let is_access = kind == TokenKind::AccessToken;
    Answer::ok(&Introspection {
        active: true,
        token_use: Some(kind.as_str().to_owned()),
        token: Some(Secret::new(&token)),
        user: email(namespace, entry.user)?,
        hub_domain: Some(HUB_DOMAIN.to_owned()),
        hub_id: Some(HUB_ID),
        app_id: Some(entry.app.into()),
        client_id: Some(app.registration.client_id),
        user_id: Some(entry.user),
        expires_in: is_access.then(|| entry.expires_in(namespace)),
        token_type: Some(if is_access { "access" } else { "refresh" }.to_owned()),
        is_private_distribution: Some(false),
        signed_access_token: is_access.then(|| signed(&token, &entry, namespace)),
        scopes: Some(entry.scopes),
    })
}

/// Revokes a refresh token of the app; an unknown one counts as revoked.
///
/// Source: RFC 7009, section 2.2.
fn revoke(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (token, app) = question(request, namespace)?;
    namespace.run(
        "DELETE FROM token WHERE ns = ?1 AND id = ?2 AND kind = 'refresh' AND app = ?3",
        &[&digest(&token), &app.id],
    )?;
    Ok(Answer::empty(200))
}

/// The token in a request, and the app that sent it.
fn question(request: &Request, namespace: &Namespace<'_>) -> Result<(String, App)> {
    let form: TokenQuestion = form(request)?;
    let app = client(&form.client, namespace)?;
    let token = form
        .token
        .or(form.access_token)
        .or(form.refresh_token)
        .ok_or_else(|| refused("BAD_REQUEST", "the token is missing: send the field token"))?;
    Ok((token, app))
}

fn signed(token: &str, entry: &Token, namespace: &Namespace<'_>) -> SignedAccessToken {
    // Opaque to everybody but the service, so any text unique to the token does.
    let sign = |kind: &str| {
        let serial = digest(token)
            .iter()
            .take(7)
            .fold(0_i64, |sum, byte| (sum << 8) | i64::from(*byte));
        Secret::new(namespace.identity.uuid(kind, namespace.name, serial))
    };
    let is_vendor = namespace.profile == Profile::Vendor;
    SignedAccessToken {
        expires_at: Some(entry.expires_ms),
        scopes: Some(entry.scopes.join(" ")),
        hub_id: Some(HUB_ID),
        user_id: Some(entry.user),
        app_id: Some(entry.app.into()),
        signature: Some(sign("signature")),
        scope_to_scope_group_pks: Some(String::new()),
        new_signature: Some(sign("new-signature")),
        hublet: Some("na1".to_owned()),
        trial_scopes: Some(String::new()),
        trial_scope_to_scope_group_pks: Some(String::new()),
        is_user_level: Some(false),
        app_install_id: is_vendor.then(|| entry.app.to_string()),
        audience: is_vendor.then(|| "emulator".to_owned()),
        installing_user_id: is_vendor.then_some(entry.user),
        is_private_distribution: is_vendor.then_some(false),
        is_service_account: is_vendor.then_some(false),
    }
}

fn email(namespace: &Namespace<'_>, user: i64) -> Result<Option<String>> {
    Ok(users::by_id(namespace, user)?.map(|user| user.details.email))
}

fn no_token(message: &str) -> Refusal {
    Refusal::not_found("UNKNOWN_TOKEN", message)
}
