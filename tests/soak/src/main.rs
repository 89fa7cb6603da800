//! `soak`: days in a call centre; `cargo xtask soak` runs it.

// A program talks to the person at the terminal.
#![expect(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use soak::Soak;

fn main() -> ExitCode {
    let soak = Soak::parse();
    let began = Instant::now();
    let tally = match soak.run() {
        Ok(tally) => tally,
        Err(failure) => {
            let Soak {
                seed,
                calls,
                shift,
                agents,
                is_published,
                faults,
                often,
                ..
            } = &failure.shortest;
            let host = if *is_published == Some(true) {
                "published"
            } else {
                "ours"
            };
            let names: Vec<_> = faults.iter().map(ToString::to_string).collect();
            let only = match names.as_slice() {
                [] => "--only".to_owned(),
                names => format!("--only={}", names.join(",")),
            };
            eprintln!("error: {}", failure.what);
            if std::fs::write(TRACE, failure.trace.join("\n")).is_ok() {
                eprintln!("  what happened: {TRACE}");
            }
            eprintln!(
                "  to see it: cargo xtask soak --seed={seed} --calls={calls} --shift={shift} --agents={agents} --host={host} --often={often} {only}"
            );
            return ExitCode::FAILURE;
        }
    };
    for (title, name, count) in tally.rows() {
        println!("{title} | {name} | {count}");
    }
    println!("time | {:.0} s", began.elapsed().as_secs_f64());
    println!(
        "memory | {}",
        peak_memory().unwrap_or_else(|| "unknown".to_owned())
    );
    ExitCode::SUCCESS
}

/// The peak memory of the process, on Linux.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.trim_start_matches("VmHWM:").trim().to_owned())
}

/// The events of a run that failed.
const TRACE: &str = "target/soak.log";
