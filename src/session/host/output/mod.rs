//! Outputs of a host's session.

mod answer;
mod change;
mod frame;
mod page;
mod report;
mod store;

use alloc::format;
use alloc::string::String;

use crate::protocol::Payload;
use crate::session::door::{Json, Write};

pub use answer::AnswerOutput;
pub use change::ChangeOutput;
pub use frame::FrameOutput;
pub use page::PageOutput;
pub use report::ReportOutput;
pub use store::StoreOutput;

output_groups! {
    /// Outputs of a host's session, in order. Changes come last.
    HostOutput {
        /// The answer to the input.
        Answer(AnswerOutput),
        /// A change of the state.
        Change(ChangeOutput<P>),
        /// Orders for the frame: messages, a size, an address.
        Frame(FrameOutput<P>),
        /// Requests to the record store, and records to be opened.
        Store(StoreOutput<P>),
        /// Reports for the page's user and its log.
        Report(ReportOutput<P>),
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

named!(AlertSource { Widget = "widget", Host = "host", });

/// The display of the frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visibility {
    /// The frame is minimised.
    pub is_minimized: bool,
    /// The frame is hidden.
    pub is_hidden: bool,
}

impl Write for Visibility {
    const TYPE: &'static str = "[isMinimized: boolean, isHidden: boolean]";

    fn write(&self, json: &mut Json) {
        json.open('[');
        json.item(&self.is_minimized);
        json.item(&self.is_hidden);
        json.close(']');
    }
}

/// A request to the record store.
#[derive(Clone, Debug, PartialEq)]
pub enum StoreRequest<P> {
    /// Create a call engagement; the answer is the record, with its `id`.
    Create {
        /// Shape: `{externalCallId?, direction, fromNumber?, toNumber?, startedAt, owner}`.
        input: P,
    },
    /// Record an engagement that the app created.
    Adopt {
        /// Its id.
        engagement: P,
        /// As for `Create`.
        input: P,
    },
    /// Put an engagement on the timeline.
    Complete {
        /// Its id.
        engagement: P,
        /// Shape: `{endedAt?, callEndStatus?}`.
        outcome: P,
    },
    /// Associate an engagement with records.
    Associate {
        /// Its id.
        engagement: P,
        /// The records' coordinates, a list.
        to: P,
    },
    /// Set an engagement's properties.
    Update {
        /// Its id.
        engagement: P,
        /// The properties, as the widget sent them.
        properties: P,
    },
    /// Find the records that have a number; the answer is a list of matches.
    MatchCaller {
        /// The caller's number.
        number: P,
    },
    /// Publish an engagement to a connected channel.
    Publish {
        /// Its id.
        engagement: P,
        /// The call's id.
        external_call_id: Option<String>,
    },
}

/// The store's method, then its arguments.
impl<P: Write> Write for StoreRequest<P> {
    const TYPE: &'static str = "[method: StoreMethod, ...args: Draft[]]";

    fn write(&self, json: &mut Json) {
        json.open('[');
        match self {
            Self::Create { input } => {
                json.text("createEngagement");
                json.item(input);
            }
            Self::Adopt { engagement, input } => {
                json.text("adoptEngagement");
                json.item(engagement);
                json.item(input);
            }
            Self::Complete {
                engagement,
                outcome,
            } => {
                json.text("completeEngagement");
                json.item(engagement);
                json.item(outcome);
            }
            Self::Associate { engagement, to } => {
                json.text("associateEngagement");
                json.item(engagement);
                json.item(to);
            }
            Self::Update {
                engagement,
                properties,
            } => {
                json.text("updateEngagement");
                json.item(engagement);
                json.item(properties);
            }
            Self::MatchCaller { number } => {
                json.text("matchCallerId");
                json.item(number);
            }
            Self::Publish {
                engagement,
                external_call_id,
            } => {
                json.text("publishEngagement");
                json.item(engagement);
                if let Some(id) = external_call_id {
                    json.text(id);
                }
            }
        }
        json.close(']');
    }
}

/// A size for the page: numbers are pixels, texts are a number 1 or more, with or without a unit.
/// `None` for anything else, and for sizes past [`MAX_SIZE`].
pub(super) fn html_size<P: Payload>(value: &P) -> Option<String> {
    let fits = |number: f64| number > 0.0 && number <= MAX_SIZE;
    if let Some(number) = value.number() {
        return fits(number).then(|| format!("{number}px"));
    }
    let text = value.text()?;
    let count = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, rest) = text.split_at(count(&text));
    let unit = rest
        .strip_prefix('.')
        .map_or(rest, |rest| rest.split_at(count(rest)).1);
    // The whole part is enough, and parsing a fraction would weigh 15 kB.
    let whole: u32 = whole.parse().ok()?;
    (UNITS.contains(&unit) && fits(f64::from(whole))).then_some(text)
}

/// Units of a frame's size attribute; it would take any other unit for pixels.
const UNITS: &[&str] = &["", "px", "%"];

/// The maximum width and height, in pixels.
const MAX_SIZE: f64 = 10_000.0;
