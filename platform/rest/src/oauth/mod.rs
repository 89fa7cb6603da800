//! OAuth: authorization, tokens and their metadata, one endpoint a file.
//!
//! Source: the OAuth API reference and the service's published OpenAPI files, v1 and
//! v3, read 2026-11. The service has announced the end of v1 for 2027-02-16.

mod authorization;
mod client_credentials;
mod credentials;
mod delete_refresh_token;
mod exchange_code;
mod introspect;
mod read_access_token;
mod read_refresh_token;
mod refresh_tokens;
mod revoke_token;
mod tokens;

pub use self::{
    authorization::{AUTHORIZE_ROUTE, Authorization},
    client_credentials::ClientCredentials,
    credentials::{Credentials, OAuthVersion},
    delete_refresh_token::DeleteRefreshToken,
    exchange_code::ExchangeCode,
    introspect::{INTROSPECT_ROUTE, Introspect, Introspection, TokenKind},
    read_access_token::{
        ACCESS_TOKEN_ROUTE, AccessTokenMetadata, ReadAccessToken, SignedAccessToken,
    },
    read_refresh_token::{REFRESH_TOKEN_ROUTE, ReadRefreshToken, RefreshTokenMetadata},
    refresh_tokens::RefreshTokens,
    revoke_token::{REVOKE_ROUTE, RevokeToken},
    tokens::{TOKEN_ROUTE, TOKEN_V3_ROUTE, Tokens},
};
use super::{Error, Method, Request, Secret, checks::Checks};

/// A request with the token in its path.
fn with_token(method: Method, route: &'static str, token: &Secret) -> Result<Request, Error> {
    let mut checks = Checks::default();
    checks.secret("token", token, "the token");
    checks.finish()?;
    Ok(Request::at(method, route, &[token.expose()]).with_secrets([token]))
}

const CLIENT_ID_FIX: &str = "give the app's client id";
