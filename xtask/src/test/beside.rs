//! Parts that run beside others: each in a process of its own, whose output goes to a
//! file and is shown once the others are through.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Instant,
};

use crate::{
    error::{Error, Result},
    process::run,
    test::{Part, Time},
    workspace,
};

/// This program, to be asked for before anything is built: one that is replaced has
/// lost its name.
pub(super) fn program() -> Result<PathBuf> {
    env::current_exe().map_err(|source| Error::Spawn {
        program: "this task".into(),
        source,
    })
}

/// Parts under way.
#[derive(Debug)]
pub(super) struct Beside {
    running: JoinHandle<Vec<End>>,
    /// Whether no further part is to begin.
    is_over: Arc<AtomicBool>,
}

/// What came of a part.
#[derive(Debug)]
struct End {
    time: Time,
    outcome: Result<()>,
    output: String,
}

impl Beside {
    /// Starts them, one after the other up to the first that fails.
    pub(super) fn start(program: &Path, parts: &'static [Part], all: bool) -> Self {
        let names: Vec<_> = parts.iter().map(|part| part.name()).collect();
        println!(
            "\nbeside what follows, printed after it: {}",
            names.join(", ")
        );
        let program = program.to_path_buf();
        let is_over = Arc::new(AtomicBool::new(false));
        let row_is_over = Arc::clone(&is_over);
        let running = thread::spawn(move || {
            let mut ends: Vec<End> = Vec::new();
            for part in parts {
                if row_is_over.load(Ordering::Relaxed) {
                    break;
                }
                let end = run_apart(&program, *part, all);
                if end.outcome.is_err() {
                    eprintln!("part `{part}` failed: why follows what runs now");
                    row_is_over.store(true, Ordering::Relaxed);
                }
                ends.push(end);
            }
            ends
        });
        Self { running, is_over }
    }

    /// Lets no further part begin.
    pub(super) fn stop(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Waits for them, and says what they said.
    pub(super) fn finish(self, times: &mut Vec<Time>) -> Result<()> {
        let Ok(ends) = self.running.join() else {
            return Err(Error::Check("what ran beside came to no end".into()));
        };
        let mut outcome = Ok(());
        for end in ends {
            print!("{}", end.output);
            let part = end.time.part;
            times.push(end.time);
            outcome = end.outcome.map_err(|source| part.failed(source));
        }
        outcome
    }
}

/// Runs a part in a process of its own.
fn run_apart(program: &Path, part: Part, all: bool) -> End {
    let start = Instant::now();
    let log = workspace::target(&format!("test/{part}.log"));
    let outcome = command(program, part, all, &log).and_then(|mut command| run(&mut command));
    End {
        time: Time {
            part,
            time: start.elapsed(),
            passed: outcome.is_ok(),
        },
        outcome,
        output: fs::read(&log).map_or_else(
            |_| String::new(),
            |text| String::from_utf8_lossy(&text).into_owned(),
        ),
    }
}

fn command(program: &Path, part: Part, all: bool, log: &Path) -> Result<Command> {
    let at = |source| Error::File {
        path: log.to_path_buf(),
        source,
    };
    workspace::write(log, "")?;
    let output = fs::File::options().append(true).open(log).map_err(at)?;
    let mut command = Command::new(program);
    command.args(["test", "--beside", part.name()]);
    if all {
        command.arg("--all");
    }
    command
        .stdout(output.try_clone().map_err(at)?)
        .stderr(output);
    Ok(command)
}
