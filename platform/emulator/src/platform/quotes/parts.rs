//! Parts of a quote: its associations, and the effects of changing them.

use super::{
    account::Account,
    currency::{check_line, is_settled, of_quote},
    lock::{find, is_locked, locked},
    quote::{CUSTOMIZABLE, Quote},
    settle::refresh,
};
use crate::platform::{
    answer::{Refusal, Result, quoted, refuse},
    namespace::Namespace,
    records::{
        Objects, Schema,
        store::Record,
        type_ids::{COMPANY, CONTACT, DEAL, DISCOUNT, FEE, LINE_ITEM, QUOTE, TAX, TEMPLATE},
    },
};

/// Refuses a change of a part of a published quote.
pub(super) fn check_part(namespace: &Namespace<'_>, schema: &Schema, id: i64) -> Result<()> {
    for quote in quotes_of(namespace, schema, id)? {
        if let Some(record) = find(namespace, quote)?
            && is_locked(&record)
        {
            let what = format!("its {} {id} cannot be changed", schema.singular());
            return Err(locked(&record, "LOCKED", &what));
        }
    }
    Ok(())
}

/// Computes the quotes again that a record belongs to.
pub(super) fn refresh_of(namespace: &Namespace<'_>, schema: &Schema, id: i64) -> Result<()> {
    for quote in quotes_of(namespace, schema, id)? {
        refresh(namespace, quote)?;
    }
    Ok(())
}

fn quotes_of(namespace: &Namespace<'_>, schema: &Schema, id: i64) -> Result<Vec<i64>> {
    Objects::of(namespace, schema).associated(id, QUOTE)
}

/// Refuses an association that a quote cannot have.
///
/// Source: the quotes guide, the rules of associations, read 2026-11.
pub(super) fn check_association(
    namespace: &Namespace<'_>,
    quote: i64,
    other: &Schema,
    other_id: i64,
) -> Result<()> {
    let Some(record) = find(namespace, quote)? else {
        return Ok(());
    };
    check_unlocked(&record, other)?;
    let known = Quote::load(namespace, record)?;
    let one_only = |known: &Option<Record>| match known {
        Some(known) if known.id != other_id => Err(refuse!(
            invalid("associations", "ALREADY_ASSOCIATED"),
            "the quote {quote} has the {} {} already, and may have one: take that away first",
            other.singular(),
            known.id
        )),
        _ => Ok(()),
    };
    match other.type_id.as_str() {
        DEAL => {
            one_only(&known.deal)?;
            let deal = Objects::of(namespace, other).find(other_id)?;
            let account = Account::of(namespace)?;
            let currency = of_quote(&known.record, deal.as_ref(), &account);
            for line in &known.lines {
                check_own_line(namespace, line.id, other_id)?;
                check_line(line, quote, currency)?;
            }
        }
        COMPANY => one_only(&known.company)?,
        TEMPLATE => {
            one_only(&known.template)?;
            check_template(namespace, other, other_id)?;
        }
        LINE_ITEM => {
            if let Some(deal) = &known.deal {
                check_own_line(namespace, other_id, deal.id)?;
            }
            if is_settled(&known.record, known.deal.as_ref())
                && let Some(line) = Objects::of(namespace, other).find(other_id)?
            {
                let account = Account::of(namespace)?;
                check_line(&line, quote, known.currency(&account))?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// Refuses a change of a published quote's associations with visible parts.
pub(super) fn check_dissociation(
    namespace: &Namespace<'_>,
    quote: i64,
    other: &Schema,
) -> Result<()> {
    match find(namespace, quote)? {
        Some(record) => check_unlocked(&record, other),
        None => Ok(()),
    }
}

/// Refuses to share a line item of one of a deal's quotes with the deal.
pub(super) fn check_deal_line(namespace: &Namespace<'_>, deal: i64, line: i64) -> Result<()> {
    let quotes = Objects::named(namespace, DEAL)?.associated(deal, QUOTE)?;
    let on = Objects::named(namespace, LINE_ITEM)?.associated(line, QUOTE)?;
    if quotes.iter().any(|quote| on.contains(quote)) {
        return Err(shared_line(line, deal));
    }
    Ok(())
}

fn check_own_line(namespace: &Namespace<'_>, line: i64, deal: i64) -> Result<()> {
    let lines = Objects::named(namespace, LINE_ITEM)?;
    if lines.associated(line, DEAL)?.contains(&deal) {
        return Err(shared_line(line, deal));
    }
    Ok(())
}

fn shared_line(line: i64, deal: i64) -> Refusal {
    refuse!(
        invalid("associations", "SHARED_LINE_ITEM"),
        "the line item {line} belongs to the deal {deal}: make a copy of it for the quote, \
         since a quote's line items are its own"
    )
}

fn check_template(namespace: &Namespace<'_>, schema: &Schema, id: i64) -> Result<()> {
    let template = Objects::of(namespace, schema).find(id)?;
    let kind = template
        .as_ref()
        .and_then(|template| template.text("hs_template_type"));
    if kind == Some(CUSTOMIZABLE) {
        return Ok(());
    }
    Err(refuse!(
        invalid("associations", "UNSUPPORTED_QUOTE_TEMPLATE"),
        "the quote template {id} is of the type {}: use one of the type {CUSTOMIZABLE}",
        quoted(kind.unwrap_or_default())
    ))
}

fn check_unlocked(record: &Record, other: &Schema) -> Result<()> {
    if PARTS.contains(&other.type_id.as_str()) && is_locked(record) {
        let what = format!("its {} cannot be changed", other.plural());
        return Err(locked(record, "LOCKED", &what));
    }
    Ok(())
}

/// Types of the records that a buyer sees.
const PARTS: [&str; 8] = [
    COMPANY, CONTACT, DEAL, DISCOUNT, FEE, LINE_ITEM, TAX, TEMPLATE,
];
