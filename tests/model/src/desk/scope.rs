//! The bounds of a search of the windows, and its promises.

use simulation::Due;

use super::DeskFault;

/// The bounds of a search of the windows.
#[derive(Clone, Copy, Debug)]
pub struct DeskScope {
    /// Its name on the command line.
    pub name: &'static str,
    /// The number of times that a window is closed.
    pub closes: u8,
    /// The number of windows opened in place of closed ones.
    pub opens: u8,
    /// The number of times that a window hangs; it may come back at any time.
    pub hangs: u8,
    /// The number of times that time passes before everything is at rest: longer than a command may
    /// be pending.
    pub waits: u8,
    /// True if the user places the call in one window, in place of an incoming call.
    pub dials: bool,
    /// True if the second window has no host.
    pub has_popout: bool,
    /// The fault between the engines and the channel, for the controls.
    pub fault: Option<DeskFault>,
}

/// Two windows without events.
const CALM: DeskScope = DeskScope {
    name: "",
    closes: 0,
    opens: 0,
    hangs: 0,
    waits: 0,
    dials: false,
    has_popout: false,
    fault: None,
};

/// The searches of the windows in each run of the test command.
pub const DESKS: &[DeskScope] = &[
    DeskScope {
        name: "windows-hang",
        hangs: 1,
        waits: 2,
        ..CALM
    },
    DeskScope {
        name: "windows-dial",
        closes: 1,
        opens: 1,
        waits: 1,
        dials: true,
        ..CALM
    },
    DeskScope {
        name: "windows-close",
        closes: 1,
        waits: 1,
        ..CALM
    },
    DeskScope {
        name: "windows-open",
        closes: 1,
        opens: 1,
        ..CALM
    },
    DeskScope {
        name: "windows-popout",
        closes: 1,
        waits: 1,
        has_popout: true,
        ..CALM
    },
];

/// A promise about the user's windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Of all windows at most one acts for a call: no host gets a step of it again, and no
    /// two hosts get the same one.
    OneActs,
    /// One window leads, and has a host.
    OneLeads,
    /// A call's messages reach a host in the end, or are reported where a window
    /// hung.
    NothingLost,
    /// The host of the window that has a call under way knows it.
    HostKnows,
}

/// A possible next event on a desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The app of a window says the next step of the call.
    Say(usize),
    /// A message of the other window, or a lock, arrives at a window.
    Receive(usize, Due),
    /// A window's timer fires late.
    Tick(usize),
    /// A window is closed.
    Close(usize),
    /// Another one is opened in its place.
    Open(usize),
    /// A window hangs: it hears nothing, and no timer of it fires.
    Hang(usize),
    /// A window comes back; what arrived meanwhile is queued.
    Wake(usize),
    /// Time passes, and every timer fires.
    Wait,
}
