//! The transport of programs in wasm: the `fetch` of a page, a worker or Node.

use std::{cell::Cell, fmt, rc::Rc};

use gloo_timers::{callback::Timeout, future::TimeoutFuture};
use js_sys::{Array, Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    AbortController, Headers, Performance, ReadableStreamDefaultReader, ReferrerPolicy,
    RequestCache, RequestCredentials, RequestInit, RequestRedirect, ResponseType,
};

use crate::{
    Error, ErrorObject, Request, Response,
    client::{LATE, LONGEST_BODY, TIMEOUT_MS, Transport, base::BaseUrl, too_long},
};

/// Sends by `fetch` below one base address.
///
/// A redirect is not followed, since a request carries keys; no cookie goes along,
/// nothing is cached, and no address goes out as a referrer. A request whose future is
/// dropped ends.
#[derive(Clone)]
pub struct FetchTransport {
    base_url: BaseUrl,
    timeout_ms: u64,
    clock: Clock,
    /// What sends in place of the platform's `fetch`.
    own_fetch: Option<Function>,
}

impl FetchTransport {
    /// A transport for an address such as `https://api.example`; http is for
    /// loopback only. In a browser the service has to let the page's origin ask.
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

    /// With another time for one answer, body included, in ms; [`TIMEOUT_MS`]
    /// otherwise.
    #[must_use]
    pub const fn with_timeout_ms(mut self, timeout_ms: u64) -> Self {
        self.timeout_ms = timeout_ms;
        self
    }

    /// With another function in place of the platform's `fetch`.
    ///
    /// It takes an address and the options of `fetch`, the headers as a list of pairs
    /// and the body as a text.
    #[must_use]
    pub fn with_fetch(mut self, fetch: Function) -> Self {
        self.own_fetch = Some(fetch);
        self
    }

    /// Calls `fetch`; what the application's own gives may be no promise.
    fn fetch(&self, request: &Request, init: &RequestInit) -> Result<Promise, JsValue> {
        let address = self.base_url.address(request);
        match &self.own_fetch {
            None => fetch(&address, init),
            Some(own) => {
                let sent = own.call2(&JsValue::UNDEFINED, &address.into(), init)?;
                Ok(Promise::resolve(&sent))
            }
        }
    }

    async fn answer(&self, request: &Request, init: &RequestInit) -> Result<Response, Failure> {
        let response: web_sys::Response = JsFuture::from(self.fetch(request, init)?)
            .await?
            .unchecked_into();
        if response.type_() == ResponseType::Opaqueredirect {
            return Err(Failure::Told(redirected()));
        }
        let status = response.status();
        let headers = pairs(&response.headers())?;
        let body = match response.body() {
            Some(stream) => body(&stream.get_reader().unchecked_into(), status).await?,
            None => Vec::new(),
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
        let end = End::after(self.timeout_ms).map_err(unsendable)?;
        let init = init(request, &end.controller);
        self.answer(request, &init)
            .await
            .map_err(|failure| match failure {
                Failure::Told(error) => error,
                Failure::Thrown(_) if end.is_late.get() => Error::Unreachable(LATE.to_owned()),
                Failure::Thrown(thrown) => Error::Unreachable(reason(&thrown)),
            })
    }

    async fn wait(&self, ms: u64) {
        let mut left = ms;
        loop {
            let step = u32::try_from(left)
                .unwrap_or(LONGEST_TIMER_MS)
                .min(LONGEST_TIMER_MS);
            TimeoutFuture::new(step).await;
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

/// The later of two clocks: one stands while the machine sleeps, the other may be set
/// back.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// In ms, as `performance` has it.
    start: f64,
    /// In ms, as the calendar has it.
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

/// Why there is no answer: already in words, or as it was thrown.
enum Failure {
    Told(Error),
    Thrown(JsValue),
}

impl From<JsValue> for Failure {
    fn from(thrown: JsValue) -> Self {
        Self::Thrown(thrown)
    }
}

/// Ends a request that takes too long, and one that nobody waits for any more.
struct End {
    controller: AbortController,
    is_late: Rc<Cell<bool>>,
    _timer: Timeout,
}

impl End {
    fn after(ms: u64) -> Result<Self, JsValue> {
        let controller = AbortController::new()?;
        let is_late = Rc::new(Cell::new(false));
        let timer = Timeout::new(
            u32::try_from(ms)
                .unwrap_or(LONGEST_TIMER_MS)
                .min(LONGEST_TIMER_MS),
            {
                let (controller, is_late) = (controller.clone(), Rc::clone(&is_late));
                move || {
                    is_late.set(true);
                    controller.abort();
                }
            },
        );
        Ok(Self {
            controller,
            is_late,
            _timer: timer,
        })
    }
}

impl Drop for End {
    fn drop(&mut self) {
        // An answer that was read to its end is not touched by it.
        self.controller.abort();
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

/// The body, up to a length.
async fn body(reader: &ReadableStreamDefaultReader, status: u16) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    loop {
        let read = JsFuture::from(reader.read()).await?;
        if Reflect::get(&read, &"done".into())?.is_truthy() {
            return Ok(body);
        }
        let chunk: Uint8Array = Reflect::get(&read, &"value".into())?.unchecked_into();
        let length = usize::try_from(chunk.length()).unwrap_or(usize::MAX);
        if body.len().saturating_add(length) > LONGEST_BODY {
            // The application's own `fetch` need not heed the signal.
            let cancelled = reader.cancel();
            spawn_local(async {
                let _ = JsFuture::from(cancelled).await;
            });
            return Err(Failure::Told(too_long(status)));
        }
        body.extend_from_slice(&chunk.to_vec());
    }
}

fn pairs(headers: &Headers) -> Result<Vec<(String, String)>, JsValue> {
    let mut pairs = Vec::new();
    for entry in headers.entries() {
        let entry: Array = entry?.unchecked_into();
        if let (Some(name), Some(value)) = (entry.get(0).as_string(), entry.get(1).as_string()) {
            pairs.push((name, value));
        }
    }
    Ok(pairs)
}

/// As a browser reports a redirect: without a status. Asking again would bring the
/// same.
fn redirected() -> Error {
    Error::Refused {
        status: 0,
        object: Box::new(ErrorObject {
            message: Some("a redirect, which is not followed".to_owned()),
            ..ErrorObject::default()
        }),
    }
}

/// Why nothing came, without the error's text, which may hold the address. Node has a
/// code for it, such as `ECONNREFUSED`.
fn reason(thrown: &JsValue) -> String {
    let of = |value: &JsValue, name: &str| {
        let value = value.is_object().then_some(value)?;
        Reflect::get(value, &name.into()).ok()
    };
    of(thrown, "cause")
        .and_then(|cause| of(&cause, "code")?.as_string())
        .filter(|code| {
            (1..=40).contains(&code.len())
                && code
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte == b'_')
        })
        .unwrap_or_else(|| "the connection was not made, or broke".to_owned())
}

/// Whether the platform has a `fetch`.
#[cfg(feature = "exports")]
pub(super) fn has_fetch() -> bool {
    Reflect::get(&js_sys::global(), &"fetch".into()).is_ok_and(|it| it.is_function())
}

/// The time since the page or the program began, in ms; it never goes back.
fn awake_ms() -> f64 {
    PERFORMANCE.with(|performance| performance.as_ref().map_or(0.0, Performance::now))
}

/// A timer's longest time; a longer one would be over at once.
pub(super) const LONGEST_TIMER_MS: u32 = i32::MAX.unsigned_abs();

#[wasm_bindgen]
extern "C" {
    /// The global one: of a window, of a worker, or of Node.
    #[wasm_bindgen(catch)]
    fn fetch(address: &str, init: &RequestInit) -> Result<Promise, JsValue>;

    #[wasm_bindgen(thread_local_v2, js_name = performance)]
    static PERFORMANCE: Option<Performance>;
}
