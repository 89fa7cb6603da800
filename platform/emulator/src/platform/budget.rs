//! How much work a request may be: counted in steps, so that it is the same on any machine.

use std::sync::atomic::{AtomicU64, Ordering};

/// Steps that one piece of work may take. A step is about a byte that is looked at.
#[derive(Debug)]
pub(crate) struct Budget {
    most: u64,
    spent: AtomicU64,
}

impl Budget {
    /// As many steps.
    pub(crate) const fn of(most: u64) -> Self {
        Self {
            most,
            spent: AtomicU64::new(0),
        }
    }

    /// Takes steps; `false` from when there are none left.
    pub(crate) fn spend(&self, steps: usize) -> bool {
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        let before = self
            .spent
            .fetch_add(steps.min(self.most.saturating_add(1)), Ordering::Relaxed);
        before.saturating_add(steps) <= self.most
    }

    /// How many steps were asked for.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Whether more steps were asked for than there are.
    pub(crate) fn is_overspent(&self) -> bool {
        self.spent() > self.most
    }
}
