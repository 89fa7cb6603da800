//! `cargo xtask faults [name...]`: checks that each attack lands without its defences.
//!
//! The table of attacks (`tests/e2e/support/attacks`) names the defences that stop an attack, and
//! the faults that remove a defence: patches of `tests/faults`. Each set of faults is applied to a
//! copy of the sources below `target/faults`, which is bundled and attacked. With all defences
//! removed an attack must succeed, with one left it must fail.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    error::{Error, Result},
    package::{self, Entry},
    process::{capture, git, node_script, run as run_command},
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

/// Tries the sets of faults, and fails when an attack contradicts its row.
pub(crate) fn run(options: &Options) -> Result<()> {
    setup::for_package()?;
    let browser = browser::ensure()?;
    let sets: Vec<Vec<String>> = sets()?
        .into_iter()
        .filter(|set| is_chosen(set, &options.names))
        .collect();
    if sets.is_empty() {
        return Err(Error::Check("no attack needs such a fault".into()));
    }
    let copy = workspace::target("faults/tree");
    let built = workspace::target("faults/built");
    bring_up_to_date(&copy)?;
    let sound = MODULES
        .iter()
        .map(|entry| Ok((*entry, package::quick_script(&copy, &built, entry)?)))
        .collect::<Result<Vec<_>>>()?;

    let mut failures = Vec::new();
    for (at, set) in sets.iter().enumerate() {
        let title = set.join(" ");
        println!("{} of {}: {title}", at + 1, sets.len());
        bring_up_to_date(&copy)?;
        let outcome = remove_defences(set, &copy, &built, &sound)
            .and_then(|()| attack(&copy, &title, &browser.chromium));
        match outcome {
            Ok(()) => {}
            // A patch that does not compile any more is its set's failure.
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

/// Applies a set of faults to the copy, and builds the modules that they change.
fn remove_defences(
    set: &[String],
    copy: &Path,
    built: &Path,
    sound: &[(Entry, String)],
) -> Result<()> {
    let patches = patches(set);
    run_command(apply(&patches).current_dir(copy))?;
    let changed = changed(&patches)?;
    for (entry, script) in sound {
        let path = copy.join(format!("pkg/build/{}.js", entry.built));
        let script = if touches(&changed, entry) {
            &package::quick_script(copy, built, entry)?
        } else {
            script
        };
        workspace::write(&path, script)?;
    }
    Ok(())
}

/// Updates the copy of the sources, and removes the faults of an earlier set. Unchanged files keep
/// their times, so that Cargo builds only what a fault touches.
fn bring_up_to_date(copy: &Path) -> Result<()> {
    let listed = capture(git().args(["ls-files", "--cached", "--others", "--exclude-standard"]))?;
    let listed: BTreeSet<&Path> = listed.lines().map(Path::new).collect();
    for file in workspace::files_below(copy)? {
        if !listed.contains(file.strip_prefix(copy).unwrap_or(&file)) {
            workspace::remove(&file)?;
        }
    }
    for name in listed {
        let (from, to) = (workspace::root().join(name), copy.join(name));
        // A file may be listed and gone.
        if from.is_file() {
            let contents = workspace::read_bytes(&from)?;
            if !to.is_file() || workspace::read_bytes(&to)? != contents {
                workspace::write(&to, contents)?;
            }
        }
    }
    Ok(())
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

/// The folder of the test pages' scripts, apart from the end-to-end tests' own.
fn libraries() -> PathBuf {
    workspace::target("faults/libraries")
}

/// True if a change of these files changes the entry's module.
fn touches(changed: &[String], entry: &Entry) -> bool {
    let others: Vec<String> = MODULES
        .iter()
        .filter(|other| *other != entry)
        .map(|other| format!("src/session/{}/", other.built))
        .collect();
    changed
        .iter()
        .filter(|file| file.starts_with("src/"))
        .any(|file| !others.iter().any(|other| file.starts_with(other)))
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

/// The patches of a set. Each begins with the fault's description.
fn patches(set: &[String]) -> Vec<PathBuf> {
    let folder = workspace::root().join("tests/faults");
    set.iter()
        .map(|name| folder.join(format!("{name}.patch")))
        .collect()
}

/// The command that applies patches together. They have no context, so that they apply wherever
/// their lines are.
fn apply(patches: &[PathBuf]) -> Command {
    let mut command = git();
    command.args(["apply", "--unidiff-zero"]).args(patches);
    command
}

/// The files that patches change.
fn changed(patches: &[PathBuf]) -> Result<Vec<String>> {
    let numbers = capture(apply(patches).arg("--numstat"))?;
    let file = |line: &str| line.rsplit('\t').next().map(str::to_owned);
    Ok(numbers.lines().filter_map(file).collect())
}

/// The entries that are attacked.
const MODULES: [Entry; 2] = [package::WIDGET, package::HOST];

#[cfg(test)]
mod tests {
    use super::{apply, patches, sets};
    use crate::{process::run, workspace};

    /// The attacks take long; the faults' compatibility is quick to check.
    #[test]
    fn the_faults_an_attack_needs_apply_together() {
        for set in sets().expect("the sets") {
            let patches = patches(&set);

            run(apply(&patches).arg("--check")).expect("patches that apply");

            for patch in patches {
                let text = workspace::read(&patch).expect("a text");
                assert!(text.starts_with("Breaks: "), "{}", patch.display());
            }
        }
    }
}
