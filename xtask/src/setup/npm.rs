//! The npm packages of the root `package.json`.

use std::{fs, path::Path, time::SystemTime};

use crate::{
    error::Result,
    process::{npm, run},
    workspace,
};

/// Installs the packages when they are missing or older than the lock file.
pub(super) fn install() -> Result<()> {
    let root = workspace::root();
    // npm writes this file last, so its age is the age of the installation.
    let installed = modified(&root.join("node_modules/.package-lock.json"));
    let locked = modified(&root.join("package-lock.json"));
    if installed.is_some() && installed >= locked {
        return Ok(());
    }
    println!("setup: installing the npm packages (npm ci)");
    run(npm(&root).args(["ci", "--loglevel=error"]))
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}
