//! What an input is answered by.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Plan, SendOutcome, Verdict};
use crate::session::Count;

outputs! {
    /// The answer to the input.
    AnswerOutput<P> {
        /// What became of the message that was sent.
        Sent = "sent" {
            outcome: SendOutcome = "outcome",
        }
        /// An origin of `attach` is no pattern: the instance was not added.
        BadOrigin = "badOrigin" {
            text: String = "text",
        }
        /// The message of the event counts: enter it by `receive`. So do others from the
        /// same window and origin, until the next `pinned`.
        Admitted = "admitted" {}
        /// Enter `hear` once more, with whether the message is a SYNC.
        AskSync = "askSync" {}
        /// The handlers for the message of `route`.
        Route = "route" {
            plan: Plan = "plan",
        }
        /// The record for a page that is loaded in this one's place; none where no call
        /// is open.
        Journal = "journal" {
            record: Option<P> = "record",
        }
        /// The verdict on the record of `resume`.
        Resumable = "resumable" {
            verdict: Verdict = "verdict",
        }
        /// Who is called; none where the payload names nobody.
        Callee = "callee" {
            callee: Option<P> = "callee",
        }
        /// How often each code was given.
        Counts = "counts" {
            counts: Vec<Count> = "counts",
        }
    }
}
