//! Outputs for the app.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::Outcome;
use super::{Level, Plan};
use crate::protocol::Value;
use crate::session::Code;

/// An output for the app.
#[derive(Clone, Debug, PartialEq)]
pub enum AppOutput {
    /// Have an instance acknowledge a SYNC that the app injected into it, by its own
    /// `sendMessage`.
    Acknowledge {
        instance: u32,
        /// The acknowledgement, complete.
        message: Value,
    },
    /// Deliver a message to handlers, then enter `delivered`.
    Deliver {
        message: Value,
        /// The instances to deliver it to, the newest first.
        to: Vec<Plan>,
        /// True if only the first that has a handler for it gets it: it asks the app to act.
        to_one: bool,
    },
    /// A diagnostic, free of personal data.
    Report {
        /// The reason.
        code: Code,
        /// Its level.
        level: Level,
        /// A field's path, an origin or a state; empty where the code is enough.
        detail: String,
        /// The count of the code so far.
        count: u32,
    },
    /// A wait is over.
    Settled {
        wait: u32,
        /// The outcome; empty for a good one.
        outcome: Outcome,
        /// The host's answer: the engagement's id, the caller's matches, the data of a refusal.
        value: Option<Value>,
    },
    /// Deliver the calls that were taken over, then enter `delivered`.
    Resumed {
        /// Shape: `{calls, ageMs}`; the calls numbered from 0, each with its `key`.
        account: Value,
    },
}
