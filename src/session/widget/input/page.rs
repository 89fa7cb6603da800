//! What the page around a session says.

use alloc::string::String;

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
            /// As `presence` gave it last; an empty object for none.
            presence: P = "presence",
            posted_by: u32 = "postedBy",
            /// The calls, as `call` gave them last.
            snapshot: P = "snapshot",
        }
        /// Reports what the edge found, as loud as its code is.
        Note = "note" {
            code: Code = "code",
            /// A field's path or a name; never a value.
            detail: String = "detail",
        }
    }
}
