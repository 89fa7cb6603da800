//! `POST /oauth/v3/token/revoke`

use super::{Credentials, TokenKind};
use crate::{Endpoint, Error, Request, Response, Secret};

/// Ends a refresh token, and nothing else, as [`DeleteRefreshToken`](super::DeleteRefreshToken) does; the
/// credentials are needed, and the token stands in the body.
///
/// Source: the service's published OpenAPI file, v3; RFC 7009.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevokeToken {
    /// The app.
    pub credentials: Credentials,
    /// The refresh token.
    pub token: Secret,
}

impl Endpoint for RevokeToken {
    type Answer = ();

    fn request(&self) -> Result<Request, Error> {
        let mut checks = self.credentials.checks();
        checks.secret("token", &self.token, "the refresh token");
        checks.finish()?;
        let form = vec![
            ("token", self.token.clone()),
            (
                "token_type_hint",
                Secret::new(TokenKind::RefreshToken.as_str()),
            ),
        ];
        Ok(self.credentials.request(REVOKE_ROUTE, form, [&self.token]))
    }

    fn answer(&self, _: &Response) -> Result<(), Error> {
        Ok(())
    }
}

/// The path on which a token is ended.
pub const REVOKE_ROUTE: &str = "/oauth/v3/token/revoke";
