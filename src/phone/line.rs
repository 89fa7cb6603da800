//! The user's line: its availability for calls.

use crate::protocol::named;

named! {
    /// A state of the line.
    LineState {
        /// The phone is not registered.
        Unregistered = "unregistered",
        /// Calls can come in.
        Available = "available",
        /// The phone is registered, and the user chose to take no calls.
        Away = "away",
        /// The user logs out, and calls are being hung up.
        Leaving = "leaving",
        /// The user is logged out.
        LoggedOut = "loggedOut",
    }
}

named! {
    /// An event of the line.
    LineEvent {
        /// The phone is registered, for the first time or again.
        Registered = "registered",
        /// The same, while the user takes no calls.
        RegisteredAway = "registeredAway",
        /// The phone is not registered any more, or its server is gone.
        Unregistered = "unregistered",
        /// The user takes no calls from now on.
        Away = "away",
        /// The user takes calls again.
        Back = "back",
        /// The user logs out.
        LogOut = "logOut",
        /// No call is open any more.
        CallsOver = "callsOver",
    }
}

named! {
    /// An order that follows from an event of the line.
    LineStep {
        /// `userAvailable` of the SDK.
        Available = "userAvailable",
        /// `userUnavailable` of the SDK.
        Unavailable = "userUnavailable",
        /// `userLoggedIn` of the SDK.
        LoggedIn = "userLoggedIn",
        /// `userLoggedOut` of the SDK.
        LoggedOut = "userLoggedOut",
        /// The phone hangs up every open call.
        HangUpAll = "hangUpAll",
    }
}

/// The state of a line after an event, and its orders.
///
/// A phone registers again every few minutes, so repetitions are not reported to the host. A phone
/// that comes back does not make a user available who chose not to be. A user who logs out in a
/// call is logged out once the call has ended.
#[must_use]
pub const fn line_after(state: LineState, event: LineEvent) -> (LineState, &'static [LineStep]) {
    use LineEvent as On;
    use LineState as Is;
    use LineStep as Do;

    match (state, event) {
        (Is::Unregistered, On::Registered) | (Is::Away, On::Back) => {
            (Is::Available, &[Do::Available])
        }
        (Is::Unregistered, On::RegisteredAway) => (Is::Away, &[]),
        (Is::LoggedOut, On::Registered) => (Is::Available, &[Do::LoggedIn, Do::Available]),
        (Is::LoggedOut, On::RegisteredAway) => (Is::Away, &[Do::LoggedIn]),
        (Is::Available, On::Away) => (Is::Away, &[Do::Unavailable]),
        (Is::Available, On::Unregistered) => (Is::Unregistered, &[Do::Unavailable]),
        (Is::Away, On::Unregistered) => (Is::Unregistered, &[]),
        (Is::Available, On::LogOut) => (Is::Leaving, &[Do::Unavailable, Do::HangUpAll]),
        (Is::Unregistered | Is::Away, On::LogOut) => (Is::Leaving, &[Do::HangUpAll]),
        (Is::Leaving, On::CallsOver) => (Is::LoggedOut, &[Do::LoggedOut]),
        (state, _) => (state, &[]),
    }
}
