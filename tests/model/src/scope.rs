//! The bounds of a search.

use crate::fingerprint::Canon;
use crate::invariant::Invariant;

/// A configuration to search in full.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Its name on the command line.
    pub name: &'static str,
    /// Maximum number of calls that the app places, at most 3.
    pub calls: usize,
    /// True if the record store answers in its own time and any order; otherwise it answers at
    /// once.
    pub slow_store: bool,
    /// True if the widget's script runs some time after its page came, before or after the frame's
    /// load; otherwise before it.
    pub slow_boot: bool,
    /// True if the app is initialized some time after READY, as after a log-in; otherwise while
    /// READY is delivered.
    pub slow_login: bool,
    /// True if open calls survive a reload of the widget.
    pub resume: bool,
    /// The bounds of the environment's acts.
    pub budget: Budget,
    /// The invariants that are not promised here; a test holds a counterexample to each.
    pub excused: &'static [Invariant],
}

macro_rules! budget {
    ($($(#[doc = $doc:literal])+ $act:ident,)+) => {
        /// The number of times that each act of the environment may still happen.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Budget {
            $($(#[doc = $doc])+ pub $act: u8,)+
        }

        /// No acts of the environment.
        pub const NONE: Budget = Budget { $($act: 0,)+ };

        impl Budget {
            pub(crate) fn add_to(&self, canon: &mut Canon) {
                canon.add_bytes([$(self.$act),+]);
            }
        }
    };
}

budget! {
    /// A pending message is lost.
    losses,
    /// A pending message is delivered and stays pending.
    duplicates,
    /// A message overtakes an older one.
    overtakes,
    /// The widget's page is loaded anew.
    reloads,
    /// The widget's page ends without a word, and is loaded anew.
    crashes,
    /// The CRM's page creates a new host around the same frame.
    renewals,
    /// The CRM's page is loaded anew, and the frame with it.
    pages,
    /// A timer fires while messages are pending or the app could act.
    ticks,
    /// 600 ms pass: longer than a SYNC is taken for a repetition.
    dozes,
    /// 11 s pass at once, as in sleep: longer than the start of a call may wait.
    sleeps,
    /// 35 s pass, awake: longer than a host waits for an acknowledgement.
    stalls,
    /// The user clicks a number.
    dials,
    /// The user hangs up in the CRM.
    hangups,
    /// The record store fails.
    failures,
}

/// Each of these happens once.
macro_rules! once {
    ($($act:ident)+) => {
        Budget { $($act: 1,)+ ..NONE }
    };
}

/// The searches of each run of the test command, each to its end.
pub const SCOPES: &[Scope] = &[
    Scope {
        name: "reloads",
        slow_boot: true,
        budget: once!(reloads pages ticks dozes),
        ..BASE
    },
    Scope {
        name: "renewals",
        slow_boot: true,
        budget: once!(reloads renewals pages ticks),
        ..BASE
    },
    Scope {
        name: "waits",
        slow_login: true,
        budget: once!(sleeps dials hangups),
        ..BASE
    },
    Scope {
        name: "fails",
        slow_boot: true,
        slow_store: true,
        budget: once!(reloads stalls dials failures),
        ..BASE
    },
    Scope {
        name: "hostile",
        slow_store: true,
        budget: once!(losses duplicates overtakes reloads),
        excused: NOT_PROMISED,
        ..BASE
    },
    Scope {
        name: "hostile-calls",
        calls: 2,
        slow_store: true,
        budget: once!(overtakes),
        excused: NOT_PROMISED,
        ..BASE
    },
];

/// The additional searches of a run of everything, each to its end.
pub const LARGE: &[Scope] = &[
    Scope {
        name: "hostile-calls-losses",
        calls: 2,
        slow_store: true,
        budget: once!(losses overtakes),
        excused: NOT_PROMISED,
        ..BASE
    },
    Scope {
        name: "resume-pages",
        resume: true,
        budget: once!(reloads crashes pages sleeps),
        ..BASE
    },
    Scope {
        name: "reloads-renewals",
        slow_boot: true,
        budget: once!(reloads renewals pages ticks dozes),
        ..BASE
    },
    Scope {
        name: "hostile-dozes",
        slow_store: true,
        budget: once!(losses duplicates overtakes reloads dozes),
        excused: NOT_PROMISED,
        ..BASE
    },
    Scope {
        name: "calls",
        calls: 3,
        budget: NONE,
        ..BASE
    },
    Scope {
        name: "resume",
        slow_login: true,
        resume: true,
        budget: once!(reloads crashes sleeps),
        ..BASE
    },
    Scope {
        name: "waits-calls",
        calls: 2,
        budget: once!(sleeps dials hangups),
        ..BASE
    },
];

/// One call, and a reliable channel.
pub const BASE: Scope = Scope {
    name: "base",
    calls: 1,
    slow_store: false,
    slow_boot: false,
    slow_login: false,
    resume: false,
    budget: NONE,
    excused: &[],
};

/// The invariants that cannot be promised where the channel loses, duplicates or reorders;
/// `tests/not_promised.rs` holds a counterexample to each.
pub const NOT_PROMISED: &[Invariant] = &[
    Invariant::CreatedOnce,
    Invariant::TakenOnce,
    Invariant::LateInert,
    Invariant::SessionReturns,
];
