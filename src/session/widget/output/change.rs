//! Changes since the edge's last state.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::Role;
use super::WidgetState;
use crate::protocol::Millis;
use crate::protocol::Value;

/// A change of the state.
#[derive(Clone, Debug, PartialEq)]
pub enum ChangeOutput {
    /// The session's state changed.
    State { state: WidgetState },
    /// The host that the session belongs to; no origin before it opened. `restore` takes it
    /// back.
    Pinned {
        origin: Option<String>,
        source: u32,
        /// The prefix of the host's message ids.
        id_prefix: String,
        /// READY, as delivered.
        ready: Option<Value>,
        /// A hash of the host's origin, its account and its user: the same in each of the
        /// user's windows.
        user_hash: Option<Value>,
        /// True if INITIALIZED was posted to it.
        is_initialized: bool,
    },
    /// INITIALIZED changed. `restore` takes it back.
    Presence {
        /// The message as it would be posted now; none before an instance posted it.
        presence: Option<Value>,
        /// The instance that posted it; 0 after a later log-in or availability.
        posted_by: u32,
    },
    /// True if the host fell silent while an answer is pending.
    Silent { is_silent: bool },
    /// The delivery of READY to an instance changed.
    Ready { instance: u32, is_ready: bool },
    /// A call began or changed.
    Call {
        /// The call's handle.
        key: u32,
        /// True if leaving the page would cut it off.
        is_under_way: bool,
        /// The call as applications see it.
        call: Value,
    },
    /// A call is forgotten.
    Gone { key: u32 },
    /// A message is queued, or its call changed. `requeue` takes it back.
    Queued {
        /// The message's number in the queue.
        number: u32,
        instance: u32,
        message: Value,
        /// The id it will be posted under.
        message_id: String,
        since: Millis,
        /// The handle of the call it is about.
        call: Option<u32>,
        /// A snapshot of that call before the message; none where the message began it.
        before: Option<Value>,
    },
    /// These are no longer queued: they are posted next, or were dropped.
    Unqueued { numbers: Vec<u32> },
    /// The role of this window among the user's windows.
    Windows {
        role: Role,
        /// The number of other windows.
        others: u32,
    },
}
