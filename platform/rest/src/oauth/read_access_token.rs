//! `GET /oauth/v1/access-tokens/{token}`

use serde::{Deserialize, Serialize};

use super::with_token;
use crate::{Method, Secret, response::or_default, secret};

/// Metadata of an access token.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct AccessTokenMetadata {
    /// The token.
    #[serde(serialize_with = "secret::exposed")]
    pub token: Secret,
    /// The user's e-mail address.
    pub user: Option<String>,
    /// The account's domain.
    pub hub_domain: Option<String>,
    /// The account.
    pub hub_id: i64,
    /// The app.
    pub app_id: i64,
    /// The user.
    pub user_id: i64,
    /// The granted scopes.
    #[serde(default, deserialize_with = "or_default")]
    pub scopes: Vec<String>,
    /// Seconds until it expires.
    pub expires_in: i64,
    /// The kind: `access`, `bearer`.
    #[serde(default, deserialize_with = "or_default")]
    pub token_type: String,
    /// True if the app is distributed privately, not by the marketplace.
    pub is_private_distribution: Option<bool>,
    /// The signed form.
    pub signed_access_token: Option<SignedAccessToken>,
}

/// The signed form of an access token.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct SignedAccessToken {
    /// Expiry, in ms since the epoch.
    pub expires_at: Option<i64>,
    /// The scopes, encoded.
    pub scopes: Option<String>,
    /// The account.
    pub hub_id: Option<i64>,
    /// The user.
    pub user_id: Option<i64>,
    /// The app.
    pub app_id: Option<i64>,
    /// The signature.
    #[serde(serialize_with = "secret::exposed_if_any")]
    pub signature: Option<Secret>,
    /// Groups of the scopes, encoded.
    pub scope_to_scope_group_pks: Option<String>,
    /// The newer signature.
    #[serde(serialize_with = "secret::exposed_if_any")]
    pub new_signature: Option<Secret>,
    /// The data centre.
    pub hublet: Option<String>,
    /// Scopes on trial, encoded.
    pub trial_scopes: Option<String>,
    /// Groups of the scopes on trial, encoded.
    pub trial_scope_to_scope_group_pks: Option<String>,
    /// True if it is a user's, not an account's.
    pub is_user_level: Option<bool>,
    /// The app's installation.
    pub app_install_id: Option<String>,
    /// The audience.
    pub audience: Option<String>,
    /// The user who installed the app.
    pub installing_user_id: Option<i64>,
    /// True if the app is distributed privately, not by the marketplace.
    pub is_private_distribution: Option<bool>,
    /// True if it belongs to a service account, not to the user who installed the app.
    pub is_service_account: Option<bool>,
}

/// Reads the metadata of an access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadAccessToken {
    /// The token.
    pub token: Secret,
}

endpoint! { |it: ReadAccessToken| -> AccessTokenMetadata {
    with_token(Method::Get, ACCESS_TOKEN_ROUTE, &it.token)
} }

/// The path of an access token's metadata.
pub const ACCESS_TOKEN_ROUTE: &str = "/oauth/v1/access-tokens/{token}";
