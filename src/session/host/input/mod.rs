//! What comes into a host session.

use alloc::string::String;
use alloc::vec::Vec;

use super::HostState;
use crate::session::Code;

inputs! {
    /// What comes into a host session: the page's commands, and what the edge saw of
    /// the world.
    HostInput {
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
        /// The frame was given an address.
        FrameLoading = "frameLoading" {}
        /// The frame loaded, for the first time or again.
        FrameLoaded = "frameLoaded" {}
        /// The frame reported an error.
        FrameFailed = "frameFailed" {}
        /// A message event of the frame's window, before anything of its message is
        /// read. Answered by `admitted` where the message counts.
        Hear = "hear" {
            is_trusted: bool = "isTrusted",
            origin: String = "origin",
        }
        /// The message of an event that counts.
        Receive = "receive" {
            origin: String = "origin",
            message: P = "message",
        }
        /// Messages of events that count are over a limit, or hold what is no data:
        /// nothing of them was taken.
        Refuse = "refuse" {
            code: Code = "code",
            /// How many since the edge reported them last.
            times: u32 = "times",
        }
        /// The record store answered.
        Stored = "stored" {
            /// What `store` named.
            request: u32 = "request",
            /// The answer, as a record or as a list of matches.
            answer: P = "answer",
        }
        /// The record store failed.
        StoreFailed = "storeFailed" {
            request: u32 = "request",
            text: String = "text",
        }
        /// The page opened the record of `navigate`, or could not.
        Navigated = "navigated" {
            request: u32 = "request",
            has_succeeded: bool = "hasSucceeded",
        }
        /// The user wants to call a number. Answered by `sent` or `refused`, as are
        /// all commands.
        Dial = "dial" {
            data: P = "data",
        }
        /// Drops the number that is queued. Answered by `answer`: whether there was one.
        CancelDial = "cancelDial" {}
        /// The user hangs up.
        EndCall = "endCall" {}
        /// The user minimises, hides or shows the frame.
        SetVisibility = "setVisibility" {
            is_minimized: Option<bool> = "isMinimized",
            is_hidden: Option<bool> = "isHidden",
        }
        /// Sends the payload of a message under its type.
        Send = "send" {
            message: P = "message",
        }
        /// Sends a message as it is.
        SendRaw = "sendRaw" {
            message: P = "message",
        }
        /// The user began or left a queue of tasks of the type Call.
        SetInCallTask = "setInCallTask" {
            in_call_task: bool = "inCallTask",
        }
        /// Asks whether numbers of an object type are offered for dialling. Answered
        /// by `answer`.
        CanDial = "canDial" {
            object_type_id: String = "objectTypeId",
        }
        /// The time that `wake` asked for has come.
        Timeout = "timeout" {}
        /// Reports what the edge found.
        Note = "note" {
            code: Code = "code",
            detail: String = "detail",
            is_error: bool = "isError",
        }
        /// Asks how often each code was given. Answered by `counts`.
        Count = "count" {}
    }
}
