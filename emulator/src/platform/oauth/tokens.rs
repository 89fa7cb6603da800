//! `GET /oauth/v1/access-tokens/{token}`, `GET`, `DELETE /oauth/v1/refresh-tokens/{token}`,
//! `POST /oauth/v3/token/introspect`, `POST /oauth/v3/token/revoke`

use std::collections::BTreeMap;

use calling_rest::{
    Secret,
    error::ErrorDetail,
    oauth::{
        AccessTokenMetadata, Introspection, RefreshTokenMetadata, SignedAccessToken, TokenKind,
    },
};
use rusqlite::{OptionalExtension as _, params};
use serde::Deserialize;
use utoipa::ToSchema;

use super::grant::{ClientForm, client, form, refused};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Refusal},
        apps::{self, App, HUB_DOMAIN, HUB_ID, USERS},
        call::{Call, Space},
        identity::digest,
    },
};

/// A token that is asked about.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct TokenQuestion {
    #[serde(flatten)]
    client: ClientForm,
    /// The token.
    #[schema(required, nullable = false)]
    token: Option<String>,
    /// `access_token` or `refresh_token`; both kinds are looked for.
    #[serde(rename = "token_type_hint")]
    _hint: Option<String>,
}

/// What tokens belong to: a user's consent.
pub(crate) struct Grant {
    pub(crate) id: i64,
    pub(crate) user: i64,
    pub(crate) scopes: Vec<String>,
}

/// Who calls with an access token.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) app: i32,
    pub(crate) user: i64,
    /// The demo's host page, which is the CRM's own.
    pub(crate) is_host_page: bool,
    /// What the token is good for.
    pub(crate) scopes: Vec<String>,
}

struct Known {
    app: i32,
    grant: i64,
    user: i64,
    scopes: Vec<String>,
    expires_ms: i64,
}

impl Known {
    /// Seconds until it expires.
    fn expires_in(&self, space: &Space<'_>) -> i64 {
        (self.expires_ms - space.now_ms) / 1000
    }
}

/// What is known of an access token.
pub(crate) fn read_access(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let token = call.part("token");
    let known = find(space, token, "access")?
        .filter(|known| known.expires_ms > space.now_ms)
        .ok_or_else(|| no_token("the access token is not known, or is expired"))?;
    let is_vendor = space.profile == Profile::Vendor;
    Answer::json(
        200,
        &AccessTokenMetadata {
            token: Secret::new(token),
            user: email(known.user),
            hub_domain: Some(HUB_DOMAIN.to_owned()),
            hub_id: HUB_ID,
            app_id: known.app.into(),
            user_id: known.user,
            expires_in: known.expires_in(space),
            token_type: "access".to_owned(),
            is_private_distribution: is_vendor.then_some(false),
            signed_access_token: Some(signed(token, &known, space)),
            scopes: known.scopes,
        },
    )
}

/// What is known of a refresh token.
pub(crate) fn read_refresh(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let token = call.part("token");
    let known =
        find(space, token, "refresh")?.ok_or_else(|| no_token("the refresh token is not known"))?;
    let app = apps::by_id(space, known.app)?
        .ok_or_else(|| no_token("the app of the refresh token is gone"))?;
    Answer::json(
        200,
        &RefreshTokenMetadata {
            token: Secret::new(token),
            client_id: app.registration.client_id,
            hub_id: HUB_ID,
            user_id: known.user,
            scopes: known.scopes,
            token_type: "refresh".to_owned(),
            user: email(known.user),
            hub_domain: Some(HUB_DOMAIN.to_owned()),
        },
    )
}

/// Deletes a refresh token and nothing else: access tokens stay valid, and the app
/// stays installed.
pub(crate) fn delete_refresh(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let deleted = space.data.execute(
        "DELETE FROM token WHERE ns = ?1 AND id = ?2 AND kind = 'refresh'",
        params![space.name, digest(call.part("token"))],
    )?;
    if deleted == 0 {
        return Err(no_token("the refresh token is not known"));
    }
    Ok(Answer::empty(space.status(204)))
}

/// Makes an access token.
pub(crate) fn make_access(space: &Space<'_>, app: i32, grant: &Grant) -> Result<String, Refusal> {
    let token = space.token("access")?;
    let expires_ms = space.now_ms + LIFETIME_S * 1000;
    keep(space, app, grant, "access", &token, Some(expires_ms))?;
    Ok(token)
}

/// Keeps a token's digest.
pub(crate) fn keep(
    space: &Space<'_>,
    app: i32,
    grant: &Grant,
    kind: &str,
    token: &str,
    expires_ms: Option<i64>,
) -> Result<(), Refusal> {
    space.data.execute(
        "INSERT INTO token (ns, id, kind, app, grant_id, user, scopes, expires_ms)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            space.name,
            digest(token),
            kind,
            app,
            grant.id,
            grant.user,
            grant.scopes.join(" "),
            expires_ms
        ],
    )?;
    Ok(())
}

/// Whether a token of the app is good, and what is known of it. Of any other token
/// nothing is told.
///
/// Source: RFC 7662, section 2.2.
pub(crate) fn introspect(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (token, app) = asked(call, space)?;
    let (kind, known) = match find(space, &token, "access")? {
        Some(known) => (TokenKind::AccessToken, Some(known)),
        None => (TokenKind::RefreshToken, find(space, &token, "refresh")?),
    };
    let known = known.filter(|known| known.app == app.id && known.expires_ms > space.now_ms);
    let Some(known) = known else {
        return Answer::json(200, &Introspection::default());
    };
    let is_access = kind == TokenKind::AccessToken;
    Answer::json(
        200,
        &Introspection {
            active: true,
            token_use: Some(kind.as_str().to_owned()),
            token: Some(Secret::new(&token)),
            user: email(known.user),
            hub_domain: Some(HUB_DOMAIN.to_owned()),
            hub_id: Some(HUB_ID),
            app_id: Some(known.app.into()),
            client_id: Some(app.registration.client_id),
            user_id: Some(known.user),
            expires_in: is_access.then(|| known.expires_in(space)),
            token_type: Some(if is_access { "access" } else { "refresh" }.to_owned()),
            is_private_distribution: Some(false),
            signed_access_token: is_access.then(|| signed(&token, &known, space)),
            scopes: Some(known.scopes),
        },
    )
}

/// Ends a refresh token of the app; one that is not known has ended already.
///
/// Source: RFC 7009, section 2.2.
pub(crate) fn revoke(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (token, app) = asked(call, space)?;
    space.data.execute(
        "DELETE FROM token WHERE ns = ?1 AND id = ?2 AND kind = 'refresh' AND app = ?3",
        params![space.name, digest(&token), app.id],
    )?;
    Ok(Answer::empty(200))
}

/// The token that is asked about, and the app that asks.
fn asked(call: &Call, space: &Space<'_>) -> Result<(String, App), Refusal> {
    let question: TokenQuestion = form(call)?;
    let app = client(&question.client, space)?;
    let token = question.token.ok_or_else(|| {
        refused(
            "BAD_REQUEST",
            "invalid_request",
            "the token is missing: send the field token",
        )
    })?;
    Ok((token, app))
}

/// The app of an access token that is good for a scope.
pub(crate) fn use_access_token(
    space: &Space<'_>,
    token: &str,
    scope: &str,
) -> Result<i32, Refusal> {
    caller(space, token, &[scope]).map(|caller| caller.app)
}

/// Who calls with an access token that is good for one of these scopes.
pub(crate) fn caller(space: &Space<'_>, token: &str, scopes: &[&str]) -> Result<Caller, Refusal> {
    let known = find(space, token, "access")?.ok_or_else(|| {
        Refusal::unauthenticated("the access token is not known: ask /oauth/v1/token for one")
    })?;
    if known.expires_ms <= space.now_ms {
        let ago_s = (space.now_ms - known.expires_ms) / 1000;
        return Err(Refusal::new(
            401,
            "EXPIRED_AUTHENTICATION",
            "TOKEN_EXPIRED",
            format!("the access token expired {ago_s} seconds ago: refresh it"),
        ));
    }
    if !known
        .scopes
        .iter()
        .any(|granted| scopes.contains(&&**granted))
    {
        return Err(scope_missing(space, scopes));
    }
    Ok(Caller {
        app: known.app,
        user: known.user,
        is_host_page: known.grant == HOST_PAGE_GRANT,
        scopes: known.scopes,
    })
}

/// That a token has none of some scopes, of which it needs one.
fn scope_missing(space: &Space<'_>, scopes: &[&str]) -> Refusal {
    let wanted = if scopes.len() == 1 {
        "all of these scopes are required"
    } else {
        "one of these scopes is required"
    };
    without_scopes(space, scopes, " or ", wanted)
}

/// That a token has not these scopes, of which it needs each.
pub(crate) fn scopes_missing(space: &Space<'_>, scopes: &[&str]) -> Refusal {
    without_scopes(space, scopes, " and ", "all of these scopes are required")
}

fn without_scopes(space: &Space<'_>, scopes: &[&str], between: &str, wanted: &str) -> Refusal {
    let mut refusal = Refusal::new(
        403,
        "MISSING_SCOPES",
        "SCOPE_MISSING",
        format!(
            "the access token has not the scope {}: have the app ask for it, and the user agree \
             again",
            scopes.join(between)
        ),
    );
    refusal.object.errors.push(ErrorDetail {
        message: Some(wanted.to_owned()),
        context: Some(BTreeMap::from([(
            "requiredGranularScopes".to_owned(),
            scopes.iter().map(|scope| (*scope).to_owned()).collect(),
        )])),
        ..ErrorDetail::default()
    });
    // Where the service explains scopes, this program has its list of endpoints.
    refusal.object.links = Some(BTreeMap::from([(
        "scopes".to_owned(),
        [space.base_url, "/emulator/docs"].concat(),
    )]));
    refusal
}

fn find(space: &Space<'_>, token: &str, kind: &str) -> Result<Option<Known>, Refusal> {
    Ok(space
        .data
        .query_row(
            "SELECT app, user, scopes, expires_ms, grant_id FROM token
             WHERE ns = ?1 AND id = ?2 AND kind = ?3",
            params![space.name, digest(token), kind],
            |row| {
                let scopes: String = row.get(2)?;
                Ok(Known {
                    app: row.get(0)?,
                    grant: row.get(4)?,
                    user: row.get(1)?,
                    scopes: scopes.split_whitespace().map(str::to_owned).collect(),
                    expires_ms: row.get::<_, Option<i64>>(3)?.unwrap_or(i64::MAX),
                })
            },
        )
        .optional()?)
}

fn signed(token: &str, known: &Known, space: &Space<'_>) -> SignedAccessToken {
    // Opaque to everybody but the service, so any text that differs per token does.
    let sign = |kind: &str| {
        let serial = digest(token)
            .iter()
            .take(7)
            .fold(0_i64, |sum, byte| (sum << 8) | i64::from(*byte));
        Secret::new(space.identity.uuid(kind, space.name, serial))
    };
    let is_vendor = space.profile == Profile::Vendor;
    SignedAccessToken {
        expires_at: Some(known.expires_ms),
        scopes: Some(known.scopes.join(" ")),
        hub_id: Some(HUB_ID),
        user_id: Some(known.user),
        app_id: Some(known.app.into()),
        signature: Some(sign("signature")),
        scope_to_scope_group_pks: Some(String::new()),
        new_signature: Some(sign("new-signature")),
        hublet: Some("na1".to_owned()),
        trial_scopes: Some(String::new()),
        trial_scope_to_scope_group_pks: Some(String::new()),
        is_user_level: Some(false),
        app_install_id: is_vendor.then(|| known.app.to_string()),
        audience: is_vendor.then(|| "emulator".to_owned()),
        installing_user_id: is_vendor.then_some(known.user),
        is_private_distribution: is_vendor.then_some(false),
        is_service_account: is_vendor.then_some(false),
    }
}

fn email(user: i64) -> Option<String> {
    let user = USERS.iter().find(|known| known.id == user)?;
    Some(user.email.to_owned())
}

/// The grant of the host page's tokens: consents count from 1.
pub(crate) const HOST_PAGE_GRANT: i64 = 0;

/// How long an access token lives.
pub(crate) const LIFETIME_S: i64 = 1800;

fn no_token(message: &str) -> Refusal {
    Refusal::not_found("UNKNOWN_TOKEN", message)
}
