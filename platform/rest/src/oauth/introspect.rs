//! `POST /oauth/v3/token/introspect`

use serde::{Deserialize, Serialize};

use super::{Credentials, SignedAccessToken};
use crate::{Secret, secret};

/// Reads a token's validity and metadata.
///
/// Source: the service's published OpenAPI file, v3; RFC 7662.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Introspect {
    /// The app.
    pub credentials: Credentials,
    /// The token, of either kind.
    pub token: Secret,
    /// Its kind, if known.
    pub hint: Option<TokenKind>,
}

/// A kind of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub enum TokenKind {
    /// Authorises calls.
    AccessToken,
    /// Requests access tokens.
    RefreshToken,
}

impl TokenKind {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AccessToken => "access_token",
            Self::RefreshToken => "refresh_token",
        }
    }
}

/// A token's validity and metadata.
///
/// Shape: `{"active":true,"token_use":"access_token","hub_id":62515,…}`, and
/// `{"active":false}` for a token that is unknown, expired or another app's.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Introspection {
    /// True if it can be used.
    pub active: bool,
    /// Its kind: `access_token`, `refresh_token`.
    pub token_use: Option<String>,
    /// The token.
    #[serde(serialize_with = "secret::exposed_if_any")]
    pub token: Option<Secret>,
    /// The user's e-mail address.
    pub user: Option<String>,
    /// The account's domain.
    pub hub_domain: Option<String>,
    /// The account.
    pub hub_id: Option<i64>,
    /// The app.
    pub app_id: Option<i64>,
    /// The app's client id.
    pub client_id: Option<String>,
    /// The user.
    pub user_id: Option<i64>,
    /// The granted scopes.
    pub scopes: Option<Vec<String>>,
    /// Seconds until it expires; a refresh token does not.
    pub expires_in: Option<i64>,
    /// The kind, as in the metadata of v1.
    pub token_type: Option<String>,
    /// True if the app is distributed privately, not by the marketplace.
    pub is_private_distribution: Option<bool>,
    /// The signed form of an access token.
    pub signed_access_token: Option<SignedAccessToken>,
}

endpoint! { |it: Introspect| -> Introspection {
    let mut checks = it.credentials.checks();
    checks.secret("token", &it.token, "the token");
    checks.finish()?;
    let hint = it
        .hint
        .map(|kind| ("token_type_hint", Secret::new(kind.as_str())));
    let form = [("token", it.token.clone())].into_iter().chain(hint);
    Ok(it
        .credentials
        .request(INTROSPECT_ROUTE, form.collect(), [&it.token])
        .that_reads())
} }

/// The path of introspection.
pub const INTROSPECT_ROUTE: &str = "/oauth/v3/token/introspect";
