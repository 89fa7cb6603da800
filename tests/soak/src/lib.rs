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
//! | `rates` | the file with the rate of each fault |
//!
//! A run is cut into shifts of some hundred calls, each with its own seed: an even one has a host
//! of this package, an odd one a host that behaves as the published one, and one of sixteen has no
//! faults.

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

use clap::builder::{PossibleValuesParser, TypedValueParser};

pub use rates::{Fault, Rates};
use team::Team;

/// Options of a run.
#[derive(Clone, Debug, clap::Args)]
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
    /// The file with the rate of each fault.
    #[arg(long, default_value = "tests/soak/rates.json", value_parser = Rates::read)]
    pub rates: Rates,
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
    rates: Rates,
    planted: Option<Planted>,
    /// The events, for a run that a person reads.
    trace: Option<RefCell<Vec<String>>>,
}

/// A planted fault, for a check to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Planted {
    /// No host is told that a call is over.
    EndsLost,
    /// The app constructs an instance for each call, and never destroys it.
    InstancesKept,
}

/// Counts of a run.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Calls that began at the phone.
    pub calls: u64,
    /// Numbers that were clicked in the CRM and whose order went with a page.
    pub lost_clicks: u64,
    /// Engagements beside the first of a call: its start was sent again, to a new host.
    pub second_engagements: u64,
    /// Faults of each kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// Outcomes of the calls.
    pub outcomes: BTreeMap<String, u64>,
    /// Clicks that the host refused or queued, by code.
    pub refused: BTreeMap<&'static str, u64>,
    /// Reports of the engines, by code.
    pub reports: BTreeMap<&'static str, u64>,
}

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
            rates: if seed.is_multiple_of(16) {
                self.rates.only(|fault| fault == Fault::SharedCalls)
            } else {
                self.rates.clone()
            },
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
        self.rates.faults().all(|fault| fault == Fault::SharedCalls)
    }

    /// Reduces calls, agents and faults, as long as anything fails.
    fn shortest(mut self, mut what: String) -> Failure {
        let mut fails = |shift: &Self| shift.run().map_err(|why| what = why).is_err();
        loop {
            let (mut holds, before) = (0, self.clone());
            while holds + 1 < self.calls {
                let calls = holds + (self.calls - holds) / 2;
                let fewer = Self {
                    calls,
                    ..self.clone()
                };
                if fails(&fewer) {
                    self = fewer
                } else {
                    holds = calls
                }
            }
            for agents in 1..self.agents {
                let fewer = Self {
                    agents,
                    ..self.clone()
                };
                if fails(&fewer) {
                    self = fewer;
                    break;
                }
            }
            for fault in Fault::ALL.iter().copied() {
                let fewer = Self {
                    rates: self.rates.only(|other| other != fault),
                    ..self.clone()
                };
                if fewer.rates != self.rates && fails(&fewer) {
                    self = fewer;
                }
            }
            if self.calls == before.calls {
                break;
            }
        }
        self.trace = Some(RefCell::default());
        fails(&self);
        let trace = self.trace.take().map(RefCell::into_inner);
        let shortest = Soak {
            calls: self.calls.into(),
            shift: self.calls,
            seed: self.seed,
            agents: self.agents,
            is_published: Some(self.is_published),
            rates: self.rates,
            threads: 1,
        };
        Failure {
            what,
            trace: trace.unwrap_or_default(),
            shortest,
        }
    }
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.lost_clicks += other.lost_clicks;
        self.second_engagements += other.second_engagements;
        let counts = [
            (&mut self.faults, other.faults),
            (&mut self.refused, other.refused),
            (&mut self.reports, other.reports),
        ];
        for (mine, others) in counts {
            for (name, count) in others {
                *mine.entry(name).or_default() += count;
            }
        }
        for (name, count) in other.outcomes {
            *self.outcomes.entry(name).or_default() += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Planted, Rates, Shift};

    #[test]
    fn each_check_of_a_whole_shift_can_fail() {
        for (planted, why) in [
            (Planted::EndsLost, "window 0 cannot dial"),
            (Planted::InstancesKept, "the engines grow"),
        ] {
            let shift = Shift {
                seed: 0,
                calls: 300,
                agents: 1,
                is_published: false,
                rates: Rates::NONE,
                planted: Some(planted),
                trace: None,
            };

            let found = shift.run().expect_err(why);

            assert!(found.starts_with(why), "{found}");
        }
    }
}
