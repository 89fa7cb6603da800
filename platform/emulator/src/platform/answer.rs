//! Answers and refusals.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use calling_rest::{ErrorObject, error::ErrorDetail, problem::Problem};
use maud::Markup;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::pages;

/// An outcome that may be a refusal.
pub(crate) type Result<T, E = Refusal> = std::result::Result<T, E>;

/// A successful answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Special headers; of duplicates the last counts.
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
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
            ..Self::of(JSON, bytes)
        })
    }

    /// A status alone.
    pub(crate) fn empty(status: u16) -> Self {
        Self {
            status,
            headers: vec![(POLICY, NOTHING.to_owned())],
            body: Vec::new(),
        }
    }

    /// A body of a media type.
    pub(crate) fn of(media: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            body: body.into(),
            ..Self::empty(200).with("content-type", media)
        }
    }

    /// A page without scripts; its form may lead to one other origin.
    pub(crate) fn page(title: &str, body: &Markup, form_origin: Option<String>) -> Self {
        let digest = STANDARD.encode(Sha256::digest(pages::STYLE));
        let form_origin = form_origin.unwrap_or_default();
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; \
             form-action 'self' {form_origin}; frame-ancestors 'none'"
        );
        Self::of("text/html;charset=utf-8", pages::page(title, body)).with(POLICY, policy)
    }

    /// Redirects the browser.
    pub(crate) fn redirect(address: String) -> Self {
        Self::empty(303).with("location", address)
    }

    /// The same with a header; a later one replaces one of its name.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}

/// The media type of everything but pages.
pub(crate) const JSON: &str = "application/json;charset=utf-8";

/// The header of a content security policy, and the one that allows nothing.
pub(crate) const POLICY: &str = "content-security-policy";
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";

/// A refusal: the status, the error object, and a reason for the log, without any data of the
/// request.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) reason: &'static str,
    pub(crate) object: Box<ErrorObject>,
    pub(crate) headers: Vec<(&'static str, String)>,
    /// True for an HTML page for people.
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

    /// An invalid field or parameter.
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

    /// The same refusal on a page, for a person.
    pub(crate) fn on_page(mut self) -> Self {
        self.is_page = true;
        self
    }

    /// The same refusal with a context: names and values.
    pub(crate) fn about(mut self, context: &[(&str, &str)]) -> Self {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), vec![value.to_owned()]);
        self.object.context = Some(context.iter().map(owned).collect());
        self
    }

    /// The same refusal, for another field.
    pub(crate) fn at(mut self, field: &str) -> Self {
        let detail = ErrorDetail {
            message: self.object.message.clone(),
            location: Some(field.to_owned()),
            ..ErrorDetail::default()
        };
        self.object.errors = vec![detail];
        self
    }

    /// Invalid settings, each with its field.
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

    /// A missing resource.
    pub(crate) fn not_found(reason: &'static str, message: impl Into<String>) -> Self {
        Self::new(404, "OBJECT_NOT_FOUND", reason, message)
    }

    /// An unknown key or token.
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

/// A request's value for a message: cut, and on one line.
pub(crate) fn quoted(value: &str) -> String {
    if value.is_empty() {
        return "(empty)".to_owned();
    }
    one_line(value, LONGEST_QUOTED)
}

/// A text on one line, cut to so many letters.
pub(crate) fn one_line(value: &str, longest: usize) -> String {
    let letters = value.chars().take(longest);
    let mut text: String = letters
        .map(|letter| if is_steering(letter) { ' ' } else { letter })
        .collect();
    if value.chars().nth(longest).is_some() {
        text.push('…');
    }
    text
}

/// True for a letter that controls a terminal, ends a line or changes the direction of a text.
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
    /// Omits SQLite's text, which may quote data.
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
    /// Stored JSON has an unexpected form.
    fn from(_: serde_json::Error) -> Self {
        Self::internal("the data cannot be read or written")
    }
}
