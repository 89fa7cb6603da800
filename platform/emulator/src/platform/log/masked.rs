//! What the log shows of a path, a body and an answer: how they are built, and no value that
//! may be a secret or about a person.
//!
//! | value | is shown |
//! |---|---|
//! | true, false, null | as it is |
//! | of a field that holds secrets | as `[secret]` |
//! | an identifier of digits, a code, the name of a property, a scope, a time of the service | as it is |
//! | a message of a refusal | as it is, unless it repeats something of the request |
//! | any other | by its length |

use calling_rest::mask::{MASK, holds_a_secret};
use serde_json::Value;

use crate::platform::{
    request::{Fields, Request},
    scopes,
};

/// What the log shows of a request, and what no message may repeat.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// The path, with those of its values that may be shown.
    pub(crate) path: Option<String>,
    /// The body.
    pub(crate) body: Option<String>,
    /// The beginnings of the request's values, in lower case; `None` where there are too many.
    values: Option<Vec<String>>,
}

impl Shown {
    /// Of a request to a route.
    pub(crate) fn of(route: &str, request: &Request) -> Self {
        let mut values = Some(Vec::new());
        let parts = request.path.values().map(String::as_str);
        for value in parts.chain(request.query.values()) {
            note(&mut values, value);
        }
        let parsed = parsed(&request.content_type, &request.body);
        if let Some(body) = &parsed {
            note_all(&mut values, body);
        }
        let body = match parsed {
            Some(value) => Some(text_of(&value, &|_| false)),
            None if request.body.is_empty() => None,
            None => Some(bytes_of(request.body.len())),
        };
        Self {
            path: Some(path(route, request)),
            body,
            values,
        }
    }

    /// An answer.
    pub(crate) fn answer(&self, bytes: &[u8]) -> Option<String> {
        if bytes.is_empty() {
            return None;
        }
        let value = (bytes.len() <= LONGEST_READ).then(|| serde_json::from_slice(bytes).ok());
        let Some(value) = value.flatten() else {
            return Some(bytes_of(bytes.len()));
        };
        Some(text_of(&value, &|message| self.repeats_nothing(message)))
    }

    /// Whether a message has nothing of the request in it, nor an address of a person.
    fn repeats_nothing(&self, message: &str) -> bool {
        let message = message.to_lowercase();
        self.path.is_some()
            && !message.contains('@')
            && self
                .values
                .as_ref()
                .is_some_and(|values| values.iter().all(|value| !message.contains(value.as_str())))
    }
}

/// The path of a route with the values that may be shown; `*` stands for the others.
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

fn note(values: &mut Option<Vec<String>>, value: &str) {
    let Some(known) = values else { return };
    if known.len() >= MOST_VALUES {
        *values = None;
        return;
    }
    let letters = value.trim().chars().take(COMPARED);
    let start: String = letters
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .flat_map(char::to_lowercase)
        .collect();
    if start.chars().count() >= SHORTEST {
        known.push(start);
    }
}

fn note_all(values: &mut Option<Vec<String>>, value: &Value) {
    match value {
        Value::String(text) => note(values, text),
        Value::Number(number) => note(values, &number.to_string()),
        Value::Array(entries) => entries.iter().for_each(|entry| note_all(values, entry)),
        Value::Object(fields) => {
            for (name, value) in fields {
                if !is_name(name) {
                    note(values, name);
                }
                note_all(values, value);
            }
        }
        Value::Bool(_) | Value::Null => {}
    }
}

fn text_of(value: &Value, is_shown: &dyn Fn(&str) -> bool) -> String {
    let mut writer = Writer {
        text: String::new(),
        is_shown,
    };
    writer.value("", value, 0);
    writer.text
}

struct Writer<'a> {
    text: String,
    /// Whether a message is shown.
    is_shown: &'a dyn Fn(&str) -> bool,
}

impl Writer<'_> {
    fn value(&mut self, name: &str, value: &Value, depth: usize) {
        if self.text.len() > LONGEST_TEXT {
            self.text.push('…');
            return;
        }
        match value {
            Value::Null | Value::Bool(_) => self.text.push_str(&value.to_string()),
            Value::Number(number) => {
                let shown = number.to_string();
                if is_count(name) || is_id_name(name) && is_id(&shown) {
                    self.text.push_str(&shown);
                } else {
                    self.masked(name, "[number]");
                }
            }
            Value::String(text) => {
                let is_message = ["message", "error_description"].contains(&name);
                if !holds_a_secret(name)
                    && (is_plain(name, text) || is_message && (self.is_shown)(text))
                {
                    self.text.push_str(&Value::from(text.as_str()).to_string());
                } else {
                    self.masked(name, &format!("[{} characters]", text.chars().count()));
                }
            }
            Value::Array(entries) => {
                let more = entries.len().saturating_sub(MOST_ENTRIES);
                let shown = entries.iter().take(MOST_ENTRIES).map(|entry| (None, entry));
                self.many(name, ['[', ']'], shown, more, depth);
            }
            Value::Object(fields) => {
                let more = fields.len().saturating_sub(MOST_FIELDS);
                let shown = fields.iter().take(MOST_FIELDS);
                let shown = shown.map(|(field, value)| (Some(field.as_str()), value));
                self.many(name, ['{', '}'], shown, more, depth);
            }
        }
    }

    fn masked(&mut self, name: &str, otherwise: &str) {
        let shown = if holds_a_secret(name) {
            MASK
        } else {
            otherwise
        };
        self.text.push_str(shown);
    }

    fn many<'v>(
        &mut self,
        name: &str,
        [start, end]: [char; 2],
        values: impl Iterator<Item = (Option<&'v str>, &'v Value)>,
        more: usize,
        depth: usize,
    ) {
        self.text.push(start);
        let mut is_empty = true;
        for (field, value) in values {
            if !is_empty {
                self.text.push(',');
            }
            is_empty = false;
            self.line(depth + 1);
            if let Some(field) = field {
                let shown = if is_name(field) { field } else { "…" };
                self.text.push_str(shown);
                self.text.push_str(": ");
            }
            self.value(field.unwrap_or(name), value, depth + 1);
            if self.text.len() > LONGEST_TEXT {
                break;
            }
        }
        if more > 0 {
            self.line(depth + 1);
            self.text.push_str(&format!("… {more} more"));
        }
        if !is_empty {
            self.line(depth);
        }
        self.text.push(end);
    }

    fn line(&mut self, depth: usize) {
        self.text.push('\n');
        self.text.push_str(&"  ".repeat(depth));
    }
}

/// Whether a text of this field may be shown.
fn is_plain(field: &str, text: &str) -> bool {
    let is_code = |text: &str| text.bytes().all(|it| it.is_ascii_uppercase() || it == b'_');
    match field {
        "category"
        | "code"
        | "errorType"
        | "operator"
        | "policyName"
        | "status"
        | "subCategory"
        | "associationCategory" => is_code(text) || field == "status" && is_word(text),
        "error" | "fieldType" | "grant_type" | "groupName" | "in" | "namespace" | "objectType"
        | "propertyName" | "snapshot" | "token_type" | "token_use" | "type" => is_name(text),
        "scope" | "scopes" | "optionalScopes" | "requiredGranularScopes" => {
            text.split(' ').all(scopes::exists)
        }
        "archivedAt" | "createdAt" | "endedAt" | "now" | "startedAt" | "updatedAt" => {
            text.len() <= 30 && text.parse::<jiff::Timestamp>().is_ok()
        }
        "correlationId" => {
            text.len() == 36 && text.bytes().all(|it| it.is_ascii_hexdigit() || it == b'-')
        }
        _ => is_id_name(field) && is_id(text),
    }
}

fn is_id_name(field: &str) -> bool {
    field == "id" || field.ends_with("Id") || field.ends_with("_id")
}

/// Numbers that say how much of something there is, or how long.
fn is_count(field: &str) -> bool {
    field.ends_with("Ms")
        || [
            "expires_in",
            "height",
            "limit",
            "max",
            "remaining",
            "retryAfterS",
            "times",
            "total",
            "width",
        ]
        .contains(&field)
}

/// An identifier of a record or of a type of records, such as `2-12345`. A longer one may be
/// a phone number.
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

/// Whether a text has the form of a field's name.
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

const FORM: &str = "application/x-www-form-urlencoded";
/// A longer body is not read for the log.
const LONGEST_READ: usize = 64 * 1024;
const LONGEST_TEXT: usize = 3000;
const MOST_ENTRIES: usize = 5;
const MOST_FIELDS: usize = 40;
const MOST_VALUES: usize = 300;
/// How many letters of a value are compared with a message, which may have cut it.
const COMPARED: usize = 12;
/// A shorter value may be a part of any word.
const SHORTEST: usize = 3;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn lines(value: &Value) -> String {
        text_of(value, &|_| true)
    }

    #[test]
    fn a_body_shows_how_it_is_built() {
        let body = json!({
            "properties": { "email": "ada@people.example", "hs_timestamp": 1, "done": true },
            "associations": [{ "to": { "id": "1001" }, "types": [
                { "associationCategory": "HUBSPOT_DEFINED", "associationTypeId": 194 },
            ] }],
            "none": [], "nothing": {}, "gone": null,
        });

        let expected = "{
  associations: [
    {
      to: {
        id: \"1001\"
      },
      types: [
        {
          associationCategory: \"HUBSPOT_DEFINED\",
          associationTypeId: 194
        }
      ]
    }
  ],
  gone: null,
  none: [],
  nothing: {},
  properties: {
    done: true,
    email: [18 characters],
    hs_timestamp: [number]
  }
}";
        assert_eq!(lines(&body), expected);
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
        for field in [
            "email",
            "phone",
            "id",
            "objectId",
            "code",
            "category",
            "status",
            "in",
            "scopes",
            "createdAt",
            "token",
            "refresh_token",
            "clientSecret",
            "hs_title",
            "name",
            "value",
        ] {
            for canary in canaries {
                let body = json!({ field: [canary, { field: canary }] });
                let shown = lines(&body);
                assert!(!shown.contains(canary), "{field}: {shown}");
            }
            let shown = lines(&json!({ field: 15_550_100_000_u64 }));
            assert!(!shown.contains("1555"), "{field}: {shown}");
        }
        for key in ["ada@people.example", "+15550100", "15550100", "a b", ""] {
            assert_eq!(lines(&json!({ key: null })), "{\n  …: null\n}");
        }
    }

    #[test]
    fn what_is_long_is_cut() {
        let many = json!({ "ids": (0..100).collect::<Vec<_>>() });
        assert!(lines(&many).contains("… 95 more"));
        let wide: serde_json::Map<String, Value> = (0..90)
            .map(|n| (format!("f{n}"), json!({ "a": { "b": [n] } })))
            .collect();
        assert!(lines(&Value::Object(wide)).len() < 5000);
        let deep = (0..30).fold(json!(1), |inner, _| json!([inner]));
        assert!(lines(&deep).len() < 20_000);
    }
}
