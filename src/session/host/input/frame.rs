//! What happened to the widget's frame.

inputs! {
    /// The frame: what happened to it.
    FrameInput {
        /// The frame was given an address.
        FrameLoading = "frameLoading" {}
        /// The frame loaded, for the first time or again.
        FrameLoaded = "frameLoaded" {}
        /// The frame reported an error.
        FrameFailed = "frameFailed" {}
    }
}
