//! Outputs for the app.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::Outcome;
use super::{Level, Plan};
use crate::session::Code;

outputs! {
    /// An output for the app.
    AppOutput<P> {
        /// Have an instance acknowledge a SYNC that the app injected into it, by its own
        /// `sendMessage`.
        Acknowledge = "acknowledge" {
            instance: u32 = "instance",
            /// The acknowledgement, complete.
            message: P = "message",
        }
        /// Deliver a message to handlers, then enter `delivered`.
        Deliver = "deliver" {
            message: P = "message",
            /// The instances to deliver it to, the newest first.
            to: Vec<Plan> = "to",
            /// True if only the first that has a handler for it gets it: it asks the app to act.
            to_one: bool = "toOne",
        }
        /// A diagnostic, free of personal data.
        Report = "report" {
            /// The reason.
            code: Code = "code",
            /// Its level.
            level: Level = "level",
            /// A field's path, an origin or a state; empty where the code is enough.
            detail: String = "detail",
            /// The count of the code so far.
            count: u32 = "count",
        }
        /// A wait is over.
        Settled = "settled" {
            wait: u32 = "wait",
            /// The outcome; empty for a good one.
            outcome: Outcome = "outcome",
            /// The host's answer: the engagement's id, the caller's matches, the data of a refusal.
            value: Option<P> = "value",
        }
        /// Deliver the calls that were taken over, then enter `delivered`.
        Resumed = "resumed" {
            /// Shape: `{calls, ageMs}`; the calls numbered from 0, each with its `key`.
            account: P = "account",
        }
    }
}
