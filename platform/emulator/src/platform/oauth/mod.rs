//! OAuth: consent, codes, tokens.
//!
//! | module | holds |
//! |---|---|
//! | `authorization` | the access that a user consents to |
//! | `caller` | the caller behind an access token |
//! | `client` | authenticates an app |
//! | `consent` | the consent page, and the redirect to the app |
//! | `grant` | the token endpoint |
//! | `metadata` | the endpoints about tokens |
//! | `tokens` | stored tokens |

pub(crate) mod authorization;
pub(crate) mod caller;
pub(crate) mod client;
pub(crate) mod consent;
pub(crate) mod grant;
pub(crate) mod metadata;
pub(crate) mod tokens;
