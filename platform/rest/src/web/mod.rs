//! What is of wasm alone: the transport by `fetch`, and the exports of the npm package's
//! entries.

#[cfg(feature = "exports")]
pub mod exports;
#[cfg(feature = "fetch-client")]
pub mod fetch;
