//! Reports for the page.

use alloc::string::String;

use super::AlertSource;
use crate::protocol::Kind;
use crate::session::Code;

outputs! {
    /// Reports for the page's user and its log.
    ReportOutput<P> {
        /// A message of the widget's was admitted; for a log. It may have no effect.
        Received = "received" {
            message: P = "message",
        }
        /// Report a message that took effect, or an unknown one.
        Notify = "notify" {
            /// The message's kind; none for an unknown one.
            kind: Option<Kind> = "name",
            /// Its payload.
            data: Option<P> = "data",
            /// The message, whole.
            message: P = "message",
        }
        /// The widget did not acknowledge SYNC.
        Failed = "failed" {
            code: Code = "code",
        }
        /// Show the user a text.
        Alert = "alert" {
            /// The text for the user.
            text: String = "text",
            /// The source.
            source: AlertSource = "source",
        }
        /// Something was refused, ignored or noted.
        Diagnostic = "diagnostic" {
            /// The reason.
            code: Code = "code",
            /// The subject: a message type, a field, a rule. Never a value.
            detail: String = "detail",
            /// True if it is reported as an error.
            is_error: bool = "isError",
        }
    }
}
