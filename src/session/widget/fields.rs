//! The fields of a message that only a widget's session reads.

use alloc::string::String;

use crate::protocol::{Name, Payload, ValueKind};

/// The message's own id: a reply has the request's.
pub(super) fn message_id<P: Payload>(message: &P) -> Option<String> {
    message
        .field(Name::MessageId)?
        .id_text()
        .filter(|id| !id.is_empty())
}

/// True if a completion has properties for the engagement.
pub(super) fn has_properties<P: Payload>(data: Option<&P>) -> bool {
    data.and_then(|data| data.field(Name::EngagementProperties))
        .is_some_and(|properties| properties.value_kind() == ValueKind::Object)
}

/// The coordinates of the record a payload names, as text; empty where it names none.
pub(super) fn record<P: Payload>(data: Option<&P>) -> String {
    let mut text = String::new();
    if let Some(coordinates) = data.and_then(|data| data.field(Name::ObjectCoordinates)) {
        for name in [Name::PortalId, Name::ObjectId, Name::ObjectTypeId] {
            let part = coordinates.field(name).and_then(|part| part.id_text());
            text.push_str(&part.unwrap_or_default());
            text.push(' ');
        }
    }
    text
}
