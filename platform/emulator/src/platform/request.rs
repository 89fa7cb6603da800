//! One parsed request.

use std::collections::BTreeMap;

use calling_rest::{Method, identifier::TextOrNumber};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::answer::{Refusal, Result, quoted, refuse};
use crate::Profile;

/// A request whose size, origin and host are validated.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: Method,
    /// The base URL for answers, without a trailing slash.
    pub(crate) base_url: String,
    pub(crate) path: BTreeMap<String, String>,
    pub(crate) query: Fields,
    pub(crate) content_type: String,
    pub(crate) bearer: Option<String>,
    pub(crate) body: Vec<u8>,
    pub(crate) ids: Ids,
}

/// The form of records' ids in answers about associations.
///
/// Source: recorded answers of the service, read 2026-11.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ids {
    /// Version 4.
    Numbers,
    /// Dated paths.
    Texts,
}

impl Ids {
    pub(crate) fn write(self, id: i64) -> TextOrNumber {
        match self {
            Self::Numbers => TextOrNumber::Number(id),
            Self::Texts => TextOrNumber::Text(id.to_string()),
        }
    }
}

/// Parameters of a query or a form, in order.
#[derive(Debug, Default)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads `a=b&c=d`.
    pub(crate) fn parse(text: &[u8]) -> Self {
        Self(form_urlencoded::parse(text).into_owned().collect())
    }

    /// These, and then others.
    pub(crate) fn and(mut self, others: &Self) -> Self {
        self.0.extend_from_slice(&others.0);
        self
    }

    /// A parameter, unless it is empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }

    /// The parameters as a type's fields, all of which are optional texts.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T> {
        let mut fields = Map::new();
        for (name, value) in self.0.iter().filter(|(_, value)| !value.is_empty()) {
            fields.entry(name).or_insert_with(|| value.as_str().into());
        }
        serde_json::from_value(fields.into())
            .map_err(|_| Refusal::internal("the parameters cannot be read"))
    }

    /// Every entry of a repeatable parameter, which may contain commas.
    pub(crate) fn list(&self, name: &str) -> Vec<&str> {
        self.0
            .iter()
            .filter(|(known, _)| known == name)
            .flat_map(|(_, value)| value.split(','))
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
            .collect()
    }

    /// The query of the same request with one parameter replaced.
    pub(crate) fn with(&self, name: &str, value: &str) -> String {
        let others = self.0.iter().filter(|(known, _)| known != name);
        form_urlencoded::Serializer::new(String::new())
            .extend_pairs(others)
            .append_pair(name, value)
            .finish()
    }

    /// A duplicate parameter, which no grant allows.
    ///
    /// Source: RFC 6749, section 3.2.
    pub(crate) fn repeated<'a>(&self, among: &[&'a str]) -> Option<&'a str> {
        let count = |name: &str| self.0.iter().filter(|(known, _)| known == name).count();
        among.iter().copied().find(|name| count(name) > 1)
    }
}

impl Request {
    /// A parameter of the path.
    pub(crate) fn part(&self, name: &str) -> &str {
        self.path.get(name).map_or("", String::as_str)
    }

    /// The app's id in the path; the service's type is int32.
    pub(crate) fn app_id(&self) -> Result<i32> {
        self.part("appId").parse().map_err(|_| {
            refuse!(
                invalid("appId", "INVALID_INTEGER"),
                "appId is no whole number of 32 bits: use the app's id"
            )
        })
    }

    /// The access token.
    pub(crate) fn token(&self) -> Result<&str> {
        self.bearer.as_deref().ok_or_else(|| {
            Refusal::unauthenticated(
                "the access token is missing: send it as authorization: Bearer",
            )
        })
    }

    /// The body as JSON, with limited nesting.
    pub(crate) fn json(&self, profile: Profile) -> Result<Value> {
        if self.body.is_empty() {
            return Err(refuse!(
                invalid("body", "MISSING_BODY"),
                "a body was expected, and there is none: send JSON as /emulator/docs describes it"
            ));
        }
        let media = self.content_type.split(';').next().unwrap_or_default();
        if !media.trim().eq_ignore_ascii_case("application/json") {
            return Err(refuse!(
                new(415, "VALIDATION_ERROR", "NOT_JSON"),
                "the body is not declared as JSON: send content-type application/json"
            ));
        }
        // As of the service's parser: editors and shells of Windows write the mark into files.
        let body = self.body.strip_prefix(b"\xef\xbb\xbf");
        serde_json::from_slice(body.unwrap_or(&self.body)).map_err(|error| {
            // The error's text may quote the body.
            let mut refusal = refuse!(
                new(400, "VALIDATION_ERROR", "NOT_JSON"),
                "Invalid input JSON on line {}, column {}",
                error.line(),
                error.column()
            );
            if profile == Profile::Vendor {
                refusal.object.category = None;
            }
            refusal
        })
    }

    /// Parses the body into a type shared with the client.
    pub(crate) fn read<T: DeserializeOwned>(&self, profile: Profile) -> Result<T> {
        let body = self.object(profile)?;
        Self::read_part("", Value::Object(body))
    }

    /// The same; no body counts as the default.
    pub(crate) fn read_or_default<T: DeserializeOwned + Default>(
        &self,
        profile: Profile,
    ) -> Result<T> {
        if self.body.is_empty() {
            return Ok(T::default());
        }
        self.read(profile)
    }

    /// The same for a part of it, by its place. Names a field of another type.
    pub(crate) fn read_part<T: DeserializeOwned>(place: &str, part: Value) -> Result<T> {
        serde_path_to_error::deserialize(part).map_err(|error| {
            let inner = error.path().to_string();
            let reason = error.into_inner().to_string();
            let missing = reason.strip_prefix("missing field `");
            let missing = missing.and_then(|rest| rest.split('`').next());
            let separator = if inner.starts_with('[') { "" } else { "." };
            let place = [place, separator, inner.trim_matches('.')].concat();
            let place = place.trim_matches('.');
            let place = if place.is_empty() && missing.is_none() {
                "the body"
            } else {
                place
            };
            let (place, code, message) = match missing {
                Some(name) => {
                    let place = [place, ".", name].concat();
                    let place = place.trim_start_matches('.').to_owned();
                    let message =
                        format!("{place} is missing: add it as /emulator/docs describes it");
                    (place, "MISSING_FIELD", message)
                }
                None => {
                    let message = unexpected(place, &reason);
                    (place.to_owned(), "WRONG_TYPE", message)
                }
            };
            Refusal::invalid(&place, code, message)
        })
    }

    /// The body as a JSON object.
    pub(crate) fn object(&self, profile: Profile) -> Result<Map<String, Value>> {
        let is = match self.json(profile)? {
            Value::Object(fields) => return Ok(fields),
            Value::Array(_) => "a list",
            Value::String(_) => "a text",
            Value::Number(_) => "a number",
            Value::Bool(_) | Value::Null => "true, false or null",
        };
        Err(refuse!(
            invalid("body", "WRONG_TYPE"),
            "the body is {is}: send a JSON object as /emulator/docs describes it"
        ))
    }
}

/// Refuses an object with an unknown field, which would have no effect.
pub(crate) fn check_known(known: &[String], fields: &Map<String, Value>) -> Result<()> {
    let Some(unknown) = fields.keys().find(|field| !known.contains(field)) else {
        return Ok(());
    };
    let unknown = quoted(unknown);
    let known = known.join(", ");
    let message = format!("{unknown} is no field of this request: use {known}");
    Err(Refusal::invalid(&unknown, "UNKNOWN_FIELD", message))
}

/// The fault of a field, from serde's text.
fn unexpected(place: &str, reason: &str) -> String {
    let variant = reason.strip_prefix("unknown variant `");
    if let Some((value, expected)) = variant.and_then(|rest| rest.split_once("`, expected ")) {
        return format!(
            "{} is no value of {place}: use {}",
            quoted(value),
            expected.replace('`', "")
        );
    }
    let fix = reason.rsplit_once("expected ").map_or("", |(_, fix)| fix);
    if let Some((field, _)) = reason
        .strip_prefix("unknown field `")
        .and_then(|rest| rest.split_once('`'))
    {
        let known = fix.strip_prefix("one of ").unwrap_or(fix);
        let known = known.replace('`', "").replace(" or ", ", ");
        let field = quoted(field);
        return if place.ends_with(&field) {
            format!("{place} is no field: use {known}")
        } else {
            format!("{place} has no field {field}: use {known}")
        };
    }
    let is = match reason.split([' ', ',']).nth(2) {
        _ if !reason.starts_with("invalid type: ") => "of another form",
        Some("boolean") => "true or false",
        Some("floating" | "integer") => "a number",
        Some("map") => "an object",
        Some("null" | "unit") => "null",
        Some("sequence") => "a list",
        Some("string") => "a text",
        _ => "of another type",
    };
    format!("{place} is {is}: use {}", in_words(fix))
}

/// The type that serde expects, without the names of our types.
fn in_words(expected: &str) -> &str {
    match expected {
        "a boolean" => "true or false",
        "a map" => "an object",
        "a sequence" => "a list",
        "a string" => "a text",
        "f32" | "f64" => "a number",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0",
        _ if expected.starts_with("struct ") => "an object",
        "" => OF_DOCS,
        _ if [
            "a list, ",
            "enum ",
            "string or map",
            "tuple ",
            "map ",
            "unit ",
        ]
        .iter()
        .any(|start| expected.starts_with(start)) =>
        {
            OF_DOCS
        }
        words => words,
    }
}

/// The fallback.
const OF_DOCS: &str = "the form that /emulator/docs describes";
