//! The fields of a widget's message that a host's session reads.

use crate::protocol::{EngagementId, ExternalCallId, Payload};

/// The call a payload names; messages of older SDKs name none.
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

/// Whether a call's start asks for an engagement.
pub(super) fn asks_engagement<P: Payload>(data: Option<&P>) -> bool {
    data.and_then(|data| data.field("createEngagement")?.boolean()) == Some(true)
}

/// The payload of a failure. Shape: `{error: {message}}`.
pub(super) fn failure<P: Payload>(text: &str) -> P {
    let mut error = P::empty();
    error.put("message", Some(P::from_text(text)));
    let mut data = P::empty();
    data.put("error", Some(error));
    data
}
