//! Faults to seed, for a search to find.

use serde_json::Value;

/// A fault between the engines and the channel, which a search has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskFault {
    /// A window posts the commands that it forwards.
    PostsItself,
    /// No window is told that another is gone.
    GoneUnheard,
    /// A window swallows the end of the call.
    EndSwallowed,
    /// The release of a lock overtakes its holder's messages.
    ReleaseOvertakes,
    /// No window gets the leader's lock.
    LockUngranted,
    /// No command is acknowledged.
    AcksUnheard,
    /// No window receives the message by which a call began.
    StartsUnheard,
    /// A window without a host is taken for one that has one.
    HostPretended,
}

impl DeskFault {
    /// Changes a message before a window receives it; true if it must not.
    pub(super) fn takes(self, said: &mut Value) -> bool {
        if self == Self::StartsUnheard && said["says"] == "calls" {
            said["message"] = Value::Null;
        }
        self == Self::AcksUnheard && said["says"] == "ack"
    }
}
