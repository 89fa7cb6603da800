//! The record of the open calls, for a reload of the page.

use alloc::string::String;

use super::super::JournalRecord;
use crate::protocol::Part;

/// The journal: the record of the open calls, for a reload.
#[derive(Clone, Debug)]
pub enum JournalInput {
    /// Asks for the record for the page that a reload brings. Answered by `journal`.
    Journal {
        /// Tells the frames of an origin apart.
        frame: String,
    },
    /// The record of an earlier page, from `journal`. Answered by `resumable`.
    Resume {
        frame: String,
        record: Part<JournalRecord>,
    },
    /// Another page took the record of this one.
    LoseJournal {},
}
