//! A message event of the frame.

use alloc::string::String;

use crate::session::Code;

inputs! {
    /// A message event: its source, then its message.
    MessageInput<P> {
        /// A message event of the frame's window, before anything of its message is
        /// read. Answered by `admitted` where the message counts.
        Hear = "hear" {
            is_trusted: bool = "isTrusted",
            origin: String = "origin",
            /// The event names no window: the page that posted it is gone.
            is_gone: bool = "isGone",
        }
        /// The message of an event that counts.
        Receive = "receive" {
            origin: String = "origin",
            is_gone: bool = "isGone",
            message: P = "message",
        }
        /// Messages of events that count are over a limit, or contain something that is not data:
        /// nothing of them was taken.
        Refuse = "refuse" {
            code: Code = "code",
            /// The number since the edge's last report.
            times: u32 = "times",
        }
    }
}
