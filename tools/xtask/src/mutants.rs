//! `cargo xtask mutants [-- arguments]`: whether the tests notice small changes.
//!
//! cargo-mutants changes one expression of the lifecycle or of the engines at a
//! time, in a copy, and runs the native tests; `.cargo/mutants.toml` says what
//! counts. The quick tests come first, with few random cases; only what they miss
//! meets all of them. That takes two hours on two cores still: `-- --re
//! src/lifecycle`, `-- --shard 0/8` and the like run a part.

use std::{path::Path, process::Command};

use crate::{
    error::{Error, Result},
    process::{capture, cargo, run},
    workspace,
};

/// The least share, in per cent, of the changes that has to be noticed.
const LEAST_CAUGHT: usize = 95;

/// The test modules that take long, left out at first.
const SLOW: [&str; 1] = ["loops::"];

/// The random cases of each property at first.
const FEW_CASES: &str = "24";

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// How many changes are tried at a time.
    #[arg(long, default_value_t = 2)]
    jobs: u32,
    /// Further arguments of the first run of cargo-mutants; the second tries what that missed.
    #[arg(last = true)]
    arguments: Vec<String>,
}

/// Runs cargo-mutants, which is installed where it is missing; fails where too
/// little is noticed.
pub(crate) fn run_all(options: &Options) -> Result<()> {
    if capture(cargo().args(["mutants", "--version"])).is_err() {
        println!("installing cargo-mutants");
        run(cargo().args(["install", "--locked", "cargo-mutants"]))?;
    }
    let quick: Vec<String> = SLOW.iter().map(|name| format!("--skip={name}")).collect();
    let first = mutate(options.jobs, |command| {
        command
            .env("PROPTEST_CASES", FEW_CASES)
            .args(&options.arguments)
            .args(["--", "--"])
            .args(&quick);
    })?;
    let second = if first.missed.is_empty() {
        Outcome::default()
    } else {
        println!("what was missed meets all tests");
        let names: Vec<String> = first.missed.iter().map(|name| literal(name)).collect();
        mutate(options.jobs, |command| {
            command.arg(format!("--re=^(?:{})$", names.join("|")));
        })?
    };
    judge(first.caught + second.caught, &second.missed)
}

/// What one run of cargo-mutants found. A change that has the tests go on for ever
/// is noticed; one that does not compile is none.
#[derive(Debug, Default)]
struct Outcome {
    caught: usize,
    missed: Vec<String>,
}

fn mutate(jobs: u32, arguments: impl FnOnce(&mut Command)) -> Result<Outcome> {
    let folder = workspace::target("mutants");
    let mut command = cargo();
    command
        .args(["mutants", "--package=calling-widget-sdk", "--output"])
        .arg(&folder)
        .arg(format!("--jobs={jobs}"));
    arguments(&mut command);
    match run(&mut command) {
        Ok(()) => {}
        // Some were missed, or went on for ever.
        Err(Error::Command { status, .. }) if matches!(status.code(), Some(2 | 3)) => {}
        Err(error) => return Err(error),
    }
    let listed = |name: &str| lines(&folder.join("mutants.out").join(name));
    Ok(Outcome {
        caught: listed("caught.txt")?.len() + listed("timeout.txt")?.len(),
        missed: listed("missed.txt")?,
    })
}

/// A pattern that matches this text alone.
fn literal(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '0'..='9' | 'A'..='Z' | 'a'..='z' => character.to_string(),
            _ => format!("\\x{{{:x}}}", u32::from(character)),
        })
        .collect()
}

fn judge(caught: usize, missed: &[String]) -> Result<()> {
    let all = caught + missed.len();
    for name in missed {
        println!("missed: {name}");
    }
    println!("{caught} of {all} caught");
    if all == 0 {
        return Err(Error::Check("there was nothing to change".to_owned()));
    }
    if caught * 100 < all * LEAST_CAUGHT {
        return Err(Error::Check(format!(
            "less than {LEAST_CAUGHT} % of the changes were noticed; tests for those listed above are missing"
        )));
    }
    Ok(())
}

fn lines(path: &Path) -> Result<Vec<String>> {
    Ok(workspace::read(path)?.lines().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::{judge, literal};

    #[test]
    fn a_name_is_a_pattern_of_itself() {
        assert_eq!(
            literal("a.rs: x ^= 1"),
            r"a\x{2e}rs\x{3a}\x{20}x\x{20}\x{5e}\x{3d}\x{20}1"
        );
    }

    #[test]
    fn the_share_that_has_to_be_noticed_is_the_least_that_passes() {
        let missed = |count: usize| vec![String::new(); count];

        assert!(judge(95, &missed(5)).is_ok());
        assert!(judge(94, &missed(6)).is_err());
        assert!(judge(0, &[]).is_err());
    }
}
