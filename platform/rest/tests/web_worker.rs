//! The cases of the REST client, by `fetch` in a worker. `cargo xtask test wasm` starts their
//! server.

#![cfg(target_arch = "wasm32")]
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)]

mod suite;

use suite::fetch::fetch_tests;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

const PLACE: &str = "w";

suite::for_each_case!(fetch_tests);
