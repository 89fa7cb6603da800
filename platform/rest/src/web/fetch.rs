//! The transport of programs in wasm: the `fetch` of a page, a worker or Node.

use std::{
    fmt,
    future::{Future, poll_fn},
    pin::pin,
    task::Poll,
};

use gloo_timers::callback::Timeout;
use js_sys::{Array, ArrayBuffer, Function, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    AbortController, Performance, ReferrerPolicy, RequestCache, RequestCredentials, RequestInit,
    RequestRedirect,
};

use crate::{
    Error, ErrorObject, Request, Response,
    client::{BaseUrl, LATE, LONGEST_BODY, TIMEOUT_MS, Transport, too_long},
    problem::{Problem, ProblemCode},
};

/// Sends by `fetch` below one base address.
///
/// A redirect is not followed, since a request carries keys; no cookies, no cache, no
/// referrer. Dropping a request's future aborts it.
#[derive(Clone)]
pub struct FetchTransport {
    base_url: BaseUrl,
    timeout_ms: u64,
    clock: Clock,
    /// Replaces the platform's `fetch`.
    own_fetch: Option<Function>,
}

impl FetchTransport {
    /// A transport for an address such as `https://api.example`; http is for
    /// loopback only. In a browser the service has to allow the page's origin.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] when the address is neither.
    pub fn new(base_url: &str) -> Result<Self, Error> {
        Ok(Self {
            base_url: BaseUrl::parse(base_url)?,
            timeout_ms: TIMEOUT_MS,
            clock: Clock::default(),
            own_fetch: None,
        })
    }

    /// Sets another time-out for one answer, body included, in ms; [`TIMEOUT_MS`]
    /// otherwise.
    #[must_use]
    pub const fn with_timeout_ms(mut self, timeout_ms: u64) -> Self {
        self.timeout_ms = timeout_ms;
        self
    }

    /// Replaces the platform's `fetch`.
    ///
    /// It takes an address and the options of `fetch`, the headers as a list of pairs
    /// and the body as a text, and returns a new `Response` each time. Anything else is
    /// [`Error::Invalid`], of the field `fetch`. It may ignore the signal.
    #[must_use]
    pub fn with_fetch(mut self, fetch: Function) -> Self {
        self.own_fetch = Some(fetch);
        self
    }

    /// The outcome of work; none after the time-out, whatever the work waits for.
    async fn in_time<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let ms = u32::try_from(self.timeout_ms)
            .unwrap_or(LONGEST_TIMER_MS)
            .min(LONGEST_TIMER_MS);
        let start = awake_ms();
        let mut work = pin!(work);
        let mut timer = pin!(sleep(ms));
        poll_fn(|context| {
            if let Poll::Ready(outcome) = work.as_mut().poll(context) {
                return Poll::Ready(Some(outcome));
            }
            // By the clock too: work that is always ready never lets a timer fire.
            if awake_ms() - start >= f64::from(ms) {
                return Poll::Ready(None);
            }
            timer.as_mut().poll(context).map(|()| None)
        })
        .await
    }

    /// Calls `fetch`.
    fn fetch(&self, request: &Request, init: &RequestInit) -> Result<Promise, JsValue> {
        let address = self.base_url.address(request);
        match &self.own_fetch {
            None => fetch(&address, init),
            Some(own) => {
                let sent = own.call2(&JsValue::UNDEFINED, &address.into(), init)?;
                Ok(promise_of(&sent))
            }
        }
    }

    async fn answer(&self, request: &Request, init: &RequestInit) -> Result<Response, Failure> {
        let given = JsFuture::from(self.fetch(request, init)?).await?;
        let member = |name: &str| Reflect::get(&given, &name.into()).ok();
        if !given.is_object() {
            return Err(no_response(&kind(&given)));
        }
        if member("type").is_some_and(|it| it == "opaqueredirect") {
            return Err(Failure::Told(redirected()));
        }
        let Some(status) = member("status").as_ref().and_then(status) else {
            return Err(no_response("an answer without a status"));
        };
        let Some(headers) = member("headers").as_ref().and_then(pairs) else {
            return Err(no_response("an answer without headers"));
        };
        let body = match member("body") {
            Some(body) if body.is_null() => Vec::new(),
            _ if member("bodyUsed").is_some_and(|it| it.is_truthy()) => {
                return Err(no_response("an answer that was read before"));
            }
            body => Body::of(body.unwrap_or_default())?.read(status).await?,
        };
        Ok(Response {
            status,
            headers,
            body,
        })
    }
}

impl fmt::Debug for FetchTransport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("FetchTransport")
            .field("base_url", &self.base_url)
            .field("timeout_ms", &self.timeout_ms)
            .finish_non_exhaustive()
    }
}

impl Transport for FetchTransport {
    async fn send(&self, request: &Request) -> Result<Response, Error> {
        let unsendable = |_| Error::Unreachable("the request cannot be sent".to_owned());
        let end = End(AbortController::new().map_err(unsendable)?);
        let init = init(request, &end.0);
        match self.in_time(self.answer(request, &init)).await {
            None => Err(Error::Unreachable(LATE.to_owned())),
            Some(outcome) => outcome.map_err(|failure| match failure {
                Failure::Told(error) => error,
                Failure::Thrown(thrown) => Error::Unreachable(reason(&thrown)),
            }),
        }
    }

    async fn wait(&self, ms: u64) {
        let mut left = ms;
        loop {
            let step = u32::try_from(left)
                .unwrap_or(LONGEST_TIMER_MS)
                .min(LONGEST_TIMER_MS);
            sleep(step).await;
            left = left.saturating_sub(u64::from(step));
            if left == 0 {
                return;
            }
        }
    }

    fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }
}

/// Waits for a timer; dropping the future stops it.
async fn sleep(ms: u32) {
    let mut running = None;
    let fired = Promise::new(&mut |resolve, _| {
        running = Some(Timeout::new(ms, move || {
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }));
    });
    // It never rejects.
    let _ = JsFuture::from(fired).await;
}

/// The later of two clocks: one stops while the machine sleeps, the other may be set back.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// In ms, by `performance`.
    start: f64,
    /// In ms, by the calendar.
    start_by_calendar: f64,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            start: awake_ms(),
            start_by_calendar: js_sys::Date::now(),
        }
    }
}

impl Clock {
    /// The time since the clock began, in ms.
    pub(super) fn now_ms(&self) -> u64 {
        let awake = awake_ms() - self.start;
        let by_calendar = js_sys::Date::now() - self.start_by_calendar;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a time that is negative, or of no number, is 0"
        )]
        let ms = awake.max(by_calendar) as u64;
        ms
    }
}

/// The reason for no answer: in words, or as it was thrown.
enum Failure {
    Told(Error),
    Thrown(JsValue),
}

impl From<JsValue> for Failure {
    fn from(thrown: JsValue) -> Self {
        Self::Thrown(thrown)
    }
}

/// Aborts a request that takes too long, or that nobody awaits any more.
struct End(AbortController);

impl Drop for End {
    fn drop(&mut self) {
        // No effect on an answer that was read to its end.
        self.0.abort();
    }
}

fn init(request: &Request, controller: &AbortController) -> RequestInit {
    let headers = Array::new();
    for (name, value) in request.sent_headers() {
        headers.push(&Array::of2(&name.into(), &value.as_ref().into()));
    }
    let init = RequestInit::new();
    init.set_method(request.method.as_str());
    init.set_headers(&headers);
    if !request.body.is_empty() {
        init.set_body(&match std::str::from_utf8(&request.body) {
            Ok(text) => text.into(),
            Err(_) => Uint8Array::from(request.body.as_slice()).into(),
        });
    }
    init.set_cache(RequestCache::NoStore);
    init.set_credentials(RequestCredentials::Omit);
    init.set_redirect(RequestRedirect::Manual);
    init.set_referrer_policy(ReferrerPolicy::NoReferrer);
    init.set_signal(Some(&controller.signal()));
    init
}

/// The body of an answer. However the reading ends, the body is released: the application's
/// own `fetch` may ignore the signal.
struct Body(Reader);

impl Body {
    fn of(body: JsValue) -> Result<Self, Failure> {
        let reader = body.unchecked_into::<Stream>().get_reader();
        reader
            .map(Self)
            .map_err(|_| no_response("an answer whose body cannot be read"))
    }

    /// Reads it, up to the limit.
    async fn read(&self, status: u16) -> Result<Vec<u8>, Failure> {
        let mut body = Vec::new();
        loop {
            let read = JsFuture::from(promise_of(&self.0.read()?)).await?;
            if Reflect::get(&read, &"done".into())?.is_truthy() {
                return Ok(body);
            }
            let Some(chunk) = bytes(Reflect::get(&read, &"value".into())?) else {
                return Err(no_response("an answer whose body is not of bytes"));
            };
            let length = usize::try_from(chunk.length()).unwrap_or(usize::MAX);
            if body.len().saturating_add(length) > LONGEST_BODY {
                return Err(Failure::Told(too_long(status)));
            }
            body.extend_from_slice(&chunk.to_vec());
        }
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        // No effect on a body that was read to its end.
        if let Ok(cancelled) = self.0.cancel() {
            spawn_local(async move {
                let _ = JsFuture::from(promise_of(&cancelled)).await;
            });
        }
        let _ = self.0.release_lock();
    }
}

/// A chunk of a body. By its shape, since its class may be another realm's.
fn bytes(chunk: JsValue) -> Option<Uint8Array> {
    let size = Reflect::get(&chunk, &"BYTES_PER_ELEMENT".into()).ok()?;
    (ArrayBuffer::is_view(&chunk) && size == 1.0).then(|| chunk.unchecked_into())
}

/// The status of an answer.
fn status(value: &JsValue) -> Option<u16> {
    let status = value.as_f64().filter(|it| it.fract() == 0.0)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be whole and in range"
    )]
    (100.0..1000.0).contains(&status).then_some(status as u16)
}

/// The headers of an answer, or any pairs.
fn pairs(headers: &JsValue) -> Option<Vec<(String, String)>> {
    let entries = Object::entries(&Object::from_entries(headers).ok()?);
    let pairs = entries.iter().filter_map(|pair| {
        let pair: Array = pair.unchecked_into();
        Some((pair.get(0).as_string()?, pair.get(1).as_string()?))
    });
    Some(pairs.collect())
}

/// `fetch` returned no readable answer. A retry would give the same.
fn no_response(what: &str) -> Failure {
    let text = [
        "fetch gave ",
        what,
        ": have it return a new Response each time",
    ]
    .concat();
    let problem = Problem::new(ProblemCode::WrongType, Some("fetch"), &text);
    Failure::Told(Error::Invalid(vec![problem]))
}

/// The kind of a value that is no object; the value itself may be personal.
fn kind(value: &JsValue) -> String {
    if value.is_undefined() {
        return "undefined".to_owned();
    }
    if value.is_null() {
        return "null".to_owned();
    }
    let name = value.js_typeof().as_string().unwrap_or_default();
    ["a ", &name].concat()
}

/// A native promise. An application's function may return another one, or none that can be
/// awaited.
pub(super) fn promise_of(given: &JsValue) -> Promise {
    Promise::new(&mut |resolve, _| {
        let _ = resolve.call1(&JsValue::UNDEFINED, given);
    })
}

/// A redirect as a browser reports it: without a status. A retry would give the same.
fn redirected() -> Error {
    Error::Refused {
        status: 0,
        object: Box::new(ErrorObject {
            message: Some("a redirect, which is not followed".to_owned()),
            ..ErrorObject::default()
        }),
    }
}

/// The reason for no answer, without the error's text, which may hold the address: a code such as
/// `ECONNREFUSED`. Node's error has it in its cause; Bun's and node-fetch's have it themselves.
fn reason(thrown: &JsValue) -> String {
    let of = |value: &JsValue, name: &str| {
        let value = value.is_object().then_some(value)?;
        Reflect::get(value, &name.into()).ok()
    };
    [of(thrown, "cause"), Some(thrown.clone())]
        .iter()
        .flatten()
        .find_map(|error| of(error, "code")?.as_string())
        .filter(|code| {
            (1..=40).contains(&code.len())
                && code
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte == b'_')
        })
        .unwrap_or_else(|| "the connection was not made, or broke".to_owned())
}

/// Time since the page or the program began, in ms; monotonic.
fn awake_ms() -> f64 {
    PERFORMANCE.with(|performance| performance.as_ref().map_or(0.0, Performance::now))
}

/// The longest time of a timer; a longer one would fire at once.
const LONGEST_TIMER_MS: u32 = i32::MAX.unsigned_abs();

#[wasm_bindgen]
extern "C" {
    /// The global `fetch`: of a window, of a worker, or of Node.
    #[wasm_bindgen(catch)]
    fn fetch(address: &str, init: &RequestInit) -> Result<Promise, JsValue>;

    #[wasm_bindgen(thread_local_v2, js_name = performance)]
    static PERFORMANCE: Option<Performance>;

    /// The body of an answer, unchecked: nothing says that it is a stream.
    type Stream;

    #[wasm_bindgen(method, structural, catch, js_name = getReader)]
    fn get_reader(this: &Stream) -> Result<Reader, JsValue>;

    type Reader;

    #[wasm_bindgen(method, structural, catch)]
    fn read(this: &Reader) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    fn cancel(this: &Reader) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, structural, catch, js_name = releaseLock)]
    fn release_lock(this: &Reader) -> Result<(), JsValue>;
}
