//! What the user's windows say to each other.
//!
//! Any page of the origin can put anything on the channel, so what comes is read field by
//! field, and what is no message of this version is ignored and counted.

use alloc::borrow::ToOwned;

use crate::lifecycle::Calls;
use crate::protocol::{Field, FieldKind, Mask, Payload, Shape, ValueKind, WindowId};
use crate::session::stored::{CALLS, MAX_CALLS, MAX_COUNT, number, read_calls, read_number};

/// What one window says to the others.
///
/// Shape: `{"from":"a1","says":"ack","term":3,"leader":"b2","hasLock":true,"host":"alive","to":"b2","number":7}`.
pub const WINDOW_MESSAGE: Shape = Shape::new(
    "WindowMessage",
    "What one of the user's windows says to the others.",
    &[
        Field::required("from", FieldKind::Text).masked(Mask::Id),
        Field::required("says", FieldKind::Open(SAYS)),
        Field::required("term", FieldKind::Number).masked(Mask::Count),
        Field::optional("leader", FieldKind::Text).masked(Mask::Id),
        Field::required("hasLock", FieldKind::Boolean),
        Field::required("host", FieldKind::Open(HOST_STATES)),
        Field::optional("to", FieldKind::Text).masked(Mask::Id),
        Field::optional("number", FieldKind::Number).masked(Mask::Count),
        Field::optional("calls", CALLS.kind),
    ],
);

/// What a window may say.
const SAYS: &[&str] = &[
    "hello", "whoLeads", "answer", "ask", "here", "calls", "command", "ack", "refusal",
];

/// What [`HostState::name`] gives.
const HOST_STATES: &[&str] = &["alive", "silent", "none"];

/// What every message of a window says of it.
#[derive(Clone, Debug)]
pub(super) struct Header {
    pub(super) from: WindowId,
    /// The latest leadership that it knows, and who leads in that.
    pub(super) term: u32,
    pub(super) leader: Option<WindowId>,
    /// Whether the release of a lock shows that it is gone.
    pub(super) has_lock: bool,
    pub(super) host: HostState,
}

/// Whether a window's host can be reached: the better one leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum HostState {
    /// It answers.
    Alive,
    /// It owes an answer for long.
    Silent,
    /// There is none: the window cannot lead.
    #[default]
    None,
}

impl HostState {
    /// The name it has on the channel.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Silent => "silent",
            Self::None => "none",
        }
    }

    pub(super) fn parse(name: &str) -> Option<Self> {
        [Self::Alive, Self::Silent, Self::None]
            .into_iter()
            .find(|state| state.name() == name)
    }
}

/// What a window says beside that.
#[derive(Clone, Debug)]
pub(super) enum Said<P> {
    /// It came, and knows nothing yet.
    Hello,
    /// It was silent, and asks who leads and who has which call: its question's number.
    WhoLeads(u32),
    /// What this and earlier messages say answers a question.
    Answer { to: WindowId, question: u32 },
    /// It asks who is there.
    Ask,
    /// It is there.
    Here,
    /// The calls that it has.
    Calls {
        calls: Calls,
        /// The message by which one of them began, where it was not said before.
        start: P,
    },
    /// A message of its app's for the window that has the call.
    Command {
        /// The window; none for whichever leads.
        to: Option<WindowId>,
        /// Its number among those of the window that sent it.
        command: u32,
        message: P,
    },
    /// A command was taken.
    Ack { to: WindowId, command: u32 },
    /// A command was meant for another leadership, or for another window.
    Refusal,
}

/// Reads what another window said; `message` is the app's, where it is a command. `None`
/// for anything else.
pub(super) fn read<P: Payload>(said: &P, message: P) -> Option<(Header, Said<P>)> {
    let name = |field: &str| said.text_field(field).map(WindowId::from).filter(is_name);
    let header = Header {
        from: name("from")?,
        term: read_number(said, "term").filter(|term| *term <= MAX_COUNT)?,
        leader: name("leader"),
        has_lock: said.field("hasLock")?.boolean()?,
        host: HostState::parse(&said.text_field("host")?)?,
    };
    let number = || read_number(said, "number");
    let said = match said.text_field("says")?.as_str() {
        "hello" => Said::Hello,
        "whoLeads" => Said::WhoLeads(number()?),
        "answer" => Said::Answer {
            to: name("to")?,
            question: number()?,
        },
        "ask" => Said::Ask,
        "here" => Said::Here,
        "calls" => Said::Calls {
            calls: read_calls(said, MAX_CALLS)?,
            start: message,
        },
        "command" if message.value_kind() == ValueKind::Object => Said::Command {
            to: name("to"),
            command: number()?,
            message,
        },
        "ack" => Said::Ack {
            to: name("to")?,
            command: number()?,
        },
        "refusal" => Said::Refusal,
        _ => return None,
    };
    Some((header, said))
}

/// A message of this window, for the channel: what it says, and further fields.
pub(super) fn write<P: Payload>(header: &Header, says: &str, fields: &[(&str, P)]) -> P {
    let mut said = P::empty();
    said.put("from", Some(P::from_text(header.from.as_str())));
    said.put("says", Some(P::from_text(says)));
    said.put("term", Some(number(header.term)));
    if let Some(leader) = &header.leader {
        said.put("leader", Some(P::from_text(leader.as_str())));
    }
    said.put("hasLock", Some(P::from_boolean(header.has_lock)));
    said.put("host", Some(P::from_text(header.host.name())));
    for (name, value) in fields {
        said.put(name, Some(value.to_owned()));
    }
    said
}

fn is_name(window: &WindowId) -> bool {
    (1..=MAX_NAME).contains(&window.as_str().len())
}

/// The longest name of a window.
const MAX_NAME: usize = 64;
