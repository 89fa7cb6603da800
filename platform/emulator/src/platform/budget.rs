//! A limit for the work of a request, counted in steps: the same on any machine.

use std::sync::atomic::{AtomicU64, Ordering};

/// Steps for one piece of work. A step is about one byte read.
#[derive(Debug)]
pub(crate) struct Budget {
    most: u64,
    spent: AtomicU64,
}

impl Budget {
    /// A budget of this many steps.
    pub(crate) const fn of(most: u64) -> Self {
        Self {
            most,
            spent: AtomicU64::new(0),
        }
    }

    /// Spends steps; false once none are left.
    pub(crate) fn spend(&self, steps: usize) -> bool {
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        let before = self
            .spent
            .fetch_add(steps.min(self.most.saturating_add(1)), Ordering::Relaxed);
        before.saturating_add(steps) <= self.most
    }

    /// The number of steps requested.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// True if more steps were requested than allowed.
    pub(crate) fn is_overspent(&self) -> bool {
        self.spent() > self.most
    }
}
