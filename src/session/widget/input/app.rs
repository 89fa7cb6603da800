//! Actions and questions of the app.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::{LifecycleMode, Mode};

inputs! {
    /// The app: its objects, its messages, its handlers and its questions.
    AppInput<P> {
        /// Adds an object of the app's to the session.
        Attach = "attach" {
            /// Its number.
            instance: u32 = "instance",
            /// True if notes are reported and payloads are checked.
            debug_mode: bool = "debugMode",
            /// The handling of its commands out of order.
            lifecycle: LifecycleMode = "lifecycle",
            /// True if a payload that deviates from its table is refused.
            is_strict: bool = "isStrict",
            /// The trusted host origins, in place of the default ones.
            origins: Option<Vec<String>> = "origins",
            /// True if it only relays: no checks of any kind.
            is_relay: bool = "isRelay",
            /// The part of the engine it uses.
            mode: Mode = "mode",
            /// True if repeated dials are delivered to it.
            keeps_repeated_dials: bool = "keepsRepeatedDials",
            /// True if open calls survive a reload of the page.
            resume: bool = "resume",
            /// True if an engine that trapped had delivered READY to it.
            is_ready: bool = "isReady",
        }
        /// Removes it.
        Detach = "detach" {
            instance: u32 = "instance",
        }
        /// A message of the app's. Answered by `sent`.
        Send = "send" {
            instance: u32 = "instance",
            message: P = "message",
            /// The id it is posted under, unless it has its own.
            message_id: String = "messageId",
        }
        /// A message that the app injects, as its tests do.
        Inject = "inject" {
            instance: u32 = "instance",
            /// Its pretended origin; empty for the page's own.
            origin: String = "origin",
            message: P = "message",
        }
        /// The app assumes that the session is open, as its tests do.
        AssumeReady = "assumeReady" {
            origin: String = "origin",
        }
        /// The handlers of a `deliver` or a `resumed` have returned.
        Delivered = "delivered" {
            /// The handlers that took the message, each behind its instance and a colon.
            served: Vec<String> = "served",
        }
        /// Asks for an instance's handlers of a message. Answered by `route`.
        Route = "route" {
            instance: u32 = "instance",
            message: P = "message",
        }
        /// The handler that took the message of `route`; empty for none.
        Routed = "routed" {
            instance: u32 = "instance",
            handler: String = "handler",
        }
        /// Drops a call, and the messages queued about it.
        ForgetCall = "forgetCall" {
            key: u32 = "key",
        }
        /// Asks for the callee, by DIAL_NUMBER's payload. Answered by `callee`.
        Callee = "callee" {
            data: P = "data",
        }
        /// Asks for the count of each code. Answered by `counts`.
        Count = "count" {}
    }
}
