//! The npm packages of a `package.json`: the root's, or the site's.

use std::{fs, path::Path, time::SystemTime};

use crate::{
    error::Result,
    process::{npm, run},
    workspace,
};

/// Installs the packages of a folder when they are missing or older than the lock file.
pub(super) fn install(folder: &str) -> Result<()> {
    let root = workspace::root().join(folder);
    // npm writes this file last, so its age is the age of the installation.
    let installed = modified(&root.join("node_modules/.package-lock.json"));
    let locked = modified(&root.join("package-lock.json"));
    if installed.is_some() && installed >= locked {
        return Ok(());
    }
    println!(
        "setup: installing the npm packages (npm ci) in {}",
        root.display()
    );
    run(npm(&root).args(["ci", "--loglevel=error"]))
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}
