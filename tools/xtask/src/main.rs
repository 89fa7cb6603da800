//! The tasks of the repository: `cargo xtask --help` lists them.
//!
//! Every task first installs its requirements, so any of them works in a fresh clone.

// A task talks to the person at the terminal.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod bench;
mod compare;
mod contract;
mod demo;
mod error;
mod faults;
mod fuzz;
mod generate;
mod model;
mod mutants;
mod package;
mod process;
mod release;
mod setup;
mod site;
mod soak;
mod test;
mod toolchain;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::Result;

/// Tasks of the repository.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Install what any task needs: wasm target, npm packages, browsers, clang, Kamailio.
    Setup,
    /// Write the files that mirror the protocol tables.
    Generate {
        /// Only compare, and fail when a file is out of date.
        #[arg(long)]
        check: bool,
    },
    /// Build the npm package: pkg/build and pkg/dist.
    Package,
    /// Build the npm package of the emulator: platform/emulator/npm/dist.
    Emulator,
    /// Build everything and serve the host page and the softphone.
    Demo(demo::Options),
    /// Search every state that both engines and a channel between them can reach.
    Model(model::Options),
    /// Run days in a call centre against both engines, while things go wrong.
    #[command(disable_help_flag = true)]
    Soak(soak::Options),
    /// Run random programs on the published package and on ours, and print what differs.
    Compare(compare::Options),
    /// Run every check, or only the named parts.
    Test(test::Options),
    /// Remove what stops each attack, and fail when the attack does not succeed.
    Faults(faults::Options),
    /// Run the fuzzer, and store what it finds.
    Fuzz(fuzz::Options),
    /// Change one expression at a time, and list what no test notices.
    Mutants(mutants::Options),
    /// Measure, compare with other packages, and write docs/performance.md.
    Bench(bench::Options),
    /// Build the site: the documents with search, and the reference of both languages.
    Site(site::Options),
    /// Take the pictures of the documents anew, and write those that look different.
    Pictures(test::Pictures),
    /// Send the emulator what its OpenAPI document allows and forbids, by schemathesis.
    Contract,
    /// Check everything, and pack the npm package.
    Release,
    /// Build the package in two clean clones, and compare.
    Reproduce,
}

fn main() -> ExitCode {
    match run(&Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            error.exit_code()
        }
    }
}

fn run(task: &Task) -> Result<()> {
    match task {
        Task::Setup => setup::everything(),
        Task::Generate { check } => generate::run(*check),
        Task::Package => package::run(),
        Task::Emulator => package::emulator::run(),
        Task::Demo(options) => demo::run(options),
        Task::Model(options) => model::run(options),
        Task::Soak(options) => soak::run(options),
        Task::Compare(options) => compare::run(options),
        Task::Test(options) => test::run(options),
        Task::Faults(options) => faults::run(options),
        Task::Fuzz(options) => fuzz::run_all(options),
        Task::Mutants(options) => mutants::run_all(options),
        Task::Bench(options) => bench::run(options),
        Task::Site(options) => site::run(options),
        Task::Pictures(options) => test::pictures(options),
        Task::Contract => contract::run(),
        Task::Release => release::run(),
        Task::Reproduce => release::reproduce(),
    }
}
