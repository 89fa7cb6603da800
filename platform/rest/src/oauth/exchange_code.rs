//! `POST /oauth/v1/token` and `/oauth/v3/token`, grant `authorization_code`

use serde::Deserialize;

use super::{Credentials, Tokens};
use crate::{Endpoint, Error, Request, Response, Secret, pkce::CodeVerifier};

/// Exchanges the code of an authorization. A code works once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS), ts(optional_fields))]
pub struct ExchangeCode {
    /// The app.
    #[serde(skip)]
    pub credentials: Credentials,
    /// The code.
    pub code: Secret,
    /// The address of the authorization, exactly.
    pub redirect_uri: String,
    /// The verifier of the authorization's challenge, when it had one.
    #[serde(skip_deserializing)]
    #[cfg_attr(feature = "schemas", ts(as = "Option<String>"))]
    pub code_verifier: Option<CodeVerifier>,
}

impl Endpoint for ExchangeCode {
    type Answer = Tokens;

    fn request(&self) -> Result<Request, Error> {
        let mut checks = self.credentials.checks();
        checks.secret("code", &self.code, "the code that came back with the user");
        checks.address("redirectUri", &self.redirect_uri);
        checks.finish()?;
        let verifier = self.code_verifier.as_ref().map(CodeVerifier::secret);
        let mut grant = vec![
            ("grant_type", Secret::new("authorization_code")),
            ("code", self.code.clone()),
            ("redirect_uri", Secret::new(&self.redirect_uri)),
        ];
        grant.extend(verifier.map(|verifier| ("code_verifier", verifier.clone())));
        let secrets = [&self.code].into_iter().chain(verifier);
        Ok(self.credentials.grant(grant, secrets))
    }

    fn answer(&self, response: &Response) -> Result<Tokens, Error> {
        response.json()
    }
}
