//! The packed tarball in other people's tools: installed by npm, built by each
//! tool with its defaults, and embedded by a host in Chromium. The apps are in
//! `tests/consumers`.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    error::Result,
    process::{capture, node, npm, run},
    setup::browser,
    test::{
        consumer::{self, TYPE_PROJECTS},
        playwright_of, reach,
    },
    workspace,
};

/// Installs and builds every consumer, then has each answer a dial. `app` is the
/// folder whose programs the oldest TypeScript compiles, too.
pub(super) fn run_all(tarball: &Path, app: &Path, all: bool) -> Result<()> {
    let emulator = consumer::pack_emulator()?;
    consumer::demo(tarball, &emulator)?;
    let apps = install(&[tarball, &emulator])?;
    // As npm places a package that asks for the React beside it.
    let package = apps.join(PACKAGE);
    let beside = apps.join("react-18").join(PACKAGE);
    for path in workspace::files_below(&package)? {
        if let Ok(place) = path.strip_prefix(&package) {
            workspace::copy(&path, &beside.join(place))?;
        }
    }
    let oldest: &[&str] = if all {
        &TYPE_PROJECTS
    } else {
        &["tsconfig.node10.json"]
    };
    compile(&apps, "typescript", app, oldest)?;
    compile(&apps, "typescript-newest", app, &MODERN_TYPE_PROJECTS)?;
    build(&apps, &BUILDS)?;
    if all {
        build(&apps, &MORE_ENVIRONMENTS)?;
    }
    let (variable, value) = reach(all);
    run(playwright_of("tests/consumers/playwright.config.ts")?.env(variable, value))
}

/// Runs the tool of each app.
fn build(apps: &Path, builds: &[(&str, &str, &[&str])]) -> Result<()> {
    // As Playwright does by itself.
    let shell = browser::ensure_shell(&browser::ensure()?);
    for (folder, script, arguments) in builds {
        println!("consumer: {folder}");
        capture(
            built_in(apps, folder, script)
                .args(*arguments)
                .env("CHROME_BIN", &shell),
        )?;
    }
    Ok(())
}

/// Copies the apps into a folder of `target` and installs what some of them depend on, the
/// tarballs last: their hashes are others with each build, so no lock file can name them.
/// The lock file says where the rest is: npm would ask the registry otherwise.
fn install(tarballs: &[&Path]) -> Result<PathBuf> {
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
    for (from, to) in SHARED {
        let from = source.join(from);
        workspace::copy(&from, &apps.join(to).join(workspace::file_name(&from)))?;
    }
    workspace::copy(&workspace::root().join(".npmrc"), &apps.join(".npmrc"))?;
    // What an earlier run installed is still right.
    if !is_locked || !apps.join("node_modules").is_dir() {
        println!("consumers: npm ci");
        capture(npm(&apps).args(["ci", "--loglevel=error"]))?;
    }
    workspace::empty_folder(&apps.join(PACKAGE))?;
    for tarball in tarballs {
        println!("consumers: npm install {}", workspace::file_name(tarball));
    }
    capture(
        npm(&apps)
            .args(["install", "--no-save", "--offline"])
            .args(tarballs),
    )?;
    Ok(apps)
}

/// Compiles the programs of `tests/consumers/program` with one of the apps' TypeScripts.
fn compile(apps: &Path, compiler: &str, app: &Path, projects: &[&str]) -> Result<()> {
    let script = apps.join("node_modules").join(compiler).join("bin/tsc");
    // The projects accept what version 6 calls deprecated; version 5 knows that word
    // for an older one only.
    let accepted = capture(node().arg(&script).arg("--version"))?.contains(" 5.");
    for project in projects {
        println!("{compiler} --project {project}");
        run(node()
            .arg(&script)
            .args(
                accepted
                    .then_some(["--ignoreDeprecations", "5.0"])
                    .iter()
                    .flatten(),
            )
            .args(["--project", project])
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

/// What several apps have, and the folder each copy goes to.
const SHARED: [(&str, &str); 4] = [
    ("react/index.html", "react-18"),
    ("react/index.html", "react-19"),
    ("react/main.jsx", "react-18"),
    ("react/main.jsx", "react-19"),
];

/// Where npm puts the package.
const PACKAGE: &str = "node_modules/calling-widget-sdk";

/// What TypeScript 7 still reads: it has left the oldest way of finding packages.
const MODERN_TYPE_PROJECTS: [&str; 2] = ["tsconfig.bundler.json", "tsconfig.nodenext.json"];

/// Each consumer's folder, the tool that builds or tests it, and its arguments.
const BUILDS: [(&str, &str, &[&str]); 18] = [
    (
        "drop-in",
        "typescript-newest/bin/tsc",
        &["--project", "tsconfig.published.json"],
    ),
    (
        "drop-in",
        "typescript-newest/bin/tsc",
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
    ("emulator", "jest/bin/jest.js", &["jest.test.js"]),
    ("emulator", "../emulator/msw.test.mjs", &[]),
    (
        "emulator",
        "vitest/vitest.mjs",
        &["run", "--testTimeout=60000", "vitest.test.js"],
    ),
    ("jest", "jest/bin/jest.js", &[]),
    ("next", "next/dist/bin/next", &["build"]),
    (
        "playwright",
        "esbuild/bin/esbuild",
        &[
            "phone.js",
            "--bundle",
            "--format=esm",
            "--outfile=published.js",
        ],
    ),
    (
        "playwright",
        "esbuild/bin/esbuild",
        &[
            "phone.js",
            "--alias:@hubspot/calling-extensions-sdk=calling-widget-sdk",
            "--bundle",
            "--format=esm",
            "--outfile=ours.js",
        ],
    ),
    (
        "playwright",
        "typescript-newest/bin/tsc",
        &["--project", "."],
    ),
    ("playwright", "@playwright/test/cli.js", &["test"]),
    ("react-18", "esbuild/bin/esbuild", REACT),
    ("react-19", "esbuild/bin/esbuild", REACT),
    ("vite", "vite/bin/vite.js", &["build"]),
    (
        "vitest",
        "vitest/vitest.mjs",
        // A busy machine takes longer than the runner's five seconds.
        &["run", "--environment", "jsdom", "--testTimeout=60000"],
    ),
    (
        "webpack",
        "webpack-cli/bin/cli.js",
        &["--mode", "production"],
    ),
];

/// What only a run of everything has beside them.
const MORE_ENVIRONMENTS: [(&str, &str, &[&str]); 1] = [(
    "vitest",
    "vitest/vitest.mjs",
    &["run", "--environment", "happy-dom", "--testTimeout=60000"],
)];

/// React's development build, the only one that renders twice.
const REACT: &[&str] = &[
    "main.jsx",
    "--bundle",
    "--define:process.env.NODE_ENV=\"development\"",
    "--format=esm",
    "--jsx=automatic",
    "--outfile=out.js",
];
