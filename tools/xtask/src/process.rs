//! Runs the programs that a task needs.

use std::{
    env,
    ffi::OsStr,
    panic::resume_unwind,
    path::Path,
    process::{Command, Output},
    thread::ScopedJoinHandle,
};

use crate::{
    error::{Error, Result},
    workspace,
};

/// Cargo, the one that runs this task, at the root of the workspace. It builds where the tasks
/// look, whatever target and target folder the user has set.
pub(crate) fn cargo() -> Command {
    let mut command = at_root(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .env("CARGO_TARGET_DIR", workspace::target(""))
        .env_remove("CARGO_BUILD_TARGET");
    command
}

/// Cargo for a shipped module of wasm: it contains no path of this machine. Every build has the
/// same flags, so that none compiles again what another has. Build scripts and macros do not get
/// them.
pub(crate) fn cargo_for_wasm(flags: &[&str]) -> Command {
    let mut flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
    let names = ["sdk", "cargo", "rustup"];
    for ((path, _), name) in workspace::own_paths().iter().zip(names) {
        flags.push(format!("--remap-path-prefix={path}=/{name}"));
    }
    let mut command = cargo();
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    command
}

/// The compiler of the toolchain that runs this task.
pub(crate) fn rustc() -> Command {
    at_root("rustc")
}

/// That compiler's version, as `1.95.0`.
pub(crate) fn compiler() -> Result<String> {
    let version = capture(rustc().arg("--version"))?;
    Ok(version.split(' ').nth(1).unwrap_or_default().to_owned())
}

/// A command of an npm package that is its own executable, as esbuild's is once its install script
/// ran, or a script, as it is when scripts are off.
pub(crate) fn npm_bin(name: &str) -> Command {
    let file = if cfg!(windows) {
        format!("{name}.cmd")
    } else {
        name.to_owned()
    };
    for_development(at_root(
        workspace::root().join("node_modules/.bin").join(file),
    ))
}

/// esbuild, with the options of a bundle of TypeScript for Node; the caller adds entries and
/// output.
pub(crate) fn bundle_for_node() -> Command {
    let mut command = npm_bin("esbuild");
    command.args([
        "--bundle",
        "--format=esm",
        "--log-level=warning",
        "--packages=external",
        "--platform=node",
        "--target=node20",
    ]);
    command
}

/// Cargo of another toolchain, by rustup, at the root of the workspace.
pub(crate) fn rustup_cargo(toolchain: &str) -> Command {
    let mut command = at_root("rustup");
    command.args(["run", toolchain, "cargo"]);
    // The Cargo that runs this task sets them, and they override the toolchain.
    for name in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    command
}

/// Git, at the root of the workspace.
pub(crate) fn git() -> Command {
    at_root("git")
}

/// Node with one of the scripts of the npm packages, at the root of the workspace.
///
/// Scripts are named by their file, since the links in `node_modules/.bin` are
/// shell scripts on some systems.
pub(crate) fn node_script(script: &str) -> Command {
    let mut command = node();
    command.arg(workspace::root().join("node_modules").join(script));
    command
}

/// Node, at the root of the workspace.
pub(crate) fn node() -> Command {
    for_development(at_root("node"))
}

/// npm, in a folder. A connection that stalls is given up and tried again.
pub(crate) fn npm(folder: &Path) -> Command {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = for_development(in_folder(program, folder));
    command
        .env("npm_config_fetch_timeout", "90000")
        .env("npm_config_fetch_retries", "5");
    command
}

/// Images of Node set `NODE_ENV=production`: npm would leave the tools out, and React its tests'.
fn for_development(mut command: Command) -> Command {
    command.env_remove("NODE_ENV");
    command
}

/// Runs a command with its output on the terminal.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|source| spawn(command, source))?;
    if status.success() {
        return Ok(());
    }
    Err(Error::Command {
        command: describe(command),
        status,
    })
}

/// Runs a command and returns what it printed; its output is shown only when it fails.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().map_err(|source| spawn(command, source))?;
    let text = String::from_utf8_lossy(&stdout).into_owned();
    if status.success() {
        return Ok(text);
    }
    eprint!("{text}{}", String::from_utf8_lossy(&stderr));
    Err(Error::Command {
        command: describe(command),
        status,
    })
}

/// The result of a thread; its panic continues here.
pub(crate) fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

fn at_root(program: impl AsRef<OsStr>) -> Command {
    in_folder(program, &workspace::root())
}

/// A command that asks servers of this machine without the user's proxy: Chromium, for one, takes
/// it from the environment.
fn in_folder(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder);
    for name in ["NO_PROXY", "no_proxy"] {
        let given = env::var(name).unwrap_or_default();
        command.env(
            name,
            format!("{given},localhost,127.0.0.1,.localhost,.test"),
        );
    }
    command
}

fn spawn(command: &Command, source: std::io::Error) -> Error {
    Error::Spawn {
        program: command.get_program().to_string_lossy().into_owned(),
        source,
    }
}

/// The command line, with paths relative to the root.
fn describe(command: &Command) -> String {
    let root = format!(
        "{}{}",
        workspace::root().display(),
        std::path::MAIN_SEPARATOR
    );
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().replace(&root, ""))
        .collect::<Vec<_>>()
        .join(" ")
}
