//! The fields of a message that a widget session reads.

use alloc::string::String;

use crate::protocol::{EngagementId, ExternalCallId, Payload, ValueKind};

/// The call a payload names. Apps number their calls too; an empty id is none.
pub(super) fn call_id<P: Payload>(data: Option<&P>) -> Option<ExternalCallId> {
    data?
        .field("externalCallId")?
        .id_text()
        .filter(|id| !id.is_empty())
        .map(ExternalCallId)
}

/// The engagement a payload names.
pub(super) fn engagement_id<P: Payload>(data: Option<&P>) -> Option<EngagementId> {
    data?.field("engagementId")?.engagement_id()
}

/// The id that a message carries itself: a reply has the request's.
pub(super) fn message_id<P: Payload>(message: &P) -> Option<String> {
    message
        .field("messageId")?
        .id_text()
        .filter(|id| !id.is_empty())
}

/// Whether a call's start asks the host for an engagement.
pub(super) fn asks_engagement<P: Payload>(data: Option<&P>) -> bool {
    data.and_then(|data| data.field("createEngagement")?.boolean()) == Some(true)
}

/// Whether a completion brings properties for the engagement.
pub(super) fn has_properties<P: Payload>(data: Option<&P>) -> bool {
    data.and_then(|data| data.field("engagementProperties"))
        .is_some_and(|properties| properties.value_kind() == ValueKind::Object)
}

/// The coordinates of the record a payload names, as text; empty where it names none.
pub(super) fn record<P: Payload>(data: Option<&P>) -> String {
    let mut text = String::new();
    if let Some(coordinates) = data.and_then(|data| data.field("objectCoordinates")) {
        for name in ["portalId", "objectId", "objectTypeId"] {
            let part = coordinates.field(name).and_then(|part| part.id_text());
            text.push_str(&part.unwrap_or_default());
            text.push(' ');
        }
    }
    text
}
