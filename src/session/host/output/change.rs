//! Changes since the page's last state.

use alloc::string::String;

use super::HostState;

outputs! {
    /// A change of the state.
    ChangeOutput<P> {
        /// The session's state changed.
        StateChanged = "state" {
            state: HostState = "state",
        }
        /// The widget's state changed.
        WidgetChanged = "widget" {
            /// The user is logged in to the calling app.
            is_logged_in: bool = "isLoggedIn",
            /// The user can take calls.
            is_available: bool = "isAvailable",
            /// The version of the published SDK it is compatible with.
            version: Option<String> = "version",
            /// The version of this package, where it uses it.
            sdk_version: Option<String> = "sdkVersion",
            /// True if it logs.
            debug_mode: Option<bool> = "debugMode",
        }
        /// A call began or changed.
        Call = "call" {
            /// The call's handle.
            key: u32 = "key",
            /// The call as pages see it.
            call: P = "call",
        }
        /// A call is forgotten.
        Gone = "gone" {
            key: u32 = "key",
        }
        /// True if leaving the page would lose a call.
        Active = "active" {
            is_active: bool = "isActive",
        }
    }
}
