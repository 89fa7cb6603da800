//! Faults to seed, for a search to find.

use serde_json::Value;
use simulation::Due;

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
    /// Changes an event before a window receives it, or the message; true if it must not.
    pub(super) fn takes(self, due: Due, said: Option<&mut Value>) -> bool {
        match (self, due, said) {
            (Self::GoneUnheard, Due::Gone, _) | (Self::LockUngranted, Due::Lead, _) => true,
            (Self::AcksUnheard, Due::Said, Some(said)) => said["says"] == "ack",
            (Self::StartsUnheard, Due::Said, Some(said)) if said["says"] == "calls" => {
                said["message"] = Value::Null;
                false
            }
            _ => false,
        }
    }
}
