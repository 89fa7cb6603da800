//! The faults, and the probability of each.

use std::fmt;

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::Shift;
use crate::random::Random;

/// A fault, of the record store or around an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Fault {
    /// The store answers after up to 20 s.
    StoreSlow,
    /// The store answers with an error.
    StoreRefuses,
    /// The store answers after its time-out.
    StoreLate,
    /// The store does nothing, and never answers.
    StoreNever,
    /// A page is too busy to hear anything for up to 6 s.
    Late,
    /// The next message of each side arrives twice.
    Doubled,
    /// The widget's page is loaded anew.
    WidgetReloaded,
    /// The host's page is loaded anew, and with it the widget's.
    HostReloaded,
    /// The frame shows a page without the SDK for up to a minute.
    LogInPage,
    /// The host's page is loaded anew, for another user.
    OtherAccount,
    /// The tab is closed, and another one opened.
    TabClosed,
    /// A window hangs for up to 18 s.
    Hangs,
    /// The laptop sleeps for up to four minutes.
    Sleeps,
    /// The clock is set by up to two hours.
    ClockJumps,
    /// The widget's page is loaded anew, and the browser blocks its storage.
    StorageDenied,
    /// The widget's page is loaded anew, and sends more than its queue holds.
    QueueFull,
    /// The team's agents have up to three windows, which share calls.
    SharedCalls,
}

impl Fault {
    /// The probability: of the store's for each request, of those around an agent for each call,
    /// of shared calls for each team.
    const fn rate(self) -> f64 {
        match self {
            Self::SharedCalls => 0.5,
            Self::StoreSlow | Self::Late | Self::Doubled => 0.05,
            Self::WidgetReloaded | Self::Hangs => 0.02,
            Self::HostReloaded | Self::ClockJumps => 0.01,
            Self::StoreRefuses | Self::LogInPage | Self::Sleeps => 0.005,
            Self::StoreLate | Self::StoreNever | Self::StorageDenied | Self::QueueFull => 0.003,
            Self::OtherAccount | Self::TabClosed => 0.002,
        }
    }
}

/// The name on the command line.
impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        formatter.write_str(value.as_ref().map_or("", PossibleValue::get_name))
    }
}

impl Shift {
    /// Draws one of the faults from `first` to `last`, or none.
    pub(crate) fn draw(&self, random: &mut Random, first: Fault, last: Fault) -> Option<Fault> {
        let mut left = random.share();
        let kinds = self.faults.iter().copied();
        let mut kinds = kinds.filter(|kind| (first..=last).contains(kind));
        kinds.find(|kind| {
            left -= kind.rate() * self.often;
            left < 0.0
        })
    }
}
