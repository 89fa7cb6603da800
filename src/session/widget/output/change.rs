//! Changes since the edge's last state.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::Role;
use super::WidgetState;
use crate::protocol::Millis;

outputs! {
    /// A change of the state.
    ChangeOutput<P> {
        /// The session's state changed.
        State = "state" {
            state: WidgetState = "state",
        }
        /// The host that the session belongs to; no origin before it opened. `restore` takes it
        /// back.
        Pinned = "pinned" {
            origin: Option<String> = "origin",
            source: u32 = "source",
            /// The prefix of the host's message ids.
            id_prefix: String = "idPrefix",
            /// READY, as delivered.
            ready: Option<P> = "ready",
            /// A hash of the host's origin, its account and its user: the same in each of the
            /// user's windows.
            mark: Option<P> = "mark",
            /// True if INITIALIZED was posted to it.
            is_initialized: bool = "isInitialized",
        }
        /// INITIALIZED changed. `restore` takes it back.
        Presence = "presence" {
            /// The message as it would be posted now; none before an instance posted it.
            presence: Option<P> = "presence",
            /// The instance that posted it; 0 after a later log-in or availability.
            posted_by: u32 = "postedBy",
        }
        /// True if the host fell silent while an answer is pending.
        Silent = "silent" {
            is_silent: bool = "isSilent",
        }
        /// The delivery of READY to an instance changed.
        Ready = "ready" {
            instance: u32 = "instance",
            is_ready: bool = "isReady",
        }
        /// A call began or changed.
        Call = "call" {
            /// The call's handle.
            key: u32 = "key",
            /// True if leaving the page would cut it off.
            is_under_way: bool = "isUnderWay",
            /// The call as applications see it.
            call: P = "call",
        }
        /// A call is forgotten.
        Gone = "gone" {
            key: u32 = "key",
        }
        /// A message is queued, or its call changed. `requeue` takes it back.
        Queued = "queued" {
            /// The message's number in the queue.
            number: u32 = "number",
            instance: u32 = "instance",
            message: P = "message",
            /// The id it will be posted under.
            message_id: String = "messageId",
            since: Millis = "since",
            /// The handle of the call it is about.
            call: Option<u32> = "call",
            /// A snapshot of that call before the message; none where the message began it.
            before: Option<P> = "before",
        }
        /// These are no longer queued: they are posted next, or were dropped.
        Unqueued = "unqueued" {
            numbers: Vec<u32> = "numbers",
        }
        /// The role of this window among the user's windows.
        Windows = "windows" {
            role: Role = "role",
            /// The number of other windows.
            others: u32 = "others",
        }
    }
}
