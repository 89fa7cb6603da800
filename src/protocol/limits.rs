//! Every bound and interval of the protocol and its engines.

use super::Millis;

/// Maximum nesting of an incoming value; past it the message is refused.
pub const MAX_DEPTH: usize = 32;

/// Maximum number of keys and list items in an incoming value, in all.
pub const MAX_KEYS: usize = 10_000;

/// Maximum text in an incoming value, its keys included, in UTF-16 code units.
pub const MAX_TEXT: usize = 1 << 20;

/// Maximum length of a text that an engine reads, in UTF-16 code units: no id, address or number is
/// nearly as long.
pub const MAX_READ_TEXT: usize = 4096;

/// Maximum length of the text of a record store's error to be posted, in UTF-16 code units: it
/// leaves room for the rest of the answer.
pub const MAX_ERROR_TEXT: usize = MAX_TEXT - 4 * MAX_READ_TEXT;

/// Maximum number of messages queued for INITIALIZED; the next one is refused.
pub const MAX_QUEUED: usize = 256;

/// Maximum length of a call's ids for it to survive a reload, in bytes.
pub(crate) const MAX_JOURNAL_ID: usize = 256;

/// Lifetime of the journal of open calls.
pub(crate) const JOURNAL_LIFETIME: Millis = Millis(4.0 * 3_600_000.0);

/// Maximum time in the future of a journal's date: clocks are set.
pub(crate) const JOURNAL_CLOCK_SLACK: Millis = Millis(60_000.0);

/// Maximum number of open calls.
pub const MAX_OPEN_CALLS: usize = 64;

/// Maximum number of closed calls remembered for late answers.
pub const MAX_CLOSED_CALLS: usize = 64;

/// Maximum number of further closed calls that a host keeps while its record store is asked.
pub const MAX_KEPT_CALLS: usize = 256;

/// Interval at which a host repeats SYNC until it is acknowledged.
pub const SYNC_INTERVAL: Millis = Millis(100.0);

/// Time after a frame's load when a host gives up.
pub const SYNC_TIMEOUT: Millis = Millis(30_000.0);

/// Time for which a widget ignores further SYNCs after it acknowledged one.
///
/// A host that got the acknowledgement stops; one that did not repeats SYNC and is answered again.
pub const SYNC_REPEAT_AFTER: Millis = Millis(500.0);

/// Time after which a framed widget without SYNC reports that there is no host.
pub(crate) const NO_HOST_AFTER: Millis = Millis(10_000.0);

/// Time after which a host that owes an answer and is silent counts as lost.
pub(crate) const HOST_SILENT_AFTER: Millis = Millis(30_000.0);

/// Time after which a queued start of a call is stale.
pub const CALL_START_STALE_AFTER: Millis = Millis(10_000.0);

/// Time limit of a host's record store for an answer.
pub(crate) const STORE_TIMEOUT: Millis = Millis(30_000.0);

/// Maximum number of a host's pending navigations.
pub(crate) const MAX_NAVIGATIONS: usize = 64;

/// Maximum distance of two readings of the clock to count in full: waits are checked at least this
/// often.
pub(crate) const HEARTBEAT: Millis = Millis(5000.0);

/// Delay past a [`HEARTBEAT`] at which a reading still counts.
pub(crate) const HEARTBEAT_GRACE: Millis = Millis(1000.0);

/// Maximum number of remembered questions about messages, and of waits for their outcomes.
pub const MAX_RECEIPTS: usize = 256;

/// Timeout of a receipt where the app sets none.
pub(crate) const RECEIPT_TIMEOUT: Millis = Millis(30_000.0);

/// Time awake after which an answer counts as lost: it makes no later one ambiguous.
pub(crate) const ANSWER_LOST_AFTER: Millis = Millis(300_000.0);

/// Time for a window to acknowledge a command that another one forwarded, before that is reported:
/// within five seconds, even with a late timer.
pub const ACKNOWLEDGED_WITHIN: Millis = Millis(4_000.0);

/// Time after a page began to be left from which it counts as staying.
/// At most [`ACKNOWLEDGED_WITHIN`]: what is held back is not forwarded meanwhile.
pub const PAGE_LEFT_WITHIN: Millis = Millis(4_000.0);

/// Time for the user's other windows to report that a caller gave up, as one of them did.
pub const RINGING_ENDS_WITHIN: Millis = Millis(10_000.0);

/// Maximum number of the app's commands pending at other windows.
pub(crate) const MAX_FORWARDED: usize = 32;

/// Maximum number of other windows' commands remembered, so that none is carried out twice.
pub(crate) const MAX_CARRIED_OUT: usize = 64;

/// Maximum number of the user's other windows that a window tracks.
pub const MAX_WINDOWS: usize = 64;
