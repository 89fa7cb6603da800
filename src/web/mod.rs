//! The wasm edge: thin exports around the engines, one set per entry.
//!
//! A session's engine stands behind one door: a text in, a text out. Settings and
//! REST values cross by wasm-bindgen. The listener, the timers and the posting belong
//! to the TypeScript facade, which so keeps foreign messages out of wasm and outlives
//! a trapped instance.

#[cfg(all(feature = "development", not(feature = "std")))]
pub mod development;
#[cfg(any(feature = "host", feature = "widget"))]
pub mod door;
#[cfg(feature = "fetch-client")]
pub mod fetch;
#[cfg(feature = "rest")]
pub mod rest;
#[cfg(not(feature = "std"))]
mod runtime;
#[cfg(feature = "settings")]
pub mod settings;
