//! Masks paths, bodies and answers for the log. Their structure is shown, and the values of
//! listed fields. Any other value may be a secret or about a person, and so may a listed field's
//! value of another form.

use std::sync::LazyLock;

use calling_rest::mask::{MASK, holds_a_secret};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::platform::{
    request::{Fields, Request},
    scopes,
};

/// The path and the body of a request, masked.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// The path with its public values.
    pub(crate) path: Option<String>,
    /// The body.
    pub(crate) body: Option<String>,
}

impl Shown {
    /// Of a request to a route.
    pub(crate) fn of(route: &str, request: &Request) -> Self {
        let body = (!request.body.is_empty()).then(|| {
            let parsed = parsed(&request.content_type, &request.body);
            parsed.map_or_else(|| bytes_of(request.body.len()), |body| text_of(&body))
        });
        Self {
            path: Some(path(route, request)),
            body,
        }
    }
}

/// An answer.
pub(crate) fn answer(bytes: &[u8]) -> Option<String> {
    let parsed = parsed("", bytes);
    let shown = parsed.map_or_else(|| bytes_of(bytes.len()), |answer| text_of(&answer));
    (!bytes.is_empty()).then_some(shown)
}

/// The path of a route with its public values; `*` stands for the others.
fn path(route: &str, request: &Request) -> String {
    let parts = route.split('/').map(|part| {
        let name = part
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'));
        let Some(name) = name else { return part };
        let value = request.part(name);
        let is_type = name.ends_with("Type") && is_word(value);
        if is_type || name.ends_with("Id") && is_id(value) {
            value
        } else {
            "*"
        }
    });
    parts.collect::<Vec<_>>().join("/")
}

/// A body of JSON or of form fields.
fn parsed(content_type: &str, body: &[u8]) -> Option<Value> {
    if body.is_empty() || body.len() > LONGEST_READ {
        return None;
    }
    if content_type.starts_with(FORM) {
        let fields = Fields::parse(body);
        let fields = fields
            .pairs()
            .map(|(name, value)| (name.to_owned(), value.into()));
        return Some(Value::Object(fields.collect()));
    }
    serde_json::from_slice(body).ok()
}

/// A value as JSON, masked.
fn text_of(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(&masked("", value)).unwrap_or_default();
    if let Some((end, _)) = text.char_indices().nth(LONGEST_TEXT) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// A field's value, masked; the entries of a list use the list's name.
fn masked(name: &str, value: &Value) -> Value {
    match value {
        Value::Null | Value::Bool(_) => value.clone(),
        Value::Array(entries) => {
            let shown = entries.iter().take(MOST_ENTRIES);
            let mut shown: Vec<Value> = shown.map(|entry| masked(name, entry)).collect();
            if let Some(more @ 1..) = entries.len().checked_sub(MOST_ENTRIES) {
                shown.push(format!("… {more} more").into());
            }
            shown.into()
        }
        Value::Object(fields) => {
            let mut shown: Map<String, Value> = fields
                .iter()
                .take(MOST_FIELDS)
                .map(|(field, value)| {
                    let shown = if is_name(field) { field } else { "…" };
                    (shown.to_owned(), masked(field, value))
                })
                .collect();
            if let Some(more @ 1..) = fields.len().checked_sub(MOST_FIELDS) {
                shown.insert("…".to_owned(), format!("{more} more").into());
            }
            shown.into()
        }
        _ if holds_a_secret(name) => MASK.into(),
        Value::Number(number) => {
            let is_shown = is_count(name) || is_id_name(name) && is_id(&number.to_string());
            if is_shown {
                value.clone()
            } else {
                "[number]".into()
            }
        }
        Value::String(text) if is_shown(name, text) => value.clone(),
        Value::String(text) => format!("[{} characters]", text.chars().count()).into(),
    }
}

/// True for a listed field whose text has the form of its values.
fn is_shown(field: &str, text: &str) -> bool {
    let is_among = |list: &[String]| list.iter().any(|one| one == field);
    if is_among(&LISTED.codes) {
        text.bytes().all(|it| it.is_ascii_uppercase() || it == b'_')
            || field == "status" && is_word(text)
    } else if is_among(&LISTED.names) {
        is_name(text)
    } else if is_among(&LISTED.scopes) {
        text.split(' ').all(scopes::exists)
    } else if is_among(&LISTED.times) {
        text.len() <= 30 && text.parse::<jiff::Timestamp>().is_ok()
    } else if field == "correlationId" {
        text.len() == 36 && text.bytes().all(|it| it.is_ascii_hexdigit() || it == b'-')
    } else {
        is_id_name(field) && is_id(text)
    }
}

fn is_id_name(field: &str) -> bool {
    field == "id" || field.ends_with("Id") || field.ends_with("_id")
}

/// Counts and durations.
fn is_count(field: &str) -> bool {
    field.ends_with("Ms") || LISTED.counts.iter().any(|one| one == field)
}

/// An id of a record or of a type, such as `2-12345`. A longer one may be a phone number.
fn is_id(text: &str) -> bool {
    let digits = text.strip_prefix("2-").unwrap_or(text);
    (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A word in lower case, as paths have them.
fn is_word(text: &str) -> bool {
    is_id(text)
        || (1..=40).contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// True if a text has the form of a field's name.
fn is_name(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (1..=60).contains(&text.len())
        && digits <= 3
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_.[]-".contains(&byte))
}

fn bytes_of(length: usize) -> String {
    format!("[{length} bytes]")
}

/// The fields whose values are shown, by the form of the value.
#[derive(Default, Deserialize)]
struct Listed {
    codes: Vec<String>,
    names: Vec<String>,
    scopes: Vec<String>,
    times: Vec<String>,
    counts: Vec<String>,
}

/// The file is built in: a test reads it.
static LISTED: LazyLock<Listed> =
    LazyLock::new(|| serde_json::from_str(include_str!("shown.json")).unwrap_or_default());

const FORM: &str = "application/x-www-form-urlencoded";
/// A longer body is not read for the log.
const LONGEST_READ: usize = 64 * 1024;
const LONGEST_TEXT: usize = 3000;
const MOST_ENTRIES: usize = 5;
const MOST_FIELDS: usize = 40;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_body_shows_how_it_is_built() {
        let body = json!({
            "properties": { "email": "ada@people.example", "hs_timestamp": 1, "done": true },
            "associations": [{ "to": { "id": "1001" }, "types": [
                { "associationCategory": "HUBSPOT_DEFINED", "associationTypeId": 194 },
            ] }],
            "none": [], "nothing": {}, "gone": null, "clientSecret": "s", "ids": [1, 2, 3, 4, 5, 6],
        });
        let mut expected = body.clone();
        expected["properties"]["email"] = json!("[18 characters]");
        expected["properties"]["hs_timestamp"] = json!("[number]");
        expected["clientSecret"] = json!("[secret]");
        let number = "[number]";
        expected["ids"] = json!([number, number, number, number, number, "… 1 more"]);

        assert_eq!(masked("", &body), expected);
    }

    #[test]
    fn a_value_that_may_be_a_persons_or_a_secret_is_not_shown() {
        let canaries = [
            "canary@people.example",
            "+15550100",
            "Ada Canary",
            "CANARY 1",
            "15550100000",
            "0d9f2c1e-0000-4000-8000-00000000cafe",
        ];
        let others = [
            "accessToken",
            "clientSecret",
            "email",
            "hs_title",
            "id",
            "name",
            "objectId",
            "phone",
            "refresh_token",
            "token",
            "value",
        ];
        let Listed {
            codes,
            names,
            scopes,
            times,
            counts,
        } = &*LISTED;
        assert!(counts.len() > 8);
        let listed = [codes, names, scopes, times, counts].into_iter().flatten();
        for field in listed.map(String::as_str).chain(others) {
            for canary in canaries {
                let shown = text_of(&json!({ field: [canary, { field: canary }] }));
                assert!(!shown.contains(canary), "{field}: {shown}");
            }
            if !is_count(field) {
                let shown = text_of(&json!({ field: 15_550_100_000_u64 }));
                assert!(!shown.contains("1555"), "{field}: {shown}");
            }
        }
        for key in ["ada@people.example", "+15550100", "15550100", "a b", ""] {
            assert_eq!(masked("", &json!({ key: null })), json!({ "…": null }));
        }
    }

    #[test]
    fn a_long_value_is_cut() {
        let wide: Map<String, Value> = (0..90)
            .map(|n| (format!("f{n}"), json!({ "a": { "b": [n] } })))
            .collect();
        assert_eq!(masked("", &wide.clone().into())["…"], "50 more");
        let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
        for value in [wide.into(), deep] {
            assert!(text_of(&value).chars().count() <= LONGEST_TEXT + 1);
        }
    }
}
