//! `cargo xtask model`: the model checker.

use crate::{
    error::Result,
    process::{cargo, run as run_command},
};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Scopes to search, by name; all of them when none is named.
    scopes: Vec<String>,
}

/// Searches.
pub(crate) fn run(options: &Options) -> Result<()> {
    run_command(cargo().args(SEARCH).args(&options.scopes))
}

/// The checks of the test command: the controls, the counterexamples, every scope to its end,
/// and shifts of the soak; the large scopes too if all are asked for.
pub(crate) fn check(all: bool) -> Result<()> {
    run_command(cargo().args([
        "test",
        "--profile=model",
        "--package=model",
        "--package=soak",
    ]))?;
    let mut search = cargo();
    search.args(SEARCH);
    let least = if all {
        LEAST_STATES_OF_ALL
    } else {
        search.arg("--quick");
        LEAST_STATES
    };
    run_command(search.arg(format!("--least={least}")))
}

const SEARCH: [&str; 5] = ["run", "--quiet", "--profile=model", "--package=model", "--"];

/// Fewer states in all mean that a scope has lost its purpose.
const LEAST_STATES: usize = 1_200_000;

/// The same with the large scopes.
const LEAST_STATES_OF_ALL: usize = 2_000_000;
