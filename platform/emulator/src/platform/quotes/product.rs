//! Properties that a line item copies from its product.

use crate::platform::{
    answer::Result,
    namespace::Namespace,
    records::{Changes, Objects, type_ids::PRODUCT},
};

/// Copies the product's properties that the new line item does not set. Later changes of the
/// product do not follow.
///
/// Source: the service's guide to line items, read 2026-11.
pub(super) fn copy(namespace: &Namespace<'_>, changes: &mut Changes) -> Result<()> {
    let Some(Some(id)) = changes.get("hs_product_id") else {
        return Ok(());
    };
    let Ok(id) = id.parse() else {
        return Ok(());
    };
    let Some(product) = Objects::named(namespace, PRODUCT)?.present(id)? else {
        return Ok(());
    };
    for (name, value) in product.properties {
        if COPIED.contains(&&*name) {
            changes.entry(name).or_insert(Some(value));
        }
    }
    Ok(())
}

const COPIED: [&str; 7] = [
    "description",
    "hs_cost_of_goods_sold",
    "hs_recurring_billing_period",
    "hs_sku",
    "name",
    "price",
    "recurringbillingfrequency",
];
