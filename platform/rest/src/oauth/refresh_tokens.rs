//! `POST /oauth/v1/token` and `/oauth/v3/token`, grant `refresh_token`

use super::{Credentials, Tokens};
use crate::Secret;

/// Requests a new access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefreshTokens {
    /// The app.
    pub credentials: Credentials,
    /// The refresh token.
    pub refresh_token: Secret,
}

endpoint! { |it: RefreshTokens| -> Tokens {
    let mut checks = it.credentials.checks();
    checks.secret("refreshToken", &it.refresh_token, "the refresh token");
    checks.finish()?;
    let grant = vec![
        ("grant_type", Secret::new("refresh_token")),
        ("refresh_token", it.refresh_token.clone()),
    ];
    Ok(it.credentials.grant(grant, [&it.refresh_token]))
} }
