//! The options of an instance, and the outcome of its messages.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{LifecycleMode, Mode};

/// The options of an instance.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// True if notes are reported and payloads are checked.
    pub debug_mode: bool,
    /// The handling of its commands out of order.
    pub lifecycle: LifecycleMode,
    /// True if a payload that deviates from its table is refused.
    pub validate_strictly: bool,
    /// The trusted host origins, in place of the default ones.
    pub origins: Option<Vec<String>>,
    /// True if it only relays.
    pub is_relay: bool,
    /// True if repeated dials are delivered to it.
    pub keeps_repeated_dials: bool,
    /// The part of the engine it uses.
    pub mode: Mode,
    /// True if open calls survive a reload of the page.
    pub resume: bool,
}

impl Options {
    /// An instance that trusts one host.
    #[must_use]
    pub fn trusting(origin: &str) -> Self {
        Self {
            origins: Some(vec![origin.to_owned()]),
            ..Self::default()
        }
    }
}

/// The outcome of a send.
#[derive(Clone, Debug, PartialEq)]
pub enum Sent {
    /// It was posted under this message id.
    Posted(String),
    /// It is queued until READY.
    Queued,
    /// Another instance or another window's app sent the same.
    Suppressed,
    /// Another window has the call, and posts it.
    Forwarded,
    /// It was not sent; this was reported first.
    Refused(Code),
}
