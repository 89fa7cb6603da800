//! The readers and writers of values, in Node. `cargo xtask test wasm` runs them.

#![cfg(target_arch = "wasm32")]
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)]

mod web;

value_tests!();
