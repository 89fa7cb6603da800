//! Starts the server for the cases of transports in wasm, and prints its address: `cargo xtask
//! test wasm` does it. Ends with its standard input.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::io;

#[path = "../tests/platform/rest_world.rs"]
mod rest_world;

/// The argument is the port it would like.
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok());
    println!("{}", rest_world::start(port.unwrap_or(0)).await);
    let input = tokio::task::spawn_blocking(|| io::copy(&mut io::stdin(), &mut io::sink()));
    let _ = input.await;
}
