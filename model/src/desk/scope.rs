//! How far a search of the windows goes, and what has to hold in it.

/// How far a search of the windows goes.
#[derive(Clone, Copy, Debug)]
pub struct DeskScope {
    /// Its name on the command line.
    pub name: &'static str,
    /// How often a window is closed.
    pub closes: u8,
    /// How often another one is opened where one was closed.
    pub opens: u8,
    /// How often the user places the call in one window, in place of a call that comes in.
    pub dials: bool,
    /// How often time passes before everything comes to rest: longer than an election and
    /// the grace after a window is gone.
    pub waits: u8,
    /// Whether an app says the next step before it is shown what came of the last, which
    /// is not promised: a test holds a counterexample.
    pub is_eager: bool,
    /// What is wrong between the engines and the channel, for the controls.
    pub fault: Option<DeskFault>,
}

/// A fault between the engines and the channel, which a search has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskFault {
    /// A window posts what it gives to another one.
    PostsItself,
    /// No window hears that another is gone.
    GoneUnheard,
    /// A window swallows the end of the call.
    EndSwallowed,
}

/// What each run of the test command searches of the windows.
pub const DESKS: &[DeskScope] = &[
    DeskScope {
        name: "windows",
        closes: 2,
        opens: 1,
        dials: false,
        waits: 2,
        is_eager: false,
        fault: None,
    },
    DeskScope {
        name: "windows-dial",
        closes: 1,
        opens: 1,
        dials: true,
        waits: 2,
        is_eager: false,
        fault: None,
    },
];

/// What has to hold of the user's windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Of all windows at most one acts for a call: no host gets a step of it again, and no
    /// two hosts get the same one.
    OneActs,
    /// Windows that know each other agree on one leader.
    OneLeads,
    /// What the apps said of a call reaches a host in the end.
    NothingLost,
}

impl Promise {
    /// Its name in `docs/model.md`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneActs => "one-window-acts",
            Self::OneLeads => "one-window-leads",
            Self::NothingLost => "nothing-lost-between-windows",
        }
    }
}

/// Something that may happen next on a desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The app of a window says the next step of the call.
    Say(usize),
    /// What a window said first arrives at the other.
    Deliver(usize),
    /// A window is closed.
    Close(usize),
    /// Another one is opened in its place: whether its name is smaller than any other.
    Open(usize, bool),
    /// Time passes, and every timer fires.
    Wait,
}
