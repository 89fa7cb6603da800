//! What the page around a session says.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::HostState;
use crate::session::Code;

inputs! {
    /// The page: how a session begins, and what the edge noticed by itself.
    PageInput<P> {
        /// What the host is given at its start; comes first, once. Answered by
        /// `badOrigin` where an origin is none.
        Start = "start" {
            /// The page's own origin, serialised.
            own_origin: String = "ownOrigin",
            /// The origin of the widget's address, serialised.
            widget_origin: String = "widgetOrigin",
            /// A random text that begins every message id, with a letter.
            instance: String = "instance",
            /// The fields that READY carries.
            context: P = "context",
            /// Further origins the widget may move to.
            allowed_widget_origins: Vec<String> = "allowedWidgetOrigins",
            /// Whether numbers on custom objects can be dialled.
            supports_custom_objects: bool = "supportsCustomObjects",
            /// Whether the calling app takes incoming calls.
            supports_inbound_calling: bool = "supportsInboundCalling",
            /// Whether the user works through a queue of tasks of the type Call.
            in_call_task: bool = "inCallTask",
            /// Whether a message out of order is reported as an error.
            is_strict: bool = "isStrict",
        }
        /// Restores what an engine that trapped had. What the widget still waits for is
        /// answered as failed.
        Restore = "restore" {
            /// Where the session stood, as `state` gave it last.
            state: HostState = "state",
            /// As `widget` gave it last.
            is_logged_in: bool = "isLoggedIn",
            is_available: bool = "isAvailable",
            version: Option<String> = "version",
            sdk_version: Option<String> = "sdkVersion",
            debug_mode: Option<bool> = "debugMode",
            /// As `visibility` gave it last.
            is_minimized: bool = "isMinimized",
            is_hidden: bool = "isHidden",
            /// The calls, as `call` gave them last.
            snapshot: P = "snapshot",
        }
        /// Reports what the edge found.
        Note = "note" {
            code: Code = "code",
            detail: String = "detail",
        }
        /// Asks how often each code was given. Answered by `counts`.
        Count = "count" {}
    }
}
