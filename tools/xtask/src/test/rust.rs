//! The checks by Cargo on this machine.

use std::path::Path;

use crate::{
    error::Result,
    process::{cargo, run},
    test::{reach, ring::Ring},
    toolchain,
};

pub(super) fn formatting() -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]))
}

/// Warnings are errors only here, so a half-done edit still builds. Two things are left out for
/// their dependencies: the twenty lines of the browser tests' runner, and the emulator's few lines
/// for wasm, which cost a minute and a half.
pub(super) fn clippy(ring: Option<Ring>, all: bool) -> Result<()> {
    let level = toolchain::lint_level()?;
    let everything: &[&str] = &["--workspace", "--features=tables"];
    run(cargo()
        .args(["clippy", "--all-targets"])
        .args(ring.map_or(everything, Ring::crates))
        .args(["--", level]))?;
    let core = [
        "--package=calling-widget-sdk",
        "--features=calling-widget-sdk/development,calling-widget-sdk/host",
        "--features=calling-widget-sdk/json,calling-widget-sdk/widget",
    ];
    let rest = [
        "--package=calling-rest",
        "--features=calling-rest/rest-exports,calling-rest/settings-exports",
        "--features=calling-rest/override-exports",
    ];
    let emulator = ["--package=emulator"];
    let for_wasm: &[&[&str]] = match ring {
        Some(Ring::Core) => &[&core],
        Some(Ring::Tools) => return Ok(()),
        Some(Ring::Platform) if all => &[&rest, &emulator],
        Some(Ring::Platform) => &[&rest],
        None if all => &[&core, &rest, &emulator],
        None => &[&core, &rest],
    };
    // At once: apart, what they share would have other features, and be checked twice.
    run(cargo()
        .args(["clippy", "--target=wasm32-unknown-unknown", "--lib"])
        .arg("--test=web_*")
        .args(for_wasm.concat())
        .args(["--", level]))
}

/// Of the programs only this one: the others have few lines, and their libraries' names, under
/// which their pages would be written too. The examples switch on the features of the tests'
/// dependencies: without them forty crates are checked again.
pub(super) fn documentation() -> Result<()> {
    run(cargo()
        .args([
            "doc",
            "--workspace",
            "--no-deps",
            "--document-private-items",
            "--lib",
            "--bin=xtask",
            "--examples",
            "--features=tables",
        ])
        .env("RUSTDOCFLAGS", toolchain::lint_level()?))
}

pub(super) fn tests(ring: Option<Ring>, all: bool) -> Result<()> {
    let (variable, value) = reach(all);
    run(cargo()
        .arg("test")
        .args(ring.map_or(&CRATES[..], Ring::crates))
        .env(variable, value))
}

/// The platform's tests again, with the command of an npm package in its place.
pub(super) fn tests_of_npm(command: &Path) -> Result<()> {
    run(cargo()
        .arg("test")
        .args(CRATES)
        .args(["--test=platform", "--"])
        .args(OF_THE_NATIVE_SERVER.map(|name| format!("--skip={name}")))
        .env("EMULATOR_COMMAND", command))
}

/// Builds the programs that the checks of the other parts start.
pub(super) fn programs() -> Result<()> {
    run(cargo().args(["build", "--quiet"]).args(CRATES).args([
        "--bin=emulator",
        "--bin=wasm-test-runner",
        "--example=rest_world",
    ]))
}

/// Tests of the native server alone: several threads, and a running clock.
const OF_THE_NATIVE_SERVER: [&str; 2] = [
    "control::an_answer_waits_for_nothing_unless_it_is_told_to",
    "long_work::others_are_answered",
];

/// The crates of tests and programs, all at once and with the same features: another choice is
/// another build. The model checker and the soak need optimised code, and are another part.
const CRATES: [&str; 4] = [
    "--workspace",
    "--exclude=model",
    "--exclude=soak",
    "--features=tables,xtask/test-runner",
];
