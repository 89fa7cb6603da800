//! The answer of `POST /oauth/v1/token` and `/oauth/v3/token`.

use serde::{Deserialize, Serialize};

use crate::{Secret, response::or_default, secret};

/// The answer of the token endpoint. Its tokens are secrets: keep them out of logs.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Tokens {
    /// The kind: `bearer`.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<String>))]
    pub token_type: String,
    /// Short-lived. Allow 512 characters and more: its size changes over time.
    #[serde(serialize_with = "secret::exposed")]
    pub access_token: Secret,
    /// Requests new access tokens; always present after a code's exchange.
    #[serde(serialize_with = "secret::exposed_if_any")]
    pub refresh_token: Option<Secret>,
    /// The access token's lifetime in seconds.
    pub expires_in: u64,
    /// The purpose: `access_token`, or `client_credentials` for the grant of that name.
    pub token_use: Option<String>,
    /// The account.
    pub hub_id: Option<i64>,
    /// The user.
    pub user_id: Option<i64>,
    /// The granted scopes.
    pub scopes: Option<Vec<String>>,
    /// The user's identity, signed.
    #[serde(serialize_with = "secret::exposed_if_any")]
    pub id_token: Option<Secret>,
}

impl Tokens {
    /// Usable lifetime of the access token, in ms from its request: until a minute before
    /// its expiry, or half of its lifetime if that is less.
    #[must_use]
    pub fn fresh_for_ms(&self) -> u64 {
        let lifetime_ms = self.expires_in.saturating_mul(1000);
        lifetime_ms.saturating_sub(MARGIN_MS.min(lifetime_ms / 2))
    }
}

/// A token is no longer given out this long before its expiry.
const MARGIN_MS: u64 = 60_000;

/// The path of the token endpoint.
pub const TOKEN_ROUTE: &str = "/oauth/v1/token";

/// The path of the token endpoint's third version.
pub const TOKEN_V3_ROUTE: &str = "/oauth/v3/token";
