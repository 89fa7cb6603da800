//! What a widget session and its instances are told at construction.

use alloc::string::String;

use crate::session::HostPolicy;

/// What the edge tells of the page the widget runs in.
#[derive(Clone, Debug)]
pub struct Environment {
    /// The widget page's own origin, serialised.
    pub own_origin: String,
    /// A random text that begins every message id; no underscore in it.
    pub instance_id: String,
    /// Whether the page is framed.
    pub is_embedded: bool,
}

/// What one instance asks for.
#[derive(Clone, Debug, Default)]
pub(super) struct InstanceOptions {
    /// Whether payloads are checked and notes are given.
    pub(super) debug_mode: bool,
    /// What happens to a command out of order.
    pub(super) lifecycle: LifecycleMode,
    /// Whether a payload that deviates from its table is refused.
    pub(super) validate_strictly: bool,
    /// The host origins to trust. Those of the latest instance that names any
    /// count; where none does, the default.
    pub(super) policy: Option<HostPolicy>,
    /// Whether the instance only relays: no checks of any kind.
    pub(super) is_relay: bool,
    /// Whether it gets a number that is asked for twice, twice.
    pub(super) keeps_repeated_dials: bool,
    /// How much of the engine the instance uses.
    pub(super) mode: Mode,
    /// Whether open calls survive a reload of the page; only
    /// in [`Mode::Normal`].
    pub(super) resume: bool,
}

/// How much of the engine an instance uses. The trust gate holds in every mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// All of it.
    #[default]
    Normal,
    /// What the published SDK does and no more: no queue, no checks, no
    /// lifecycle, no stand-in handlers, nothing suppressed. What is sent before
    /// READY is dropped.
    Published,
}

named!(Mode { Normal = "normal", Published = "published", });

/// What happens to a command out of order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LifecycleMode {
    /// It is sent all the same, counted, and noted once per code and call.
    #[default]
    Warn,
    /// It is not sent and nothing changes.
    Strict,
    /// It is sent and nothing is said.
    Off,
}

named!(LifecycleMode { Warn = "warn", Strict = "strict", Off = "off", });
