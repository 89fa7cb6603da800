//! The system's clock, randomness and threads.

use std::time::{Duration, Instant};

use jiff::Timestamp;
use tokio::{task::spawn_blocking, time};

use super::Panicked;

/// The time in ms since 1970.
pub(crate) fn now_ms() -> i64 {
    Timestamp::now().as_millisecond()
}

/// A start time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start(Instant);

impl Start {
    /// The present moment.
    pub(crate) fn now() -> Self {
        Self(Instant::now())
    }

    /// Milliseconds since the start.
    pub(crate) fn elapsed_ms(self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// Random bytes.
pub(crate) fn random_key() -> Result<[u8; 32], NoRandomness> {
    let mut key = [0; 32];
    getrandom::fill(&mut key)?;
    Ok(key)
}

/// The system has no randomness.
pub(crate) type NoRandomness = getrandom::Error;

/// Waits for a time.
pub(crate) async fn sleep(duration: Duration) {
    time::sleep(duration).await;
}

/// Waits for a future; `None` once the limit has passed.
pub(crate) async fn within<F: Future>(limit: Duration, future: F) -> Option<F::Output> {
    time::timeout(limit, future).await.ok()
}

/// Runs work on a separate thread.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Panicked> {
    spawn_blocking(work).await.map_err(|_| Panicked)
}
