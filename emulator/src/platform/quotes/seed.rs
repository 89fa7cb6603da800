//! The quotes that are there from the start: what follows from what belongs to them.

use super::{Planned, QUOTE, settle, status::Step};
use crate::platform::{
    answer::Refusal,
    call::Space,
    objects::{Objects, Schema},
};

/// Computes each quote of a namespace that was just filled with records.
pub(crate) fn fill(space: &Space<'_>) -> Result<(), Refusal> {
    let schema = Schema::named(space, QUOTE)?;
    for record in Objects::of(space, &schema).list(0, false, i64::MAX)? {
        let step = if super::is_locked(&record) {
            Step::Publish
        } else {
            Step::Edit
        };
        let planned = Planned {
            step,
            has_status: true,
        };
        settle(space, record, &planned)?;
    }
    Ok(())
}
