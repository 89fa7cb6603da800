//! `cargo xtask setup`: installs what is missing on this machine.
//!
//! Each step looks first, prints one line when it does something, and names the
//! command when it cannot do it itself. The other tasks call the steps they need.

pub(crate) mod browser;
pub(crate) mod clang;
mod npm;
pub(crate) mod sip;

use std::process::Command;

use crate::{
    error::{Error, Result},
    process::{capture, node, run, rustc},
};

/// Installs everything that any task needs.
pub(crate) fn everything() -> Result<()> {
    for_package()?;
    programs()?;
    println!("ready");
    Ok(())
}

/// Installs the programs that tests start, in the order in which the test command needs them. What
/// cannot be installed here is named at once.
pub(crate) fn programs() -> Result<()> {
    let clang = clang::ensure();
    let chromium = browser::ensure().map(|browser| drop(browser::ensure_shell(&browser)));
    sip::prepare();
    let others = browser::ensure_other_engines().map(drop);
    let (mut whats, mut hints) = (Vec::new(), Vec::new());
    for step in [clang, chromium, others] {
        match step {
            Err(Error::Missing { what, hint }) => {
                whats.push(what);
                hints.push(hint);
            }
            step => step?,
        }
    }
    if whats.is_empty() {
        return Ok(());
    }
    Err(Error::Missing {
        what: whats.join("; "),
        hint: hints.join("\n             and: "),
    })
}

/// True if programs can be installed here without asking anybody.
pub(crate) fn can_install() -> bool {
    browser::find_on_path("apt-get").is_some() && browser::is_root()
}

/// The tools that compile and bundle. Installing them takes seconds, so it comes before everything
/// that can run beside the installation of the npm packages.
pub(crate) fn toolchain() -> Result<()> {
    wasm_target()?;
    node_version()
}

/// The requirements of building the package: no browser.
pub(crate) fn for_package() -> Result<()> {
    toolchain()?;
    npm::install("")
}

/// The additional requirement of building the site: its generator, which is installed apart.
pub(crate) fn for_site() -> Result<()> {
    for_package()?;
    npm::install("tools/site")
}

/// Adds the wasm target to the toolchain that runs this task.
fn wasm_target() -> Result<()> {
    let library = capture(rustc().args([
        "--print",
        "target-libdir",
        "--target",
        "wasm32-unknown-unknown",
    ]))?;
    if std::path::Path::new(library.trim()).is_dir() {
        return Ok(());
    }
    println!("setup: adding the wasm32-unknown-unknown target");
    run(Command::new("rustup").args(["target", "add", "wasm32-unknown-unknown"])).map_err(|error| {
        match error {
            Error::Spawn { .. } => Error::Missing {
                what: "the Rust target wasm32-unknown-unknown".into(),
                hint: "rustup target add wasm32-unknown-unknown (https://rustup.rs)".into(),
            },
            error => error,
        }
    })
}

fn node_version() -> Result<()> {
    let missing = |what: String| Error::Missing {
        what,
        hint: "https://nodejs.org/en/download, or `nvm install 20`".into(),
    };
    let wanted = format!("Node {}.{} or newer", OLDEST_NODE.0, OLDEST_NODE.1);
    let version =
        capture(node().arg("--version")).map_err(|_| missing(format!("{wanted} (`node`)")))?;
    if parse_version(&version) < Some(OLDEST_NODE) {
        return Err(missing(format!("{wanted} (found {})", version.trim())));
    }
    Ok(())
}

/// `v20.19.2` as `(20, 19)`.
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().trim_start_matches('v').split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// The oldest Node that oxlint and Playwright run on.
const OLDEST_NODE: (u32, u32) = (20, 19);
