//! What the engine wants done, and how it describes itself.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::protocol::{Kind, Payload};
use crate::session::Code;

/// What a host wants done.
#[derive(Clone, Debug, PartialEq)]
pub enum HostOutput<P> {
    /// Post this to the frame, for this origin only.
    Post {
        /// The message, complete.
        message: P,
        /// The widget's origin.
        origin: String,
    },
    /// A message of the widget's passed the gate; for a log. Whether anything
    /// comes of it is another matter.
    Received(P),
    /// Tell the page of a message that took effect, or of an unknown one.
    Notify {
        /// The message's kind; none for an unknown one.
        kind: Option<Kind>,
        /// Its payload.
        data: Option<P>,
        /// The message, whole.
        message: P,
    },
    /// The session's state is another.
    StateChanged(HostState),
    /// The widget did not acknowledge SYNC.
    Failed(Code),
    /// Show the user a text.
    Alert {
        /// What the user reads.
        text: String,
        /// Who says it.
        source: AlertSource,
    },
    /// Show, minimise or hide the frame.
    VisibilityChanged(Visibility),
    /// Give the frame another size; absent where the widget named none.
    Resize {
        /// A width as HTML takes it.
        width: Option<String>,
        /// A height as HTML takes it.
        height: Option<String>,
    },
    /// Give the frame another address.
    MoveFrame {
        /// The address; http or https, of an allowed origin.
        url: String,
    },
    /// Open a record; answer by `handle_navigation_result`.
    Navigate {
        /// What the answer names.
        request: u32,
        /// The widget's request.
        data: P,
    },
    /// Ask the record store; answer by `handle_store_result`.
    Store {
        /// What the answer names.
        request: u32,
        /// What is asked.
        ask: StoreRequest<P>,
    },
    /// A call came, went or changed.
    CallsChanged,
    /// Something was refused, ignored or noted.
    Diagnostic {
        /// Why.
        code: Code,
        /// What it is about: a message type, a field, a rule. Never a value.
        detail: String,
        /// Whether it is to be reported as an error.
        is_error: bool,
    },
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
    /// The state's name, as applications see it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loading => "loading",
            Self::Syncing => "syncing",
            Self::Connected => "connected",
            Self::Initialized => "initialized",
            Self::Failed => "failed",
        }
    }
}

/// Who an alert comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertSource {
    /// The calling app.
    Widget,
    /// The host itself.
    Host,
}

impl AlertSource {
    /// The source's name, as applications see it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Widget => "widget",
            Self::Host => "host",
        }
    }
}

/// How the frame is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visibility {
    /// The frame is minimised.
    pub is_minimized: bool,
    /// The frame is hidden.
    pub is_hidden: bool,
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
        /// The records' coordinates.
        to: Vec<P>,
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
        number: String,
    },
    /// Publish an engagement to a connected channel.
    Publish {
        /// Its id.
        engagement: P,
        /// The call's id.
        external_call_id: Option<String>,
    },
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
    // The whole part tells enough, and reading a fraction would weigh 15 kB.
    let whole: u32 = whole.parse().ok()?;
    (UNITS.contains(&unit) && fits(f64::from(whole))).then_some(text)
}

/// What a frame's size attribute knows; it would take any other unit for pixels.
const UNITS: &[&str] = &["", "px", "%"];

/// No page is wider or higher, in pixels.
const MAX_SIZE: f64 = 10_000.0;
