//! `cargo xtask compare`: random programs on the published package and on ours.

use std::path::PathBuf;

use crate::{
    error::Result,
    package,
    process::{bundle_for_node, node, run as run_command},
    workspace,
};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The number of programs.
    #[arg(long, default_value_t = 2_000)]
    programs: u32,
    /// The seed of the programs.
    #[arg(long, default_value_t = 1)]
    seed: i32,
    /// Run the program of a file, as a counterexample prints it, and print both transcripts.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["programs", "seed"])]
    replay: Option<PathBuf>,
}

/// Builds the package, and runs the programs.
pub(crate) fn run(options: &Options) -> Result<()> {
    package::run()?;
    match &options.replay {
        Some(file) => {
            let file = std::path::absolute(file).unwrap_or_else(|_| file.clone());
            compare(&[format!("--replay={}", file.display())])
        }
        None => compare(&[
            format!("--programs={}", options.programs),
            format!("--seed={}", options.seed),
        ]),
    }
}

/// The programs of the test command, the same in each run, and the controls.
pub(crate) fn check() -> Result<()> {
    compare(&["--controls".to_owned()])
}

fn compare(arguments: &[String]) -> Result<()> {
    let built = workspace::target("compare");
    workspace::empty_folder(&built)?;
    run_command(
        bundle_for_node()
            .args(["tests/compare/main.ts", "--out-extension:.js=.mjs"])
            .args(["--sourcemap=inline"])
            .arg(format!("--outdir={}", built.display())),
    )?;
    run_command(
        node()
            .arg("--enable-source-maps")
            .arg(built.join("main.mjs"))
            .args(arguments),
    )
}
