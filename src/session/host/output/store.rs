//! What is asked of the record store and of the page.

use super::StoreRequest;

outputs! {
    /// What the record store is asked, and which record is to be opened.
    StoreOutput<P> {
        /// Ask the record store, then enter `stored` or `storeFailed`.
        Store = "store" {
            /// What the answer names.
            request: u32 = "request",
            /// What is asked.
            ask: StoreRequest<P> = "ask",
        }
        /// Open a record, then enter `navigated`.
        Navigate = "navigate" {
            /// What the answer names.
            request: u32 = "request",
            /// The widget's request.
            data: P = "data",
        }
    }
}
