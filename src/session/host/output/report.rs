//! Reports for the page.

use alloc::string::String;

use super::AlertSource;
use crate::protocol::{Kind, Value};
use crate::session::Code;

/// Reports for the page's user and its log.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ReportOutput {
    /// A message of the widget's was admitted; for a log. It may have no effect.
    Received { message: Value },
    /// Report a message that took effect, or an unknown one.
    Notify {
        /// The message's kind; none for an unknown one.
        kind: Option<Kind>,
        /// Its payload; undefined for none.
        data: Value,
        /// The message, whole.
        message: Value,
    },
    /// The widget did not acknowledge SYNC.
    Failed { code: Code },
    /// Show the user a text.
    Alert {
        /// The text for the user.
        text: String,
        /// The source.
        source: AlertSource,
    },
    /// Something was refused, ignored or noted.
    Diagnostic {
        /// The reason.
        code: Code,
        /// The subject: a message type, a field, a rule. Never a value.
        detail: String,
        /// True if it is reported as an error.
        is_error: bool,
    },
}
