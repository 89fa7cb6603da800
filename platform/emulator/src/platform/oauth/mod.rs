//! OAuth: consent, codes, tokens.
//!
//! | module | holds |
//! |---|---|
//! | `authorization` | what a user agrees to |
//! | `caller` | who calls with an access token |
//! | `client` | the app that asks, by its credentials |
//! | `consent` | the page that asks a user, and the way back to the app |
//! | `grant` | the token endpoint |
//! | `metadata` | the endpoints about tokens |
//! | `tokens` | tokens in the data |

pub(crate) mod authorization;
pub(crate) mod caller;
pub(crate) mod client;
pub(crate) mod consent;
pub(crate) mod grant;
pub(crate) mod metadata;
pub(crate) mod tokens;
