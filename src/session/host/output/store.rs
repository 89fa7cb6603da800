//! Requests to the record store and to the page.

use super::StoreRequest;
use crate::protocol::Value;

/// Requests to the record store, and records to be opened.
#[derive(Clone, Debug, PartialEq)]
pub enum StoreOutput {
    /// Ask the record store, then enter `stored` or `storeFailed`.
    Store {
        /// The number for the answer.
        request: u32,
        /// The request.
        ask: StoreRequest,
    },
    /// Open a record, then enter `navigated`.
    Navigate {
        /// The number for the answer.
        request: u32,
        /// The widget's request.
        data: Value,
    },
}
