//! Outputs of a widget's session.

#![expect(missing_docs, reason = "a field without a text is what its name says")]

use alloc::string::String;
use alloc::vec::Vec;

use super::{Outcome, Role};
use crate::protocol::{Millis, Value, named};
use crate::session::Code;

pub use crate::session::Level;

groups! {
    /// An output of a widget's session. Posts come first, then changes, then outputs for the app.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Output;

    /// The answer to the input.
    Answer(AnswerOutput) {
        /// The outcome of a send.
        Sent { outcome: SendOutcome },
        /// An origin of `attach` is no pattern: the instance was not added.
        BadOrigin { text: String },
        /// The message of the event counts: enter it by `receive`. So do others from the same
        /// window and origin, until the next `pinned`.
        Admitted {},
        /// Enter `admit` once more, with `isSync`.
        AskSync {},
        /// The handlers for the message of `route`.
        Route { plan: Plan },
        /// The record for the page that a reload brings, an object of the table
        /// [`JournalRecord`](super::JournalRecord); none where no call is open.
        Journal { record: Option<Value> },
        /// The verdict on the record of `resume`.
        Resumable { verdict: Verdict },
        /// The callee; none where the payload names nobody.
        ///
        /// Shape: `{objectId, objectTypeId?, idFrom, typeFrom?, conflict?}`.
        Callee { callee: Option<Value> },
        /// The count of each code.
        Counts { counts: Vec<(Code, u32)> },
    }

    /// A change of the state.
    Change(ChangeOutput) {
        /// The session's state changed.
        State { state: WidgetState },
        /// The host that the session belongs to; no origin before it opened.
        Pinned {
            origin: Option<String>,
            source: u32,
            /// A hash of the host's origin, its account and its user: the same in each of the
            /// user's windows.
            user_hash: Option<Value>,
            /// True if INITIALIZED was posted to it.
            is_initialized: bool,
        },
        /// True if the host fell silent while an answer is pending.
        Silent { is_silent: bool },
        /// READY is delivered to an instance.
        Ready { instance: u32 },
        /// A call began or changed.
        Call {
            /// The call's handle.
            key: u32,
            /// True if leaving the page would cut it off.
            is_under_way: bool,
            /// The call as applications see it.
            ///
            /// Shape: `{externalCallId?, engagementId?, direction, state, callEndStatus?,
            /// engagement, owner?, taker?}`.
            call: Value,
        },
        /// A call is forgotten.
        Gone { key: u32 },
        /// The role of this window among the user's windows.
        Windows {
            role: Role,
            /// The number of other windows.
            others: u32,
        },
    }

    /// An output for the app.
    App(AppOutput) {
        /// Have an instance acknowledge a SYNC that the app injected into it, by its own
        /// `sendMessage`.
        Acknowledge {
            instance: u32,
            /// The acknowledgement, complete.
            message: Value,
        },
        /// Deliver a message to handlers, then enter `delivered`.
        Deliver {
            message: Value,
            /// The instances to deliver it to, the newest first.
            to: Vec<Plan>,
            /// True if only the first that has a handler for it gets it: it asks the app to act.
            to_one: bool,
        },
        /// A diagnostic, free of personal data.
        Report {
            /// The reason.
            code: Code,
            level: Level,
            /// A field's path, an origin or a state; empty where the code is enough.
            detail: String,
            /// The count of the code so far.
            count: u32,
        },
        /// A wait is over.
        Settled {
            wait: u32,
            /// The outcome; empty for a good one.
            outcome: Outcome,
            /// The host's answer: the engagement's id, the caller's matches, the data of a refusal.
            value: Option<Value>,
        },
        /// Deliver the calls that were taken over, then enter `delivered`.
        Resumed {
            /// Shape: `{calls, ageMs}`; the calls numbered from 0, each with its `key`.
            account: Value,
        },
    }

    /// Messages to the user's other windows, and requests to the browser.
    Window(WindowOutput) {
        /// Post this to the other windows: an object of the table
        /// [`WindowMessage`](super::WindowMessage).
        Say { said: Value },
        /// Enter [`Gone`](super::WindowInput::Gone) once the lock of this window is released.
        Watch { window: String },
        /// Request the leader's lock, and enter [`Lead`](super::WindowInput::Lead) once this window
        /// has it; or release it.
        Lead { may_lead: bool },
    }

    /// Orders for the page itself: posts, storage, timers.
    Page(PageOutput) {
        /// Post a message.
        Post {
            /// The message, complete.
            message: Value,
            /// The target origin.
            origin: String,
            /// The window to post to, as the edge numbers them.
            to: u32,
            /// The instance that sent it; 0 for the session itself.
            by: u32,
        },
        /// The output of `journal` changed.
        Persist {},
        /// The time to enter `timeout`, in ms since the epoch; it replaces any other.
        Wake { at: Millis },
    }
}

named! {
    /// The state of a session.
    WidgetState {
        /// No page frames this one.
        NotEmbedded = "notEmbedded",
        /// No host has opened a session yet.
        Waiting = "waiting",
        /// The session is open.
        Ready = "ready",
    }
}

/// The handlers of an instance for a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The instance.
    pub instance: u32,
    /// Handlers to call, if present.
    pub all: Vec<&'static str>,
    /// Only the first present one of these is called; `defaultEventHandler` where none is.
    pub first_of: Vec<&'static str>,
}

named! {
    /// The verdict on the record of an earlier page.
    Verdict {
        /// It is taken over with the next READY of the same host and user.
        Taken = "taken",
        /// It is another frame's: leave it alone.
        LeftAlone = "leftAlone",
        /// It is useless: remove it.
        Useless = "useless",
    }
}

named! {
    /// The outcome of a send.
    SendOutcome {
        /// It was posted.
        Posted = "posted",
        /// It is queued until INITIALIZED goes out.
        Queued = "queued",
        /// Another instance posted the same; the host got it once.
        Suppressed = "suppressed",
        /// Another window has the call, and posts it.
        Forwarded = "forwarded",
        /// It was neither posted nor queued.
        Refused = "refused",
    }
}
