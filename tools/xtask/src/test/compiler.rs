//! The compiler of the checks: Clippy's, which refuses a crate with a warning, and rustdoc after it.
//!
//! `cargo clippy` and `cargo doc` each need the dependencies in a form that no test can use. Here
//! Cargo calls a copy of this program in place of rustc for the crates of the workspace, and what
//! it compiles is what the tests run: rustc's code, with Clippy's lints on the way. Shipped
//! modules, and whatever `cargo build` and `cargo test` compile by hand, are rustc's alone.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use crate::{
    error::{Error, Result},
    process,
    test::beside,
    workspace,
};

/// The compiler of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Compiler {
    /// rustc, which compiles a half-done edit.
    #[default]
    Plain,
    /// Clippy's and rustdoc, which refuse warnings.
    Checking,
}

impl Compiler {
    /// Cargo with this compiler.
    pub(super) fn cargo(self) -> Command {
        let mut cargo = process::cargo();
        if self == Self::Checking {
            cargo.env("RUSTC_WORKSPACE_WRAPPER", path());
        }
        cargo
    }

    /// Makes the one that checks. Its program is a copy, since a build replaces the original.
    pub(super) fn checking() -> Result<Self> {
        let path = path();
        // Another process may be running an earlier copy.
        let copy = path.with_extension("copy");
        workspace::write(&copy, "")?;
        fs::copy(beside::program()?, &copy)
            .and_then(|_| fs::rename(&copy, &path))
            .map_err(|source| Error::File { path, source })?;
        Ok(Self::Checking)
    }
}

/// Compiles a crate with its documents, where Cargo runs this program as the compiler.
pub(crate) fn compile() -> Option<ExitCode> {
    let mut arguments = env::args();
    let program = arguments.next()?;
    if Path::new(&program).file_stem() != Some(NAME.as_ref()) {
        return None;
    }
    let rustc = arguments.next()?;
    let arguments: Vec<_> = arguments.collect();
    let is_there = |name: &str| arguments.iter().any(|argument| argument == name);
    // Cargo also asks the compiler about its target.
    let is_compiled = if arguments.iter().any(|argument| argument.ends_with(".rs")) {
        // Tests have no documents; those of the wasm crates are written on this machine, too.
        let has_documents = !is_there("--test") && !is_there("--target");
        let documents = arguments_of_rustdoc(&arguments, Path::new(&program));
        let refused = ["-Dwarnings".to_owned()];
        succeeds("clippy-driver", [&[rustc], &*arguments, &refused].concat())
            && (!has_documents || succeeds("rustdoc", [documents, refused.into()].concat()))
    } else {
        succeeds(&rustc, arguments)
    };
    Some(if is_compiled {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn succeeds(program: &str, arguments: Vec<String>) -> bool {
    match Command::new(program).args(arguments).status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("{program}: {error}");
            false
        }
    }
}

/// The arguments of rustdoc for a crate, from the compiler's: it writes to a folder beside this
/// program, and reports no file to Cargo.
fn arguments_of_rustdoc(arguments: &[String], program: &Path) -> Vec<String> {
    let unit = arguments
        .iter()
        .find_map(|argument| argument.strip_prefix("extra-filename="));
    let folder = program.with_file_name(unit.unwrap_or("-"));
    let mut documents = vec!["--document-private-items".to_owned()];
    let mut previous = "";
    for argument in arguments {
        if previous == "--out-dir" {
            documents.push(folder.display().to_string());
        } else if argument.starts_with("--json=") {
            documents.push(argument.replace(",artifacts", ""));
        } else if !argument.starts_with("--emit=") {
            documents.push(argument.clone());
        }
        previous = argument;
    }
    documents
}

/// The program that checks.
fn path() -> PathBuf {
    workspace::target(&format!("checked/{NAME}{}", env::consts::EXE_SUFFIX))
}

const NAME: &str = "rustc-with-checks";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_of_a_crate_are_written_elsewhere() {
        let of_cargo = [
            "--crate-name core src/lib.rs --json=diagnostic-rendered-ansi,artifacts",
            "--emit=dep-info,metadata,link -C extra-filename=-1f --out-dir /t/debug/deps",
            "-L dependency=/t/debug/deps",
        ];
        let arguments: Vec<_> = of_cargo.join(" ").split(' ').map(String::from).collect();

        let documents = arguments_of_rustdoc(&arguments, Path::new("/t/checked/rustc"));

        let expected = [
            "--document-private-items",
            "--crate-name core src/lib.rs --json=diagnostic-rendered-ansi",
            "-C extra-filename=-1f --out-dir /t/checked/-1f -L dependency=/t/debug/deps",
        ];
        assert_eq!(documents.join(" "), expected.join(" "));
    }
}
