//! Numbers, amounts and days in the locale of a quote.
//!
//! The words are those of its language, the numbers those of its locale in the C library
//! (glibc). A day has the month's name: the C library's own forms have two-digit years.

use pure_rust_locales::{Locale as Posix, locale_match};
use rust_decimal::Decimal;

use super::{
    currency::digits,
    words::{Language, filled},
};

/// The locale of a quote.
#[derive(Debug)]
pub(super) struct Locale {
    pub(super) language: Language,
    numbers: Posix,
    days: Posix,
}

impl Locale {
    /// The locale of a template's language and locale. English if the language has no words here;
    /// the language's own locale if the given one is unknown.
    pub(super) fn of(language: &str, locale: &str) -> Self {
        let posix = posix(locale);
        let language = if language.is_empty() {
            locale
        } else {
            language
        };
        let language = Language::parse(language).unwrap_or_default();
        let is_of_language = Language::parse(locale) == Some(language);
        Self {
            language,
            numbers: posix.unwrap_or(language.posix()),
            days: posix.filter(|_| is_of_language).unwrap_or(language.posix()),
        }
    }

    /// The same numbers with English words, if a PDF's font lacks the letters of the language.
    pub(super) fn in_font(self) -> Self {
        if self.language.is_in_font() {
            return self;
        }
        Self {
            language: Language::English,
            days: Language::English.posix(),
            ..self
        }
    }

    /// A number, with all its digits behind the point.
    pub(super) fn number(&self, number: Decimal) -> String {
        self.written(&number.normalize().to_string())
    }

    /// A percentage.
    pub(super) fn percent(&self, percent: Decimal) -> String {
        let text = filled(self.language.words().percent, &[&self.number(percent)]);
        self.isolated(&text.replace(' ', NO_BREAK))
    }

    /// An amount with its currency: `EUR 1,234.50`. It has the digits of the currency, or more
    /// for a price with more.
    pub(super) fn money(&self, amount: Decimal, currency: &str) -> String {
        let amount = amount.normalize();
        let digits = usize::try_from(digits(currency).max(amount.scale())).unwrap_or(2);
        let number = self.written(&format!("{:.digits$}", amount.abs()));
        // A minus sign, since the hyphen of a locale may end a line.
        let number = if amount.is_sign_positive() || amount.is_zero() {
            number
        } else if self.language.is_from_right() {
            // Isolated as one, so that the currency stays behind it.
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

    /// A day such as `2026-11-25`; any other text is returned unchanged.
    pub(super) fn day(&self, day: &str) -> String {
        let Ok(date) = day.parse::<jiff::civil::Date>() else {
            return day.to_owned();
        };
        let months = locale_match!(self.days => LC_TIME::MON);
        let month = usize::try_from(date.month() - 1).ok();
        let month = month.and_then(|month| months.get(month)).unwrap_or(&"");
        let (day, year) = (date.day().to_string(), date.year().to_string());
        if locale_match!(self.days => LC_TIME::D_FMT).starts_with("%m") {
            return format!("{month} {day}, {year}");
        }
        match self.language {
            Language::Arabic | Language::English | Language::French => {
                [&day, *month, &year].join(" ")
            }
            Language::German => format!("{day}. {month} {year}"),
            Language::Japanese => format!("{year}年{month}{day}日"),
            Language::Spanish => format!("{day} de {month} de {year}"),
        }
    }

    /// A number such as `-1234.5`.
    fn written(&self, number: &str) -> String {
        let (sign, number) = number
            .strip_prefix('-')
            .map_or(("", number), |rest| ("-", rest));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let mut sizes = locale_match!(self.numbers => LC_NUMERIC::GROUPING).iter();
        let mut size = sizes.next();
        let (mut groups, mut rest) = (Vec::new(), whole);
        // The last size repeats; a negative one ends the groups.
        while let Some(digits) = size.and_then(|size| usize::try_from(*size).ok())
            && digits > 0
            && let Some((before, group)) = rest
                .len()
                .checked_sub(digits)
                .filter(|at| *at > 0)
                .and_then(|at| rest.split_at_checked(at))
        {
            groups.push(group);
            rest = before;
            size = sizes.next().or(size);
        }
        groups.push(rest);
        groups.reverse();
        let whole = groups.join(locale_match!(self.numbers => LC_NUMERIC::THOUSANDS_SEP));
        let point = if fraction.is_empty() {
            ""
        } else {
            locale_match!(self.numbers => LC_NUMERIC::DECIMAL_POINT)
        };
        [sign, &whole, point, fraction].concat()
    }

    /// Isolates a number with its sign or currency, which keeps their order within a text written
    /// from the right.
    fn isolated(&self, text: &str) -> String {
        if self.language.is_from_right() {
            ["\u{2067}", text, "\u{2069}"].concat()
        } else {
            text.to_owned()
        }
    }
}

/// The C library's locale of a tag such as `de-ch`, `pt` or `zh-hant-tw`.
fn posix(tag: &str) -> Option<Posix> {
    let mut parts = tag.split(['-', '_']);
    let language = parts.next()?.to_ascii_lowercase();
    let region = parts.find(|part| part.len() == 2).unwrap_or(&language);
    let named = |region: &str| {
        let name = format!("{language}_{}", region.to_ascii_uppercase());
        Posix::try_from(&*name).ok()
    };
    named(region)
        .or_else(|| named(&language))
        .or_else(|| Some(Language::parse(&language)?.posix()))
}

/// A no-break space.
const NO_BREAK: &str = "\u{a0}";

#[cfg(test)]
mod tests {
    use super::*;

    /// By glibc's LC_NUMERIC and month names, for the language and locale of a template. `~` is a
    /// no-break space.
    #[test]
    fn numbers_and_days_are_written_as_the_locale_has_them() {
        for row in [
            "en; en-us; EUR~1,234.50; 7.5~%; December 31, 2099",
            "en; en-gb; EUR~1,234.50; 7.5~%; 31 December 2099",
            "en; en-in; EUR~1,234.50; 7.5~%; 31 December 2099",
            "de; de-de; 1.234,50~EUR; 7,5~%; 31. Dezember 2099",
            "de; de-ch; 1’234.50~EUR; 7.5~%; 31. Dezember 2099",
            "ja; ja-jp; EUR~1,234.50; 7.5%; 2099年12月31日",
            "fr; fr-fr; 1\u{202f}234,50~EUR; 7,5~%; 31 décembre 2099",
            "es; es-mx; 1\u{202f}234.50~EUR; 7.5~%; 31 de diciembre de 2099",
            // The numbers of a country, the words of English.
            "nl; nl-nl; EUR~1.234,50; 7,5~%; December 31, 2099",
            // No locale; no language; a locale of another language; unknown ones.
            "de; ; 1.234,50~EUR; 7,5~%; 31. Dezember 2099",
            "; de_DE; 1.234,50~EUR; 7,5~%; 31. Dezember 2099",
            "de; en-us; 1,234.50~EUR; 7.5~%; 31. Dezember 2099",
            "en; \u{202e}!; EUR~1,234.50; 7.5~%; December 31, 2099",
            "xx; yy-zz; EUR~1,234.50; 7.5~%; December 31, 2099",
            "; ; EUR~1,234.50; 7.5~%; December 31, 2099",
            "ar; ar-eg; \u{2067}1,234.50~EUR\u{2069}; \u{2067}7.5%\u{2069}; 31 ديسمبر 2099",
        ] {
            let row = row.replace('~', NO_BREAK);
            let fields: Vec<_> = row.split("; ").collect();
            let [language, locale, money, percent, day] = fields[..] else {
                panic!("{row}")
            };
            let at = Locale::of(language, locale);
            let found = [
                at.money("1234.5".parse().unwrap(), "EUR"),
                at.percent("7.50".parse().unwrap()),
                at.day("2099-12-31"),
            ];
            assert_eq!(found, [money, percent, day], "{row}");
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
    fn groups_are_those_of_the_locale() {
        for (locale, shown) in [
            ("en-in", "1,23,45,678.9"),
            ("ar-sa", "12345678.9"),
            ("zh-hant-tw", "12,345,678.9"),
            ("pt-br", "12.345.678,9"),
            ("en-zz", "12,345,678.9"),
        ] {
            let at = Locale::of("en", locale);
            assert_eq!(at.number("12345678.90".parse().unwrap()), shown, "{locale}");
        }
    }

    #[test]
    fn a_sign_is_left_of_its_number_where_lines_run_from_the_right() {
        let shown = "\u{2067}\u{2066}−5.00\u{2069}\u{a0}AED\u{2069}";
        assert_eq!(
            Locale::of("ar", "ar-ae").money("-5".parse().unwrap(), "AED"),
            shown
        );
    }

    #[test]
    fn a_text_that_is_no_day_stays_as_it_is() {
        let at = Locale::of("de", "de-de");
        for text in ["", "soon", "2099-13-01", "-1"] {
            assert_eq!(at.day(text), text);
        }
    }
}
