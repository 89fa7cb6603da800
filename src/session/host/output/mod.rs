//! What the engine wants done, and how it describes itself.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::protocol::{Kind, Millis, Payload};
use crate::session::door::{Json, Write};
use crate::session::{Code, Count};

outputs! {
    /// What a host wants done, in this order. What changed comes last.
    HostOutput {
        /// Post this to the frame, for this origin only.
        Post = "post" {
            /// The message, complete.
            message: P = "message",
            /// The widget's origin.
            origin: String = "origin",
        }
        /// A message of the widget's was admitted; for a log. It may have no effect.
        Received = "received" {
            message: P = "message",
        }
        /// Report a message that took effect, or an unknown one.
        Notify = "notify" {
            /// The message's kind; none for an unknown one.
            kind: Option<Kind> = "name",
            /// Its payload.
            data: Option<P> = "data",
            /// The message, whole.
            message: P = "message",
        }
        /// The session's state is another.
        StateChanged = "state" {
            state: HostState = "state",
        }
        /// The widget did not acknowledge SYNC.
        Failed = "failed" {
            code: Code = "code",
        }
        /// Show the user a text.
        Alert = "alert" {
            /// What the user reads.
            text: String = "text",
            /// Who says it.
            source: AlertSource = "source",
        }
        /// Show, minimise or hide the frame.
        VisibilityChanged = "visibility" {
            visibility: Visibility = "visibility",
        }
        /// Give the frame another size; absent where the widget named none.
        Resize = "resize" {
            /// A width as HTML takes it.
            width: Option<String> = "width",
            /// A height as HTML takes it.
            height: Option<String> = "height",
        }
        /// Give the frame another address.
        MoveFrame = "move" {
            /// The address; http or https, of an allowed origin.
            url: String = "url",
        }
        /// Open a record, then enter `navigated`.
        Navigate = "navigate" {
            /// What the answer names.
            request: u32 = "request",
            /// The widget's request.
            data: P = "data",
        }
        /// Ask the record store, then enter `stored` or `storeFailed`.
        Store = "store" {
            /// What the answer names.
            request: u32 = "request",
            /// What is asked.
            ask: StoreRequest<P> = "ask",
        }
        /// Something was refused, ignored or noted.
        Diagnostic = "diagnostic" {
            /// Why.
            code: Code = "code",
            /// What it is about: a message type, a field, a rule. Never a value.
            detail: String = "detail",
            /// Whether it is to be reported as an error.
            is_error: bool = "isError",
        }
        /// The command was carried out.
        Sent = "sent" {
            /// The id of the message it became.
            message_id: String = "messageId",
        }
        /// The command was not carried out.
        Refused = "refused" {
            /// Why.
            code: Code = "code",
            /// The field the command cannot do without; else empty.
            detail: String = "detail",
        }
        /// The answer to a question.
        Answer = "answer" {
            is_so: bool = "isSo",
        }
        /// An origin of `start` is no pattern: there is no session.
        BadOrigin = "badOrigin" {
            text: String = "text",
        }
        /// The message of the event counts: enter it by `receive`. So do others from the
        /// same origin, until the next `move`.
        Admitted = "admitted" {}
        /// The widget's state changed.
        WidgetChanged = "widget" {
            /// The user is logged in to the calling app.
            is_logged_in: bool = "isLoggedIn",
            /// The user can take calls.
            is_available: bool = "isAvailable",
            /// The version of the published SDK it is compatible with.
            version: Option<String> = "version",
            /// The version of this package, where it uses it.
            sdk_version: Option<String> = "sdkVersion",
            /// Whether it logs.
            debug_mode: Option<bool> = "debugMode",
        }
        /// A call began or changed.
        Call = "call" {
            /// The call's handle.
            key: u32 = "key",
            /// The call as pages see it.
            call: P = "call",
        }
        /// A call is forgotten.
        Gone = "gone" {
            key: u32 = "key",
        }
        /// Whether leaving the page would lose a call.
        Active = "active" {
            is_active: bool = "isActive",
        }
        /// How often each code was given.
        Counts = "counts" {
            counts: Vec<Count> = "counts",
        }
        /// When to enter `timeout`, in ms since the epoch; none for never.
        Wake = "wake" {
            at: Option<Millis> = "at",
        }
        /// These payloads are no longer needed.
        Release = "release" {
            handles: Vec<u32> = "handles",
        }
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
                json.text(number);
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
