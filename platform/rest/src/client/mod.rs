//! The client, over any transport.
//!
//! This module is `async` but does no I/O: sending, waiting and the time are the
//! [`Transport`]'s. Native programs have `NativeTransport` (feature `native-client`),
//! programs in wasm `web::fetch::FetchTransport` (feature `fetch-client`).

#[cfg(all(feature = "local-client", not(target_arch = "wasm32")))]
mod native;
#[cfg(any(feature = "fetch-client", feature = "local-client"))]
mod tokens;

use std::future::Future;

#[cfg(all(feature = "local-client", not(target_arch = "wasm32")))]
pub use self::native::NativeTransport;
#[cfg(any(feature = "fetch-client", feature = "local-client"))]
pub use self::tokens::{AppTokens, Fresh, Refresh, TokenStore};
#[cfg(any(feature = "fetch-client", feature = "local-client"))]
use super::checks::base_url_problem;
use super::{
    Endpoint, Error, Request, Response,
    exchange::{Exchange, Step},
    retry::Policy,
};

/// Sends a request, waits, and tells the time.
pub trait Transport {
    /// Sends; every answer is a success, whatever its status.
    ///
    /// A redirect is an answer too and is not followed: a request carries keys.
    ///
    /// # Errors
    ///
    /// [`Error::Unreachable`], without address and query, as they may hold keys.
    fn send(&self, request: &Request) -> impl Future<Output = Result<Response, Error>>;

    /// Waits.
    fn wait(&self, ms: u64) -> impl Future<Output = ()>;

    /// A monotonic clock, in ms since any point.
    fn now_ms(&self) -> u64;
}

/// A client of the platform's endpoints.
#[derive(Clone, Debug)]
pub struct Client<T> {
    transport: T,
    policy: Policy,
}

impl<T: Transport> Client<T> {
    /// A client with the default policy of retries.
    pub fn new(transport: T) -> Self {
        Self {
            transport,
            policy: Policy::default(),
        }
    }

    /// Sets another policy of retries.
    #[must_use]
    pub fn with_policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// The transport.
    pub const fn transport(&self) -> &T {
        &self.transport
    }

    /// Calls an endpoint, and retries by the policy.
    ///
    /// # Errors
    ///
    /// The error of the last attempt.
    pub async fn call<E: Endpoint>(&self, endpoint: &E) -> Result<E::Answer, Error> {
        let mut exchange = Exchange::new(endpoint, self.policy)?;
        loop {
            let outcome = self.transport.send(exchange.request()).await;
            match exchange.take(outcome) {
                Step::Again { after_ms } => self.transport.wait(after_ms).await,
                Step::Done(outcome) => return outcome,
            }
        }
    }
}

/// An address by https, on loopback also http, without a query, for every transport.
#[cfg(any(feature = "fetch-client", feature = "local-client"))]
#[derive(Clone, Debug)]
pub(crate) struct BaseUrl(String);

#[cfg(any(feature = "fetch-client", feature = "local-client"))]
impl BaseUrl {
    /// Parses an address; trailing slashes are dropped.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`], which names the fault and the fix.
    pub(crate) fn parse(url: &str) -> Result<Self, Error> {
        match base_url_problem("base_url", url) {
            None => Ok(Self(url.trim_end_matches('/').to_owned())),
            Some(problem) => Err(Error::Invalid(vec![problem])),
        }
    }

    /// The full address of a request. It may hold keys.
    pub(crate) fn address(&self, request: &Request) -> String {
        [self.0.as_str(), &request.target()].concat()
    }

    /// The base address.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The time-out of a transport for one answer, in ms.
pub const TIMEOUT_MS: u64 = 60_000;

/// The text of [`Error::Unreachable`] after that time.
pub const LATE: &str = "it took too long";

/// The limit of an answer, in bytes: more than any endpoint sends.
pub const LONGEST_BODY: usize = 16 * 1024 * 1024;

/// The error for a body over that limit.
#[cfg(any(feature = "fetch-client", feature = "local-client"))]
pub(crate) fn too_long(status: u16) -> Error {
    Error::Malformed {
        status: Some(status),
        reason: format!("it is longer than {LONGEST_BODY} bytes"),
    }
}
