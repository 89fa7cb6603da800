//! Ends of calls that nobody answered.

use super::code::PhoneCode;
use crate::protocol::EndStatus;

/// A row: the causes of one end.
#[derive(Clone, Copy, Debug)]
pub struct EndCause {
    /// SIP statuses, of RFC 3261 section 21.
    pub sip: &'static [u16],
    /// The word of a phone without SIP.
    pub word: &'static str,
    /// The status sent to the host.
    pub status: EndStatus,
    /// The code reported with it.
    pub code: Option<PhoneCode>,
    /// The source of the row.
    pub source: &'static str,
}

/// Ends of calls that the user placed. Any other SIP status from 300 to 699 is a failure; any other
/// value one with [`PhoneCode::CauseUnknown`].
pub const END_CAUSES: &[EndCause] = &[
    row(
        &[486, 600],
        "busy",
        EndStatus::Busy,
        "486 Busy Here, 600 Busy Everywhere",
    ),
    row(
        &[408, 480],
        "noAnswer",
        EndStatus::NoAnswer,
        "408 Request Timeout, 480 Temporarily Unavailable",
    ),
    row(
        &[487],
        "canceled",
        EndStatus::Canceled,
        "487 Request Terminated",
    ),
    row(&[603], "rejected", EndStatus::Rejected, "603 Decline"),
    row(
        &[],
        "normal",
        EndStatus::NoAnswer,
        "a normal end before an answer was reported",
    ),
    row(
        &[],
        "failed",
        EndStatus::Failed,
        "any other SIP status from 300 to 699",
    ),
    EndCause {
        code: Some(PhoneCode::Unauthorized),
        ..row(
            &[401, 407],
            "unauthorized",
            EndStatus::Failed,
            "401 Unauthorized, 407 Proxy Authentication Required, an expired token",
        )
    },
    EndCause {
        code: Some(PhoneCode::Offline),
        ..row(
            &[],
            "offline",
            EndStatus::Failed,
            "the phone has no connection to its service",
        )
    },
    EndCause {
        code: Some(PhoneCode::MicrophoneDenied),
        ..row(
            &[],
            "microphone",
            EndStatus::Failed,
            "the browser gives no microphone",
        )
    },
];

const fn row(
    sip: &'static [u16],
    word: &'static str,
    status: EndStatus,
    source: &'static str,
) -> EndCause {
    EndCause {
        sip,
        word,
        status,
        code: None,
        source,
    }
}

/// The property `hs_call_status` of a call that ended so. It has no value for missed or declined
/// calls.
#[must_use]
pub const fn timeline_status(status: EndStatus) -> &'static str {
    match status {
        EndStatus::Missed | EndStatus::Rejected => EndStatus::NoAnswer.as_str(),
        status => status.as_str(),
    }
}
