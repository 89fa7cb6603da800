//! Runs the wasm tests of the workspace in a headless browser: wasm-bindgen's
//! own runner, at the version in the lock file.
//!
//! `cargo xtask test wasm` builds it and names it to Cargo as the runner of the
//! wasm32 target.

// A test runner reports on the terminal.
#![allow(clippy::print_stderr)]

use std::process::ExitCode;

fn main() -> ExitCode {
    match wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
