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
            /// Whether the release of a lock shows that this window is gone.
            has_lock: bool = "hasLock",
            /// What it was before a trap, as `windows` gave it last; else `alone`.
            was: Role = "was",
        }
        /// The other windows hear this one no more.
        Leave = "leaveWindows" {}
        /// The app says what this window is; none has the windows agree on a leader.
        SetRole = "setRole" {
            role: Option<Role> = "role",
        }
        /// Something arrived on the channel of the windows: whatever any page of the origin
        /// put there.
        Heard = "heard" {
            said: P = "said",
            /// Its field `message`; an empty object where that is no object.
            message: P = "message",
            /// Whether it came through a port, where it is not heard that its window goes.
            is_relayed: bool = "isRelayed",
            /// The message id, if the app's message carries none.
            message_id: String = "messageId",
        }
        /// Another window is gone.
        Gone = "windowGone" {
            window: String = "window",
        }
    }
}
