//! Orders for the page itself.

use alloc::string::String;

use crate::protocol::Millis;
use crate::protocol::Value;

/// Orders for the page itself: posts, storage, timers.
#[derive(Clone, Debug, PartialEq)]
pub enum PageOutput {
    /// Post a message.
    Post {
        /// The message, complete.
        message: Value,
        /// The target origin.
        origin: String,
        /// The window to post to, as the edge numbers them.
        to: u32,
        /// The instance that sent it; 0 for the session itself.
        by: u32,
    },
    /// The output of `journal` changed.
    Persist {},
    /// The time to enter `timeout`, in ms since the epoch; it replaces any other.
    Wake { at: Millis },
}
