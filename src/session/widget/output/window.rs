//! What the user's other windows are given.

use alloc::string::String;

outputs! {
    /// Messages to the user's other windows, and requests to the browser.
    WindowOutput<P> {
        /// Say this to the other windows.
        Say = "say" {
            said: P = "said",
        }
        /// Enter `windowGone` once the lock of this window is released.
        Watch = "watch" {
            window: String = "window",
        }
        /// Request the lock of the leader, and enter `leadWindows` once this window has it;
        /// or release it.
        Lead = "lead" {
            may_lead: bool = "mayLead",
        }
    }
}
