//! `POST /oauth/v1/token`, grant `client_credentials`

use serde::Deserialize;

use super::{Credentials, TOKEN_ROUTE, Tokens};
use crate::{Endpoint, Error, Request, Response, Secret};

/// Asks for an access token of the app itself, without a user: the grant
/// `client_credentials`. There is no refresh token; ask again instead.
///
/// Source: the service's published OpenAPI file, v1; v3 does not list the grant, so
/// v1 is asked whatever [`Credentials::version`] says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct ClientCredentials {
    /// The app.
    #[serde(skip)]
    pub credentials: Credentials,
    /// What the token is for.
    pub scopes: Vec<String>,
}

impl Endpoint for ClientCredentials {
    type Answer = Tokens;

    fn request(&self) -> Result<Request, Error> {
        self.credentials.checks().finish()?;
        let grant = vec![
            ("grant_type", Secret::new("client_credentials")),
            ("scope", Secret::new(self.scopes.join(" "))),
        ];
        Ok(self.credentials.request(TOKEN_ROUTE, grant, []))
    }

    fn answer(&self, response: &Response) -> Result<Tokens, Error> {
        response.json()
    }
}
