//! Which messages answer what.

use crate::lifecycle::{Awaited, EngagementEvent};
use crate::protocol::{EngagementId, Kind};

/// What an answer of the host's is about, and what it does to a call's engagement; `None`
/// for a message that answers nothing.
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

/// The answers to a message that asks for a publication: good and bad.
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
