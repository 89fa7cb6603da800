//! A quote with everything that belongs to it, and the values computed from that.

use jiff::{Timestamp, tz::TimeZone};
use rust_decimal::Decimal;

use super::{
    account::Account,
    amounts::{self, Adjustment, AdjustmentValue, Line, LineDiscount, Priced, Totals},
    currency::{self, digits, is_foreign},
    own,
};
use crate::{
    Profile,
    platform::{
        answer::{Refusal, Result},
        namespace::Namespace,
        records::{
            Changes, Objects, decimal,
            store::{Properties, Record},
            type_ids::{COMPANY, CONTACT, DEAL, DISCOUNT, FEE, LINE_ITEM, QUOTE, TAX, TEMPLATE},
        },
    },
};

/// A quote with everything that belongs to it.
#[derive(Debug)]
pub(crate) struct Quote {
    pub(crate) record: Record,
    pub(crate) deal: Option<Record>,
    pub(crate) template: Option<Record>,
    pub(crate) company: Option<Record>,
    pub(crate) contacts: Vec<Record>,
    /// The contacts who have to sign.
    pub(crate) signers: Vec<Record>,
    pub(crate) lines: Vec<Record>,
    pub(crate) discounts: Vec<Record>,
    pub(crate) fees: Vec<Record>,
    pub(crate) taxes: Vec<Record>,
    /// True if one of its line items is the deal's too.
    shares_lines: bool,
}

impl Quote {
    /// Reads what belongs to a quote.
    pub(crate) fn load(namespace: &Namespace<'_>, record: Record) -> Result<Self> {
        let objects = Objects::named(namespace, QUOTE)?;
        let all = |type_id: &str| -> Result<Vec<Record>> {
            let others = Objects::named(namespace, type_id)?;
            let ids = objects.associated(record.id, type_id)?.into_iter();
            ids.filter_map(|id| others.find(id).transpose()).collect()
        };
        let one = |type_id: &str| Ok::<_, Refusal>(all(type_id)?.into_iter().next());
        let deal = one(DEAL)?;
        let mut lines = all(LINE_ITEM)?;
        lines.sort_by_key(|line| {
            let place = number(&line.properties, "hs_position_on_quote");
            (place.is_none(), place, line.id)
        });
        let of_deal = match &deal {
            None => Vec::new(),
            Some(deal) => Objects::named(namespace, DEAL)?.associated(deal.id, LINE_ITEM)?,
        };
        let contacts = all(CONTACT)?;
        let signing = objects.labelled(record.id, CONTACT, SIGNER)?;
        Ok(Self {
            deal,
            template: one(TEMPLATE)?,
            company: one(COMPANY)?,
            signers: contacts
                .iter()
                .filter(|contact| signing.contains(&contact.id))
                .cloned()
                .collect(),
            contacts,
            shares_lines: lines.iter().any(|line| of_deal.contains(&line.id)),
            lines,
            discounts: all(DISCOUNT)?,
            fees: all(FEE)?,
            taxes: all(TAX)?,
            record,
        })
    }

    /// Its own currency, else the deal's, else the account's.
    pub(crate) fn currency<'a>(&'a self, account: &'a Account) -> &'a str {
        currency::of_quote(&self.record, self.deal.as_ref(), account)
    }

    /// Its amounts, unless a sum overflows a decimal.
    pub(crate) fn totals(&self, account: &Account) -> Option<Totals> {
        let adjustments = |records: &[Record]| records.iter().map(adjustment).collect();
        Priced {
            digits: digits(self.currency(account)),
            lines: self.lines.iter().map(|one| line(&one.properties)).collect(),
            discounts: adjustments(&self.discounts),
            fees: adjustments(&self.fees),
            taxes: adjustments(&self.taxes),
        }
        .totals()
    }

    /// Every reason why it cannot be published: the code of the refusal's detail, and a text with
    /// the fix.
    pub(super) fn missing(&self, account: &Account, now_ms: i64) -> Vec<(&'static str, String)> {
        let template = self.template.as_ref();
        let is_legacy = template
            .is_some_and(|template| template.text("hs_template_type") != Some(CUSTOMIZABLE));
        let currency = self.currency(account);
        let foreign = self.lines.iter().find(|line| is_foreign(line, currency));
        let foreign = foreign.map(|line| currency::message(line, self.record.id, currency));
        let is_signed = self.is_signed_electronically();
        let reason =
            |is_missing: bool, code, text: &str| is_missing.then(|| (code, text.to_owned()));
        let reasons = [
            reason(
                self.deal.is_none(),
                "MISSING_DEAL",
                "the quote has no deal: associate one (type 64)",
            ),
            reason(
                template.is_none(),
                "MISSING_QUOTE_TEMPLATE",
                "the quote has no quote template: associate one (type 286)",
            ),
            reason(
                is_legacy,
                "UNSUPPORTED_QUOTE_TEMPLATE",
                "the quote's template is a legacy one: associate one of the type \
                 CUSTOMIZABLE_QUOTE_TEMPLATE",
            ),
            reason(
                self.lines.is_empty(),
                "MISSING_LINE_ITEM",
                "the quote has no line items: associate some (type 67)",
            ),
            reason(
                self.shares_lines,
                "SHARED_LINE_ITEM",
                "a line item of the quote is the deal's own: make a copy of it for the quote",
            ),
            foreign.map(|message| (currency::CODE, message)),
            reason(
                self.is_expired(now_ms),
                "EXPIRED",
                "hs_expiration_date has passed: set a day that is still to come",
            ),
            reason(
                is_signed && self.signers.is_empty(),
                "MISSING_SIGNER",
                "the quote is signed electronically, and nobody is to sign: associate a contact \
                 as a signer (type 702), or set hs_esign_enabled to false",
            ),
            reason(
                is_signed && !account.may_sign(self.record.id, now_ms),
                "ESIGN_LIMIT_EXCEEDED",
                "the month's limit of electronic signatures is used up: publish without \
                 hs_esign_enabled, or wait for the next month",
            ),
        ];
        reasons.into_iter().flatten().collect()
    }

    /// True if its last day has passed, in UTC.
    pub(crate) fn is_expired(&self, now_ms: i64) -> bool {
        is_expired(&self.record.properties, now_ms)
    }

    /// True if it needs electronic signatures.
    pub(crate) fn is_signed_electronically(&self) -> bool {
        is_true(&self.record.properties, "hs_esign_enabled")
    }

    /// The values computed from its parts; `None` removes one.
    pub(super) fn computed(&self, account: &Account, profile: Profile) -> Changes {
        let owner = match profile {
            Profile::Spec => "svc_owner_id",
            Profile::Vendor => "hubspot_owner_id",
        };
        let of = |record: &Option<Record>, name: &str| {
            let value = record.as_ref()?.text(name);
            value.map(str::to_owned)
        };
        let deal_owner = of(&self.deal, owner);
        let owner_id = match self.deal {
            Some(_) => deal_owner.clone(),
            None => self.record.text("hs_quote_owner_id").map(str::to_owned),
        };
        let signers = self
            .is_signed_electronically()
            .then(|| self.signers.len().to_string());
        let own_or = |name: &'static str, other: Option<String>| {
            let own = own::value(&self.record, name).map(str::to_owned);
            (name, own.or(other))
        };
        let of_template = |name| own_or(name, of(&self.template, name));
        [
            (owner, owner_id),
            ("hs_associated_deal_owner_id", deal_owner),
            (
                "hs_quote_amount",
                self.totals(account)
                    .map(|totals| amounts::text(totals.total)),
            ),
            ("hs_currency", Some(self.currency(account).to_owned())),
            own_or("hs_timezone", Some(account.time_zone.clone())),
            of_template("hs_domain"),
            of_template("hs_locale"),
            of_template("hs_language"),
            own_or(
                "hs_quote_total_preference",
                Some(account.quote_total_preference.clone()),
            ),
            ("hs_esign_num_signers_required", signers),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
    }
}

/// True if the last day in a quote's properties has passed, in UTC.
pub(crate) fn is_expired(properties: &Properties, now_ms: i64) -> bool {
    let today = Timestamp::from_millisecond(now_ms)
        .map(|moment| moment.to_zoned(TimeZone::UTC).date().to_string());
    // Both are ISO days, which sort as text.
    match (properties.get("hs_expiration_date"), today) {
        (Some(last), Ok(today)) => *last < today,
        _ => false,
    }
}

/// A line item's price, quantity and discount. The default quantity is one.
pub(crate) fn line(properties: &Properties) -> Line {
    let percent = number(properties, "hs_discount_percentage").filter(|off| !off.is_zero());
    let each = number(properties, "discount").filter(|off| !off.is_zero());
    Line {
        price: number(properties, "price").unwrap_or_default(),
        cost: number(properties, "hs_cost_of_goods_sold").unwrap_or_default(),
        quantity: number(properties, "quantity").unwrap_or(Decimal::ONE),
        discount: match (percent, each) {
            (Some(percent), _) => LineDiscount::Percent(percent),
            (None, Some(each)) => LineDiscount::Each(each),
            (None, None) => LineDiscount::None,
        },
    }
}

fn adjustment(record: &Record) -> Adjustment {
    let properties = &record.properties;
    let value = number(properties, "hs_value").unwrap_or_default();
    let is_percent = record.text("hs_type") == Some("PERCENT");
    Adjustment {
        label: record.text("hs_label").unwrap_or_default().to_owned(),
        value: if is_percent {
            AdjustmentValue::Percent(value)
        } else {
            AdjustmentValue::Fixed(value)
        },
        order: number(properties, "hs_sort_order"),
    }
}

fn number(properties: &Properties, name: &str) -> Option<Decimal> {
    decimal(properties.get(name)?)
}

pub(super) fn is_true(properties: &Properties, name: &str) -> bool {
    properties.get(name).map(String::as_str) == Some("true")
}

/// The id of the label of contacts who have to sign.
const SIGNER: i64 = 702;

/// The only type of template for quotes.
pub(super) const CUSTOMIZABLE: &str = "CUSTOMIZABLE_QUOTE_TEMPLATE";
