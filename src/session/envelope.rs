//! The envelope of a message.

use alloc::string::String;

use crate::protocol::{Name, Payload, ValueKind};

/// A message's type and id; `None` for any other value. A SYNC needs no more than these.
pub(crate) fn envelope<P: Payload>(message: &P) -> Option<(String, String)> {
    if message.value_kind() != ValueKind::Object {
        return None;
    }
    let wire = message.text_field(Name::Type)?;
    let id = message.field(Name::MessageId)?.id_text()?;
    (!wire.is_empty() && !id.is_empty()).then_some((wire, id))
}
