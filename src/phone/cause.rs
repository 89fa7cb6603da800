//! Ends of calls that nobody answered.

use super::code::PhoneCode;
use crate::protocol::EndStatus;

/// A row: the causes of one end.
#[derive(Clone, Copy, Debug)]
pub struct EndCause {
    /// SIP statuses, of RFC 3261 section 21.
    pub sip: &'static [u16],
    /// Causes of ISDN, of Q.850.
    pub q850: &'static [u16],
    /// The word of a phone without SIP.
    pub word: &'static str,
    /// Other names of it in phones and their services. Only their letters count.
    pub names: &'static [&'static str],
    /// The status sent to the host.
    pub status: EndStatus,
    /// The code reported with it.
    pub code: Option<PhoneCode>,
    /// The source of the row.
    pub source: &'static str,
}

/// Ends of calls that nobody answered. Any other SIP status from 300 to 699 is a failure; any other
/// value one with [`PhoneCode::CauseUnknown`].
pub const END_CAUSES: &[EndCause] = &[
    EndCause {
        sip: &[486, 600],
        q850: &[17],
        names: &["USER_BUSY"],
        ..row(
            "busy",
            EndStatus::Busy,
            "486 Busy Here, 600 Busy Everywhere",
        )
    },
    EndCause {
        sip: &[408, 480],
        q850: &[18, 19, 20],
        names: &[
            "NO_USER_RESPONSE",
            "SUBSCRIBER_ABSENT",
            "Unavailable",
            "Expires",
            "unanswered",
            "timeout",
            "RemoteTimeout",
            "REMOTE_NO_ANSWER_TIMEOUT",
        ],
        ..row(
            "noAnswer",
            EndStatus::NoAnswer,
            "408 Request Timeout, 480 Temporarily Unavailable",
        )
    },
    EndCause {
        sip: &[487],
        names: &[
            "cancelled",
            "ORIGINATOR_CANCEL",
            "RemoteCancel",
            "LOCAL_HANGUP",
        ],
        ..row("canceled", EndStatus::Canceled, "487 Request Terminated")
    },
    EndCause {
        sip: &[603],
        q850: &[21],
        names: &[
            "CALL_REJECTED",
            "REMOTE_REJECT",
            "RejectedElsewhere",
            "declined",
        ],
        ..row("rejected", EndStatus::Rejected, "603 Decline")
    },
    EndCause {
        q850: &[26],
        names: &[
            "ANSWERED_ELSEWHERE",
            "Call completed elsewhere",
            "LOSE_RACE",
        ],
        ..row(
            "elsewhere",
            EndStatus::Canceled,
            "another device of the user took it",
        )
    },
    EndCause {
        q850: &[16, 31],
        names: &[
            "NORMAL_CLEARING",
            "NORMAL_HANGUP",
            "REMOTE_HANGUP",
            "Terminated",
            "completed",
        ],
        ..row(
            "normal",
            EndStatus::NoAnswer,
            "a normal end before an answer was reported",
        )
    },
    row(
        "failed",
        EndStatus::Failed,
        "any other SIP status from 300 to 699",
    ),
    EndCause {
        sip: &[401, 407],
        names: &["Authentication Error", "EXPIRED_TOKEN"],
        code: Some(PhoneCode::Unauthorized),
        ..row(
            "unauthorized",
            EndStatus::Failed,
            "401 Unauthorized, 407 Proxy Authentication Required, an expired token",
        )
    },
    EndCause {
        names: &["Connection Error", "TRANSPORT_CLOSED"],
        code: Some(PhoneCode::Offline),
        ..row(
            "offline",
            EndStatus::Failed,
            "the phone has no connection to its service",
        )
    },
    EndCause {
        names: &["User Denied Media Access", "NotAllowedError"],
        code: Some(PhoneCode::MicrophoneDenied),
        ..row(
            "microphone",
            EndStatus::Failed,
            "the browser gives no microphone",
        )
    },
];

const fn row(word: &'static str, status: EndStatus, source: &'static str) -> EndCause {
    EndCause {
        sip: &[],
        q850: &[],
        word,
        names: &[],
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
