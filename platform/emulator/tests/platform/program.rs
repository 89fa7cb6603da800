//! The program, as a separate process.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

/// The program; killed on drop, so that none outlives a failed test.
pub(crate) struct Program {
    pub(crate) child: Child,
    pub(crate) port: u16,
    /// Open as long as the program runs: it may write more.
    pub(crate) output: BufReader<ChildStdout>,
}

impl Program {
    /// The program on a free port.
    pub(crate) fn command() -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_emulator"));
        command.arg("--port=0");
        command
    }

    /// Starts it on a data file.
    pub(crate) fn on(data: &Path) -> Self {
        Self::start(Self::command().arg("--data").arg(data))
    }

    /// Starts it, and reads the port it prints.
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.split("localhost:").nth(1).expect("an address");
        let port = address.split('/').next().unwrap().parse().unwrap();
        Self {
            child,
            port,
            output,
        }
    }

    /// Kills it; on Unix this is SIGKILL.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
