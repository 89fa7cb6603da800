//! The closed list of reasons an engine gives.

use super::door::{Json, Lines, Read, Write};
use crate::lifecycle::RefusalCode;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $wire:literal, $fix:literal;)+) => {
        /// Why something was refused, ignored or noted. The texts are part of
        /// the API.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code {
            $($(#[doc = $doc])+ $name,)+
        }

        /// Every code, in the enum's order.
        pub const CODES: &[Code] = &[$(Code::$name),+];

        impl Code {
            /// The code as applications see it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $wire,)+ }
            }

            /// The cause, in a sentence.
            #[cfg(feature = "tables")]
            #[must_use]
            pub const fn cause(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),+),)+ }
            }

            /// What to do about it; empty where nothing is to be done.
            #[cfg(feature = "tables")]
            #[must_use]
            pub const fn fix(self) -> &'static str {
                match self { $(Self::$name => $fix,)+ }
            }
        }
    };
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
    /// The message has no type or no message id, or is no object.
    Malformed = "MALFORMED", "Send an object with `type` and `messageId`.";
    /// The message nests too deep.
    TooDeep = "TOO_DEEP", "Send at most 32 levels.";
    /// The message holds too many keys or items.
    TooManyKeys = "TOO_MANY_KEYS", "Send at most 10,000 keys and items.";
    /// The message holds too much text.
    TooMuchText = "TOO_MUCH_TEXT", "Send at most 1 MiB of text.";
    /// The message holds something that is no data, such as an error or a file.
    NotData = "NOT_DATA", "Send plain objects, lists, maps, sets, dates and bytes.";
    /// The message came before the session was open.
    BeforeSync = "BEFORE_SYNC", "Nothing: a session begins with SYNC.";
    /// The host repeated SYNC although it was just acknowledged.
    SyncRepeated = "SYNC_REPEATED", "Nothing: it is answered again if the host goes on.";
    /// SYNC was acknowledged again, since the host went on.
    AckRepeated = "ACK_REPEATED", "Nothing: the first acknowledgement was lost or came late.";
    /// Another page of the host's took the session over, with the same account, user and place.
    HostReplaced = "HOST_REPLACED", "Nothing: it was told again what INITIALIZED would say by now.";
    /// The page is framed, and no SYNC came for 10 s.
    NoHost = "NO_HOST", "Open the page in a host's frame, under the address the host was given. A host sends SYNC for 30 s from the frame's load: construct the SDK before that, or have the host load the frame again.";
    /// An answer of the host is due, and it has said nothing at all for 30 s.
    HostSilent = "HOST_SILENT", "Have the user reload the host's page if it goes on: `diagnostics().isHostSilent` tells when it is over.";
    /// The host names another origin than the browser attests.
    HostUrlDiffers = "HOST_URL_DIFFERS", "Nothing: the attested origin is the one that counts.";
    /// A message of the host lacks a field that the reference lists for it.
    HostFieldMissing = "HOST_FIELD_MISSING", "Nothing: the message was delivered. The types promise the field; look before you read it where this comes up.";
    /// The message's type is not in the protocol table.
    UnknownType = "UNKNOWN_TYPE", "Handle it in `defaultEventHandler` if you know it.";
    /// No handler takes the message.
    Unhandled = "UNHANDLED", "Add the handler, or a `defaultEventHandler`.";
    /// The sender may not send this message.
    WrongDirection = "WRONG_DIRECTION", "Send one of the sender's own; one that came in went to the default handler only.";
    /// The host sent SET_WIDGET_URL, which moves nothing on the widget's side.
    WidgetUrlIgnored = "WIDGET_URL_IGNORED", "Nothing: the pinned host stays.";
    /// A handler or a hook of the app threw.
    HandlerThrew = "HANDLER_THREW", "Fix it; the error was reported to the page.";
    /// The session's core failed, and a new one took its place with all it held.
    Recovered = "RECOVERED", "Nothing: the input it failed on was left out. Please report it.";
    /// The session's core failed, and no new one can be had.
    CoreLost = "CORE_LOST", "Load the widget anew; reload the page if that fails too.";
    /// The host asked for the same number again, at the same click.
    RepeatedDial = "REPEATED_DIAL", "Nothing: it was dialled once. `suppressRepeatedDials: false` hands each on.";
    /// A dialled number's payload names two records.
    CalleeConflict = "CALLEE_CONFLICT", "See `calleeOf` for which one counts and why.";
    /// The app's hook `beforeSend` dropped the message.
    DroppedByHook = "DROPPED_BY_HOOK", "Nothing, if that was meant.";
    /// The app's hook `beforeSend` returned what is no message; the message went out as it was.
    HookResultIgnored = "HOOK_RESULT_IGNORED", "Return a message with its `type`, null to drop it, or nothing.";
    /// Several instances live in this window and share one session.
    DuplicateInstance = "DUPLICATE_INSTANCE", "Nothing in React's strict mode, nor after a hot reload: what asks the app to act goes to the newest one that has a handler for it. Else keep one instance, or `destroy()` those you drop.";
    /// Another instance sent the same INITIALIZED.
    SuppressedDuplicate = "SUPPRESSED_DUPLICATE", "Nothing: the host got it once.";
    /// An answer fits several calls and nothing tells them apart.
    AmbiguousReply = "AMBIGUOUS_REPLY", "Give every call an `externalCallId`.";
    /// In `mode: "published"`: the message was sent before READY and dropped.
    DroppedBeforeReady = "DROPPED_BEFORE_READY", "Send after `onReady`, or leave the mode out: then it waits.";
    /// Too many sends wait for READY.
    QueueFull = "QUEUE_FULL", "Wait for `onReady` before sending.";
    /// The start of a call waited too long for READY.
    Stale = "STALE", "Start the call again.";
    /// Only the latest of several log-in or availability changes was sent.
    Superseded = "SUPERSEDED", "Nothing: the host got the latest.";
    /// The record of open calls could not be written: the session storage is full.
    NotKept = "NOT_KEPT", "Make room in the session storage; the calls do not survive a reload.";
    /// A record of open calls is of another version, or was tampered with.
    JournalMalformed = "JOURNAL_MALFORMED", "Nothing: it was removed.";
    /// A record of open calls is too old, or the clock was set back.
    JournalExpired = "JOURNAL_EXPIRED", "Nothing: it was removed; your own records may have the calls.";
    /// Another page of this frame took over the record of open calls.
    JournalClaimed = "JOURNAL_CLAIMED", "Nothing: that page has the calls.";
    /// Another page uses the record of open calls: this tab has a copy of it.
    JournalInUse = "JOURNAL_IN_USE", "Nothing: the copy was removed; the calls are the other tab's.";
    /// The record of open calls belongs to another host, or another user of it.
    JournalOtherHost = "JOURNAL_OTHER_HOST", "Nothing: it was dropped; your own records may have the calls.";
    /// There is no host page around this page.
    NotEmbedded = "NOT_EMBEDDED", "Open the page in the host's frame.";
    /// The instance was destroyed.
    Destroyed = "DESTROYED", "Construct a new instance.";
    /// The message holds something that cannot be posted.
    NotCloneable = "NOT_CLONEABLE", "Take functions and symbols out of the payload.";
    /// A field is missing.
    MissingField = "MISSING_FIELD", "Add the field.";
    /// A field holds a value of another type.
    WrongType = "WRONG_TYPE", "Send the type the protocol reference names.";
    /// A field is not in the protocol table.
    UnknownField = "UNKNOWN_FIELD", "Check the field's spelling.";
    /// A field holds a value outside its set.
    UnknownValue = "UNKNOWN_VALUE", "Use one of the listed values.";
    /// No such call was started.
    NotStarted = "NOT_STARTED", "Send outgoingCall or incomingCall first.";
    /// The call was started before.
    AlreadyStarted = "ALREADY_STARTED", "Give every call an `externalCallId` of its own.";
    /// The call was answered before.
    AlreadyAnswered = "ALREADY_ANSWERED", "Send callAnswered once.";
    /// The call is over.
    AlreadyEnded = "ALREADY_ENDED", "Send callEnded once; after it only callCompleted and finalizeEngagement.";
    /// The call is not over yet.
    NotEnded = "NOT_ENDED", "Send callEnded first.";
    /// The call was completed before.
    AlreadyCompleted = "ALREADY_COMPLETED", "Send callCompleted once.";
    /// The call left this widget.
    AlreadyTransferred = "ALREADY_TRANSFERRED", "Send nothing more about a transferred call but finalizeEngagement.";
    /// Too many calls are open.
    TooManyCalls = "TOO_MANY_CALLS", "End and complete calls.";
    /// The call has another engagement, or another call has this one.
    OtherEngagement = "OTHER_ENGAGEMENT", "Send the engagement id that belongs to the call. A host gives each call one of its own.";
    /// The call has no engagement that this could be about.
    NoEngagement = "NO_ENGAGEMENT", "Pass `createEngagement: true`, or the id of your own engagement.";
    /// The widget did not acknowledge SYNC in time.
    SyncAckFailed = "SYNC_ACK_FAILED", "Check that the widget's address loads, may be framed, constructs the SDK, and allows this page's origin.";
    /// An acknowledgement matches no SYNC of this load.
    AckUnmatched = "ACK_UNMATCHED", "Nothing: it belongs to an earlier load.";
    /// The widget is not ready for messages.
    NotReady = "NOT_READY", "Wait for the widget's INITIALIZED.";
    /// The number waits until the widget is initialized.
    HeldLoading = "HELD_LOADING", "Nothing: it is dialled then.";
    /// The number waits until the user has logged in to the calling app.
    HeldLoggedOut = "HELD_LOGGED_OUT", "Log in to the calling app.";
    /// Another call is active.
    CallActive = "CALL_ACTIVE", "End the call first.";
    /// The calling app takes no calls from custom objects.
    CustomObjectsNotSupported = "CUSTOM_OBJECTS_NOT_SUPPORTED", "Set `supportsCustomObjects` in the calling settings.";
    /// A call from a custom object did not ask for its engagement.
    CustomObjectNeedsEngagement = "CUSTOM_OBJECT_NEEDS_ENGAGEMENT", "Pass `createEngagement: true` to outgoingCall.";
    /// Incoming calls are not taken in this place or by this app.
    InboundNotSupported = "INBOUND_NOT_SUPPORTED", "Use the remote or window location, and `supportsInboundCalling`.";
    /// The user is not available for calls.
    UserUnavailable = "USER_UNAVAILABLE", "Send userAvailable first.";
    /// The host owns the engagement, so it needs no publication.
    PublicationNotNeeded = "PUBLICATION_NOT_NEEDED", "Leave finalizeEngagement out for engagements the host created.";
    /// The widget may not move to this address.
    WidgetUrlRefused = "WIDGET_URL_REFUSED", "Use an http or https address of an allowed origin.";
    /// A widget that was loaded anew named a call that is open.
    Reattached = "REATTACHED", "Nothing: the call goes on with the engagement it has.";
    /// The record store could not do what it was asked.
    StoreFailed = "STORE_FAILED", "See the message the store gave.";
    /// The record store answered after its 30 s.
    StoreLate = "STORE_LATE", "Have the store answer sooner. An engagement that it made late is the call's all the same.";
}

impl Read for Code {
    const LETTER: &'static str = "s";
    const TYPE: &'static str = "DiagnosticCode";

    fn read(lines: &mut Lines<'_>) -> Option<Self> {
        let text = lines.line()?;
        CODES.iter().copied().find(|code| code.as_str() == text)
    }
}

impl Write for Code {
    const TYPE: &'static str = "DiagnosticCode";

    fn write(&self, json: &mut Json) {
        json.text(self.as_str());
    }
}

/// How often a code was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub Code, pub u32);

impl Write for Count {
    const TYPE: &'static str = "[code: DiagnosticCode, count: number]";

    fn write(&self, json: &mut Json) {
        json.open('[');
        json.item(&self.0);
        json.item(&self.1);
        json.close(']');
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
    use super::{CODES, Code};
    use crate::lifecycle::RefusalCode;

    #[test]
    fn codes_are_distinct() {
        let mut texts: Vec<_> = CODES.iter().map(|code| code.as_str()).collect();
        texts.sort_unstable();
        texts.dedup();

        assert_eq!(texts.len(), CODES.len());
    }

    #[test]
    fn a_refusal_keeps_its_code() {
        for code in [
            RefusalCode::NotStarted,
            RefusalCode::NoEngagement,
            RefusalCode::TooManyCalls,
        ] {
            assert_eq!(Code::from(code).as_str(), code.as_str());
        }
    }
}
