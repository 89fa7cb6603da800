//! The wasm edge: thin exports around the engines, one set per entry.
//!
//! Each entry holds its engine in a `RefCell`, hands values in and outputs out one by
//! one, and releases the borrow before anything runs that could call back. The
//! listener, the timers and the posting belong to the TypeScript facade, which
//! so keeps foreign messages out of wasm and outlives a trapped instance.

#[cfg(all(feature = "development", not(feature = "std")))]
pub mod development;
#[cfg(feature = "widget")]
pub mod door;
#[cfg(feature = "fetch-client")]
pub mod fetch;
#[cfg(feature = "host")]
pub mod host;
#[cfg(feature = "host")]
pub mod payload;
#[cfg(feature = "rest")]
pub mod rest;
#[cfg(not(feature = "std"))]
mod runtime;
#[cfg(feature = "settings")]
pub mod settings;
