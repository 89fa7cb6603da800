//! One thread without a clock, randomness or timers: the module's caller passes them in.
//!
//! A sleep leaves the future of a request pending: the caller reads the time from
//! [`take_wait`], and polls again after it.

use std::{cell::Cell, convert::Infallible, future::poll_fn, task::Poll, time::Duration};

use super::Panicked;

thread_local! {
    static NOW_MS: Cell<i64> = const { Cell::new(0) };
    static KEY: Cell<[u8; 32]> = const { Cell::new([0; 32]) };
    static IS_BODY_LATE: Cell<bool> = const { Cell::new(false) };
    static WAIT: Cell<Option<Duration>> = const { Cell::new(None) };
}

/// Sets the time, in ms since 1970.
pub(crate) fn set_now_ms(now_ms: i64) {
    NOW_MS.set(now_ms);
}

/// Sets the random bytes.
pub(crate) fn set_random_key(key: [u8; 32]) {
    KEY.set(key);
}

/// Sets whether the body of the next request missed its time-out.
pub(crate) fn set_body_is_late(is_late: bool) {
    IS_BODY_LATE.set(is_late);
}

/// The wait of the request that was polled last.
pub(crate) fn take_wait() -> Option<Duration> {
    WAIT.take()
}

/// The time in ms since 1970.
pub(crate) fn now_ms() -> i64 {
    NOW_MS.get()
}

/// A start time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start(i64);

impl Start {
    /// The present moment.
    pub(crate) fn now() -> Self {
        Self(now_ms())
    }

    /// Milliseconds since the start.
    pub(crate) fn elapsed_ms(self) -> u64 {
        u64::try_from(now_ms().saturating_sub(self.0)).unwrap_or_default()
    }
}

/// Random bytes.
pub(crate) fn random_key() -> Result<[u8; 32], NoRandomness> {
    Ok(KEY.get())
}

/// The caller always has randomness.
pub(crate) type NoRandomness = Infallible;

/// Waits for a time.
pub(crate) async fn sleep(duration: Duration) {
    let mut has_waited = false;
    poll_fn(|_| {
        if has_waited {
            return Poll::Ready(());
        }
        has_waited = true;
        WAIT.set(Some(duration));
        Poll::Pending
    })
    .await;
}

/// The body has arrived before: the caller applied the limit.
pub(crate) async fn within<F: Future>(_: Duration, future: F) -> Option<F::Output> {
    if IS_BODY_LATE.get() {
        return None;
    }
    Some(future.await)
}

/// Runs work at once on this thread. A panic ends the instance.
pub(crate) async fn aside<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    Ok(work())
}
