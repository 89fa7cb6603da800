//! Hooks of quotes and of the records in them.

use super::{
    amounts,
    contract::{self, Contract},
    currency::{self, digits},
    lock::check_archive,
    parts::{check_association, check_deal_line, check_dissociation, check_part, refresh_of},
    product,
    quote::{is_expired, line},
    settle::{self, refresh},
};
use crate::platform::{
    answer::Result,
    namespace::Namespace,
    records::{
        Changes, Objects, Schema,
        hooks::{After, Hooks, Side, Write},
        store::{Properties, Record},
        type_ids::{DEAL, DISCOUNT, FEE, LINE_ITEM, QUOTE, TAX, TEMPLATE},
    },
};

/// The hooks of a type of records in quotes.
pub(crate) fn hooks(type_id: &str) -> Option<&'static dyn Hooks> {
    Some(match type_id {
        DEAL => &Part::Deal,
        DISCOUNT | FEE | TAX => &Part::Adjustment,
        LINE_ITEM => &Part::LineItem,
        QUOTE => &Quote,
        TEMPLATE => &Part::Template,
        _ => return None,
    })
}

/// Its status and its computed properties.
#[derive(Debug)]
struct Quote;

impl Hooks for Quote {
    fn calculated(&self, name: &str, properties: &Properties, now_ms: i64) -> Option<String> {
        (name == "hs_expired" && properties.contains_key("hs_expiration_date"))
            .then(|| is_expired(properties, now_ms).to_string())
    }

    fn complete(&self, namespace: &Namespace<'_>, changes: &mut Changes) -> Result<Changes> {
        let status = settle::complete(namespace, changes)?.into_iter();
        let status = status.map(|status| ("hs_status".to_owned(), Some(status)));
        Ok(status.collect())
    }

    fn plan<'a>(
        &self,
        write: Write<'a>,
        record: &Record,
        changes: &mut Changes,
    ) -> Result<After<'a>> {
        let plan = settle::plan(write.namespace, record, changes, write.caller)?;
        Ok(Box::new(move |record| {
            settle::settle(write.namespace, record, &plan)
        }))
    }

    fn check_archive(&self, _: Write<'_>, record: &Record) -> Result<()> {
        check_archive(record)
    }

    fn archived(&self, write: Write<'_>, id: i64) -> Result<()> {
        let quotes = Objects::of(write.namespace, write.schema);
        for line in quotes.associated(id, LINE_ITEM)? {
            currency::follow(write.namespace, line)?;
        }
        Ok(())
    }

    fn check_association(&self, namespace: &Namespace<'_>, id: i64, other: Side<'_>) -> Result<()> {
        check_association(namespace, id, other.0, other.1)
    }

    fn check_dissociation(&self, namespace: &Namespace<'_>, id: i64, other: &Schema) -> Result<()> {
        check_dissociation(namespace, id, other)
    }

    fn associated(&self, namespace: &Namespace<'_>, id: i64) -> Result<()> {
        refresh(namespace, id)
    }
}

/// A record in a quote; locked while one of its quotes is published.
#[derive(Debug)]
enum Part {
    /// A discount, a fee or a tax.
    Adjustment,
    /// Its quotes' currency and owner follow from it.
    Deal,
    /// Like an adjustment, with computed amounts.
    LineItem,
    /// The look of its quotes.
    Template,
}

impl Hooks for Part {
    fn calculated(&self, name: &str, properties: &Properties, _: i64) -> Option<String> {
        properties.get("price")?;
        let digits = digits(currency::of_line(properties));
        let line = line(properties);
        let amount = line.amount(digits)?;
        let contract = || Contract::of(properties, amount.amount, digits);
        Some(amounts::text(match name {
            _ if !matches!(self, Self::LineItem) => return None,
            "hs_pre_discount_amount" => amount.before,
            "hs_total_discount" => amount.off,
            "amount" => amount.amount,
            "hs_margin" => line.margin(digits)?,
            "hs_mrr" => contract()?.monthly,
            "hs_arr" => contract()?.yearly,
            "hs_acv" => contract()?.first_year,
            "hs_tcv" => contract()?.total,
            _ => return None,
        }))
    }

    fn complete(&self, namespace: &Namespace<'_>, changes: &mut Changes) -> Result<Changes> {
        if matches!(self, Self::LineItem) {
            product::copy(namespace, changes)?;
        }
        Ok(Changes::new())
    }

    fn plan<'a>(
        &self,
        write: Write<'a>,
        record: &Record,
        changes: &mut Changes,
    ) -> Result<After<'a>> {
        match self {
            Self::Template => return Ok(Box::new(Ok)),
            Self::Deal => {}
            Self::Adjustment => check_part(write.namespace, write.schema, record.id)?,
            Self::LineItem => {
                contract::check(record, changes)?;
                check_part(write.namespace, write.schema, record.id)?;
                return Ok(Box::new(move |record| {
                    currency::check_quotes_of(write.namespace, &record)?;
                    refresh_of(write.namespace, write.schema, record.id)?;
                    // Reads again, with the currency that the quote's refresh stored.
                    let lines = Objects::of(write.namespace, write.schema);
                    Ok(lines.find(record.id)?.unwrap_or(record))
                }));
            }
        }
        Ok(Box::new(move |record| {
            refresh_of(write.namespace, write.schema, record.id)?;
            Ok(record)
        }))
    }

    fn check_archive(&self, write: Write<'_>, record: &Record) -> Result<()> {
        check_part(write.namespace, write.schema, record.id)
    }

    fn archived(&self, write: Write<'_>, id: i64) -> Result<()> {
        refresh_of(write.namespace, write.schema, id)
    }

    fn check_association(&self, namespace: &Namespace<'_>, id: i64, other: Side<'_>) -> Result<()> {
        if matches!(self, Self::Deal) && other.0.type_id == LINE_ITEM {
            check_deal_line(namespace, id, other.1)?;
        }
        Ok(())
    }

    fn associated(&self, namespace: &Namespace<'_>, id: i64) -> Result<()> {
        if matches!(self, Self::LineItem) {
            currency::follow(namespace, id)?;
        }
        Ok(())
    }
}
