//! Validates dates of records before they are sent.

use std::collections::BTreeMap;

use serde_json::Value;

use super::ObjectType;
use crate::{
    Error,
    problem::{Problem, ProblemCode},
};

/// Refuses a quote with an invalid expiry date; no other property's type is known here.
pub(crate) fn check_days(
    object_type: &ObjectType,
    properties: &BTreeMap<String, Value>,
) -> Result<(), Error> {
    let is_quote = ["quote", "quotes", "0-14"].contains(&object_type.as_str());
    match properties.get(LAST_DAY) {
        Some(value) if is_quote && !is_day(value) => Err(Error::Invalid(vec![Problem::new(
            ProblemCode::InvalidOption,
            Some("properties.hs_expiration_date"),
            "hs_expiration_date is no day: use one such as 2099-12-31, or its midnight in UTC",
        )])),
        _ => Ok(()),
    }
}

/// True if a value is a date, or its midnight in UTC as a date-time or ms since 1970.
fn is_day(value: &Value) -> bool {
    let is_midnight = |ms: i64| ms % DAY_MS == 0;
    let text = match value {
        Value::Number(ms) => return ms.as_i64().is_some_and(is_midnight),
        Value::String(text) => text.trim(),
        _ => return false,
    };
    if let Ok(ms) = text.parse() {
        return is_midnight(ms);
    }
    let Some((day, time)) = text.split_at_checked("2099-12-31".len()) else {
        return false;
    };
    is_of_calendar(day) && (time.is_empty() || may_be_midnight(time))
}

/// True if a time of day, with its `T`, may be midnight in UTC; one with an offset is left to
/// the service.
fn may_be_midnight(time: &str) -> bool {
    let Some(time) = time.strip_prefix(['T', 't', ' ']) else {
        return false;
    };
    match time.strip_suffix(['Z', 'z']) {
        Some(time) => time.starts_with("00") && time.trim_matches(['0', ':', '.']).is_empty(),
        None => time.contains(['+', '-']),
    }
}

fn is_of_calendar(day: &str) -> bool {
    let mut parts = day.split('-').map(|part| {
        let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u32>().ok().filter(|_| is_number)
    });
    let (Some(Some(year)), Some(Some(month)), Some(Some(day)), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let last = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=last).contains(&day)
}

const LAST_DAY: &str = "hs_expiration_date";
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        Endpoint as _,
        object_batch::{BatchCreate, BatchObjects, CreateInput},
        objects::{CreateObject, UpdateObject},
    };

    #[test]
    fn a_quotes_last_day_is_a_day_before_it_is_sent() {
        for (value, is_sent) in [
            (json!("2099-12-31"), true),
            (json!("2096-02-29"), true),
            (json!(" 2099-12-31T00:00:00.000Z "), true),
            (json!("2099-12-31T00:00:00Z"), true),
            (json!("2099-12-31T01:00:00+01:00"), true),
            (json!(4_070_908_800_000_i64), true),
            (json!("4070908800000"), true),
            (json!(4_070_908_800_001_i64), false),
            (json!("2099-12-31T10:00:00Z"), false),
            (json!("2099-12-31T00:00:00"), false),
            (json!("2099-12-31x"), false),
            (json!("2099-02-29"), false),
            (json!("2099-13-01"), false),
            (json!("2099-12-3"), false),
            (json!("31.12.2099"), false),
            (json!("+099-12-31"), false),
            (json!("2099-12-3\u{661}"), false),
            (json!("tomorrow"), false),
            (json!(""), false),
            // An invalid Date of JavaScript.
            (json!(null), false),
        ] {
            let properties = BTreeMap::from([(LAST_DAY.to_owned(), value.clone())]);
            let of = |object_type: &str| {
                let object_type = ObjectType::new(object_type.to_owned());
                let create = CreateObject {
                    object_type: object_type.clone(),
                    properties: properties.clone(),
                    ..CreateObject::default()
                };
                let update = UpdateObject {
                    object_type: object_type.clone(),
                    properties: properties.clone(),
                    ..UpdateObject::default()
                };
                let input = CreateInput {
                    properties: properties.clone(),
                    ..CreateInput::default()
                };
                let batch = BatchObjects {
                    token: crate::Secret::default(),
                    object_type,
                    batch: BatchCreate {
                        inputs: vec![input],
                    },
                };
                [create.request(), update.request(), batch.request()].map(|one| one.is_ok())
            };

            for quotes in ["quotes", "quote", "0-14"] {
                assert_eq!(of(quotes), [is_sent; 3], "{value}");
            }
            assert_eq!(of("2-7"), [true; 3], "{value}");
        }
    }
}
