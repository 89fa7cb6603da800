//! The user's other windows.

use alloc::string::String;

inputs! {
    /// Another window of the user's, and how this one reaches it.
    WindowInput<P> {
        /// This window shares its calls, as soon as the browser lets it.
        Join = "joinWindows" {
            /// A random text that names this window, also after a trap.
            window: String = "window",
        }
        /// The other windows may hear this one: they see by a lock when it is gone.
        Meet = "meetWindows" {}
        /// This window has the lock of the leader.
        Lead = "leadWindows" {}
        /// This window shares its calls no more, or cannot.
        Leave = "leaveWindows" {}
        /// Something arrived on the channel of the windows: whatever any page of the origin
        /// put there.
        Heard = "heard" {
            said: P = "said",
            /// Its field `message`; an empty object where that is no object.
            message: P = "message",
            /// True if it came through a port: no lock shows when its window is gone.
            is_relayed: bool = "isRelayed",
            /// The message id, if the app's message carries none.
            message_id: String = "messageId",
        }
        /// Another window is gone: its lock is released, and what it said before was heard.
        Gone = "windowGone" {
            window: String = "window",
        }
    }
}
