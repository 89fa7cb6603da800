//! The built-in quotes: computes their values.

use super::{
    account::Account,
    lock::is_locked,
    settle::{Plan, settle},
    status::StatusEffect,
};
use crate::platform::{
    answer::Result,
    namespace::Namespace,
    records::{Objects, type_ids::QUOTE},
};

/// Computes each quote of a namespace that was just filled with records.
pub(crate) fn fill(namespace: &Namespace<'_>) -> Result<()> {
    for record in Objects::named(namespace, QUOTE)?.list(0, false, i64::MAX)? {
        let effect = if is_locked(&record) {
            StatusEffect::Publish
        } else {
            StatusEffect::Edit
        };
        let plan = Plan {
            effect,
            has_status: true,
        };
        settle(namespace, record, &plan)?;
    }
    // Built-in quotes do not count for a month's limit.
    Account::default().store(namespace)
}
