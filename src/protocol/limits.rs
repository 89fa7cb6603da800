//! Every bound and interval of the protocol and its engines.

use super::Millis;

/// How deep an incoming value may nest; past it the message is refused.
pub const MAX_DEPTH: usize = 32;

/// How many keys and list items an incoming value may hold in all.
pub const MAX_KEYS: usize = 10_000;

/// How much text an incoming value may hold in all, its keys included, in UTF-16
/// code units.
pub const MAX_TEXT: usize = 1 << 20;

/// How long a text may be for an engine to read it, in UTF-16 code units: no id, no
/// address and no number is nearly as long.
pub const MAX_READ_TEXT: usize = 4096;

/// How long the text of a record store's error may be to be posted, in UTF-16 code units:
/// the rest of the answer has room beside it.
pub const MAX_ERROR_TEXT: usize = MAX_TEXT - 4 * MAX_READ_TEXT;

/// How many messages may be queued for INITIALIZED; the next one is refused.
pub const MAX_QUEUED: usize = 256;

/// How long the ids of a call may be for it to survive a reload, in bytes.
pub const MAX_JOURNAL_ID: usize = 256;

/// How long the journal of open calls is valid.
pub const JOURNAL_LIFETIME: Millis = Millis(4.0 * 3_600_000.0);

/// How far ahead of the clock the journal may have been written: clocks are set.
pub const JOURNAL_CLOCK_SLACK: Millis = Millis(60_000.0);

/// How many calls may be open at once.
pub const MAX_OPEN_CALLS: usize = 64;

/// How many closed calls are remembered, for late answers.
pub const MAX_CLOSED_CALLS: usize = 64;

/// How often a host repeats SYNC until it is acknowledged.
pub const SYNC_INTERVAL: Millis = Millis(100.0);

/// How long a host goes on after a frame's load before it gives up.
pub const SYNC_TIMEOUT: Millis = Millis(30_000.0);

/// How long a widget ignores further SYNCs after it acknowledged one.
///
/// A host that has the acknowledgement stops; one that did not get it goes on
/// and is answered again.
pub const SYNC_REPEAT_AFTER: Millis = Millis(500.0);

/// How long a framed widget waits for SYNC before it reports that there is no host.
pub const NO_HOST_AFTER: Millis = Millis(10_000.0);

/// How long a host whose answer is due may say nothing before it counts as lost.
pub const HOST_SILENT_AFTER: Millis = Millis(30_000.0);

/// How long the start of a call may be queued before it is stale.
pub const CALL_START_STALE_AFTER: Millis = Millis(10_000.0);

/// How many requests to a host's record store may be open at once.
pub const MAX_STORE_REQUESTS: usize = 256;

/// How long a host's record store may take to answer one.
pub const STORE_TIMEOUT: Millis = Millis(30_000.0);

/// How many requests that timed out are remembered, so that what the store does
/// late is not lost.
pub const MAX_LATE_ANSWERS: usize = 64;

/// For how long a late success of one counts.
pub const LATE_ANSWER_AFTER: Millis = Millis(3_600_000.0);

/// How many requests about a call's engagement may be queued; the next is refused.
pub const MAX_STORE_STEPS: usize = 16;

/// How many navigations a host may have under way.
pub const MAX_NAVIGATIONS: usize = 64;

/// How far apart two readings of the clock may be to count in full: what waits
/// is looked after at least this often.
pub const HEARTBEAT: Millis = Millis(5000.0);

/// How much later than a [`HEARTBEAT`] a reading may come and still count.
pub const HEARTBEAT_GRACE: Millis = Millis(1000.0);

/// How many questions about messages are remembered, and how many waits for
/// their outcomes.
pub const MAX_RECEIPTS: usize = 256;

/// How long a receipt waits where the app does not say.
pub const RECEIPT_TIMEOUT: Millis = Millis(30_000.0);

/// The time in which a window has to acknowledge a command that another one forwarded, before
/// that is reported: within five seconds, with a timer that is late.
pub const ACKNOWLEDGED_WITHIN: Millis = Millis(4_000.0);

/// How many commands of the app may be pending at other windows.
pub const MAX_FORWARDED: usize = 32;

/// How many commands of other windows are remembered, so that none is carried out twice.
pub const MAX_CARRIED_OUT: usize = 64;

/// How many other windows of the user a window takes note of.
pub const MAX_WINDOWS: usize = 64;
