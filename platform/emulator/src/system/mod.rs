//! The platform's environment: time, randomness, and threads.
//!
//! | module | where |
//! |---|---|
//! | `native` | a program: the system's own |
//! | `embedded` | wasm: one thread, and inputs from its caller |

#[cfg(target_arch = "wasm32")]
mod embedded;
#[cfg(not(target_arch = "wasm32"))]
mod native;

#[cfg(target_arch = "wasm32")]
pub(crate) use self::embedded::*;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use self::native::*;

/// Work panicked.
#[derive(Debug)]
pub(crate) struct Panicked;
