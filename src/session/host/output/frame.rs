//! Orders for the widget's frame.

use alloc::string::String;

use super::Visibility;
use crate::protocol::Value;

/// Orders for the frame: messages, a size, an address.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum FrameOutput {
    /// Post this to the frame, for this origin only.
    Post {
        /// The message, complete.
        message: Value,
        /// The widget's origin.
        origin: String,
    },
    /// Show, minimise or hide the frame.
    VisibilityChanged { visibility: Visibility },
    /// Give the frame another size; absent where the widget named none.
    Resize {
        /// A width as HTML takes it.
        width: Option<String>,
        /// A height as HTML takes it.
        height: Option<String>,
    },
    /// Give the frame another address.
    MoveFrame {
        /// The address; http or https, of an allowed origin.
        url: String,
    },
}
