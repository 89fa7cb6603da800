//! Orders for the widget's frame.

use alloc::string::String;

use super::Visibility;

outputs! {
    /// Orders for the frame: messages, a size, an address.
    FrameOutput<P> {
        /// Post this to the frame, for this origin only.
        Post = "post" {
            /// The message, complete.
            message: P = "message",
            /// The widget's origin.
            origin: String = "origin",
        }
        /// Show, minimise or hide the frame.
        VisibilityChanged = "visibility" {
            visibility: Visibility = "visibility",
        }
        /// Give the frame another size; absent where the widget named none.
        Resize = "resize" {
            /// A width as HTML takes it.
            width: Option<String> = "width",
            /// A height as HTML takes it.
            height: Option<String> = "height",
        }
        /// Give the frame another address.
        MoveFrame = "move" {
            /// The address; http or https, of an allowed origin.
            url: String = "url",
        }
    }
}
