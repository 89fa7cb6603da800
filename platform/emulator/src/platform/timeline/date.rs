//! A moment in words, for the helper `formatDate`.

use jiff::{Timestamp, tz::TimeZone};

/// Formats milliseconds since 1970 in one of Java's four styles, by default the medium one, in
/// a time zone. `None` for any other text.
///
/// Source: the legacy timeline guide, which shows the short and the medium style; the long
/// and the full one are those of Java's `DateFormat` for the United States, to which it
/// refers.
pub(crate) fn in_words(moment: &str, style: &str, zone: &TimeZone) -> Option<String> {
    let ms = moment.trim().parse().ok()?;
    let moment = Timestamp::from_millisecond(ms).ok()?;
    let format = match style {
        "short" => "%-m/%-d/%y %-I:%M %p",
        "long" => "%B %-d, %Y %-I:%M:%S %p %Z",
        "full" => "%A, %B %-d, %Y %-I:%M:%S %p %Z",
        _ => "%b %-d, %Y %-I:%M:%S %p",
    };
    let moment = moment.to_zoned(zone.clone());
    Some(moment.strftime(format).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moment of the legacy timeline guide.
    #[test]
    fn a_moment_has_four_styles() {
        for (style, text) in [
            ("", "Nov 18, 2014 3:47:11 PM"),
            ("medium", "Nov 18, 2014 3:47:11 PM"),
            ("short", "11/18/14 3:47 PM"),
            ("long", "November 18, 2014 3:47:11 PM UTC"),
            ("full", "Tuesday, November 18, 2014 3:47:11 PM UTC"),
            ("other", "Nov 18, 2014 3:47:11 PM"),
        ] {
            let words = in_words("1416325631000", style, &TimeZone::UTC);
            assert_eq!(words.as_deref(), Some(text));
        }
        let words = in_words("0", "short", &TimeZone::UTC);
        assert_eq!(words.as_deref(), Some("1/1/70 12:00 AM"));
        let zone = TimeZone::get("US/Eastern").unwrap();
        let words = in_words("1416325631000", "long", &zone);
        assert_eq!(words.as_deref(), Some("November 18, 2014 10:47:11 AM EST"));
        for none in ["", "soon", "2014-11-18", "99999999999999999999"] {
            assert_eq!(in_words(none, "", &TimeZone::UTC), None, "{none}");
        }
    }
}
