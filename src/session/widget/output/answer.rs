//! Answers to inputs.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Plan, SendOutcome, Verdict};
use crate::protocol::Value;
use crate::session::Count;

/// The answer to the input.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerOutput {
    /// The outcome of a send.
    Sent { outcome: SendOutcome },
    /// An origin of `attach` is no pattern: the instance was not added.
    BadOrigin { text: String },
    /// The message of the event counts: enter it by `receive`. So do others from the same
    /// window and origin, until the next `pinned`.
    Admitted {},
    /// Enter `hear` once more, with `isSync`.
    AskSync {},
    /// The handlers for the message of `route`.
    Route { plan: Plan },
    /// The record for the page that a reload brings; none where no call is open.
    Journal { record: Option<Value> },
    /// The verdict on the record of `resume`.
    Resumable { verdict: Verdict },
    /// The callee; none where the payload names nobody.
    Callee { callee: Option<Value> },
    /// The count of each code.
    Counts { counts: Vec<Count> },
}
