//! A message event of the frame.

use alloc::string::String;

use crate::protocol::Envelope;
use crate::session::Code;

/// A message event: its source, then its message.
#[derive(Clone, Debug)]
pub enum MessageInput {
    /// A message event of the frame's window, before anything of its message is
    /// read. Answered by `admitted` where the message counts.
    Admit {
        /// The browser made the event.
        is_trusted: bool,
        /// The sender's origin, serialised.
        origin: String,
        /// The event names no window: the page that posted it is gone.
        is_gone: bool,
    },
    /// The message of an event that counts.
    Receive {
        /// As for `Admit`.
        origin: String,
        /// As for `Admit`.
        is_gone: bool,
        /// The message.
        message: Envelope,
    },
    /// Messages of events that count are over a limit, or contain something that is not data:
    /// nothing of them was taken.
    Refuse {
        /// The reason.
        code: Code,
        /// The number since the edge's last report.
        times: u32,
    },
}
