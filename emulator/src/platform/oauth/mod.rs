//! OAuth: consent, codes, tokens.
//!
//! | module | holds |
//! |---|---|
//! | `consent` | the page that asks a user, and the way back to the app |
//! | `grant` | the token endpoint |
//! | `tokens` | what is known of tokens, and their use |

pub(crate) mod consent;
pub(crate) mod grant;
pub(crate) mod tokens;
