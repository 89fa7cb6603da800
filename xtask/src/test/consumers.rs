//! The packed tarball in other people's tools: installed by npm, built by each
//! tool with its defaults, and embedded by a host in Chromium. The apps are in
//! `tests/consumers`.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    error::Result,
    process::{capture, node, node_script, npm, run},
    setup::browser,
    test::consumer::TYPE_PROJECTS,
    workspace,
};

/// Installs and builds every consumer, then has each answer a dial. `app` is the
/// folder whose programs the oldest TypeScript compiles, too.
pub(super) fn run_all(tarball: &Path, app: &Path) -> Result<()> {
    let browser = browser::ensure()?;
    let apps = install(tarball)?;
    oldest_typescript(&apps, app)?;
    for (folder, script, arguments) in BUILDS {
        println!("consumer: {folder}");
        capture(built_in(&apps, folder, script).args(arguments))?;
    }
    run(node_script("@playwright/test/cli.js")
        .args(["test", "--config", "tests/consumers/playwright.config.ts"])
        .env("CHROME_BIN", &browser.chromium))
}

/// Copies the apps and installs what they depend on, the tarball last: its hash
/// is another with each build, so no lock file can name it.
fn install(tarball: &Path) -> Result<PathBuf> {
    let source = workspace::root().join("tests/consumers");
    let apps = workspace::target("consumers/apps");
    let lock = "package-lock.json";
    let is_locked = apps.join(lock).is_file()
        && workspace::read(&apps.join(lock))? == workspace::read(&source.join(lock))?;
    for path in workspace::files_below(&source)? {
        if let Ok(place) = path.strip_prefix(&source) {
            workspace::copy(&path, &apps.join(place))?;
        }
    }
    workspace::copy(&workspace::root().join(".npmrc"), &apps.join(".npmrc"))?;
    // What an earlier run installed is still right.
    if !is_locked || !apps.join("node_modules").is_dir() {
        println!("consumers: npm ci");
        capture(npm(&apps).args(["ci", "--loglevel=error"]))?;
    }
    let package = apps.join("node_modules/calling-widget-sdk");
    workspace::empty_folder(&package)?;
    println!("consumers: npm install {}", workspace::file_name(tarball));
    capture(
        npm(&apps)
            .args(["install", "--no-save", "--no-package-lock", "--offline"])
            .arg(tarball),
    )?;
    // As npm places a package that asks for the React beside it.
    let beside = apps.join("react-18/node_modules/calling-widget-sdk");
    for path in workspace::files_below(&package)? {
        if let Ok(place) = path.strip_prefix(&package) {
            workspace::copy(&path, &beside.join(place))?;
        }
    }
    Ok(apps)
}

/// Compiles the consumers' programs with the oldest TypeScript the package is for.
fn oldest_typescript(apps: &Path, app: &Path) -> Result<()> {
    for project in TYPE_PROJECTS {
        println!("tsc 5.4 --project {project}");
        // The newest one is told to accept what it calls deprecated; this one
        // knows that word for an older version only.
        run(node()
            .arg(apps.join("node_modules/typescript/bin/tsc"))
            .args(["--ignoreDeprecations", "5.0", "--project", project])
            .current_dir(app))?;
    }
    Ok(())
}

/// Node with a tool's script, in a consumer's folder.
fn built_in(apps: &Path, folder: &str, script: &str) -> Command {
    let mut command = node();
    command
        .arg(apps.join("node_modules").join(script))
        .current_dir(apps.join(folder))
        .env("NEXT_TELEMETRY_DISABLED", "1");
    command
}

/// Each consumer's folder, the tool that builds or tests it, and its arguments.
const BUILDS: [(&str, &str, &[&str]); 13] = [
    (
        "drop-in",
        "typescript/bin/tsc",
        &["--project", "tsconfig.published.json"],
    ),
    (
        "drop-in",
        "typescript/bin/tsc",
        &["--project", "tsconfig.ours.json"],
    ),
    (
        "drop-in",
        "esbuild/bin/esbuild",
        &[
            "phone.tsx",
            "--bundle",
            "--format=esm",
            "--jsx=automatic",
            "--outfile=react-published.js",
        ],
    ),
    (
        "drop-in",
        "esbuild/bin/esbuild",
        &[
            "phone.tsx",
            "--alias:@hubspot/calling-extensions-sdk=calling-widget-sdk",
            "--bundle",
            "--format=esm",
            "--jsx=automatic",
            "--outfile=react-ours.js",
        ],
    ),
    (
        "esbuild",
        "esbuild/bin/esbuild",
        &["main.js", "--bundle", "--format=esm", "--outfile=out.js"],
    ),
    ("jest", "jest/bin/jest.js", &[]),
    ("next", "next/dist/bin/next", &["build"]),
    ("react-18", "esbuild/bin/esbuild", REACT),
    ("react-19", "esbuild/bin/esbuild", REACT),
    ("vite", "vite/bin/vite.js", &["build"]),
    (
        "vitest",
        "vitest/vitest.mjs",
        &["run", "--environment", "jsdom"],
    ),
    (
        "vitest",
        "vitest/vitest.mjs",
        &["run", "--environment", "happy-dom"],
    ),
    (
        "webpack",
        "webpack-cli/bin/cli.js",
        &["--mode", "production"],
    ),
];

/// React's development build, the only one that renders twice.
const REACT: &[&str] = &[
    "main.jsx",
    "--bundle",
    "--define:process.env.NODE_ENV=\"development\"",
    "--format=esm",
    "--jsx=automatic",
    "--outfile=out.js",
];
