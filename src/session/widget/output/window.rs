//! Outputs for the user's other windows.

use alloc::string::String;

use crate::protocol::Value;

/// Messages to the user's other windows, and requests to the browser.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowOutput {
    /// Post this to the other windows.
    Say { said: Value },
    /// Enter `windowGone` once the lock of this window is released.
    Watch { window: String },
    /// Request the leader's lock, and enter `leadWindows` once this window has it; or release
    /// it.
    Lead { may_lead: bool },
}
