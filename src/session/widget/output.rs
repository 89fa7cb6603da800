//! What a widget session orders the edge to do.

use alloc::string::String;

use super::receipts::Outcome;
use crate::session::{Code, SourceId};

/// An order to the edge.
#[derive(Clone, Debug, PartialEq)]
pub enum Output<P> {
    /// Post a message.
    Post {
        /// The message, complete.
        message: P,
        /// The origin to name.
        origin: String,
        /// The window to post to.
        to: SourceId,
        /// The instance it is from; 0 for the session itself.
        by: u32,
    },
    /// Hand a message to the instances' handlers, then call
    /// [`Widget::handle_delivered`](super::Widget::handle_delivered).
    Deliver {
        /// The message.
        message: P,
        /// The one instance it is for; `None` for all.
        to: Option<u32>,
    },
    /// Tell of a diagnostic.
    Report(Report),
    /// The state or the calls changed.
    Changed,
    /// The record changed: write what
    /// [`Widget::journal`](super::Widget::journal) answers in place of what was
    /// written before, or remove that.
    Persist,
    /// Report the calls that were taken over from the page before, then call
    /// [`Widget::handle_delivered`](super::Widget::handle_delivered): what waits
    /// goes out after that.
    Resumed {
        /// `calls`, a list of objects as
        /// [`calls_snapshot`](crate::session::calls_snapshot) makes them with a
        /// `key` for [`Widget::forget_call`](super::Widget::forget_call) each;
        /// `ageMs`.
        account: P,
    },
    /// A wait is over.
    Settled {
        /// The number [`Widget::wait`](super::Widget::wait) gave it.
        wait: u32,
        /// What came of it.
        outcome: Outcome,
        /// What the host answered, as it came: the engagement's id, the caller's
        /// matches, the data of a refusal.
        value: Option<P>,
    },
}

/// A diagnostic, free of personal data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The reason.
    pub code: Code,
    /// How loud it is.
    pub level: Level,
    /// A field's path, an origin or a state; empty where the code says it all.
    pub detail: String,
    /// How often the code was given by now.
    pub count: u32,
}

/// How loud a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// For listeners; on the console only in debug mode.
    Note,
    /// Always on the console, as a warning.
    Warn,
    /// Always on the console, as an error.
    Error,
    /// For listeners, never on the console: reported now and then only.
    Count,
}

named!(Level { Note = "note", Warn = "warn", Error = "error", Count = "count", });

/// What became of a send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// It was posted under this message id.
    Posted(String),
    /// It waits for READY.
    Queued,
    /// Another instance sent the same; the host got it once.
    Suppressed,
    /// It was not sent.
    Refused(Code),
}
