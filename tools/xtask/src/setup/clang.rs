//! The compiler of C, for SQLite in wasm.

use crate::{
    error::{Error, Result},
    setup::browser::{find_on_path, find_or_install},
};

/// Finds clang, or installs it where that needs nobody's consent.
pub(crate) fn ensure() -> Result<()> {
    match find_or_install(|| find_on_path("clang"), "clang", &PACKAGES)? {
        Some(_) => Ok(()),
        None => Err(Error::Missing {
            what: "clang, which compiles SQLite to wasm".into(),
            hint: format!("sudo apt-get install -y {}", PACKAGES.join(" ")),
        }),
    }
}

/// `llvm` has the program that packs what clang compiles.
const PACKAGES: [&str; 3] = ["--no-install-recommends", "clang", "llvm"];
