//! A call's engagement, as far as known.

use super::refused::{RefusalCode, Refused};
use crate::protocol::EngagementId;

/// The state of a call's engagement, beside the call's own state.
///
/// ```text
/// None --createEngagement--> Pending --succeeded--> Created --+
///   \                           \----failed----> Failed       +--> Updating --> Updated | UpdateFailed
///    \-----the app gives an id----------------> Supplied -----+--> Finalizing --> Finalized | FinalizeFailed
/// ```
///
/// A success that comes after the failure leads from `Failed` to `Created`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Engagement {
    /// Nobody asked for one.
    None,
    /// The host was asked to create one.
    Pending,
    /// The host created it.
    Created(EngagementId),
    /// The app brought its own.
    Supplied(EngagementId),
    /// The host could not create one.
    Failed,
    /// Properties were sent with the call's completion.
    Updating(EngagementId),
    /// The host applied them.
    Updated(EngagementId),
    /// The host could not apply them.
    UpdateFailed(EngagementId),
    /// It was handed over for publication.
    Finalizing(EngagementId),
    /// It was published.
    Finalized(EngagementId),
    /// It could not be published.
    FinalizeFailed(EngagementId),
}

impl Engagement {
    /// The state after an event.
    ///
    /// # Errors
    ///
    /// [`Refused`] when the event is about another engagement, or about one
    /// that does not exist.
    pub fn after(&self, event: EngagementEvent) -> Result<Self, Refused> {
        use Engagement as G;
        use EngagementEvent as E;
        let refused = |code| {
            Err(Refused {
                code,
                state: self.name(),
                event: event.name(),
                allowed: "",
            })
        };
        match (self, self.id(), &event) {
            (G::None | G::Failed | G::Pending, _, E::Asked) => Ok(G::Pending),
            (G::None | G::Failed | G::Pending, _, E::Created(id)) => Ok(G::Created(id.clone())),
            (G::None | G::Failed | G::Pending, _, E::Supplied(id)) => Ok(G::Supplied(id.clone())),
            (G::Pending, _, E::CreationFailed) => Ok(G::Failed),
            (_, Some(known), E::Created(id) | E::Supplied(id)) => {
                if known == id {
                    Ok(self.clone())
                } else {
                    refused(RefusalCode::OtherEngagement)
                }
            }
            (_, Some(id), E::UpdateAsked) => Ok(G::Updating(id.clone())),
            (_, Some(id), E::FinalizeAsked) => Ok(G::Finalizing(id.clone())),
            // Completion and handing over may be under way at once; the later
            // step's state stays.
            (
                G::Finalizing(_) | G::Finalized(_) | G::FinalizeFailed(_),
                _,
                E::Updated | E::UpdateFailed,
            ) => Ok(self.clone()),
            (_, Some(id), E::Updated) => Ok(G::Updated(id.clone())),
            (_, Some(id), E::UpdateFailed) => Ok(G::UpdateFailed(id.clone())),
            (_, Some(id), E::Finalized) => Ok(G::Finalized(id.clone())),
            (_, Some(id), E::FinalizeFailed) => Ok(G::FinalizeFailed(id.clone())),
            _ => refused(RefusalCode::NoEngagement),
        }
    }

    /// The engagement's id, once there is one.
    #[must_use]
    pub const fn id(&self) -> Option<&EngagementId> {
        match self {
            Self::None | Self::Pending | Self::Failed => None,
            Self::Created(id)
            | Self::Supplied(id)
            | Self::Updating(id)
            | Self::Updated(id)
            | Self::UpdateFailed(id)
            | Self::Finalizing(id)
            | Self::Finalized(id)
            | Self::FinalizeFailed(id) => Some(id),
        }
    }

    /// The state with a name and the engagement's id; `None` for an unknown name, and where an id
    /// is missing or superfluous.
    #[must_use]
    pub fn parse(name: &str, id: Option<EngagementId>) -> Option<Self> {
        Some(match (name, id) {
            ("none", None) => Self::None,
            ("pending", None) => Self::Pending,
            ("failed", None) => Self::Failed,
            ("created", Some(id)) => Self::Created(id),
            ("supplied", Some(id)) => Self::Supplied(id),
            ("updating", Some(id)) => Self::Updating(id),
            ("updated", Some(id)) => Self::Updated(id),
            ("updateFailed", Some(id)) => Self::UpdateFailed(id),
            ("finalizing", Some(id)) => Self::Finalizing(id),
            ("finalized", Some(id)) => Self::Finalized(id),
            ("finalizeFailed", Some(id)) => Self::FinalizeFailed(id),
            _ => return None,
        })
    }

    /// True while the host owes an answer.
    #[must_use]
    pub(crate) const fn is_awaited(&self) -> bool {
        matches!(
            self,
            Self::Pending | Self::Updating(_) | Self::Finalizing(_)
        )
    }

    /// The state's name, as applications see it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Pending => "pending",
            Self::Created(_) => "created",
            Self::Supplied(_) => "supplied",
            Self::Failed => "failed",
            Self::Updating(_) => "updating",
            Self::Updated(_) => "updated",
            Self::UpdateFailed(_) => "updateFailed",
            Self::Finalizing(_) => "finalizing",
            Self::Finalized(_) => "finalized",
            Self::FinalizeFailed(_) => "finalizeFailed",
        }
    }
}

/// An event of an engagement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngagementEvent {
    /// The host was asked to create it.
    Asked,
    /// The host created it.
    Created(EngagementId),
    /// The host could not create it.
    CreationFailed,
    /// The app names one of its own, or the one it was given.
    Supplied(EngagementId),
    /// Properties were sent.
    UpdateAsked,
    /// The host applied them.
    Updated,
    /// The host could not apply them.
    UpdateFailed,
    /// It was handed over.
    FinalizeAsked,
    /// It was published.
    Finalized,
    /// It could not be published.
    FinalizeFailed,
}

impl EngagementEvent {
    /// The engagement that this event gives the call.
    pub(super) const fn named(&self) -> Option<&EngagementId> {
        match self {
            Self::Created(id) | Self::Supplied(id) => Some(id),
            _ => None,
        }
    }

    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Asked => "createEngagement",
            Self::Created(_) => "onCreateEngagementSucceeded",
            Self::CreationFailed => "onCreateEngagementFailed",
            Self::Supplied(_) => "engagementId",
            Self::UpdateAsked => "callCompleted",
            Self::Updated => "onUpdateEngagementSucceeded",
            Self::UpdateFailed => "onUpdateEngagementFailed",
            Self::FinalizeAsked => "finalizeEngagement",
            Self::Finalized => "onFinalizeEngagementSucceeded",
            Self::FinalizeFailed => "onFinalizeEngagementFailed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Engagement as G, EngagementEvent as E, RefusalCode as R};
    use crate::protocol::EngagementId;

    fn id(text: &str) -> EngagementId {
        EngagementId::new(text.to_owned(), true)
    }

    /// A state, and the state after each event: `=` is unchanged, `!` a refusal because no
    /// engagement exists, `other` a refusal of another call's.
    const AFTER: &str = "
        none           pending created created !      supplied supplied !        !       !            !          !         !
        pending        pending created created failed supplied supplied !        !       !            !          !         !
        created        !       =       other   !      =        other    updating updated updateFailed finalizing finalized finalizeFailed
        supplied       !       =       other   !      =        other    updating updated updateFailed finalizing finalized finalizeFailed
        failed         pending created created !      supplied supplied !        !       !            !          !         !
        updating       !       =       other   !      =        other    =        updated updateFailed finalizing finalized finalizeFailed
        updated        !       =       other   !      =        other    updating =       updateFailed finalizing finalized finalizeFailed
        updateFailed   !       =       other   !      =        other    updating updated =            finalizing finalized finalizeFailed
        finalizing     !       =       other   !      =        other    updating =       =            =          finalized finalizeFailed
        finalized      !       =       other   !      =        other    updating =       =            finalizing =         finalizeFailed
        finalizeFailed !       =       other   !      =        other    updating =       =            finalizing finalized =
    ";

    #[test]
    fn every_state_answers_every_event_as_the_table_says() {
        let states = [
            G::None,
            G::Pending,
            G::Created(id("7")),
            G::Supplied(id("7")),
            G::Failed,
            G::Updating(id("7")),
            G::Updated(id("7")),
            G::UpdateFailed(id("7")),
            G::Finalizing(id("7")),
            G::Finalized(id("7")),
            G::FinalizeFailed(id("7")),
        ];
        let events = [
            E::Asked,
            E::Created(id("7")),
            E::Created(id("8")),
            E::CreationFailed,
            E::Supplied(id("7")),
            E::Supplied(id("8")),
            E::UpdateAsked,
            E::Updated,
            E::UpdateFailed,
            E::FinalizeAsked,
            E::Finalized,
            E::FinalizeFailed,
        ];

        let rows = AFTER.trim().lines();
        assert_eq!(rows.clone().count(), states.len());

        for (state, row) in states.iter().zip(rows) {
            let mut row = row.split_whitespace();
            assert_eq!(row.next(), Some(state.name()));
            let row: Vec<_> = row.collect();
            assert_eq!(row.len(), events.len());
            assert_eq!(
                G::parse(state.name(), state.id().cloned()).as_ref(),
                Some(state)
            );
            for (event, expected) in events.iter().zip(row) {
                let after = state.after(event.clone());

                let context = format!("{state:?} {event:?}");
                match expected {
                    "!" => assert_eq!(
                        after.expect_err(&context).code,
                        R::NoEngagement,
                        "{context}"
                    ),
                    "other" => assert_eq!(
                        after.expect_err(&context).code,
                        R::OtherEngagement,
                        "{context}"
                    ),
                    "=" => assert_eq!(after.expect(&context), *state, "{context}"),
                    name => assert_eq!(after.expect(&context).name(), name, "{context}"),
                }
            }
        }
    }

    #[test]
    fn a_refusal_names_the_state_and_the_event() {
        let names = [
            (E::CreationFailed, "onCreateEngagementFailed"),
            (E::UpdateAsked, "callCompleted"),
            (E::Updated, "onUpdateEngagementSucceeded"),
            (E::UpdateFailed, "onUpdateEngagementFailed"),
            (E::FinalizeAsked, "finalizeEngagement"),
            (E::Finalized, "onFinalizeEngagementSucceeded"),
            (E::FinalizeFailed, "onFinalizeEngagementFailed"),
        ];

        for (event, name) in names {
            let refused = G::Failed
                .after(event.clone())
                .err()
                .or_else(|| G::None.after(event).err())
                .expect("refused without an engagement");
            assert_eq!(refused.event, name);
        }
        let other = G::Created(id("7")).after(E::Supplied(id("8")));
        let other = other.expect_err("it is another's");
        assert_eq!((other.state, other.event), ("created", "engagementId"));
    }

    #[test]
    fn an_id_is_the_same_as_number_and_as_text() {
        let created = G::Created(id("7"));

        let supplied = EngagementId::new("7".to_owned(), false);

        assert_eq!(created.after(E::Supplied(supplied)), Ok(created));
    }
}
