//! The browser the tests run in, and the driver that steers it.

use std::{
    env,
    path::PathBuf,
    process::{Command, Stdio},
};

use crate::{
    error::{Error, Result},
    process::{capture, run},
};

/// A Chromium and its WebDriver.
#[derive(Debug)]
pub(crate) struct Browser {
    /// The browser.
    pub(crate) chromium: PathBuf,
    /// `chromedriver` of the same version.
    pub(crate) driver: PathBuf,
}

/// Finds the browser, or installs it where that needs nobody's consent: as root
/// on a system with `apt-get`.
pub(crate) fn ensure() -> Result<Browser> {
    if let Some(browser) = find() {
        return Ok(browser);
    }
    if find_on_path("apt-get").is_none() || !is_root() {
        return Err(missing());
    }
    println!("setup: installing Chromium and its driver (apt-get)");
    // The first try fails where no package list was ever read.
    if run(apt_install().stdout(Stdio::null()).stderr(Stdio::null())).is_err() {
        println!("setup: reading the package lists (apt-get update)");
        run(apt_get().args(["update", "-qq"]))?;
        run(apt_install().stdout(Stdio::null()))?;
    }
    find().ok_or_else(missing)
}

/// `CHROME` and `CHROMEDRIVER` name another browser than the one on the path.
fn find() -> Option<Browser> {
    Some(Browser {
        chromium: named_by("CHROME")
            .or_else(|| CHROMIUM_NAMES.into_iter().find_map(find_on_path))?,
        driver: named_by("CHROMEDRIVER").or_else(|| find_on_path("chromedriver"))?,
    })
}

fn named_by(variable: &str) -> Option<PathBuf> {
    env::var_os(variable)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

fn find_on_path(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&file))
        .find(|candidate| candidate.is_file())
}

/// Whether this runs as root; Chromium then needs `--no-sandbox`.
pub(crate) fn is_root() -> bool {
    capture(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

fn apt_install() -> Command {
    let mut command = apt_get();
    command.args(["install", "-y", "-qq", "chromium", "chromium-driver"]);
    command
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn missing() -> Error {
    Error::Missing {
        what: "Chromium or chromedriver".into(),
        hint: "sudo apt-get install -y chromium chromium-driver; \
               or set CHROME and CHROMEDRIVER to their paths"
            .into(),
    }
}

const CHROMIUM_NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
