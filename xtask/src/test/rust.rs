//! The checks Cargo runs on this machine.

use crate::{
    error::Result,
    process::{cargo, run},
};

pub(super) fn formatting() -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]))
}

/// Warnings are errors here and nowhere else, so a half-done edit still builds.
pub(super) fn clippy() -> Result<()> {
    run(cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--features=tables,xtask/test-runner",
        "--",
        "-Dwarnings",
    ]))?;
    // With the standard library and the tests, and without.
    let with_tests = [
        "--lib",
        "--test=web_*",
        "--features=widget,host,rest,settings,fetch-client",
    ];
    let bare = ["--lib", "--features=widget,development"];
    for arguments in [with_tests.as_slice(), &bare] {
        run(cargo()
            .args([
                "clippy",
                "--package=calling-widget-sdk",
                "--target=wasm32-unknown-unknown",
            ])
            .args(arguments)
            .args(["--", "-Dwarnings"]))?;
    }
    Ok(())
}

pub(super) fn documentation() -> Result<()> {
    run(cargo()
        .args([
            "doc",
            "--workspace",
            "--no-deps",
            "--document-private-items",
            "--features=tables",
        ])
        .env("RUSTDOCFLAGS", "-Dwarnings"))
}

pub(super) fn tests() -> Result<()> {
    // The model checker wants optimised code: it is a part of its own.
    run(cargo().args([
        "test",
        "--workspace",
        "--exclude=model",
        "--features=tables",
    ]))
}
