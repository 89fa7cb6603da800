//! `DELETE /oauth/v1/refresh-tokens/{token}`

use super::{REFRESH_TOKEN_ROUTE, with_token};
use crate::{Method, Secret};

/// Deletes a refresh token, and nothing else: access tokens made with it stay
/// valid until they expire, and the app stays installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteRefreshToken {
    /// The token.
    pub token: Secret,
}

endpoint! { |it: DeleteRefreshToken| -> () {
    with_token(Method::Delete, REFRESH_TOKEN_ROUTE, &it.token)
} }
