//! The record of the open calls, for a reload of the page.

use alloc::string::String;

inputs! {
    /// The journal: the record of the open calls, for a reload.
    JournalInput<P> {
        /// Asks for the record for the page that a reload brings. Answered by `journal`.
        Journal = "journal" {
            /// Tells the frames of an origin apart.
            frame: String = "frame",
        }
        /// The record of an earlier page, from `journal`. Answered by `resumable`.
        Resume = "resume" {
            frame: String = "frame",
            record: P = "record",
        }
        /// Another page took the record of this one.
        LoseJournal = "loseJournal" {}
    }
}
