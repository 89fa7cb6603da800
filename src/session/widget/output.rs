//! What a widget session orders the edge to do.

use alloc::string::String;

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
    /// For listeners, never on the console: told of now and then only.
    Count,
}

/// What became of a send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// It was posted under this message id; an observer's would have been.
    Posted(String),
    /// It waits for READY.
    Queued,
    /// Another instance sent the same; the host got it once.
    Suppressed,
    /// It was not sent.
    Refused(Code),
}
