//! `soak`: days in a call centre; `cargo xtask soak` runs it.

// A program talks to the person at the terminal.
#![expect(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use soak::{Fault, Soak};

/// Days in a call centre, as long as one wants to wait.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(flatten)]
    soak: Soak,
    /// Only these faults.
    #[arg(long, value_delimiter = ',')]
    only: Option<Vec<String>>,
}

fn main() -> ExitCode {
    let Arguments { mut soak, only } = Arguments::parse();
    if let Some(only) = only {
        let may = |fault: Fault| only.iter().any(|name| name == fault.field());
        soak.rates = soak.rates.only(may);
    }
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
                rates,
                ..
            } = &failure.shortest;
            let host = if *is_published == Some(true) {
                "published"
            } else {
                "ours"
            };
            let only: Vec<_> = rates.faults().map(Fault::field).collect();
            eprintln!("error: {}", failure.what);
            if std::fs::write(TRACE, failure.trace.join("\n")).is_ok() {
                eprintln!("  what happened: {TRACE}");
            }
            eprintln!(
                "  to see it: cargo xtask soak --seed={seed} --calls={calls} --shift={shift} --agents={agents} --host={host} --only={}",
                only.join(",")
            );
            return ExitCode::FAILURE;
        }
    };
    println!("calls | {}", tally.calls);
    for (title, rows) in [
        ("faults", &tally.faults),
        ("refused", &tally.refused),
        ("reports", &tally.reports),
    ] {
        for (name, count) in rows {
            println!("{title} | {name} | {count}");
        }
    }
    for (outcome, count) in &tally.outcomes {
        println!("outcomes | {outcome} | {count}");
    }
    println!("lost clicks | {}", tally.lost_clicks);
    println!("second engagements | {}", tally.second_engagements);
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
