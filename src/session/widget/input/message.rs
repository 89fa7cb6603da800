//! A message event of the window, and messages that the edge refused.

use alloc::string::String;

use crate::session::Code;

inputs! {
    /// A message event: who speaks, and then what.
    MessageInput<P> {
        /// A message event, before anything of its message is read. Answered by
        /// `admitted` where the message counts, and by `askSync` where it matters
        /// whether it is a SYNC: then it is entered once more.
        Hear = "hear" {
            /// Whether the browser made the event.
            is_trusted: bool = "isTrusted",
            /// The window it comes from, as the edge numbers them; 0 for any other.
            source: u32 = "source",
            /// The origin the browser attests.
            origin: String = "origin",
            /// Whether the message is a SYNC, where that was asked.
            is_sync: Option<bool> = "isSync",
        }
        /// The message of an event that counts.
        Receive = "receive" {
            source: u32 = "source",
            origin: String = "origin",
            message: P = "message",
        }
        /// Messages the edge refused unread: the browser did not make their events,
        /// they come from a foreign window, are over a limit, or hold what is no data.
        Refuse = "refuse" {
            code: Code = "code",
            /// How many since the edge reported them last.
            times: u32 = "times",
        }
    }
}
