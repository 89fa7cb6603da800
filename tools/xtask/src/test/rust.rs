//! The checks by Cargo on this machine.

use std::path::Path;

use crate::{
    error::Result,
    process::{cargo, run},
    test::{compiler::Compiler, reach, ring::Ring},
};

pub(super) fn formatting() -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]))
}

/// Compiles everything that the tests run by the compiler that refuses warnings. The emulator's few
/// lines for wasm cost a minute and a half, for their dependencies.
pub(super) fn clippy(ring: Option<Ring>, all: bool) -> Result<()> {
    let everything: &[&str] = &["--workspace", FEATURES];
    run(Compiler::Checking
        .cargo()
        .args(["build", "--all-targets"])
        .args(ring.map_or(everything, Ring::crates)))?;
    let for_wasm: &[&[&str]] = match ring {
        Some(Ring::Core) => &[&CORE_FOR_WASM],
        Some(Ring::Tools) => return Ok(()),
        Some(Ring::Platform) => &[&REST_FOR_WASM],
        None => &[&CORE_FOR_WASM, &REST_FOR_WASM],
    };
    // At once: apart, what they share would have other features, and be compiled twice.
    run(Compiler::Checking
        .cargo()
        .args(["build", WASM, "--lib", "--test=web_*"])
        .args(for_wasm.concat())
        .env("REST_WORLD", format!("http://127.0.0.1:{REST_WORLD_PORT}")))?;
    if all && ring != Some(Ring::Core) {
        run(cargo()
            .args(["clippy", WASM, "--lib", "--package=emulator"])
            .args(["--", "-Dwarnings"]))?;
    }
    Ok(())
}

pub(super) fn tests(compiler: Compiler, ring: Option<Ring>, all: bool) -> Result<()> {
    let (variable, value) = reach(all);
    run(compiler
        .cargo()
        .arg("test")
        .args(ring.map_or(&CRATES[..], Ring::crates))
        .env(variable, value))
}

/// The platform's tests again, with the command of an npm package in its place.
pub(super) fn tests_of_npm(compiler: Compiler, command: &Path) -> Result<()> {
    run(compiler
        .cargo()
        .arg("test")
        .args(CRATES)
        .args(["--test=platform", "--"])
        .args(OF_THE_NATIVE_SERVER.map(|name| format!("--skip={name}")))
        .env("EMULATOR_COMMAND", command))
}

/// Builds the programs that the checks of the other parts start.
pub(super) fn programs(compiler: Compiler) -> Result<()> {
    run(compiler
        .cargo()
        .args(["build", "--quiet"])
        .args(CRATES)
        .args(["--bin=emulator", "--bin=wasm-test-runner"])
        .arg("--example=rest_world"))
}

/// Tests of the native server alone: several threads, and a running clock.
const OF_THE_NATIVE_SERVER: [&str; 2] = [
    "control::an_answer_waits_for_nothing_unless_it_is_told_to",
    "long_work::others_are_answered",
];

/// The crates of tests and programs, all at once and with the same features: another choice is
/// another build. The model checker needs optimised code, and is another part.
const CRATES: [&str; 3] = ["--workspace", "--exclude=model", FEATURES];

/// Features of the workspace, as an argument of Cargo.
const FEATURES: &str = "--features=tables,xtask/test-runner";

/// The port of the REST client's cases, if it is free: its address is compiled into the wasm tests.
pub(super) const REST_WORLD_PORT: &str = "8149";

/// The target of the crates below, as an argument of Cargo.
pub(super) const WASM: &str = "--target=wasm32-unknown-unknown";

/// The core with the exports of each entry, and both readers of values, as arguments of Cargo.
pub(super) const CORE_FOR_WASM: [&str; 3] = [
    "--package=calling-widget-sdk",
    "--features=calling-widget-sdk/development,calling-widget-sdk/host",
    "--features=calling-widget-sdk/json,calling-widget-sdk/widget",
];

/// The REST client with all of its exports. `platform/tests/clients` and `tests/e2e` test these.
pub(super) const REST_FOR_WASM: [&str; 3] = [
    "--package=calling-rest",
    "--features=calling-rest/rest-exports,calling-rest/settings-exports",
    "--features=calling-rest/override-exports",
];
