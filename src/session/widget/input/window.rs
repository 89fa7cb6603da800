//! The user's other windows.

use alloc::string::String;

use super::super::WindowMessage;
use crate::protocol::{Envelope, Part};

/// The user's other windows, and the way to them.
#[derive(Clone, Debug)]
pub enum WindowInput {
    /// This window shares its calls, as soon as the browser lets it.
    Join {
        /// A random text that names this window, also after a trap.
        window: String,
    },
    /// The other windows can hear this one: a lock shows them when it is gone.
    Meet {},
    /// This window has the leader's lock.
    Lead {},
    /// This window no longer shares its calls, or cannot.
    Leave {},
    /// Any value on the windows' channel, from any page of the origin.
    Heard {
        said: Part<WindowMessage>,
        /// Its field `message`; an empty object if that is not an object.
        message: Envelope,
        /// True if it came through a port: no lock shows when its window is gone.
        is_relayed: bool,
        /// The message id, if the app's message carries none.
        message_id: String,
    },
    /// Another window is gone: its lock is released, and its earlier messages were received.
    Gone { window: String },
}
