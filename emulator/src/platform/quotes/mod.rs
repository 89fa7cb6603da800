//! Quotes: what a change of a quote, or of something that belongs to one, means.
//!
//! | module | holds |
//! |---|---|
//! | `account` | what the account settles for its quotes |
//! | `amounts` | what a quote costs, as pure arithmetic |
//! | `page` | the page of a published quote |
//! | `payment` | the way of a quote's payment |
//! | `pdf` | its PDF |
//! | `quote` | a quote with everything that belongs to it |
//! | `seed` | the quotes that are there from the start |
//! | `shown` | what both show |
//! | `status` | which change of a status is allowed, as a pure table |
//!
//! A quote's computed properties are stored with it, and computed anew with each write of
//! the quote, of what belongs to it and of its associations, until it is published: then
//! nothing of it changes.

pub(crate) mod account;
pub(crate) mod amounts;
pub(crate) mod page;
pub(crate) mod payment;
mod pdf;
pub(crate) mod quote;
mod seed;
mod shown;
pub(crate) mod status;

use std::collections::BTreeMap;

use calling_rest::error::ErrorDetail;
use jiff::{Timestamp, tz::TimeZone};

pub(crate) use self::seed::fill;
use self::{
    account::Account,
    quote::{Quote, is_true},
    status::{Asked, Payment, Refused, Status, Step},
};
use super::{
    answer::{Refusal, quoted},
    call::Space,
    oauth::tokens::Caller,
    objects::{Changes, Kept, Objects, Schema, Source},
};
use crate::Profile;

/// What a change of a quote comes to, before it is written.
#[derive(Debug)]
pub(crate) struct Planned {
    step: Step,
    has_status: bool,
}

/// What a new quote has beside what is given; the status is taken out, since it may need
/// what the quote is associated with.
pub(crate) fn complete(
    space: &Space<'_>,
    changes: &mut Changes,
) -> Result<Option<String>, Refusal> {
    give(changes, "hs_slug", || slug(space))?;
    give(changes, "hs_quote_number", || Ok(number_of(space.now_ms)))?;
    Ok(changes.remove("hs_status").flatten())
}

fn give(
    changes: &mut Changes,
    name: &str,
    make: impl FnOnce() -> Result<String, Refusal>,
) -> Result<(), Refusal> {
    if changes.get(name).is_none_or(Option::is_none) {
        changes.insert(name.to_owned(), Some(make()?));
    }
    Ok(())
}

fn slug(space: &Space<'_>) -> Result<String, Refusal> {
    Ok(space.uuid("slug")?.replace('-', ""))
}

/// The moment, to its millisecond: `20261123-101500123`.
fn number_of(now_ms: i64) -> String {
    Timestamp::from_millisecond(now_ms)
        .map(|moment| {
            let moment = moment.to_zoned(TimeZone::UTC);
            moment.strftime("%Y%m%d-%H%M%S%3f").to_string()
        })
        .unwrap_or_default()
}

/// Judges a change of a quote.
pub(crate) fn plan(
    space: &Space<'_>,
    record: &Kept,
    changes: &mut Changes,
    caller: Option<&Caller>,
) -> Result<Planned, Refusal> {
    // A quote always has an address of its own.
    if changes.get("hs_slug").is_some_and(Option::is_none) {
        changes.insert("hs_slug".to_owned(), Some(slug(space)?));
    }
    let from = status_of(record);
    let asked = match changes.get("hs_status") {
        None => Asked::Same,
        Some(None) => Asked::None,
        Some(Some(text)) => Status::parse(text).map_or(Asked::Same, Asked::To),
    };
    let has_others = changes
        .iter()
        .any(|(name, value)| name != "hs_status" && record.properties.get(name) != value.as_ref());
    let step = status::step(from, asked, has_others).map_err(|refused| refusal(refused, record))?;
    if matches!(step, Step::Publish | Step::Rename) {
        check_scopes(space, caller)?;
    }
    Ok(Planned {
        step,
        has_status: matches!(asked, Asked::To(_)),
    })
}

/// Does what a change of a quote comes to, after it was written.
pub(crate) fn settle(space: &Space<'_>, record: Kept, planned: &Planned) -> Result<Kept, Refusal> {
    if planned.step == Step::Rename {
        return Ok(record);
    }
    let account = Account::of(space)?;
    let quote = Quote::load(space, record)?;
    let mut changes = quote.computed(&account, space.profile);
    let mut set = |name: &str, value: Option<&str>| {
        changes.insert(name.to_owned(), value.map(str::to_owned));
    };
    if planned.has_status {
        set("hs_template_type", Some(CUSTOMIZABLE));
    }
    let properties = &quote.record.properties;
    let payment = properties.get("hs_payment_status");
    let payment = payment.and_then(|value| Payment::parse(value));
    let is_payable = is_true(properties, "hs_payment_enabled");
    // The contract has no value for it: there the property is left out.
    let none = (space.profile == Profile::Vendor && !is_payable).then_some(PAYMENT_NOT_ENABLED);
    if payment.is_none() {
        set("hs_payment_status", none);
    }
    match planned.step {
        Step::Edit | Step::Rename => {}
        Step::Publish => {
            check_content(&quote, &account, space.now_ms)?;
            let slug = quote.record.properties.get("hs_slug");
            let link = [space.base_url, "/quotes/", slug.map_or("", String::as_str)].concat();
            set("hs_locked", Some("true"));
            set("hs_quote_link", Some(&link));
            set("hs_pdf_download_link", Some(&[&link, ".pdf"].concat()));
            if is_payable && payment.is_none() {
                set("hs_payment_status", Some(Payment::Pending.as_str()));
            }
            if quote.is_signed_electronically() {
                account.sign(space, quote.record.id)?;
            }
        }
        Step::Recall => {
            set("hs_locked", Some("false"));
            set("hs_quote_link", None);
            set("hs_pdf_download_link", None);
            // A payment that was begun stays what it is.
            if payment == Some(Payment::Pending) {
                set("hs_payment_status", none);
            }
        }
    }
    write(space, quote.record, changes)
}

/// Computes a quote anew, unless it is published.
pub(crate) fn refresh(space: &Space<'_>, id: i64) -> Result<(), Refusal> {
    let edited = Planned {
        step: Step::Edit,
        has_status: false,
    };
    match find(space, id)? {
        Some(record) if !is_locked(&record) => settle(space, record, &edited).map(drop),
        _ => Ok(()),
    }
}

/// Refuses to delete a published quote.
pub(crate) fn check_archive(record: &Kept) -> Result<(), Refusal> {
    if is_locked(record) {
        return Err(locked(
            record,
            "PUBLISHED_QUOTE_CANNOT_BE_DELETED",
            "it cannot be deleted",
        ));
    }
    Ok(())
}

/// Refuses to change something that belongs to a published quote.
pub(crate) fn check_part(space: &Space<'_>, schema: &Schema, id: i64) -> Result<(), Refusal> {
    for quote in quotes_of(space, schema, id)? {
        if let Some(record) = find(space, quote)?
            && is_locked(&record)
        {
            let what = format!("its {} {id} cannot be changed", schema.singular());
            return Err(locked(&record, "LOCKED", &what));
        }
    }
    Ok(())
}

/// Computes the quotes anew that something belongs to.
pub(crate) fn refresh_of(space: &Space<'_>, schema: &Schema, id: i64) -> Result<(), Refusal> {
    for quote in quotes_of(space, schema, id)? {
        refresh(space, quote)?;
    }
    Ok(())
}

fn quotes_of(space: &Space<'_>, schema: &Schema, id: i64) -> Result<Vec<i64>, Refusal> {
    let objects = Objects::of(space, schema);
    Ok(objects.associated(id, QUOTE)?)
}

/// Refuses an association that a quote cannot have.
///
/// Source: the quotes guide, the rules of associations, read 2026-11.
pub(crate) fn check_association(
    space: &Space<'_>,
    quote: i64,
    other: &Schema,
    other_id: i64,
) -> Result<(), Refusal> {
    let Some(record) = find(space, quote)? else {
        return Ok(());
    };
    check_unlocked(&record, other)?;
    let known = Quote::load(space, record)?;
    let one_only = |known: &Option<Kept>| match known {
        Some(known) if known.id != other_id => Err(Refusal::invalid(
            "associations",
            "ALREADY_ASSOCIATED",
            format!(
                "the quote {quote} has the {} {} already, and may have one: take that away first",
                other.singular(),
                known.id
            ),
        )),
        _ => Ok(()),
    };
    match other.type_id.as_str() {
        DEAL => {
            one_only(&known.deal)?;
            for line in &known.lines {
                check_own_line(space, line.id, other_id)?;
            }
        }
        COMPANY => one_only(&known.company)?,
        TEMPLATE => {
            one_only(&known.template)?;
            check_template(space, other, other_id)?;
        }
        LINE_ITEM => {
            if let Some(deal) = &known.deal {
                check_own_line(space, other_id, deal.id)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// Refuses a change of the associations of a published quote with what the buyer sees.
pub(crate) fn check_dissociation(
    space: &Space<'_>,
    quote: i64,
    other: &Schema,
) -> Result<(), Refusal> {
    match find(space, quote)? {
        Some(record) => check_unlocked(&record, other),
        None => Ok(()),
    }
}

/// Refuses that a line item of one of a deal's quotes becomes the deal's own.
pub(crate) fn check_deal_line(space: &Space<'_>, deal: i64, line: i64) -> Result<(), Refusal> {
    let schema = Schema::named(space, DEAL)?;
    let quotes = quotes_of(space, &schema, deal)?;
    let lines = Schema::named(space, LINE_ITEM)?;
    let on = quotes_of(space, &lines, line)?;
    match quotes.iter().find(|quote| on.contains(quote)) {
        Some(_) => Err(shared_line(line, deal)),
        None => Ok(()),
    }
}

fn check_own_line(space: &Space<'_>, line: i64, deal: i64) -> Result<(), Refusal> {
    let schema = Schema::named(space, LINE_ITEM)?;
    let lines = Objects::of(space, &schema);
    if lines.associated(line, DEAL)?.contains(&deal) {
        return Err(shared_line(line, deal));
    }
    Ok(())
}

fn shared_line(line: i64, deal: i64) -> Refusal {
    Refusal::invalid(
        "associations",
        status::Missing::OwnLineItems.code(),
        format!(
            "the line item {line} belongs to the deal {deal}: make a copy of it for the quote, \
             since a quote's line items are its own"
        ),
    )
}

fn check_template(space: &Space<'_>, schema: &Schema, id: i64) -> Result<(), Refusal> {
    let templates = Objects::of(space, schema);
    let template = templates.find(id)?;
    let kind = template
        .as_ref()
        .and_then(|template| template.properties.get("hs_template_type"));
    if kind.map(String::as_str) == Some(CUSTOMIZABLE) {
        return Ok(());
    }
    Err(Refusal::invalid(
        "associations",
        status::Missing::CustomizableTemplate.code(),
        format!(
            "the quote template {id} is of the type {}: use one of the type {CUSTOMIZABLE}",
            quoted(kind.map_or("", String::as_str))
        ),
    ))
}

fn check_unlocked(record: &Kept, other: &Schema) -> Result<(), Refusal> {
    let is_shown = [
        CONTACT, COMPANY, DEAL, LINE_ITEM, TEMPLATE, DISCOUNT, FEE, TAX,
    ]
    .contains(&other.type_id.as_str());
    if is_shown && is_locked(record) {
        let what = format!("its {} cannot be changed", other.plural());
        return Err(locked(record, "LOCKED", &what));
    }
    Ok(())
}

fn check_content(quote: &Quote, account: &Account, now_ms: i64) -> Result<(), Refusal> {
    let missing = quote.content(account, now_ms).missing();
    let Some(first) = missing.first() else {
        return Ok(());
    };
    let messages: Vec<&str> = missing.iter().map(|one| one.message()).collect();
    let mut refusal = Refusal::new(
        400,
        "VALIDATION_ERROR",
        "INVALID_INPUT",
        format!(
            "the quote {} cannot be published: {}",
            quote.record.id,
            messages.join("; ")
        ),
    );
    refusal.object.sub_category = Some(first.code().into());
    refusal.object.errors = missing
        .iter()
        .map(|one| ErrorDetail {
            message: Some(one.message().to_owned()),
            code: Some(one.code().to_owned()),
            location: Some("hs_status".to_owned()),
            ..ErrorDetail::default()
        })
        .collect();
    Err(refusal)
}

/// Refuses a caller who has not every scope that a publishable quote needs.
fn check_scopes(space: &Space<'_>, caller: Option<&Caller>) -> Result<(), Refusal> {
    let granted = caller.map_or(&[][..], |caller| &caller.scopes);
    let missing: Vec<&str> = PUBLISHING_SCOPES
        .into_iter()
        .filter(|scope| !granted.iter().any(|granted| granted == scope))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(super::oauth::tokens::scopes_missing(space, &missing))
}

fn refusal(refused: Refused, record: &Kept) -> Refusal {
    match refused {
        Refused::Locked => locked(record, "LOCKED", "nothing of it can be changed"),
        Refused::NoStatus => Refusal::invalid(
            "hs_status",
            "INVALID_OPTION",
            "hs_status cannot be taken away once there is one: use DRAFT",
        ),
    }
}

fn locked(record: &Kept, code: &str, what: &str) -> Refusal {
    let mut refusal = Refusal::invalid(
        "hs_status",
        code,
        format!(
            "the quote {} is published, so {what}: set its hs_status to DRAFT, PENDING_APPROVAL \
             or REJECTED first",
            record.id
        ),
    );
    refusal.object.sub_category = Some(code.into());
    refusal
}

fn status_of(record: &Kept) -> Option<Status> {
    Status::parse(record.properties.get("hs_status")?)
}

/// Whether a quote is published, so that nothing of it may change.
pub(crate) fn is_locked(record: &Kept) -> bool {
    status_of(record).is_some_and(Status::is_published)
}

/// The quote of an identifier that is not deleted.
fn find(space: &Space<'_>, id: i64) -> Result<Option<Kept>, Refusal> {
    let schema = Schema::named(space, QUOTE)?;
    let quotes = Objects::of(space, &schema);
    let found = quotes.find(id)?;
    Ok(found.filter(|record| record.archived_ms.is_none()))
}

/// Writes what changes of a quote's computed properties.
fn write(
    space: &Space<'_>,
    mut record: Kept,
    changes: BTreeMap<String, Option<String>>,
) -> Result<Kept, Refusal> {
    let changes: Changes = changes
        .into_iter()
        .filter(|(name, value)| record.properties.get(name) != value.as_ref())
        .collect();
    if changes.is_empty() {
        return Ok(record);
    }
    let schema = Schema::named(space, QUOTE)?;
    let quotes = Objects::of(space, &schema);
    quotes.change(&mut record, changes, space.now_ms, &Source::calculated())?;
    Ok(record)
}

pub(crate) const CONTACT: &str = "0-1";
pub(crate) const COMPANY: &str = "0-2";
pub(crate) const DEAL: &str = "0-3";
pub(crate) const LINE_ITEM: &str = "0-8";
pub(crate) const QUOTE: &str = "0-14";
pub(crate) const TEMPLATE: &str = "0-64";
pub(crate) const DISCOUNT: &str = "0-84";
pub(crate) const FEE: &str = "0-85";
pub(crate) const TAX: &str = "0-86";
pub(crate) const PAYMENT: &str = "0-101";

/// The number of the label of contacts who are to sign.
pub(crate) const SIGNER: i64 = 702;

/// The value of `hs_payment_status` where a quote cannot be paid, in the vendor's profile.
///
/// Source: the property's values as other clients of the service have them, read 2026-11.
const PAYMENT_NOT_ENABLED: &str = "PAYMENT_NOT_ENABLED";

/// The one type of template that quotes take.
pub(crate) const CUSTOMIZABLE: &str = "CUSTOMIZABLE_QUOTE_TEMPLATE";

/// What an app needs to create a publishable quote.
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
