//! `pkg/src/generated/limits.ts`: the limits that the facade keeps.

use calling_widget_sdk::protocol::limits::{
    MAX_DEPTH, MAX_KEYS, MAX_QUEUED, MAX_READ_TEXT, MAX_TEXT, SYNC_INTERVAL, SYNC_TIMEOUT,
};

use super::text::HEADER;

/// The file's text.
pub(super) fn text() -> String {
    format!(
        "// {HEADER}\n\n\
         /** Limits of a message: levels, keys and items, text in UTF-16 code units. */\n\
         export const MAX_DEPTH = {MAX_DEPTH};\nexport const MAX_KEYS = {MAX_KEYS};\nexport const MAX_TEXT = {MAX_TEXT};\n\n\
         /** A longer text is never read, only passed on; in UTF-16 code units. */\n\
         export const MAX_READ_TEXT = {MAX_READ_TEXT};\n\n\
         /** Maximum number of sends queued for the other side. */\n\
         export const MAX_QUEUED = {MAX_QUEUED};\n\n\
         /** Interval at which a host repeats SYNC, and the time after which it stops. */\n\
         export const SYNC_INTERVAL_MS = {};\nexport const SYNC_TIMEOUT_MS = {};\n",
        SYNC_INTERVAL.0, SYNC_TIMEOUT.0,
    )
}
