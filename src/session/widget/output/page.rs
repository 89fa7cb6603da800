//! What the edge does by the means of the page.

use alloc::string::String;
use alloc::vec::Vec;

use crate::protocol::Millis;

outputs! {
    /// What the page does: posts, storage, timers.
    PageOutput<P> {
        /// Post a message.
        Post = "post" {
            /// The message, complete.
            message: P = "message",
            /// The origin to name.
            origin: String = "origin",
            /// The window to post to, as the edge numbers them.
            to: u32 = "to",
            /// The instance it is from; 0 for the session itself.
            by: u32 = "by",
        }
        /// What `journal` gives is another.
        Persist = "persist" {}
        /// When to enter `timeout`, in ms since the epoch, in place of any other time.
        Wake = "wake" {
            at: Millis = "at",
        }
        /// These payloads are no longer needed.
        Release = "release" {
            handles: Vec<u32> = "handles",
        }
    }
}
