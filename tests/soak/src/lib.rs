//! Days in a call centre: teams of agents, each with both engines, and customers who call, are
//! called, hang up, do not answer and are busy, while things go wrong.
//!
//! | part | is |
//! |---|---|
//! | `ledger` | the customers' and the record store's view of each call: all that is checked |
//! | `window` | a tab of the CRM: the host's page with the widget in it |
//! | `browser` | the channel between an agent's windows, and the locks |
//! | `team` | the clock, the customers and the telephony |
//! | `phone`, `hearing` | the app, and its reactions |
//! | `faults` | the record store, and the faults |
//! | `rates` | the faults, with the rate of each |
//!
//! A run is cut into shifts of some hundred calls, each with its own seed: an even one has a host
//! of this package, an odd one a host that behaves as the published one, and two of sixteen, one of
//! each, have no faults.

#![expect(
    clippy::indexing_slicing,
    reason = "a simulation stops where it is misused"
)]

mod browser;
mod faults;
mod hearing;
mod ledger;
mod phone;
mod random;
mod rates;
mod team;
mod window;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

pub use rates::Fault;
use team::Team;

/// Days in a call centre, as long as one wants to wait.
#[derive(Clone, Debug, clap::Parser)]
pub struct Soak {
    /// Calls in all, at most.
    #[arg(long, default_value_t = 100_000)]
    pub calls: u64,
    /// Calls of a team in one go, at most.
    #[arg(long, default_value_t = 1_000)]
    pub shift: u32,
    /// The seed of the first shift; those of the others follow it.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Agents of a team.
    #[arg(long, default_value_t = 3)]
    pub agents: usize,
    /// Hosts of this package, or hosts that behave as the published one; both by turns.
    #[arg(long = "host", value_parser = PossibleValuesParser::new(["ours", "published"]).map(|host| host == "published"))]
    pub is_published: Option<bool>,
    /// Only these faults.
    #[arg(
        long = "only",
        num_args = 0..,
        require_equals = true,
        value_delimiter = ',',
        default_values_t = Fault::value_variants().to_vec(),
        hide_default_value = true,
    )]
    pub faults: Vec<Fault>,
    /// Multiplies the rates of the faults.
    #[arg(long, default_value_t = 1.0)]
    pub often: f64,
    /// Shifts at once.
    #[arg(skip = thread::available_parallelism().map_or(1, usize::from))]
    pub threads: usize,
}

/// A shift of a team.
#[derive(Clone, Debug)]
struct Shift {
    seed: u64,
    calls: u32,
    agents: usize,
    is_published: bool,
    faults: Vec<Fault>,
    often: f64,
    planted: Option<Planted>,
    /// The events, for a run that a person reads.
    trace: Option<RefCell<Vec<String>>>,
}

/// A planted fault, for a check to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Planted {
    /// No host is told that a call is over.
    EndsLost,
    /// No app is told to end a call.
    EndCallLost,
    /// The app constructs an instance for each call, and never destroys it.
    InstancesKept,
}

/// Counts of a run, by title and name.
#[derive(Clone, Debug, Default)]
pub struct Tally(BTreeMap<(&'static str, String), u64>);

/// A failed run, shortened as far as possible.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The broken promise.
    pub what: String,
    /// Its events, a line each.
    pub trace: Vec<String>,
    /// The run that shows it.
    pub shortest: Soak,
}

impl Soak {
    /// Runs every shift.
    ///
    /// # Errors
    ///
    /// The first shift that failed.
    pub fn run(&self) -> Result<Tally, Box<Failure>> {
        let shift = u64::from(self.shift.max(1));
        let next = AtomicU64::new(0);
        let done = Mutex::new(Ok(Tally::default()));
        let work = || loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index * shift >= self.calls {
                return;
            }
            let calls = shift.min(self.calls - index * shift);
            let result = self.shift(self.seed.wrapping_add(index), calls).run();
            let Ok(mut done) = done.lock() else { return };
            match (&mut *done, result) {
                (Ok(all), Ok(tally)) => all.add(tally),
                (Err(_), _) => return,
                (_, Err(what)) => *done = Err((self.seed.wrapping_add(index), calls, what)),
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(work);
            }
        });
        let done = done
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        done.map_err(|(seed, calls, what)| Box::new(self.shift(seed, calls).shortest(what)))
    }

    fn shift(&self, seed: u64, calls: u64) -> Shift {
        Shift {
            seed,
            calls: u32::try_from(calls).unwrap_or(u32::MAX),
            agents: self.agents.max(1),
            is_published: self.is_published.unwrap_or(seed % 2 == 1),
            faults: {
                let may = |fault: &Fault| *fault == Fault::SharedCalls || (seed + 1) % 16 > 1;
                self.faults.iter().copied().filter(may).collect()
            },
            often: self.often,
            planted: None,
            trace: None,
        }
    }
}

impl Shift {
    fn run(&self) -> Result<Tally, String> {
        // An engine that panics must not lose the seed.
        catch_unwind(AssertUnwindSafe(|| Team::new(self).work()))
            .unwrap_or_else(|_| Err("a panic".to_owned()))
    }

    fn is_calm(&self) -> bool {
        self.faults.iter().all(|fault| *fault == Fault::SharedCalls)
    }

    /// Reduces calls, agents and faults, as long as anything fails.
    fn shortest(mut self, mut what: String) -> Failure {
        let fails = |smaller: Self| smaller.run().err().map(|why| (smaller, why));
        while let Some((smaller, why)) = self.smaller().into_iter().find_map(fails) {
            (self, what) = (smaller, why);
        }
        self.trace = Some(RefCell::default());
        // For its trace.
        let _ = self.run();
        let trace = self.trace.take().map(RefCell::into_inner);
        let shortest = Soak {
            calls: self.calls.into(),
            shift: self.calls,
            seed: self.seed,
            agents: self.agents,
            is_published: Some(self.is_published),
            faults: self.faults,
            often: self.often,
            threads: 1,
        };
        Failure {
            what,
            trace: trace.unwrap_or_default(),
            shortest,
        }
    }

    /// The same with fewer calls, with an agent less, and without each fault.
    fn smaller(&self) -> Vec<Self> {
        let mut smaller = Vec::new();
        for part in 1..8 {
            let calls = self.calls - (self.calls >> part).max(1);
            smaller.push(Self {
                calls,
                ..self.clone()
            });
        }
        smaller.push(Self {
            agents: self.agents - 1,
            ..self.clone()
        });
        for fault in &self.faults {
            let mut other = self.clone();
            other.faults.retain(|other| other != fault);
            smaller.push(other);
        }
        smaller.retain(|shift| shift.calls > 0 && shift.agents > 0);
        smaller
    }
}

impl Tally {
    /// Counts an event.
    pub(crate) fn count(&mut self, title: &'static str, name: impl Into<String>) {
        *self.0.entry((title, name.into())).or_default() += 1;
    }

    /// The count of a name.
    #[must_use]
    pub fn of(&self, title: &'static str, name: &str) -> u64 {
        let count = self.0.get(&(title, name.to_owned()));
        count.copied().unwrap_or_default()
    }

    /// Every count: title, name, and number.
    pub fn rows(&self) -> impl Iterator<Item = (&'static str, &str, u64)> {
        let rows = self.0.iter();
        rows.map(|((title, name), count)| (*title, name.as_str(), *count))
    }

    fn add(&mut self, other: Self) {
        for (row, count) in other.0 {
            *self.0.entry(row).or_default() += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Planted, Shift};

    #[test]
    fn each_check_of_a_whole_shift_can_fail() {
        for (planted, why) in [
            (Planted::EndsLost, "window 0 cannot dial"),
            (Planted::EndCallLost, "END_CALL did not end"),
            (Planted::InstancesKept, "the engines grow"),
        ] {
            let shift = Shift {
                seed: 0,
                calls: 300,
                agents: 1,
                is_published: false,
                faults: Vec::new(),
                often: 1.0,
                planted: Some(planted),
                trace: None,
            };

            let found = shift.run().expect_err(why);

            assert!(found.starts_with(why), "{found}");
        }
    }
}
