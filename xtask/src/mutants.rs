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

/// Runs cargo-mutants, which is installed where it is missing.
pub(crate) fn run_all(options: &Options) -> Result<()> {
    if capture(cargo().args(["mutants", "--version"])).is_err() {
        println!("installing cargo-mutants");
        run(cargo().args(["install", "--locked", "cargo-mutants"]))?;
    }
    run(cargo()
        .args(["mutants", "--package=calling-widget-sdk", "--output"])
        .arg(workspace::target("mutants"))
        .args(&options.arguments))
}
