//! `cargo xtask model`: the model checker, as far as one wants to wait.

use crate::{
    error::Result,
    process::{cargo, run as run_command},
};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Scopes to search, by name; all of them when none is named.
    scopes: Vec<String>,
    /// Three calls, and one more of everything that may happen.
    #[arg(long)]
    deep: bool,
    /// End each search after this many states, if there are more.
    #[arg(long)]
    states: Option<usize>,
}

/// Searches.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut command = cargo();
    command.args(SEARCH).args(&options.scopes);
    if options.deep {
        command.arg("--deep");
    }
    if let Some(states) = options.states {
        command.arg(format!("--states={states}"));
    }
    run_command(&mut command)
}

/// The checks of the test command: the controls, the counterexamples and every scope to its
/// end; the large scopes too if all are asked for.
pub(crate) fn check(all: bool) -> Result<()> {
    run_command(cargo().args(["test", "--profile=model", "--package=model"]))?;
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
