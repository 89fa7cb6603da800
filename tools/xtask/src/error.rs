//! Errors of tasks, worded for the person who ran it.

use std::{
    io,
    path::PathBuf,
    process::{ExitCode, ExitStatus},
};

/// The outcome of a step.
pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason why a task stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum Error {
    /// A check of ours failed; the text says what was expected.
    #[error("{0}")]
    Check(String),
    /// A program ran and reported failure.
    #[error("`{command}` failed ({status})")]
    Command { command: String, status: ExitStatus },
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// Something this machine lacks, with the command that installs it.
    #[error("{what} is missing\n  to install it: {hint}")]
    Missing { what: String, hint: String },
    /// A part of the checks failed.
    #[error("part `{part}` failed: {source}\n  to run it alone: cargo xtask test {part}")]
    Part { part: String, source: Box<Error> },
    /// A program could not be started at all.
    #[error("cannot start `{program}`: {source}")]
    Spawn { program: String, source: io::Error },
    /// wasm-bindgen could not write the glue.
    #[error("wasm-bindgen: {0}")]
    WasmBindgen(String),
}

impl Error {
    /// 2 if the program failed with 2, which means a fault of the caller's.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Command { status, .. } if status.code() == Some(2) => ExitCode::from(2),
            _ => ExitCode::FAILURE,
        }
    }
}
