//! What the page around a session says.

use alloc::string::String;

use crate::protocol::Millis;
use crate::session::Code;

inputs! {
    /// The page: how a session begins, and what the edge noticed by itself.
    PageInput<P> {
        /// The page of the session; comes first, once.
        Start = "start" {
            /// The page's own origin, serialised.
            own_origin: String = "ownOrigin",
            /// A random text that begins every message id; no underscore in it.
            instance_id: String = "instanceId",
            /// Whether there is a page around it, or another host.
            is_embedded: bool = "isEmbedded",
            /// The origin of the one host that the app named; any text for a port.
            given_host: Option<String> = "givenHost",
        }
        /// Restores what an engine that trapped had.
        Restore = "restore" {
            /// As `pinned` gave it last.
            origin: Option<String> = "origin",
            source: u32 = "source",
            id_prefix: String = "idPrefix",
            ready: P = "ready",
            is_initialized: bool = "isInitialized",
            /// As `presence` gave it last; an empty object for none.
            presence: P = "presence",
            posted_by: u32 = "postedBy",
            /// The calls, as `call` gave them last.
            snapshot: P = "snapshot",
        }
        /// Restores a message that was queued, as `queued` gave it last; after `restore`, in
        /// the order of their numbers.
        Requeue = "requeue" {
            instance: u32 = "instance",
            message: P = "message",
            message_id: String = "messageId",
            since: Millis = "since",
            call: Option<u32> = "call",
            before: Option<P> = "before",
        }
        /// Reports what the edge found, as loud as its code is.
        Note = "note" {
            code: Code = "code",
            /// A field's path or a name; never a value.
            detail: String = "detail",
        }
    }
}
