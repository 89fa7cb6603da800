//! Orders for the page itself.

use crate::protocol::Millis;

/// Orders for the page itself: timers, payloads.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PageOutput {
    /// The time to enter `timeout`, in ms since the epoch; it replaces any other.
    Wake { at: Millis },
}
