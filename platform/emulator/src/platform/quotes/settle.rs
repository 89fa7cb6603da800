//! Validates a change of a quote, and computes its totals.
//!
//! Computed properties are stored with the quote, and computed again with each write of the
//! quote, its parts and its associations. Once it is published, nothing of it changes.

use calling_rest::error::ErrorDetail;
use jiff::{Timestamp, tz::TimeZone};

use super::{
    account::Account,
    currency,
    lock::{find, is_locked, locked, status_of},
    own, primary,
    quote::{CUSTOMIZABLE, Quote, is_true},
    signature,
    status::{Payment, Refused, Status, StatusChange, StatusEffect, effect},
};
use crate::{
    Profile,
    platform::{
        answer::{Refusal, Result, refuse},
        namespace::Namespace,
        oauth::caller::{Caller, scopes_missing},
        records::{Author, Changes, Objects, store::Record, type_ids::QUOTE},
    },
};

/// A validated change of a quote, before it is written.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(super) effect: StatusEffect,
    pub(super) has_status: bool,
}

/// Sets slug and number. Removes and returns `hs_status`: it is applied once the
/// associations exist.
pub(crate) fn complete(namespace: &Namespace<'_>, changes: &mut Changes) -> Result<Option<String>> {
    default_to(changes, "hs_slug", || slug(namespace))?;
    default_to(changes, "hs_quote_number", || {
        Ok(number_of(namespace.now_ms))
    })?;
    own::store(changes);
    Ok(changes.remove("hs_status").flatten())
}

fn default_to(
    changes: &mut Changes,
    name: &str,
    make: impl FnOnce() -> Result<String>,
) -> Result<()> {
    if changes.get(name).is_none_or(Option::is_none) {
        changes.insert(name.to_owned(), Some(make()?));
    }
    Ok(())
}

fn slug(namespace: &Namespace<'_>) -> Result<String> {
    Ok(namespace.uuid("slug")?.replace('-', ""))
}

/// The key in the quote's public address, unique for each record.
fn url_key(namespace: &Namespace<'_>, id: i64) -> String {
    let key = namespace
        .identity
        .uuid("public-url-key", namespace.name, id);
    key.replace('-', "")
}

/// The number of a quote, its time in milliseconds: `20261123-101500123`.
fn number_of(now_ms: i64) -> String {
    Timestamp::from_millisecond(now_ms)
        .map(|moment| {
            let moment = moment.to_zoned(TimeZone::UTC);
            moment.strftime("%Y%m%d-%H%M%S%3f").to_string()
        })
        .unwrap_or_default()
}

/// Validates a change of a quote.
pub(crate) fn plan(
    namespace: &Namespace<'_>,
    record: &Record,
    changes: &mut Changes,
    caller: Option<&Caller>,
) -> Result<Plan> {
    // A quote always has an address of its own.
    if changes.get("hs_slug").is_some_and(Option::is_none) {
        changes.insert("hs_slug".to_owned(), Some(slug(namespace)?));
    }
    let from = status_of(record);
    let wanted = match changes.get("hs_status") {
        None => StatusChange::Same,
        Some(None) => StatusChange::None,
        Some(Some(text)) => Status::parse(text).map_or(StatusChange::Same, StatusChange::To),
    };
    let has_others = changes
        .iter()
        .any(|(name, value)| name != "hs_status" && record.properties.get(name) != value.as_ref());
    let effect = effect(from, wanted, has_others).map_err(|refused| refusal(refused, record))?;
    if matches!(effect, StatusEffect::Publish | StatusEffect::Rename) {
        check_scopes(namespace, caller)?;
    }
    if has_others {
        own::store(changes);
    }
    Ok(Plan {
        effect,
        has_status: matches!(wanted, StatusChange::To(_)),
    })
}

/// Applies the effects of a change, after it was written.
pub(crate) fn settle(namespace: &Namespace<'_>, record: Record, plan: &Plan) -> Result<Record> {
    if plan.effect == StatusEffect::Rename {
        return Ok(record);
    }
    let account = Account::of(namespace)?;
    let quote = Quote::load(namespace, record)?;
    currency::note(namespace, &quote.lines, quote.currency(&account))?;
    let mut changes = quote.computed(&account, namespace.profile);
    let mut set = |name: &str, value: Option<&str>| {
        changes.insert(name.to_owned(), value.map(str::to_owned));
    };
    if plan.has_status {
        set("hs_template_type", Some(CUSTOMIZABLE));
    }
    let properties = &quote.record.properties;
    let payment = quote.record.text("hs_payment_status");
    let payment = payment.and_then(Payment::parse);
    let is_payable = is_true(properties, "hs_payment_enabled");
    // The contract has no value for it: there the property is left out.
    let none = (namespace.profile == Profile::Vendor && !is_payable).then_some(PAYMENT_NOT_ENABLED);
    if payment.is_none() {
        set("hs_payment_status", none);
    }
    if !properties.contains_key(URL_KEY) {
        set(URL_KEY, Some(&url_key(namespace, quote.record.id)));
    }
    match plan.effect {
        StatusEffect::Edit | StatusEffect::Rename => {}
        StatusEffect::Publish => {
            check_content(&quote, &account, namespace.now_ms)?;
            let slug = quote.record.text("hs_slug").unwrap_or_default();
            let link = [namespace.base_url, "/quotes/", slug].concat();
            set("hs_locked", Some("true"));
            set("hs_quote_link", Some(&link));
            set("hs_pdf_download_link", Some(&[&link, ".pdf"].concat()));
            set("hs_pdf_generation_status", Some("PDF_GENERATED"));
            if is_payable && payment.is_none() {
                set("hs_payment_status", Some(Payment::Pending.as_str()));
            }
            if let Some(deal) = &quote.deal {
                primary::make(namespace, quote.record.id, deal.id)?;
            }
            if quote.is_signed_electronically() {
                account.sign(namespace, quote.record.id)?;
            }
        }
        StatusEffect::Recall => {
            set("hs_locked", Some("false"));
            // Signatures do not hold for a changed quote.
            for name in PUBLISHED.iter().chain(&signature::NAMES) {
                set(name, None);
            }
            // A payment that was begun keeps its status.
            if payment == Some(Payment::Pending) {
                set("hs_payment_status", none);
            }
        }
    }
    write(namespace, quote.record, changes)
}

/// Computes a quote again, unless it is published.
pub(crate) fn refresh(namespace: &Namespace<'_>, id: i64) -> Result<()> {
    let edited = Plan {
        effect: StatusEffect::Edit,
        has_status: false,
    };
    match find(namespace, id)? {
        Some(record) if !is_locked(&record) => settle(namespace, record, &edited).map(drop),
        _ => Ok(()),
    }
}

fn check_content(quote: &Quote, account: &Account, now_ms: i64) -> Result<()> {
    let missing = quote.missing(account, now_ms);
    let Some((first, _)) = missing.first() else {
        return check_amount(quote, account);
    };
    let messages: Vec<&str> = missing.iter().map(|(_, message)| &**message).collect();
    let mut refusal = refuse!(
        new(400, "VALIDATION_ERROR", "INVALID_INPUT"),
        "the quote {} cannot be published: {}",
        quote.record.id,
        messages.join("; ")
    );
    refusal.object.sub_category = Some((*first).into());
    let details = missing.into_iter().map(|(code, message)| ErrorDetail {
        message: Some(message),
        code: Some(code.to_owned()),
        location: Some("hs_status".to_owned()),
        ..ErrorDetail::default()
    });
    refusal.object.errors = details.collect();
    Err(refusal)
}

/// Refuses a quote whose total overflows a decimal.
fn check_amount(quote: &Quote, account: &Account) -> Result<()> {
    if quote.totals(account).is_some() {
        return Ok(());
    }
    let message = format!(
        "the quote {} cannot be published: its total has more than 28 digits: use smaller numbers",
        quote.record.id
    );
    let mut refusal = Refusal::invalid("hs_status", "AMOUNT_TOO_LARGE", message);
    refusal.object.sub_category = Some("AMOUNT_TOO_LARGE".into());
    Err(refusal)
}

/// Refuses a caller who lacks a scope that a publishable quote needs. The data of the start have
/// no caller.
fn check_scopes(namespace: &Namespace<'_>, caller: Option<&Caller>) -> Result<()> {
    let Some(caller) = caller else {
        return Ok(());
    };
    let missing: Vec<&str> = PUBLISHING_SCOPES
        .into_iter()
        .filter(|scope| !caller.scopes.iter().any(|granted| granted == scope))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(scopes_missing(namespace, &missing))
}

/// Writes the changed ones of a quote's computed properties.
fn write(namespace: &Namespace<'_>, mut record: Record, mut changes: Changes) -> Result<Record> {
    changes.retain(|name, value| record.properties.get(name) != value.as_ref());
    if changes.is_empty() {
        return Ok(record);
    }
    let quotes = Objects::named(namespace, QUOTE)?;
    quotes.change(&mut record, changes, &Author::calculated())?;
    Ok(record)
}

fn refusal(refused: Refused, record: &Record) -> Refusal {
    match refused {
        Refused::Locked => locked(record, "LOCKED", "nothing of it can be changed"),
        Refused::NoStatus => refuse!(
            invalid("hs_status", "INVALID_OPTION"),
            "hs_status cannot be taken away once there is one: use DRAFT"
        ),
    }
}

/// The value of `hs_payment_status` of a quote without payments, in the vendor's profile.
///
/// Source: the property's values as other clients of the service have them, read 2026-11.
const PAYMENT_NOT_ENABLED: &str = "PAYMENT_NOT_ENABLED";

const URL_KEY: &str = "hs_public_url_key";

/// Where a published quote is; clients wait for the last one, as public apps do, read 2026-11.
const PUBLISHED: [&str; 3] = [
    "hs_quote_link",
    "hs_pdf_download_link",
    "hs_pdf_generation_status",
];

/// Scopes that an app needs to create a publishable quote.
///
/// Source: the quotes guide, "Scope requirements", read 2026-11.
pub(crate) const PUBLISHING_SCOPES: [&str; 16] = [
    "crm.objects.companies.read",
    "crm.objects.companies.write",
    "crm.objects.contacts.read",
    "crm.objects.contacts.write",
    "crm.objects.deals.read",
    "crm.objects.deals.write",
    "crm.objects.line_items.read",
    "crm.objects.line_items.write",
    "crm.objects.owners.read",
    "crm.objects.quotes.read",
    "crm.objects.quotes.write",
    "crm.schemas.companies.read",
    "crm.schemas.contacts.read",
    "crm.schemas.deals.read",
    "crm.schemas.line_items.read",
    "crm.schemas.quote.read",
];
