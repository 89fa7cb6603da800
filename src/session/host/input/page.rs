//! Inputs of the page around a session.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::HostState;
use crate::protocol::Part;
use crate::protocol::shapes::Ready;
use crate::session::{Code, Snapshot};

/// The page: the session's start, and the edge's own reports.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PageInput {
    /// The settings; the first input, once. Answered by `badOrigin` where an origin is invalid.
    Start {
        /// The page's own origin, serialised.
        own_origin: String,
        /// The origin of the widget's address, serialised.
        widget_origin: String,
        /// A random text that begins every message id, with a letter.
        instance: String,
        /// The fields that READY carries.
        context: Part<Ready>,
        /// Further origins the widget may move to.
        allowed_widget_origins: Vec<String>,
        /// True if numbers on custom objects can be dialled.
        supports_custom_objects: bool,
        /// True if the calling app takes incoming calls.
        supports_inbound_calling: bool,
        /// True while the user works through a queue of tasks of the type Call.
        in_call_task: bool,
        /// True if a message out of order is reported as an error.
        is_strict: bool,
    },
    /// Restores the state of an engine that trapped. Requests that the widget still waits for
    /// are answered as failed.
    Restore {
        /// The session's state, from the last `state`.
        state: HostState,
        /// From the last `widget`.
        is_logged_in: bool,
        is_available: bool,
        version: Option<String>,
        sdk_version: Option<String>,
        debug_mode: Option<bool>,
        /// From the last `visibility`.
        is_minimized: bool,
        is_hidden: bool,
        /// The calls, from the last `call` of each.
        snapshot: Part<Snapshot>,
    },
    /// Reports the edge's own diagnostic.
    Note { code: Code, detail: String },
    /// Asks for the count of each code. Answered by `counts`.
    Count {},
}
