//! The amounts of a line item over its term: exact decimal arithmetic, without I/O.
//!
//! Source: the service's help pages on line items and on the properties of deals, and an
//! answer of the service for a line that is billed once, read 2026-11. The rest is a reading,
//! which `docs/quotes.md` lists.

use rust_decimal::Decimal;

use super::amounts::rounded;
use crate::platform::{
    answer::Result,
    records::{
        Changes,
        changes::refused,
        period::Period,
        store::{Properties, Record},
    },
};

/// The amounts of a line item over its term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contract {
    /// Billed per month.
    pub(super) monthly: Decimal,
    /// Billed per year.
    pub(super) yearly: Decimal,
    /// Billed in the first year of the term.
    pub(super) first_year: Decimal,
    /// Billed over the whole term.
    pub(super) total: Decimal,
}

impl Contract {
    /// Computes it from the amount of one bill; `None` if a decimal overflows.
    pub(super) fn of(properties: &Properties, amount: Decimal, digits: u32) -> Option<Self> {
        let Some(every) = every(properties) else {
            return Some(Self {
                monthly: Decimal::ZERO,
                yearly: Decimal::ZERO,
                first_year: amount,
                total: amount,
            });
        };
        // In days or in months, the unit of the billing period.
        let (one, year) = match every.days {
            0 => (every.months, 12),
            days => (days, WEEKS * 7),
        };
        let term = match term(properties) {
            Some(term) if is_in_days(every) => term.days,
            Some(term) => term.months,
            // Billing less than once a year counts as billed once.
            None => year.max(one),
        };
        let billed_in = |long: i64, parts: i64| {
            let amount = amount.checked_mul(long.into())?;
            Some(rounded(amount.checked_div(parts.into())?, digits))
        };
        Some(Self {
            monthly: billed_in(year, one * 12)?,
            yearly: billed_in(year, one)?,
            first_year: billed_in(term.min(year), one)?,
            total: billed_in(term, one)?,
        })
    }
}

/// Refuses a term in another unit than the billing period's.
///
/// Source of the code: other clients of the service, read 2026-11.
pub(super) fn check(record: &Record, changes: &Changes) -> Result<()> {
    let mut properties = record.properties.clone();
    for (name, value) in changes {
        match value {
            Some(value) => properties.insert(name.clone(), value.clone()),
            None => properties.remove(name),
        };
    }
    let (Some(every), Some(period)) = (every(&properties), term(&properties)) else {
        return Ok(());
    };
    let (other, unit) = if is_in_days(every) {
        (period.months, "days, such as P28D")
    } else {
        (period.days, "months, such as P12M")
    };
    if other == 0 {
        return Ok(());
    }
    let value = |name| properties.get(name).map_or("", String::as_str);
    let message = format!(
        "{TERM} is {}, and {FREQUENCY} {}: use a term in {unit}",
        value(TERM),
        value(FREQUENCY)
    );
    let fault = (TERM.to_owned(), (MISMATCH, message));
    Err(refused(&[fault]))
}

fn is_in_days(every: Period) -> bool {
    every.days > 0
}

/// The billing period of a line item; `None` if it is billed once.
fn every(properties: &Properties) -> Option<Period> {
    let frequency = properties.get(FREQUENCY)?;
    let known = FREQUENCIES.iter().find(|(name, ..)| name == frequency);
    known.map(|&(_, months, days)| Period { months, days })
}

fn term(properties: &Properties) -> Option<Period> {
    Period::parse(properties.get(TERM)?)
}

/// Billing frequencies (`recurringbillingfrequency`), with the period in months or in days.
const FREQUENCIES: [(&str, i64, i64); 10] = [
    ("weekly", 0, 7),
    ("biweekly", 0, 14),
    ("monthly", 1, 0),
    ("quarterly", 3, 0),
    ("per_six_months", 6, 0),
    ("annually", 12, 0),
    ("per_two_years", 24, 0),
    ("per_three_years", 36, 0),
    ("per_four_years", 48, 0),
    ("per_five_years", 60, 0),
];

/// Weeks in a year.
const WEEKS: i64 = 52;

const FREQUENCY: &str = "recurringbillingfrequency";

const TERM: &str = "hs_recurring_billing_period";

const MISMATCH: &str = "BILLING_PERIOD_TO_FREQUENCY_FORM_MISMATCH";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Profile, platform::records::types::RecordType};

    /// Worked by hand: amount of one bill, frequency and term; then the amounts per month, per
    /// year, in the first year and in all.
    #[test]
    fn a_line_comes_to_what_the_hand_worked_table_says() {
        for (amount, frequency, term, expected) in [
            ("3200", "", "", "0 0 3200 3200"),
            ("3200", "", "P12M", "0 0 3200 3200"),
            ("10", "monthly", "", "10 120 120 120"),
            ("10", "monthly", "P12M", "10 120 120 120"),
            ("10", "monthly", "P1Y", "10 120 120 120"),
            ("10", "monthly", "P3M", "10 120 30 30"),
            ("10", "monthly", "P24M", "10 120 120 240"),
            ("99", "weekly", "", "429 5148 5148 5148"),
            ("99", "weekly", "P7D", "429 5148 99 99"),
            ("99", "weekly", "P546D", "429 5148 5148 7722"),
            ("1", "biweekly", "P28D", "2.17 26 2 2"),
            ("100", "quarterly", "P6M", "33.33 400 200 200"),
            ("100", "quarterly", "P4M", "33.33 400 133.33 133.33"),
            ("100", "per_six_months", "", "16.67 200 200 200"),
            ("1000", "annually", "", "83.33 1000 1000 1000"),
            ("1000", "annually", "P3Y", "83.33 1000 1000 3000"),
            ("100", "annually", "P18M", "8.33 100 100 150"),
            ("2400", "per_two_years", "", "100 1200 1200 2400"),
            ("2400", "per_two_years", "P48M", "100 1200 1200 4800"),
            ("100", "per_three_years", "", "2.78 33.33 33.33 100"),
            ("4800", "per_four_years", "", "100 1200 1200 4800"),
            ("0", "per_five_years", "P5Y", "0 0 0 0"),
        ] {
            let properties = [(FREQUENCY, frequency), (TERM, term)]
                .into_iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();

            let contract = Contract::of(&properties, amount.parse().unwrap(), 2).unwrap();

            let Contract {
                monthly,
                yearly,
                first_year,
                total,
            } = contract;
            let all = [monthly, yearly, first_year, total].map(|one| one.normalize().to_string());
            assert_eq!(all.join(" "), expected, "{amount} {frequency} {term}");
        }
    }

    #[test]
    fn an_amount_too_large_for_a_decimal_is_none() {
        let properties = [(FREQUENCY.to_owned(), "weekly".to_owned())].into();

        assert_eq!(Contract::of(&properties, Decimal::MAX, 2), None);
    }

    #[test]
    fn every_frequency_has_its_length() {
        let (lines, _) = RecordType::find("line_items", Profile::Spec).unwrap();
        let options = &lines.property(FREQUENCY).unwrap().property.options;
        let values: Vec<&str> = options.iter().map(|option| &*option.value).collect();

        assert_eq!(values, FREQUENCIES.map(|(name, ..)| name));
    }
}
