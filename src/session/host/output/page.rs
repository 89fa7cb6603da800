//! What the page does by its own means.

use alloc::vec::Vec;

use crate::protocol::Millis;

outputs! {
    /// What the page does: timers, payloads.
    PageOutput {
        /// When to enter `timeout`, in ms since the epoch, in place of any other time.
        Wake = "wake" {
            at: Millis = "at",
        }
        /// These payloads are no longer needed.
        Release = "release" {
            handles: Vec<u32> = "handles",
        }
    }
}
