//! Reasons why something was ignored or corrected: a closed list.

use crate::protocol::named;

named! {
    /// A code that a binding reports by `onDiagnostic`. The texts are part of the API.
    PhoneCode {
        /// It is no number; the call fails undialled.
        BadNumber = "PHONE_BAD_NUMBER",
        /// `maxCalls` are open: a dial is ignored, an incoming call refused as busy.
        CallOpen = "PHONE_CALL_OPEN",
        /// The cause is in no table; the call failed.
        CauseUnknown = "PHONE_CAUSE_UNKNOWN",
        /// The call had ended before.
        Late = "PHONE_EVENT_LATE",
        /// A phone has no such event.
        EventUnknown = "PHONE_EVENT_UNKNOWN",
        /// No microphone; the call fails.
        MicrophoneDenied = "PHONE_MICROPHONE_DENIED",
        /// The microphone was unplugged; the call goes on.
        MicrophoneLost = "PHONE_MICROPHONE_LOST",
        /// The call's state does not allow the command.
        NotAllowed = "PHONE_NOT_ALLOWED",
        /// The phone has no connection to its service, or is not let in; the call fails.
        Offline = "PHONE_OFFLINE",
        /// The call's state does not allow the event.
        OutOfOrder = "PHONE_EVENT_OUT_OF_ORDER",
        /// `properties` failed; the call is completed without.
        PropertiesFailed = "PHONE_PROPERTIES_FAILED",
        /// The instance keeps its first phone.
        AlreadyBound = "PHONE_ALREADY_BOUND",
        /// The number's extension is not dialled: it is the call's `extension`.
        Extension = "PHONE_EXTENSION",
        /// The event came twice.
        Repeated = "PHONE_EVENT_REPEATED",
        /// The phone did not obey in time.
        Silent = "PHONE_SILENT",
        /// The phone threw, or rejected.
        Threw = "PHONE_THREW",
        /// The transfer was refused; the call goes on.
        TransferFailed = "PHONE_TRANSFER_FAILED",
        /// The phone's token or password is refused; the call fails.
        Unauthorized = "PHONE_UNAUTHORIZED",
        /// The server refuses the registration, or does not answer: the user is unavailable.
        Unregistered = "PHONE_UNREGISTERED",
        /// The registration comes and goes: the host gets one change a second.
        RegistrationLoop = "PHONE_REGISTRATION_LOOP",
        /// Nobody knows the call.
        UnknownCall = "PHONE_UNKNOWN_CALL",
        /// No engagement came; the call is completed without.
        NoEngagement = "PHONE_NO_ENGAGEMENT",
    }
}
