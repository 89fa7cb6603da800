//! The packed tarball in other people's tools: installed by npm, built by each
//! tool with its defaults, and embedded by a host in Chromium. The apps are in
//! `tests/consumers`; the script `consume` of each runs its tools, `consume:all` those that
//! only a run of everything has.

use std::path::{Path, PathBuf};

use crate::{
    error::Result,
    process::{capture, npm, run},
    setup::browser,
    test::{consumer, playwright_of, reach},
    workspace,
};

/// Installs and builds every consumer, then checks that each answers a dial.
pub(super) fn run_all(tarball: &Path, all: bool) -> Result<()> {
    let emulator = consumer::pack_emulator()?;
    consumer::demo(tarball, &emulator)?;
    let apps = install(&[tarball, &emulator])?;
    consume(&apps, "consume")?;
    if all {
        consume(&apps, "consume:all")?;
    }
    let (variable, value) = reach(all);
    run(playwright_of("tests/consumers/playwright.config.ts")?.env(variable, value))
}

/// Runs a script of each app.
fn consume(apps: &Path, script: &str) -> Result<()> {
    // As Playwright does by itself.
    let shell = browser::ensure_shell(&browser::ensure()?);
    println!("consumers: npm run {script}");
    capture(
        npm(apps)
            .args(["run", script, "--workspaces", "--if-present"])
            .env("CHROME_BIN", &shell)
            .env("NEXT_TELEMETRY_DISABLED", "1"),
    )?;
    Ok(())
}

/// Copies the apps into a folder of `target` and installs their dependencies, the tarballs last:
/// their hashes change with each build, so no lock file can name them. The lock file has the
/// addresses of the rest, which npm would ask the registry for otherwise.
fn install(tarballs: &[&Path]) -> Result<PathBuf> {
    let source = workspace::root().join("tests/consumers");
    let apps = workspace::target("consumers/apps");
    let lock = "package-lock.json";
    let is_locked = apps.join(lock).is_file()
        && workspace::read(&apps.join(lock))? == workspace::read(&source.join(lock))?;
    workspace::copy_below(&source, &apps)?;
    workspace::copy(&workspace::root().join(".npmrc"), &apps.join(".npmrc"))?;
    // An earlier installation is still valid.
    if !is_locked || !apps.join("node_modules").is_dir() {
        println!("consumers: npm ci");
        capture(npm(&apps).args(["ci", "--loglevel=error"]))?;
    }
    // The folder where npm puts the package.
    workspace::empty_folder(&apps.join("node_modules/calling-widget-sdk"))?;
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
