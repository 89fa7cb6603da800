//! Receipts of messages.

use alloc::string::String;

use super::super::Question;
use crate::protocol::Millis;

/// A receipt: the outcome of a message.
#[derive(Clone, Debug)]
pub enum ReceiptInput {
    /// Opens a receipt: it belongs to the next message of this type that the
    /// instance sends before `trackEnd`.
    Track {
        instance: u32,
        receipt: u32,
        /// The message's type.
        wire: String,
    },
    /// Closes a receipt: where no message was sent meanwhile, none was.
    TrackEnd { receipt: u32 },
    /// Waits for the outcome of a receipt's message. Answered by `settled`, once.
    Wait {
        wait: u32,
        receipt: u32,
        question: Question,
        /// The time limit, in ms of the time the page is awake.
        timeout: Option<Millis>,
    },
    /// Aborts a wait.
    Abort { wait: u32 },
}
