//! Options of a widget's session and its instances.

use alloc::string::String;
use alloc::vec::Vec;

use super::output::Level;
use crate::protocol::named;

/// The page that the widget runs in.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// The widget page's own origin, serialised.
    pub own_origin: String,
    /// A random text that begins every message id; no underscore in it.
    pub instance_id: String,
    /// True if the page is framed, or has another host.
    pub is_embedded: bool,
    /// The origin of the one host that the app named; any text for a port.
    pub given_host: Option<String>,
}

/// An object of the app's, as the edge describes it.
#[derive(Clone, Debug, Default)]
pub struct InstanceOptions {
    /// Its number.
    pub instance: u32,
    /// True if payloads are checked and notes are reported.
    pub debug_mode: bool,
    /// The handling of its commands out of order.
    pub lifecycle: LifecycleMode,
    /// True if a payload that deviates from its table is refused.
    pub is_strict: bool,
    /// The trusted host origins, in place of the default ones. Those of the latest instance that
    /// names any count.
    pub origins: Option<Vec<String>>,
    /// True if it only relays: no checks of any kind.
    pub is_relay: bool,
    /// The part of the engine it uses.
    pub mode: Mode,
    /// True if repeated dials are delivered to it.
    pub keeps_repeated_dials: bool,
    /// True if open calls survive a reload of the page; only in [`Mode::Normal`].
    pub resume: bool,
}

impl InstanceOptions {
    /// The rules for the instance's messages.
    pub(super) fn rules(&self) -> Rules {
        if self.is_relay || self.mode == Mode::Published {
            return Rules {
                lifecycle: LifecycleMode::Off,
                check: None,
            };
        }
        Rules {
            lifecycle: self.lifecycle,
            check: match (self.is_strict, self.debug_mode) {
                (true, _) => Some(Level::Error),
                (false, true) => Some(Level::Note),
                (false, false) => None,
            },
        }
    }
}

/// The checks of an instance's messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) lifecycle: LifecycleMode,
    /// The level at which a payload's deviations from its table are reported: an error refuses it.
    /// `None` for no check.
    pub(super) check: Option<Level>,
}

named! {
    /// The part of the engine an instance uses. The trust gate holds in every mode.
    Mode, default Normal {
        /// All of it.
        Normal = "normal",
        /// The published SDK's behaviour: no queue, no checks, no lifecycle, no stand-in handlers,
        /// nothing suppressed. Messages sent before READY are dropped.
        Published = "published",
    }
}

named! {
    /// The handling of a command out of order.
    LifecycleMode, default Warn {
        /// It is sent all the same, counted, and reported once per code and call.
        Warn = "warn",
        /// It is not sent and nothing changes.
        Strict = "strict",
        /// It is sent and not reported.
        Off = "off",
    }
}
