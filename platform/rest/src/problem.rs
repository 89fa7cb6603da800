//! Faults in a request.

use serde::Serialize;

/// A fault in a request: field, cause and fix. It quotes no value.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The cause.
    pub code: ProblemCode,
    /// The field; absent for a fault of the whole.
    pub field: Option<&'static str>,
    /// The fault and the fix, in words.
    pub message: String,
}

impl Problem {
    /// The problem of a text that is no JSON.
    #[must_use]
    pub fn not_json() -> Self {
        Self::new(
            ProblemCode::NotJson,
            None,
            "the text is no JSON: store the output of JSON.stringify",
        )
    }

    pub(crate) fn new(code: ProblemCode, field: Option<&'static str>, message: &str) -> Self {
        Self {
            code,
            field,
            message: message.to_owned(),
        }
    }
}

pub(crate) const NO_ID: &str =
    "is no identifier: use the whole number above 0 that the service gave";

/// The cause of a problem. The names are part of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub enum ProblemCode {
    /// The text is no JSON.
    NotJson,
    /// A required field is missing.
    MissingField,
    /// A field holds a value of another type.
    WrongType,
    /// A text is empty.
    Empty,
    /// An address is invalid, or not https outside loopback.
    InvalidUrl,
    /// A size is not a whole number above 0, or is too large.
    InvalidSize,
    /// An identifier is not a whole number above 0 that its type can hold.
    InvalidId,
    /// A name has other characters, or is in use.
    InvalidName,
    /// A value is not one of the allowed ones.
    InvalidOption,
    /// A verifier or a challenge of PKCE is of another form.
    InvalidPkce,
    /// An object has an unknown field.
    UnknownField,
}
