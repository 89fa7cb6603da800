//! Runs the searches and prints what they came to.

#![allow(
    clippy::print_stdout,
    reason = "it talks to the person at the terminal"
)]

use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use clap::Parser;
use model::{SCOPES, Scope, Search};

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
    println!(
        "{:<22} {:>9} {:>9} {:>6} {:>8}  outcome",
        "scope", "states", "steps", "depth", "time"
    );
    let chosen = |scope: &&Scope| {
        options.scopes.is_empty() || options.scopes.iter().any(|name| name == scope.name)
    };
    let left = Mutex::new(SCOPES.iter().filter(chosen));
    let next = || left.lock().ok()?.next();
    let search_all = || {
        let (mut states, mut is_sound) = (0, true);
        while let Some(scope) = next() {
            let (seen, is_kept) = search(scope, &options);
            states += seen;
            is_sound &= is_kept;
        }
        (states, is_sound)
    };
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let (states, is_sound) = thread::scope(|threads| {
        let searches: Vec<_> = (0..jobs).map(|_| threads.spawn(search_all)).collect();
        let ends = searches.into_iter().map(|search| search.join().ok());
        // A search that panicked has found something as well.
        ends.map(|end| end.unwrap_or((0, false)))
            .fold((0, true), |all, end| (all.0 + end.0, all.1 && end.1))
    });
    println!("{:<22} {states:>9}", "unique states");
    if is_sound && states >= options.least {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Searches a scope and prints what it came to: how many states there were, and
/// whether everything held in them.
fn search(scope: &Scope, options: &Options) -> (usize, bool) {
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
    (report.states, report.found.is_none())
}
