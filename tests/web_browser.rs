//! The readers and writers of values, in a page. `cargo xtask test wasm` runs them.

#![cfg(target_arch = "wasm32")]
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)]

mod web;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

value_tests!();
