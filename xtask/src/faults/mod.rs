//! `cargo xtask faults [name...]`: whether the tests notice a broken guarantee.
//! `--attacks`: whether the attacks land with the faults their table names.
//!
//! Each file of `tests/faults` is a patch that breaks one. The task applies them
//! one after the other to a copy of the sources below `target/faults`, builds
//! the tests the patch names there and runs them; where these notice nothing,
//! all native tests. It fails when a patch no longer applies, when what it makes
//! does not compile, and when no test fails. What only attacks notice is left to
//! `--attacks`.

mod attacks;
mod patch;

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use self::patch::Patch;
use crate::{
    error::{Error, Result},
    process::{capture, cargo, git, node, npm_bin},
    workspace,
};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Faults to apply, by parts of their names; all of them when none is named.
    names: Vec<String>,
    /// Have the attacks of the end-to-end tests land, with the faults they need.
    #[arg(long)]
    attacks: bool,
}

/// Applies the faults and fails when one goes unnoticed.
pub(crate) fn run(options: &Options) -> Result<()> {
    if options.attacks {
        return attacks::run(&options.names);
    }
    let start = Instant::now();
    let (left, patches): (Vec<Patch>, Vec<Patch>) = patches(&options.names)?
        .into_iter()
        .partition(|patch| patch.tests == ATTACKS);
    for patch in left {
        println!("{:<36} left to --attacks", patch.name);
    }
    let copy = Copy::make()?;
    // Tests that fail anyway would notice every fault.
    for target in targets(&patches) {
        if let Outcome::Caught(by) = copy.test(target)? {
            return Err(Error::Check(format!("{by} fails without any fault")));
        }
    }

    let mut failures = Vec::new();
    for patch in &patches {
        let began = Instant::now();
        let outcome = match copy.try_fault(patch) {
            Ok(Outcome::Caught(by)) => format!("caught by {by}"),
            Ok(Outcome::Survived) => fail(&mut failures, patch, "no test fails"),
            Ok(Outcome::Broken) => fail(&mut failures, patch, "it does not compile"),
            Err(Error::Check(text)) => fail(&mut failures, patch, &text),
            Err(error) => return Err(error),
        };
        let seconds = began.elapsed().as_secs_f64();
        println!("{:<36} {seconds:>5.1} s  {outcome}", patch.name);
    }
    println!(
        "{} of {} faults caught in {:.0} s",
        patches.len() - failures.len(),
        patches.len(),
        start.elapsed().as_secs_f64()
    );
    if failures.is_empty() {
        return Ok(());
    }
    Err(Error::Check(failures.join("\n")))
}

fn fail(failures: &mut Vec<String>, patch: &Patch, why: &str) -> String {
    failures.push(format!(
        "{}: {why}; it breaks: {}",
        patch.name, patch.breaks
    ));
    why.to_owned()
}

/// What came of a run of tests.
enum Outcome {
    /// A test failed, or did not come to its end: this program.
    Caught(String),
    /// Every test passed.
    Survived,
    /// There was nothing to run.
    Broken,
}

/// A copy of the sources, which may be broken at will.
struct Copy {
    root: PathBuf,
    built: PathBuf,
}

impl Copy {
    /// Brings the copy up to date. What did not change keeps its time, so that
    /// Cargo builds only what a fault touches.
    fn make() -> Result<Self> {
        let root = workspace::target("faults/tree");
        let listed =
            capture(git().args(["ls-files", "--cached", "--others", "--exclude-standard"]))?;
        let listed: Vec<&str> = listed.lines().collect();
        for file in workspace::files_below(&root)? {
            let name = file.strip_prefix(&root).unwrap_or(&file);
            if !listed.iter().any(|listed| Path::new(listed) == name) {
                workspace::remove(&file)?;
            }
        }
        for name in listed {
            let from = workspace::root().join(name);
            if !from.is_file() {
                continue;
            }
            let mut contents = workspace::read_bytes(&from)?;
            if name == "Cargo.toml" {
                contents = trimmed(&workspace::read(&from)?).into_bytes();
            }
            write_changed(&root.join(name), &contents)?;
        }
        let built = workspace::target("faults/built");
        Ok(Self { root, built })
    }

    /// Applies a fault, runs the tests, and takes it back.
    fn try_fault(&self, patch: &Patch) -> Result<Outcome> {
        self.broken(&[patch], || match self.test(&patch.tests) {
            Ok(Outcome::Survived) if !patch.tests.starts_with(UNIT) => self.test(ALL),
            outcome => outcome,
        })
    }

    /// Does something while the copy has these faults.
    fn broken<T>(&self, patches: &[&Patch], act: impl FnOnce() -> Result<T>) -> Result<T> {
        let broken = broken_texts(&self.root, patches)?;
        for (path, _, broken) in &broken {
            workspace::write(path, broken)?;
        }
        let outcome = act();
        for (path, original, _) in &broken {
            workspace::write(path, original)?;
        }
        outcome
    }

    /// Builds and runs tests of the package: `lib`, a module of a program, a file of
    /// `tests/unit`, or all native ones.
    fn test(&self, target: &str) -> Result<Outcome> {
        if let Some(name) = target.strip_prefix(UNIT) {
            return self.unit_test(name);
        }
        let mut build = cargo();
        build
            .current_dir(&self.root)
            .args(["test", "--no-run", "--offline", "--features=tables"])
            .env("CARGO_TARGET_DIR", &self.built)
            .env("CARGO_PROFILE_DEV_DEBUG", "0");
        let mut filter = None;
        match target.split_once('/') {
            Some((program, module)) => {
                build.args(["--test", program]);
                filter = Some(format!("{module}::"));
            }
            None if target == ALL => {}
            None => {
                build.arg("--lib");
            }
        }
        let output = build.output().map_err(|source| Error::Spawn {
            program: "cargo".into(),
            source,
        })?;
        if !output.status.success() {
            return Ok(Outcome::Broken);
        }
        let told = String::from_utf8_lossy(&output.stderr);
        let programs: Vec<_> = told.lines().filter_map(program).collect();
        if programs.is_empty() {
            return Err(Error::Check(format!("`{target}` has no tests")));
        }
        for (name, program) in programs {
            let mut command = Command::new(self.root.join(program));
            command
                .current_dir(&self.root)
                .args(&filter)
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            if !passes(&mut command)? {
                return Ok(Outcome::Caught(name.to_owned()));
            }
        }
        Ok(Outcome::Survived)
    }

    /// Bundles a file of `tests/unit` and runs it.
    fn unit_test(&self, name: &str) -> Result<Outcome> {
        let bundled = workspace::target(&format!("faults/unit/{name}.test.mjs"));
        capture(
            npm_bin("esbuild")
                .arg(self.root.join(format!("tests/unit/{name}.test.ts")))
                .args(["--bundle", "--format=esm", "--log-level=warning"])
                .args(["--packages=external", "--platform=node", "--target=node20"])
                .arg(format!("--outfile={}", bundled.display())),
        )?;
        let mut command = node();
        command
            .current_dir(&self.root)
            .arg("--test")
            .arg(bundled)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Ok(if passes(&mut command)? {
            Outcome::Survived
        } else {
            Outcome::Caught(format!("{UNIT}{name}"))
        })
    }
}

/// The files below a folder that patches are about: the path, the text as it is, and the
/// text with all of them applied.
fn broken_texts(root: &Path, patches: &[&Patch]) -> Result<Vec<(PathBuf, String, String)>> {
    let mut texts: Vec<(PathBuf, String, String)> = Vec::new();
    for file in patches.iter().flat_map(|patch| &patch.files) {
        let path = root.join(&file.name);
        if let Some((.., text)) = texts.iter_mut().find(|(known, ..)| *known == path) {
            *text = file.apply(text).map_err(Error::Check)?;
            continue;
        }
        let original = workspace::read(&path)?;
        let text = file.apply(&original).map_err(Error::Check)?;
        texts.push((path, original, text));
    }
    Ok(texts)
}

/// Name and path of a test program, in what Cargo says of it:
/// `  Executable tests/docs.rs (target/debug/deps/docs-0123)`.
fn program(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix("Executable ")?;
    let (name, path) = rest.strip_suffix(')')?.rsplit_once(" (")?;
    Some((name, path))
}

/// Whether a test program passes, in time: a fault may well make a loop.
fn passes(command: &mut Command) -> Result<bool> {
    let start = Instant::now();
    let mut child = command.spawn().map_err(|source| Error::Spawn {
        program: command.get_program().to_string_lossy().into_owned(),
        source,
    })?;
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Ok(status.success());
        }
        if start.elapsed() > TIME_LIMIT {
            // Both fail only for a process that is gone already.
            let _ = child.kill();
            let _ = child.wait();
            return Ok(false);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// The faults chosen, by name.
fn patches(names: &[String]) -> Result<Vec<Patch>> {
    let mut patches = Vec::new();
    for path in workspace::files_below(&workspace::root().join("tests/faults"))? {
        let file = workspace::file_name(&path);
        let Some(name) = file.strip_suffix(".patch") else {
            continue;
        };
        if !names.is_empty() && !names.iter().any(|wanted| name.contains(wanted.as_str())) {
            continue;
        }
        let patch = Patch::parse(name, &workspace::read(&path)?).map_err(Error::Check)?;
        patches.push(patch);
    }
    if patches.is_empty() {
        return Err(Error::Check("no fault has such a name".into()));
    }
    Ok(patches)
}

fn targets(patches: &[Patch]) -> Vec<&str> {
    let mut targets: Vec<&str> = patches.iter().map(|patch| patch.tests.as_str()).collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// The manifest of the one package that is tested, without the browser's module,
/// which would be linked for every fault.
fn trimmed(manifest: &str) -> String {
    let lines = manifest.lines().map(|line| match line.split_once(" = ") {
        Some(("members", _)) => "members = [\".\"]",
        Some(("default-members", _)) => "",
        Some(("crate-type", _)) => "crate-type = [\"rlib\"]",
        _ => line,
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn write_changed(path: &Path, contents: &[u8]) -> Result<()> {
    let is_same = path.is_file() && workspace::read_bytes(path)? == contents;
    if is_same {
        return Ok(());
    }
    workspace::write(path, contents)
}

/// Every test of the package.
const ALL: &str = "all";

/// What only an attack notices.
const ATTACKS: &str = "attacks";

/// How a file of `tests/unit` begins.
const UNIT: &str = "unit/";

/// Many times what a test program takes, on a machine that is busy too.
const TIME_LIMIT: Duration = Duration::from_secs(120);

#[cfg(test)]
mod tests {
    use super::{patches, program};
    use crate::workspace;

    /// Whether the tests notice them takes long; whether they are still about
    /// the sources does not.
    #[test]
    fn every_fault_applies_to_the_sources() {
        for patch in patches(&[]).expect("well-formed patches") {
            for file in &patch.files {
                let text = workspace::read(&workspace::root().join(&file.name)).expect("a source");
                let applied = file.apply(&text);
                assert!(applied.is_ok(), "{}: {applied:?}", patch.name);
            }
        }
    }

    #[test]
    fn a_test_program_is_read_off_what_cargo_says() {
        assert_eq!(
            program("  Executable unittests src/lib.rs (target/debug/deps/a-1)"),
            Some(("unittests src/lib.rs", "target/debug/deps/a-1"))
        );
        assert_eq!(program("   Compiling calling-widget-sdk v0.1.0 (/x)"), None);
    }
}
