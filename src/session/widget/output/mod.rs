//! What a widget session orders the edge to do.

use alloc::string::String;
use alloc::vec::Vec;

use super::question::Outcome;
use crate::protocol::Millis;
use crate::session::door::{Json, Write};
use crate::session::{Code, Count};

outputs! {
    /// An order to the edge. What is posted comes first, then what changed, then what
    /// the app is given.
    Output {
        /// Post a message.
        Post = "post" {
            /// The message, complete.
            message: P = "message",
            /// The origin to name.
            origin: String = "origin",
            /// The window to post to, as the edge numbers them.
            to: u32 = "to",
            /// The instance it is from; 0 for the session itself.
            by: u32 = "by",
        }
        /// What became of the message that was sent.
        Sent = "sent" {
            outcome: SendOutcome = "outcome",
        }
        /// An origin of `attach` is no pattern: the instance was not added.
        BadOrigin = "badOrigin" {
            text: String = "text",
        }
        /// The message of the event counts: enter it by `receive`. So do others from the
        /// same window and origin, until the next `pinned`.
        Admitted = "admitted" {}
        /// Answer by `glanced` whether the message is a SYNC.
        Glance = "glance" {}
        /// The session's state is another.
        State = "state" {
            state: WidgetState = "state",
        }
        /// The host that the session belongs to; no origin before it opened. `restore`
        /// takes it back.
        Pinned = "pinned" {
            origin: Option<String> = "origin",
            source: u32 = "source",
            /// What the host's message ids begin with.
            id_prefix: String = "idPrefix",
            /// READY, as it was delivered.
            ready: Option<P> = "ready",
            /// Stands for the host's origin, its account and its user: the same in each of
            /// the user's windows.
            mark: Option<P> = "mark",
        }
        /// INITIALIZED changed. `restore` takes it back.
        Presence = "presence" {
            /// The message as it would be posted now; none before an instance posted it.
            presence: Option<P> = "presence",
            /// The instance that posted it; 0 after a later log-in or availability.
            posted_by: u32 = "postedBy",
        }
        /// Whether the host fell silent while an answer is awaited.
        Silent = "silent" {
            is_silent: bool = "isSilent",
        }
        /// Whether READY was delivered to an instance.
        Ready = "ready" {
            instance: u32 = "instance",
            is_ready: bool = "isReady",
        }
        /// A call began or changed.
        Call = "call" {
            /// The call's handle.
            key: u32 = "key",
            /// Whether leaving the page would cut it off.
            is_under_way: bool = "isUnderWay",
            /// The call as applications see it.
            call: P = "call",
        }
        /// A call is forgotten.
        Gone = "gone" {
            key: u32 = "key",
        }
        /// Deliver a message to handlers, then enter `delivered`.
        Deliver = "deliver" {
            message: P = "message",
            /// The instances to deliver it to, the newest first.
            to: Vec<Plan> = "to",
            /// Whether only the first that has a handler for it gets it: it asks the app
            /// to act.
            to_one: bool = "toOne",
        }
        /// The handlers for the message of `route`.
        Route = "route" {
            plan: Plan = "plan",
        }
        /// A diagnostic, free of personal data.
        Report = "report" {
            /// The reason.
            code: Code = "code",
            /// How loud it is.
            level: Level = "level",
            /// A field's path, an origin or a state; empty where the code is enough.
            detail: String = "detail",
            /// How often the code was given by now.
            count: u32 = "count",
        }
        /// A wait is over.
        Settled = "settled" {
            wait: u32 = "wait",
            /// What came of it; empty for a good outcome.
            outcome: Outcome = "outcome",
            /// What the host answered: the engagement's id, the caller's matches, the
            /// data of a refusal.
            value: Option<P> = "value",
        }
        /// What `journal` gives is another.
        Persist = "persist" {}
        /// The record for a page that is loaded in this one's place; none where no call
        /// is open.
        Journal = "journal" {
            record: Option<P> = "record",
        }
        /// What becomes of the record of `resume`.
        Resumable = "resumable" {
            verdict: Verdict = "verdict",
        }
        /// Deliver the calls that were taken over, then enter `delivered`.
        Resumed = "resumed" {
            /// Shape: `{calls, ageMs}`; the calls numbered from 0, each with its `key`.
            account: P = "account",
        }
        /// Give the other windows the calls of this one.
        Announce = "announce" {
            /// Shape: `{calls}`; the calls numbered from 0, each with its `key`.
            calls: P = "calls",
            is_leader: bool = "isLeader",
        }
        /// Give a message of the app's to the window that has its call.
        Forward = "forward" {
            /// The window; empty for the leader.
            to: String = "to",
            message: P = "message",
        }
        /// Who is called; none where the payload names nobody.
        Callee = "callee" {
            callee: Option<P> = "callee",
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

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WidgetState {
    /// No page frames this one.
    NotEmbedded,
    /// No host has opened a session yet.
    Waiting,
    /// The session is open.
    Ready,
}

named!(WidgetState {
    NotEmbedded = "notEmbedded",
    Waiting = "waiting",
    Ready = "ready",
});

impl WidgetState {
    /// The state's name, as applications see it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotEmbedded => "notEmbedded",
            Self::Waiting => "waiting",
            Self::Ready => "ready",
        }
    }
}

/// How loud a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// For listeners; on the console only in debug mode.
    Note,
    /// Always on the console, as a warning.
    Warn,
    /// Always on the console, as an error.
    Error,
    /// For listeners, never on the console: reported now and then only.
    Count,
}

named!(Level { Note = "note", Warn = "warn", Error = "error", Count = "count", });

/// Which handlers of an instance take a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The instance.
    pub instance: u32,
    /// Handlers to call, of those it has.
    pub all: Vec<&'static str>,
    /// Of these the first that it has; `defaultEventHandler` where it has none.
    pub first_of: Vec<&'static str>,
}

impl Plan {
    /// No handlers of an instance.
    pub(super) const fn none(instance: u32) -> Self {
        Self {
            instance,
            all: Vec::new(),
            first_of: Vec::new(),
        }
    }
}

impl Write for Plan {
    const TYPE: &'static str = "Plan";

    fn write(&self, json: &mut Json) {
        json.open('[');
        json.item(&self.instance);
        json.item(&self.all);
        json.item(&self.first_of);
        json.close(']');
    }
}

/// What becomes of the record of an earlier page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is taken over with the next READY of the same host and user.
    Taken,
    /// It is another frame's: leave it where it is.
    LeftAlone,
    /// It is of no use: remove it.
    Useless,
}

named!(Verdict { Taken = "taken", LeftAlone = "leftAlone", Useless = "useless", });

/// What became of a send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendOutcome {
    /// It was posted.
    Posted,
    /// It is queued until READY.
    Queued,
    /// Another instance posted the same; the host got it once.
    Suppressed,
    /// Another window has the call, and posts it.
    Forwarded,
    /// It was neither posted nor queued.
    Refused,
}

named!(SendOutcome {
    Posted = "posted",
    Queued = "queued",
    Suppressed = "suppressed",
    Forwarded = "forwarded",
    Refused = "refused",
});
