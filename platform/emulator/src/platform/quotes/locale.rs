//! How a quote writes numbers, amounts and days.
//!
//! The words are those of its language, the numbers those of its locale. Days are of the
//! locale where it is one of the language, since they have names of months.

use icu_calendar::{Date, Gregorian};
use icu_datetime::{FixedCalendarDateTimeFormatter, fieldsets::YMD};
use icu_decimal::{DecimalFormatter, input};
use icu_locale_core::Locale as Tag;
use rust_decimal::Decimal;

use super::{
    currency::digits,
    words::{Language, filled},
};

/// How one quote writes what is no word.
#[derive(Debug)]
pub(super) struct Locale {
    pub(super) language: Language,
    numbers: Option<DecimalFormatter>,
    days: Option<FixedCalendarDateTimeFormatter<Gregorian, YMD>>,
}

impl Locale {
    /// That of a template's language and locale. English where there are no words, the
    /// language's own locale where the other is none.
    pub(super) fn of(language: &str, locale: &str) -> Self {
        let tag = locale.replace('_', "-");
        let tag = Tag::try_from_str(&tag).ok().filter(|_| !locale.is_empty());
        let language = if language.is_empty() {
            locale
        } else {
            language
        };
        let language = Language::parse(language).unwrap_or_default();
        let own = Tag::try_from_str(language.tag()).unwrap_or(Tag::UNKNOWN);
        let numbers = tag.clone().unwrap_or_else(|| own.clone());
        let is_of_language =
            |tag: &Tag| Language::parse(tag.id.language.as_str()) == Some(language);
        let days = tag.filter(is_of_language).unwrap_or(own);
        Self {
            language,
            numbers: DecimalFormatter::try_new((&numbers).into(), Default::default()).ok(),
            days: FixedCalendarDateTimeFormatter::try_new((&days).into(), YMD::long()).ok(),
        }
    }

    /// A number, with as many digits behind the point as it has.
    pub(super) fn number(&self, number: Decimal) -> String {
        self.written(&number.normalize().to_string())
    }

    /// A percentage.
    pub(super) fn percent(&self, percent: Decimal) -> String {
        let text = filled(self.language.words().percent, &[&self.number(percent)]);
        self.isolated(&text.replace(' ', NO_BREAK))
    }

    /// An amount with its currency: `EUR 1,234.50`. It has the digits of the currency, and
    /// more where it is a price with more.
    pub(super) fn money(&self, amount: Decimal, currency: &str) -> String {
        let amount = amount.normalize();
        let digits = usize::try_from(digits(currency).max(amount.scale())).unwrap_or(2);
        let number = self.written(&format!("{:.digits$}", amount.abs()));
        // A sign of its own, since the hyphen of a locale may end a line.
        let number = if amount.is_sign_positive() || amount.is_zero() {
            number
        } else if self.language.is_from_right() && is_latin(&number) {
            // Both as one, so that the currency stays behind it.
            ["\u{2066}−", &number, "\u{2069}"].concat()
        } else if self.language.words().is_currency_last {
            ["−", &number].concat()
        } else {
            return ["−", currency, NO_BREAK, &number].concat();
        };
        self.isolated(&if self.language.words().is_currency_last {
            [&number, NO_BREAK, currency].concat()
        } else {
            [currency, NO_BREAK, &number].concat()
        })
    }

    /// A day such as `2026-11-25`; what is none stays as it is.
    pub(super) fn day(&self, day: &str) -> String {
        let text = day
            .parse::<jiff::civil::Date>()
            .ok()
            .zip(self.days.as_ref())
            .and_then(|(day, days)| {
                let [year, month, day] =
                    [i32::from(day.year()), day.month().into(), day.day().into()];
                let (month, day) = (u8::try_from(month).ok()?, u8::try_from(day).ok()?);
                Some(
                    days.format(&Date::try_new_gregorian(year, month, day).ok()?)
                        .to_string(),
                )
            });
        text.unwrap_or_else(|| day.to_owned())
    }

    fn written(&self, number: &str) -> String {
        match (&self.numbers, input::Decimal::try_from_str(number)) {
            (Some(numbers), Ok(number)) => numbers.format(&number).to_string(),
            _ => number.to_owned(),
        }
    }

    /// A number with its sign or its currency, which stay as CLDR has them beside a text
    /// that is written from the right.
    fn isolated(&self, text: &str) -> String {
        if self.language.is_from_right() {
            ["\u{2067}", text, "\u{2069}"].concat()
        } else {
            text.to_owned()
        }
    }
}

/// Whether a number has European digits, before which a sign stands to the left.
fn is_latin(number: &str) -> bool {
    number.contains(|letter: char| letter.is_ascii_digit())
}

/// A space that ends no line.
const NO_BREAK: &str = "\u{a0}";

#[cfg(test)]
mod tests {
    use super::*;

    /// By CLDR, for the language and locale of a template.
    #[test]
    fn numbers_and_days_are_written_as_the_locale_has_them() {
        for (language, locale, money, percent, day) in [
            (
                "en",
                "en-us",
                "EUR\u{a0}1,234.50",
                "7.5\u{a0}%",
                "December 31, 2099",
            ),
            (
                "en",
                "en-gb",
                "EUR\u{a0}1,234.50",
                "7.5\u{a0}%",
                "31 December 2099",
            ),
            (
                "en",
                "en-in",
                "EUR\u{a0}1,234.50",
                "7.5\u{a0}%",
                "31 December 2099",
            ),
            (
                "de",
                "de-de",
                "1.234,50\u{a0}EUR",
                "7,5\u{a0}%",
                "31. Dezember 2099",
            ),
            (
                "de",
                "de-ch",
                "1'234.50\u{a0}EUR",
                "7.5\u{a0}%",
                "31. Dezember 2099",
            ),
            ("ja", "ja-jp", "EUR\u{a0}1,234.50", "7.5%", "2099年12月31日"),
            (
                "fr",
                "fr-fr",
                "1\u{202f}234,50\u{a0}EUR",
                "7,5\u{a0}%",
                "31 décembre 2099",
            ),
            (
                "es",
                "es-mx",
                "1,234.50\u{a0}EUR",
                "7.5\u{a0}%",
                "31 de diciembre de 2099",
            ),
            // The numbers of a country, the words of English.
            (
                "nl",
                "nl-nl",
                "EUR\u{a0}1.234,50",
                "7,5\u{a0}%",
                "December 31, 2099",
            ),
            // No locale, none of the language, none at all.
            (
                "de",
                "",
                "1.234,50\u{a0}EUR",
                "7,5\u{a0}%",
                "31. Dezember 2099",
            ),
            (
                "",
                "de_DE",
                "1.234,50\u{a0}EUR",
                "7,5\u{a0}%",
                "31. Dezember 2099",
            ),
            (
                "de",
                "en-us",
                "1,234.50\u{a0}EUR",
                "7.5\u{a0}%",
                "31. Dezember 2099",
            ),
            (
                "en",
                "\u{202e}!",
                "EUR\u{a0}1,234.50",
                "7.5\u{a0}%",
                "December 31, 2099",
            ),
            (
                "xx",
                "yy-zz",
                "EUR\u{a0}1,234.50",
                "7.5\u{a0}%",
                "December 31, 2099",
            ),
            (
                "",
                "",
                "EUR\u{a0}1,234.50",
                "7.5\u{a0}%",
                "December 31, 2099",
            ),
            (
                "ar",
                "ar-eg",
                "\u{2067}١٬٢٣٤٫٥٠\u{a0}EUR\u{2069}",
                "\u{2067}٧٫٥%\u{2069}",
                "٣١ ديسمبر ٢٠٩٩",
            ),
            (
                "ar",
                "ar-ae",
                "\u{2067}1,234.50\u{a0}EUR\u{2069}",
                "\u{2067}7.5%\u{2069}",
                "31 ديسمبر 2099",
            ),
        ] {
            let at = Locale::of(language, locale);
            let found = (
                at.money("1234.5".parse().unwrap(), "EUR"),
                at.percent("7.50".parse().unwrap()),
                at.day("2099-12-31"),
            );
            let expected = (money.to_owned(), percent.to_owned(), day.to_owned());
            assert_eq!(found, expected, "{language} {locale}");
        }
    }

    #[test]
    fn an_amount_has_the_digits_of_its_currency() {
        for (amount, currency, shown) in [
            ("0", "EUR", "EUR 0.00"),
            ("-0.00", "EUR", "EUR 0.00"),
            ("-5", "EUR", "−EUR 5.00"),
            ("999", "JPY", "JPY 999"),
            ("1000000", "JPY", "JPY 1,000,000"),
            ("0.0050", "EUR", "EUR 0.005"),
            ("12.3456", "KWD", "KWD 12.3456"),
            ("12500000", "IDR", "IDR 12,500,000.00"),
            ("123456789.99", "USD", "USD 123,456,789.99"),
            (
                "79228162514264337593543950335",
                "USD",
                "USD 79,228,162,514,264,337,593,543,950,335.00",
            ),
        ] {
            let shown = shown.replace(' ', "\u{a0}");
            let at = Locale::of("en", "en-us");
            assert_eq!(at.money(amount.parse().unwrap(), currency), shown);
        }
    }

    #[test]
    fn a_sign_is_left_of_european_digits_and_right_of_arabic_ones() {
        for (locale, shown) in [
            ("ar-ae", "\u{2067}\u{2066}−5.00\u{2069}\u{a0}AED\u{2069}"),
            ("ar-eg", "\u{2067}−٥٫٠٠\u{a0}AED\u{2069}"),
        ] {
            let at = Locale::of("ar", locale);
            assert_eq!(at.money("-5".parse().unwrap(), "AED"), shown, "{locale}");
        }
    }

    #[test]
    fn what_is_no_day_stays_as_it_is() {
        let at = Locale::of("de", "de-de");
        for text in ["", "soon", "2099-13-01", "-1"] {
            assert_eq!(at.day(text), text);
        }
    }
}
