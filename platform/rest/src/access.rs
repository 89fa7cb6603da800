//! Credentials of a call about an app's calling.
//!
//! Source: the calling extensions API reference (the key), and the service's
//! published OpenAPI files for it (key or token), read 2026-11.

use super::{Request, Secret, checks::Checks};

/// Credentials of a call about an app's calling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// The API key of the developer account that owns the app; goes into the query
    /// as `hapikey`. It opens every app of the account, so it belongs in a back end,
    /// never in a browser.
    Key(Secret),
    /// An access token of the app, with the scope `developers-read` or
    /// `developers-write`; goes into the header `authorization`.
    Token(Secret),
}

impl Access {
    /// Adds them to a request.
    pub(super) fn to(&self, request: Request) -> Request {
        match self {
            Self::Key(key) => request
                .with_query(vec![("hapikey", key.clone())])
                .with_secrets([key]),
            Self::Token(token) => request.with_bearer(token),
        }
    }

    /// Checks that the secret is not empty.
    pub(super) fn check(&self, checks: &mut Checks) {
        match self {
            Self::Key(key) => checks.secret("key", key, "the developer account's API key"),
            Self::Token(token) => {
                checks.secret("accessToken", token, "an access token of the app");
            }
        }
    }
}

/// An empty key, which the service refuses.
impl Default for Access {
    fn default() -> Self {
        Self::Key(Secret::default())
    }
}
