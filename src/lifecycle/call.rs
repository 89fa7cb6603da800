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
    /// never an earlier one.
    #[must_use]
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
        if target.rank() > self.rank() {
            target
        } else {
            self
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
    #[must_use]
    pub(crate) const fn is_active(self) -> bool {
        matches!(self, Self::Requested) || self.is_under_way()
    }

    /// The end status, if the call is over and the app gave one.
    #[must_use]
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
    use super::{CallEvent as E, CallState as S, RefusalCode as R};
    use crate::protocol::EndStatus;

    const BUSY: Option<EndStatus> = Some(EndStatus::Busy);
    const MISSED: Option<EndStatus> = Some(EndStatus::Missed);

    /// Every (state, event) pair: the state after, or the code of the refusal.
    const TABLE: &[(S, [Result<S, R>; 7])] = &[
        // events:     outgoing             answered                   ended                              transferred                completed                         host end       finalize
        (
            S::Requested,
            [
                Ok(S::Dialing),
                Err(R::NotStarted),
                Err(R::NotStarted),
                Err(R::NotStarted),
                Err(R::NotStarted),
                Ok(S::Requested),
                Err(R::NotStarted),
            ],
        ),
        (
            S::Dialing,
            [
                Err(R::AlreadyStarted),
                Ok(S::Connected),
                Ok(S::Ended { status: BUSY }),
                Ok(S::Transferred),
                Err(R::NotEnded),
                Ok(S::Dialing),
                Err(R::NotEnded),
            ],
        ),
        (
            S::Ringing,
            [
                Err(R::AlreadyStarted),
                Ok(S::Connected),
                Ok(S::Ended { status: BUSY }),
                Ok(S::Transferred),
                Err(R::NotEnded),
                Ok(S::Ringing),
                Err(R::NotEnded),
            ],
        ),
        (
            S::Connected,
            [
                Err(R::AlreadyStarted),
                Err(R::AlreadyAnswered),
                Ok(S::Ended { status: BUSY }),
                Ok(S::Transferred),
                Err(R::NotEnded),
                Ok(S::Connected),
                Err(R::NotEnded),
            ],
        ),
        (
            S::Ended { status: MISSED },
            [
                Err(R::AlreadyStarted),
                Err(R::AlreadyEnded),
                Err(R::AlreadyEnded),
                Err(R::AlreadyEnded),
                Ok(S::Completed { status: MISSED }),
                Err(R::AlreadyEnded),
                Ok(S::Ended { status: MISSED }),
            ],
        ),
        (
            S::Completed { status: MISSED },
            [
                Err(R::AlreadyStarted),
                Err(R::AlreadyEnded),
                Err(R::AlreadyEnded),
                Err(R::AlreadyEnded),
                Err(R::AlreadyCompleted),
                Err(R::AlreadyEnded),
                Ok(S::Completed { status: MISSED }),
            ],
        ),
        (
            S::Transferred,
            [
                Err(R::AlreadyTransferred),
                Err(R::AlreadyTransferred),
                Err(R::AlreadyTransferred),
                Err(R::AlreadyTransferred),
                Err(R::AlreadyTransferred),
                Err(R::AlreadyTransferred),
                Ok(S::Transferred),
            ],
        ),
    ];

    const EVENTS: [E; 7] = [
        E::OutgoingStarted,
        E::Answered,
        E::Ended { status: BUSY },
        E::Transferred,
        E::Completed,
        E::HostEndAsked,
        E::FinalizeAsked,
    ];

    #[test]
    fn every_state_answers_every_event_as_the_table_says() {
        for (state, row) in TABLE {
            for (event, expected) in EVENTS.iter().zip(row) {
                let after = state.after(*event);

                assert_eq!(
                    after.map_err(|refused| refused.code),
                    *expected,
                    "{state:?} {event:?}"
                );
            }
        }
    }

    #[test]
    fn every_state_and_every_event_is_listed() {
        let states: Vec<_> = TABLE.iter().map(|(state, _)| state.name()).collect();
        let events: Vec<_> = EVENTS.iter().map(|event| event.name()).collect();

        assert_eq!(S::all(None).map(S::name).to_vec(), states);
        assert_eq!(E::ALL.map(E::name).to_vec(), events);
    }

    #[test]
    fn a_state_is_read_back_by_its_name() {
        for (state, _) in TABLE {
            assert_eq!(S::parse(state.name(), state.end_status()), Some(*state));
        }
        assert_eq!(S::parse("toString", None), None);
    }

    #[test]
    fn a_refusal_names_what_is_allowed() {
        for (state, row) in TABLE {
            for (event, expected) in EVENTS.iter().zip(row) {
                let names = state.allowed().split(", ").any(|name| name == event.name());

                // END_CALL is the host's; the app cannot be told to send it.
                assert!(
                    *event == E::HostEndAsked || names == expected.is_ok(),
                    "{state:?} {event:?}"
                );
            }
        }
    }

    #[test]
    fn a_call_is_active_until_its_end_and_open_until_completed() {
        let standing = TABLE
            .iter()
            .map(|(state, _)| (state.name(), state.is_active(), state.is_open()));

        assert_eq!(
            standing.collect::<Vec<_>>(),
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
        for (state, _) in TABLE {
            for event in EVENTS {
                assert!(
                    state.forced(event).rank() >= state.rank(),
                    "{state:?} {event:?}"
                );
            }
        }
        assert_eq!(
            S::Connected.forced(E::Completed),
            S::Completed { status: None }
        );
        assert_eq!(S::Transferred.forced(E::Completed), S::Transferred);
    }
}
