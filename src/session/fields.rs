//! The fields of a widget's messages that both halves read.

use crate::protocol::{EndStatus, EngagementId, ExternalCallId, Name, Payload};

/// The call a payload names. Ids may be numbers; an empty id counts as none, and messages of older
/// SDKs have none.
pub(crate) fn call_id<P: Payload>(data: Option<&P>) -> Option<ExternalCallId> {
    data?
        .field(Name::ExternalCallId)?
        .id_text()
        .filter(|id| !id.is_empty())
        .map(ExternalCallId::from)
}

/// The engagement a payload names.
pub(crate) fn engagement_id<P: Payload>(data: Option<&P>) -> Option<EngagementId> {
    data?.field(Name::EngagementId)?.engagement_id()
}

/// True if a call's start asks the host for an engagement.
pub(crate) fn asks_engagement<P: Payload>(data: Option<&P>) -> bool {
    is_set(data, Name::CreateEngagement)
}

/// True if a flag is set. The platform tests for truth: apps send texts and numbers too.
pub(crate) fn is_set<P: Payload>(data: Option<&P>, name: Name) -> bool {
    let flag = data.and_then(|data| data.field(name));
    flag.is_some_and(|flag| flag.is_truthy())
}

/// The call's end status, if the payload has a known one.
pub(crate) fn end_status<P: Payload>(data: Option<&P>) -> Option<EndStatus> {
    EndStatus::parse(&data?.text_field(Name::CallEndStatus)?)
}
