//! Events of the widget's frame.

inputs! {
    /// The frame's events.
    FrameInput {
        /// The frame was given an address.
        FrameLoading = "frameLoading" {}
        /// The frame loaded, for the first time or again.
        FrameLoaded = "frameLoaded" {}
        /// The frame reported an error.
        FrameFailed = "frameFailed" {}
    }
}
