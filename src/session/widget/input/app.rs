//! Actions and questions of the app.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::{LifecycleMode, Mode};
use crate::protocol::shapes::DialNumber;
use crate::protocol::{Envelope, Part};

/// The app: its objects, its messages, its handlers and its questions.
#[derive(Clone, Debug)]
pub enum AppInput {
    /// Adds an object of the app's to the session.
    Attach {
        /// Its number.
        instance: u32,
        /// True if notes are reported and payloads are checked.
        debug_mode: bool,
        /// The handling of its commands out of order.
        lifecycle: LifecycleMode,
        /// True if a payload that deviates from its table is refused.
        is_strict: bool,
        /// The trusted host origins, in place of the default ones.
        origins: Option<Vec<String>>,
        /// True if it only relays: no checks of any kind.
        is_relay: bool,
        /// The part of the engine it uses.
        mode: Mode,
        /// True if repeated dials are delivered to it.
        keeps_repeated_dials: bool,
        /// True if open calls survive a reload of the page.
        resume: bool,
        /// True if an engine that trapped had delivered READY to it.
        is_ready: bool,
    },
    /// Removes it.
    Detach { instance: u32 },
    /// A message of the app's. Answered by `sent`.
    Send {
        instance: u32,
        message: Envelope,
        /// The id it is posted under, unless it has its own.
        message_id: String,
    },
    /// A message that the app injects, as its tests do.
    Inject {
        instance: u32,
        /// Its pretended origin; empty for the page's own.
        origin: String,
        message: Envelope,
    },
    /// The app assumes that the session is open, as its tests do.
    AssumeReady { origin: String },
    /// The handlers of a `deliver` or a `resumed` have returned.
    Delivered {
        /// The handlers that took the message, each behind its instance and a colon.
        served: Vec<String>,
    },
    /// Asks for an instance's handlers of a message. Answered by `route`.
    Route { instance: u32, message: Envelope },
    /// The handler that took the message of `route`; empty for none.
    Routed { instance: u32, handler: String },
    /// Drops a call, and the messages queued about it.
    ForgetCall { key: u32 },
    /// Asks for the callee, by DIAL_NUMBER's payload. Answered by `callee`.
    Callee { dial: Part<DialNumber> },
    /// Asks for the count of each code. Answered by `counts`.
    Count {},
}
