//! The cases of the REST client, by `fetch` in Node. `cargo xtask test wasm` starts their
//! server.

#![cfg(target_arch = "wasm32")]
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)]

mod suite;

use std::error::Error;

use calling_rest::{
    client::Client,
    objects::{ListObjects, ObjectType, Selection},
    web::fetch::FetchTransport,
};
use suite::{
    World,
    fetch::{REST_WORLD, fetch_tests},
};

const PLACE: &str = "n";

suite::for_each_case!(fetch_tests);

/// The example in wasm of `docs/rest.md`, line by line: `tests/docs.rs` holds the page
/// to this file.
#[wasm_bindgen_test::wasm_bindgen_test]
async fn the_example_of_the_guide_runs_as_it_stands() -> Result<(), Box<dyn Error>> {
    let server = REST_WORLD.expect("run `cargo xtask test wasm`");
    let base_url = World::new(FetchTransport::new, server, "guide").address("calls");
    let token = calling_rest::Secret::new("t");

    let client = Client::new(FetchTransport::new(&base_url)?);
    let list = ListObjects {
        token,
        object_type: ObjectType::CALLS,
        selection: Selection::default(),
        limit: Some(10),
        after: None,
    };

    let calls = client.call(&list).await?.results;

    assert_eq!(calls.len(), 1);
    Ok(())
}
