//! The text of a seed file: the line of a value, and serde's errors in plain words.
//!
//! serde gives the position of invalid JSON, but not of a value that it parsed. So the line of
//! a value is found by its path, with values as raw text (`RawValue`).

use std::{collections::BTreeMap, fmt, sync::Arc};

use serde::de::DeserializeOwned;
use serde_json::{Deserializer, value::RawValue};
use strsim::osa_distance;

use super::{Seed, SeedFault, quoted};

/// The text of a file. It has secrets, so `Debug` prints none of it.
#[derive(Clone, Default)]
pub(super) struct Text(Arc<str>);

impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "[{} bytes]", self.0.len())
    }
}

impl Text {
    /// Decodes the bytes of a file, without a byte order mark.
    pub(super) fn of(bytes: &[u8]) -> Result<Self, SeedFault> {
        let most = Seed::LARGEST;
        if u64::try_from(bytes.len()).is_ok_and(|length| length > most) {
            let why = format!("the seed has more than {most} bytes: leave some of it out");
            return Err(fault(1, why));
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Self(text.strip_prefix('\u{feff}').unwrap_or(text).into())),
            Err(error) => {
                let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
                let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
                let why = "the seed is no text: save it as UTF-8";
                Err(fault(line, why.to_owned()))
            }
        }
    }

    /// Parses the whole; the first fault of valid JSON has its line.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, SeedFault> {
        serde_json::from_str::<&RawValue>(&self.0).map_err(|error| {
            let (why, column) = (said(&error), error.column());
            let why = format!("the seed is no JSON: {why}, in column {column}");
            fault(error.line().max(1), why)
        })?;
        serde_path_to_error::deserialize(&mut Deserializer::from_str(&self.0)).map_err(|error| {
            let said = said(error.inner());
            let mut path = error.path().to_string();
            if path == "." {
                path.clear();
            }
            if let Some(name) = said.strip_prefix("duplicate field `") {
                path = [&path, ".", name.trim_end_matches('`')].concat();
            }
            let path = path.trim_start_matches('.');
            let value = self.find(path);
            let shown = if path.is_empty() {
                "the seed".to_owned()
            } else {
                quoted(path)
            };
            let why = in_words(&said, value);
            let line = value.map_or(1, |value| self.line_of(value));
            fault(line, [&shown, " ", &why].concat())
        })
    }

    /// The line of a value.
    pub(super) fn line(&self, path: &str) -> Option<usize> {
        self.find(path).map(|value| self.line_of(value))
    }

    fn find(&self, path: &str) -> Option<&str> {
        find(serde_json::from_str(&self.0).ok()?, path)
    }

    fn line_of(&self, part: &str) -> usize {
        let before = part.as_ptr().addr() - self.0.as_ptr().addr();
        let before = self.0.as_bytes().get(..before).unwrap_or_default();
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }
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

/// Rewords an error of serde, which may quote a value and so a secret, as a fix.
fn in_words(said: &str, value: Option<&str>) -> String {
    let quotes: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
    let (name, further) = quotes.split_first().unwrap_or((&"", &[]));
    let near = further.iter().find(|one| osa_distance(one, name) <= 2);
    let further = near.map_or_else(|| further.join(", "), |near| (*near).to_owned());
    if said.starts_with("missing field") {
        format!("has no {name}: add it")
    } else if said.starts_with("duplicate field") {
        "is there twice: leave one out".to_owned()
    } else if said.starts_with("unknown field") {
        format!("is no field that there is: use {further}")
    } else if said.starts_with("unknown variant") {
        format!("is {}: use {further}", quoted(name))
    } else if let Some((_, expected)) = said.rsplit_once(", expected ")
        && said.starts_with("invalid")
    {
        let expected = match expected {
            "a string" => "a text, in quotes",
            "a boolean" => "true or false",
            "a sequence" => "a list",
            "a JSON number" => "a number",
            expected if expected.starts_with("struct ") => "an object",
            expected => expected,
        };
        format!("is {}: use {expected}", kind(value))
    } else {
        match said {
            "number out of range" => "is out of range: use a smaller number".to_owned(),
            "recursion limit exceeded" => "is nested too deep: use fewer lists in lists".to_owned(),
            said => said.to_owned(),
        }
    }
}

fn kind(value: Option<&str>) -> &'static str {
    match value.and_then(|value| value.bytes().next()) {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a text",
        Some(b't' | b'f') => "true or false",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// The message of an error without its position.
fn said(error: &serde_json::Error) -> String {
    let said = error.to_string();
    match said.rsplit_once(" at line ") {
        Some((said, _)) => said.to_owned(),
        None => said,
    }
}

const fn fault(line: usize, message: String) -> SeedFault {
    SeedFault { line, message }
}
