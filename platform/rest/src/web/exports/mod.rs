//! The exports to JavaScript: an endpoint's name and its parameters in, the answer out. The
//! classes are TypeScript: `pkg/src/rest`.
//!
//! | module | holds |
//! |---|---|
//! | `answer` | the part of an answer that JavaScript gets |
//! | `failure` | an error as JavaScript |
//! | `local` | the override of the settings in one browser |
//! | `plain` | parameters as plain data |
//! | `rest` | endpoints of the entry `./rest` |
//! | `settings` | endpoints of `./settings` |
//! | `token_store` | [`crate::client::TokenStore`] over a function of JavaScript |

mod answer;
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

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use self::{
    answer::Call,
    failure::{failed, failure},
};
use crate::{
    Error,
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

fn prepared(name: &str, parameters: &Parameters) -> Result<Call, Error> {
    #[cfg(feature = "rest-exports")]
    if let Some(call) = rest::call(name, parameters)? {
        return call;
    }
    #[cfg(feature = "settings-exports")]
    if let Some(call) = settings::call(name, parameters)? {
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
