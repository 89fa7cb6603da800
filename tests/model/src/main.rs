//! Runs the searches and prints their results.

#![allow(
    clippy::print_stdout,
    reason = "it talks to the person at the terminal"
)]

use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use clap::Parser;
use clap::builder::PossibleValuesParser;
use model::desk::{DESKS, Desk};
use model::{LARGE, SCOPES, Search, State, World};

/// Searches every state that a scope's steps lead to.
#[derive(Debug, clap::Parser)]
struct Options {
    /// Scopes to search, by name; all of them when none is named.
    #[arg(value_parser = PossibleValuesParser::new(names()))]
    scopes: Vec<String>,
    /// Leave out the large scopes.
    #[arg(long)]
    quick: bool,
    /// Fail when there are fewer states than this in all.
    #[arg(long, default_value_t = 0)]
    least: usize,
}

fn names() -> impl Iterator<Item = &'static str> {
    let worlds = SCOPES.iter().chain(LARGE).map(|scope| scope.name);
    worlds.chain(DESKS.iter().map(|scope| scope.name))
}

fn main() -> ExitCode {
    let options = Options::parse();
    println!(
        "{:<22} {:>9} {:>9} {:>6} {:>8}  outcome",
        "scope", "states", "steps", "depth", "time"
    );
    let is_chosen =
        |name: &str| options.scopes.is_empty() || options.scopes.iter().any(|other| other == name);
    let large = if options.quick { &[] } else { LARGE };
    // The longest first: none is left to run alone.
    let scopes = large.iter().chain(SCOPES);
    let scopes = scopes.filter(|scope| is_chosen(scope.name));
    let worlds =
        scopes.map(|scope| -> Job { Box::new(|| search(scope.name, World::new(scope, None))) });
    let desks = DESKS.iter().filter(|scope| is_chosen(scope.name));
    let desks = desks.map(|scope| -> Job { Box::new(|| search(scope.name, Desk::new(*scope))) });
    let (states, is_sound) = search_each(worlds.chain(desks).collect());
    println!("{:<22} {states:>9}", "unique states");
    if is_sound && states >= options.least {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// A search; returns the number of states, and true if every rule held in them.
type Job = Box<dyn FnOnce() -> (usize, bool) + Send>;

/// Runs as many searches at once as there are processors, and adds their results.
fn search_each(jobs: Vec<Job>) -> (usize, bool) {
    let left = Mutex::new(jobs.into_iter());
    let search_all = || {
        let (mut states, mut is_sound) = (0, true);
        while let Some(job) = left.lock().ok().and_then(|mut left| left.next()) {
            let (seen, holds) = job();
            states += seen;
            is_sound &= holds;
        }
        (states, is_sound)
    };
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|threads| {
        let searches: Vec<_> = (0..jobs).map(|_| threads.spawn(search_all)).collect();
        let ends = searches.into_iter().map(|search| search.join().ok());
        // A search that panicked counts as a finding too.
        ends.map(|end| end.unwrap_or((0, false)))
            .fold((0, true), |all, end| (all.0 + end.0, all.1 && end.1))
    })
}

/// Searches from a state and prints the result.
fn search<S: State>(scope: &str, root: S) -> (usize, bool) {
    let start = Instant::now();
    let report = Search::new(root).run();
    let outcome = match &report.found {
        Some((rule, steps)) => format!("VIOLATES {rule:?} by {steps:?}"),
        None => "complete".to_owned(),
    };
    let (states, steps, depth) = (report.states, report.steps, report.depth);
    let seconds = start.elapsed().as_secs_f64();
    println!("{scope:<22} {states:>9} {steps:>9} {depth:>6} {seconds:>6.1} s  {outcome}");
    (states, report.found.is_none())
}
