//! Outputs of a host's session.

mod answer;
mod change;
mod frame;
mod page;
mod report;
mod store;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use crate::protocol::Value;

pub use answer::AnswerOutput;
pub use change::ChangeOutput;
pub use frame::FrameOutput;
pub use page::PageOutput;
pub use report::ReportOutput;
pub use store::StoreOutput;

groups! {
    /// Outputs of a host's session, in order. Changes come last.
    #[derive(Clone, Debug, PartialEq)]
    pub enum HostOutput {
        /// The answer to the input.
        Answer(AnswerOutput),
        /// A change of the state.
        Change(ChangeOutput),
        /// Orders for the frame: messages, a size, an address.
        Frame(FrameOutput),
        /// Requests to the record store, and records to be opened.
        Store(StoreOutput),
        /// Reports for the page's user and its log.
        Report(ReportOutput),
        /// Orders for the page itself: timers, payloads.
        Page(PageOutput),
    }
}

/// The state of a host's session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostState {
    /// The frame has not loaded.
    Loading,
    /// SYNC is being sent.
    Syncing,
    /// SYNC was acknowledged.
    Connected,
    /// The widget is ready for interaction.
    Initialized,
    /// SYNC was not acknowledged in time, or the frame failed.
    Failed,
}

impl HostState {
    /// The transitions: an input's name, the type of a message, or `timeout` for 30 s without an
    /// acknowledgement. Any other input of any other state changes nothing; `frameLoading` and
    /// `frameLoaded` restart the state they lead to.
    pub const TRANSITIONS: [(Self, &'static str, Self); 17] = [
        (Self::Loading, "frameLoaded", Self::Syncing),
        (Self::Loading, "timeout", Self::Failed),
        (Self::Loading, "frameFailed", Self::Failed),
        (Self::Syncing, "SYNC_ACK", Self::Connected),
        (Self::Syncing, "timeout", Self::Failed),
        (Self::Syncing, "frameLoading", Self::Loading),
        (Self::Syncing, "frameFailed", Self::Failed),
        (Self::Connected, "INITIALIZED", Self::Initialized),
        (Self::Connected, "frameLoading", Self::Loading),
        (Self::Connected, "frameLoaded", Self::Syncing),
        (Self::Connected, "frameFailed", Self::Failed),
        (Self::Initialized, "frameLoading", Self::Loading),
        (Self::Initialized, "frameLoaded", Self::Syncing),
        (Self::Initialized, "frameFailed", Self::Failed),
        (Self::Failed, "frameLoading", Self::Loading),
        (Self::Failed, "frameLoaded", Self::Syncing),
        (Self::Failed, "SYNC_ACK", Self::Connected),
    ];
}

named!(HostState {
    Loading = "loading",
    Syncing = "syncing",
    Connected = "connected",
    Initialized = "initialized",
    Failed = "failed",
});

/// The source of an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertSource {
    /// The calling app.
    Widget,
    /// The host itself.
    Host,
}

named!(AlertSource {
    Widget = "widget",
    Host = "host",
});

/// The display of the frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visibility {
    /// The frame is minimised.
    pub is_minimized: bool,
    /// The frame is hidden.
    pub is_hidden: bool,
}

/// A request to the record store.
///
/// A call is `{externalCallId?, direction, fromNumber?, toNumber?, startedAt, owner}`.
#[derive(Clone, Debug, PartialEq)]
pub enum StoreRequest {
    /// Create a call's engagement; the answer is the record, with its `id`.
    Create {
        /// The call.
        call: Value,
    },
    /// Put an engagement on the timeline: one that was created, or one of the app's own.
    Complete {
        /// Its id.
        engagement: Value,
        /// The call, with `{endedAt?, callEndStatus?, associations, properties}`: its records'
        /// coordinates, and the properties as the widget sent them.
        call: Value,
    },
    /// Publish an engagement of the app's own to a connected channel.
    Publish {
        /// Its id.
        engagement: Value,
        /// The call.
        call: Value,
    },
    /// Find the records that have a number; the answer is a list of matches.
    MatchCaller {
        /// The caller's number.
        number: Value,
    },
}

impl StoreRequest {
    /// The store's method for [`StoreRequest::Create`].
    pub const CREATE: &'static str = "createEngagement";
    /// That for [`StoreRequest::Complete`].
    pub const COMPLETE: &'static str = "completeEngagement";
    /// That for [`StoreRequest::Publish`].
    pub const PUBLISH: &'static str = "publishEngagement";
    /// That for [`StoreRequest::MatchCaller`].
    pub const MATCH_CALLER: &'static str = "matchCallerId";
}

/// A size for the page: numbers are pixels, texts are a number 1 or more, with or without a unit.
/// `None` for anything else, and for sizes past [`MAX_SIZE`].
pub(super) fn html_size(value: &Value) -> Option<String> {
    let fits = |number: f64| number > 0.0 && number <= MAX_SIZE;
    if let Some(number) = value.number() {
        return fits(number).then(|| format!("{number}px"));
    }
    let text = value.text()?;
    let count = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, rest) = text.split_at(count(text));
    let unit = rest
        .strip_prefix('.')
        .map_or(rest, |rest| rest.split_at(count(rest)).1);
    // The whole part is enough, and parsing a fraction would weigh 15 kB.
    let whole: u32 = whole.parse().ok()?;
    (UNITS.contains(&unit) && fits(f64::from(whole))).then(|| text.to_owned())
}

/// Units of a frame's size attribute; it would take any other unit for pixels.
const UNITS: &[&str] = &["", "px", "%"];

/// The maximum width and height, in pixels.
const MAX_SIZE: f64 = 10_000.0;
