//! A store that keeps an access token fresh.

use std::{
    future::Future,
    sync::atomic::{AtomicU64, Ordering},
};

use async_lock::Mutex;

use super::{Client, Transport};
use crate::{
    Error, Secret,
    oauth::{Credentials, RefreshTokens, Tokens},
};

/// Keeps the tokens of one installation.
///
/// Concurrent callers share one refresh, and its failure too; if the caller that refreshes
/// is dropped, the next one refreshes.
#[derive(Debug)]
pub struct TokenStore<R: Refresh> {
    maker: R,
    state: Mutex<State<R::Failure>>,
    /// Number of finished refreshes; waiting callers compare it.
    ended: AtomicU64,
}

/// Refreshes access tokens, and tells the time.
pub trait Refresh {
    /// The error of a refresh.
    type Failure: Clone;

    /// Requests a new access token.
    ///
    /// # Errors
    ///
    /// The error of the request.
    fn refresh(&self, refresh_token: &Secret)
    -> impl Future<Output = Result<Fresh, Self::Failure>>;

    /// A monotonic clock, in ms since any point.
    fn now_ms(&self) -> u64;
}

/// A new access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fresh {
    /// The token.
    pub access_token: Secret,
    /// The refresh token, if the service returned one.
    pub refresh_token: Option<Secret>,
    /// Usable lifetime of the access token, counted from the request, in ms.
    pub fresh_for_ms: u64,
}

/// Refreshes tokens by the credentials of an app.
#[derive(Clone, Debug)]
pub struct AppTokens<T> {
    client: Client<T>,
    credentials: Credentials,
}

impl<T: Transport> Refresh for AppTokens<T> {
    type Failure = Error;

    async fn refresh(&self, refresh_token: &Secret) -> Result<Fresh, Error> {
        let call = RefreshTokens {
            credentials: self.credentials.clone(),
            refresh_token: refresh_token.clone(),
        };
        let tokens: Tokens = self.client.call(&call).await?;
        Ok(Fresh {
            fresh_for_ms: tokens.fresh_for_ms(),
            access_token: tokens.access_token,
            refresh_token: tokens.refresh_token,
        })
    }

    fn now_ms(&self) -> u64 {
        self.client.transport().now_ms()
    }
}

#[derive(Debug)]
struct State<F> {
    access_token: Secret,
    refresh_token: Secret,
    expires_at_ms: u64,
    failure: Option<F>,
}

impl<T: Transport> TokenStore<AppTokens<T>> {
    /// A store with only a refresh token; the first caller requests an access token.
    pub fn new(client: Client<T>, credentials: Credentials, refresh_token: Secret) -> Self {
        let maker = AppTokens {
            client,
            credentials,
        };
        Self::of(maker, refresh_token)
    }
}

impl<R: Refresh> TokenStore<R> {
    /// Like [`TokenStore::new`], over any [`Refresh`].
    pub fn of(maker: R, refresh_token: Secret) -> Self {
        Self {
            maker,
            state: Mutex::new(State {
                access_token: Secret::default(),
                refresh_token,
                expires_at_ms: 0,
                failure: None,
            }),
            ended: AtomicU64::new(0),
        }
    }

    /// An access token valid for at least another minute, or for half of its lifetime if
    /// that is less.
    ///
    /// # Errors
    ///
    /// The error of the refresh. The next call tries again.
    pub async fn access_token(&self) -> Result<Secret, R::Failure> {
        let seen = self.ended.load(Ordering::Acquire);
        let mut state = self.state.lock().await;
        if self.maker.now_ms() < state.expires_at_ms {
            return Ok(state.access_token.clone());
        }
        let failed_meanwhile = self.ended.load(Ordering::Acquire) != seen;
        if failed_meanwhile && let Some(failure) = &state.failure {
            return Err(failure.clone());
        }
        let outcome = self.refresh(&mut state).await;
        state.failure = outcome.as_ref().err().cloned();
        self.ended.fetch_add(1, Ordering::Release);
        outcome
    }

    /// The refresh token, to be persisted: the service may replace it.
    pub async fn refresh_token(&self) -> Secret {
        self.state.lock().await.refresh_token.clone()
    }

    async fn refresh(&self, state: &mut State<R::Failure>) -> Result<Secret, R::Failure> {
        // Before the request, so that the token's age is never underestimated.
        let asked_ms = self.maker.now_ms();
        let fresh = self.maker.refresh(&state.refresh_token).await?;
        state.expires_at_ms = asked_ms.saturating_add(fresh.fresh_for_ms);
        state.access_token = fresh.access_token.clone();
        if let Some(refresh_token) = fresh.refresh_token {
            state.refresh_token = refresh_token;
        }
        Ok(fresh.access_token)
    }
}
