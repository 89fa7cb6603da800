//! Outputs of a host's session.

#![expect(missing_docs, reason = "a field without a text is what its name says")]

use alloc::string::String;
use alloc::vec::Vec;

use super::WidgetInfo;
use crate::protocol::{Kind, Millis, Value, named};
use crate::session::Code;

groups! {
    /// Outputs of a host's session, in order. Changes come last.
    #[derive(Clone, Debug, PartialEq)]
    pub enum HostOutput;

    /// The answer to the input.
    Answer(AnswerOutput) {
        /// The command was carried out.
        Sent {
            /// The id of the message it became.
            message_id: String,
        },
        /// The command was not carried out.
        Refused {
            /// The reason.
            code: Code,
            /// The field the command cannot do without; else empty.
            detail: String,
        },
        /// The answer to a question.
        Answer { is_so: bool },
        /// An origin of `start` is no pattern: there is no session.
        BadOrigin { text: String },
        /// The message of the event counts: enter it by `receive`. So do others from the same
        /// origin, until the next `move`.
        Admitted {},
        /// The count of each code.
        Counts { counts: Vec<(Code, u32)> },
    }

    /// A change of the state.
    Change(ChangeOutput) {
        /// The session's state changed.
        StateChanged { state: HostState },
        /// The widget described itself anew.
        WidgetChanged { widget: WidgetInfo },
        /// A call began or changed.
        Call {
            /// The call's handle.
            key: u32,
            /// The call as pages see it.
            ///
            /// Shape: `{externalCallId?, engagementId?, direction, state, …}`; `HostCallSnapshot`
            /// of the entry `./host` has every field.
            call: Value,
        },
        /// A call is forgotten.
        Gone { key: u32 },
        /// True if leaving the page would lose a call.
        Active { is_active: bool },
    }

    /// Orders for the frame: messages, a size, an address.
    Frame(FrameOutput) {
        /// Post this to the frame, for this origin only.
        Post {
            /// The message, complete.
            message: Value,
            /// The widget's origin.
            origin: String,
            /// The handle of the call that it changed; none if no call or several changed.
            call: Option<u32>,
        },
        /// Show, minimise or hide the frame.
        VisibilityChanged { visibility: Visibility },
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
    }

    /// Requests to the record store, and records to be opened.
    Store(StoreOutput) {
        /// Ask the record store, then enter `stored` or `storeFailed`.
        Store {
            /// The number for the answer.
            request: u32,
            ask: StoreRequest,
        },
        /// Open a record, then enter `navigated`.
        Navigate {
            /// The number for the answer.
            request: u32,
            /// The widget's request.
            data: Value,
        },
    }

    /// Reports for the page's user and its log.
    Report(ReportOutput) {
        /// A message of the widget's was admitted; for a log. It may have no effect.
        Received {
            message: Value,
            /// As for `Post`.
            call: Option<u32>,
        },
        /// Report a message that took effect, or an unknown one.
        Notify {
            /// The message's kind; none for an unknown one.
            kind: Option<Kind>,
            /// Its payload; undefined for none.
            data: Value,
            /// The message, whole.
            message: Value,
        },
        /// The widget did not acknowledge SYNC.
        Failed { code: Code },
        /// Show the user a text.
        Alert {
            /// The text for the user.
            text: String,
            source: AlertSource,
        },
        /// Something was refused, ignored or noted.
        Diagnostic {
            /// The reason.
            code: Code,
            /// The subject: a message type, a field, a rule. Never a value.
            detail: String,
            /// True if it is reported as an error.
            is_error: bool,
        },
    }

    /// Orders for the page itself: timers.
    Page(PageOutput) {
        /// The time to enter `timeout`, in ms since the epoch; it replaces any other.
        Wake { at: Millis },
    }
}

named! {
    /// The state of a host's session.
    HostState {
        /// The frame has not loaded.
        Loading = "loading",
        /// SYNC is being sent.
        Syncing = "syncing",
        /// SYNC was acknowledged.
        Connected = "connected",
        /// The widget is ready for interaction.
        Initialized = "initialized",
        /// SYNC was not acknowledged in time, or the frame failed.
        Failed = "failed",
    }
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

named! {
    /// The source of an alert.
    AlertSource {
        /// The calling app.
        Widget = "widget",
        /// The host itself.
        Host = "host",
    }
}

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
    Create { call: Value },
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
        call: Value,
    },
    /// Find the records that have a number; the answer is a list of matches.
    MatchCaller {
        /// The caller's number.
        number: Value,
    },
}

impl StoreRequest {
    /// The store's method for it.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Create { .. } => "createEngagement",
            Self::Complete { .. } => "completeEngagement",
            Self::Publish { .. } => "publishEngagement",
            Self::MatchCaller { .. } => "matchCallerId",
        }
    }
}
