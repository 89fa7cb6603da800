//! `cargo xtask contract`: the emulator against its own OpenAPI document, and against the
//! service's own client for Python.
//!
//! schemathesis makes requests of the document, those it allows and those it does not,
//! and judges each answer by it. The client runs the example of `docs/emulator.md`. Both
//! come from PyPI, into a virtual environment below `target`, by
//! `tests/contract/requirements.txt`.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::json;

use crate::{
    error::{Error, Result},
    process::{capture, cargo, run as run_command},
    server::{Server, ask, host_token, page},
    workspace,
};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Requests made at random for each operation, beside those made for its limits.
    #[arg(long, default_value_t = 40)]
    examples: u32,
    /// Where chance begins; the same requests come of the same seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the example, and every operation in both profiles.
pub(crate) fn run(options: &Options) -> Result<()> {
    let programs = programs()?;
    let program = programs.join(["schemathesis", std::env::consts::EXE_SUFFIX].concat());
    run_command(cargo().args(["build", "--quiet", "--package=emulator"]))?;
    guide(&programs)?;
    for profile in ["spec", "vendor"] {
        let argument = format!("--profile={profile}");
        for (part, paths) in PARTS {
            println!("contract: {part}, profile {profile}");
            // What one part does to clock and apps is not the other's.
            let server = Server::heard_emulator("debug", &[&argument])?;
            let token = check(&program, &server, paths, options)?;
            sweep(server, &token)?;
        }
    }
    Ok(())
}

/// Runs the example for Python, with the profile it is written for.
fn guide(programs: &Path) -> Result<()> {
    println!("contract: the client for Python, profile vendor");
    let server = Server::heard_emulator("debug", &["--profile=vendor"])?;
    let base = format!("http://localhost:{}", server.port());
    run_command(
        Command::new(programs.join(PYTHON))
            .arg(workspace::root().join("tests/contract/guide.py"))
            .env("CALLING_BASE_URL", base),
    )?;
    let token = host_token(server.port())?;
    sweep(server, &token)
}

/// Runs the operations whose paths match; returns the token they were run with.
fn check(program: &Path, server: &Server, paths: &str, options: &Options) -> Result<String> {
    let port = server.port();
    let settings = json!({ "name": "Phone", "url": "https://phone.example/" }).to_string();
    ask(port, "POST", SETTINGS, &[], &settings)?;
    let token = host_token(port)?;
    let folder = workspace::target("contract");
    run_command(
        Command::new(program)
            .current_dir(&folder)
            .arg("--config-file")
            .arg(workspace::root().join("tests/contract/schemathesis.toml"))
            .arg("run")
            .arg(format!("http://127.0.0.1:{port}/emulator/openapi.json"))
            .arg(format!("--include-path-regex={paths}"))
            // In the environment, where no list of processes shows it.
            .env("EMULATOR_TOKEN", &token)
            .arg(format!("--max-examples={}", options.examples))
            .arg(format!("--seed={}", options.seed)),
    )?;
    // It has to run still: a server that is gone answers no 5xx either.
    ask(port, "GET", "/emulator/health", &[], "").map(|_| token)
}

/// Stops the emulator: neither what it has printed nor its log of requests may hold a
/// secret, and it prints where it is and nothing else.
fn sweep(server: Server, token: &str) -> Result<()> {
    let mut told = Vec::new();
    for path in ["/emulator/log", "/emulator/log.json"] {
        told.push((path, page(server.port(), "GET", path, &[], "")?));
    }
    let output = server.stop();
    let own = ["platform    http://localhost:", "Ctrl-C stops it."];
    if let Some(line) = output
        .lines()
        .find(|line| !own.iter().any(|own| line.starts_with(own)))
    {
        return Err(Error::Check(format!("the emulator prints: {line}")));
    }
    told.push(("its output", output));
    for (place, text) in told {
        for secret in [token, "emulator-developer-key-", "emulator-client-secret-"] {
            if text.contains(secret) {
                return Err(Error::Check(format!("{place} holds a secret")));
            }
        }
    }
    Ok(())
}

/// The folder of the programs, which are installed when they are missing or of other
/// versions.
fn programs() -> Result<PathBuf> {
    let wanted = workspace::root().join("tests/contract/requirements.txt");
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

/// The operations in two parts: what control paths do would end the token of the
/// others.
const PARTS: [(&str, &str); 2] = [
    ("the platform", "^/(?!emulator/)"),
    ("the control paths", "^/emulator/"),
];

const SETTINGS: &str = "/crm/v3/extensions/calling/123/settings?hapikey=emulator-developer-key-123";
