//! Inputs of the page around a session.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::HostState;
use crate::session::Code;

inputs! {
    /// The page: the session's start, and the edge's own reports.
    PageInput<P> {
        /// The settings; the first input, once. Answered by `badOrigin` where an origin is invalid.
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
            /// True if numbers on custom objects can be dialled.
            supports_custom_objects: bool = "supportsCustomObjects",
            /// True if the calling app takes incoming calls.
            supports_inbound_calling: bool = "supportsInboundCalling",
            /// True while the user works through a queue of tasks of the type Call.
            in_call_task: bool = "inCallTask",
            /// True if a message out of order is reported as an error.
            is_strict: bool = "isStrict",
        }
        /// Restores the state of an engine that trapped. Requests that the widget still waits for
        /// are answered as failed.
        Restore = "restore" {
            /// The session's state, from the last `state`.
            state: HostState = "state",
            /// From the last `widget`.
            is_logged_in: bool = "isLoggedIn",
            is_available: bool = "isAvailable",
            version: Option<String> = "version",
            sdk_version: Option<String> = "sdkVersion",
            debug_mode: Option<bool> = "debugMode",
            /// From the last `visibility`.
            is_minimized: bool = "isMinimized",
            is_hidden: bool = "isHidden",
            /// The calls, from the last `call` of each.
            snapshot: P = "snapshot",
        }
        /// Reports the edge's own diagnostic.
        Note = "note" {
            code: Code = "code",
            detail: String = "detail",
        }
        /// Asks for the count of each code. Answered by `counts`.
        Count = "count" {}
    }
}
