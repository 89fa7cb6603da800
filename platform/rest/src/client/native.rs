//! The transport of native programs: reqwest with rustls.

use std::{
    net::IpAddr,
    time::{Duration, Instant, SystemTime},
};

use calling_widget_sdk::protocol::{Origin, is_loopback_host, origin_of_url};

use super::{BaseUrl, LATE, LONGEST_BODY, TIMEOUT_MS, Transport, too_long};
use crate::{Error, Request, Response};

/// Sends by HTTP below one base address, inside a Tokio runtime.
#[derive(Clone, Debug)]
pub struct NativeTransport {
    client: reqwest::Client,
    base_url: BaseUrl,
    timeout: Duration,
    start: Instant,
    start_by_calendar: SystemTime,
}

impl NativeTransport {
    /// A transport for an address such as `https://api.example`; http is for
    /// loopback only, where no proxy is used either.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] when the address is neither; [`Error::Unreachable`]
    /// when the system has no means of TLS.
    pub fn new(base_url: &str) -> Result<Self, Error> {
        let base_url = BaseUrl::parse(base_url)?;
        let mut builder = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT_TIMEOUT);
        let origin = origin_of_url(base_url.as_str());
        let host = origin.as_deref().and_then(Origin::parse).map(|it| it.host);
        if let Some(host) = host.filter(|host| is_loopback_host(host)) {
            builder = builder.no_proxy();
            if host.ends_with("localhost") {
                // No DNS query for names of this machine.
                builder = builder.resolve(host, (IpAddr::from([127, 0, 0, 1]), 0).into());
            }
        }
        Ok(Self {
            client: builder.build().map_err(unreachable)?,
            base_url,
            timeout: Duration::from_millis(TIMEOUT_MS),
            start: Instant::now(),
            start_by_calendar: SystemTime::now(),
        })
    }

    /// Sets another time-out for one answer, body included, in ms; [`TIMEOUT_MS`]
    /// otherwise.
    #[must_use]
    pub const fn with_timeout_ms(mut self, timeout_ms: u64) -> Self {
        self.timeout = Duration::from_millis(timeout_ms);
        self
    }
}

impl Transport for NativeTransport {
    async fn send(&self, request: &Request) -> Result<Response, Error> {
        let method = reqwest::Method::from_bytes(request.method.as_str().as_bytes())
            .map_err(|_| Error::Unreachable("the method is not known".to_owned()))?;
        let mut builder = self
            .client
            .request(method, self.base_url.address(request))
            .timeout(self.timeout);
        for (name, value) in request.sent_headers() {
            builder = builder.header(name, value.as_ref());
        }
        if !request.body.is_empty() {
            builder = builder.body(request.body.clone());
        }
        let mut answer = builder.send().await.map_err(unreachable)?;
        let status = answer.status().as_u16();
        let headers = answer
            .headers()
            .iter()
            .map(|(name, value)| {
                let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
                (name.as_str().to_owned(), value)
            })
            .collect();
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(unreachable)? {
            if body.len().saturating_add(chunk.len()) > LONGEST_BODY {
                return Err(too_long(status));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Response {
            status,
            headers,
            body,
        })
    }

    async fn wait(&self, ms: u64) {
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }

    /// The later of two clocks: one stops while the machine sleeps, the other may be set back.
    fn now_ms(&self) -> u64 {
        let by_calendar = self.start_by_calendar.elapsed().unwrap_or_default();
        let awake = self.start.elapsed();
        u64::try_from(awake.max(by_calendar).as_millis()).unwrap_or(u64::MAX)
    }
}

/// The cause without the address, whose query may hold a key.
#[expect(clippy::needless_pass_by_value, reason = "the form `map_err` takes")]
fn unreachable(error: reqwest::Error) -> Error {
    let cause = if error.is_timeout() {
        LATE
    } else if error.is_connect() {
        "the connection was not made"
    } else if error.is_builder() {
        "the request cannot be sent"
    } else {
        "the connection broke"
    };
    Error::Unreachable(cause.to_owned())
}

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
