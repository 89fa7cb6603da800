//! What a write of a record means beside the write: by the record's type.

use super::{changes::Changes, kept::Kept, schema::Schema};
use crate::platform::{
    answer::Refusal,
    call::Space,
    oauth::tokens::Caller,
    quotes::{self, DEAL, DISCOUNT, FEE, LINE_ITEM, QUOTE, TAX, TEMPLATE},
};

/// What writes of one type mean.
#[derive(Debug)]
pub(super) struct Effects<'a> {
    pub(super) space: &'a Space<'a>,
    pub(super) schema: &'a Schema,
    /// Who writes; nobody for the service itself.
    pub(super) caller: Option<&'a Caller>,
}

/// What a change means, before it is written.
#[derive(Debug)]
pub(super) enum Planned {
    /// Nothing.
    Nothing,
    /// A change of a quote.
    Quote(quotes::Planned),
    /// A change of what the amounts or the owner of quotes follow from.
    PartOfQuotes,
}

impl Effects<'_> {
    /// Gives a new record what the service gives it. What has to wait until its
    /// associations are there is taken out, and comes back.
    pub(super) fn complete(&self, changes: &mut Changes) -> Result<Changes, Refusal> {
        let mut later = Changes::new();
        if self.is(QUOTE)
            && let Some(status) = quotes::complete(self.space, changes)?
        {
            later.insert("hs_status".to_owned(), Some(status));
        }
        Ok(later)
    }

    /// Judges a change.
    pub(super) fn plan(&self, record: &Kept, changes: &mut Changes) -> Result<Planned, Refusal> {
        if self.is(QUOTE) {
            let planned = quotes::plan(self.space, record, changes, self.caller)?;
            return Ok(Planned::Quote(planned));
        }
        if self.is_priced() {
            quotes::check_part(self.space, self.schema, record.id)?;
        }
        if self.is_priced() || self.is(DEAL) {
            return Ok(Planned::PartOfQuotes);
        }
        Ok(Planned::Nothing)
    }

    /// Does what a change means, after it was written.
    pub(super) fn settle(&self, record: Kept, planned: Planned) -> Result<Kept, Refusal> {
        match planned {
            Planned::Nothing => Ok(record),
            Planned::Quote(planned) => quotes::settle(self.space, record, &planned),
            Planned::PartOfQuotes => {
                quotes::refresh_of(self.space, self.schema, record.id)?;
                Ok(record)
            }
        }
    }

    /// Refuses to delete what has to stay.
    pub(super) fn check_archive(&self, record: &Kept) -> Result<(), Refusal> {
        if self.is(QUOTE) {
            return quotes::check_archive(record);
        }
        if self.is_priced() || self.is(DEAL) || self.is(TEMPLATE) {
            quotes::check_part(self.space, self.schema, record.id)?;
        }
        Ok(())
    }

    /// Does what a deletion means.
    pub(super) fn archived(&self, id: i64) -> Result<(), Refusal> {
        if self.is_priced() || self.is(DEAL) || self.is(TEMPLATE) {
            quotes::refresh_of(self.space, self.schema, id)?;
        }
        Ok(())
    }

    fn is(&self, type_id: &str) -> bool {
        self.schema.type_id == type_id
    }

    /// Whether it is a part of what a quote costs.
    fn is_priced(&self) -> bool {
        [LINE_ITEM, DISCOUNT, FEE, TAX]
            .iter()
            .any(|one| self.is(one))
    }
}

/// Refuses an association that one of the two cannot have.
pub(super) fn check_association(
    space: &Space<'_>,
    from: (&Schema, i64),
    to: (&Schema, i64),
) -> Result<(), Refusal> {
    for ((schema, id), (other, other_id)) in [(from, to), (to, from)] {
        match (schema.type_id.as_str(), other.type_id.as_str()) {
            (QUOTE, _) => quotes::check_association(space, id, other, other_id)?,
            (DEAL, LINE_ITEM) => quotes::check_deal_line(space, id, other_id)?,
            _ => {}
        }
    }
    Ok(())
}

/// Refuses to take an association away that has to stay.
pub(super) fn check_dissociation(
    space: &Space<'_>,
    from: (&Schema, i64),
    to: (&Schema, i64),
) -> Result<(), Refusal> {
    for ((schema, id), (other, _)) in [(from, to), (to, from)] {
        if schema.type_id == QUOTE {
            quotes::check_dissociation(space, id, other)?;
        }
    }
    Ok(())
}

/// Does what a change of associations means.
pub(super) fn associated(
    space: &Space<'_>,
    from: (&Schema, i64),
    to: (&Schema, i64),
) -> Result<(), Refusal> {
    for (schema, id) in [from, to] {
        if schema.type_id == QUOTE {
            quotes::refresh(space, id)?;
        }
    }
    Ok(())
}
