//! Inputs of the page around a session.

use alloc::string::String;

use crate::protocol::Millis;
use crate::session::Code;

inputs! {
    /// The page: the session's start, and the edge's own reports.
    PageInput<P> {
        /// The page of the session; the first input, once.
        Start = "start" {
            /// The page's own origin, serialised.
            own_origin: String = "ownOrigin",
            /// A random text that begins every message id; no underscore in it.
            instance_id: String = "instanceId",
            /// True if the page is framed, or has another host.
            is_embedded: bool = "isEmbedded",
            /// The origin of the one host that the app named; any text for a port.
            given_host: Option<String> = "givenHost",
        }
        /// Restores the state of an engine that trapped.
        Restore = "restore" {
            /// From the last `pinned`.
            origin: Option<String> = "origin",
            source: u32 = "source",
            id_prefix: String = "idPrefix",
            ready: P = "ready",
            is_initialized: bool = "isInitialized",
            /// From the last `presence`; an empty object for none.
            presence: P = "presence",
            posted_by: u32 = "postedBy",
            /// The calls, from the last `call` of each.
            snapshot: P = "snapshot",
        }
        /// Restores a queued message, from its last `queued`; after `restore`, in the order of
        /// their numbers.
        Requeue = "requeue" {
            instance: u32 = "instance",
            message: P = "message",
            message_id: String = "messageId",
            since: Millis = "since",
            call: Option<u32> = "call",
            before: Option<P> = "before",
        }
        /// The page is being left.
        Leave = "leavePage" {
            /// True once it is hidden; before, it may still stay.
            is_certain: bool = "isCertain",
        }
        /// The page is shown again.
        Stay = "stayPage" {}
        /// Reports the edge's own diagnostic, at its code's level.
        Note = "note" {
            code: Code = "code",
            /// A field's path or a name; never a value.
            detail: String = "detail",
        }
    }
}
