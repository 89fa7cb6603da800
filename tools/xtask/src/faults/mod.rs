//! `cargo xtask faults [name...]`: whether each attack lands without what stops it.
//!
//! The table of attacks (`tests/e2e/support/attacks`) says which defences stop an attack, and
//! which faults remove a defence: patches of `tests/faults`. Each set of faults is applied to
//! a copy of the sources below `target/faults`, which is bundled and attacked. With all
//! defences removed an attack must succeed, with one left it must fail.

mod copy;
mod patch;

use std::path::{Path, PathBuf};

use self::{copy::Copy, patch::Patch};
use crate::{
    error::{Error, Result},
    package::{self, Entry},
    process::{node_script, run as run_command},
    setup::{self, browser},
    workspace,
};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Parts of the names of faults: the sets with such a fault are tried; all of them when
    /// none is named.
    names: Vec<String>,
}

/// Tries the sets of faults, and fails when an attack does not do as its row says.
pub(crate) fn run(options: &Options) -> Result<()> {
    setup::for_package()?;
    let browser = browser::ensure()?;
    let all = patches()?;
    let sets: Vec<Vec<String>> = sets()?
        .into_iter()
        .filter(|set| is_chosen(set, &options.names))
        .collect();
    if sets.is_empty() {
        return Err(Error::Check("no attack needs such a fault".into()));
    }
    let copy = Copy::make()?;
    let sound = MODULES
        .iter()
        .map(|entry| {
            let script = package::quick_script(&copy.root, &copy.built, entry)?;
            Ok((*entry, script))
        })
        .collect::<Result<Vec<_>>>()?;

    let mut failures = Vec::new();
    for (at, set) in sets.iter().enumerate() {
        let title = set.join(" ");
        println!("{} of {}: {title}", at + 1, sets.len());
        let chosen: Vec<&Patch> = set
            .iter()
            .filter_map(|name| all.iter().find(|patch| patch.name == *name))
            .collect();
        let attacked = copy.broken(&chosen, || {
            for (entry, script) in &sound {
                let path = copy.root.join(format!("pkg/build/{}.js", entry.built));
                let script = if touches(&chosen, entry) {
                    &package::quick_script(&copy.root, &copy.built, entry)?
                } else {
                    script
                };
                workspace::write(&path, script)?;
            }
            attack(&copy.root, &title, &browser.chromium)
        });
        match attacked {
            Ok(()) => {}
            Err(error @ (Error::Check(_) | Error::Command { .. })) => {
                failures.push(format!("{title}: {error}"));
            }
            Err(error) => return Err(error),
        }
    }
    println!(
        "{} of {} sets of faults: every attack as its row says",
        sets.len() - failures.len(),
        sets.len()
    );
    if failures.is_empty() {
        return Ok(());
    }
    Err(Error::Check(failures.join("\n")))
}

/// Runs the attacks that need these faults, against the sources of the copy.
fn attack(sources: &Path, faults: &str, chromium: &Path) -> Result<()> {
    run_command(
        node_script("@playwright/test/cli.js")
            .args(["test", "--config", "tests/e2e/controls.config.ts"])
            .arg("--project=sites")
            .env("CHROME_BIN", chromium)
            .env("FAULTS", faults)
            .env("LIBRARIES", libraries())
            .env("SOURCES", sources),
    )
}

/// Where the test pages take their scripts, so that the end-to-end tests keep theirs.
fn libraries() -> PathBuf {
    workspace::target("faults/libraries")
}

/// Whether an entry's module is another with these faults.
fn touches(patches: &[&Patch], entry: &Entry) -> bool {
    let others: Vec<String> = MODULES
        .iter()
        .filter(|other| *other != entry)
        .map(|other| format!("src/session/{}/", other.built))
        .collect();
    patches
        .iter()
        .flat_map(|patch| &patch.files)
        .filter(|file| file.name.starts_with("src/"))
        .any(|file| !others.iter().any(|other| file.name.starts_with(other)))
}

fn is_chosen(set: &[String], names: &[String]) -> bool {
    names.is_empty()
        || names
            .iter()
            .any(|part| set.iter().any(|name| name.contains(part.as_str())))
}

/// The sets of faults to try, as `tests/unit/attacks.test.ts` derives them from the table.
fn sets() -> Result<Vec<Vec<String>>> {
    let path = workspace::root().join("tests/e2e/support/attacks/sets.json");
    serde_json::from_str(&workspace::read(&path)?)
        .map_err(|error| Error::Check(format!("{}: {error}", path.display())))
}

/// Every fault.
fn patches() -> Result<Vec<Patch>> {
    workspace::files_below(&workspace::root().join("tests/faults"))?
        .iter()
        .map(|path| {
            let file = workspace::file_name(path);
            let name = file.strip_suffix(".patch").unwrap_or(&file);
            Patch::parse(name, &workspace::read(path)?).map_err(Error::Check)
        })
        .collect()
}

/// The entries that are attacked.
const MODULES: [Entry; 2] = [package::WIDGET, package::HOST];

#[cfg(test)]
mod tests {
    use super::{copy::broken_texts, patches, sets};

    /// Whether the attacks land takes long; whether their faults fit together does not.
    #[test]
    fn the_faults_an_attack_needs_apply_together() {
        let all = patches().expect("well-formed patches");
        for set in sets().expect("the sets") {
            let chosen: Vec<_> = set
                .iter()
                .map(|name| all.iter().find(|patch| patch.name == *name))
                .collect::<Option<_>>()
                .expect("a patch for each fault");

            let broken = broken_texts(&crate::workspace::root(), &chosen);

            assert!(broken.is_ok(), "{set:?}: {broken:?}");
        }
    }
}
