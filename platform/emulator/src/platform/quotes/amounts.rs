//! The amounts of a quote: exact decimal arithmetic, without I/O.
//!
//! A line is rounded to its currency's digits, half up, and so is each discount, fee and
//! tax. Discounts come first, then fees, then taxes; within a kind the smallest
//! `hs_sort_order`. A percentage is of the running sum before it. No sum is below 0.
//!
//! Source: the quotes guide (the order of the kinds); the rest is a reading, which
//! `docs/emulator.md` lists.

use rust_decimal::{Decimal, RoundingStrategy};

/// One line item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Unit price.
    pub(crate) price: Decimal,
    /// Unit cost to the seller.
    pub(crate) cost: Decimal,
    pub(crate) quantity: Decimal,
    pub(crate) discount: LineDiscount,
}

/// A discount on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineDiscount {
    None,
    /// An amount off each unit.
    Each(Decimal),
    /// A percentage off the whole line.
    Percent(Decimal),
}

/// The amounts of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineAmount {
    /// Before its discount.
    pub(crate) before: Decimal,
    /// The amount of the discount.
    pub(crate) off: Decimal,
    /// After its discount.
    pub(crate) amount: Decimal,
}

/// A discount, a fee or a tax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Adjustment {
    /// Its name on the quote.
    pub(crate) label: String,
    pub(crate) value: AdjustmentValue,
    /// Its place within its kind; without one it comes last.
    pub(crate) order: Option<Decimal>,
}

/// The size of an adjustment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AdjustmentValue {
    Fixed(Decimal),
    /// Of the sum before it.
    Percent(Decimal),
}

/// The input for the amounts of a quote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Priced {
    /// The currency's digits behind the point.
    pub(crate) digits: u32,
    pub(crate) lines: Vec<Line>,
    pub(crate) discounts: Vec<Adjustment>,
    pub(crate) fees: Vec<Adjustment>,
    pub(crate) taxes: Vec<Adjustment>,
}

/// The amounts of a quote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// In the order of [`Priced::lines`].
    pub(crate) lines: Vec<Decimal>,
    /// The sum of the lines.
    pub(crate) subtotal: Decimal,
    /// In the order of application.
    pub(crate) discounts: Vec<Adjusted>,
    pub(crate) fees: Vec<Adjusted>,
    pub(crate) taxes: Vec<Adjusted>,
    /// The amount due.
    pub(crate) total: Decimal,
}

/// The amount of an adjustment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Adjusted {
    pub(crate) label: String,
    /// Its percentage, if it is one.
    pub(crate) rate: Option<Decimal>,
    pub(crate) amount: Decimal,
}

impl Line {
    /// The line's amounts; `None` if a decimal overflows.
    pub(crate) fn amount(&self, digits: u32) -> Option<LineAmount> {
        let before = rounded(self.price.checked_mul(self.quantity)?, digits);
        let off = match self.discount {
            LineDiscount::None => Decimal::ZERO,
            LineDiscount::Each(each) => rounded(each.checked_mul(self.quantity)?, digits),
            LineDiscount::Percent(percent) => part(before, percent, digits)?,
        };
        let off = off.min(before);
        Some(LineAmount {
            before,
            off,
            amount: before.checked_sub(off)?,
        })
    }

    /// The amount less the seller's cost; below 0 for a loss.
    pub(crate) fn margin(&self, digits: u32) -> Option<Decimal> {
        let cost = rounded(self.cost.checked_mul(self.quantity)?, digits);
        self.amount(digits)?.amount.checked_sub(cost)
    }
}

impl Priced {
    /// The quote's amounts, unless a sum overflows a decimal.
    pub(crate) fn totals(&self) -> Option<Totals> {
        let lines = self.lines.iter();
        let lines = lines.map(|line| Some(line.amount(self.digits)?.amount));
        let lines: Vec<Decimal> = lines.collect::<Option<_>>()?;
        let mut sums = lines.iter();
        let subtotal = sums.try_fold(Decimal::ZERO, |sum, amount| sum.checked_add(*amount))?;
        let mut total = subtotal;
        let discounts = self.adjust(&self.discounts, &mut total, |total, amount| {
            // A discount never exceeds the sum.
            let amount = amount.min(total);
            Some((total.checked_sub(amount)?, amount))
        })?;
        let add = |total: Decimal, amount| Some((total.checked_add(amount)?, amount));
        let fees = self.adjust(&self.fees, &mut total, add)?;
        let taxes = self.adjust(&self.taxes, &mut total, add)?;
        Some(Totals {
            lines,
            subtotal,
            discounts,
            fees,
            taxes,
            total,
        })
    }

    /// The amount of each adjustment, unless one overflows.
    fn adjust(
        &self,
        adjustments: &[Adjustment],
        total: &mut Decimal,
        apply: impl Fn(Decimal, Decimal) -> Option<(Decimal, Decimal)>,
    ) -> Option<Vec<Adjusted>> {
        let mut ordered: Vec<&Adjustment> = adjustments.iter().collect();
        // A stable sort: equal places keep their order.
        ordered.sort_by_key(|one| (one.order.is_none(), one.order));
        let mut amounts = Vec::new();
        for one in ordered {
            let (rate, amount) = match one.value {
                AdjustmentValue::Fixed(amount) => (None, rounded(amount, self.digits)),
                AdjustmentValue::Percent(percent) => {
                    (Some(percent), part(*total, percent, self.digits)?)
                }
            };
            let (after, amount) = apply(*total, amount)?;
            *total = after;
            amounts.push(Adjusted {
                label: one.label.clone(),
                rate,
                amount,
            });
        }
        Some(amounts)
    }
}

fn part(of: Decimal, percent: Decimal, digits: u32) -> Option<Decimal> {
    let part = of.checked_mul(percent)?.checked_div(Decimal::ONE_HUNDRED)?;
    Some(rounded(part, digits))
}

/// An amount with the digits of a currency, half up.
pub(super) fn rounded(amount: Decimal, digits: u32) -> Decimal {
    amount.round_dp_with_strategy(digits, RoundingStrategy::MidpointAwayFromZero)
}

/// An amount as a property value: digits without padding.
pub(crate) fn text(amount: Decimal) -> String {
    amount.normalize().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn line(text: &str) -> Line {
        let mut parts = text.split_whitespace();
        let mut next = || number(parts.next().unwrap());
        let (price, quantity) = (next(), next());
        let discount = match parts.next() {
            None => LineDiscount::None,
            Some(off) => match off.strip_suffix('%') {
                Some(percent) => LineDiscount::Percent(number(percent)),
                None => LineDiscount::Each(number(off)),
            },
        };
        Line {
            price,
            cost: Decimal::ZERO,
            quantity,
            discount,
        }
    }

    /// `10%@2` is a percentage at place 2, `5` an amount without a place.
    fn adjustment(text: &str) -> Adjustment {
        let (value, order) = match text.split_once('@') {
            Some((value, order)) => (value, Some(number(order))),
            None => (text, None),
        };
        Adjustment {
            label: text.to_owned(),
            value: match value.strip_suffix('%') {
                Some(percent) => AdjustmentValue::Percent(number(percent)),
                None => AdjustmentValue::Fixed(number(value)),
            },
            order,
        }
    }

    fn total(digits: u32, lines: &[&str], adjustments: [&[&str]; 3]) -> String {
        let [discounts, fees, taxes] =
            adjustments.map(|kind| kind.iter().map(|one| adjustment(one)).collect());
        let priced = Priced {
            digits,
            lines: lines.iter().map(|one| line(one)).collect(),
            discounts,
            fees,
            taxes,
        };
        text(priced.totals().unwrap().total)
    }

    type Case<'a> = (u32, &'a [&'a str], [&'a [&'a str]; 3], &'a str);

    /// Worked by hand. Each line is price, quantity and discount; each case its
    /// currency's digits, lines, discounts, fees, taxes and the total.
    #[test]
    fn the_amount_of_a_quote_is_that_of_the_hand_worked_table() {
        let cases: &[Case<'_>] = &[
            // Lines alone.
            (2, &[], [&[], &[], &[]], "0"),
            (2, &["10 1"], [&[], &[], &[]], "10"),
            (2, &["10 3"], [&[], &[], &[]], "30"),
            (2, &["19.99 3"], [&[], &[], &[]], "59.97"),
            (2, &["0.1 3"], [&[], &[], &[]], "0.3"),
            (2, &["0 5"], [&[], &[], &[]], "0"),
            (2, &["99.99 0.5"], [&[], &[], &[]], "50"),
            (2, &["1.005 1"], [&[], &[], &[]], "1.01"),
            (2, &["1.004 1", "1.004 1"], [&[], &[], &[]], "2"),
            (2, &["10 1", "20.5 2", "0.25 4"], [&[], &[], &[]], "52"),
            // Discounts of lines.
            (2, &["234.56 10 20%"], [&[], &[], &[]], "1876.48"),
            (2, &["100 3 10"], [&[], &[], &[]], "270"),
            (2, &["100 3 33.333%"], [&[], &[], &[]], "200"),
            (2, &["10 2 15"], [&[], &[], &[]], "0"),
            (2, &["10 1 100%"], [&[], &[], &[]], "0"),
            (2, &["10 1 0%"], [&[], &[], &[]], "10"),
            (2, &["0.05 1 50%"], [&[], &[], &[]], "0.02"),
            // Discounts of the quote.
            (2, &["100 1"], [&["10%"], &[], &[]], "90"),
            (2, &["100 1"], [&["10"], &[], &[]], "90"),
            (2, &["100 1"], [&["10%", "10%"], &[], &[]], "81"),
            (2, &["100 1"], [&["10%", "10%", "10%"], &[], &[]], "72.9"),
            (2, &["100 1"], [&["10@1", "50%@2"], &[], &[]], "45"),
            (2, &["100 1"], [&["10@2", "50%@1"], &[], &[]], "40"),
            (2, &["100 1"], [&["50%", "10@1"], &[], &[]], "45"),
            (2, &["100 1"], [&["150"], &[], &[]], "0"),
            (2, &["100 1"], [&["60", "60", "1%"], &[], &[]], "0"),
            (2, &["100 1"], [&["250%"], &[], &[]], "0"),
            (2, &["0.99 1"], [&["50%"], &[], &[]], "0.49"),
            (2, &["100 1"], [&["0%", "0"], &[], &[]], "100"),
            // Fees and taxes, and the order of the kinds.
            (2, &["100 1"], [&[], &["5"], &[]], "105"),
            (2, &["100 1"], [&[], &["5%", "5%"], &[]], "110.25"),
            (2, &["100 1"], [&[], &[], &["19%"]], "119"),
            (2, &["100 1"], [&["10%"], &["5"], &["20%"]], "114"),
            (2, &["100 1"], [&["100%"], &["5"], &["20%"]], "6"),
            (2, &["100 1"], [&["200"], &["10%"], &["20%"]], "0"),
            (2, &["33.33 3"], [&[], &[], &["7.25%"]], "107.24"),
            (2, &["100 1"], [&[], &[], &["5%@2", "10@1"]], "115.5"),
            (
                2,
                &["59.97 1", "0.5 3"],
                [&["5%"], &["2.5"], &["8.875%"]],
                "66.3",
            ),
            // Currencies of other digits.
            (0, &["333 3 10%"], [&[], &[], &["10%"]], "989"),
            (0, &["0.5 1"], [&[], &[], &[]], "1"),
            (0, &["999 1"], [&["0.4%"], &[], &["10%"]], "1095"),
            (3, &["1.2345 1"], [&[], &[], &[]], "1.235"),
            (3, &["10.125 3"], [&["10%"], &[], &["5%"]], "28.704"),
            // The largest possible.
            (
                2,
                &["1000000000000 1000000000"],
                [&[], &[], &["20%"]],
                "1200000000000000000000",
            ),
        ];
        assert!(cases.len() >= 30);
        for (digits, lines, adjustments, expected) in cases {
            assert_eq!(
                &total(*digits, lines, *adjustments),
                expected,
                "{lines:?} {adjustments:?}"
            );
        }
    }

    #[test]
    fn an_amount_too_large_for_a_decimal_is_none() {
        let huge = Line {
            price: Decimal::MAX,
            cost: Decimal::ZERO,
            quantity: number("2"),
            discount: LineDiscount::None,
        };

        assert_eq!(huge.amount(2), None);
        let priced = |lines: &[&str], fees: &[&str]| Priced {
            digits: 2,
            lines: lines.iter().map(|one| line(one)).collect(),
            fees: fees.iter().map(|one| adjustment(one)).collect(),
            ..Priced::default()
        };
        let most = "1000000000000%";
        let large = "70000000000000000000000000000 1";
        for (lines, fees) in [
            (&[large, large][..], &[][..]),
            (&["1 1"], &["5", most, most, most]),
        ] {
            assert_eq!(priced(lines, fees).totals(), None, "{lines:?}");
        }
    }
}
