//! `POST /oauth/v1/token`, grant `client_credentials`

use serde::Deserialize;

use super::{Credentials, TOKEN_ROUTE, Tokens};
use crate::Secret;

/// Asks for an access token of the app itself, without a user: the grant
/// `client_credentials`. There is no refresh token; ask again instead.
///
/// Source: the service's published OpenAPI file, v1; v3 does not list the grant, so
/// v1 is asked whatever [`Credentials::version`] says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ClientCredentials {
    /// The app.
    #[serde(skip)]
    pub credentials: Credentials,
    /// The scopes of the token.
    pub scopes: Vec<String>,
}

endpoint! { |it: ClientCredentials| -> Tokens {
    it.credentials.checks().finish()?;
    let grant = vec![
        ("grant_type", Secret::new("client_credentials")),
        ("scope", Secret::new(it.scopes.join(" "))),
    ];
    Ok(it.credentials.request(TOKEN_ROUTE, grant, []))
} }
