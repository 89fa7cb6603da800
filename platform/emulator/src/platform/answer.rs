//! Answers and refusals.

use std::borrow::Cow;

use calling_rest::{ErrorObject, error::ErrorDetail, problem::Problem};
use serde::Serialize;

use super::pages;

/// An outcome that may be a refusal.
pub(crate) type Result<T, E = Refusal> = std::result::Result<T, E>;

/// What an endpoint answers with success.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Body,
}

/// What an answer holds.
#[derive(Debug)]
pub(crate) enum Body {
    /// Nothing.
    Empty,
    /// JSON.
    Json(Vec<u8>),
    /// JSON of what was made, and its address.
    Created { bytes: Vec<u8>, location: String },
    /// A file of the page of the endpoints, or that page.
    File {
        media: &'static str,
        bytes: Vec<u8>,
        is_gzip: bool,
    },
    /// A page; its form may lead to this origin besides ours.
    Page {
        html: String,
        /// Its only style, which the policy allows by its digest.
        style: Cow<'static, str>,
        form_origin: Option<String>,
        /// Where its pictures may come from: an origin, or `data:`.
        pictures: Option<String>,
    },
    /// A PDF.
    Pdf {
        bytes: Vec<u8>,
        /// What of it is not as it should be.
        warning: Option<String>,
    },
    /// The browser goes on to this address.
    Redirect(String),
}

impl Answer {
    /// JSON with the status 200.
    pub(crate) fn ok(value: &impl Serialize) -> Result<Self> {
        Self::json(200, value)
    }

    /// JSON with a status.
    pub(crate) fn json(status: u16, value: &impl Serialize) -> Result<Self> {
        let bytes = serde_json::to_vec(value)
            .map_err(|_| Refusal::internal("an answer has no JSON form"))?;
        Ok(Self {
            status,
            body: Body::Json(bytes),
        })
    }

    /// A status alone.
    pub(crate) const fn empty(status: u16) -> Self {
        Self {
            status,
            body: Body::Empty,
        }
    }

    /// A page.
    pub(crate) const fn page(status: u16, html: String) -> Self {
        Self {
            status,
            body: Body::Page {
                html,
                style: Cow::Borrowed(pages::STYLE),
                form_origin: None,
                pictures: None,
            },
        }
    }

    /// A page with a style of its own, and with pictures from somewhere.
    pub(crate) fn styled_page(
        html: String,
        style: impl Into<Cow<'static, str>>,
        pictures: Option<String>,
    ) -> Self {
        Self {
            status: 200,
            body: Body::Page {
                html,
                style: style.into(),
                form_origin: None,
                pictures,
            },
        }
    }

    /// A PDF.
    pub(crate) const fn pdf(bytes: Vec<u8>, warning: Option<String>) -> Self {
        Self {
            status: 200,
            body: Body::Pdf { bytes, warning },
        }
    }
}

/// Why a request is refused: the status, the error object, and a reason for the
/// log, which holds nothing of the request.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) reason: &'static str,
    pub(crate) object: Box<ErrorObject>,
    pub(crate) headers: Vec<(&'static str, String)>,
    /// Shown on a page, to a person.
    pub(crate) is_page: bool,
}

impl Refusal {
    /// The common error object.
    pub(crate) fn new(
        status: u16,
        category: &'static str,
        reason: &'static str,
        message: impl Into<String>,
    ) -> Self {
        Self {
            status,
            reason,
            object: Box::new(ErrorObject {
                status: Some("error".to_owned()),
                category: Some(category.to_owned()),
                message: Some(message.into()),
                ..ErrorObject::default()
            }),
            headers: Vec::new(),
            is_page: false,
        }
    }

    /// A field or parameter that is wrong.
    pub(crate) fn invalid(field: &str, code: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        let mut refusal = Self::new(400, "VALIDATION_ERROR", "INVALID_INPUT", message.clone());
        refusal.object.errors.push(ErrorDetail {
            message: Some(message),
            code: Some(code.to_owned()),
            location: Some(field.to_owned()),
            ..ErrorDetail::default()
        });
        refusal
    }

    /// The same refusal, of another field.
    pub(crate) fn at(mut self, field: &str) -> Self {
        let detail = ErrorDetail {
            message: self.object.message.clone(),
            location: Some(field.to_owned()),
            ..ErrorDetail::default()
        };
        self.object.errors = vec![detail];
        self
    }

    /// The faults of settings, each with its field.
    pub(crate) fn problems(problems: &[Problem]) -> Self {
        let texts: Vec<&str> = problems.iter().map(|p| p.message.as_str()).collect();
        let mut refusal = Self::new(400, "VALIDATION_ERROR", "INVALID_INPUT", texts.join("; "));
        refusal.object.errors = problems
            .iter()
            .map(|problem| ErrorDetail {
                message: Some(problem.message.clone()),
                code: serde_json::to_value(problem.code)
                    .ok()
                    .and_then(|code| code.as_str().map(str::to_owned)),
                location: problem.field.map(str::to_owned),
                ..ErrorDetail::default()
            })
            .collect();
        refusal
    }

    /// Nothing is there.
    pub(crate) fn not_found(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(404, "OBJECT_NOT_FOUND", reason, message)
    }

    /// The key or token is none.
    pub(crate) fn unauthenticated(message: &str) -> Self {
        Self::new(401, "INVALID_AUTHENTICATION", "NOT_AUTHENTICATED", message)
    }

    /// A fault of this program.
    pub(crate) fn internal(message: &str) -> Self {
        Self::new(500, "INTERNAL_ERROR", "INTERNAL", message)
    }
}

/// A refusal with a message as of `format!`:
/// `refuse!(invalid("limit", "INVALID_INTEGER"), "limit is {limit}")`.
macro_rules! refuse {
    ($kind:ident($($of:expr),*), $($message:tt)+) => {
        $crate::platform::answer::Refusal::$kind($($of,)* format!($($message)+))
    };
}
pub(crate) use refuse;

/// A value of a request as a message names it: not too long, and on one line.
pub(crate) fn quoted(value: &str) -> String {
    if value.is_empty() {
        return "(empty)".to_owned();
    }
    let mut text: String = value
        .chars()
        .take(LONGEST_QUOTED)
        .map(|letter| if is_steering(letter) { ' ' } else { letter })
        .collect();
    if value.chars().nth(LONGEST_QUOTED).is_some() {
        text.push('…');
    }
    text
}

/// Whether a letter steers a terminal, ends a line or turns the direction of a text.
fn is_steering(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Longer than any name or date.
const LONGEST_QUOTED: usize = 100;

impl From<rusqlite::Error> for Refusal {
    /// The text of SQLite may quote data, so it is left out.
    fn from(error: rusqlite::Error) -> Self {
        let code = error.sqlite_error_code();
        let message = match code {
            Some(rusqlite::ErrorCode::DiskFull) => "the disk of the data file is full",
            Some(rusqlite::ErrorCode::ReadOnly) => "the data file cannot be written",
            _ => "the data cannot be read or written",
        };
        Self::internal(message)
    }
}

impl From<serde_json::Error> for Refusal {
    /// What is stored has another form than it was written in.
    fn from(_: serde_json::Error) -> Self {
        Self::internal("the data cannot be read or written")
    }
}
