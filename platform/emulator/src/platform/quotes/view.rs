//! A published quote as its buyer sees it: the texts of its page and its PDF.

use jiff::Timestamp;
use rust_decimal::Decimal;

use super::{
    account::Account,
    amounts::{self, Adjusted, LineDiscount, Totals},
    brand::{Brand, Color, Logo},
    contract::FREQUENCIES,
    direction::{isolated, plain},
    locale::Locale,
    prose::paragraphs,
    quote::{Quote, is_true, line},
    signature::Signatures,
    status::Payment,
    words::{Language, Words, filled},
};
use crate::platform::records::{
    period::Period,
    store::{Properties, Record},
};

/// The texts of a quote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct QuoteView {
    pub(crate) language: Language,
    pub(crate) brand: Brand,
    pub(crate) title: String,
    pub(crate) number: String,
    /// The last day on which it can be accepted.
    pub(crate) validity: String,
    pub(crate) is_expired: bool,
    /// Lines about the seller.
    pub(crate) seller: Vec<String>,
    /// Lines about the buyer.
    pub(crate) buyer: Vec<String>,
    pub(crate) comments: Vec<String>,
    pub(crate) lines: Vec<LineView>,
    /// The sums, from the subtotal on: a label and an amount.
    pub(crate) sums: Vec<(String, String)>,
    pub(crate) total: String,
    pub(crate) terms: Vec<String>,
    /// The signers, if it is signed electronically.
    pub(crate) signers: Vec<SignerView>,
    /// True if it has a place for a signature on paper.
    pub(crate) has_signature_box: bool,
    /// Method and status of its payment; `None` if it cannot be paid.
    pub(crate) payment: Option<String>,
}

/// A line item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineView {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) quantity: String,
    pub(crate) price: String,
    /// The discount; may be empty.
    pub(crate) discount: String,
    /// Frequency, start and term of its billing; empty if billed once.
    pub(crate) billing: Vec<String>,
    pub(crate) amount: String,
}

/// A contact who has to sign, or has signed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SignerView {
    pub(crate) text: String,
    /// The contact, and the button's text; `None` for one who cannot sign now.
    pub(crate) button: Option<(i64, String)>,
}

impl QuoteView {
    /// The texts of a quote at a moment, as its page has them.
    pub(crate) fn of(quote: &Quote, account: &Account, now_ms: i64) -> Self {
        Self::with(quote, account, now_ms, locale(quote))
    }

    /// The same in a language whose letters a PDF's font has.
    pub(crate) fn in_font(quote: &Quote, account: &Account, now_ms: i64) -> Self {
        Self::with(quote, account, now_ms, locale(quote).in_font())
    }

    fn with(quote: &Quote, account: &Account, now_ms: i64, locale: Locale) -> Self {
        let properties = &quote.record.properties;
        let text = |name: &str| shown(properties, name);
        let of_template = |name: &str| {
            let template = quote.template.as_ref();
            template.map_or_else(String::new, |one| shown(&one.properties, name))
        };
        let own = |name: &str| Some(text(name)).filter(|own| !own.is_empty());
        let words = locale.language.words();
        let shows = Shows {
            locale: &locale,
            words,
            currency: quote.currency(account),
        };
        let totals = quote.totals(account).unwrap_or_default();
        let amounts = totals.lines.iter().copied().map(Some);
        let lines = quote
            .lines
            .iter()
            .zip(amounts.chain(std::iter::repeat(None)));
        let is_expired = quote.is_expired(now_ms);
        let until = if is_expired {
            words.expired_on
        } else {
            words.valid_until
        };
        let color = |text: &str| Color::parse(text);
        let logo = |text: &str| Logo::parse(text);
        Self {
            language: locale.language,
            brand: Brand {
                color: color(&text("hs_primary_color"))
                    .or_else(|| color(&of_template("hs_primary_color")))
                    .unwrap_or_default(),
                logo: own("hs_logo_url")
                    .as_deref()
                    .and_then(logo)
                    .or_else(|| logo(&of_template("hs_logo_url"))),
            },
            title: text("hs_title"),
            number: text("hs_quote_number"),
            validity: filled(until, &[&locale.day(&text("hs_expiration_date"))]),
            is_expired,
            seller: seller(properties),
            buyer: buyer(quote),
            comments: paragraphs(&raw(properties, "hs_comments")),
            lines: lines
                .map(|(record, amount)| shows.line(record, amount))
                .collect(),
            sums: shows.sums(&totals),
            total: shows.money(totals.total),
            terms: paragraphs(&raw(properties, "hs_terms")),
            signers: shows.signers(quote, account, is_expired),
            has_signature_box: is_true(properties, "hs_show_signature_box"),
            payment: shows.payment(properties, account),
        }
    }

    /// Its words.
    pub(crate) const fn words(&self) -> &'static Words {
        self.language.words()
    }

    /// The approximate number of letters.
    pub(crate) fn letters(&self) -> usize {
        let lines = self.lines.iter();
        let of_lines = lines.flat_map(|line| [&line.name, &line.description]);
        let lists = [&self.seller, &self.buyer, &self.comments, &self.terms];
        of_lines
            .chain(lists.into_iter().flatten())
            .chain(self.signers.iter().map(|signer| &signer.text))
            .chain(self.sums.iter().map(|(label, _)| label))
            .chain([&self.title])
            .map(String::len)
            .sum()
    }

    /// The title of page and document.
    pub(crate) fn heading(&self) -> String {
        let [title, number] = [&self.title, &self.number].map(|text| isolated(text));
        format!("{title} · {}", filled(self.words().quote, &[&number]))
    }
}

fn locale(quote: &Quote) -> Locale {
    let [language, locale] =
        ["hs_language", "hs_locale"].map(|name| shown(&quote.record.properties, name));
    Locale::of(&language, &locale)
}

/// Formats the parts of one quote.
struct Shows<'a> {
    locale: &'a Locale,
    words: &'static Words,
    currency: &'a str,
}

impl Shows<'_> {
    fn money(&self, amount: Decimal) -> String {
        self.locale.money(amount, self.currency)
    }

    fn line(&self, record: &Record, amount: Option<Decimal>) -> LineView {
        let properties = &record.properties;
        let line = line(properties);
        let discount = match line.discount {
            LineDiscount::None => String::new(),
            LineDiscount::Each(each) => filled(self.words.each, &[&self.money(each)]),
            LineDiscount::Percent(percent) => self.locale.percent(percent),
        };
        LineView {
            name: named(&raw(properties, "name"), self.words.line_item),
            description: shown(properties, "description"),
            quantity: self.locale.number(line.quantity),
            price: self.money(line.price),
            discount,
            billing: self.billing(properties),
            amount: self.money(amount.unwrap_or_default()),
        }
    }

    /// Frequency, start and term of a line item's billing.
    fn billing(&self, properties: &Properties) -> Vec<String> {
        let often = raw(properties, "recurringbillingfrequency");
        let place = FREQUENCIES.iter().position(|(name, ..)| *name == often);
        let often = place.and_then(|place| self.words.billed.get(place));
        let start = raw(properties, "hs_recurring_billing_start_date");
        let start = (!start.is_empty()).then(|| self.locale.day(&start));
        let start = start.map(|day| filled(self.words.billing_starts, &[&day]));
        let term = self.term(&raw(properties, "hs_recurring_billing_period"));
        let parts = [often.map(|often| (*often).to_owned()), start, term];
        parts.into_iter().flatten().collect()
    }

    /// Formats an ISO 8601 period: in months, or in days; one of both stays in that form.
    fn term(&self, period: &str) -> Option<String> {
        if period.is_empty() {
            return None;
        }
        let words = self.words;
        let count = |text: &str, count: i64| filled(text, &[&self.locale.number(count.into())]);
        Some(match Period::parse(period) {
            Some(Period { months, days: 0 }) => count(words.term_in_months, months),
            Some(Period { months: 0, days }) => count(words.term_in_days, days),
            _ => plain(period),
        })
    }

    fn sums(&self, totals: &Totals) -> Vec<(String, String)> {
        let words = self.words;
        let labelled = |one: &Adjusted, otherwise: &str| {
            let label = named(&one.label, otherwise);
            match one.rate {
                Some(rate) if !has_rate(&label, rate) => {
                    format!("{} {}", isolated(&label), self.locale.percent(rate))
                }
                _ => label,
            }
        };
        let subtotal = (words.subtotal.to_owned(), self.money(totals.subtotal));
        let discounts = totals.discounts.iter();
        let discounts = discounts.map(|one| {
            let amount = self.money(-one.amount);
            (labelled(one, words.discount), amount)
        });
        let fees = totals.fees.iter().map(|one| (one, words.fee));
        let taxes = totals.taxes.iter().map(|one| (one, words.tax));
        let added = fees.chain(taxes);
        let added = added.map(|(one, name)| (labelled(one, name), self.money(one.amount)));
        [subtotal]
            .into_iter()
            .chain(discounts)
            .chain(added)
            .collect()
    }

    fn signers(&self, quote: &Quote, account: &Account, is_expired: bool) -> Vec<SignerView> {
        if !quote.is_signed_electronically() {
            return Vec::new();
        }
        let signatures = Signatures::of(&quote.record);
        let signers = quote.signers.iter().map(|signer| {
            let name = isolated(&name_of(signer));
            if let Some(at_ms) = signatures.at_ms(signer.id) {
                let day = self.locale.day(&account.day(at_ms));
                return SignerView {
                    text: filled(self.words.signed_on, &[&name, &day]),
                    button: None,
                };
            }
            let button = filled(self.words.sign_as, &[&name]);
            SignerView {
                text: filled(self.words.is_to_sign, &[&name]),
                button: (!is_expired).then_some((signer.id, button)),
            }
        });
        signers.collect()
    }

    fn payment(&self, properties: &Properties, account: &Account) -> Option<String> {
        let words = self.words;
        let status = Payment::parse(properties.get("hs_payment_status")?)?;
        let methods = raw(properties, "hs_allowed_payment_methods");
        let methods = methods.split(';').filter(|method| !method.is_empty());
        let methods: Vec<&str> = methods
            .map(|method| match method {
                "CREDIT_OR_DEBIT_CARD" => words.card,
                other => other,
            })
            .collect();
        Some(match status {
            Payment::Pending if methods.is_empty() => words.payable.to_owned(),
            Payment::Pending => filled(words.payable_by, &[&methods.join(", ")]),
            Payment::Processing => words.payment_processing.to_owned(),
            Payment::Paid => {
                let date = raw(properties, "hs_payment_date");
                let at = date.parse::<Timestamp>().map(Timestamp::as_millisecond);
                let day = at.map(|at_ms| account.day(at_ms)).unwrap_or_default();
                filled(words.paid_on, &[&self.locale.day(&day)])
            }
        })
    }
}

/// True if a label contains its rate itself: `VAT 19%`.
fn has_rate(label: &str, rate: Decimal) -> bool {
    let label: String = label
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|letter| if letter == ',' { '.' } else { letter })
        .collect();
    let rate = [&amounts::text(rate), "%"].concat();
    let is_digit = |letter: char| letter.is_ascii_digit();
    label.split_once(&rate).is_some_and(|(before, _)| {
        let whole = before.strip_suffix('.').unwrap_or(before);
        !whole.ends_with(is_digit)
    })
}

fn raw(properties: &Properties, name: &str) -> String {
    properties.get(name).cloned().unwrap_or_default()
}

fn shown(properties: &Properties, name: &str) -> String {
    properties
        .get(name)
        .map(|text| plain(text))
        .unwrap_or_default()
}

fn named(label: &str, otherwise: &str) -> String {
    if label.trim().is_empty() {
        otherwise.to_owned()
    } else {
        plain(label)
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
        let text = |name: &str| company.text(name).unwrap_or_default();
        [
            plain(text("name")),
            plain(text("address")),
            joined(&[text("city"), text("state"), text("zip")], ", "),
            plain(text("country")),
        ]
    });
    let contacts = quote.contacts.iter().map(|contact| {
        let email = contact.text("email").unwrap_or_default();
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
    let text = |name: &str| contact.text(name).unwrap_or_default();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_that_says_its_rate_has_it_once() {
        for (label, rate, has) in [
            ("VAT 19%", "19", true),
            ("MwSt. 7,5 %", "7.50", true),
            ("VAT 119%", "19", false),
            ("VAT 1.9%", "9", false),
            ("VAT", "19", false),
            ("Paragraph 19", "19", false),
        ] {
            assert_eq!(has_rate(label, rate.parse().unwrap()), has, "{label}");
        }
    }

    #[test]
    fn a_term_is_in_months_or_in_days() {
        let locale = Locale::of("en", "en-us");
        let shows = Shows {
            locale: &locale,
            words: locale.language.words(),
            currency: "EUR",
        };
        for (period, term) in [
            ("P12M", Some("Term in months: 12")),
            ("P1Y6M", Some("Term in months: 18")),
            ("P2W", Some("Term in days: 14")),
            ("P90D", Some("Term in days: 90")),
            ("P1M1D", Some("P1M1D")),
            ("P0M", Some("P0M")),
            ("-P3M", Some("-P3M")),
            ("soon", Some("soon")),
            ("P99999999999999999999M", Some("P99999999999999999999M")),
            ("", None),
        ] {
            assert_eq!(shows.term(period).as_deref(), term, "{period}");
        }
    }
}
