//! `cargo xtask faults --attacks`: whether each attack lands without what stops it.
//!
//! `docs/attacks.md` says which questions stop an attack and which faults remove a
//! question; `tests/unit/attacks.test.ts` compares it with the table that the tests run.
//! Each set of faults that some attack needs is applied to the copy, whose sources are
//! bundled and attacked; so is what is left of it with one question of several in place.

use std::path::{Path, PathBuf};

use super::{Copy, patch::Patch, patches};
use crate::{
    error::{Error, Result},
    package,
    process::{node_script, run as run_command},
    setup::{self, browser},
    workspace,
};

/// Tries the sets that have a fault with one of these parts in its name; all of them
/// where none is named.
pub(super) fn run(names: &[String]) -> Result<()> {
    setup::for_package()?;
    let browser = browser::ensure()?;
    let all = patches(&[])?;
    let sets: Vec<Vec<String>> = table()?
        .sets()
        .into_iter()
        .filter(|set| is_chosen(set, names))
        .collect();
    if sets.is_empty() {
        return Err(Error::Check("no attack needs such a fault".into()));
    }
    let copy = Copy::make()?;
    let sound = MODULES
        .iter()
        .map(|feature| {
            Ok((
                *feature,
                package::quick_script(&copy.root, &copy.built, feature)?,
            ))
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
            for (feature, script) in &sound {
                let path = copy.root.join(format!("pkg/build/{feature}.js"));
                let script = if touches(&chosen, feature) {
                    &package::quick_script(&copy.root, &copy.built, feature)?
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
fn touches(patches: &[&Patch], feature: &str) -> bool {
    let others: Vec<String> = MODULES
        .iter()
        .filter(|other| **other != feature)
        .map(|other| format!("src/session/{other}/"))
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

fn table() -> Result<Table> {
    let path = workspace::root().join("docs/attacks.md");
    Table::parse(&workspace::read(&path)?).map_err(Error::Check)
}

/// What `docs/attacks.md` says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Table {
    /// Each question, and the faults that remove it.
    defences: Vec<(String, Vec<String>)>,
    /// Of each attack, the questions each of which stops it.
    attacks: Vec<Vec<String>>,
}

impl Table {
    /// Reads the page.
    ///
    /// # Errors
    ///
    /// What is missing, in a sentence.
    fn parse(text: &str) -> Result<Self, String> {
        let defences = rows(text, "| defence |")
            .map(|cells| match cells.as_slice() {
                [name, _, faults] => Some((coded(name).pop()?, coded(faults))),
                _ => None,
            })
            .collect::<Option<Vec<_>>>()
            .ok_or("a defence has a name, a question and faults")?;
        let attacks = rows(text, "| attack |")
            .map(|cells| Some(coded(cells.get(1)?)))
            .collect::<Option<Vec<_>>>()
            .ok_or("an attack has the questions that stop it")?;
        let table = Self { defences, attacks };
        let unknown = |name: &&String| table.faults(name).is_none();
        match table.attacks.iter().flatten().find(unknown) {
            Some(name) => Err(format!("no defence `{name}`")),
            None if table.attacks.is_empty() => Err("no attack".to_owned()),
            None => Ok(table),
        }
    }

    fn faults(&self, defence: &str) -> Option<&[String]> {
        let (_, faults) = self.defences.iter().find(|(name, _)| name == defence)?;
        Some(faults)
    }

    /// Every set of faults that some attack needs, to land or to be stopped by the one
    /// question that is left; each once.
    fn sets(&self) -> Vec<Vec<String>> {
        let mut sets: Vec<Vec<String>> = Vec::new();
        for held in &self.attacks {
            let all_but_one = held
                .iter()
                .filter(|_| held.len() > 1)
                .map(|left| held.iter().filter(|name| *name != left).collect());
            for down in std::iter::once(held.iter().collect::<Vec<_>>()).chain(all_but_one) {
                let mut faults: Vec<String> = down
                    .into_iter()
                    .filter_map(|name| self.faults(name))
                    .flatten()
                    .cloned()
                    .collect();
                faults.sort_unstable();
                if !faults.is_empty() && !sets.contains(&faults) {
                    sets.push(faults);
                }
            }
        }
        sets
    }
}

/// The cells of a table's rows, the table being the one that begins so.
fn rows<'a>(text: &'a str, head: &str) -> impl Iterator<Item = Vec<&'a str>> {
    let table = text.find(head).and_then(|at| text.get(at..));
    table
        .unwrap_or_default()
        .lines()
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
}

/// The names in a cell, which stand in code marks.
fn coded(cell: &str) -> Vec<String> {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// The entries that are attacked, by the features of their modules.
const MODULES: [&str; 2] = ["widget", "host"];

#[cfg(test)]
mod tests {
    use super::{Table, patches, table};
    use crate::faults::broken_texts;

    const PAGE: &str = "| defence | is the question | removed by |\n|---|---|---|\n\
                        | `a` | A? | `f`, `g` |\n| `b` | B? | `h` |\n\n\
                        | attack | stopped by each of | and by the browser |\n|---|---|---|\n\
                        | one | `b` |  |\n| two | `a`, `b` |  |\n";

    #[test]
    fn an_attack_needs_the_faults_of_all_that_stops_it_and_of_all_but_one() {
        let table = Table::parse(PAGE).expect("a table");

        assert_eq!(
            table.sets(),
            [vec!["h"], vec!["f", "g", "h"], vec!["f", "g"]]
        );
    }

    #[test]
    fn what_stops_an_attack_is_a_defence() {
        assert!(Table::parse(&PAGE.replace("| one | `b`", "| one | `c`")).is_err());
        assert!(Table::parse("").is_err());
    }

    /// Whether the attacks land takes long; whether their faults fit together does not.
    #[test]
    fn the_faults_an_attack_needs_apply_together() {
        let all = patches(&[]).expect("well-formed patches");
        for set in table().expect("a table").sets() {
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
