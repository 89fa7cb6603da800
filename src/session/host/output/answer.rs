//! Answers to inputs.

use alloc::string::String;
use alloc::vec::Vec;

use crate::session::{Code, Count};

/// The answer to the input.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum AnswerOutput {
    /// The command was carried out.
    Sent {
        /// The id of the message it became.
        message_id: String,
    },
    /// The command was not carried out.
    Refused {
        /// The reason.
        code: Code,
        /// The field the command cannot do without; else empty.
        detail: String,
    },
    /// The answer to a question.
    Answer { is_so: bool },
    /// An origin of `start` is no pattern: there is no session.
    BadOrigin { text: String },
    /// The message of the event counts: enter it by `receive`. So do others from the same
    /// origin, until the next `move`.
    Admitted {},
    /// The count of each code.
    Counts { counts: Vec<Count> },
}
