//! Options of a widget's session and its instances.

use alloc::string::String;

use super::output::Level;
use crate::protocol::named;
use crate::session::HostPolicy;

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

/// The options of one instance.
#[derive(Clone, Debug, Default)]
pub(super) struct InstanceOptions {
    /// True if payloads are checked and notes are reported.
    pub(super) debug_mode: bool,
    /// The handling of a command out of order.
    pub(super) lifecycle: LifecycleMode,
    /// True if a payload that deviates from its table is refused.
    pub(super) validate_strictly: bool,
    /// The trusted host origins. Those of the latest instance that names any count; where none
    /// does, the default.
    pub(super) policy: Option<HostPolicy>,
    /// True if the instance only relays: no checks of any kind.
    pub(super) is_relay: bool,
    /// True if repeated dials are delivered to it.
    pub(super) keeps_repeated_dials: bool,
    /// The part of the engine the instance uses.
    pub(super) mode: Mode,
    /// True if open calls survive a reload of the page; only in [`Mode::Normal`].
    pub(super) resume: bool,
}

impl InstanceOptions {
    /// The rules for the instance's messages.
    pub(super) fn rules(&self) -> Rules {
        if self.is_relay || self.mode == Mode::Published {
            return Rules {
                lifecycle: LifecycleMode::Off,
                check: Check::None,
            };
        }
        Rules {
            lifecycle: self.lifecycle,
            check: match (self.validate_strictly, self.debug_mode) {
                (true, _) => Check::Refuse,
                (false, true) => Check::Report,
                (false, false) => Check::None,
            },
        }
    }
}

/// The checks of an instance's messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) lifecycle: LifecycleMode,
    pub(super) check: Check,
}

/// The handling of a payload that deviates from its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// It is not checked.
    None,
    /// Its deviations are reported.
    Report,
    /// It is refused.
    Refuse,
}

impl Check {
    /// The level at which a deviation is reported; `None` for no check.
    pub(super) const fn level(self) -> Option<Level> {
        match self {
            Self::None => None,
            Self::Report => Some(Level::Note),
            Self::Refuse => Some(Level::Error),
        }
    }
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
