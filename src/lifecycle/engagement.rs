//! A call's engagement, as far as known.

use super::refused::{RefusalCode, Refused};
use crate::protocol::{EngagementId, Kind, named};

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
    /// The host could not create one.
    Failed,
    /// It exists.
    Known(EngagementId, Progress),
}

named! {
    /// The progress of an engagement that exists.
    Progress {
        /// The host created it.
        Created = "created",
        /// The app brought its own.
        Supplied = "supplied",
        /// Properties were sent with the call's completion.
        Updating = "updating",
        /// The host applied them.
        Updated = "updated",
        /// The host could not apply them.
        UpdateFailed = "updateFailed",
        /// It was handed over for publication.
        Finalizing = "finalizing",
        /// It was published.
        Finalized = "finalized",
        /// It could not be published.
        FinalizeFailed = "finalizeFailed",
    }
}

impl Engagement {
    /// The state after an event.
    ///
    /// # Errors
    ///
    /// [`Refused`] when the event is about another engagement, or about one
    /// that does not exist.
    pub fn after(&self, event: EngagementEvent) -> Result<Self, Refused> {
        use EngagementEvent as E;
        use Progress as P;
        let refused = |code| Err(Refused::new(code, self.name(), event.name()));
        let Self::Known(known, progress) = self else {
            return match (self, &event) {
                (_, E::Asked) => Ok(Self::Pending),
                (_, E::Created(id)) => Ok(Self::Known(id.clone(), P::Created)),
                (_, E::Supplied(id)) => Ok(Self::Known(id.clone(), P::Supplied)),
                (Self::Pending, E::CreationFailed) => Ok(Self::Failed),
                _ => refused(RefusalCode::NoEngagement),
            };
        };
        let is_handed_over = matches!(progress, P::Finalizing | P::Finalized | P::FinalizeFailed);
        let next = match &event {
            E::Created(id) | E::Supplied(id) if id == known => *progress,
            E::Created(_) | E::Supplied(_) => return refused(RefusalCode::OtherEngagement),
            E::UpdateAsked => P::Updating,
            // Completion and handing over may be under way at once; the later step's state stays.
            E::Updated | E::UpdateFailed if is_handed_over => *progress,
            E::Updated => P::Updated,
            E::UpdateFailed => P::UpdateFailed,
            E::FinalizeAsked => P::Finalizing,
            E::Finalized => P::Finalized,
            E::FinalizeFailed => P::FinalizeFailed,
            // A start that is repeated.
            E::Asked => *progress,
            E::CreationFailed => return refused(RefusalCode::NoEngagement),
        };
        Ok(Self::Known(known.clone(), next))
    }

    /// The engagement's id, once there is one.
    #[must_use]
    pub const fn id(&self) -> Option<&EngagementId> {
        match self {
            Self::Known(id, _) => Some(id),
            Self::None | Self::Pending | Self::Failed => None,
        }
    }

    /// True once properties were sent, unless the host could not apply them.
    pub(crate) const fn has_properties(&self) -> bool {
        use Progress as P;
        !matches!(
            self,
            Self::None
                | Self::Pending
                | Self::Failed
                | Self::Known(_, P::Created | P::Supplied | P::UpdateFailed)
        )
    }

    /// The state with a name and the engagement's id; `None` for an unknown name, and where an id
    /// is missing or superfluous.
    #[must_use]
    pub fn parse(name: &str, id: Option<EngagementId>) -> Option<Self> {
        Some(match (name, id) {
            ("none", None) => Self::None,
            ("pending", None) => Self::Pending,
            ("failed", None) => Self::Failed,
            (name, Some(id)) => Self::Known(id, Progress::parse(name)?),
            _ => return None,
        })
    }

    /// The answer that the host owes, if any.
    pub(crate) const fn awaited(&self) -> Option<Awaited> {
        match self {
            Self::Pending => Some(Awaited::Creation),
            Self::Known(_, Progress::Updating) => Some(Awaited::Update),
            Self::Known(_, Progress::Finalizing) => Some(Awaited::Finalization),
            _ => None,
        }
    }

    /// The state's name, as applications see it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Pending => "pending",
            Self::Failed => "failed",
            Self::Known(_, progress) => progress.as_str(),
        }
    }
}

/// The answer that an engagement awaits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// The outcome of its creation.
    Creation,
    /// The outcome of its properties' update.
    Update,
    /// The outcome of its publication.
    Finalization,
}

impl Awaited {
    /// The event of this answer's absence: the host that was asked is gone.
    pub(crate) const fn failure(self) -> EngagementEvent {
        match self {
            Self::Creation => EngagementEvent::CreationFailed,
            Self::Update => EngagementEvent::UpdateFailed,
            Self::Finalization => EngagementEvent::FinalizeFailed,
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
    /// The event of a host's answer, and what it answers; `None` for any other message, and for a
    /// creation that names no engagement.
    pub(crate) fn answered(
        kind: Kind,
        engagement: Option<&EngagementId>,
    ) -> Option<(Awaited, Self)> {
        Some(match (kind, engagement) {
            (Kind::CreateEngagementSucceeded | Kind::EngagementCreated, Some(id)) => {
                (Awaited::Creation, Self::Created(id.clone()))
            }
            (Kind::CreateEngagementFailed, _) => (Awaited::Creation, Self::CreationFailed),
            (Kind::UpdateEngagementSucceeded, _) => (Awaited::Update, Self::Updated),
            (Kind::UpdateEngagementFailed, _) => (Awaited::Update, Self::UpdateFailed),
            (Kind::FinalizeEngagementSucceeded | Kind::PublishToChannelSucceeded, _) => {
                (Awaited::Finalization, Self::Finalized)
            }
            (Kind::FinalizeEngagementFailed | Kind::PublishToChannelFailed, _) => {
                (Awaited::Finalization, Self::FinalizeFailed)
            }
            _ => return None,
        })
    }

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
    use super::{Engagement as G, EngagementEvent as E, Progress, RefusalCode as R};
    use crate::protocol::EngagementId;

    fn id(text: &str) -> EngagementId {
        EngagementId::new(text.to_owned(), true)
    }

    /// A state, and the state after each event: `=` is unchanged, `!` a refusal because no
    /// engagement exists, `other` a refusal of another call's.
    const AFTER: &str = "
        none           pending created created !      supplied supplied !        !       !            !          !         !
        pending        pending created created failed supplied supplied !        !       !            !          !         !
        failed         pending created created !      supplied supplied !        !       !            !          !         !
        created        =       =       other   !      =        other    updating updated updateFailed finalizing finalized finalizeFailed
        supplied       =       =       other   !      =        other    updating updated updateFailed finalizing finalized finalizeFailed
        updating       =       =       other   !      =        other    =        updated updateFailed finalizing finalized finalizeFailed
        updated        =       =       other   !      =        other    updating =       updateFailed finalizing finalized finalizeFailed
        updateFailed   =       =       other   !      =        other    updating updated =            finalizing finalized finalizeFailed
        finalizing     =       =       other   !      =        other    updating =       =            =          finalized finalizeFailed
        finalized      =       =       other   !      =        other    updating =       =            finalizing =         finalizeFailed
        finalizeFailed =       =       other   !      =        other    updating =       =            finalizing finalized =
    ";

    #[test]
    fn every_state_answers_every_event_as_the_table_says() {
        let known = |progress: &Progress| G::Known(id("7"), *progress);
        let mut states = vec![G::None, G::Pending, G::Failed];
        states.extend(Progress::ALL.iter().map(known));
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
        let created = G::Known(id("7"), Progress::Created);
        let other = created.after(E::Supplied(id("8")));
        let other = other.expect_err("it is another's");
        assert_eq!((other.state, other.event), ("created", "engagementId"));
    }
}
