//! The messages between the user's windows.
//!
//! Any page of the origin can put anything on the channel, so messages are read field by field, and
//! a value that is no message of this version is ignored and counted.

use alloc::borrow::ToOwned;

use crate::lifecycle::Calls;
use crate::protocol::{
    Envelope, Field, FieldKind, List, Mask, Name, Object, Value, WindowId, tables,
};
use crate::session::stored::{CALLS, MAX_CALLS, StoredCall, read_calls};

tables! {
    /// A message of one window to the others.
    ///
    /// Shape: `{"from":"a1","says":"ack","leads":true,"to":"b2","number":7}`.
    WINDOW_MESSAGE as WindowMessage = "WindowMessage", "A message of one of the user's windows to the others." {
        from: Value = Field::required(Name::From, FieldKind::Text).masked(Mask::Id),
        says: Value = Field::required(Name::Says, FieldKind::Open(SAYS)),
        leads: Value = Field::required(Name::Leads, FieldKind::Boolean),
        to: Value = Field::optional(Name::To, FieldKind::Text).masked(Mask::Id),
        number: Value = Field::optional(Name::Number, FieldKind::Number).masked(Mask::Count),
        calls: List<StoredCall> = Field::optional(Name::Calls, CALLS.kind),
        all: Value = Field::optional(Name::All, FieldKind::Boolean),
    }
}

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
pub(super) enum Said {
    /// It is new and knows no calls yet.
    Hello,
    /// The calls that it has.
    Calls {
        calls: Calls,
        /// The message that began one of them, if not sent before.
        start: Envelope,
        /// True if they are all that the window knows, of any owner.
        is_all: bool,
        /// The new window that they are for; none for every window.
        to: Option<WindowId>,
    },
    /// A message for the window that has the call, or whose app answered it.
    Command {
        /// The window; none for the leader.
        to: Option<WindowId>,
        /// Sequence number per sender.
        number: u32,
        message: Envelope,
    },
    /// A command was carried out.
    Ack { to: WindowId, number: u32 },
}

/// Reads another window's message; `message` is the app's message in it. `None` for anything else.
pub(super) fn read(said: &WindowMessage, message: Envelope) -> Option<(Header, Said)> {
    let name = |value: &Value| {
        let name = value.text().map(|name| WindowId::from(name.to_owned()));
        name.filter(is_name)
    };
    let header = Header {
        from: name(&said.from)?,
        leads: said.leads.boolean()?,
    };
    let number = said.number.whole();
    let said = match said.says.text()? {
        "hello" => Said::Hello,
        "calls" => Said::Calls {
            calls: read_calls(&said.calls, MAX_CALLS)?,
            start: message,
            is_all: said.all.boolean() == Some(true),
            to: name(&said.to),
        },
        "command" => Said::Command {
            to: name(&said.to),
            number: number?,
            message,
        },
        "ack" => Said::Ack {
            to: name(&said.to)?,
            number: number?,
        },
        _ => return None,
    };
    Some((header, said))
}

/// A message of this window for the channel: its type, and further fields.
pub(super) fn write(
    from: &WindowId,
    leads: bool,
    says: &'static str,
    fields: &[(Name, Value)],
) -> Value {
    let mut said = Object::new()
        .with(Name::From, from)
        .with(Name::Says, says)
        .with(Name::Leads, leads);
    for (name, value) in fields {
        said.set(*name, value.to_owned());
    }
    said.into()
}

fn is_name(window: &WindowId) -> bool {
    (1..=MAX_NAME).contains(&window.as_str().len())
}

/// Maximum length of a window's name.
const MAX_NAME: usize = 64;
