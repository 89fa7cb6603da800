//! What is broken on purpose, so that a search has something to find.

use serde_json::Value;

/// A fault between the engines and the channel, which a search has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskFault {
    /// A window posts what it gives to another one.
    PostsItself,
    /// No window hears that another is gone.
    GoneUnheard,
    /// A window swallows the end of the call.
    EndSwallowed,
    /// The release of a lock overtakes what its holder said.
    ReleaseOvertakes,
    /// No window gets the lock of the leader.
    LockUngranted,
    /// No command is acknowledged.
    AcksUnheard,
    /// No window hears by what message a call began.
    StartsUnheard,
    /// A window without a host is taken for one that has one.
    HostPretended,
}

impl DeskFault {
    /// Whether a window is not to hear this.
    pub(super) fn takes(self, said: &Value) -> bool {
        self == Self::AcksUnheard && said["says"] == "ack"
    }

    /// Whether a window is not to hear the message in this.
    pub(super) fn takes_message(self, said: &Value) -> bool {
        self == Self::StartsUnheard && said["says"] == "calls"
    }
}
