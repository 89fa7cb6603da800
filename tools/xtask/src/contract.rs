//! `cargo xtask contract`: the emulator against its own OpenAPI document, and against the
//! service's own client for Python, which the npm package's command has to answer too.
//!
//! Both are the work of `platform/tests/contract/run.py`. Its requirements come from PyPI, into a
//! virtual environment below `target`, by `platform/tests/contract/requirements.txt`.

use std::{path::PathBuf, process::Command};

use crate::{
    error::{Error, Result},
    package::{self, Quality},
    process::{capture, cargo, run as run_command},
    workspace,
};

/// Installs the requirements, builds the emulator, and runs `platform/tests/contract/run.py`.
pub(crate) fn run() -> Result<()> {
    let programs = programs()?;
    run_command(cargo().args(["build", "--quiet", "--bin=emulator"]))?;
    package::emulator::build(Quality::Quick)?;
    let emulator = workspace::target(&format!("debug/emulator{}", std::env::consts::EXE_SUFFIX));
    run_command(
        Command::new(programs.join(PYTHON))
            .current_dir(workspace::target("contract"))
            .arg(workspace::root().join("platform/tests/contract/run.py"))
            .arg(emulator)
            .arg(workspace::root().join("platform/emulator/npm/dist/command.js")),
    )
}

/// The folder of the programs, which are installed when they are missing or of other versions.
fn programs() -> Result<PathBuf> {
    let wanted = workspace::root().join("platform/tests/contract/requirements.txt");
    let folder = workspace::target("contract/venv");
    let installed = folder.join("requirements.txt");
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    if installed.is_file() && workspace::read(&installed)? == workspace::read(&wanted)? {
        return Ok(programs);
    }
    println!("contract: installing schemathesis and the client for Python (pip)");
    let missing = |_| Error::Missing {
        what: "Python 3.10 or newer, with venv and pip".into(),
        hint: "sudo apt-get install -y python3 python3-venv".into(),
    };
    capture(Command::new(PYTHON).args(["-m", "venv"]).arg(&folder)).map_err(missing)?;
    capture(
        Command::new(programs.join(PYTHON))
            .args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "-r",
            ])
            .arg(&wanted),
    )?;
    workspace::copy(&wanted, &installed)?;
    Ok(programs)
}

const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };
