//! The exports to JavaScript: an endpoint's name and its parameters in, the answer out. The
//! classes are TypeScript: `pkg/src/rest`.
//!
//! | module | holds |
//! |---|---|
//! | `failure` | an error as JavaScript |
//! | `local` | the override of the settings in one browser |
//! | `plain` | parameters as plain data |
//! | `rest` | endpoints of the entry `./rest` |
//! | `settings` | endpoints of `./settings` |
//! | `token_store` | [`crate::client::TokenStore`] over a function of JavaScript |

mod failure;
#[cfg(feature = "override-exports")]
pub mod local;
mod plain;
#[cfg(feature = "rest-exports")]
mod rest;
#[cfg(feature = "settings-exports")]
mod settings;
#[cfg(feature = "rest-exports")]
pub mod token_store;

use std::{future::poll_fn, pin::pin, task::Poll};

use js_sys::{Function, JSON, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use self::failure::{failed, failure};
use crate::{
    Endpoint, Error, ErrorObject, Request, Response,
    checks::{Checks, base_url_problem},
    client::Client,
    parameters::Parameters,
    problem::{Problem, ProblemCode},
    retry::Policy,
    web::fetch::FetchTransport,
};

/// Calls an endpoint. Resolves with the answer, undefined if there is none; rejects with a
/// failure.
///
/// The parameters are those of the endpoint and the client's options. `fetch` replaces the
/// platform's; once `left` is settled the call ends.
#[wasm_bindgen(unchecked_return_type = "Promise<unknown>")]
pub fn call(
    name: &str,
    #[wasm_bindgen(unchecked_param_type = "object")] parameters: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "typeof globalThis.fetch")] fetch: Option<
        Function,
    >,
    #[wasm_bindgen(unchecked_optional_param_type = "Promise<void>")] left: Option<Promise>,
) -> Promise {
    let prepared = plain::parameters(parameters)
        .and_then(|given| Ok((client(&given, fetch)?, prepared(name, &given)?)))
        .map_err(|error| failure(&error));
    future_to_promise(async move {
        let (client, call) = prepared?;
        let work = client.call(&call);
        let outcome = match left {
            None => work.await,
            Some(left) => unless_left(work, left).await.ok_or(JsValue::UNDEFINED)?,
        };
        outcome.map_err(|error| match error {
            // The request was checked above: this is about the result of `fetch`.
            Error::Invalid(_) => failed(error.to_string()),
            error => failure(&error),
        })
    })
}

/// Computes without I/O, or throws a failure.
#[wasm_bindgen(unchecked_return_type = "unknown")]
pub fn compute(
    name: &str,
    #[wasm_bindgen(unchecked_param_type = "object")] parameters: &JsValue,
) -> Result<JsValue, JsValue> {
    let parameters = plain::parameters(parameters).map_err(|error| failure(&error))?;
    let answer = match name {
        "check" => check(&parameters).map(|()| JsValue::UNDEFINED),
        #[cfg(feature = "rest-exports")]
        "authorizationUrl" => rest::authorization_url(&parameters),
        #[cfg(feature = "rest-exports")]
        "createPkce" => rest::create_pkce(&parameters),
        _ => Err(unknown()),
    };
    answer.map_err(|error| failure(&error))
}

/// A request, and the part of its answer to pass on.
struct Call {
    request: Request,
    answer: Answer,
}

/// The part of an answer to pass on.
#[derive(Clone, Copy)]
enum Answer {
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
            Answer::Tokens => rest::tokens(response),
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
use calls;

fn prepared(name: &str, parameters: &Parameters) -> Result<Call, Error> {
    #[cfg(feature = "settings-exports")]
    if let Some(call) = settings::call(name, parameters)? {
        return call;
    }
    #[cfg(feature = "rest-exports")]
    if let Some(call) = rest::call(name, parameters)? {
        return call;
    }
    Err(unknown())
}

fn unknown() -> Error {
    let why = "there is no such call";
    Error::Invalid(vec![Problem::new(ProblemCode::InvalidName, None, why)])
}

/// A client by the options, which [`check`] and the constructors have accepted.
fn client(
    parameters: &Parameters,
    fetch: Option<Function>,
) -> Result<Client<FetchTransport>, Error> {
    let base_url: String = parameters.field("baseUrl")?;
    let mut transport = FetchTransport::new(&base_url)?;
    if let Some(ms) = parameters.optional("timeoutMs")? {
        transport = transport.with_timeout_ms(ms);
    }
    if let Some(fetch) = fetch {
        transport = transport.with_fetch(fetch);
    }
    let usual = Policy::default();
    let number = |name| parameters.optional::<Option<u32>>(name);
    let policy = Policy {
        retries: number("retries")?.unwrap_or(usual.retries),
        longest_wait_ms: number("longestWaitMs")?.map_or(usual.longest_wait_ms, u64::from),
        non_idempotent: parameters.optional("nonIdempotent")?,
    };
    Ok(Client::new(transport).with_policy(policy))
}

/// Checks the client's options listed in `names`.
fn check(parameters: &Parameters) -> Result<(), Error> {
    let mut checks = Checks::default();
    for name in parameters.field::<Vec<String>>("names")? {
        let (name, what) = match name.as_str() {
            "accessToken" => (
                "accessToken",
                "an access token, or a function that returns one",
            ),
            "clientId" => ("clientId", "the app's client id"),
            "clientSecret" => ("clientSecret", "the app's client secret"),
            "key" => ("key", "the developer account's API key"),
            "refreshToken" => ("refreshToken", "the installation's refresh token"),
            "baseUrl" => {
                let url: String = parameters.field("baseUrl")?;
                match base_url_problem("baseUrl", &url) {
                    Some(problem) => return Err(Error::Invalid(vec![problem])),
                    None => continue,
                }
            }
            "appId" => {
                checks.id("appId", parameters.id::<i32>("appId")?);
                continue;
            }
            _ => {
                checks.id("userId", parameters.id::<i64>("userId")?);
                continue;
            }
        };
        checks.secret(name, &parameters.field(name)?, what);
    }
    checks.finish()
}

/// The outcome of work; none if its caller leaves first, which cancels the work.
async fn unless_left<T>(work: impl Future<Output = T>, left: Promise) -> Option<T> {
    let mut left = pin!(JsFuture::from(left));
    let mut work = pin!(work);
    poll_fn(|context| match left.as_mut().poll(context) {
        Poll::Ready(_) => Poll::Ready(None),
        Poll::Pending => work.as_mut().poll(context).map(Some),
    })
    .await
}
