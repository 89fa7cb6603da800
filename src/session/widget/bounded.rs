//! Lists that hold the latest of many.

use alloc::vec::Vec;

/// Adds an item; of more than `most` the oldest goes.
pub(super) fn push_bounded<T>(list: &mut Vec<T>, item: T, most: usize) {
    if list.len() >= most {
        list.remove(0);
    }
    list.push(item);
}
