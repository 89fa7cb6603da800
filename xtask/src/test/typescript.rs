//! The checks of the TypeScript sources that need no browser.

use std::path::Path;

use crate::{
    error::Result,
    process::{node, node_script, npm_bin, run},
    workspace,
};

/// Compiles every project that has sources.
pub(super) fn types() -> Result<()> {
    for project in PROJECTS {
        let folder = workspace::root().join(project);
        if !has_typescript(&folder)? {
            println!("{project}: no TypeScript");
            continue;
        }
        println!("{project}");
        run(node_script("typescript/bin/tsc").args(["--noEmit", "--project", project]))?;
    }
    Ok(())
}

pub(super) fn lint() -> Result<()> {
    run(node_script("eslint/bin/eslint.js").args(["--max-warnings=0", "."]))
}

/// Bundles the tests, because the oldest Node in use reads no TypeScript, and
/// runs them with Node's own runner.
pub(super) fn unit_tests() -> Result<()> {
    let tests: Vec<_> = workspace::files_below(&workspace::root().join("tests/unit"))?
        .into_iter()
        .filter(|path| {
            let name = workspace::file_name(path);
            name.ends_with(".test.ts") || name.ends_with(".test.mjs")
        })
        .collect();
    if tests.is_empty() {
        println!("no tests in tests/unit");
        return Ok(());
    }
    let built = workspace::target("unit");
    workspace::empty_folder(&built)?;
    run(npm_bin("esbuild")
        .args(&tests)
        .args([
            "--bundle",
            "--define:WEAKENED=false",
            "--format=esm",
            "--log-level=warning",
            "--outbase=tests/unit",
            "--out-extension:.js=.mjs",
            "--packages=external",
            "--platform=node",
            "--sourcemap=inline",
            "--target=node20",
        ])
        .arg(format!("--outdir={}", built.display())))?;
    run(node()
        .args(["--enable-source-maps", "--test"])
        .args(workspace::files_below(&built)?))
}

fn has_typescript(folder: &Path) -> Result<bool> {
    Ok(workspace::files_below(folder)?
        .iter()
        .any(|path| path.extension().is_some_and(|ending| ending == "ts")))
}

/// Folders with a `tsconfig.json`.
const PROJECTS: [&str; 3] = ["pkg", "www", "tests"];
