//! The values of properties: validation, and the stored form.

use iso_currency::Currency;
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use rust_decimal::Decimal;
use serde_json::Value;

use super::{
    period::Period,
    property::{Bounds, Defined, Format},
};
use crate::platform::{answer::quoted, clock::iso};

/// A fault of a value: the service's code, and a text.
pub(crate) type Fault = (&'static str, String);

/// A request's value in stored form; `None` removes it.
pub(crate) fn judged(name: &str, defined: &Defined, value: Value) -> Result<Option<String>, Fault> {
    let text = match value {
        Value::Null => return Ok(None),
        Value::String(text) => text,
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        Value::Array(_) | Value::Object(_) => {
            return Err((
                "INVALID_OPTION",
                format!("{name} is a list or an object: use a text, a number, true or false"),
            ));
        }
    };
    if text.is_empty() {
        return Ok(None);
    }
    if text.len() > LONGEST_VALUE {
        let length = text.len();
        return Err((
            "INVALID_OPTION",
            format!("{name} has {length} bytes: use {LONGEST_VALUE} at most"),
        ));
    }
    normalized(name, defined, text).map(Some)
}

/// A text as a property's value in stored form.
pub(crate) fn normalized(name: &str, defined: &Defined, text: String) -> Result<String, Fault> {
    let property = &defined.property;
    let text_quoted = quoted(&text);
    let no_value = format!("{text_quoted} is no value of {name}");
    let wrong = |code, fault: &str, expected: &str| Err((code, format!("{fault}: {expected}")));
    let no_option = |allowed: &str, further: &str| {
        let fault = format!("{text_quoted} was not one of the allowed options: [{allowed}]");
        Err(("INVALID_OPTION", format!("{fault} of {name}{further}")))
    };
    match &*property.kind {
        "number" => {
            let number = text.trim();
            // The service refuses exponents. Source: reports of its answers, read 2026-11.
            if number.contains(['e', 'E']) || !number.parse::<f64>().is_ok_and(f64::is_finite) {
                let expected = "use a number such as 12 or 0.5";
                return wrong("INVALID_INTEGER", &no_value, expected);
            }
            within(name, defined, number)?;
            Ok(number.to_owned())
        }
        "bool" => match text.to_ascii_lowercase().as_str() {
            flag @ ("true" | "false") => Ok(flag.to_owned()),
            _ => no_option("true, false", ""),
        },
        "date" => date(&text, defined.format == Some(Format::Day)).map_or_else(
            || {
                let expected = "use a day such as 2026-01-31, or its midnight in UTC";
                wrong("INVALID_DATE", &no_value, expected)
            },
            |date| Ok(date.to_string()),
        ),
        "datetime" => moment_ms(&text).map_or_else(
            || {
                // Apps know this fault, and that of an address, by the service's first words.
                // Source: reports of its answers, read 2026-11.
                let fault = format!("{text_quoted} was not a valid long");
                let expected =
                    "use a moment such as 2026-01-31T12:00:00Z, or milliseconds since 1970";
                wrong("INVALID_LONG", &fault, expected)
            },
            |ms| Ok(iso(ms)),
        ),
        "enumeration" if property.external_options != Some(true) => {
            let is_option = |one: &str| property.options.iter().any(|option| option.value == one);
            if defined.is_multiple() {
                let chosen: Vec<&str> = options_of(&text).collect();
                if chosen.iter().all(|one| is_option(one)) {
                    let adds = text.trim_start().starts_with(ADDS);
                    let start = if adds { ";" } else { "" };
                    return Ok([start, &chosen.join(";")].concat());
                }
            } else if is_option(&text) {
                return Ok(text);
            }
            let values = property.options.iter().map(|option| &*option.value);
            let first: Vec<&str> = values.take(MOST_SHOWN).collect();
            let further = match property.options.len().saturating_sub(MOST_SHOWN) {
                0 => String::new(),
                more => format!(", or of {more} more that its definition lists"),
            };
            no_option(&first.join(", "), &further)
        }
        _ => {
            let trimmed = text.trim();
            let (value, is_good, code, expected) = match defined.format {
                None | Some(Format::Day) => return Ok(text),
                Some(Format::Email) => {
                    let email = trimmed.to_lowercase();
                    let is_good = is_email(&email);
                    let expected = "use an e-mail address such as ada@people.example";
                    (email, is_good, "INVALID_EMAIL", expected)
                }
                Some(Format::Currency) => {
                    let code = trimmed.to_uppercase();
                    let is_good = Currency::from_code(&code).is_some();
                    let expected = "use a code of ISO 4217 such as USD";
                    (code, is_good, "INVALID_OPTION", expected)
                }
                Some(Format::Period) => {
                    let period = trimmed.to_uppercase();
                    let is_good = Period::parse(&period).is_some();
                    let expected = "use a period of ISO 8601 such as P12M or P7D, up to P100Y";
                    (period, is_good, "INVALID_OPTION", expected)
                }
                Some(Format::Slug) => {
                    let expected =
                        "use up to 100 small letters, digits and hyphens, such as offer-12";
                    (text.clone(), is_slug(&text), "INVALID_OPTION", expected)
                }
            };
            if is_good {
                return Ok(value);
            }
            let fault = match defined.format {
                Some(Format::Email) => format!("Email address {text_quoted} is invalid"),
                _ => no_value,
            };
            wrong(code, &fault, expected)
        }
    }
}

/// The options in a value with several.
pub(crate) fn options_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').map(str::trim).filter(|one| !one.is_empty())
}

/// The options to store. A semicolon in front adds them to those of the record; duplicates are
/// dropped.
///
/// Source: the service's guide to properties, "Add values to multiple checkboxes", read 2026-11.
pub(crate) fn with_options(before: Option<&str>, value: &str) -> Option<String> {
    let before = before
        .filter(|_| value.starts_with(ADDS))
        .unwrap_or_default();
    let mut all: Vec<&str> = Vec::new();
    for one in options_of(before).chain(options_of(value)) {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    (!all.is_empty()).then(|| all.join(";"))
}

/// Prefix of options to add.
const ADDS: char = ';';

/// Refuses a number out of range.
fn within(name: &str, defined: &Defined, number: &str) -> Result<(), Fault> {
    let Bounds { least, above, most } = defined.bounds;
    if least.is_none() && above.is_none() && most.is_none() {
        return Ok(());
    }
    let refused = |expected: String| {
        Err((
            "INVALID_INTEGER",
            format!("{} is no value of {name}: {expected}", quoted(number)),
        ))
    };
    let Some(decimal) = decimal(number) else {
        return refused("use a number of at most 28 digits such as 12 or 0.5".to_owned());
    };
    if let Some(least) = least.filter(|least| decimal < *least) {
        return refused(format!("use {least} or more"));
    }
    if let Some(above) = above.filter(|above| decimal <= *above) {
        return refused(format!("use more than {above}"));
    }
    if let Some(most) = most.filter(|most| decimal > *most) {
        return refused(format!("use {most} or less"));
    }
    Ok(())
}

/// Parses an exact number.
pub(crate) fn decimal(text: &str) -> Option<Decimal> {
    let exact = Decimal::from_str_exact(text);
    exact.or_else(|_| Decimal::from_scientific(text)).ok()
}

fn is_slug(text: &str) -> bool {
    (1..=100).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// Parses an ISO date-time or milliseconds since 1970, into milliseconds.
pub(crate) fn moment_ms(text: &str) -> Option<i64> {
    let text = text.trim();
    let moment = match text.parse::<i64>() {
        Ok(ms) => Timestamp::from_millisecond(ms).ok()?,
        Err(_) => text
            .parse::<Timestamp>()
            .or_else(|_| midnight(text.parse()?))
            .ok()?,
    };
    Some(moment.as_millisecond())
}

/// Parses an ISO day, or its midnight in UTC: a moment, or milliseconds since 1970. Some
/// properties take any moment of the day.
fn date(text: &str, at_any_time: bool) -> Option<Date> {
    let text = text.trim();
    if text.len() == 10
        && let Ok(day) = text.parse()
    {
        return Some(day);
    }
    let moment = match text.parse() {
        Ok(ms) => Timestamp::from_millisecond(ms).ok()?,
        Err(_) => text.parse().ok()?,
    };
    let day = moment.to_zoned(TimeZone::UTC).date();
    let is_day = at_any_time || midnight(day).ok()? == moment;
    // Only four-digit years sort as text.
    (is_day && (0..=9999).contains(&day.year())).then_some(day)
}

fn midnight(day: Date) -> Result<Timestamp, jiff::Error> {
    Ok(day.to_zoned(TimeZone::UTC)?.timestamp())
}

/// True if a lower-case text is an e-mail address.
pub(crate) fn is_email(text: &str) -> bool {
    let is_plain = text.is_ascii()
        && !text
            .bytes()
            .any(|byte| byte <= b' ' || b",;<>()\"\\".contains(&byte));
    is_plain
        && text.split_once('@').is_some_and(|(name, domain)| {
            let mut labels = domain.split('.');
            !name.is_empty()
                && domain.contains('.')
                && labels.all(|label| {
                    !label.is_empty()
                        && label
                            .bytes()
                            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                })
        })
}

/// More than any property of a call holds.
const LONGEST_VALUE: usize = 65_536;

/// The most values of an enumeration in a refusal.
const MOST_SHOWN: usize = 12;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::types::RecordType, *};
    use crate::Profile;

    fn judged_at(path: &str, value: Value) -> Result<Option<String>, Fault> {
        let (plural, name) = path.split_once('.').unwrap();
        let (one, _) = RecordType::find(plural, Profile::Spec).unwrap();
        judged(name, one.property(name).unwrap(), value)
    }

    #[test]
    fn a_value_is_stored_in_the_form_of_its_kind() {
        for row in [
            r#"contacts.firstname "Ada " => Ada "#,
            r"contacts.firstname 7 => 7",
            r#"contacts.email " Ada@People.Example " => ada@people.example"#,
            r#"companies.numberofemployees "12.50" => 12.50"#,
            r"companies.numberofemployees -3 => -3",
            r"companies.is_public true => true",
            r#"companies.is_public "False" => false"#,
            r#"calls.hs_timestamp "1767225600000" => 2026-01-01T00:00:00.000Z"#,
            r"calls.hs_timestamp 1 => 1970-01-01T00:00:00.001Z",
            r#"calls.hs_timestamp "2026-01-01T01:00:00.5+01:00" => 2026-01-01T00:00:00.500Z"#,
            r#"calls.hs_timestamp "2026-01-01" => 2026-01-01T00:00:00.000Z"#,
            r#"calls.hs_call_status "COMPLETED" => COMPLETED"#,
            r#"quotes.hs_expiration_date "2026-07-31T03:59:59.999Z" => 2026-07-31"#,
            r"quotes.hs_expiration_date 1767225600001 => 2026-01-01",
            r#"calls.svc_owner_id "41629779" => 41629779"#,
        ] {
            let (sent, stored) = row.split_once(" => ").unwrap();
            let (name, value) = sent.split_once(' ').unwrap();
            let found = judged_at(name, serde_json::from_str(value).unwrap());
            assert_eq!(found, Ok(Some(stored.to_owned())), "{row}");
        }
        assert_eq!(judged_at("contacts.email", json!("")), Ok(None));
        assert_eq!(judged_at("calls.hs_timestamp", json!(null)), Ok(None));
    }

    #[test]
    fn a_day_is_a_day_or_its_midnight() {
        for (text, day) in [
            ("2026-01-31", Some("2026-01-31")),
            ("1767225600000", Some("2026-01-01")),
            ("1767225600001", None),
            ("2099-12-31T00:00:00Z", Some("2099-12-31")),
            (" 2099-12-31T00:00:00.000Z ", Some("2099-12-31")),
            ("2099-12-31T01:00:00+01:00", Some("2099-12-31")),
            ("2099-12-31T00:00:00+01:00", None),
            ("2099-12-31T00:00:01Z", None),
            ("2099-12-31T00:00:00", None),
            ("-000044-03-15", None),
            ("-000044-03-15T00:00:00Z", None),
            ("2026-02-30", None),
            ("31.1.2026", None),
            ("99999999999999999", None),
        ] {
            assert_eq!(
                date(text, false).map(|date| date.to_string()).as_deref(),
                day,
                "{text}"
            );
        }
    }

    #[test]
    fn an_address_has_a_name_and_a_domain() {
        for text in ["a@b.c", "a.b+c@d-e.example", "o'neil@a.example"] {
            assert!(is_email(text), "{text}");
        }
        for text in [
            "",
            "a",
            "@b.c",
            "a@b",
            "a@b..c",
            "a b@c.d",
            "a@b.c,d@e.f",
            "a@b@c.d",
            "<a@b.c>",
        ] {
            assert!(!is_email(text), "{text}");
        }
    }
}
