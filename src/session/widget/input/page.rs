//! Inputs of the page around a session.

use alloc::string::String;

use crate::protocol::Millis;
use crate::protocol::{Envelope, Part};
use crate::session::Code;
use crate::session::Snapshot;

/// The page: the session's start, and the edge's own reports.
#[derive(Clone, Debug)]
pub enum PageInput {
    /// The page of the session; the first input, once.
    Start {
        /// The page's own origin, serialised.
        own_origin: String,
        /// A random text that begins every message id; no underscore in it.
        instance_id: String,
        /// True if the page is framed, or has another host.
        is_embedded: bool,
        /// The origin of the one host that the app named; any text for a port.
        given_host: Option<String>,
    },
    /// Restores the state of an engine that trapped.
    Restore {
        /// From the last `pinned`.
        origin: Option<String>,
        source: u32,
        id_prefix: String,
        ready: Envelope,
        is_initialized: bool,
        /// From the last `presence`; an empty object for none.
        presence: Envelope,
        posted_by: u32,
        /// The calls, from the last `call` of each.
        snapshot: Part<Snapshot>,
    },
    /// Restores a queued message, from its last `queued`; after `restore`, in the order of
    /// their numbers.
    Requeue {
        instance: u32,
        message: Envelope,
        message_id: String,
        since: Millis,
        call: Option<u32>,
        before: Option<Part<Snapshot>>,
    },
    /// The page is being left.
    Leave {
        /// True once it is hidden; before, it may still stay.
        is_certain: bool,
    },
    /// The page is shown again.
    Stay {},
    /// Reports the edge's own diagnostic, at its code's level.
    Note {
        code: Code,
        /// A field's path or a name; never a value.
        detail: String,
    },
}
