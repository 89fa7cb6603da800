//! What the user's other windows are given.

use alloc::string::String;

outputs! {
    /// What the user's other windows are given.
    WindowOutput<P> {
        /// Give the other windows the calls of this one.
        Announce = "announce" {
            /// Shape: `{calls}`; the calls numbered from 0, each with its `key`.
            calls: P = "calls",
            is_leader: bool = "isLeader",
        }
        /// Give a message of the app's to the window that has its call.
        Forward = "forward" {
            /// The window; empty for the leader.
            to: String = "to",
            message: P = "message",
        }
        /// Ask the other windows whether they are there.
        Ask = "ask" {}
    }
}
