//! `cargo xtask mutants [-- arguments]`: checks that the tests notice small changes.
//!
//! cargo-mutants changes one expression of the lifecycle or of the engines at a time, in a copy,
//! and runs the native tests; `.cargo/mutants.toml` says what counts. That takes hours on two
//! cores: `-- --re src/lifecycle`, `-- --shard 0/8` and the like run a part.

use crate::{
    error::{Error, Result},
    process::{capture, cargo, run},
    workspace,
};

/// The minimum share of noticed changes, in per cent.
const LEAST_CAUGHT: usize = 97;

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// How many changes are tried at a time.
    #[arg(long, default_value_t = 2)]
    jobs: u32,
    /// Further arguments of cargo-mutants.
    #[arg(last = true)]
    arguments: Vec<String>,
}

/// Runs cargo-mutants, which is installed if missing; fails where too few changes are noticed.
pub(crate) fn run_all(options: &Options) -> Result<()> {
    if capture(cargo().args(["mutants", "--version"])).is_err() {
        println!("installing cargo-mutants");
        run(cargo().args(["install", "--locked", "cargo-mutants"]))?;
    }
    let folder = workspace::target("mutants");
    let outcome = run(cargo()
        .args(["mutants", "--package=calling-widget-sdk", "--output"])
        .arg(&folder)
        .arg(format!("--jobs={}", options.jobs))
        .args(&options.arguments));
    match outcome {
        Ok(()) => {}
        // Some were missed, or never ended.
        Err(Error::Command { status, .. }) if matches!(status.code(), Some(2 | 3)) => {}
        Err(error) => return Err(error),
    }
    let count = |name: &str| -> Result<usize> {
        let list = workspace::read(&folder.join("mutants.out").join(name))?;
        Ok(list.lines().count())
    };
    // Tests that never end notice the change; one that does not compile does not count.
    judge(
        count("caught.txt")? + count("timeout.txt")?,
        count("missed.txt")?,
    )
}

fn judge(caught: usize, missed: usize) -> Result<()> {
    let all = caught + missed;
    println!("{caught} of {all} caught");
    if all == 0 {
        return Err(Error::Check("there was nothing to change".to_owned()));
    }
    if caught * 100 < all * LEAST_CAUGHT {
        return Err(Error::Check(format!(
            "less than {LEAST_CAUGHT} % of the changes were noticed; tests for those in \
             target/mutants/mutants.out/missed.txt are missing"
        )));
    }
    Ok(())
}
