//! The status of a quote: the changes that are allowed, and their effects.
//!
//! ```text
//!            DRAFT, PENDING_APPROVAL, REJECTED
//!  (none) ───────▶ open ◀──────────────┐
//!     │             │                  │ the same
//!     │             ▼                  │
//!     └────▶ APPROVAL_NOT_NEEDED, APPROVED
//!                 published: locked
//! ```
//!
//! Source: the quotes guide, "Update quote state", read 2026-11. `docs/quotes.md` lists the
//! readings of what it does not show.

/// The value of `hs_status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Draft,
    PendingApproval,
    Rejected,
    Approved,
    ApprovalNotNeeded,
}

impl Status {
    /// The status of a value.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "DRAFT" => Self::Draft,
            "PENDING_APPROVAL" => Self::PendingApproval,
            "REJECTED" => Self::Rejected,
            "APPROVED" => Self::Approved,
            "APPROVAL_NOT_NEEDED" => Self::ApprovalNotNeeded,
            _ => return None,
        })
    }

    /// True if a buyer can open the quote.
    pub(crate) const fn is_published(self) -> bool {
        matches!(self, Self::Approved | Self::ApprovalNotNeeded)
    }
}

/// A request's change of the status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatusChange {
    /// The request has no status.
    Same,
    /// Remove it.
    None,
    /// Set it to this.
    To(Status),
}

/// The effect of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatusEffect {
    /// Properties change, and the status where the request has one.
    Edit,
    /// The quote is published.
    Publish,
    /// A published quote has the other published status.
    Rename,
    /// A published quote becomes a draft again.
    Recall,
}

/// A reason to refuse a change. Nothing changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The quote is published, and the change does not make it a draft again.
    Locked,
    /// A status cannot be removed.
    NoStatus,
}

/// The effect of a change of a quote; `has_others` if it changes other properties too.
pub(crate) const fn effect(
    from: Option<Status>,
    change: StatusChange,
    has_others: bool,
) -> Result<StatusEffect, Refused> {
    let is_published = matches!(from, Some(from) if from.is_published());
    match (from, change) {
        (_, StatusChange::Same | StatusChange::None) if is_published && has_others => {
            Err(Refused::Locked)
        }
        (Some(_), StatusChange::None) => Err(Refused::NoStatus),
        (_, StatusChange::Same) | (None, StatusChange::None) => Ok(StatusEffect::Edit),
        (_, StatusChange::To(to)) if to.is_published() => {
            if !is_published {
                Ok(StatusEffect::Publish)
            } else if has_others {
                Err(Refused::Locked)
            } else {
                Ok(StatusEffect::Rename)
            }
        }
        (_, StatusChange::To(_)) if is_published => Ok(StatusEffect::Recall),
        (_, StatusChange::To(_)) => Ok(StatusEffect::Edit),
    }
}

/// The status of a payment (`hs_payment_status`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Payment {
    Pending,
    Processing,
    Paid,
}

impl Payment {
    /// The status of a value.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        [Self::Pending, Self::Processing, Self::Paid]
            .into_iter()
            .find(|one| one.as_str() == text)
    }

    /// As the property has it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "PENDING",
            Self::Processing => "PROCESSING",
            Self::Paid => "PAID",
        }
    }

    /// True if a payment may change to another status.
    pub(crate) const fn may_become(self, to: Self, is_ach: bool) -> bool {
        matches!((self, to), (Self::Pending | Self::Processing, Self::Paid))
            || (is_ach && matches!((self, to), (Self::Pending, Self::Processing)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FROM: [Option<Status>; 6] = [
        None,
        Some(Status::Draft),
        Some(Status::PendingApproval),
        Some(Status::Rejected),
        Some(Status::Approved),
        Some(Status::ApprovalNotNeeded),
    ];

    type Outcome = Result<StatusEffect, Refused>;

    /// Every pair of the table, with other properties in the request and without.
    #[test]
    fn every_change_of_the_status_is_as_the_table_says() {
        use Refused::{Locked, NoStatus};
        use Status::{ApprovalNotNeeded, Approved, Draft, PendingApproval, Rejected};
        use StatusChange::{None as Nothing, Same, To};
        use StatusEffect::{Edit, Publish, Recall, Rename};
        for from in FROM {
            let is_published = matches!(from, Some(Approved | ApprovalNotNeeded));
            let cases: [(StatusChange, Outcome, Outcome); 7] = if is_published {
                [
                    (Same, Ok(Edit), Err(Locked)),
                    (Nothing, Err(NoStatus), Err(Locked)),
                    (To(Draft), Ok(Recall), Ok(Recall)),
                    (To(PendingApproval), Ok(Recall), Ok(Recall)),
                    (To(Rejected), Ok(Recall), Ok(Recall)),
                    (To(Approved), Ok(Rename), Err(Locked)),
                    (To(ApprovalNotNeeded), Ok(Rename), Err(Locked)),
                ]
            } else {
                let nothing = if from.is_none() {
                    Ok(Edit)
                } else {
                    Err(NoStatus)
                };
                [
                    (Same, Ok(Edit), Ok(Edit)),
                    (Nothing, nothing, nothing),
                    (To(Draft), Ok(Edit), Ok(Edit)),
                    (To(PendingApproval), Ok(Edit), Ok(Edit)),
                    (To(Rejected), Ok(Edit), Ok(Edit)),
                    (To(Approved), Ok(Publish), Ok(Publish)),
                    (To(ApprovalNotNeeded), Ok(Publish), Ok(Publish)),
                ]
            };
            for (change, alone, with_others) in cases {
                assert_eq!(effect(from, change, false), alone, "{from:?} {change:?}");
                assert_eq!(
                    effect(from, change, true),
                    with_others,
                    "{from:?} {change:?}"
                );
            }
        }
    }
}
