//! An error as it is thrown: the classes are those of the facade.

use js_sys::JSON;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{Error, ErrorObject, client::LATE, problem::Problem};

/// A call's error: a `RestError`.
pub(super) fn thrown(error: &Error) -> JsValue {
    let (code, problems, object) = match error {
        Error::Invalid(problems) => ("INVALID_REQUEST", problems.as_slice(), None),
        // A redirect in a browser, of which nothing is known.
        Error::Refused { status: 0, .. } => ("REFUSED", [].as_slice(), None),
        Error::Refused { object, .. } => ("REFUSED", [].as_slice(), Some(&**object)),
        Error::Malformed { .. } => ("MALFORMED", [].as_slice(), None),
        Error::Unreachable(reason) if reason == LATE => ("TIMED_OUT", [].as_slice(), None),
        Error::Unreachable(_) => ("UNREACHABLE", [].as_slice(), None),
    };
    raise(&Failure {
        code,
        message: &error.to_string(),
        status: error.status().filter(|status| *status != 0),
        category: object.and_then(|it| it.category.as_deref().or(it.status.as_deref())),
        correlation_id: object.and_then(|it| it.correlation_id.as_deref()),
        object,
        problems,
    })
}

/// The application ended the call.
pub(super) fn aborted() -> JsValue {
    raise(&Failure::new("ABORTED", "the call was aborted"))
}

/// What the application gave for a call took too long.
pub(super) fn late(message: &str) -> JsValue {
    raise(&Failure::new("TIMED_OUT", message))
}

/// An option or a signal failed during a call: a `RestError`, with what it threw, where it
/// did.
pub(super) fn failed(message: &str, cause: Option<&JsValue>) -> JsValue {
    raise_with(&Failure::new("INVALID_OPTION", message), cause)
}

/// Whether it is an error of this client.
pub(super) fn is_rest_error(error: &JsValue) -> bool {
    error.is_instance_of::<RestError>()
}

/// An option that is not accepted: a `CallingError`.
pub(super) fn refused(code: &str, message: &str) -> JsValue {
    CallingError::new(code, message).into()
}

/// As the constructor of `RestError` takes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Failure<'a> {
    code: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    correlation_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<&'a ErrorObject>,
    problems: &'a [Problem],
}

impl<'a> Failure<'a> {
    const fn new(code: &'static str, message: &'a str) -> Self {
        Self {
            code,
            message,
            status: None,
            category: None,
            correlation_id: None,
            object: None,
            problems: &[],
        }
    }
}

fn raise(failure: &Failure<'_>) -> JsValue {
    raise_with(failure, None)
}

fn raise_with(failure: &Failure<'_>, cause: Option<&JsValue>) -> JsValue {
    let text = serde_json::to_string(failure).unwrap_or_default();
    match JSON::parse(&text) {
        Ok(failure) => RestError::new(&failure, cause).into(),
        Err(error) => error,
    }
}

#[wasm_bindgen(raw_module = "../src/rest/error.ts")]
extern "C" {
    type RestError;

    #[wasm_bindgen(constructor)]
    fn new(failure: &JsValue, cause: Option<&JsValue>) -> RestError;
}

#[wasm_bindgen(raw_module = "../src/shared/errors.ts")]
extern "C" {
    type CallingError;

    #[wasm_bindgen(constructor)]
    fn new(code: &str, message: &str) -> CallingError;

    #[wasm_bindgen(catch, js_name = shown)]
    fn try_shown(value: &JsValue) -> Result<String, JsValue>;
}

/// A value that is at fault, as an error's text shows it.
pub(super) fn shown(value: &JsValue) -> String {
    // A proxy may throw.
    try_shown(value).unwrap_or_else(|_| "an object".to_owned())
}
