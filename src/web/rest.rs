//! The REST entry: calls as data. The facade fetches, waits and gives back what
//! came; which call, whether again and what it means is decided in `rest`.

use std::{cell::RefCell, fmt};

use serde::Serialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::rest::{
    Error, Response,
    calls::{self, AnyCall},
    client::{LONGEST_BODY, TIMEOUT_MS},
    exchange::{Exchange, Step},
    retry::Policy,
};

/// A call under way. Everything crosses as JSON text, except for the body of an
/// answer.
#[wasm_bindgen]
pub struct RestCall {
    exchange: RefCell<Exchange<AnyCall>>,
}

#[wasm_bindgen]
impl RestCall {
    /// A call by its name, with its parameters and the policy of retries. Throws
    /// what is wrong with them, as the text of an error's JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, parameters: &str, policy: &str) -> Result<Self, String> {
        let parameters = value(parameters);
        let policy = self::policy(&value(policy));
        let exchange = calls::read(name, &parameters)
            .map_err(Error::Invalid)
            .and_then(|call| Exchange::new(call, policy))
            .map_err(|error| thrown(&error))?;
        Ok(Self {
            exchange: RefCell::new(exchange),
        })
    }

    /// The request: `{method, target, headers, body?, timeoutMs, longestBodyBytes}`.
    pub fn request(&self) -> String {
        let exchange = self.exchange.borrow();
        let request = exchange.request();
        let body = (!request.body.is_empty()).then(|| String::from_utf8_lossy(&request.body));
        text(&json!({
            "method": request.method.as_str(),
            "target": request.target(),
            "headers": request.sent_headers(),
            "body": body,
            "timeoutMs": TIMEOUT_MS,
            "longestBodyBytes": LONGEST_BODY,
        }))
    }

    /// An answer came, of any status; `headers` is a list of pairs. Says what to do:
    /// `{afterMs}`, `{answer}` or `{error}`.
    pub fn answered(&self, status: u16, headers: &str, body: &[u8]) -> String {
        self.take(Ok(Response {
            status,
            headers: pairs(headers),
            body: body.to_vec(),
        }))
    }

    /// No answer came, for this reason; says what to do as
    /// [`RestCall::answered`] does.
    pub fn failed(&self, reason: &str) -> String {
        self.take(Err(Error::Unreachable(reason.to_owned())))
    }

    fn take(&self, outcome: Result<Response, Error>) -> String {
        text(&match self.exchange.borrow_mut().take(outcome) {
            Step::Again { after_ms } => json!({ "afterMs": after_ms }),
            Step::Done(Ok(answer)) => json!({ "answer": answer }),
            Step::Done(Err(error)) => json!({ "error": error_value(&error) }),
        })
    }
}

impl fmt::Debug for RestCall {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is asked holds keys.
        formatter.debug_struct("RestCall").finish_non_exhaustive()
    }
}

/// The address a user is sent to, of JSON text. Throws what is wrong with it, as
/// the text of an error's JSON.
#[wasm_bindgen]
pub fn authorization_url(parameters: &str) -> Result<String, String> {
    let parameters = value(parameters);
    calls::authorization_url(&parameters).map_err(|problems| thrown(&Error::Invalid(problems)))
}

/// A verifier and its challenge of 32 bytes that nobody can guess, as JSON text:
/// `{codeVerifier, codeChallenge}`. Other lengths are thrown as
/// [`authorization_url`] throws.
#[wasm_bindgen]
pub fn pkce(bytes: &[u8]) -> Result<String, String> {
    calls::pkce(bytes)
        .map(|pair| text(&pair))
        .map_err(|problem| thrown(&Error::Invalid(vec![problem])))
}

/// What is wrong with the address that calls go below; nothing when it is good.
#[wasm_bindgen]
pub fn base_url_problem(url: &str) -> Option<String> {
    calls::base_url_problem("baseUrl", url).map(|problem| problem.message)
}

/// The policy that the facade gives: `{retries, longestWaitMs, nonIdempotent}`, each
/// optional, and checked there.
fn policy(given: &Value) -> Policy {
    let usual = Policy::default();
    let number = |name: &str| given.get(name).and_then(Value::as_u64);
    Policy {
        retries: number("retries")
            .and_then(|retries| u32::try_from(retries).ok())
            .unwrap_or(usual.retries),
        longest_wait_ms: number("longestWaitMs").unwrap_or(usual.longest_wait_ms),
        non_idempotent: given
            .get("nonIdempotent")
            .and_then(Value::as_bool)
            .unwrap_or(usual.non_idempotent),
    }
}

/// The value of JSON text.
fn value(text: &str) -> Value {
    // One kind of input in the whole module: each has a reader of its own.
    serde_json::from_slice(text.as_bytes()).unwrap_or(Value::Null)
}

/// The text of a value.
fn text(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The pairs of a list such as `[["retry-after","1"]]`.
fn pairs(headers: &str) -> Vec<(String, String)> {
    let Value::Array(headers) = value(headers) else {
        return Vec::new();
    };
    headers
        .iter()
        .filter_map(|pair| match pair.as_array()?.as_slice() {
            [Value::String(name), Value::String(value)] => Some((name.clone(), value.clone())),
            _ => None,
        })
        .collect()
}

/// An error's text, as it is thrown.
fn thrown(error: &Error) -> String {
    text(&error_value(error))
}

/// An error as the facade throws it.
fn error_value(error: &Error) -> Value {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Thrown<'a> {
        code: &'static str,
        message: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
        #[serde(skip_serializing_if = "Option::is_none")]
        category: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        correlation_id: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        object: Option<&'a crate::rest::ErrorObject>,
        problems: &'a [crate::rest::settings::Problem],
    }

    let (code, problems, object) = match error {
        Error::Invalid(problems) => ("INVALID_REQUEST", problems.as_slice(), None),
        Error::Refused { object, .. } => ("REFUSED", [].as_slice(), Some(&**object)),
        Error::Malformed { .. } => ("MALFORMED", [].as_slice(), None),
        Error::Unreachable(_) => ("UNREACHABLE", [].as_slice(), None),
    };
    serde_json::to_value(Thrown {
        code,
        message: error.to_string(),
        status: error.status(),
        category: object.and_then(|object| object.category.as_deref().or(object.status.as_deref())),
        correlation_id: object.and_then(|object| object.correlation_id.as_deref()),
        object,
        problems,
    })
    .unwrap_or(Value::Null)
}
