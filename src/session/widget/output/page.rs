//! Orders for the page itself.

use alloc::string::String;
use alloc::vec::Vec;

use crate::protocol::Millis;

outputs! {
    /// Orders for the page itself: posts, storage, timers.
    PageOutput<P> {
        /// Post a message.
        Post = "post" {
            /// The message, complete.
            message: P = "message",
            /// The target origin.
            origin: String = "origin",
            /// The window to post to, as the edge numbers them.
            to: u32 = "to",
            /// The instance that sent it; 0 for the session itself.
            by: u32 = "by",
        }
        /// The output of `journal` changed.
        Persist = "persist" {}
        /// The time to enter `timeout`, in ms since the epoch; it replaces any other.
        Wake = "wake" {
            at: Millis = "at",
        }
        /// These payloads are no longer needed.
        Release = "release" {
            handles: Vec<u32> = "handles",
        }
    }
}
