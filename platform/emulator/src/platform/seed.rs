//! A seed file: data of a namespace besides the platform's own. An entry has the fields of the
//! request that would create it; `start` reads and writes them.

use std::{collections::BTreeMap, fmt, sync::Arc};

use serde::Deserialize;
use serde_json::{Map, Value, value::RawValue};

use super::{
    answer::{Refusal, one_line, quoted},
    request::Request,
};

/// Initial data of a namespace, besides the platform's own; by default none.
///
/// Shape: `{"number":1,"apps":[…],"users":[…],"properties":[…],"records":[…],"eventTypes":[…]}`, each optional.
#[derive(Clone, Default)]
pub struct Seed {
    text: Arc<str>,
    pub(crate) entries: Entries,
}

/// The lists of a seed file.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Entries {
    number: Option<u64>,
    pub(crate) apps: Vec<Fields>,
    pub(crate) users: Vec<Fields>,
    pub(crate) properties: Vec<Fields>,
    pub(crate) records: Vec<Fields>,
    pub(crate) event_types: Vec<Fields>,
}

/// The fields of an entry.
pub(crate) type Fields = Map<String, Value>;

impl Seed {
    /// The largest size of a file, in bytes.
    pub const LARGEST: u64 = 16 * 1024 * 1024;

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// The first [`SeedFault`]: invalid JSON, or no lists of objects. Faults of an entry, such as an
    /// unknown property, are reported when a [`Platform`](crate::Platform) is made of it.
    pub fn read(bytes: &[u8]) -> Result<Self, SeedFault> {
        let text = text_of(bytes)?;
        let value = serde_json::from_str(text).map_err(|error| {
            let said = error.to_string();
            let said = said.split(" at line ").next().unwrap_or_default();
            let message = format!("the seed is no JSON: {said}, in column {}", error.column());
            SeedFault::new(error.line(), message)
        })?;
        let mut seed = Self {
            text: text.into(),
            entries: Entries::default(),
        };
        let Value::Object(fields) = value else {
            let message = "the seed is no object: use one such as {\"apps\":[]}";
            return Err(seed.refused("", Refusal::invalid("", "WRONG_TYPE", message)));
        };
        seed.entries =
            Request::read_part("", fields.into()).map_err(|refusal| seed.refused("", refusal))?;
        seed.check_sizes()
            .map_err(|refusal| seed.refused("", refusal))?;
        Ok(seed)
    }

    /// The seed of ids and tokens, which makes them repeatable, if the file has one.
    #[must_use]
    pub const fn number(&self) -> Option<u64> {
        self.entries.number
    }

    /// True if it adds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lists().iter().all(|(_, count, _)| *count == 0)
    }

    /// The fault of an entry that is refused, at one of its fields if the refusal names one.
    pub(crate) fn refused(&self, entry: &str, refusal: Refusal) -> SeedFault {
        let object = *refusal.object;
        let detail = object.errors.into_iter().next().unwrap_or_default();
        let property = detail.context.as_ref().and_then(|context| {
            let name = context.get("propertyName")?.first()?;
            Some(["properties.", name].concat())
        });
        let field = property.or(detail.location).unwrap_or_default();
        let message = detail.message.or(object.message).unwrap_or_default();
        let path = [entry, ".", &field].concat();
        let path = path.trim_matches('.');
        let (shown, line) = match self.line(path) {
            Some(line) => (path, Some(line)),
            None => (entry, self.line(entry)),
        };
        let message = if entry.is_empty() {
            one_line(&message, LONGEST_MESSAGE)
        } else {
            format!("{} is refused: {message}", quoted(shown))
        };
        SeedFault::new(line.unwrap_or(1), message)
    }

    /// The name of each list, its entries and the most of them. Each property costs a little at
    /// every record.
    const fn lists(&self) -> [(&'static str, usize, usize); 5] {
        let entries = &self.entries;
        [
            ("apps", entries.apps.len(), 1_000),
            ("users", entries.users.len(), 1_000),
            ("properties", entries.properties.len(), 100),
            ("records", entries.records.len(), 10_000),
            ("eventTypes", entries.event_types.len(), 1_000),
        ]
    }

    fn check_sizes(&self) -> Result<(), Refusal> {
        if let Some(number) = self.entries.number.filter(|number| *number > EXACT) {
            let message = format!("number is {number}: use {EXACT} at most");
            return Err(Refusal::invalid("number", "INVALID_INTEGER", message));
        }
        for (list, count, most) in self.lists() {
            if count > most {
                let message = format!("{list} has {count} entries: use {most} at most");
                return Err(Refusal::invalid(list, "INVALID_SIZE", message));
            }
        }
        Ok(())
    }

    /// The line of the value at a path. serde gives no position of a value that it parsed, so it
    /// is found with values as raw text.
    fn line(&self, path: &str) -> Option<usize> {
        let part = find(serde_json::from_str(&self.text).ok()?, path)?;
        let before = part.as_ptr().addr() - self.text.as_ptr().addr();
        Some(line_at(self.text.as_bytes().get(..before)?))
    }
}

impl fmt::Debug for Seed {
    /// Omits the text, which has secrets.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Seed[{} bytes]", self.text.len())
    }
}

/// A fault of a seed file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
#[non_exhaustive]
pub struct SeedFault {
    /// The line of the faulty value, from 1.
    pub line: usize,
    /// The faulty value, the expected one, and the fix.
    pub message: String,
}

impl SeedFault {
    fn new(line: usize, message: String) -> Self {
        let line = line.max(1);
        Self { line, message }
    }
}

/// Decodes the bytes of a file, without a byte order mark.
fn text_of(bytes: &[u8]) -> Result<&str, SeedFault> {
    let most = Seed::LARGEST;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > most) {
        let why = format!("the seed has more than {most} bytes: leave some of it out");
        return Err(SeedFault::new(1, why));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let why = "the seed is no text: save it as UTF-8".to_owned();
        SeedFault::new(line_at(good), why)
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The raw text of a value at a path such as `apps[1].scopes`.
fn find<'a>(value: &'a RawValue, path: &str) -> Option<&'a str> {
    if path.is_empty() {
        return Some(value.get());
    }
    if let Some((at, rest)) = path.strip_prefix('[').and_then(|path| path.split_once(']')) {
        let items: Vec<&RawValue> = serde_json::from_str(value.get()).ok()?;
        return find(items.get(at.parse::<usize>().ok()?)?, rest);
    }
    let path = path.strip_prefix('.').unwrap_or(path);
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(value.get()).ok()?;
    // A name may have a dot.
    let mut fields = fields.into_iter();
    fields.find_map(|(name, value)| find(value, path.strip_prefix(&*name)?))
}

/// The line behind these bytes.
fn line_at(before: &[u8]) -> usize {
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}

/// The largest whole number that every JSON parser reads exactly.
const EXACT: u64 = (1 << 53) - 1;

/// The most letters of a message about a list.
const LONGEST_MESSAGE: usize = 300;
