//! Receipts of messages.

use alloc::string::String;

use super::super::Question;
use crate::protocol::Millis;

inputs! {
    /// A receipt: the outcome of a message.
    ReceiptInput {
        /// Opens a receipt: it belongs to the next message of this type that the
        /// instance sends before `trackEnd`.
        Track = "track" {
            instance: u32 = "instance",
            receipt: u32 = "receipt",
            /// The message's type.
            wire: String = "wire",
        }
        /// Closes a receipt: where no message was sent meanwhile, none was.
        TrackEnd = "trackEnd" {
            receipt: u32 = "receipt",
        }
        /// Waits for the outcome of a receipt's message. Answered by `settled`, once.
        Wait = "wait" {
            wait: u32 = "wait",
            receipt: u32 = "receipt",
            question: Question = "question",
            /// The time limit, in ms of the time the page is awake.
            timeout: Option<Millis> = "timeoutMs",
        }
        /// Aborts a wait.
        Abort = "abort" {
            wait: u32 = "wait",
        }
    }
}
