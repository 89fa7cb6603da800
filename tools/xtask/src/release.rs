//! `cargo xtask release`: everything up to the publication, which a separate job does in
//! `.github/workflows/release.yml`. `cargo xtask reproduce`: checks that the same sources give the
//! same packages.

use serde_json::Value;

use crate::{
    error::{Error, Result},
    process::{self, capture, compiler, git, npm, run as run_command},
    test, toolchain, workspace,
};

/// Checks, packs, and lists the tarball's contents.
pub(crate) fn run() -> Result<()> {
    clean()?;
    agreed_version()?;
    pinned_toolchain()?;
    test::run(&test::Options::everything())?;
    let folder = workspace::target("packed");
    workspace::empty_folder(&folder)?;
    for package in PACKAGES {
        // It lists the contents.
        run_command(
            npm(&workspace::root().join(package))
                .args(["pack", "--pack-destination"])
                .arg(&folder),
        )?;
    }
    Ok(())
}

/// Builds the packages in two clean clones, in folders of different names and
/// depths, and compares every file.
pub(crate) fn reproduce() -> Result<()> {
    let folder = workspace::target("reproduce");
    workspace::empty_folder(&folder)?;
    let clones = [folder.join("one"), folder.join("another/and/deeper")];
    for clone in &clones {
        run_command(
            git()
                .args(["clone", "--quiet", "--no-hardlinks", "."])
                .arg(clone),
        )?;
        println!("building in {}", clone.display());
        for task in ["package", "emulator"] {
            run_command(
                process::cargo()
                    .current_dir(clone)
                    .env_remove("CARGO_TARGET_DIR")
                    .env_remove("CARGO_MANIFEST_DIR")
                    .args(["xtask", task]),
            )?;
        }
    }
    for package in PACKAGES {
        // It fails where a file differs, or is in only one.
        run_command(
            git()
                .args(["diff", "--no-index", "--exit-code", "--stat"])
                .args(clones.each_ref().map(|clone| clone.join(package))),
        )?;
    }
    println!("both clones built the same packages");
    Ok(())
}

/// Refuses uncommitted sources.
fn clean() -> Result<()> {
    let changed = capture(git().args(["status", "--porcelain"]))?;
    if changed.is_empty() {
        return Ok(());
    }
    Err(Error::Check(format!(
        "these changes are in no commit:\n{changed}commit them first, so that the package can be built again"
    )))
}

/// The version, which the crate, the packages and the changelog agree on.
fn agreed_version() -> Result<()> {
    let root = workspace::root();
    let manifest: Value = serde_json::from_str(&workspace::read(&root.join("pkg/package.json"))?)
        .map_err(|error| Error::Check(format!("pkg/package.json: {error}")))?;
    let version = manifest
        .get("version")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let stands = |file: &str, line: &str| -> Result<()> {
        let text = workspace::read(&root.join(file))?;
        if text.lines().any(|found| found.starts_with(line)) {
            return Ok(());
        }
        Err(Error::Check(format!(
            "{file} has no line `{line}`, though pkg/package.json is at {version}"
        )))
    };
    stands("Cargo.toml", &format!("version = \"{version}\""))?;
    stands(
        "platform/emulator/npm/package.json",
        &format!("  \"version\": \"{version}\","),
    )?;
    stands("CHANGELOG.md", &format!("## [{version}]"))
}

/// Refuses another compiler than the one that releases are built with.
fn pinned_toolchain() -> Result<()> {
    let pinned = toolchain::of_releases()?;
    let used = compiler()?;
    if used == pinned {
        return Ok(());
    }
    Err(Error::Check(format!(
        "releases are built by Rust {pinned}, and this is {used}; \
         `rustup toolchain install {pinned}`, then `cargo +{pinned} xtask release`"
    )))
}

/// The folders of the published packages.
const PACKAGES: [&str; 2] = ["pkg", "platform/emulator/npm"];

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, path::PathBuf};

    use super::*;
    use crate::{
        package::{CORE, REST},
        process::cargo,
    };

    /// Other folders have files of such names too, `node_modules` many of them.
    #[test]
    fn a_crate_is_packed_with_its_own_sources_and_texts_alone() {
        for (name, folder, changes) in [
            (CORE, "", Some("CHANGELOG.md")),
            (REST, "platform/rest", None),
        ] {
            let output = cargo()
                .args(["package", "--list", "--allow-dirty", "--offline"])
                .args(["--package", name])
                .output()
                .expect("Cargo runs");
            let output = String::from_utf8(output.stdout).expect("names are text");
            let packed: BTreeSet<PathBuf> = output
                .lines()
                // The commit, where there is one.
                .filter(|line| *line != ".cargo_vcs_info.json")
                .map(PathBuf::from)
                .collect();
            let folder = workspace::root().join(folder);
            let sources = workspace::files_below(&folder.join("src")).expect("there are sources");
            let own: BTreeSet<PathBuf> = sources
                .iter()
                .map(|path| path.strip_prefix(&folder).expect("it is below").into())
                .chain(TEXTS.into_iter().chain(changes).map(PathBuf::from))
                .collect();

            assert_eq!(packed, own);
        }
    }

    /// The files that every crate is packed with beside its sources.
    const TEXTS: [&str; 6] = [
        "Cargo.lock",
        "Cargo.toml",
        "Cargo.toml.orig",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
    ];
}
