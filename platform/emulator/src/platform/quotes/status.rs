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
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// As the property has it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "DRAFT",
            Self::PendingApproval => "PENDING_APPROVAL",
            Self::Rejected => "REJECTED",
            Self::Approved => "APPROVED",
            Self::ApprovalNotNeeded => "APPROVAL_NOT_NEEDED",
        }
    }

    /// True if a buyer can open the quote.
    pub(crate) const fn is_published(self) -> bool {
        matches!(self, Self::Approved | Self::ApprovalNotNeeded)
    }

    const ALL: [Self; 5] = [
        Self::Draft,
        Self::PendingApproval,
        Self::Rejected,
        Self::Approved,
        Self::ApprovalNotNeeded,
    ];
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

/// The conditions of publishing a quote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one condition of the guide"
)]
pub(crate) struct Content {
    pub(crate) has_deal: bool,
    pub(crate) has_template: bool,
    /// The template is a customizable one.
    pub(crate) has_customizable_template: bool,
    pub(crate) has_line_items: bool,
    /// A line item belongs to the deal too.
    pub(crate) shares_line_items: bool,
    /// A line item is in another currency.
    pub(crate) has_foreign_line_items: bool,
    pub(crate) is_expired: bool,
    /// It is signed electronically, and has no signer.
    pub(crate) lacks_signers: bool,
    /// It is signed electronically, and the month's limit is used up.
    pub(crate) is_above_signature_limit: bool,
}

/// A reason why a quote cannot be published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    Deal,
    Template,
    CustomizableTemplate,
    LineItem,
    OwnLineItems,
    LineItemCurrency,
    FutureExpiration,
    Signer,
    SignatureLimit,
}

impl Content {
    /// Every reason why it cannot be published.
    pub(crate) fn missing(&self) -> Vec<Missing> {
        let is_legacy = self.has_template && !self.has_customizable_template;
        [
            (!self.has_deal, Missing::Deal),
            (!self.has_template, Missing::Template),
            (is_legacy, Missing::CustomizableTemplate),
            (!self.has_line_items, Missing::LineItem),
            (self.shares_line_items, Missing::OwnLineItems),
            (self.has_foreign_line_items, Missing::LineItemCurrency),
            (self.is_expired, Missing::FutureExpiration),
            (self.lacks_signers, Missing::Signer),
            (self.is_above_signature_limit, Missing::SignatureLimit),
        ]
        .into_iter()
        .filter_map(|(is_missing, missing)| is_missing.then_some(missing))
        .collect()
    }
}

impl Missing {
    /// The code of the refusal's detail.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::Deal => "MISSING_DEAL",
            Self::Template => "MISSING_QUOTE_TEMPLATE",
            Self::CustomizableTemplate => "UNSUPPORTED_QUOTE_TEMPLATE",
            Self::LineItem => "MISSING_LINE_ITEM",
            Self::OwnLineItems => "SHARED_LINE_ITEM",
            Self::LineItemCurrency => "LINE_ITEM_CURRENCY",
            Self::FutureExpiration => "EXPIRED",
            Self::Signer => "MISSING_SIGNER",
            Self::SignatureLimit => "ESIGN_LIMIT_EXCEEDED",
        }
    }

    /// The text of the refusal: fault and fix.
    pub(crate) const fn message(self) -> &'static str {
        match self {
            Self::Deal => "the quote has no deal: associate one (type 64)",
            Self::Template => "the quote has no quote template: associate one (type 286)",
            Self::CustomizableTemplate => {
                "the quote's template is a legacy one: associate one of the type \
                 CUSTOMIZABLE_QUOTE_TEMPLATE"
            }
            Self::LineItem => "the quote has no line items: associate some (type 67)",
            Self::OwnLineItems => {
                "a line item of the quote is the deal's own: make a copy of it for the quote"
            }
            Self::LineItemCurrency => {
                "a line item is in another currency than the quote: give it the quote's, or no \
                 hs_line_item_currency_code"
            }
            Self::FutureExpiration => {
                "hs_expiration_date has passed: set a day that is still to come"
            }
            Self::Signer => {
                "the quote is signed electronically, and nobody is to sign: associate a contact as \
                 a signer (type 702), or set hs_esign_enabled to false"
            }
            Self::SignatureLimit => {
                "the month's limit of electronic signatures is used up: publish without \
                 hs_esign_enabled, or wait for the next month"
            }
        }
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

    #[test]
    fn every_reason_against_publishing_is_named() {
        let whole = Content {
            has_deal: true,
            has_template: true,
            has_customizable_template: true,
            has_line_items: true,
            ..Content::default()
        };

        assert_eq!(whole.missing(), []);
        assert_eq!(
            Content::default().missing(),
            [Missing::Deal, Missing::Template, Missing::LineItem]
        );
        let bad = Content {
            has_customizable_template: false,
            shares_line_items: true,
            has_foreign_line_items: true,
            is_expired: true,
            lacks_signers: true,
            is_above_signature_limit: true,
            ..whole
        };
        assert_eq!(
            bad.missing(),
            [
                Missing::CustomizableTemplate,
                Missing::OwnLineItems,
                Missing::LineItemCurrency,
                Missing::FutureExpiration,
                Missing::Signer,
                Missing::SignatureLimit
            ]
        );
    }

    /// The table of `hs_payment_status`.
    #[test]
    fn a_payment_goes_the_way_of_the_table() {
        use Payment::{Paid, Pending, Processing};
        for (from, to, by_ach, otherwise) in [
            (Pending, Processing, true, false),
            (Pending, Paid, true, true),
            (Processing, Paid, true, true),
            (Pending, Pending, false, false),
            (Processing, Pending, false, false),
            (Processing, Processing, false, false),
            (Paid, Pending, false, false),
            (Paid, Processing, false, false),
            (Paid, Paid, false, false),
        ] {
            assert_eq!(from.may_become(to, true), by_ach, "{from:?} {to:?}");
            assert_eq!(from.may_become(to, false), otherwise, "{from:?} {to:?}");
        }
    }

    #[test]
    fn a_status_is_read_as_it_is_written() {
        for status in Status::ALL {
            assert_eq!(Status::parse(status.as_str()), Some(status));
        }
        assert_eq!(Status::parse("draft"), None);
    }
}
