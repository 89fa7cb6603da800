//! The user's other windows.

use alloc::string::String;

use super::super::Role;

inputs! {
    /// Another window of the user's, and how this one reaches it.
    WindowInput<P> {
        /// The other windows hear this one from now on.
        Join = "joinWindows" {
            /// A random text that names this window, also after a trap.
            window: String = "window",
            /// Whether it may lead: one that only a port reaches may not.
            can_lead: bool = "canLead",
            /// What it was before a trap, as `windows` gave it last; else `alone`.
            was: Role = "was",
        }
        /// The other windows hear this one no more.
        Leave = "leaveWindows" {}
        /// The app says what this window is; none has the windows agree on a leader.
        SetRole = "setRole" {
            role: Option<Role> = "role",
        }
        /// Another window spoke, whatever it said.
        Present = "windowPresent" {
            window: String = "window",
            /// Whether the edge sees when it is gone, and enters `windowGone`.
            is_watched: bool = "isWatched",
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
        Gone = "windowGone" {
            window: String = "window",
        }
    }
}
