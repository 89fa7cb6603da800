//! Errors of calls.

mod object;

pub use self::object::{ErrorDetail, ErrorObject};
use super::problem::Problem;

/// The error of a call.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request has faults; it was not sent.
    #[error("{}", join(.0))]
    Invalid(Vec<Problem>),
    /// The service refused it.
    #[error("the service answered {}{}", in_words(*status), object.summary())]
    Refused {
        /// The status code; 0 for a redirect in a browser, which keeps it to itself.
        status: u16,
        /// The service's error object.
        object: Box<ErrorObject>,
    },
    /// A body cannot be read or written.
    #[error("the body is not as expected: {reason}")]
    Malformed {
        /// The status code; absent for a request.
        status: Option<u16>,
        /// The fault, without quoting the body.
        reason: String,
    },
    /// No answer came; try later.
    #[error("the service cannot be reached: {0}")]
    Unreachable(String),
}

impl Error {
    /// The status code, if an answer came.
    #[must_use]
    pub const fn status(&self) -> Option<u16> {
        match self {
            Self::Refused { status, .. } => Some(*status),
            Self::Malformed { status, .. } => *status,
            Self::Invalid(_) | Self::Unreachable(_) => None,
        }
    }
}

/// The status in an error's text; a redirect in a browser has none.
fn in_words(status: u16) -> String {
    if status == 0 {
        "with ".to_owned()
    } else {
        format!("{status}: ")
    }
}

fn join(problems: &[Problem]) -> String {
    let texts: Vec<&str> = problems.iter().map(|p| p.message.as_str()).collect();
    texts.join("; ")
}
