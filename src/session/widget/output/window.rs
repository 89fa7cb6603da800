//! Outputs for the user's other windows.

use alloc::string::String;

outputs! {
    /// Messages to the user's other windows, and requests to the browser.
    WindowOutput<P> {
        /// Post this to the other windows.
        Say = "say" {
            said: P = "said",
        }
        /// Enter `windowGone` once the lock of this window is released.
        Watch = "watch" {
            window: String = "window",
        }
        /// Request the leader's lock, and enter `leadWindows` once this window has it; or release
        /// it.
        Lead = "lead" {
            may_lead: bool = "mayLead",
        }
    }
}
