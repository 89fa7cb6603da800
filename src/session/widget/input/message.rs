//! A message event of the window, and messages that the edge refused.

use alloc::string::String;

use crate::protocol::Envelope;
use crate::session::Code;

/// A message event: its source, then its message.
#[derive(Clone, Debug)]
pub enum MessageInput {
    /// A message event, before anything of its message is read. Answered by `admitted` where
    /// the message counts, and by `askSync` where it depends on the message being a SYNC: then
    /// it is entered once more.
    Admit {
        /// True if the browser made the event.
        is_trusted: bool,
        /// The window it comes from, as the edge numbers them; 0 for any other.
        source: u32,
        /// The origin the browser attests.
        origin: String,
        /// True if the message is a SYNC; absent unless that was asked.
        is_sync: Option<bool>,
    },
    /// The message of an event that counts.
    Receive {
        source: u32,
        origin: String,
        message: Envelope,
    },
    /// Messages the edge refused unread: the browser did not make their events, they come from
    /// a foreign window, are over a limit, or contain something that is not data.
    Refuse {
        code: Code,
        /// The number since the edge's last report.
        times: u32,
    },
}
