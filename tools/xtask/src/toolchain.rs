//! The compiler of releases, and what is held with that one alone: its lints, and the sizes of what
//! it makes. A newer one has other lints, and must not fail the checks of a fresh machine.

use serde_json::Value;

use crate::{
    error::{Error, Result},
    process::{capture, cargo, compiler},
};

/// The version of the compiler that releases are built with.
pub(crate) fn of_releases() -> Result<String> {
    let output = capture(cargo().args(["metadata", "--no-deps", "--format-version=1"]))?;
    let metadata: Value = serde_json::from_str(&output)
        .map_err(|error| Error::Check(format!("cargo metadata: {error}")))?;
    let version = metadata
        .pointer("/metadata/release/rust")
        .and_then(Value::as_str);
    version
        .map(Into::into)
        .ok_or_else(|| Error::Check("Cargo.toml pins no toolchain for releases".into()))
}

/// True if this is the compiler of releases. Otherwise a line says what is shown and not refused.
pub(crate) fn holds(what: &str) -> Result<bool> {
    let (used, pinned) = (compiler()?, of_releases()?);
    if used != pinned {
        println!("{what} are shown and not refused: Rust {pinned} decides, and this is {used}");
    }
    Ok(used == pinned)
}

/// The flag of Clippy and rustdoc that says whether a warning is an error.
pub(crate) fn lint_level() -> Result<&'static str> {
    Ok(if holds("warnings")? {
        "-Dwarnings"
    } else {
        "--cap-lints=warn"
    })
}
