//! A published quote as its buyer sees it: the texts of its page and its PDF, in English.

use jiff::{Timestamp, civil::Date};
use rust_decimal::Decimal;

use super::{
    account::Account,
    amounts::{Adjusted, LineDiscount, Totals},
    currency::digits,
    quote::{Quote, line},
    signature::Signatures,
    status::Payment,
};
use crate::platform::records::store::Record;

/// The texts of a quote, from the top down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct QuoteView {
    pub(super) title: String,
    /// Its number, and the last day on which it can be accepted.
    pub(super) subtitle: String,
    /// Seller, buyer and comments.
    pub(super) above: Vec<Section>,
    pub(super) items: Vec<Item>,
    /// The sums from the subtotal on: a label and an amount.
    pub(super) sums: Vec<(String, String)>,
    pub(super) total: String,
    /// Payment, terms and signatures.
    pub(super) below: Vec<Section>,
    /// The contacts who can sign now, with their names.
    pub(super) signers: Vec<(i64, String)>,
}

/// A heading and the lines below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) lines: Vec<String>,
}

/// A line item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) name: String,
    pub(super) amount: String,
    /// Its price, description and billing.
    pub(super) details: Vec<String>,
}

impl QuoteView {
    /// The texts of a quote at a moment.
    pub(super) fn of(quote: &Quote, account: &Account, now_ms: i64) -> Self {
        let record = &quote.record;
        let text = |name: &str| record.text(name).unwrap_or_default();
        let currency = quote.currency(account);
        let totals = quote.totals(account).unwrap_or_default();
        let amounts = totals
            .lines
            .iter()
            .copied()
            .chain(std::iter::repeat(Decimal::ZERO));
        let is_expired = quote.is_expired(now_ms);
        let validity = if is_expired {
            "Expired on"
        } else {
            "Valid until"
        };
        let day = day(text("hs_expiration_date"));
        let above = [
            ("From", joined(record, &SELLER)),
            ("For", buyer(quote)),
            ("Comments", lines(text("hs_comments"))),
        ];
        let below = [
            ("Payment", payment(record, account).into_iter().collect()),
            ("Terms", lines(text("hs_terms"))),
            ("Electronic signatures", signatures(quote, account)),
        ];
        let signed = Signatures::of(record);
        let is_signed = quote.is_signed_electronically() && !is_expired;
        let signers = quote
            .signers
            .iter()
            .filter(|one| is_signed && signed.at_ms(one.id).is_none());
        Self {
            title: text("hs_title").to_owned(),
            subtitle: format!("Quote {} · {validity} {day}", text("hs_quote_number")),
            above: sections(above),
            items: quote
                .lines
                .iter()
                .zip(amounts)
                .map(|(record, amount)| Item::of(record, amount, currency))
                .collect(),
            sums: sums(&totals, currency),
            total: money(totals.total, currency),
            below: sections(below),
            signers: signers.map(|one| (one.id, name_of(one))).collect(),
        }
    }
}

impl Item {
    fn of(record: &Record, amount: Decimal, currency: &str) -> Self {
        let text = |name: &str| record.text(name).unwrap_or_default();
        let line = line(&record.properties);
        let price = format!(
            "{} × {}",
            number(line.quantity),
            money(line.price, currency)
        );
        let price = match line.discount {
            LineDiscount::None => price,
            LineDiscount::Each(each) => format!("{price}, less {} each", money(each, currency)),
            LineDiscount::Percent(percent) => format!("{price}, less {}\u{a0}%", number(percent)),
        };
        let billing = [
            (
                "billed ",
                text("recurringbillingfrequency").replace('_', " "),
            ),
            ("from ", day(text("hs_recurring_billing_start_date"))),
            ("term ", text("hs_recurring_billing_period").to_owned()),
        ];
        let billing = billing.into_iter().filter(|(_, value)| !value.is_empty());
        let billing: Vec<String> = billing
            .map(|(label, value)| [label, &value].concat())
            .collect();
        let details = [price, text("description").to_owned(), billing.join(", ")];
        Self {
            name: named(text("name"), "Line item").to_owned(),
            amount: money(amount, currency),
            details: details.into_iter().filter(|one| !one.is_empty()).collect(),
        }
    }
}

fn sections<const COUNT: usize>(all: [(&'static str, Vec<String>); COUNT]) -> Vec<Section> {
    let shown = all.into_iter().filter(|(_, lines)| !lines.is_empty());
    shown
        .map(|(title, lines)| Section { title, lines })
        .collect()
}

fn sums(totals: &Totals, currency: &str) -> Vec<(String, String)> {
    let labelled = |one: &Adjusted, otherwise| match (one.rate, named(&one.label, otherwise)) {
        (Some(rate), label) if !label.contains('%') => format!("{label} {}\u{a0}%", number(rate)),
        (_, label) => label.to_owned(),
    };
    let mut sums = vec![("Subtotal".to_owned(), totals.subtotal)];
    for one in &totals.discounts {
        sums.push((labelled(one, "Discount"), -one.amount));
    }
    for (all, otherwise) in [(&totals.fees, "Fee"), (&totals.taxes, "Tax")] {
        sums.extend(all.iter().map(|one| (labelled(one, otherwise), one.amount)));
    }
    let shown = sums.into_iter();
    shown
        .map(|(label, amount)| (label, money(amount, currency)))
        .collect()
}

fn named<'a>(label: &'a str, otherwise: &'a str) -> &'a str {
    if label.trim().is_empty() {
        otherwise
    } else {
        label
    }
}

fn buyer(quote: &Quote) -> Vec<String> {
    let company = quote.company.iter().flat_map(|one| joined(one, &COMPANY));
    company
        .chain(quote.contacts.iter().flat_map(|one| joined(one, &CONTACT)))
        .collect()
}

fn payment(record: &Record, account: &Account) -> Option<String> {
    let methods = record
        .text("hs_allowed_payment_methods")
        .unwrap_or("any method");
    Some(match Payment::parse(record.text("hs_payment_status")?)? {
        Payment::Pending => [
            "Can be paid by ",
            &methods
                .replace("CREDIT_OR_DEBIT_CARD", "card")
                .replace(';', ", "),
        ]
        .concat(),
        Payment::Processing => "The payment is on its way".to_owned(),
        Payment::Paid => {
            let at = record
                .text("hs_payment_date")
                .and_then(|at| at.parse::<Timestamp>().ok());
            let paid = at
                .map(|at| account.day(at.as_millisecond()))
                .unwrap_or_default();
            ["Paid on ", &day(&paid)].concat()
        }
    })
}

fn signatures(quote: &Quote, account: &Account) -> Vec<String> {
    let signed = Signatures::of(&quote.record);
    let signers = quote
        .signers
        .iter()
        .filter(|_| quote.is_signed_electronically());
    signers
        .map(|signer| match signed.at_ms(signer.id) {
            Some(at_ms) => format!("{} signed on {}", name_of(signer), day(&account.day(at_ms))),
            None => [&name_of(signer), " is to sign"].concat(),
        })
        .collect()
}

fn name_of(contact: &Record) -> String {
    joined(contact, &[&["firstname", "lastname"]]).concat()
}

/// The properties of a record, those of a line side by side.
fn joined(record: &Record, lines: &[&[&str]]) -> Vec<String> {
    let line = |names: &&[&str]| {
        let texts: Vec<&str> = names.iter().filter_map(|name| record.text(name)).collect();
        texts.join(" ")
    };
    lines
        .iter()
        .map(line)
        .filter(|line| !line.is_empty())
        .collect()
}

/// The lines of terms and comments: plain text, or the HTML of the service's own editor without
/// its tags.
fn lines(text: &str) -> Vec<String> {
    let mut parts = text.split('<');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let tag = part.split_once('>').and_then(|(tag, after)| {
            let name = tag.trim_start_matches('/').split([' ', '/']).next()?;
            let is_name = name.starts_with(|one: char| one.is_ascii_alphabetic())
                && name.bytes().all(|one| one.is_ascii_alphanumeric());
            is_name.then_some((name, after))
        });
        match tag {
            Some((name, after)) if INLINE.contains(&name) => plain.push_str(after),
            Some((_, after)) => plain.extend(["\n", after]),
            None => plain.extend(["<", part]),
        }
    }
    for (entity, sign) in ENTITIES {
        plain = plain.replace(entity, sign);
    }
    let lines = plain.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

/// A day such as `2026-03-12` in words; any other text is returned unchanged.
fn day(text: &str) -> String {
    text.parse::<Date>().map_or_else(
        |_| text.to_owned(),
        |day| day.strftime("%-d %B %Y").to_string(),
    )
}

/// An amount with its currency: `EUR 1,234.50`. It has the digits of the currency, or more for a
/// price with more.
fn money(amount: Decimal, currency: &str) -> String {
    let amount = amount.normalize();
    let digits = usize::try_from(digits(currency).max(amount.scale())).unwrap_or(2);
    let sign = if amount < Decimal::ZERO { "−" } else { "" };
    let number = grouped(&format!("{:.digits$}", amount.abs()));
    [sign, currency, "\u{a0}", &number].concat()
}

fn number(number: Decimal) -> String {
    grouped(&number.normalize().to_string())
}

/// A number with its thousands apart.
fn grouped(number: &str) -> String {
    let (whole, fraction) = number.split_at(number.find('.').unwrap_or(number.len()));
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + fraction
}

const SELLER: [&[&str]; 9] = [
    &["hs_sender_company_name"],
    &["hs_sender_company_address"],
    &["hs_sender_company_address2"],
    &[
        "hs_sender_company_city",
        "hs_sender_company_state",
        "hs_sender_company_zip",
    ],
    &["hs_sender_company_country"],
    &["hs_sender_firstname", "hs_sender_lastname"],
    &["hs_sender_jobtitle"],
    &["hs_sender_email"],
    &["hs_sender_phone"],
];

const COMPANY: [&[&str]; 4] = [
    &["name"],
    &["address"],
    &["city", "state", "zip"],
    &["country"],
];

const CONTACT: [&[&str]; 1] = [&["firstname", "lastname", "email"]];

/// Tags within a line.
const INLINE: [&str; 8] = ["a", "b", "em", "i", "s", "span", "strong", "u"];

/// The last one is last, so that nothing is read twice.
const ENTITIES: [(&str, &str); 6] = [
    ("&nbsp;", " "),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&amp;", "&"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_has_the_digits_of_its_currency() {
        for (amount, currency, shown) in [
            ("-0.00", "EUR", "EUR 0.00"),
            ("-1234.5", "EUR", "−EUR 1,234.50"),
            ("1000000", "JPY", "JPY 1,000,000"),
            ("0.0050", "EUR", "EUR 0.005"),
            ("12.3456", "KWD", "KWD 12.3456"),
            ("123456", "USD", "USD 123,456.00"),
        ] {
            let shown = shown.replace(' ', "\u{a0}");
            assert_eq!(money(amount.parse().unwrap(), currency), shown);
        }
    }

    #[test]
    fn terms_have_their_lines() {
        for (text, shown) in [
            (" \n ", &[][..]),
            (
                "One\r\n\r\ntwo < 3, <nora@crm.example>",
                &["One", "two < 3, <nora@crm.example>"],
            ),
            (
                "<p>One<br/>and <b>two</b></p><P class='x'>Three",
                &["One", "and two", "Three"],
            ),
            (
                "<ul><li>30&nbsp;days</li></ul>R&amp;amp;D",
                &["30 days", "R&amp;D"],
            ),
        ] {
            assert_eq!(lines(text), shown, "{text}");
        }
    }
}
