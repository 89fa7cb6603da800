//! Orders for the page itself.

use alloc::vec::Vec;

use crate::protocol::Millis;

outputs! {
    /// Orders for the page itself: timers, payloads.
    PageOutput {
        /// The time to enter `timeout`, in ms since the epoch; it replaces any other.
        Wake = "wake" {
            at: Millis = "at",
        }
        /// These payloads are no longer needed.
        Release = "release" {
            handles: Vec<u32> = "handles",
        }
    }
}
