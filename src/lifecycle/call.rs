//! One call's states and the events that move it.

use super::refused::{RefusalCode, Refused};
use crate::protocol::EndStatus;

/// The state of a call.
///
/// ```text
///  DIAL_NUMBER            outgoingCall          incomingCall
///      |                       |                     |
///  Requested --outgoingCall--> Dialing            Ringing
///      |                         |  \callAnswered/   |
///  a newer dial                  |    Connected      |
///                                |   /    |     \    |
///                        callEnded        |   callTransferred
///                                |        |          |
///                              Ended <----+----> Transferred
///                                |
///                          callCompleted
///                                |
///                            Completed
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallState {
    /// The user clicked a number; the app has not started the call.
    Requested,
    /// The app places the call.
    Dialing,
    /// A call comes in.
    Ringing,
    /// Both sides talk.
    Connected,
    /// The call is over; the user may still write notes.
    Ended {
        /// The end status, if the app gave one.
        status: Option<EndStatus>,
    },
    /// The user is done with the call.
    Completed {
        /// The end status, if the app gave one.
        status: Option<EndStatus>,
    },
    /// The call left this widget.
    Transferred,
}

impl CallState {
    /// The method or handler that begins a call, with its first state.
    pub const ENTRIES: [(&'static str, Self); 3] = [
        ("onDialNumber", Self::Requested),
        ("outgoingCall", Self::Dialing),
        ("incomingCall", Self::Ringing),
    ];

    /// Every state, in the order of a call; `status` is that of the last ones.
    #[must_use]
    pub const fn all(status: Option<EndStatus>) -> [Self; 7] {
        [
            Self::Requested,
            Self::Dialing,
            Self::Ringing,
            Self::Connected,
            Self::Ended { status },
            Self::Completed { status },
            Self::Transferred,
        ]
    }

    /// The state after an event.
    ///
    /// # Errors
    ///
    /// [`Refused`] when the state does not allow the event.
    pub fn after(self, event: CallEvent) -> Result<Self, Refused> {
        use CallEvent as E;
        use CallState as S;
        match (self, event) {
            (S::Requested, E::OutgoingStarted) => Ok(S::Dialing),
            (S::Dialing | S::Ringing, E::Answered) => Ok(S::Connected),
            (S::Dialing | S::Ringing | S::Connected, E::Ended { status }) => {
                Ok(S::Ended { status })
            }
            (S::Dialing | S::Ringing | S::Connected, E::Transferred) => Ok(S::Transferred),
            (S::Ended { status }, E::Completed) => Ok(S::Completed { status }),
            (S::Requested | S::Dialing | S::Ringing | S::Connected, E::HostEndAsked)
            | (S::Ended { .. } | S::Completed { .. } | S::Transferred, E::FinalizeAsked) => {
                Ok(self)
            }
            (state, event) => Err(Refused {
                code: state.objection(event),
                state: state.name(),
                event: event.name(),
                allowed: state.allowed(),
            }),
        }
    }

    /// The state after an event that was sent although it is not allowed: the event's own, but
    /// never an earlier one. A second end gives the status if the first one had none.
    pub(crate) fn forced(self, event: CallEvent) -> Self {
        let target = match event {
            CallEvent::OutgoingStarted => Self::Dialing,
            CallEvent::Answered => Self::Connected,
            CallEvent::Ended { status } => Self::Ended { status },
            CallEvent::Transferred => Self::Transferred,
            CallEvent::Completed => Self::Completed {
                status: self.end_status(),
            },
            CallEvent::HostEndAsked | CallEvent::FinalizeAsked => self,
        };
        match self {
            _ if target.rank() > self.rank() => target,
            Self::Ended { status: None } => Self::Ended {
                status: target.end_status(),
            },
            Self::Completed { status: None } => Self::Completed {
                status: target.end_status(),
            },
            _ => self,
        }
    }

    /// True until the call is completed or transferred.
    #[must_use]
    pub const fn is_open(self) -> bool {
        !matches!(self, Self::Completed { .. } | Self::Transferred)
    }

    /// True while the call dials, rings or runs: leaving the page would cut it off.
    #[must_use]
    pub const fn is_under_way(self) -> bool {
        matches!(self, Self::Dialing | Self::Ringing | Self::Connected)
    }

    /// True while the call runs or is requested: leaving the page would lose it.
    pub(crate) const fn is_active(self) -> bool {
        matches!(self, Self::Requested) || self.is_under_way()
    }

    /// The end status, if the call is over and the app gave one.
    pub(crate) const fn end_status(self) -> Option<EndStatus> {
        match self {
            Self::Ended { status } | Self::Completed { status } => status,
            _ => None,
        }
    }

    /// The state's name, as applications see it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Dialing => "dialing",
            Self::Ringing => "ringing",
            Self::Connected => "connected",
            Self::Ended { .. } => "ended",
            Self::Completed { .. } => "completed",
            Self::Transferred => "transferred",
        }
    }

    /// The state with a name; `status` is used where the call is over.
    #[must_use]
    pub fn parse(name: &str, status: Option<EndStatus>) -> Option<Self> {
        Self::all(status)
            .into_iter()
            .find(|state| state.name() == name)
    }

    const fn objection(self, event: CallEvent) -> RefusalCode {
        match (self, event) {
            (Self::Transferred, _) => RefusalCode::AlreadyTransferred,
            (_, CallEvent::OutgoingStarted) => RefusalCode::AlreadyStarted,
            (Self::Completed { .. }, CallEvent::Completed) => RefusalCode::AlreadyCompleted,
            (Self::Ended { .. } | Self::Completed { .. }, _) => RefusalCode::AlreadyEnded,
            (Self::Requested, _) => RefusalCode::NotStarted,
            (_, CallEvent::Answered) => RefusalCode::AlreadyAnswered,
            (_, _) => RefusalCode::NotEnded,
        }
    }

    const fn allowed(self) -> &'static str {
        match self {
            Self::Requested => "outgoingCall",
            Self::Dialing | Self::Ringing => "callAnswered, callEnded, callTransferred",
            Self::Connected => "callEnded, callTransferred",
            Self::Ended { .. } => "callCompleted, finalizeEngagement",
            Self::Completed { .. } | Self::Transferred => "finalizeEngagement",
        }
    }

    const fn rank(self) -> u8 {
        match self {
            Self::Requested => 0,
            Self::Dialing | Self::Ringing => 1,
            Self::Connected => 2,
            Self::Ended { .. } => 3,
            Self::Completed { .. } | Self::Transferred => 4,
        }
    }
}

/// An event of a known call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEvent {
    /// The app placed the call the host asked for.
    OutgoingStarted,
    /// The call was answered.
    Answered,
    /// The call ended.
    Ended {
        /// The status, if the app gave one.
        status: Option<EndStatus>,
    },
    /// The call left this widget.
    Transferred,
    /// The user is done with the call.
    Completed,
    /// The host asks for the call's end; the app answers with callEnded.
    HostEndAsked,
    /// The app hands the engagement over.
    FinalizeAsked,
}

impl CallEvent {
    /// Every event; the end has no status.
    pub const ALL: [Self; 7] = [
        Self::OutgoingStarted,
        Self::Answered,
        Self::Ended { status: None },
        Self::Transferred,
        Self::Completed,
        Self::HostEndAsked,
        Self::FinalizeAsked,
    ];

    /// The event's name: the method or handler that causes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OutgoingStarted => "outgoingCall",
            Self::Answered => "callAnswered",
            Self::Ended { .. } => "callEnded",
            Self::Transferred => "callTransferred",
            Self::Completed => "callCompleted",
            Self::HostEndAsked => "onEndCall",
            Self::FinalizeAsked => "finalizeEngagement",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CallEvent as E, CallState as S};
    use crate::protocol::EndStatus;

    const BUSY: Option<EndStatus> = Some(EndStatus::Busy);
    const MISSED: Option<EndStatus> = Some(EndStatus::Missed);

    /// A state, and what each event leads to: another state, `=` for the same one, or the code of
    /// a refusal.
    const AFTER: &str = "
        requested   dialing            NotStarted         NotStarted         NotStarted         NotStarted         =                  NotStarted
        dialing     AlreadyStarted     connected          ended              transferred        NotEnded           =                  NotEnded
        ringing     AlreadyStarted     connected          ended              transferred        NotEnded           =                  NotEnded
        connected   AlreadyStarted     AlreadyAnswered    ended              transferred        NotEnded           =                  NotEnded
        ended       AlreadyStarted     AlreadyEnded       AlreadyEnded       AlreadyEnded       completed          AlreadyEnded       =
        completed   AlreadyStarted     AlreadyEnded       AlreadyEnded       AlreadyEnded       AlreadyCompleted   AlreadyEnded       =
        transferred AlreadyTransferred AlreadyTransferred AlreadyTransferred AlreadyTransferred AlreadyTransferred AlreadyTransferred =
    ";

    const EVENTS: [E; 7] = [
        E::OutgoingStarted,
        E::Answered,
        E::Ended { status: BUSY },
        E::Transferred,
        E::Completed,
        E::HostEndAsked,
        E::FinalizeAsked,
    ];

    /// Every state with every event, and what the table says of both.
    fn table() -> impl Iterator<Item = (S, E, &'static str)> {
        let rows = S::all(MISSED).into_iter().zip(AFTER.trim().lines());
        rows.flat_map(|(state, row)| {
            let mut row = row.split_whitespace();
            assert_eq!(row.next(), Some(state.name()));
            let row = EVENTS.into_iter().zip(row);
            row.map(move |(event, after)| (state, event, after))
        })
    }

    #[test]
    fn every_state_answers_every_event_as_the_table_says() {
        assert_eq!(table().count(), S::all(None).len() * E::ALL.len());
        assert_eq!(EVENTS.map(E::name), E::ALL.map(E::name));
        for (state, event, expected) in table() {
            let found = match state.after(event) {
                Ok(after) if after == state => "=".to_owned(),
                Ok(after) => after.name().to_owned(),
                Err(refused) => format!("{:?}", refused.code),
            };

            assert_eq!(found, expected, "{state:?} {event:?}");
        }
        let [.., ended, completed, _] = S::all(MISSED);
        assert_eq!(ended.after(E::Completed), Ok(completed));
        let [.., ended, _, _] = S::all(BUSY);
        assert_eq!(S::Connected.after(EVENTS[2]), Ok(ended));
    }

    #[test]
    fn a_state_is_read_back_by_its_name() {
        for state in S::all(MISSED) {
            assert_eq!(S::parse(state.name(), state.end_status()), Some(state));
        }
        assert_eq!(S::parse("toString", None), None);
    }

    #[test]
    fn a_refusal_names_what_is_allowed() {
        // END_CALL is the host's; the app cannot be told to send it.
        for (state, event, _) in table().filter(|(_, event, _)| *event != E::HostEndAsked) {
            let is_named = state.allowed().split(", ").any(|name| name == event.name());

            assert_eq!(is_named, state.after(event).is_ok(), "{state:?} {event:?}");
        }
    }

    #[test]
    fn a_call_is_active_until_its_end_and_open_until_completed() {
        let standing = S::all(None).map(|state| (state.name(), state.is_active(), state.is_open()));

        assert_eq!(
            standing,
            [
                ("requested", true, true),
                ("dialing", true, true),
                ("ringing", true, true),
                ("connected", true, true),
                ("ended", false, true),
                ("completed", false, false),
                ("transferred", false, false),
            ]
        );
    }

    #[test]
    fn a_forced_event_never_leads_back() {
        for (state, event, _) in table() {
            let forced = state.forced(event);

            assert!(forced.rank() >= state.rank(), "{state:?} {event:?}");
        }
        assert_eq!(
            S::Connected.forced(E::Completed),
            S::Completed { status: None }
        );
        assert_eq!(S::Transferred.forced(E::Completed), S::Transferred);
        for (status, known) in [(None, BUSY), (MISSED, MISSED)] {
            let [.., ended, completed, _] = S::all(status);
            let again = [ended, completed].map(|state| state.forced(E::Ended { status: BUSY }));
            let [.., ended, completed, _] = S::all(known);
            assert_eq!(again, [ended, completed]);
        }
    }
}
