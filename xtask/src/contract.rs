//! `cargo xtask contract`: the emulator against its own OpenAPI document.
//!
//! schemathesis makes requests of the document, those it allows and those it does not,
//! and judges each answer by it. It comes from PyPI, into a virtual environment below
//! `target`, by `tests/contract/requirements.txt`.

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

/// Runs every operation in both profiles.
pub(crate) fn run(options: &Options) -> Result<()> {
    let program = schemathesis()?;
    run_command(cargo().args(["build", "--quiet", "--package=emulator"]))?;
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

/// schemathesis, installed when it is missing or of another version.
fn schemathesis() -> Result<PathBuf> {
    let wanted = workspace::root().join("tests/contract/requirements.txt");
    let folder = workspace::target("contract/venv");
    let installed = folder.join("requirements.txt");
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let program = programs.join(format!("schemathesis{}", std::env::consts::EXE_SUFFIX));
    let is_installed = program.is_file()
        && installed.is_file()
        && workspace::read(&installed)? == workspace::read(&wanted)?;
    if is_installed {
        return Ok(program);
    }
    println!("contract: installing schemathesis (pip)");
    let python = if cfg!(windows) { "python" } else { "python3" };
    let missing = |_| Error::Missing {
        what: "Python 3.10 or newer, with venv and pip".into(),
        hint: "sudo apt-get install -y python3 python3-venv".into(),
    };
    capture(Command::new(python).args(["-m", "venv"]).arg(&folder)).map_err(missing)?;
    capture(
        Command::new(programs.join(python))
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
    Ok(program)
}

/// The operations in two parts: what control paths do would end the token of the
/// others.
const PARTS: [(&str, &str); 2] = [
    ("the platform", "^/(?!emulator/)"),
    ("the control paths", "^/emulator/"),
];

const SETTINGS: &str = "/crm/v3/extensions/calling/123/settings?hapikey=emulator-developer-key-123";
