//! What every client has: where it asks, and how.

use std::{
    cell::Cell,
    future::{Future, poll_fn},
    pin::pin,
    rc::Rc,
    task::{Poll, Waker},
};

use js_sys::{Function, JSON, Object, Reflect};
use serde_json::Value;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::EventTarget;

use super::{
    failure::{aborted, failed, is_rest_error, late, refused, shown, thrown},
    options::{number, policy, unfit},
    parameters::{Parameters, get},
};
use crate::{
    Endpoint, Error, Request, Response, Secret,
    checks::base_url_problem,
    client::Client,
    web::fetch::{FetchTransport, has_fetch, promise_of},
};

#[wasm_bindgen]
extern "C" {
    /// Options of one call.
    #[derive(Clone, Debug)]
    #[wasm_bindgen(typescript_type = "CallOptions")]
    pub type CallOptions;
}

/// Asks one service.
pub(super) struct Connection {
    client: Client<FetchTransport>,
    is_own_fetch: bool,
}

impl Connection {
    /// Of `ClientOptions`. Throws `INVALID_URL` or `INVALID_OPTION`, naming the option.
    pub(super) fn new(options: &JsValue) -> Result<Self, JsValue> {
        let base_url = get(options, "baseUrl").as_string();
        let fault = match &base_url {
            None => Some("baseUrl is missing: add the address of the service".to_owned()),
            Some(url) => base_url_problem("baseUrl", url).map(|problem| problem.message),
        };
        if let Some(fault) = fault {
            return Err(refused("INVALID_URL", &fault));
        }
        let base_url = base_url.unwrap_or_default();
        let mut transport = FetchTransport::new(&base_url).map_err(|error| thrown(&error))?;
        if let Some(ms) = number("timeoutMs", &get(options, "timeoutMs"), 1)? {
            transport = transport.with_timeout_ms(ms.into());
        }
        let fetch = get(options, "fetch");
        let is_own_fetch = !fetch.is_undefined();
        if is_own_fetch {
            let fetch: Result<Function, JsValue> = fetch.dyn_into();
            let fetch = fetch.map_err(|fetch| unfit("fetch", &fetch, "a function"))?;
            transport = transport.with_fetch(fetch);
        }
        Ok(Self {
            client: Client::new(transport).with_policy(policy(&get(options, "retry"))?),
            is_own_fetch,
        })
    }

    /// Asks an endpoint that was made of these parameters, unless one has a problem.
    /// Throws a `RestError`.
    pub(super) async fn ask<E: Endpoint>(
        &self,
        parameters: Parameters,
        endpoint: E,
    ) -> Result<Answered<E::Answer>, JsValue> {
        let of_checks = match endpoint.request() {
            Err(Error::Invalid(problems)) => problems,
            _ => Vec::new(),
        };
        let problems = parameters.problems(of_checks);
        if !problems.is_empty() {
            return Err(thrown(&Error::Invalid(problems)));
        }
        if !self.is_own_fetch && !has_fetch() {
            let fault = "there is no fetch here, which Node has from 18 on: give the option fetch";
            return Err(failed(fault, None));
        }
        let outcome = self.client.call(&AsItCame(endpoint)).await;
        outcome.map_err(|error| match error {
            // The request was checked above: it is what `fetch` gave.
            Error::Invalid(_) => failed(&error.to_string(), None),
            error => thrown(&error),
        })
    }

    /// The access token for one call: a text as it is, or what the application's function
    /// gives in time.
    pub(super) async fn token_for_call(
        &self,
        access_token: &JsValue,
        options: Option<&CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let Some(function) = access_token.dyn_ref::<Function>() else {
            return Ok(access_token.clone());
        };
        let options = options.map_or_else(|| Object::new().into(), |it| it.clone().into());
        let given = async {
            let token = function.call1(&JsValue::UNDEFINED, &options)?;
            JsFuture::from(promise_of(&token)).await
        };
        match self.client.transport().in_time(given).await {
            Some(Ok(token)) => Ok(token),
            // Such as a token store's.
            Some(Err(error)) if is_rest_error(&error) => Err(error),
            Some(Err(error)) => {
                let fault = "the function accessToken failed, see cause: have it return a token";
                Err(failed(fault, Some(&error)))
            }
            None => Err(late(
                "the function accessToken took too long: have it return a token within timeoutMs",
            )),
        }
    }
}

/// A connection, and the access token of who asks. Neither `JSON.stringify` nor an
/// inspection of a client finds the token.
pub(super) struct TokenConnection {
    connection: Connection,
    /// A text, or a function that gives one for each call.
    access_token: JsValue,
}

impl TokenConnection {
    /// Of `ClientOptions`, and an `accessToken` that was checked.
    pub(super) fn new(options: &JsValue, access_token: JsValue) -> Result<Self, JsValue> {
        Ok(Self {
            connection: Connection::new(options)?,
            access_token,
        })
    }

    /// Asks the endpoint that is made of the token and the parameters; the answer is as
    /// it came, and nothing where it is empty.
    pub(super) async fn ask<E: Endpoint + 'static>(
        &self,
        options: Option<CallOptions>,
        endpoint: impl FnOnce(Secret, &mut Parameters) -> E,
    ) -> Result<JsValue, JsValue> {
        let make =
            Box::new(|token, parameters: &mut Parameters| boxed(endpoint(token, parameters)));
        self.ask_boxed(options, Make::WithToken(make)).await
    }

    /// The same for what takes no token.
    pub(super) async fn ask_without_token<E: Endpoint + 'static>(
        &self,
        options: Option<CallOptions>,
        endpoint: impl FnOnce(&mut Parameters) -> E,
    ) -> Result<JsValue, JsValue> {
        let make = Box::new(|parameters: &mut Parameters| boxed(endpoint(parameters)));
        self.ask_boxed(options, Make::Alone(make)).await
    }

    async fn ask_boxed(
        &self,
        options: Option<CallOptions>,
        make: Make<'_>,
    ) -> Result<JsValue, JsValue> {
        unless_aborted(options.as_ref(), async {
            let mut parameters = Parameters::default();
            let endpoint = match make {
                Make::Alone(make) => make(&mut parameters),
                Make::WithToken(make) => {
                    let token = self
                        .connection
                        .token_for_call(&self.access_token, options.as_ref())
                        .await?;
                    let token = parameters.field("accessToken", &token);
                    make(token, &mut parameters)
                }
            };
            Ok(self
                .connection
                .ask(parameters, endpoint)
                .await?
                .as_it_came())
        })
        .await
    }
}

/// An endpoint whose answer is checked and passed on. One type for all of them keeps the
/// code that asks in the module once.
type Boxed = Box<dyn Endpoint<Answer = ()>>;

/// Makes an endpoint of the parameters.
enum Make<'a> {
    Alone(Box<dyn FnOnce(&mut Parameters) -> Boxed + 'a>),
    WithToken(Box<WithToken<'a>>),
}

type WithToken<'a> = dyn FnOnce(Secret, &mut Parameters) -> Boxed + 'a;

/// Such an endpoint.
fn boxed<E: Endpoint + 'static>(endpoint: E) -> Boxed {
    Box::new(Checked(endpoint))
}

struct Checked<E>(E);

impl<E: Endpoint> Endpoint for Checked<E> {
    type Answer = ();

    fn request(&self) -> Result<Request, Error> {
        self.0.request()
    }

    fn answer(&self, response: &Response) -> Result<(), Error> {
        self.0.answer(response).map(drop)
    }
}

/// An answer: what is read of it, and as it came.
pub(super) struct Answered<A> {
    pub(super) read: A,
    response: Response,
}

impl<A> Answered<A> {
    /// The answer as it came, with the fields that nobody knows yet.
    pub(super) fn as_it_came(&self) -> JsValue {
        parsed(&String::from_utf8_lossy(&self.response.body))
    }

    /// The same, with the names of its fields in camel case, and one field more where
    /// there is one.
    pub(super) fn in_camel_case(&self, more: Option<(&str, u64)>) -> JsValue {
        let fields: serde_json::Map<String, Value> = self.response.json().unwrap_or_default();
        let fields = fields
            .into_iter()
            .map(|(name, value)| (camel_case(&name), value));
        let more = more.map(|(name, value)| (name.to_owned(), Value::from(value)));
        let renamed: Value = fields.chain(more).collect();
        parsed(&renamed.to_string())
    }
}

/// An endpoint whose response is passed on beside what is read of it.
struct AsItCame<E>(E);

impl<E: Endpoint> Endpoint for AsItCame<E> {
    type Answer = Answered<E::Answer>;

    fn request(&self) -> Result<Request, Error> {
        self.0.request()
    }

    fn answer(&self, response: &Response) -> Result<Self::Answer, Error> {
        Ok(Answered {
            read: self.0.answer(response)?,
            response: response.clone(),
        })
    }
}

/// The outcome of work, unless the signal comes first: then the work ends.
pub(super) async fn unless_aborted<T>(
    options: Option<&CallOptions>,
    work: impl Future<Output = Result<T, JsValue>>,
) -> Result<T, JsValue> {
    let signal = options.map_or(JsValue::UNDEFINED, |options| get(options, "signal"));
    if signal.is_undefined() || signal.is_null() {
        return work.await;
    }
    let waker = Rc::new(Cell::new(None::<Waker>));
    let wake = {
        let waker = Rc::clone(&waker);
        move || {
            if let Some(waker) = waker.take() {
                waker.wake();
            }
        }
    };
    let Some(signal) = Signal::heard(&signal, wake) else {
        let signal = shown(&signal);
        let fault = format!("signal is {signal}: use the signal of an AbortController");
        return Err(failed(&fault, None));
    };
    let mut work = pin!(work);
    poll_fn(|context| {
        if signal.is_aborted() {
            return Poll::Ready(Err(aborted()));
        }
        waker.set(Some(context.waker().clone()));
        work.as_mut().poll(context)
    })
    .await
}

/// A caller's signal, and what hears it until this is dropped. By its look, since its
/// class may be another realm's; so each use may throw.
struct Signal {
    target: EventTarget,
    hear: Closure<dyn FnMut()>,
}

impl Signal {
    /// Nothing where it is no signal.
    fn heard(signal: &JsValue, hear: impl FnMut() + 'static) -> Option<Self> {
        let signal = Self {
            target: signal.clone().unchecked_into(),
            hear: Closure::new(hear),
        };
        Reflect::get(&signal.target, &"aborted".into())
            .ok()?
            .as_bool()?;
        let hear = signal.hear.as_ref().unchecked_ref();
        let heard = signal.target.add_event_listener_with_callback(ABORT, hear);
        heard.ok().map(|()| signal)
    }

    fn is_aborted(&self) -> bool {
        Reflect::get(&self.target, &"aborted".into()).is_ok_and(|it| it.is_truthy())
    }
}

impl Drop for Signal {
    fn drop(&mut self) {
        let hear = self.hear.as_ref().unchecked_ref();
        let _ = self.target.remove_event_listener_with_callback(ABORT, hear);
    }
}

const ABORT: &str = "abort";

/// A value of JSON text.
pub(super) fn parsed(text: &str) -> JsValue {
    JSON::parse(text).unwrap_or(JsValue::UNDEFINED)
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut joined = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        joined.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        joined.push_str(letters.as_str());
    }
    joined
}

/// A client shows nothing of what it has.
macro_rules! shows_nothing {
    ($($client:ident)*) => {
        $(
            impl std::fmt::Debug for $client {
                fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    formatter.debug_struct(stringify!($client)).finish_non_exhaustive()
                }
            }
        )*
    };
}
pub(super) use shows_nothing;
