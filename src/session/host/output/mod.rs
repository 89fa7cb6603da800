//! What a host session orders the page to do.

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
    /// What a host wants done, in this order. What changed comes last.
    HostOutput {
        /// The answer to the input.
        Answer(AnswerOutput),
        /// What changed.
        Change(ChangeOutput<P>),
        /// What the frame gets: messages, a size, an address.
        Frame(FrameOutput<P>),
        /// What the record store is asked, and which record is to be opened.
        Store(StoreOutput<P>),
        /// What the page reports to its user and its log.
        Report(ReportOutput<P>),
        /// What the page does: timers, payloads.
        Page(PageOutput),
    }
}

/// Where a host's session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostState {
    /// The frame has not loaded.
    Loading,
    /// SYNC goes out.
    Syncing,
    /// SYNC was acknowledged.
    Connected,
    /// The widget is ready for interaction.
    Initialized,
    /// SYNC was not acknowledged in time, or the frame failed.
    Failed,
}

impl HostState {
    /// What leads from one state to another: an input's name, the type of a message, or
    /// `timeout` for 30 s without an acknowledgement. Any other input of any other state
    /// leaves it as it is; `frameLoading` and `frameLoaded` begin a state anew that they
    /// lead to.
    pub const TRANSITIONS: [(Self, &'static str, Self); 16] = [
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
    ];
}

named!(HostState {
    Loading = "loading",
    Syncing = "syncing",
    Connected = "connected",
    Initialized = "initialized",
    Failed = "failed",
});

/// Who an alert comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertSource {
    /// The calling app.
    Widget,
    /// The host itself.
    Host,
}

named!(AlertSource { Widget = "widget", Host = "host", });

/// How the frame is shown.
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

/// What the engine asks of the record store.
#[derive(Clone, Debug, PartialEq)]
pub enum StoreRequest<P> {
    /// Create a call engagement; the answer is the record, with its `id`.
    Create {
        /// Shape: `{externalCallId?, direction, fromNumber?, toNumber?, startedAt, owner}`.
        input: P,
    },
    /// Take note of an engagement the app created.
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

/// A size as a page takes it: numbers are pixels, texts are a number 1 or more, with
/// or without a unit. `None` for what is no size, or one no page has.
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
    // The whole part is enough, and reading a fraction would weigh 15 kB.
    let whole: u32 = whole.parse().ok()?;
    (UNITS.contains(&unit) && fits(f64::from(whole))).then_some(text)
}

/// What a frame's size attribute knows; it would take any other unit for pixels.
const UNITS: &[&str] = &["", "px", "%"];

/// No page is wider or higher, in pixels.
const MAX_SIZE: f64 = 10_000.0;
