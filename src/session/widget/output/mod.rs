//! Outputs of a widget's session.

#![expect(missing_docs, reason = "a field without a text is what its name says")]

mod answer;
mod app;
mod change;
mod page;
mod window;

use alloc::vec::Vec;

pub use crate::session::Level;
pub use answer::AnswerOutput;
pub use app::AppOutput;
pub use change::ChangeOutput;
pub use page::PageOutput;
pub use window::WindowOutput;

groups! {
    /// An output of a widget's session. Posts come first, then changes, then outputs for the app.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Output {
        /// The answer to the input.
        Answer(AnswerOutput),
        /// A change of the state.
        Change(ChangeOutput),
        /// An output for the app.
        App(AppOutput),
        /// An output for the user's other windows.
        Window(WindowOutput),
        /// Orders for the page itself: posts, storage, timers.
        Page(PageOutput),
    }
}

/// The state of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WidgetState {
    /// No page frames this one.
    NotEmbedded,
    /// No host has opened a session yet.
    Waiting,
    /// The session is open.
    Ready,
}

named!(WidgetState {
    NotEmbedded = "notEmbedded",
    Waiting = "waiting",
    Ready = "ready",
});

/// The handlers of an instance for a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The instance.
    pub instance: u32,
    /// Handlers to call, if present.
    pub all: Vec<&'static str>,
    /// Only the first present one of these is called; `defaultEventHandler` where none is.
    pub first_of: Vec<&'static str>,
}

/// The verdict on the record of an earlier page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is taken over with the next READY of the same host and user.
    Taken,
    /// It is another frame's: leave it alone.
    LeftAlone,
    /// It is useless: remove it.
    Useless,
}

named!(Verdict { Taken = "taken", LeftAlone = "leftAlone", Useless = "useless", });

/// The outcome of a send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendOutcome {
    /// It was posted.
    Posted,
    /// It is queued until INITIALIZED goes out.
    Queued,
    /// Another instance posted the same; the host got it once.
    Suppressed,
    /// Another window has the call, and posts it.
    Forwarded,
    /// It was neither posted nor queued.
    Refused,
}

named!(SendOutcome {
    Posted = "posted",
    Queued = "queued",
    Suppressed = "suppressed",
    Forwarded = "forwarded",
    Refused = "refused",
});
