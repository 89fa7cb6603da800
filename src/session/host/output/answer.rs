//! Answers to inputs.

use alloc::string::String;
use alloc::vec::Vec;

use crate::session::{Code, Count};

outputs! {
    /// The answer to the input.
    AnswerOutput {
        /// The command was carried out.
        Sent = "sent" {
            /// The id of the message it became.
            message_id: String = "messageId",
        }
        /// The command was not carried out.
        Refused = "refused" {
            /// The reason.
            code: Code = "code",
            /// The field the command cannot do without; else empty.
            detail: String = "detail",
        }
        /// The answer to a question.
        Answer = "answer" {
            is_so: bool = "isSo",
        }
        /// An origin of `start` is no pattern: there is no session.
        BadOrigin = "badOrigin" {
            text: String = "text",
        }
        /// The message of the event counts: enter it by `receive`. So do others from the same
        /// origin, until the next `move`.
        Admitted = "admitted" {}
        /// The count of each code.
        Counts = "counts" {
            counts: Vec<Count> = "counts",
        }
    }
}
