//! A published quote as a buyer sees it: the texts that its page and its PDF show.

use rust_decimal::Decimal;

use super::{
    account::Account,
    amounts::{self, Adjusted, LineDiscount},
    currency::digits,
    direction::{isolated, plain},
    quote::{Quote, is_true, line},
    status::Payment,
};
use crate::platform::records::store::{Properties, Record};

/// What a quote shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct QuoteView {
    pub(crate) title: String,
    pub(crate) number: String,
    /// The last day on which it can be accepted.
    pub(crate) validity: String,
    pub(crate) is_expired: bool,
    /// Who sells, a line each.
    pub(crate) seller: Vec<String>,
    /// Who buys, a line each.
    pub(crate) buyer: Vec<String>,
    pub(crate) comments: Vec<String>,
    pub(crate) lines: Vec<LineView>,
    /// The sums, from the subtotal on: a label and an amount.
    pub(crate) sums: Vec<(String, String)>,
    pub(crate) total: String,
    pub(crate) terms: Vec<String>,
    /// Who is to sign, where it is signed.
    pub(crate) signers: Vec<String>,
    /// Whether it has a place for a signature on paper.
    pub(crate) has_signature_box: bool,
    /// How it is paid, and how far that is; nothing where it cannot be paid.
    pub(crate) payment: Option<String>,
}

/// A line item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineView {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) quantity: String,
    pub(crate) price: String,
    /// What is off; empty where nothing is.
    pub(crate) discount: String,
    /// How often it is billed; empty for once.
    pub(crate) billing: String,
    pub(crate) amount: String,
}

impl QuoteView {
    /// What a quote shows at a moment.
    pub(crate) fn of(quote: &Quote, account: &Account, now_ms: i64) -> Self {
        let properties = &quote.record.properties;
        let text = |name: &str| {
            properties
                .get(name)
                .map(|text| plain(text))
                .unwrap_or_default()
        };
        let currency = quote.currency(account);
        let totals = quote.totals(account).unwrap_or_default();
        let amounts = totals.lines.iter().copied().map(Some);
        let lines = quote
            .lines
            .iter()
            .zip(amounts.chain(std::iter::repeat(None)));
        let is_expired = quote.is_expired(now_ms);
        let until = if is_expired {
            "Expired on"
        } else {
            "Valid until"
        };
        let mut sums = vec![("Subtotal".to_owned(), money(totals.subtotal, currency))];
        for one in &totals.discounts {
            let amount = format!("−{}", money(one.amount, currency));
            sums.push((adjusted(one, "Discount"), amount));
        }
        for one in &totals.fees {
            sums.push((adjusted(one, "Fee"), money(one.amount, currency)));
        }
        for one in &totals.taxes {
            sums.push((adjusted(one, "Tax"), money(one.amount, currency)));
        }
        Self {
            title: text("hs_title"),
            number: text("hs_quote_number"),
            validity: [until, " ", &text("hs_expiration_date")].concat(),
            is_expired,
            seller: seller(properties),
            buyer: buyer(quote),
            comments: paragraphs(properties, "hs_comments"),
            lines: lines
                .map(|(record, amount)| line_view(record, amount, currency))
                .collect(),
            sums,
            total: money(totals.total, currency),
            terms: paragraphs(properties, "hs_terms"),
            signers: if quote.is_signed_electronically() {
                quote
                    .signers
                    .iter()
                    .map(|signer| format!("{} is to sign", isolated(&name_of(signer))))
                    .collect()
            } else {
                Vec::new()
            },
            has_signature_box: is_true(properties, "hs_show_signature_box"),
            payment: payment(properties),
        }
    }
}

impl QuoteView {
    /// About how much text there is to show.
    pub(crate) fn letters(&self) -> usize {
        let lines = self.lines.iter();
        let of_lines = lines.flat_map(|line| [&line.name, &line.description]);
        let lists = [
            &self.seller,
            &self.buyer,
            &self.comments,
            &self.terms,
            &self.signers,
        ];
        of_lines
            .chain(lists.into_iter().flatten())
            .chain(self.sums.iter().map(|(label, _)| label))
            .chain([&self.title])
            .map(String::len)
            .sum()
    }
}

/// The title of the page and of the document.
pub(crate) fn title(view: &QuoteView) -> String {
    let [title, number] = [&view.title, &view.number].map(|text| isolated(text));
    format!("{title} · quote {number}")
}

fn line_view(record: &Record, amount: Option<Decimal>, currency: &str) -> LineView {
    let properties = &record.properties;
    let text = |name: &str| {
        properties
            .get(name)
            .map(|text| plain(text))
            .unwrap_or_default()
    };
    let line = line(properties);
    let discount = match line.discount {
        LineDiscount::None => String::new(),
        LineDiscount::Each(each) => format!("{} each", money(each, currency)),
        LineDiscount::Percent(percent) => {
            format!("{} %", amounts::text(percent))
        }
    };
    LineView {
        name: named(&text("name"), "Line item"),
        description: text("description"),
        quantity: amounts::text(line.quantity),
        price: money(line.price, currency),
        discount,
        billing: properties
            .get("recurringbillingfrequency")
            .map(|often| ["Billed ", &often.replace('_', " ")].concat())
            .unwrap_or_default(),
        amount: money(amount.unwrap_or_default(), currency),
    }
}

fn named(label: &str, otherwise: &str) -> String {
    if label.trim().is_empty() {
        otherwise.to_owned()
    } else {
        plain(label)
    }
}

/// An adjustment's label with its rate: `VAT 19 %`.
fn adjusted(one: &Adjusted, otherwise: &str) -> String {
    let label = named(&one.label, otherwise);
    match one.rate {
        Some(rate) => format!("{label} {} %", amounts::text(rate)),
        None => label,
    }
}

fn seller(properties: &Properties) -> Vec<String> {
    let text = |name: &str| {
        let name = ["hs_sender_", name].concat();
        properties.get(&name).map_or("", String::as_str)
    };
    let joined = |names: &[&str], between: &str| {
        let parts: Vec<&str> = names.iter().map(|name| text(name)).collect();
        joined(&parts, between)
    };
    let lines = [
        joined(&["company_name"], ""),
        joined(&["company_address"], ""),
        joined(&["company_address2"], ""),
        joined(&["company_city", "company_state", "company_zip"], ", "),
        joined(&["company_country"], ""),
        joined(&["firstname", "lastname"], " "),
        joined(&["jobtitle"], ""),
        joined(&["email"], ""),
        joined(&["phone"], ""),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

fn buyer(quote: &Quote) -> Vec<String> {
    let company = quote.company.iter().flat_map(|company| {
        let text = |name: &str| company.properties.get(name).map_or("", String::as_str);
        [
            plain(text("name")),
            plain(text("address")),
            joined(&[text("city"), text("state"), text("zip")], ", "),
            plain(text("country")),
        ]
    });
    let contacts = quote.contacts.iter().map(|contact| {
        let email = contact.properties.get("email").map_or("", String::as_str);
        let parts = [&name_of(contact), email];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.map(isolated).collect::<Vec<_>>().join(", ")
    });
    company
        .chain(contacts)
        .filter(|line| !line.is_empty())
        .collect()
}

fn name_of(contact: &Record) -> String {
    let text = |name: &str| contact.properties.get(name).map_or("", String::as_str);
    joined(&[text("firstname"), text("lastname")], " ")
}

fn joined(parts: &[&str], between: &str) -> String {
    let parts: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|part| !part.is_empty())
        .collect();
    plain(&parts.join(between))
}

fn paragraphs(properties: &Properties, name: &str) -> Vec<String> {
    let text = properties.get(name).map_or("", String::as_str);
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(plain)
        .collect()
}

fn payment(properties: &Properties) -> Option<String> {
    let status = Payment::parse(properties.get("hs_payment_status")?)?;
    let methods = properties.get("hs_allowed_payment_methods");
    let methods = methods.map(|methods| {
        let methods: Vec<String> = methods
            .split(';')
            .map(|method| match method {
                "CREDIT_OR_DEBIT_CARD" => "credit or debit card".to_owned(),
                other => other.to_owned(),
            })
            .collect();
        methods.join(", ")
    });
    Some(match (status, methods) {
        (Payment::Pending, Some(methods)) => format!("Can be paid by {methods}"),
        (Payment::Pending, None) => "Can be paid".to_owned(),
        (Payment::Processing, _) => "The payment is on its way".to_owned(),
        (Payment::Paid, _) => {
            let date = properties.get("hs_payment_date");
            let day = date.and_then(|date| date.get(..10)).unwrap_or_default();
            format!("Paid on {day}").trim_end_matches(" on ").to_owned()
        }
    })
}

/// An amount with its currency: `EUR 1,234.50`. It has the digits of the currency, and
/// more where it is a price with more.
fn money(amount: Decimal, currency: &str) -> String {
    let amount = amount.normalize();
    let digits = usize::try_from(digits(currency).max(amount.scale())).unwrap_or(2);
    let text = format!("{amount:.digits$}");
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{currency} {grouped}{point}{fraction}")
}

/// The headings of a quote, on its page and in its PDF.
pub(crate) mod headings {
    pub(crate) const FROM: &str = "From";
    pub(crate) const FOR: &str = "For";
    pub(crate) const COMMENTS: &str = "Comments";
    pub(crate) const LINES: &str = "Products and services";
    pub(crate) const COLUMNS: [&str; 5] = ["Item", "Quantity", "Unit price", "Discount", "Amount"];
    pub(crate) const TOTAL: &str = "Total";
    pub(crate) const PAYMENT: &str = "Payment";
    pub(crate) const TERMS: &str = "Terms";
    pub(crate) const SIGNERS: &str = "Electronic signatures";
    pub(crate) const SIGNATURE: &str = "Signature";
    pub(crate) const SIGNATURE_BOX: [&str; 3] = ["Date", "Name", SIGNATURE];
}

#[cfg(test)]
mod tests {
    use super::money;

    #[test]
    fn an_amount_has_the_digits_of_its_currency() {
        for (amount, currency, shown) in [
            ("0", "EUR", "EUR 0.00"),
            ("1234.5", "EUR", "EUR 1,234.50"),
            ("999", "JPY", "JPY 999"),
            ("1000000", "JPY", "JPY 1,000,000"),
            ("0.0050", "EUR", "EUR 0.005"),
            ("12.3456", "KWD", "KWD 12.3456"),
            ("123456789012", "USD", "USD 123,456,789,012.00"),
        ] {
            assert_eq!(money(amount.parse().unwrap(), currency), shown);
        }
    }
}
