//! The parts for wasm only: the transport by `fetch`, and the exports of the npm package's
//! entries.

#[cfg(feature = "exports")]
pub mod exports;
#[cfg(feature = "fetch-client")]
pub mod fetch;
