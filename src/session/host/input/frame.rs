//! Events of the widget's frame.

/// The frame's events.
#[derive(Clone, Debug)]
pub enum FrameInput {
    /// The frame was given an address.
    FrameLoading {},
    /// The frame loaded, for the first time or again.
    FrameLoaded {},
    /// The frame reported an error.
    FrameFailed {},
}
