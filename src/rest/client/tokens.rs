//! A store that keeps an access token fresh.

use std::sync::atomic::{AtomicU64, Ordering};

use async_lock::Mutex;

use super::{Client, Transport};
use crate::rest::{
    Error, Secret,
    oauth::{Credentials, RefreshTokens, Tokens},
};

/// Keeps the tokens of one installation.
///
/// Concurrent callers share one refresh, and its failure too; a caller that goes
/// away in the middle leaves the refresh to the next.
#[derive(Debug)]
pub struct TokenStore<T> {
    client: Client<T>,
    credentials: Credentials,
    state: Mutex<State>,
    /// Refreshes that ended; what waits compares it.
    ended: AtomicU64,
}

#[derive(Debug)]
struct State {
    access_token: Secret,
    refresh_token: Secret,
    expires_at_ms: u64,
    failure: Option<Error>,
}

impl<T: Transport> TokenStore<T> {
    /// A store that has a refresh token only; the first caller makes an access
    /// token of it.
    pub fn new(client: Client<T>, credentials: Credentials, refresh_token: Secret) -> Self {
        Self {
            client,
            credentials,
            state: Mutex::new(State {
                access_token: Secret::default(),
                refresh_token,
                expires_at_ms: 0,
                failure: None,
            }),
            ended: AtomicU64::new(0),
        }
    }

    /// An access token that lives for another minute at least, or for half of its
    /// lifetime where that is less.
    ///
    /// # Errors
    ///
    /// Why the refresh failed. The next call tries again.
    pub async fn access_token(&self) -> Result<Secret, Error> {
        let seen = self.ended.load(Ordering::Acquire);
        let mut state = self.state.lock().await;
        if self.client.transport().now_ms() < state.expires_at_ms {
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

    /// The refresh token, to be kept: the service may answer another one.
    pub async fn refresh_token(&self) -> Secret {
        self.state.lock().await.refresh_token.clone()
    }

    async fn refresh(&self, state: &mut State) -> Result<Secret, Error> {
        // Before the request, so that the token is never thought younger than it is.
        let asked_ms = self.client.transport().now_ms();
        let tokens: Tokens = self
            .client
            .call(&RefreshTokens {
                credentials: self.credentials.clone(),
                refresh_token: state.refresh_token.clone(),
            })
            .await?;
        state.expires_at_ms = asked_ms.saturating_add(tokens.fresh_for_ms());
        state.access_token = tokens.access_token.clone();
        if let Some(refresh_token) = tokens.refresh_token {
            state.refresh_token = refresh_token;
        }
        Ok(tokens.access_token)
    }
}
