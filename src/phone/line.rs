//! The user's line: whether calls can come in.

super::named! {
    /// A state of the line.
    LineState {
        /// The phone is not registered.
        Unregistered = "unregistered",
        /// Calls can come in.
        Available = "available",
        /// The user logs out, and calls are being hung up.
        Leaving = "leaving",
        /// The user is logged out.
        LoggedOut = "loggedOut",
    }
}

super::named! {
    /// What happens to a line.
    LineEvent {
        /// The phone is registered, for the first time or again.
        Registered = "registered",
        /// The phone is not registered any more, or its server is gone.
        Unregistered = "unregistered",
        /// The user logs out.
        LogOut = "logOut",
        /// No call is open any more.
        CallsOver = "callsOver",
    }
}

super::named! {
    /// What is to be done about a line.
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

/// The state of a line after an event, and what is to be done.
///
/// A phone registers again every few minutes, so the host does not hear of
/// repetitions. Who logs out in a call is logged out once the call has ended.
#[must_use]
pub const fn line_after(state: LineState, event: LineEvent) -> (LineState, &'static [LineStep]) {
    use LineEvent as On;
    use LineState as Is;
    use LineStep as Do;

    match (state, event) {
        (Is::Unregistered, On::Registered) => (Is::Available, &[Do::Available]),
        (Is::LoggedOut, On::Registered) => (Is::Available, &[Do::LoggedIn, Do::Available]),
        (Is::Available, On::Unregistered) => (Is::Unregistered, &[Do::Unavailable]),
        (Is::Available, On::LogOut) => (Is::Leaving, &[Do::Unavailable, Do::HangUpAll]),
        (Is::Unregistered, On::LogOut) => (Is::Leaving, &[Do::HangUpAll]),
        (Is::Leaving, On::CallsOver) => (Is::LoggedOut, &[Do::LoggedOut]),
        (state, _) => (state, &[]),
    }
}
