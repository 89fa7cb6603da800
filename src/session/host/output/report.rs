//! What the page reports.

use alloc::string::String;

use super::AlertSource;
use crate::protocol::Kind;
use crate::session::Code;

outputs! {
    /// What the page reports to its user and its log.
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
            /// What the user reads.
            text: String = "text",
            /// Who says it.
            source: AlertSource = "source",
        }
        /// Something was refused, ignored or noted.
        Diagnostic = "diagnostic" {
            /// Why.
            code: Code = "code",
            /// What it is about: a message type, a field, a rule. Never a value.
            detail: String = "detail",
            /// Whether it is to be reported as an error.
            is_error: bool = "isError",
        }
    }
}
