//! The currency of a line item: its own, else that of its quote.
//!
//! The amounts of a line item are computed from the line item alone. So its quote's currency
//! is stored with it, as no property, and follows the quote.

use iso_currency::Currency;

use super::{
    account::Account,
    lock::{find, is_locked},
    own,
};
use crate::platform::{
    answer::{Refusal, Result},
    namespace::Namespace,
    records::{
        Objects,
        store::{Properties, Record},
        type_ids::{DEAL, LINE_ITEM, QUOTE},
    },
};

/// The currency of a line item; empty for one without a currency and a quote.
pub(super) fn of_line(properties: &Properties) -> &str {
    let own = properties.get(OWN);
    own.or_else(|| properties.get(QUOTE_CURRENCY))
        .map_or("", String::as_str)
}

/// The currency's digits behind the point; 2 if ISO 4217 defines none.
pub(super) fn digits(currency: &str) -> u32 {
    let exponent = Currency::from_code(currency).and_then(Currency::exponent);
    exponent.map_or(2, u32::from)
}

/// A quote's own currency, else that of its deal, else the account's.
pub(super) fn of_quote<'a>(
    quote: &'a Record,
    deal: Option<&'a Record>,
    account: &'a Account,
) -> &'a str {
    let of_deal = || deal?.text("deal_currency_code");
    own::value(quote, "hs_currency")
        .or_else(of_deal)
        .unwrap_or(&account.currency)
}

/// True if a quote's currency is its own or its deal's.
pub(super) fn is_settled(quote: &Record, deal: Option<&Record>) -> bool {
    deal.is_some() || own::value(quote, "hs_currency").is_some()
}

/// True if a line item has its own currency, and not this one.
pub(super) fn is_foreign(line: &Record, currency: &str) -> bool {
    line.text(OWN).is_some_and(|own| own != currency)
}

/// Refuses a line item in another currency than its quote.
pub(super) fn check_line(line: &Record, quote: i64, currency: &str) -> Result<()> {
    if is_foreign(line, currency) {
        return Err(Refusal::invalid(OWN, CODE, message(line, quote, currency)));
    }
    Ok(())
}

/// The text of the refusal, with the fix.
pub(super) fn message(line: &Record, quote: i64, currency: &str) -> String {
    format!(
        "the line item {} is in {}, and the quote {quote} in {currency}: give both the same, or \
         the line item no {OWN}",
        line.id,
        of_line(&line.properties)
    )
}

/// Refuses a line item in another currency than the settled one of its quotes.
pub(super) fn check_quotes_of(namespace: &Namespace<'_>, line: &Record) -> Result<()> {
    for quote in Objects::named(namespace, LINE_ITEM)?.associated(line.id, QUOTE)? {
        let deal = deal_of(namespace, quote)?;
        if let Some(record) = find(namespace, quote)?
            && is_settled(&record, deal.as_ref())
        {
            let account = Account::of(namespace)?;
            let currency = of_quote(&record, deal.as_ref(), &account);
            check_line(line, quote, currency)?;
        }
    }
    Ok(())
}

/// Stores the currency of a quote with its line items.
pub(super) fn note(namespace: &Namespace<'_>, lines: &[Record], currency: &str) -> Result<()> {
    for line in lines {
        put(namespace, line, Some(currency))?;
    }
    Ok(())
}

/// Stores the currency of a line item's quote with it, after it was added or removed.
pub(super) fn follow(namespace: &Namespace<'_>, id: i64) -> Result<()> {
    let lines = Objects::named(namespace, LINE_ITEM)?;
    let Some(line) = lines.find(id)? else {
        return Ok(());
    };
    let Some(quote) = lines.associated(id, QUOTE)?.into_iter().next() else {
        return put(namespace, &line, None);
    };
    let deal = deal_of(namespace, quote)?;
    match find(namespace, quote)? {
        // A published quote does not change.
        Some(quote) if !is_locked(&quote) => {
            let account = Account::of(namespace)?;
            let currency = of_quote(&quote, deal.as_ref(), &account);
            put(namespace, &line, Some(currency))
        }
        _ => Ok(()),
    }
}

fn put(namespace: &Namespace<'_>, line: &Record, currency: Option<&str>) -> Result<()> {
    if line.text(QUOTE_CURRENCY) == currency {
        return Ok(());
    }
    let mut line = line.clone();
    match currency {
        Some(currency) => line
            .properties
            .insert(QUOTE_CURRENCY.to_owned(), currency.to_owned()),
        None => line.properties.remove(QUOTE_CURRENCY),
    };
    Objects::named(namespace, LINE_ITEM)?.put(&line)
}

fn deal_of(namespace: &Namespace<'_>, quote: i64) -> Result<Option<Record>> {
    let deals = Objects::named(namespace, QUOTE)?.associated(quote, DEAL)?;
    match deals.into_iter().next() {
        Some(deal) => Objects::named(namespace, DEAL)?.find(deal),
        None => Ok(None),
    }
}

/// The code of the refusal.
pub(super) const CODE: &str = "LINE_ITEM_CURRENCY";

const OWN: &str = "hs_line_item_currency_code";

/// Internal names begin with a dot.
const QUOTE_CURRENCY: &str = ".quote_currency";
