//! `GET {auth_url}/oauth/authorize`

use serde::Deserialize;

use super::CLIENT_ID_FIX;
use crate::{Error, Secret, checks::Checks, pkce::CodeChallenge, query::encode};

/// The address a user is sent to, to install the app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Authorization {
    /// The app's client id.
    pub client_id: String,
    /// The user returns here with a code; registered with the app.
    pub redirect_uri: String,
    /// Scopes the app needs.
    pub scopes: Vec<String>,
    /// Scopes requested if the account can grant them.
    #[serde(default)]
    pub optional_scopes: Vec<String>,
    /// Returned unchanged: an unguessable value against forged answers.
    pub state: Option<Secret>,
    /// The challenge of PKCE; the exchange of the code then has to send its verifier.
    #[serde(default, deserialize_with = "crate::pkce::unread")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<String>))]
    pub code_challenge: Option<CodeChallenge>,
}

impl Authorization {
    /// Checks the addresses and the client id.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`], with every fault.
    pub fn check(&self, auth_url: &str) -> Result<(), Error> {
        let mut checks = Checks::default();
        checks.address("authUrl", auth_url);
        checks.filled("clientId", &self.client_id, CLIENT_ID_FIX);
        checks.address("redirectUri", &self.redirect_uri);
        checks.finish()
    }

    /// The address below `auth_url`, such as `https://app.example`.
    ///
    /// The parameters are spelt `scope` and `optional_scope`, as the service's
    /// guide and its official clients do.
    #[must_use]
    pub fn url(&self, auth_url: &str) -> String {
        let scopes = self.scopes.join(" ");
        let optional = self.optional_scopes.join(" ");
        let mut pairs = vec![
            ("client_id", self.client_id.as_str()),
            ("redirect_uri", self.redirect_uri.as_str()),
            ("scope", scopes.as_str()),
        ];
        if !optional.is_empty() {
            pairs.push(("optional_scope", &optional));
        }
        if let Some(state) = &self.state {
            pairs.push(("state", state.expose()));
        }
        if let Some(challenge) = &self.code_challenge {
            pairs.push(("code_challenge", challenge.as_str()));
            pairs.push(("code_challenge_method", "S256"));
        }
        [
            auth_url.trim_end_matches('/'),
            AUTHORIZE_ROUTE,
            "?",
            &encode(pairs),
        ]
        .concat()
    }
}

/// The path of the consent page.
pub const AUTHORIZE_ROUTE: &str = "/oauth/authorize";
