//! The closed list of an engine's reasons.

use crate::lifecycle::RefusalCode;
use crate::protocol::named;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+
        $name:ident = $wire:literal, $fix:literal $(, at_host $at_host:literal)?;
    )+) => {
        named! {
            /// The reason why something was refused, ignored or noted. The texts are part of the
            /// API.
            Code {
                $($(#[doc = $doc])+ $name = $wire,)+
            }
        }

        #[cfg(feature = "tables")]
        impl Code {
            /// The fix for the app around a widget's session.
            #[must_use]
            pub const fn fix(self) -> &'static str {
                match self { $(Self::$name => $fix,)+ }
            }

            /// The fix for the page around a host's session, if it differs.
            #[must_use]
            pub const fn fix_at_host(self) -> Option<&'static str> {
                match self { $(Self::$name => codes!(@option $($at_host)?),)+ }
            }
        }
    };
    (@option) => { None };
    (@option $text:literal) => { Some($text) };
}

codes! {
    /// A script of the page made the message event, not the browser.
    UntrustedEvent = "UNTRUSTED_EVENT", "Nothing: the event was ignored.";
    /// The message came from a window that takes no part in the session.
    ForeignSource = "FOREIGN_SOURCE", "Nothing: dev servers and extensions post all the time.";
    /// The host page's origin is not allowed.
    OriginRefused = "ORIGIN_REFUSED", "Add the host's origin to the option `allowedHostOrigins`.";
    /// The message came from another origin or window than the session's.
    NotPinned = "NOT_PINNED", "Nothing: a session belongs to the origin and window that opened it.";
    /// The message has no type or no message id, or is not an object.
    Malformed = "MALFORMED", "Send an object with `type` and `messageId`.",
        at_host "Nothing: it was ignored. Dev servers and extensions post all the time.";
    /// The message nests too deep.
    TooDeep = "TOO_DEEP", "Nothing, unless the sender is yours: send at most 32 levels.";
    /// The message has too many keys or items.
    TooManyKeys = "TOO_MANY_KEYS", "Nothing, unless the sender is yours: send at most 10,000 keys and items.";
    /// The message has too much text.
    TooMuchText = "TOO_MUCH_TEXT", "Nothing, unless the sender is yours: send at most 1 MiB of text.";
    /// The message contains something that is not data, such as an error or a file.
    NotData = "NOT_DATA", "Nothing, unless the sender is yours: send plain objects, lists, maps, sets, dates and bytes.";
    /// The message came before the session was open.
    BeforeSync = "BEFORE_SYNC", "Nothing: a session begins with SYNC.";
    /// The host repeated SYNC right after an acknowledgement.
    SyncRepeated = "SYNC_REPEATED", "Nothing: if the host goes on, SYNC is acknowledged again.";
    /// SYNC was acknowledged again, since the host repeated it.
    AckRepeated = "ACK_REPEATED", "Nothing: the first acknowledgement was lost or came late.";
    /// Another page of the host took over the session, with the same account, user and place.
    HostReplaced = "HOST_REPLACED", "Nothing: it got INITIALIZED again, with its current values.";
    /// The page is framed, and no SYNC came for 10 s.
    NoHost = "NO_HOST", "Open the page in a host's frame, under the address that the host was given. A host sends SYNC for 30 s after the frame has loaded: construct the SDK before that, or have the host load the frame again.";
    /// An answer of the host is due, and the host has sent nothing for 30 s.
    HostSilent = "HOST_SILENT", "If it lasts, ask the user to reload the host's page. `diagnostics().isHostSilent` says when it is over.";
    /// The host names another origin than the browser attests.
    HostUrlDiffers = "HOST_URL_DIFFERS", "Nothing: the attested origin counts.";
    /// A message of the host lacks a field that the reference lists for it.
    HostFieldMissing = "HOST_FIELD_MISSING", "Nothing: the message was delivered. The types promise the field; look before you read it where this comes up.";
    /// The message's type is not in the protocol table.
    UnknownType = "UNKNOWN_TYPE", "Incoming: handle it in `defaultEventHandler` if you know it. Outgoing: use a type of the protocol.",
        at_host "Nothing, unless you know it: listen to `unknownMessage`.";
    /// No handler takes the message.
    Unhandled = "UNHANDLED", "Add the handler, or a `defaultEventHandler`.";
    /// The sender may not send this message.
    WrongDirection = "WRONG_DIRECTION", "Nothing, unless your app sent it: send a widget's message.",
        at_host "Nothing, unless your page sent it: send a host's message.";
    /// The host sent SET_WIDGET_URL, which changes nothing on the widget's side.
    WidgetUrlIgnored = "WIDGET_URL_IGNORED", "Nothing: the pinned host stays.";
    /// A handler or a hook of the app threw.
    HandlerThrew = "HANDLER_THREW", "Fix the error, which was reported to the page.";
    /// The session's core trapped: the session sends and receives nothing more.
    CoreLost = "CORE_LOST", "Reload the page: with `resume` it finds its calls. Please report it.",
        at_host "Reload the widget by `reload()`: with `resume` it finds its calls. Please report it.";
    /// The host asked for the same number again, from the same click.
    RepeatedDial = "REPEATED_DIAL", "Nothing: it was dialled once. `suppressRepeatedDials: false` delivers each.",
        at_host "Nothing: a double click dials once.";
    /// The payload of a dialled number names two records.
    CalleeConflict = "CALLEE_CONFLICT", "See `calleeOf` for the record that counts, and why.";
    /// The app's hook `beforeSend` dropped the message.
    DroppedByHook = "DROPPED_BY_HOOK", "Nothing, if that was intended.";
    /// The app's hook `beforeSend` returned something that is not a message; the original was sent.
    HookResultIgnored = "HOOK_RESULT_IGNORED", "Return a message with its `type`, null to drop it, or nothing.";
    /// Several instances live in this window and share one session.
    DuplicateInstance = "DUPLICATE_INSTANCE", "Nothing in React's strict mode or after a hot reload: one instance is asked to act. Otherwise use one instance, or `destroy()` those that you no longer use.";
    /// A new instance got no READY, since earlier ones were not destroyed.
    ReadyWithheld = "READY_WITHHELD", "The page constructs again and again, as in an effect that runs at each render, and would call again each time. Construct once, outside of what renders, and `destroy()` an instance when it is dropped: then the next one gets READY.";
    /// Another instance sent the same INITIALIZED.
    SuppressedDuplicate = "SUPPRESSED_DUPLICATE", "Nothing: the host got it once.";
    /// A page of the origin put something on the channel of the windows that is no message of theirs.
    WindowMessageIgnored = "WINDOW_MESSAGE_IGNORED", "Nothing, unless the page is yours: leave the channel to the package, in the same version in each window.";
    /// Another window has the call, or leads, and did not take within five seconds what this one's app sent about it.
    NotDelivered = "NOT_DELIVERED", "The host may not know of it: the other window hangs, or none has a host. Have the user close or reload that tab, then send it again; the calls of a tab that is closed go to another one.";
    /// Another of the user's windows has the call.
    Forwarded = "FORWARDED", "Nothing: that window posts it.";
    /// A window is gone, and this one has its calls now.
    CallTakenOver = "CALL_TAKEN_OVER", "Nothing: what the app sends about them goes to this window's host.";
    /// An answer fits several calls, and nothing says which.
    AmbiguousReply = "AMBIGUOUS_REPLY", "Give every call an `externalCallId`.";
    /// In `mode: "published"`: the message was sent before READY and dropped.
    DroppedBeforeReady = "DROPPED_BEFORE_READY", "Send after `onReady`, or leave the mode out: then it is queued.";
    /// The session is open, and what the app says of calls or the user is queued until it calls `initialized`.
    BeforeInitialized = "BEFORE_INITIALIZED", "Call `initialized`, at the latest after the log-in: a host takes nothing about calls or the user before it.";
    /// Too many messages are queued for INITIALIZED.
    QueueFull = "QUEUE_FULL", "Call `initialized` before you send much.";
    /// The start of a call was queued too long.
    Stale = "STALE", "Start the call again.";
    /// Only the latest of several log-in or availability changes was sent.
    Superseded = "SUPERSEDED", "Nothing: the host got the latest.";
    /// The journal could not be written: the session storage is full.
    NotKept = "NOT_KEPT", "Make room in the session storage; until then calls do not survive a reload.";
    /// A journal has another version, or was tampered with.
    JournalMalformed = "JOURNAL_MALFORMED", "Nothing: it was removed.";
    /// A journal is too old, or the clock was set back.
    JournalExpired = "JOURNAL_EXPIRED", "Nothing: it was removed. Your own records may have the calls.";
    /// Another page of this frame took over the journal.
    JournalClaimed = "JOURNAL_CLAIMED", "Nothing: that page has the calls.";
    /// Another page uses the journal: this tab has a copy of it.
    JournalInUse = "JOURNAL_IN_USE", "Nothing: the copy was removed. The calls are the other tab's.";
    /// The journal belongs to another host, or to another user of it.
    JournalOtherHost = "JOURNAL_OTHER_HOST", "Nothing: it was dropped. Your own records may have the calls.";
    /// There is no host page around this page.
    NotEmbedded = "NOT_EMBEDDED", "Open the page in the host's frame.";
    /// The instance was destroyed.
    Destroyed = "DESTROYED", "Construct a new instance.";
    /// The message contains something that cannot be posted.
    NotCloneable = "NOT_CLONEABLE", "Take functions and symbols out of the payload.";
    /// A field is missing.
    MissingField = "MISSING_FIELD", "Add the field. If the host left it out: nothing, the message was delivered.",
        at_host "Add it. If a message of the calling app lacks it: nothing here, the app should add it.";
    /// A field has a value of another type.
    WrongType = "WRONG_TYPE", "Send what the diagnostic's `detail` says.",
        at_host "Nothing here: the calling app should send the type that the protocol reference names.";
    /// A field is not in the protocol table.
    UnknownField = "UNKNOWN_FIELD", "Use the fields that the diagnostic's `detail` lists.",
        at_host "Nothing here: the calling app should check the field's spelling.";
    /// A field has a value outside its set.
    UnknownValue = "UNKNOWN_VALUE", "Use one of the values that the diagnostic's `detail` lists.",
        at_host "Nothing here: the calling app should send one of the listed values.";
    /// No such call was started.
    NotStarted = "NOT_STARTED", "Send outgoingCall or incomingCall first.",
        at_host "Nothing here: the calling app should send outgoingCall or incomingCall first.";
    /// The call was started before.
    AlreadyStarted = "ALREADY_STARTED", "Start each call once, under its own `externalCallId`.",
        at_host "Nothing here: the calling app should start each call once, under its own `externalCallId`.";
    /// The call was answered before.
    AlreadyAnswered = "ALREADY_ANSWERED", "Send callAnswered once.",
        at_host "Nothing here: the calling app should send callAnswered once.";
    /// The call is over.
    AlreadyEnded = "ALREADY_ENDED", "Send callEnded once; after it only callCompleted and finalizeEngagement.",
        at_host "Nothing here: the calling app should send callEnded once.";
    /// The call is not over yet.
    NotEnded = "NOT_ENDED", "Send callEnded first.",
        at_host "Nothing here: the calling app should send callEnded first.";
    /// The call was completed before.
    AlreadyCompleted = "ALREADY_COMPLETED", "Send callCompleted once.",
        at_host "Nothing here: the calling app should send callCompleted once.";
    /// The call was transferred before.
    AlreadyTransferred = "ALREADY_TRANSFERRED", "Send only finalizeEngagement about a transferred call.",
        at_host "Nothing here: the calling app should send nothing more about a transferred call.";
    /// Too many calls are open.
    TooManyCalls = "TOO_MANY_CALLS", "End and complete calls.",
        at_host "Nothing here: the calling app should end and complete calls.";
    /// The call has another engagement, or another call has this one.
    OtherEngagement = "OTHER_ENGAGEMENT", "Send the engagement id that belongs to the call. A host gives each call one of its own.",
        at_host "Nothing here: the calling app should send the engagement id that belongs to the call.";
    /// The call has no engagement that the message could be about.
    NoEngagement = "NO_ENGAGEMENT", "Pass `createEngagement: true`, or the id of your own engagement.",
        at_host "Nothing: the calling app requested no engagement and named none of its own.";
    /// The widget did not acknowledge SYNC in time.
    SyncAckFailed = "SYNC_ACK_FAILED", "Check the widget's page: it has to load, without a redirect to another origin, to allow framing, to construct the SDK and to allow this page's origin. Its Content-Security-Policy needs `'wasm-unsafe-eval'` in `script-src`.";
    /// An acknowledgement matches no SYNC of this load.
    AckUnmatched = "ACK_UNMATCHED", "Nothing: it belongs to an earlier load.";
    /// The widget is not ready for messages.
    NotReady = "NOT_READY", "Wait for the widget's INITIALIZED.";
    /// The number is queued until the widget is initialized.
    HeldLoading = "HELD_LOADING", "Wait until the calling app calls `initialized`: it is dialled then.";
    /// The number is queued until the user has logged in to the calling app.
    HeldLoggedOut = "HELD_LOGGED_OUT", "Log in to the calling app.";
    /// Another call is active.
    CallActive = "CALL_ACTIVE", "End the call first.";
    /// The calling app takes no calls from custom objects.
    CustomObjectsNotSupported = "CUSTOM_OBJECTS_NOT_SUPPORTED", "Set `supportsCustomObjects` in the calling settings.";
    /// A call from a custom object did not request its engagement.
    CustomObjectNeedsEngagement = "CUSTOM_OBJECT_NEEDS_ENGAGEMENT", "Pass `createEngagement: true` to outgoingCall.",
        at_host "Nothing here: the calling app should pass `createEngagement: true` to outgoingCall.";
    /// Incoming calls are not taken in this place or by this app.
    InboundNotSupported = "INBOUND_NOT_SUPPORTED", "Use the remote or window location, and `supportsInboundCalling`.";
    /// The user is not available for calls.
    UserUnavailable = "USER_UNAVAILABLE", "Send userAvailable first.",
        at_host "Have the user become available in the calling app.";
    /// The host owns the engagement, so it needs no publication.
    PublicationNotNeeded = "PUBLICATION_NOT_NEEDED", "Leave finalizeEngagement out for engagements the host created.",
        at_host "Nothing: the calling app need not send finalizeEngagement for engagements the host created.";
    /// The widget may not move to this address.
    WidgetUrlRefused = "WIDGET_URL_REFUSED", "Use an http or https address of an allowed origin.";
    /// A reloaded widget named a call that is open.
    Reattached = "REATTACHED", "Nothing: the call keeps its engagement.";
    /// A request to the record store failed.
    StoreFailed = "STORE_FAILED", "See the store's text in the `_FAILED` message that answers the widget.";
}

impl Code {
    /// True for messages of other windows: any may post anything at any time, so they are counted
    /// and never printed.
    pub(crate) const fn is_of_other_windows(self) -> bool {
        matches!(
            self,
            Self::ForeignSource | Self::UntrustedEvent | Self::WindowMessageIgnored
        )
    }

    /// The level at which the edge reports it. A handler may throw at every message, and the app
    /// inject any number of them: those are counted. An app's message over a limit is posted all
    /// the same.
    pub(crate) const fn level(self) -> Level {
        match self {
            Self::HandlerThrew | Self::Malformed => Level::Count,
            Self::DroppedByHook | Self::JournalInUse => Level::Note,
            Self::NotKept
            | Self::TooDeep
            | Self::TooManyKeys
            | Self::TooMuchText
            | Self::NotData => Level::Warn,
            _ => Level::Error,
        }
    }
}

named! {
    /// The level of a diagnostic.
    Level {
        /// For listeners; on the console only in debug mode.
        Note = "note",
        /// Always on the console, as a warning.
        Warn = "warn",
        /// Always on the console, as an error.
        Error = "error",
        /// For listeners, never on the console: reported now and then only.
        Count = "count",
    }
}

impl From<RefusalCode> for Code {
    fn from(code: RefusalCode) -> Self {
        match code {
            RefusalCode::NotStarted => Self::NotStarted,
            RefusalCode::AlreadyStarted => Self::AlreadyStarted,
            RefusalCode::AlreadyAnswered => Self::AlreadyAnswered,
            RefusalCode::AlreadyEnded => Self::AlreadyEnded,
            RefusalCode::NotEnded => Self::NotEnded,
            RefusalCode::AlreadyCompleted => Self::AlreadyCompleted,
            RefusalCode::AlreadyTransferred => Self::AlreadyTransferred,
            RefusalCode::TooManyCalls => Self::TooManyCalls,
            RefusalCode::OtherEngagement => Self::OtherEngagement,
            RefusalCode::NoEngagement => Self::NoEngagement,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn codes_are_distinct() {
        let mut texts = Code::NAMES.to_vec();
        texts.sort_unstable();
        texts.dedup();

        assert_eq!(texts.len(), Code::ALL.len());
    }
}
