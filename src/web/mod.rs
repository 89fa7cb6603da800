//! The wasm edge: thin exports around the engines, one set per entry.
//!
//! A session's engine stands behind one door: a text in, a text out. The listener, the timers and
//! the posting belong to the TypeScript facade, which so keeps foreign messages out of wasm and
//! outlives a trapped instance.

#[cfg(feature = "allocator")]
mod allocator;
#[cfg(feature = "development")]
pub mod development;
#[cfg(any(feature = "host", feature = "widget"))]
pub mod door;
#[cfg(any(feature = "host", feature = "widget"))]
mod runtime;
