//! Values set on a quote itself, in place of those inherited from its template, its deal or
//! the account.
//!
//! They are stored beside the properties that show them, so that removing one restores the
//! inherited value.

use crate::platform::records::{Changes, store::Record};

/// The value set on a quote itself.
pub(super) fn value<'a>(record: &'a Record, name: &str) -> Option<&'a str> {
    record.text(&stored_as(name))
}

/// Moves the values in a request to where they are stored.
pub(super) fn store(changes: &mut Changes) {
    for name in NAMES {
        if let Some(value) = changes.remove(name) {
            changes.insert(stored_as(name), value);
        }
    }
}

/// Internal names begin with a dot.
fn stored_as(name: &str) -> String {
    [".own_", name].concat()
}

const NAMES: [&str; 6] = [
    "hs_currency",
    "hs_domain",
    "hs_language",
    "hs_locale",
    "hs_quote_total_preference",
    "hs_timezone",
];
