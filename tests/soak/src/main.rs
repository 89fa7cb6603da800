//! `soak`: days in a call centre; `cargo xtask soak` runs it.

// A program talks to the person at the terminal.
#![expect(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use soak::{Fault, Rates, Soak};

/// Days in a call centre, as long as one wants to wait.
#[derive(Debug, Parser)]
struct Arguments {
    /// Calls in all.
    #[arg(long, default_value_t = 100_000)]
    calls: u64,
    /// Calls of a team in one go.
    #[arg(long, default_value_t = 1_000)]
    shift: u32,
    /// The seed of the first shift.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Agents of a team.
    #[arg(long, default_value_t = 3)]
    agents: usize,
    /// Hosts of this package, or hosts that behave as the published one; both by turns.
    #[arg(long, value_parser = ["ours", "published"])]
    host: Option<String>,
    /// The file with the rate of each fault.
    #[arg(long, default_value = "tests/soak/rates.json")]
    rates: String,
    /// Only these faults.
    #[arg(long, value_delimiter = ',')]
    only: Option<Vec<String>>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let rates = std::fs::read_to_string(&arguments.rates)
        .map_err(|error| error.to_string())
        .and_then(|text| Rates::parse(&text));
    let mut rates = match rates {
        Ok(rates) => rates,
        Err(why) => {
            eprintln!("error: {}: {why}", arguments.rates);
            return ExitCode::from(2);
        }
    };
    if let Some(only) = &arguments.only {
        rates = rates.only(|fault| only.iter().any(|name| name == fault.field()));
    }
    let soak = Soak {
        calls: arguments.calls,
        shift: arguments.shift,
        seed: arguments.seed,
        agents: arguments.agents,
        is_published: arguments.host.map(|host| host == "published"),
        rates,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    };
    let began = Instant::now();
    let done = soak.run();
    let tally = match done {
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
