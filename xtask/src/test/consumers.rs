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
    let apps = install("consumers", &WORKSPACES, &[tarball, &emulator])?;
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
    open("consumers.spec", all)
}

/// The consumers that take longer to install than they are worth in each run: more
/// bundlers, a framework, other runtimes, the versions of TypeScript in between.
pub(crate) fn run_more() -> Result<()> {
    let tarball = consumer::pack()?;
    let app = consumer::install(&tarball)?;
    let apps = install("more-consumers", &MORE_WORKSPACES, &[&tarball])?;
    for version in ["5.5", "5.6", "5.7", "5.8", "5.9"] {
        compile(
            &apps,
            &format!("typescript-{version}"),
            &app,
            &TYPE_PROJECTS,
        )?;
    }
    compile(&apps, "typescript-7.0", &app, &MODERN_TYPE_PROJECTS)?;
    // Their packages put the program in its place by a script of their own.
    capture(
        npm(&apps)
            .args(["rebuild", "--ignore-scripts=false"])
            .args(RUNTIMES.map(|(runtime, _)| runtime)),
    )?;
    for (runtime, arguments) in RUNTIMES {
        println!("{runtime} import.mjs");
        run(installed(&apps, runtime)
            .args(arguments)
            .arg("import.mjs")
            .current_dir(&app))?;
    }
    build(&apps, &MORE_BUILDS)?;
    open("more.spec", true)
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

/// Has each app of a spec answer a dial in Chromium.
fn open(spec: &str, all: bool) -> Result<()> {
    let (variable, value) = reach(all);
    run(playwright_of("tests/consumers/playwright.config.ts")?
        .arg(spec)
        .env(variable, value))
}

/// Copies the apps into a folder of `target` and installs what some of them depend on, the
/// tarballs last: their hashes are others with each build, so no lock file can name them.
/// The lock file says where the rest is: npm would ask the registry otherwise.
fn install(folder: &str, workspaces: &[&str], tarballs: &[&Path]) -> Result<PathBuf> {
    let source = workspace::root().join("tests/consumers");
    let apps = workspace::target(folder).join("apps");
    let workspaces: Vec<_> = workspaces
        .iter()
        .map(|name| format!("--workspace={name}"))
        .collect();
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
        println!("{folder}: npm ci");
        capture(
            npm(&apps)
                .args(["ci", "--loglevel=error"])
                .args(&workspaces),
        )?;
    }
    workspace::empty_folder(&apps.join(PACKAGE))?;
    for tarball in tarballs {
        println!("{folder}: npm install {}", workspace::file_name(tarball));
    }
    capture(
        npm(&apps)
            .args(["install", "--no-save", "--offline"])
            .args(&workspaces)
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

/// A program that npm installed with the apps.
fn installed(apps: &Path, name: &str) -> Command {
    Command::new(apps.join("node_modules/.bin").join(name))
}

/// The apps that each run has.
const WORKSPACES: [&str; 12] = [
    "drop-in",
    "emulator",
    "esbuild",
    "jest",
    "next",
    "playwright",
    "react-18",
    "react-19",
    "typescript",
    "vite",
    "vitest",
    "webpack",
];

/// Those of [`run_more`].
const MORE_WORKSPACES: [&str; 8] = [
    "parcel",
    "rollup",
    "servers",
    "typescript-versions",
    "vite-dev",
    "vite-hot",
    "vue",
    "webpack-dev",
];

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

/// Other runtimes than Node, and how each runs a program.
const RUNTIMES: [(&str, &[&str]); 2] = [
    ("bun", &[]),
    (
        "deno",
        &[
            "run",
            "--allow-env",
            "--allow-read",
            "--node-modules-dir=manual",
        ],
    ),
];

/// The same for the consumers of [`run_more`].
const MORE_BUILDS: [(&str, &str, &[&str]); 5] = [
    (
        "parcel",
        "parcel/lib/bin.js",
        &["build", "index.html", "--public-url", "."],
    ),
    (
        "rollup",
        "rollup/dist/bin/rollup",
        &[
            "../phone.js",
            "--plugin",
            "node-resolve",
            "--format",
            "iife",
            "--file",
            "dist/phone.js",
        ],
    ),
    ("vue", "vite/bin/vite.js", &["build"]),
    (
        "webpack-dev",
        "webpack-cli/bin/cli.js",
        &["--mode", "development", "--entry", "../phone.js"],
    ),
    (
        "webpack-dev",
        "webpack-cli/bin/cli.js",
        &[
            "--mode",
            "production",
            "--entry",
            "../phone.js",
            "--output-filename",
            "production.js",
        ],
    ),
];

/// Each consumer's folder, the tool that builds or tests it, and its arguments.
const BUILDS: [(&str, &str, &[&str]); 19] = [
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
    (
        "esbuild",
        "esbuild/bin/esbuild",
        &[
            "../phone.js",
            "--bundle",
            "--format=esm",
            "--outfile=out.js",
        ],
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
