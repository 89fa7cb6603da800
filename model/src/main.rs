//! Runs the searches and prints what they came to.

#![allow(
    clippy::print_stdout,
    reason = "it talks to the person at the terminal"
)]

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use model::{SCOPES, Search};

/// Searches every state two engines and the world around them can come to.
#[derive(Debug, Parser)]
struct Options {
    /// Scopes to search, by name; all of them when none is named.
    scopes: Vec<String>,
    /// End each search after this many states, if there are more.
    #[arg(long)]
    states: Option<usize>,
    /// Three calls, and one more of everything that may happen: as large as time
    /// and memory allow, 32 bytes a state.
    #[arg(long)]
    deep: bool,
    /// Fail when there are fewer states than this in all.
    #[arg(long, default_value_t = 0)]
    least: usize,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let mut states = 0;
    let mut is_sound = true;
    println!(
        "{:<22} {:>9} {:>9} {:>6} {:>8}  outcome",
        "scope", "states", "steps", "depth", "time"
    );
    for scope in SCOPES {
        if !options.scopes.is_empty() && !options.scopes.iter().any(|name| name == scope.name) {
            continue;
        }
        let start = Instant::now();
        let scope = &if options.deep {
            scope.deeper()
        } else {
            scope.clone()
        };
        let report = Search::new(scope)
            .at_most(options.states.unwrap_or(usize::MAX))
            .run();
        let outcome = match &report.found {
            Some(found) => format!("VIOLATES {} by {:?}", found.invariant.name(), found.trace),
            None if report.is_complete => "complete".to_owned(),
            None => "not searched to its end".to_owned(),
        };
        println!(
            "{:<22} {:>9} {:>9} {:>6} {:>6.1} s  {outcome}",
            scope.name,
            report.states,
            report.steps,
            report.depth,
            start.elapsed().as_secs_f64(),
        );
        states += report.states;
        is_sound &= report.found.is_none();
    }
    println!("{:<22} {states:>9}", "unique states");
    if is_sound && states >= options.least {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
