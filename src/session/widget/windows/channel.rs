//! The messages between the user's windows.
//!
//! Any page of the origin can put anything on the channel, so messages are read field by field, and
//! a value that is no message of this version is ignored and counted.

use alloc::borrow::ToOwned;

use crate::lifecycle::Calls;
use crate::protocol::{Field, FieldKind, Mask, Name, Payload, Shape, ValueKind, WindowId};
use crate::session::stored::{CALLS, MAX_CALLS, read_calls, read_number};

/// A message of one window to the others.
///
/// Shape: `{"from":"a1","says":"ack","leads":true,"to":"b2","number":7}`.
pub const WINDOW_MESSAGE: Shape = Shape::new(
    "WindowMessage",
    "A message of one of the user's windows to the others.",
    &[
        Field::required(Name::From, FieldKind::Text).masked(Mask::Id),
        Field::required(Name::Says, FieldKind::Open(SAYS)),
        Field::required(Name::Leads, FieldKind::Boolean),
        Field::optional(Name::To, FieldKind::Text).masked(Mask::Id),
        Field::optional(Name::Number, FieldKind::Number).masked(Mask::Count),
        Field::optional(Name::Calls, CALLS.kind),
        Field::optional(Name::All, FieldKind::Boolean),
    ],
);

/// The kinds of messages.
const SAYS: &[&str] = &["hello", "calls", "command", "ack"];

/// The part that every message has.
#[derive(Clone, Debug)]
pub(super) struct Header {
    pub(super) from: WindowId,
    /// True if the window has the leader's lock.
    pub(super) leads: bool,
}

/// The rest of a message.
#[derive(Clone, Debug)]
pub(super) enum Said<P> {
    /// It is new and knows no calls yet.
    Hello,
    /// The calls that it has.
    Calls {
        calls: Calls,
        /// The message that began one of them, if not sent before.
        start: P,
        /// True if they are all that the window knows, of any owner.
        is_all: bool,
    },
    /// A message for the window that has the call, or whose app answered it.
    Command {
        /// The window; none for the leader.
        to: Option<WindowId>,
        /// Its number among those of its sender.
        number: u32,
        message: P,
    },
    /// A command was carried out.
    Ack { to: WindowId, number: u32 },
}

/// Reads another window's message; `message` is the app's message in it. `None` for anything else.
pub(super) fn read<P: Payload>(said: &P, message: P) -> Option<(Header, Said<P>)> {
    let name = |field| said.text_field(field).map(WindowId::from).filter(is_name);
    let header = Header {
        from: name(Name::From)?,
        leads: said.field(Name::Leads)?.boolean()?,
    };
    let number = || read_number(said, Name::Number);
    let said = match said.text_field(Name::Says)?.as_str() {
        "hello" => Said::Hello,
        "calls" => Said::Calls {
            calls: read_calls(said, MAX_CALLS)?,
            start: message,
            is_all: said.field(Name::All).and_then(|all| all.boolean()) == Some(true),
        },
        "command" if message.value_kind() == ValueKind::Object => Said::Command {
            to: name(Name::To),
            number: number()?,
            message,
        },
        "ack" => Said::Ack {
            to: name(Name::To)?,
            number: number()?,
        },
        _ => return None,
    };
    Some((header, said))
}

/// A message of this window for the channel: its type, and further fields.
pub(super) fn write<P: Payload>(header: &Header, says: &str, fields: &[(Name, P)]) -> P {
    let mut said = P::empty();
    said.put(Name::From, Some(P::from_text(header.from.as_str())));
    said.put(Name::Says, Some(P::from_text(says)));
    said.put(Name::Leads, Some(P::from_boolean(header.leads)));
    for (name, value) in fields {
        said.put(*name, Some(value.to_owned()));
    }
    said
}

fn is_name(window: &WindowId) -> bool {
    (1..=MAX_NAME).contains(&window.as_str().len())
}

/// Maximum length of a window's name.
const MAX_NAME: usize = 64;
