//! Asks, over any transport.
//!
//! This module is `async` but does no I/O: sending, waiting and the time are the
//! [`Transport`]'s.

#[cfg(all(feature = "native-client", not(target_arch = "wasm32")))]
mod native;
#[cfg(all(feature = "native-client", not(target_arch = "wasm32")))]
mod tokens;

use std::future::Future;

#[cfg(all(feature = "native-client", not(target_arch = "wasm32")))]
pub use self::{native::NativeTransport, tokens::TokenStore};
use super::{
    Endpoint, Error, Request, Response,
    retry::{Decision, Policy, decide},
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

    /// A clock that never goes back, in ms since any point.
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

    /// With another policy of retries.
    #[must_use]
    pub fn with_policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// The transport.
    pub const fn transport(&self) -> &T {
        &self.transport
    }

    /// Calls an endpoint, and again where the policy says so.
    ///
    /// # Errors
    ///
    /// Why the call failed, of the last attempt.
    pub async fn call<E: Endpoint>(&self, endpoint: &E) -> Result<E::Answer, Error> {
        let request = endpoint.request()?;
        let mut attempt = 1;
        loop {
            let outcome = self.transport.send(&request).await;
            match decide(&self.policy, &request, attempt, outcome.as_ref().ok()) {
                Decision::Stop => return endpoint.parse(&outcome?),
                Decision::After(ms) => self.transport.wait(ms).await,
            }
            attempt = attempt.saturating_add(1);
        }
    }
}
