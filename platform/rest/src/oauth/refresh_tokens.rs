//! `POST /oauth/v1/token` and `/oauth/v3/token`, grant `refresh_token`

use super::{Credentials, Tokens};
use crate::{Endpoint, Error, Request, Response, Secret};

/// Makes a new access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefreshTokens {
    /// The app.
    pub credentials: Credentials,
    /// The refresh token.
    pub refresh_token: Secret,
}

impl Endpoint for RefreshTokens {
    type Answer = Tokens;

    fn request(&self) -> Result<Request, Error> {
        let mut checks = self.credentials.checks();
        checks.secret("refreshToken", &self.refresh_token, "the refresh token");
        checks.finish()?;
        let grant = vec![
            ("grant_type", Secret::new("refresh_token")),
            ("refresh_token", self.refresh_token.clone()),
        ];
        Ok(self.credentials.grant(grant, [&self.refresh_token]))
    }

    fn answer(&self, response: &Response) -> Result<Tokens, Error> {
        response.json()
    }
}
