//! `cargo xtask fuzz [target...]`: runs the fuzzer from the seeds.
//!
//! The seeds in `tests/fuzz/corpus` are copied into `target/fuzz/corpus`, beside the inputs that
//! earlier runs found, and the fuzzer adds to it until its time is over. With `--seeds` those that
//! reach more code become seeds. A crash stops the task with the file that shows it.

use std::{collections::BTreeSet, process::Command};

use crate::{
    error::{Error, Result},
    process::{capture, cargo, run, rustup_cargo},
    workspace,
};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Targets to run; all of them when none is named.
    targets: Vec<String>,
    /// How long each target runs.
    #[arg(long, default_value_t = 5.0)]
    minutes: f64,
    /// Add the inputs that reach more code to the seeds.
    #[arg(long)]
    seeds: bool,
}

/// Fuzzes the targets one after the other.
pub(crate) fn run_all(options: &Options) -> Result<()> {
    let mut known = targets()?;
    for name in &options.targets {
        if !known.contains(name) {
            let text = format!("no target `{name}`; there are {}", known.join(", "));
            return Err(Error::Check(text));
        }
    }
    known.retain(|target| options.targets.is_empty() || options.targets.contains(target));
    install()?;
    known.iter().try_for_each(|target| fuzz(target, options))
}

fn fuzz(target: &str, options: &Options) -> Result<()> {
    let minutes = options.minutes;
    println!("\n== {target}, {minutes} min");
    let corpus = workspace::target(&format!("fuzz/corpus/{target}"));
    let seeds = workspace::root().join(CORPUS).join(target);
    workspace::copy_below(&seeds, &corpus)?;
    let seconds = (minutes * 60.0).ceil();
    run(fuzzer(target)
        .arg(&corpus)
        .args(["--", "-max_len=2048", "-timeout=20", "-print_final_stats=1"])
        .arg(format!("-max_total_time={seconds}")))?;
    if !options.seeds {
        return Ok(());
    }
    run(fuzzer(target)
        .arg(&seeds)
        .arg(&corpus)
        .args(["--", "-merge=1", "-max_len=2048"]))
}

/// `cargo fuzz run`, with a nightly compiler if there is one. A stable one runs without the
/// sanitizer.
fn fuzzer(target: &str) -> Command {
    let mut command = match capture(rustup_cargo("nightly").arg("--version")) {
        Ok(_) => rustup_cargo("nightly"),
        Err(_) => {
            let mut stable = cargo();
            stable.env("RUSTC_BOOTSTRAP", "1");
            stable
        }
    };
    command.args([
        "fuzz",
        "run",
        "--fuzz-dir=tests/fuzz",
        "--features=libfuzzer",
        // There is no unsafe code here for the sanitizer to check.
        "--sanitizer=none",
    ]);
    command
        .arg("--target-dir")
        .arg(workspace::target("fuzz/built"));
    command.arg("fuzzer").env("FUZZ_TARGET", target);
    command
}

fn install() -> Result<()> {
    if capture(cargo().args(["fuzz", "--version"])).is_ok() {
        return Ok(());
    }
    println!("installing cargo-fuzz");
    run(cargo().args(["install", "--locked", "cargo-fuzz"]))
}

/// The targets: each has a folder of seeds.
fn targets() -> Result<Vec<String>> {
    let corpus = workspace::root().join(CORPUS);
    let seeds = workspace::files_below(&corpus)?;
    let names: BTreeSet<_> = seeds
        .iter()
        .filter_map(|path| path.strip_prefix(&corpus).ok()?.parent()?.to_str())
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    Ok(names.into_iter().collect())
}

const CORPUS: &str = "tests/fuzz/corpus";
