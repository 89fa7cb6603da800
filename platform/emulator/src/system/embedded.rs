//! One thread without a clock, randomness or timers: whoever calls the module passes
//! them in.
//!
//! A wait is what makes the future of a request pending: the caller reads how long from
//! [`take_wait`], and polls again once that time has passed.

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

/// Sets the bytes that nobody can guess.
pub(crate) fn set_random_key(key: [u8; 32]) {
    KEY.set(key);
}

/// Sets whether the body of the request that is sent next did not come in time.
pub(crate) fn set_body_is_late(is_late: bool) {
    IS_BODY_LATE.set(is_late);
}

/// How long the request waits that was polled last.
pub(crate) fn take_wait() -> Option<Duration> {
    WAIT.take()
}

/// The time in ms since 1970.
pub(crate) fn now_ms() -> i64 {
    NOW_MS.get()
}

/// When something began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start(i64);

impl Start {
    /// Begins now.
    pub(crate) fn now() -> Self {
        Self(now_ms())
    }

    /// How long ago it was.
    pub(crate) fn elapsed_ms(self) -> u64 {
        u64::try_from(now_ms().saturating_sub(self.0)).unwrap_or_default()
    }
}

/// Bytes that nobody can guess.
pub(crate) fn random_key() -> Result<[u8; 32], NoRandomness> {
    Ok(KEY.get())
}

/// The caller always has randomness.
pub(crate) type NoRandomness = Infallible;

/// Waits.
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

/// A body came before: the caller has waited for it, as long as the limit.
pub(crate) async fn within<F: Future>(_: Duration, future: F) -> Option<F::Output> {
    if IS_BODY_LATE.get() {
        return None;
    }
    Some(future.await)
}

/// Does work here and now. A panic ends the instance.
pub(crate) async fn aside<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    Ok(work())
}
