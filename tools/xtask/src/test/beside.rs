//! Parts that run beside others, in another process of this program: its output goes to a file and
//! is shown when the others have ended.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Child, Command},
};

use crate::{
    error::{Error, Result},
    test::{Part, State},
    workspace,
};

/// The path of this program. Read it before a build: the path of a replaced program is lost.
pub(super) fn program() -> Result<PathBuf> {
    env::current_exe().map_err(|source| spawn_error(Path::new("this task"), source))
}

/// A run of parts beside this one.
#[derive(Debug)]
pub(super) struct Beside {
    run: Child,
    log: PathBuf,
}

impl Beside {
    /// Starts the parts, one after the other up to the first that fails.
    pub(super) fn start(program: &Path, parts: &[Part], state: &State) -> Result<Self> {
        let names: Vec<_> = parts.iter().map(|part| part.name()).collect();
        println!(
            "\nbeside what follows, printed after it: {}",
            names.join(", ")
        );
        let log = workspace::target(&format!("test/{}.log", names.join("-")));
        workspace::write(&log, "")?;
        let at = |source| Error::File {
            path: log.clone(),
            source,
        };
        let output = fs::File::options().append(true).open(&log).map_err(at)?;
        let run = Command::new(program)
            .arg("test")
            .args(names)
            .args(state.all.then_some("--all"))
            .args(state.is_packaged.then_some("--packaged"))
            .args(state.is_emulator_packaged.then_some("--emulator-packaged"))
            .stdout(output.try_clone().map_err(at)?)
            .stderr(output)
            .spawn()
            .map_err(|source| spawn_error(program, source))?;
        Ok(Self { run, log })
    }

    /// Waits for the parts, and prints their output with their times.
    pub(super) fn finish(mut self) -> Result<()> {
        let status = self
            .run
            .wait()
            .map_err(|source| spawn_error(Path::new("this task"), source))?;
        print!("{}", workspace::read(&self.log)?);
        if status.success() {
            return Ok(());
        }
        Err(Error::Check(
            "a part that ran beside others failed: its output is above".into(),
        ))
    }
}

fn spawn_error(program: &Path, source: std::io::Error) -> Error {
    Error::Spawn {
        program: program.display().to_string(),
        source,
    }
}
