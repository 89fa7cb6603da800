//! `DELETE /oauth/v1/refresh-tokens/{token}`

use super::{REFRESH_TOKEN_ROUTE, with_token};
use crate::{Endpoint, Error, Method, Request, Response, Secret};

/// Deletes a refresh token, and nothing else: access tokens made with it stay
/// valid until they expire, and the app stays installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteRefreshToken {
    /// The token.
    pub token: Secret,
}

impl Endpoint for DeleteRefreshToken {
    type Answer = ();

    fn request(&self) -> Result<Request, Error> {
        with_token(Method::Delete, REFRESH_TOKEN_ROUTE, &self.token)
    }

    fn answer(&self, _: &Response) -> Result<(), Error> {
        Ok(())
    }
}
