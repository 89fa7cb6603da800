//! The browsers the tests run in, and the drivers that steer them.

use std::{
    env,
    fs::File,
    path::PathBuf,
    process::{Command, Stdio},
    sync::Once,
};

use crate::{
    error::{Error, Result},
    process::{capture, run},
    setup::can_install,
    workspace,
};

/// A Chromium and its WebDriver.
#[derive(Debug)]
pub(crate) struct Browser {
    /// The browser.
    pub(crate) chromium: PathBuf,
    /// `chromedriver` of the same version.
    pub(crate) driver: PathBuf,
}

/// Finds the browser, or installs it if that needs nobody's consent: as root on a system with
/// `apt-get`.
pub(crate) fn ensure() -> Result<Browser> {
    let packages = ["chromium", "chromium-driver"];
    find_or_install(find, "Chromium and its driver", &packages)?.ok_or_else(missing)
}

/// Chromium without a window of its own, for the pages' tests: frames share its process,
/// which costs a third. Where no package has it, the browser itself.
pub(crate) fn ensure_shell(browser: &Browser) -> PathBuf {
    let find = || named_by("CHROME_SHELL").or_else(|| find_on_path(SHELL));
    let found = find_or_install(find, "Chromium's headless shell", &[SHELL]);
    let found = found.ok().flatten();
    found.unwrap_or_else(|| browser.chromium.clone())
}

/// The other engines.
#[derive(Debug)]
pub(crate) struct OtherEngines {
    /// Firefox.
    pub(crate) firefox: PathBuf,
    /// WebKit's driver, which starts WebKit by itself.
    pub(crate) webkit_driver: PathBuf,
}

/// Finds Firefox and WebKit, or installs them if that needs nobody's consent.
pub(crate) fn ensure_other_engines() -> Result<OtherEngines> {
    let mut packages = vec!["--no-install-recommends"];
    packages.extend(OTHER_ENGINES);
    let found = find_or_install(find_other_engines, "Firefox and WebKit", &packages)?;
    found.ok_or_else(|| Error::Missing {
        what: "Firefox, WebKit's driver, xvfb-run or xauth".into(),
        hint: format!(
            "sudo apt-get install -y --no-install-recommends {}; \
             or set FIREFOX and WEBKIT_DRIVER to their paths",
            OTHER_ENGINES.join(" ")
        ),
    })
}

fn find_other_engines() -> Option<OtherEngines> {
    // WebKit needs a display, whose script needs a program that Debian only recommends with it.
    find_on_path("xvfb-run")?;
    find_on_path("xauth")?;
    Some(OtherEngines {
        firefox: named_by("FIREFOX").or_else(|| {
            ["firefox-esr", "firefox"]
                .into_iter()
                .find_map(find_on_path)
        })?,
        webkit_driver: named_by("WEBKIT_DRIVER").or_else(|| find_on_path("WebKitWebDriver"))?,
    })
}

/// Finds what packages have, or installs them if that needs nobody's consent: as root on a system
/// with `apt-get`. `None` where it is missing all the same.
pub(super) fn find_or_install<Found>(
    find: impl Fn() -> Option<Found>,
    what: &str,
    packages: &[&str],
) -> Result<Option<Found>> {
    // Another part may be installing it: a program that is there may still lack its libraries.
    drop(lock()?);
    if let Some(found) = find() {
        return Ok(Some(found));
    }
    if can_install() {
        install(what, packages)?;
    }
    Ok(find())
}

fn install(what: &str, packages: &[&str]) -> Result<()> {
    // Parts of the tests run side by side, and apt-get runs once at a time.
    let lock = lock()?;
    LISTS.call_once(|| {
        println!("setup: reading the package lists (apt-get update)");
        // Without a network, what the old lists name may be at hand.
        let _ = run(apt_get().args(["update", "-qq"]));
    });
    println!("setup: installing {what} (apt-get)");
    run(apt_get()
        .args(["install", "-y", "-qq"])
        .args(packages)
        .stdout(Stdio::null()))?;
    drop(lock);
    Ok(())
}

fn lock() -> Result<File> {
    let path = workspace::target("setup.lock");
    workspace::write(&path, "")?;
    File::create(&path)
        .and_then(|file| file.lock().map(|()| file))
        .map_err(|source| Error::File { path, source })
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

pub(super) fn find_on_path(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&file))
        .find(|candidate| candidate.is_file())
}

/// True if this runs as root; Chromium then needs `--no-sandbox`.
pub(crate) fn is_root() -> bool {
    capture(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
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

/// Old lists lead to old packages, or to none: they are read once, before anything is installed.
static LISTS: Once = Once::new();

const OTHER_ENGINES: [&str; 4] = ["firefox-esr", "webkit2gtk-driver", "xauth", "xvfb"];

/// The program, and Debian's package.
const SHELL: &str = "chromium-headless-shell";

const CHROMIUM_NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
