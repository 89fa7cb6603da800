//! `GET /oauth/v1/refresh-tokens/{token}`

use serde::{Deserialize, Serialize};

use super::with_token;
use crate::{Method, Secret, response::or_default, secret};

/// Metadata of a refresh token.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct RefreshTokenMetadata {
    /// The token.
    #[serde(serialize_with = "secret::exposed")]
    pub token: Secret,
    /// The app's client id.
    pub client_id: String,
    /// The account.
    pub hub_id: i64,
    /// The user.
    pub user_id: i64,
    /// The granted scopes.
    #[serde(default, deserialize_with = "or_default")]
    pub scopes: Vec<String>,
    /// The kind: `refresh_token`.
    #[serde(default, deserialize_with = "or_default")]
    pub token_type: String,
    /// The user's e-mail address.
    pub user: Option<String>,
    /// The account's domain.
    pub hub_domain: Option<String>,
}

/// Reads the metadata of a refresh token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadRefreshToken {
    /// The token.
    pub token: Secret,
}

endpoint! { |it: ReadRefreshToken| -> RefreshTokenMetadata {
    with_token(Method::Get, REFRESH_TOKEN_ROUTE, &it.token)
} }

/// The path of a refresh token.
pub const REFRESH_TOKEN_ROUTE: &str = "/oauth/v1/refresh-tokens/{token}";
