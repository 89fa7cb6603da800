//! Requests to the record store and to the page.

use super::StoreRequest;

outputs! {
    /// Requests to the record store, and records to be opened.
    StoreOutput<P> {
        /// Ask the record store, then enter `stored` or `storeFailed`.
        Store = "store" {
            /// The number for the answer.
            request: u32 = "request",
            /// The request.
            ask: StoreRequest<P> = "ask",
        }
        /// Open a record, then enter `navigated`.
        Navigate = "navigate" {
            /// The number for the answer.
            request: u32 = "request",
            /// The widget's request.
            data: P = "data",
        }
    }
}
