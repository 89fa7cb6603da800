//! The answers of the record store, and of the page that opens records.

use alloc::string::String;

inputs! {
    /// The record store's answers, and the page's to `navigate`.
    StoreInput<P> {
        /// The record store answered.
        Stored = "stored" {
            /// The number from `store`.
            request: u32 = "request",
            /// The answer, as a record or as a list of matches.
            answer: P = "answer",
        }
        /// The record store failed.
        StoreFailed = "storeFailed" {
            request: u32 = "request",
            text: String = "text",
        }
        /// A record store asks if two texts mean one phone number. Answered by `answer`.
        IsSameNumber = "isSameNumber" {
            one: String = "one",
            other: String = "other",
        }
        /// The page opened the record of `navigate`, or could not.
        Navigated = "navigated" {
            request: u32 = "request",
            has_succeeded: bool = "hasSucceeded",
        }
    }
}
