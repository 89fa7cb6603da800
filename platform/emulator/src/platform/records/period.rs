//! ISO 8601 periods.

use jiff::fmt::temporal::SpanParser;

/// A period, in months and days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    pub(crate) months: i64,
    pub(crate) days: i64,
}

impl Period {
    /// Parses a text such as `P12M`, `P1Y` or `P7D`: without times, up to a hundred years.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let span = PARSER.parse_span(text).ok()?;
        let period = Self {
            months: i64::from(span.get_years()) * 12 + i64::from(span.get_months()),
            days: i64::from(span.get_weeks()) * 7 + i64::from(span.get_days()),
        };
        let is_long = period.months > MOST_MONTHS || period.days > MOST_DAYS;
        let is_of_days = span.is_positive()
            && span.get_hours() == 0
            && span.get_minutes() == 0
            && span.get_seconds() == 0
            && span.get_milliseconds() == 0
            && span.get_microseconds() == 0
            && span.get_nanoseconds() == 0;
        (is_of_days && !is_long).then_some(period)
    }
}

static PARSER: SpanParser = SpanParser::new();

const MOST_MONTHS: i64 = 100 * 12;

const MOST_DAYS: i64 = 100 * 366;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_has_months_or_days() {
        for (text, months, days) in [
            ("P12M", 12, 0),
            ("P1Y", 12, 0),
            ("P1Y6M", 18, 0),
            ("P7D", 0, 7),
            ("P2W", 0, 14),
            ("P1M1D", 1, 1),
            ("P100Y", 1200, 0),
            ("p3m", 3, 0),
        ] {
            assert_eq!(Period::parse(text), Some(Period { months, days }), "{text}");
        }
    }

    #[test]
    fn another_text_is_no_period() {
        for text in [
            "",
            "P",
            "P0M",
            "-P1M",
            "P-1M",
            "12",
            "12M",
            "12 months",
            "PT1H",
            "P1DT1H",
            "P1.5M",
            "P101Y",
            "P99999999999999999999M",
            "P1M ",
            "P1M\n",
            "P１M",
            "monthly",
        ] {
            assert_eq!(Period::parse(text), None, "{text}");
        }
    }
}
