//! What the user's other windows are given.

use alloc::string::String;

outputs! {
    /// What is said to the user's other windows.
    WindowOutput<P> {
        /// Say this to the other windows.
        Say = "say" {
            said: P = "said",
        }
        /// Enter `windowGone` once the lock of this window is released.
        Watch = "watch" {
            window: String = "window",
        }
    }
}
