//! What the app does with its objects, and what it asks.

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
            /// Whether notes are reported and payloads are checked.
            debug_mode: bool = "debugMode",
            /// What happens to its commands out of order.
            lifecycle: LifecycleMode = "lifecycle",
            /// Whether a payload that deviates from its table is refused.
            is_strict: bool = "isStrict",
            /// The host origins to trust, in place of the default ones.
            origins: Option<Vec<String>> = "origins",
            /// Whether it only relays: no checks of any kind.
            is_relay: bool = "isRelay",
            /// How much of the engine it uses.
            mode: Mode = "mode",
            /// Whether a dial that repeats the last one is delivered to it.
            keeps_repeated_dials: bool = "keepsRepeatedDials",
            /// Whether open calls survive a reload of the page.
            resume: bool = "resume",
            /// Whether READY was delivered to it by an engine that trapped.
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
            /// What it is posted under, unless it has an id itself.
            message_id: String = "messageId",
        }
        /// A message that the app injects, as its tests do.
        Inject = "inject" {
            instance: u32 = "instance",
            /// The origin it is to have come from; empty for the page's own.
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
        /// Asks which of an instance's handlers take a message. Answered by `route`.
        Route = "route" {
            instance: u32 = "instance",
            message: P = "message",
        }
        /// Which handler took the message of `route`; empty where none did.
        Routed = "routed" {
            instance: u32 = "instance",
            handler: String = "handler",
        }
        /// The app drops a call, and what is queued about it.
        ForgetCall = "forgetCall" {
            key: u32 = "key",
        }
        /// Asks who is called, by DIAL_NUMBER's payload. Answered by `callee`.
        Callee = "callee" {
            data: P = "data",
        }
        /// Asks how often each code was given. Answered by `counts`.
        Count = "count" {}
    }
}
