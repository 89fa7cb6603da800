//! Values that a quote was given itself, in place of those that it would take from its
//! template, its deal or the account.
//!
//! They are stored beside the properties that show them, so that what a quote would take comes
//! back where they are taken away.

use crate::platform::records::{Changes, store::Record};

/// The value that a quote was given itself.
pub(super) fn value<'a>(record: &'a Record, name: &str) -> Option<&'a str> {
    record.text(&stored_as(name))
}

/// Moves what a request gives to where it is stored.
pub(super) fn store(changes: &mut Changes) {
    for name in NAMES {
        if let Some(value) = changes.remove(name) {
            changes.insert(stored_as(name), value);
        }
    }
}

/// Begins as what is internal does.
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
