//! `cargo xtask mutants [-- arguments]`: whether the tests notice small changes.
//!
//! cargo-mutants changes one expression of the lifecycle or of the engines at a
//! time, in a copy, and runs the native tests; `.cargo/mutants.toml` says what
//! counts. All of it takes hours: `-- --re src/lifecycle`, `-- --shard 1/8` and the
//! like run a part.

use crate::{
    error::Result,
    process::{capture, cargo, run},
    workspace,
};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Further arguments of cargo-mutants.
    #[arg(last = true)]
    arguments: Vec<String>,
}

/// Runs cargo-mutants; it and the test runner it uses are installed where they are
/// missing.
pub(crate) fn run_all(options: &Options) -> Result<()> {
    for tool in ["mutants", "nextest"] {
        if capture(cargo().args([tool, "--version"])).is_err() {
            println!("installing cargo-{tool}");
            run(cargo()
                .args(["install", "--locked"])
                .arg(format!("cargo-{tool}")))?;
        }
    }
    run(cargo()
        .args(["mutants", "--package=calling-widget-sdk", "--output"])
        .arg(workspace::target("mutants"))
        .args(&options.arguments))
}
