//! An error as text: the JSON that the constructor of `RestError` takes.

use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::{Error, client::LATE, problem::Problem};

/// The JSON of a call's error.
pub(super) fn failure(error: &Error) -> JsValue {
    let failure = |code| Failure {
        code,
        message: error.to_string(),
        status: error.status(),
        ..Failure::default()
    };
    text(&match error {
        Error::Invalid(problems) => Failure {
            problems,
            ..failure("INVALID_REQUEST")
        },
        // A redirect in a browser, which reveals nothing else.
        Error::Refused { status: 0, .. } => Failure {
            status: None,
            ..failure("REFUSED")
        },
        Error::Refused { object, .. } => Failure {
            correlation_id: object.correlation_id.as_deref(),
            body: object.text.as_deref(),
            ..failure("REFUSED")
        },
        Error::Malformed { .. } => failure("MALFORMED"),
        Error::Unreachable(reason) if reason == LATE => failure("TIMED_OUT"),
        Error::Unreachable(_) => failure("UNREACHABLE"),
    })
}

/// The JSON for an option that failed during a call.
pub(super) fn failed(message: String) -> JsValue {
    text(&Failure {
        code: "INVALID_OPTION",
        message,
        ..Failure::default()
    })
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Failure<'a> {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    /// From the answer's header.
    #[serde(skip_serializing_if = "Option::is_none")]
    correlation_id: Option<&'a str>,
    /// The answer, without secrets.
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<&'a str>,
    problems: &'a [Problem],
}

fn text(failure: &Failure<'_>) -> JsValue {
    serde_json::to_string(failure).unwrap_or_default().into()
}
