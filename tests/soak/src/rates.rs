//! The file of rates: the probability of each fault, as JSON.

use std::collections::BTreeMap;

use crate::random::Random;

/// The probability of each fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates([f64; Fault::ALL.len()]);

macro_rules! faults {
    ($($(#[doc = $doc:literal])+ $name:ident = $field:literal,)+) => {
        /// A fault, of the record store or around an agent.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault { $($(#[doc = $doc])+ $name,)+ }

        impl Fault {
            /// Each of them, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The field of the file.
            #[must_use]
            pub const fn field(self) -> &'static str {
                match self { $(Self::$name => $field,)+ }
            }
        }
    };
}

faults! {
    /// The store answers after up to 20 s.
    StoreSlow = "store_slow",
    /// The store answers with an error.
    StoreRefuses = "store_refuses",
    /// The store answers after its time-out.
    StoreLate = "store_late",
    /// The store does nothing, and never answers.
    StoreNever = "store_never",
    /// A page is too busy to hear anything for up to 6 s.
    Late = "late",
    /// The next message of each side arrives twice.
    Doubled = "doubled",
    /// The widget's page is loaded anew.
    WidgetReloaded = "widget_reloaded",
    /// The host's page is loaded anew, and with it the widget's.
    HostReloaded = "host_reloaded",
    /// The frame shows a page without the SDK for up to a minute.
    LogInPage = "log_in_page",
    /// The host's page is loaded anew, for another user.
    OtherAccount = "other_account",
    /// The tab is closed, and another one opened.
    TabClosed = "tab_closed",
    /// A window hangs for up to 18 s.
    Hangs = "hangs",
    /// The laptop sleeps for up to four minutes.
    Sleeps = "sleeps",
    /// The clock is set by up to two hours.
    ClockJumps = "clock_jumps",
    /// The widget's engine traps: another one takes its place.
    Traps = "traps",
    /// The widget's page is loaded anew, and the browser blocks its storage.
    StorageDenied = "storage_denied",
    /// The widget's page is loaded anew, and sends more than its queue holds.
    QueueFull = "queue_full",
    /// The team's agents have up to three windows, which share calls.
    SharedCalls = "shared_calls",
}

impl Fault {
    /// The faults of the record store, and those around an agent; the rest is about a team.
    pub(crate) const KINDS: (&[Self], &[Self]) = {
        let (store, others) = Self::ALL.split_at(4);
        (store, others.split_at(others.len() - 1).0)
    };
}

impl Rates {
    /// No fault at all.
    pub const NONE: Self = Self([0.0; Fault::ALL.len()]);

    /// Reads a file.
    pub(crate) fn read(path: &str) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        Self::parse(&text)
    }

    /// Reads a text; a fault that it does not name never happens.
    ///
    /// # Errors
    ///
    /// The place of a fault in the JSON, or a field that is no rate.
    pub fn parse(text: &str) -> Result<Self, String> {
        let named: BTreeMap<String, f64> =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut rates = Self::NONE;
        for (field, rate) in named {
            let fault = Fault::ALL.iter().find(|fault| fault.field() == field);
            let Some(fault) = fault else {
                let names: Vec<_> = Fault::ALL.iter().map(|fault| fault.field()).collect();
                return Err(format!("`{field}`: expected one of {}", names.join(", ")));
            };
            if !(0.0..=1.0).contains(&rate) {
                return Err(format!("`{field}`: expected a number from 0 to 1"));
            }
            rates.0[*fault as usize] = rate;
        }
        Ok(rates)
    }

    /// The same rates, of the chosen faults only.
    #[must_use]
    pub fn only(&self, may: impl Fn(Fault) -> bool) -> Self {
        let mut rates = self.clone();
        for fault in Fault::ALL.iter().filter(|fault| !may(**fault)) {
            rates.0[*fault as usize] = 0.0;
        }
        rates
    }

    /// Draws one of these faults, or none.
    pub(crate) fn draw(&self, random: &mut Random, among: &[Fault]) -> Option<Fault> {
        let mut left = random.share();
        among.iter().copied().find(|fault| {
            left -= self.0[*fault as usize];
            left < 0.0
        })
    }

    /// The faults that may happen.
    pub fn faults(&self) -> impl Iterator<Item = Fault> + '_ {
        let may = |fault: &Fault| self.0[*fault as usize] > 0.0;
        Fault::ALL.iter().copied().filter(may)
    }
}
