//! The invariants.

/// Defines the invariants, each with its name and its meaning.
macro_rules! invariants {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)+) => {
        /// A property that every step or every state has to have.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Invariant {
            $($(#[doc = $doc])+ $variant,)+
        }

        /// Every invariant.
        pub const INVARIANTS: &[Invariant] = &[$(Invariant::$variant,)+];

        impl Invariant {
            /// Its name in `docs/model.md`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Its meaning.
            #[must_use]
            pub const fn says(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc,)+),)+
                }
            }
        }
    };
}

invariants! {
    /// No call on either side has the engagement of another call.
    OwnEngagement = "own-engagement",
    /// The record store creates at most one engagement for a call.
    CreatedOnce = "created-once",
    /// A call is put on the timeline, and its properties are saved, at most once. A late end is saved in addition.
    SavedOnce = "saved-once",
    /// A command of the app takes effect at the host at most once.
    TakenOnce = "taken-once",
    /// What the app was told is sent or queued is posted once the session is open.
    NothingQueuedLost = "nothing-queued-lost",
    /// A page that replaces one which unloaded normally knows its open calls.
    CallsResumed = "calls-resumed",
    /// What the app sent once is posted once.
    NothingDoubled = "nothing-doubled",
    /// Messages are posted in the order the app sent them.
    OrderKept = "order-kept",
    /// INITIALIZED comes before the app's messages about calls in a session.
    InitializedFirst = "initialized-first",
    /// READY is raised once for a host's session.
    ReadyOnce = "ready-once",
    /// A host's message reaches the app's handlers as often as the channel delivers it.
    HeardOnce = "heard-once",
    /// An acknowledgement carries the id of the SYNC it answers.
    AckMatches = "ack-matches",
    /// Two acknowledgements of one host's session are at least half a second apart.
    AckPaced = "ack-paced",
    /// No two messages of a document have the same id.
    IdsNeverRepeat = "ids-never-repeat",
    /// Every post names the pinned origin and window.
    PinnedOrigin = "pinned-origin",
    /// A late message of an earlier document or host takes no effect in a later one's session.
    LateInert = "late-inert",
    /// A message of another window, another origin or a script changes nothing.
    ForeignInert = "foreign-inert",
    /// A refused command changes nothing.
    RefusedInert = "refused-inert",
    /// Nothing is sent in answer to ERROR or to an unknown type.
    ErrorUnanswered = "error-unanswered",
    /// No more calls are open than the app and the user began.
    CallsBounded = "calls-bounded",
    /// Traffic stops once nobody does anything.
    TrafficStops = "traffic-stops",
    /// A session opens again without help, once messages arrive and time passes.
    SessionReturns = "session-returns",
    /// A session opens again, at the latest after the widget's page is reloaded.
    SessionReachable = "session-reachable",
    /// Over a reliable channel, both sides know the same about every call in the end.
    SidesAgree = "sides-agree",
    /// Over a reliable channel, every command of the app takes effect in the end.
    NothingLost = "nothing-lost",
}
