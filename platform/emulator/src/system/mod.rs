//! What the platform takes from where it runs: time, randomness, and threads to work on.
//!
//! | module | where |
//! |---|---|
//! | `native` | a program: the system's own |
//! | `embedded` | wasm: one thread, and what its caller passes in |

#[cfg(target_arch = "wasm32")]
mod embedded;
#[cfg(not(target_arch = "wasm32"))]
mod native;

#[cfg(target_arch = "wasm32")]
pub(crate) use self::embedded::*;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use self::native::*;

/// Work that was started panicked.
#[derive(Debug)]
pub(crate) struct Panicked;
