//! The user's other windows.

use alloc::string::String;

use super::super::Role;

inputs! {
    /// Another window of the user's, or what this one is among them.
    WindowInput<P> {
        /// What this window is among the user's windows. Followed by `announce`.
        Share = "share" {
            /// A random text that names this window, also after a trap.
            window: String = "window",
            role: Role = "role",
        }
        /// Another window came, and knows nothing yet. Followed by `announce`.
        Welcome = "welcome" {}
        /// The calls of another window, as its `announce` gave them.
        Announced = "announced" {
            window: String = "window",
            calls: P = "calls",
            is_leader: bool = "isLeader",
        }
        /// A message of the app's in another window, as its `forward` gave it.
        Forwarded = "forwarded" {
            /// The window it is for; empty for the leader.
            to: String = "to",
            message: P = "message",
            /// The message id, if it carries none.
            message_id: String = "messageId",
        }
        /// Another window is gone.
        WindowGone = "windowGone" {
            window: String = "window",
        }
    }
}
