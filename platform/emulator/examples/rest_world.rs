//! Starts what the cases of the REST client ask, for runs in wasm, and prints its
//! address: `cargo xtask test wasm` does it. Ends with its standard input, and with it what
//! it has started.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)]

use std::io;

#[path = "../tests/platform/rest_world.rs"]
mod rest_world;
#[path = "../tests/platform/support/mod.rs"]
#[allow(dead_code, reason = "an example uses a part of it")]
mod support;

/// The first argument is the port it would like, the others are origins of pages that
/// may ask.
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let port = arguments.next().and_then(|port| port.parse().ok());
    let origins: Vec<String> = arguments.collect();
    println!("{}", rest_world::start(&origins, port.unwrap_or(0)).await);
    let input = tokio::task::spawn_blocking(|| io::copy(&mut io::stdin(), &mut io::sink()));
    let _ = input.await;
}
