//! The user's other windows.

use alloc::string::String;

inputs! {
    /// The user's other windows, and the way to them.
    WindowInput<P> {
        /// This window shares its calls, as soon as the browser lets it.
        Join = "joinWindows" {
            /// A random text that names this window, also after a trap.
            window: String = "window",
        }
        /// The other windows can hear this one: a lock shows them when it is gone.
        Meet = "meetWindows" {}
        /// This window has the leader's lock.
        Lead = "leadWindows" {}
        /// This window no longer shares its calls, or cannot.
        Leave = "leaveWindows" {}
        /// Any value on the windows' channel, from any page of the origin.
        Heard = "heard" {
            said: P = "said",
            /// Its field `message`; an empty object if that is not an object.
            message: P = "message",
            /// True if it came through a port: no lock shows when its window is gone.
            is_relayed: bool = "isRelayed",
            /// The message id, if the app's message carries none.
            message_id: String = "messageId",
        }
        /// Another window is gone: its lock is released, and its earlier messages were received.
        Gone = "windowGone" {
            window: String = "window",
        }
    }
}
