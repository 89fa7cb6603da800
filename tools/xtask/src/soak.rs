//! `cargo xtask soak`: days in a call centre, as long as one wants to wait.

use crate::{
    error::Result,
    process::{cargo, run as run_command},
};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Options of the program: `--calls`, `--seed` and the rest of its `--help`.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Runs it, optimised like the model.
pub(crate) fn run(options: &Options) -> Result<()> {
    run_command(cargo().args(PROGRAM).args(&options.arguments))
}

const PROGRAM: [&str; 5] = ["run", "--quiet", "--profile=model", "--package=soak", "--"];
