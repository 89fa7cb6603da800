//! An error as JavaScript: what the constructor of `RestError` takes.

use js_sys::{Array, JSON, Object, Reflect};
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::{Error, ErrorObject, client::LATE, problem::Problem};

/// A call's error.
pub(super) fn failure(error: &Error) -> JsValue {
    let failure = |code| Failure {
        code,
        message: error.to_string(),
        status: error.status(),
        ..Failure::default()
    };
    value(&match error {
        Error::Invalid(problems) => Failure {
            problems,
            ..failure("INVALID_REQUEST")
        },
        // A redirect in a browser, which reveals nothing else.
        Error::Refused { status: 0, .. } => Failure {
            status: None,
            ..failure("REFUSED")
        },
        Error::Refused { status, object } => return refused(*status, object),
        Error::Malformed { .. } => failure("MALFORMED"),
        Error::Unreachable(reason) if reason == LATE => failure("TIMED_OUT"),
        Error::Unreachable(_) => failure("UNREACHABLE"),
    })
}

/// A refusal, by the fields of its body, which JavaScript parses.
fn refused(status: u16, unread: &ErrorObject) -> JsValue {
    let answer = fields(unread.text.as_deref().unwrap_or_default());
    let header = unread.correlation_id.as_deref();
    if let (Some(id), Ok(false)) = (header, Reflect::has(&answer, &"correlationId".into())) {
        // A plain object takes any field.
        let _ = Reflect::set(&answer, &"correlationId".into(), &id.into());
    }
    let text = |name: &str| Reflect::get(&answer, &name.into()).ok()?.as_string();
    let object = Box::new(ErrorObject {
        status: text("status"),
        message: text("message"),
        correlation_id: text("correlationId"),
        category: text("category"),
        error_description: text("error_description"),
        ..ErrorObject::default()
    });
    let category = object.kind().map(str::to_owned);
    let correlation_id = object.correlation_id.clone();
    value(&Failure {
        code: "REFUSED",
        message: Error::Refused { status, object }.to_string(),
        status: Some(status),
        category,
        correlation_id,
        object: Some(answer),
        ..Failure::default()
    })
}

/// The fields of an error object; none for another body, such as a proxy's page.
fn fields(body: &str) -> JsValue {
    match JSON::parse(body) {
        Ok(object) if object.is_object() && !Array::is_array(&object) => object,
        _ => Object::new().into(),
    }
}

/// An option that failed during a call.
pub(super) fn failed(message: String) -> JsValue {
    value(&Failure {
        code: "INVALID_OPTION",
        message,
        ..Failure::default()
    })
}

/// A value of this crate, for JavaScript.
pub(super) fn value(value: &impl Serialize) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    // Plain data always has a form.
    value.serialize(&serializer).unwrap_or_default()
}

#[serde_with::skip_serializing_none]
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Failure<'a> {
    code: &'static str,
    message: String,
    status: Option<u16>,
    category: Option<String>,
    correlation_id: Option<String>,
    /// The answer, without secrets.
    #[serde(serialize_with = "preserved")]
    object: Option<JsValue>,
    problems: &'a [Problem],
}

fn preserved<S: serde::Serializer>(
    object: &Option<JsValue>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match object {
        Some(object) => serde_wasm_bindgen::preserve::serialize(object, serializer),
        None => serializer.serialize_none(),
    }
}
