//! A minimal calling app, with telephony that outlives its page.

use calling_widget_sdk::protocol::Kind;
use serde_json::{Value, json};

use crate::fingerprint::Canon;

/// Maximum number of calls that an app places.
pub(crate) const MAX_CALLS: usize = 3;

/// The app's state.
#[derive(Clone, Debug, Default)]
pub(crate) struct App {
    /// The stage of each call in the telephony, which outlives the page.
    pub(crate) calls: [Stage; MAX_CALLS],
    /// The engagement of each call that the page was told.
    pub(crate) engagements: [Option<u32>; MAX_CALLS],
}

/// The stage of a call in the telephony.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Not placed.
    #[default]
    Idle,
    Started,
    Ended,
    Completed,
    /// Its start was never sent, and the app was told.
    Gone,
}

/// A command about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The call is placed, and an engagement is requested.
    Start,
    /// It was answered: only tried where it is out of order.
    Answer,
    /// It is over.
    End,
    /// The user is done with it; its properties are to be saved.
    Complete,
}

impl Command {
    pub(crate) const ALL: [Self; 4] = [Self::Start, Self::Answer, Self::End, Self::Complete];

    /// The message's type.
    pub(crate) const fn kind(self) -> Kind {
        match self {
            Self::Start => Kind::OutgoingCallStarted,
            Self::Answer => Kind::CallAnswered,
            Self::End => Kind::CallEnded,
            Self::Complete => Kind::CallCompleted,
        }
    }

    pub(crate) fn of(wire: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|command| command.kind().as_str() == wire)
    }
}

impl App {
    /// True if a command is a next one of an app that keeps to the order.
    pub(crate) fn may(&self, command: Command, call: usize) -> bool {
        let before = |call: usize| call.checked_sub(1).and_then(|call| self.calls.get(call));
        match (self.calls.get(call), command) {
            // Calls are interchangeable, so they begin in order.
            (Some(Stage::Idle), Command::Start) => {
                before(call).is_none_or(|stage| *stage != Stage::Idle)
            }
            (Some(Stage::Started), Command::Answer | Command::End)
            | (Some(Stage::Ended), Command::Complete) => true,
            _ => false,
        }
    }

    /// Moves the telephony; returns the message that tells the host.
    pub(crate) fn go(&mut self, command: Command, call: usize) -> Value {
        if let Some(stage) = self.calls.get_mut(call) {
            *stage = match command {
                Command::Start | Command::Answer => Stage::Started,
                Command::End => Stage::Ended,
                Command::Complete => Stage::Completed,
            };
        }
        self.message(command, call)
    }

    /// The app's message for a command.
    pub(crate) fn message(&self, command: Command, call: usize) -> Value {
        let id = call_name(call);
        let mut data = match command {
            Command::Start => json!({
                "externalCallId": id, "toNumber": "+15550100", "fromNumber": "+15550199",
                "callStartTime": 1, "createEngagement": true,
            }),
            Command::Answer => json!({ "externalCallId": id }),
            Command::End => json!({ "externalCallId": id, "callEndStatus": "COMPLETED" }),
            Command::Complete => json!({
                "externalCallId": id, "engagementProperties": { "hs_call_title": "A call" },
            }),
        };
        let known = self.engagements.get(call).copied().flatten();
        if let (Command::End | Command::Complete, Some(engagement), Some(data)) =
            (command, known, data.as_object_mut())
        {
            data.insert("engagementId".to_owned(), engagement.into());
        }
        json!({ "type": command.kind().as_str(), "data": data })
    }

    /// Reloads the page; the telephony goes on.
    pub(crate) fn reload(&mut self) {
        self.engagements = [None; MAX_CALLS];
    }

    /// Handles a host's message.
    pub(crate) fn receive(&mut self, message: &Value) {
        let engagement = message["data"]["engagementId"].as_u64();
        let known = call_of(message)
            .and_then(|call| self.engagements.get_mut(call))
            .zip(engagement.and_then(|id| u32::try_from(id).ok()));
        if let Some((known, engagement)) = known {
            *known = Some(engagement);
        }
    }

    pub(crate) fn add_to(&self, canon: &mut Canon) {
        canon.add_bytes(self.calls.iter().map(|stage| *stage as u8));
        for engagement in self.engagements {
            canon.add_bytes(engagement.unwrap_or_default().to_le_bytes());
        }
    }

    /// The call that the app places when the user clicks a number.
    pub(crate) fn next_idle(&self, calls: usize) -> Option<usize> {
        (0..calls).find(|call| self.may(Command::Start, *call))
    }
}

/// A call's externalCallId.
pub(crate) const fn call_name(call: usize) -> &'static str {
    match call {
        0 => "c-0",
        1 => "c-1",
        _ => "c-2",
    }
}

/// The call an externalCallId names.
pub(crate) fn call_number(name: &str) -> Option<usize> {
    (0..MAX_CALLS).find(|call| call_name(*call) == name)
}

/// The number of the call a message names.
pub(crate) fn call_of(message: &Value) -> Option<usize> {
    let name = message.get("data")?.get("externalCallId")?;
    name.as_str().and_then(call_number)
}
