//! The fields of a message that only a widget's session reads.

use alloc::string::String;

use crate::protocol::{Name, Payload, ValueKind};

/// The message's own id: a reply has the request's. A falsy one counts as none.
pub(super) fn message_id<P: Payload>(message: &P) -> Option<String> {
    let id = message.field(Name::MessageId)?;
    let is_number = id.value_kind() == ValueKind::Number;
    id.id_text()
        .filter(|text| !(text.is_empty() || is_number && ["0", "NaN"].contains(&text.as_str())))
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
