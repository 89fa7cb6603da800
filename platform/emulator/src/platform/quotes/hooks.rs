//! What the types of records mean that a quote is made of.

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

/// The hooks of a type that quotes are made of.
pub(crate) fn hooks(type_id: &str) -> Option<&'static dyn Hooks> {
    Some(match type_id {
        DEAL => &Deal,
        DISCOUNT | FEE | TAX => &Adjustment,
        LINE_ITEM => &LineItem,
        QUOTE => &Quote,
        TEMPLATE => &Template,
        _ => return None,
    })
}

/// Its status, and what is computed from what belongs to it.
#[derive(Debug)]
struct Quote;

impl Hooks for Quote {
    fn calculated(&self, name: &str, properties: &Properties, now_ms: i64) -> Option<String> {
        (name == "hs_expired" && properties.contains_key("hs_expiration_date"))
            .then(|| is_expired(properties, now_ms).to_string())
    }

    fn complete(&self, namespace: &Namespace<'_>, changes: &mut Changes) -> Result<Changes> {
        let status = settle::complete(namespace, changes)?;
        Ok(status
            .map(|status| ("hs_status".to_owned(), Some(status)))
            .into_iter()
            .collect())
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

/// Currency and owner of its quotes follow from it.
#[derive(Debug)]
struct Deal;

impl Hooks for Deal {
    fn plan<'a>(&self, write: Write<'a>, _: &Record, _: &mut Changes) -> Result<After<'a>> {
        Ok(after_part(write))
    }

    fn check_archive(&self, write: Write<'_>, record: &Record) -> Result<()> {
        check_part(write.namespace, write.schema, record.id)
    }

    fn archived(&self, write: Write<'_>, id: i64) -> Result<()> {
        refresh_of(write.namespace, write.schema, id)
    }

    fn check_association(&self, namespace: &Namespace<'_>, id: i64, other: Side<'_>) -> Result<()> {
        if other.0.type_id == LINE_ITEM {
            check_deal_line(namespace, id, other.1)?;
        }
        Ok(())
    }
}

/// Its quotes look as it says.
#[derive(Debug)]
struct Template;

impl Hooks for Template {
    fn check_archive(&self, write: Write<'_>, record: &Record) -> Result<()> {
        check_part(write.namespace, write.schema, record.id)
    }

    fn archived(&self, write: Write<'_>, id: i64) -> Result<()> {
        refresh_of(write.namespace, write.schema, id)
    }
}

/// A discount, a fee or a tax: a part of what a quote costs.
#[derive(Debug)]
struct Adjustment;

impl Hooks for Adjustment {
    fn plan<'a>(&self, write: Write<'a>, record: &Record, _: &mut Changes) -> Result<After<'a>> {
        check_part(write.namespace, write.schema, record.id)?;
        Ok(after_part(write))
    }

    fn check_archive(&self, write: Write<'_>, record: &Record) -> Result<()> {
        check_part(write.namespace, write.schema, record.id)
    }

    fn archived(&self, write: Write<'_>, id: i64) -> Result<()> {
        refresh_of(write.namespace, write.schema, id)
    }
}

/// As an adjustment, with amounts of its own.
#[derive(Debug)]
struct LineItem;

impl Hooks for LineItem {
    fn calculated(&self, name: &str, properties: &Properties, _: i64) -> Option<String> {
        let value = |name: &str| properties.get(name).map(String::as_str);
        value("price")?;
        let digits = digits(currency::of_line(properties));
        let line = line(properties);
        let amount = line.amount(digits)?;
        let contract = || Contract::of(properties, amount.amount, digits);
        Some(amounts::text(match name {
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
        product::copy(namespace, changes)?;
        Ok(Changes::new())
    }

    fn plan<'a>(
        &self,
        write: Write<'a>,
        record: &Record,
        changes: &mut Changes,
    ) -> Result<After<'a>> {
        contract::check(record, changes)?;
        let after = Adjustment.plan(write, record, changes)?;
        Ok(Box::new(move |record| {
            currency::check_quotes_of(write.namespace, &record)?;
            let record = after(record)?;
            // With the currency of its quote, as the quote's own step stored it.
            let lines = Objects::of(write.namespace, write.schema);
            Ok(lines.find(record.id)?.unwrap_or(record))
        }))
    }

    fn check_archive(&self, write: Write<'_>, record: &Record) -> Result<()> {
        Adjustment.check_archive(write, record)
    }

    fn archived(&self, write: Write<'_>, id: i64) -> Result<()> {
        Adjustment.archived(write, id)
    }

    fn associated(&self, namespace: &Namespace<'_>, id: i64) -> Result<()> {
        currency::follow(namespace, id)
    }
}

/// Computes the quotes anew that a record belongs to.
fn after_part(write: Write<'_>) -> After<'_> {
    Box::new(move |record| {
        refresh_of(write.namespace, write.schema, record.id)?;
        Ok(record)
    })
}
