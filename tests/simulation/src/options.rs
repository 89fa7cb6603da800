//! The options of an instance, and the outcome of its messages.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{LifecycleMode, Mode};

/// What an instance asks for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether notes are reported and payloads are checked.
    pub debug_mode: bool,
    /// What happens to its commands out of order.
    pub lifecycle: LifecycleMode,
    /// Whether a payload that deviates from its table is refused.
    pub validate_strictly: bool,
    /// The host origins to trust, in place of the default ones.
    pub origins: Option<Vec<String>>,
    /// Whether it only relays.
    pub is_relay: bool,
    /// Whether a dial that repeats the last one is delivered to it.
    pub keeps_repeated_dials: bool,
    /// How much of the engine it uses.
    pub mode: Mode,
    /// Whether open calls survive a reload of the page.
    pub resume: bool,
}

/// What became of a send.
#[derive(Clone, Debug, PartialEq)]
pub enum Sent {
    /// It was posted under this message id.
    Posted(String),
    /// It waits for READY.
    Queued,
    /// Another instance or another window's app sent the same.
    Suppressed,
    /// Another window has the call, and posts it.
    Forwarded,
    /// It was not sent, and this is what was reported first.
    Refused(Code),
}
