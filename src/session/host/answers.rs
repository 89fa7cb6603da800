//! Maps messages to their answers.

use crate::lifecycle::{Awaited, EngagementEvent};
use crate::protocol::{EngagementId, Kind};

/// The subject of a host's answer, and its event for a call's engagement; `None` for a message that
/// answers nothing.
pub(super) fn answered(
    kind: Kind,
    engagement: Option<&EngagementId>,
) -> Option<(Awaited, EngagementEvent)> {
    Some(match (kind, engagement) {
        (Kind::CreateEngagementSucceeded | Kind::EngagementCreated, Some(id)) => {
            (Awaited::Creation, EngagementEvent::Created(id.clone()))
        }
        (Kind::CreateEngagementFailed, _) => (Awaited::Creation, EngagementEvent::CreationFailed),
        (Kind::UpdateEngagementSucceeded, _) => (Awaited::Update, EngagementEvent::Updated),
        (Kind::UpdateEngagementFailed, _) => (Awaited::Update, EngagementEvent::UpdateFailed),
        (Kind::FinalizeEngagementSucceeded | Kind::PublishToChannelSucceeded, _) => {
            (Awaited::Finalization, EngagementEvent::Finalized)
        }
        (Kind::FinalizeEngagementFailed | Kind::PublishToChannelFailed, _) => {
            (Awaited::Finalization, EngagementEvent::FinalizeFailed)
        }
        _ => return None,
    })
}

/// The answers to a message that asks for a publication: success and failure.
pub(super) const fn publication_answers(kind: Kind) -> (Kind, Kind) {
    match kind {
        Kind::PublishToChannel => (
            Kind::PublishToChannelSucceeded,
            Kind::PublishToChannelFailed,
        ),
        _ => (
            Kind::FinalizeEngagementSucceeded,
            Kind::FinalizeEngagementFailed,
        ),
    }
}
