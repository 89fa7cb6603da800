//! Tables as text, and the objects of their rows.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

use serde_json::Value;

/// The rows of a table, each cut at its bars.
pub(crate) fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    table.trim().lines().map(|row| {
        let mut cells = row.splitn(N, '|').map(str::trim);
        std::array::from_fn(|_| cells.next().expect("a cell"))
    })
}

/// The JSON in a cell; `None` if it is empty.
pub(crate) fn value(cell: &str) -> Option<Value> {
    (!cell.is_empty()).then(|| serde_json::from_str(cell).expect("JSON"))
}

/// An object with some fields replaced or added.
pub(crate) fn with(mut object: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().into_iter().flatten() {
        object[name] = value.clone();
    }
    object
}
