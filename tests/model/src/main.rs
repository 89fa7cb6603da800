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
use model::desk::{self, DESKS, DeskScope};
use model::{LARGE, SCOPES, Scope, Search};

/// Searches every state two engines and the world around them can come to.
#[derive(Debug, Parser)]
struct Options {
    /// Scopes to search, by name; all of them when none is named.
    scopes: Vec<String>,
    /// Leave out the large scopes.
    #[arg(long)]
    quick: bool,
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
    let is_chosen =
        |name: &str| options.scopes.is_empty() || options.scopes.iter().any(|other| other == name);
    let large = if options.quick { &[] } else { LARGE };
    // The longest first: none is left to run alone.
    let scopes = large.iter().chain(SCOPES);
    let scopes = scopes.filter(|scope| is_chosen(scope.name));
    let desks = DESKS.iter().filter(|scope| is_chosen(scope.name));
    let (states, is_sound) = search_each(scopes, search);
    let (of_desks, is_agreed) = search_each(desks, search_desk);
    let (states, is_sound) = (states + of_desks, is_sound && is_agreed);
    println!("{:<22} {states:>9}", "unique states");
    if is_sound && states >= options.least {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Searches each scope, as many at once as there are processors. Returns the number of states,
/// and true if every invariant held in them.
fn search_each<S>(
    scopes: impl Iterator<Item = S> + Send,
    search: impl Fn(S) -> (usize, bool) + Sync,
) -> (usize, bool) {
    let left = Mutex::new(scopes);
    let search_all = || {
        let (mut states, mut is_sound) = (0, true);
        while let Some(scope) = left.lock().ok().and_then(|mut left| left.next()) {
            let (seen, holds) = search(scope);
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

/// Searches a scope of several windows and prints the result.
fn search_desk(scope: &DeskScope) -> (usize, bool) {
    let start = Instant::now();
    let end = desk::search(*scope);
    let outcome = match &end.found {
        Some((promise, way)) => format!("VIOLATES {} by {way:?}", promise.name()),
        None => "complete".to_owned(),
    };
    print_search(
        scope.name,
        [end.states, end.steps, end.depth],
        start,
        &outcome,
    );
    (end.states, end.found.is_none())
}

/// Searches a scope and prints the result. Returns the number of states, and true if everything
/// held in them.
fn search(scope: &Scope) -> (usize, bool) {
    let start = Instant::now();
    let report = Search::new(scope).run();
    let outcome = match &report.found {
        Some(found) => format!("VIOLATES {} by {:?}", found.invariant.name(), found.trace),
        None => "complete".to_owned(),
    };
    print_search(
        scope.name,
        [report.states, report.steps, report.depth],
        start,
        &outcome,
    );
    (report.states, report.found.is_none())
}

/// Prints the number of states and steps, their depth, and the findings.
fn print_search(scope: &str, [states, steps, depth]: [usize; 3], start: Instant, outcome: &str) {
    let seconds = start.elapsed().as_secs_f64();
    println!("{scope:<22} {states:>9} {steps:>9} {depth:>6} {seconds:>6.1} s  {outcome}");
}
