//! The queues of orders.

use alloc::vec::Vec;

/// Takes the oldest order of a queue.
///
/// A queue holds a few orders and is drained at once, so a list does; a ring
/// would weigh three times as much.
pub(super) fn take_first<T>(queue: &mut Vec<T>) -> Option<T> {
    (!queue.is_empty()).then(|| queue.remove(0))
}
