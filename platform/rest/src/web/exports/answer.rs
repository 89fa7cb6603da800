//! The part of an answer that JavaScript gets.

use js_sys::JSON;
#[cfg(feature = "rest-exports")]
use serde_json::Value;
use wasm_bindgen::JsValue;

#[cfg(feature = "rest-exports")]
use super::failure::value;
#[cfg(feature = "rest-exports")]
use crate::oauth::Tokens;
use crate::{Endpoint, Error, ErrorObject, Request, Response};

/// A request, and the part of its answer to pass on.
pub(super) struct Call {
    pub(super) request: Request,
    pub(super) answer: Answer,
}

/// The part of an answer to pass on.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    /// Nothing.
    Nothing,
    /// All of it, if there is any.
    #[cfg(feature = "rest-exports")]
    IfAny,
    /// All of it.
    Json,
    /// All of it, being tokens, and the usable lifetime of the access token.
    #[cfg(feature = "rest-exports")]
    Tokens,
}

impl Endpoint for Call {
    type Answer = JsValue;

    fn request(&self) -> Result<Request, Error> {
        Ok(self.request.clone())
    }

    fn answer(&self, response: &Response) -> Result<JsValue, Error> {
        match self.answer {
            Answer::Nothing => Ok(JsValue::UNDEFINED),
            #[cfg(feature = "rest-exports")]
            Answer::IfAny if response.body.is_empty() => Ok(JsValue::UNDEFINED),
            #[cfg(feature = "rest-exports")]
            Answer::Tokens => tokens(response),
            _ => body(response),
        }
    }

    /// Unparsed, for JavaScript to read.
    fn refusal(&self, response: &Response) -> Error {
        let id = response.header("x-hubspot-correlation-id");
        Error::Refused {
            status: response.status,
            object: Box::new(ErrorObject {
                correlation_id: id.map(str::to_owned),
                text: Some(text(response)),
                ..ErrorObject::default()
            }),
        }
    }
}

/// The body of an answer, which has to be JSON.
fn body(response: &Response) -> Result<JsValue, Error> {
    let text = std::str::from_utf8(&response.body).unwrap_or_default();
    // The engine's error quotes the body, and names no place in it.
    JSON::parse(text).map_err(|_| match response.parsed() {
        Err(error) => error,
        Ok(_) => response.malformed("it is no JSON".to_owned()),
    })
}

fn text(response: &Response) -> String {
    String::from_utf8_lossy(&response.body).into_owned()
}

/// The answer with tokens, and the usable lifetime of the access token.
#[cfg(feature = "rest-exports")]
fn tokens(response: &Response) -> Result<JsValue, Error> {
    let mut answer = response.parsed()?;
    let tokens: Tokens = response.read(&answer)?;
    if let Value::Object(fields) = &mut answer {
        fields.insert("fresh_for_ms".to_owned(), tokens.fresh_for_ms().into());
    }
    Ok(value(&answer))
}

/// A table of endpoints by name, with the part of the answer to pass on, and the constructor.
macro_rules! calls {
    ($wanted:expr; $($name:literal => $answer:ident $endpoint:expr;)+) => {{
        let (request, answer) = match $wanted {
            $($name => ($endpoint.request(), Answer::$answer),)+
            _ => return Ok(None),
        };
        Ok(Some(request.map(|request| Call { request, answer })))
    }};
}
pub(super) use calls;
