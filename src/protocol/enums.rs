//! The protocol's closed sets of values.

use super::named;

named! {
    /// The end of a call: `callEndStatus` of callEnded.
    EndStatus {
        /// The call took place.
        Completed = "COMPLETED",
        /// The call could not be placed.
        Failed = "FAILED",
        /// The caller gave up before an answer.
        Canceled = "CANCELED",
        /// The callee's line was busy.
        Busy = "BUSY",
        /// Nobody answered an outgoing call.
        NoAnswer = "NO_ANSWER",
        /// The user declined an incoming call.
        Rejected = "REJECTED",
        /// Nobody answered an incoming call.
        Missed = "MISSED",
    }
}

named! {
    /// A running call's status, as SET_CALL_STATE and the constants name it.
    CallStatus {
        /// The call is being set up.
        Connecting = "CONNECTING",
        /// The CRM user's own phone is rung first.
        CallingCrmUser = "CALLING_CRM_USER",
        /// Both sides talk.
        InProgress = "IN_PROGRESS",
        /// The caller gave up.
        Canceled = "CANCELED",
        /// The call could not be placed.
        Failed = "FAILED",
        /// The callee's line is busy.
        Busy = "BUSY",
        /// Nobody answered.
        NoAnswer = "NO_ANSWER",
        /// The call took place and is over.
        Completed = "COMPLETED",
        /// The call is being hung up.
        Ending = "ENDING",
        /// The call waits for a line.
        Queued = "QUEUED",
        /// The callee's phone rings.
        Ringing = "RINGING",
    }
}

named! {
    /// The place where the host shows the widget's frame: `iframeLocation` of READY.
    IframeLocation {
        /// A panel on a record's page that can be dragged. Takes no incoming calls.
        Widget = "widget",
        /// A frame in the navigation bar of every tab.
        Remote = "remote",
        /// The separate call window.
        Window = "window",
    }
}

/// Kinds of record a number can be dialled from: `objectType` of onDialNumber.
pub const OBJECT_TYPES: &[&str] = &["CONTACT", "COMPANY"];

/// Kinds of record a caller can be matched to: `callerIdType` of a match.
pub const CALLER_ID_TYPES: &[&str] = &["CONTACT", "COMPANY"];

/// Places where navigateToRecord opens the record: `openIn`.
pub const OPEN_IN: &[&str] = &["CURRENT_TAB", "NEW_TAB"];
