//! Answers to inputs.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Plan, SendOutcome, Verdict};
use crate::session::Count;

outputs! {
    /// The answer to the input.
    AnswerOutput<P> {
        /// The outcome of a send.
        Sent = "sent" {
            outcome: SendOutcome = "outcome",
        }
        /// An origin of `attach` is no pattern: the instance was not added.
        BadOrigin = "badOrigin" {
            text: String = "text",
        }
        /// The message of the event counts: enter it by `receive`. So do others from the same
        /// window and origin, until the next `pinned`.
        Admitted = "admitted" {}
        /// Enter `hear` once more, with `isSync`.
        AskSync = "askSync" {}
        /// The handlers for the message of `route`.
        Route = "route" {
            plan: Plan = "plan",
        }
        /// The record for the page that a reload brings; none where no call is open.
        Journal = "journal" {
            record: Option<P> = "record",
        }
        /// The verdict on the record of `resume`.
        Resumable = "resumable" {
            verdict: Verdict = "verdict",
        }
        /// The callee; none where the payload names nobody.
        Callee = "callee" {
            callee: Option<P> = "callee",
        }
        /// The count of each code.
        Counts = "counts" {
            counts: Vec<Count> = "counts",
        }
    }
}
