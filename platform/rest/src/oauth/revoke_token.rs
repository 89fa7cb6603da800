//! `POST /oauth/v3/token/revoke`

use super::{Credentials, TokenKind};
use crate::Secret;

/// Revokes a refresh token, and nothing else, as
/// [`DeleteRefreshToken`](super::DeleteRefreshToken) does; needs the credentials, and sends
/// the token in the body.
///
/// Source: the service's published OpenAPI file, v3; RFC 7009.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevokeToken {
    /// The app.
    pub credentials: Credentials,
    /// The refresh token.
    pub token: Secret,
}

endpoint! { |it: RevokeToken| -> () {
    let mut checks = it.credentials.checks();
    checks.secret("token", &it.token, "the refresh token");
    checks.finish()?;
    let form = vec![
        ("token", it.token.clone()),
        (
            "token_type_hint",
            Secret::new(TokenKind::RefreshToken.as_str()),
        ),
    ];
    Ok(it.credentials.request(REVOKE_ROUTE, form, [&it.token]))
} }

/// The path of revocation.
pub const REVOKE_ROUTE: &str = "/oauth/v3/token/revoke";
