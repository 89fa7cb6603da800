//! `cargo xtask test [ring or part...]`: every check, in an order where the cheap ones
//! fail first; with `--all` as often and as widely as there is.

mod beside;
mod browser;
mod consumer;
mod consumers;
mod ring;
mod rust;
mod typescript;

pub(crate) use self::{
    browser::{Pictures, pictures, playwright_of},
    typescript::typedoc,
};

use std::{
    fmt,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use clap::ValueEnum;

use self::{
    beside::Beside,
    ring::{Choice, Ring},
};

use crate::{
    compare,
    error::{Error, Result},
    generate, model,
    package::{self, Quality},
    setup, toolchain,
};

/// Options of the task; by default every part.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Options {
    /// A ring, or parts to run in their usual order; all of them when none is named.
    #[arg(value_enum)]
    choices: Vec<Choice>,
    /// The long repeats, too: whole tables in every engine, more of the model, long
    /// floods, hundreds of reloads, each combination of consumers.
    #[arg(long)]
    all: bool,
    /// Test the package in pkg/dist as it is, instead of building it.
    #[arg(long)]
    packaged: bool,
    /// Test the emulator's package in platform/emulator/npm/dist as it is, likewise.
    #[arg(long)]
    emulator_packaged: bool,
    /// Options of Playwright for `e2e` and `engines`, such as `-g "a name"` for the tests of
    /// that name.
    #[arg(last = true)]
    playwright: Vec<String>,
}

impl Options {
    /// Every part, with the long repeats.
    pub(crate) fn everything() -> Self {
        Self {
            all: true,
            ..Self::default()
        }
    }
}

/// A part of the checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Formatting of the Rust sources.
    Fmt,
    /// Clippy without warnings, for this machine and for wasm32.
    Clippy,
    /// Documentation without warnings.
    Doc,
    /// Tests of the crates on this machine.
    Native,
    /// The model checker: every state within its bounds; and days in a call centre.
    Model,
    /// The generated files are up to date.
    Generate,
    /// The npm package builds and keeps its size.
    Package,
    /// TypeScript compiles.
    Types,
    /// oxlint with type information.
    Lint,
    /// Tests of the TypeScript sources in Node.
    Unit,
    /// Random programs on the published package and on ours.
    Compare,
    /// Our client and the service's own against the emulator, in Node.
    Clients,
    /// The emulator's npm package: its own tests, and other clients against it.
    Emulator,
    /// Tests of the wasm exports in a headless browser, and of the REST client in Node too.
    Wasm,
    /// Both pages in a browser, end to end.
    E2e,
    /// The packed tarball as its users install it.
    Consumer,
    /// Tests that have to pass in Firefox and WebKit too.
    Engines,
}

/// Runs the parts and prints their times.
pub(crate) fn run(options: &Options) -> Result<()> {
    let start = Instant::now();
    let takes = |choice: &Choice| matches!(choice, Choice::Part(Part::E2e | Part::Engines));
    if !options.playwright.is_empty() && !options.choices.iter().any(takes) {
        return Err(Error::Check(
            "the options after `--` are for `e2e` or `engines`: name the part".into(),
        ));
    }
    let mut state = State {
        is_packaged: options.packaged,
        is_emulator_packaged: options.emulator_packaged,
        all: options.all,
        ring: None,
        playwright: options.playwright.clone(),
    };
    let mut times = Vec::new();
    let named = |part: &Part| options.choices.contains(&Choice::Part(*part));
    let rings: Vec<_> = Ring::value_variants()
        .iter()
        .filter(|ring| options.choices.contains(&Choice::Ring(**ring)))
        .collect();
    let outcome = if options.choices.is_empty() {
        if setup::can_install() {
            // Fetched while others compile; a part that misses a program reports it.
            thread::spawn(setup::programs);
        } else {
            setup::programs()?;
        }
        run_stages(|_| true, &mut state, &mut times)
    } else {
        rings
            .iter()
            .try_for_each(|ring| {
                state.ring = Some(**ring);
                run_stages(|part| ring.parts().contains(&part), &mut state, &mut times)
            })
            .and_then(|()| {
                state.ring = None;
                Part::value_variants()
                    .iter()
                    .filter(|part| named(part))
                    .try_for_each(|part| run_part(*part, &mut state, &mut times))
            })
    };
    print_times(&times, start.elapsed());
    outcome
}

/// Runs the wanted parts, stage after stage.
fn run_stages(
    is_wanted: impl Fn(Part) -> bool,
    state: &mut State,
    times: &mut Vec<Time>,
) -> Result<()> {
    let program = beside::program()?;
    let wanted = |parts: &[Part]| -> Vec<_> {
        parts
            .iter()
            .copied()
            .filter(|part| is_wanted(*part))
            .collect()
    };
    STAGES.iter().try_for_each(|(parts, beside)| {
        run_stage(&program, &wanted(parts), &wanted(beside), state, times)
    })
}

/// Runs parts in sequence, with others beside them, whose output follows at the end.
fn run_stage(
    program: &Path,
    parts: &[Part],
    beside: &[Part],
    state: &mut State,
    times: &mut Vec<Time>,
) -> Result<()> {
    let others = if beside.is_empty() {
        None
    } else {
        setup::toolchain()?;
        if state.all && parts.contains(&Part::Wasm) {
            // Both sides need it, and must not build it at the same time.
            state.emulator()?;
        }
        Some(Beside::start(program, beside, state)?)
    };
    let outcome = parts
        .iter()
        .try_for_each(|part| run_part(*part, state, times));
    let Some(others) = others else {
        return outcome;
    };
    if let Err(error) = &outcome {
        eprintln!("\nerror: {error}\nwaiting for what runs beside it");
    }
    let others = others.finish();
    state.is_packaged |= beside.contains(&Part::Package) && others.is_ok();
    state.is_emulator_packaged |= beside.contains(&Part::Emulator) && others.is_ok();
    outcome.and(others)
}

/// Runs a part here and now.
fn run_part(part: Part, state: &mut State, times: &mut Vec<Time>) -> Result<()> {
    println!("\n== {part}: {}", part.shown().1);
    let start = Instant::now();
    let outcome = part.run(state);
    times.push(Time {
        part,
        time: start.elapsed(),
        passed: outcome.is_ok(),
    });
    outcome.map_err(|source| part.failed(source))
}

/// The time of a part, and its outcome.
#[derive(Debug)]
struct Time {
    part: Part,
    time: Duration,
    passed: bool,
}

/// The parts of a whole run: in sequence, the cheap ones first. Those on the right leave a core
/// idle, and run beside those on the left.
const STAGES: &[(&[Part], &[Part])] = &[
    (&[Part::Fmt, Part::Generate], &[]),
    (
        &[
            Part::Clippy,
            Part::Doc,
            Part::Native,
            Part::Wasm,
            Part::Model,
        ],
        &[
            Part::Package,
            Part::Types,
            Part::Lint,
            Part::Unit,
            Part::Compare,
            Part::Clients,
            Part::Emulator,
        ],
    ),
    (&[Part::E2e, Part::Engines], &[Part::Consumer]),
];

/// The state of a run: what was built, and which ring is checked.
#[derive(Debug, Default)]
struct State {
    is_packaged: bool,
    is_emulator_packaged: bool,
    /// With the long repeats.
    all: bool,
    /// The ring to check, where it is not the whole tree.
    ring: Option<Ring>,
    /// Further options of Playwright.
    playwright: Vec<String>,
}

impl State {
    /// Builds the package unless this run has built it.
    fn package(&mut self) -> Result<()> {
        if !self.is_packaged {
            let sizes = package::build()?;
            self.is_packaged = true;
            package::print_sizes(&sizes);
            if toolchain::holds("sizes")? {
                package::check_sizes(&sizes)?;
            }
        }
        Ok(())
    }

    /// Builds the emulator's package unless this run has built it.
    fn emulator(&mut self) -> Result<()> {
        if !self.is_emulator_packaged {
            package::emulator::build(Quality::for_tests(self.all))?;
            self.is_emulator_packaged = true;
        }
        Ok(())
    }
}

impl Part {
    fn run(self, state: &mut State) -> Result<()> {
        match self {
            Part::Fmt => rust::formatting(),
            Part::Clippy => {
                setup::toolchain()?;
                if state.all {
                    setup::clang::ensure()?;
                }
                rust::clippy(state.ring, state.all)
            }
            Part::Doc => rust::documentation(),
            Part::Native => rust::tests(state.ring, state.all),
            Part::Model => model::check(state.all),
            Part::Generate => generate::run(true),
            Part::Package => state.package(),
            Part::Types => {
                state.package()?;
                typescript::types()
            }
            Part::Lint => {
                state.package()?;
                typescript::lint()
            }
            Part::Unit => {
                state.package()?;
                typescript::unit_tests()
            }
            Part::Compare => {
                state.package()?;
                compare::check()
            }
            Part::Clients => {
                state.package()?;
                state.emulator()?;
                typescript::client_tests()
            }
            Part::Emulator => {
                state.package()?;
                state.emulator()?;
                typescript::emulator_tests(state.all)
            }
            Part::Wasm => {
                setup::for_package()?;
                browser::wasm_tests()
            }
            Part::E2e => {
                state.package()?;
                state.emulator()?;
                browser::end_to_end(state.all, &state.playwright)
            }
            Part::Engines => {
                state.package()?;
                browser::engines(state.all, &state.playwright)
            }
            Part::Consumer => {
                state.package()?;
                state.emulator()?;
                consumer::run_all(state.all)
            }
        }
    }

    /// The text of a failure.
    fn failed(self, source: Error) -> Error {
        Error::Part {
            part: self.name(),
            source: Box::new(source),
        }
    }

    /// Its name and its title, as the help has them.
    fn shown(self) -> (String, String) {
        let value = self.to_possible_value().unwrap_or_default();
        let title = value.get_help().map(ToString::to_string);
        (value.get_name().to_owned(), title.unwrap_or_default())
    }

    fn name(self) -> String {
        self.shown().0
    }
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name())
    }
}

/// Prints the time of each part and of the run, which is less than the sum where parts overlap.
fn print_times(times: &[Time], total: Duration) {
    println!("\n{:<10} {:>9}", "part", "time");
    for Time { part, time, passed } in times {
        let mark = if *passed { "" } else { "  FAILED" };
        println!("{:<10} {:>7.1} s{mark}", part.name(), time.as_secs_f64());
    }
    println!("{:<10} {:>7.1} s", "total", total.as_secs_f64());
}

/// The variable that switches the long repeats of tests on.
fn reach(all: bool) -> (&'static str, &'static str) {
    ("TEST_ALL", if all { "1" } else { "0" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_run_has_each_part_once() {
        let mut names: Vec<_> = STAGES
            .iter()
            .flat_map(|(parts, beside)| parts.iter().chain(*beside))
            .map(|part| part.name())
            .collect();
        let mut all: Vec<_> = Part::value_variants()
            .iter()
            .map(|part| part.name())
            .collect();
        names.sort_unstable();
        all.sort_unstable();

        assert_eq!(names, all);
    }

    #[test]
    fn each_part_checks_a_ring() {
        let without_ring: Vec<_> = Part::value_variants()
            .iter()
            .filter(|part| {
                Ring::value_variants()
                    .iter()
                    .all(|ring| !ring.parts().contains(part))
            })
            .collect();

        assert_eq!(without_ring, Vec::<&Part>::new());
    }
}
