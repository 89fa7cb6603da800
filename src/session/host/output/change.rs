//! Changes since the page's last state.

use alloc::string::String;

use super::HostState;
use crate::protocol::Value;

/// A change of the state.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ChangeOutput {
    /// The session's state changed.
    StateChanged { state: HostState },
    /// The widget's state changed.
    WidgetChanged {
        /// The user is logged in to the calling app.
        is_logged_in: bool,
        /// The user can take calls.
        is_available: bool,
        /// The version of the published SDK it is compatible with.
        version: Option<String>,
        /// The version of this package, where it uses it.
        sdk_version: Option<String>,
        /// True if it logs.
        debug_mode: Option<bool>,
    },
    /// A call began or changed.
    Call {
        /// The call's handle.
        key: u32,
        /// The call as pages see it.
        call: Value,
    },
    /// A call is forgotten.
    Gone { key: u32 },
    /// True if leaving the page would lose a call.
    Active { is_active: bool },
}
