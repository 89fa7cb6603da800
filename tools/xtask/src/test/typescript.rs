//! The checks of the TypeScript sources that need no browser.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    error::Result,
    package,
    process::{bundle_for_node, node, node_script, run},
    test::rust,
    workspace,
};

/// Compiles every project.
pub(super) fn types() -> Result<()> {
    for project in PROJECTS {
        println!("{project}");
        run(compiler(NEWEST).args(["--noEmit", "--project", project]))?;
    }
    package_types()?;
    println!("typedoc");
    run(typedoc().args(["--emit", "none"]))
}

/// Compiles the apps of `tests/types` against the built package, by each way of finding
/// its declarations, and once without exact optional properties; and those that are
/// written for the published types against these.
fn package_types() -> Result<()> {
    for (project, version, is_exact) in [
        ("bundler", NEWEST, "true"),
        ("bundler", NEWEST, "false"),
        ("nodenext", NEWEST, "true"),
        ("node10", LAST_WITH_NODE10, "true"),
        ("published", NEWEST, "true"),
    ] {
        println!("tests/types, {project}, exactOptionalPropertyTypes {is_exact}");
        run(compiler(version).args([
            "--noEmit",
            "--exactOptionalPropertyTypes",
            is_exact,
            "--project",
            &format!("tests/types/tsconfig.{project}.json"),
        ]))?;
    }
    Ok(())
}

fn compiler(version: &str) -> Command {
    node_script(&[version, "/bin/tsc"].concat())
}

/// typedoc, which refuses undocumented items.
/// `typedoc.json` names the entries.
pub(crate) fn typedoc() -> Command {
    let mut typedoc = node_script("typedoc/bin/typedoc");
    typedoc.args(["--logLevel", "Warn"]);
    typedoc
}

pub(super) fn lint() -> Result<()> {
    run(node_script("oxlint/bin/oxlint").args(["--deny-warnings", "."]))
}

/// Bundles the tests, because the oldest Node in use reads no TypeScript, and
/// runs them with Node's own runner.
pub(super) fn unit_tests() -> Result<()> {
    run(&mut tests_in(&bundle("tests/unit")?)?)
}

/// Runs the tests of clients against the emulator.
pub(super) fn client_tests() -> Result<()> {
    rust::programs()?;
    let emulator = workspace::target(&format!("debug/emulator{}", std::env::consts::EXE_SUFFIX));
    run(tests_in(&bundle(CLIENTS)?)?.env("EMULATOR", emulator))
}

/// Tests the emulator's npm package: its own tests, and the service's clients against it; with the
/// long repeats our own client and the platform's tests too.
pub(super) fn emulator_tests(all: bool) -> Result<()> {
    let own = bundle("platform/tests/npm")?;
    let clients = workspace::target("clients-npm");
    let cases: Vec<_> = CASES_OF_CLIENTS
        .iter()
        .filter(|name| all || **name != "rest")
        .map(|name| format!("{CLIENTS}/{name}.test.ts"))
        .collect();
    bundle_tests(&cases, CLIENTS, &clients)?;
    let command = package::emulator::COMMAND;
    run(tests_in(&own)?
        .args(workspace::files_below(&clients)?)
        .env("EMULATOR", command))?;
    if all {
        rust::tests_of_npm(&workspace::root().join(command))?;
    }
    Ok(())
}

/// Node with tests. A file that does not end counts as failed, and does not delay the run.
fn tests_in(built: &Path) -> Result<Command> {
    let mut command = node();
    command
        .args(["--enable-source-maps", "--test", "--test-timeout=600000"])
        .args(workspace::files_below(built)?);
    Ok(command)
}

/// Bundles the tests of a folder.
fn bundle(folder: &str) -> Result<PathBuf> {
    let tests: Vec<_> = workspace::files_below(&workspace::root().join(folder))?
        .into_iter()
        .filter(|path| {
            let name = workspace::file_name(path);
            name.ends_with(".test.ts") || name.ends_with(".test.mjs")
        })
        .collect();
    let built = workspace::target(folder);
    bundle_tests(&tests, folder, &built)?;
    Ok(built)
}

fn bundle_tests(tests: &[impl AsRef<OsStr>], folder: &str, built: &Path) -> Result<()> {
    workspace::empty_folder(built)?;
    run(bundle_for_node()
        .args(tests)
        .args(["--out-extension:.js=.mjs", "--sourcemap=inline"])
        // Types come from the sources; this is the built package.
        .arg("--external:calling-widget-sdk-emulator")
        .arg(format!("--outbase={folder}"))
        .arg(format!("--outdir={}", built.display())))
}

/// The compiler in machine code, about five times as fast as the one in JavaScript.
const NEWEST: &str = "typescript-7";

/// The compiler in JavaScript. Typedoc calls it, too.
const LAST_WITH_NODE10: &str = "typescript";

/// Folders with a `tsconfig.json`.
const PROJECTS: [&str; 11] = [
    "pkg",
    "pkg/command",
    "www",
    "platform/emulator/npm",
    "tools/check",
    "tools/site/demo",
    "tools/site/worker",
    "examples",
    "platform/tests",
    "tests",
    "tools",
];

/// The tests of other clients.
const CLIENTS: &str = "platform/tests/clients";

/// The tests of other clients that the emulator from npm passes too.
const CASES_OF_CLIENTS: [&str; 5] = [
    "official",
    "official-quotes",
    "official-records",
    "official-seed",
    "rest",
];
