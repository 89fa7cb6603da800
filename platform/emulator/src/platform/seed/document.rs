//! JSON that knows the line of each value.
//!
//! serde tells where text is no JSON, and not where a value stood that it read. So a value is
//! read as the text that it is (`RawValue`), which is a part of the whole.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::{Value, value::RawValue};
use strsim::osa_distance;

use super::{Place, Seed, SeedFault};
use crate::platform::answer::quoted;

/// The text of a file.
pub(super) struct Document<'a> {
    text: &'a str,
    /// Where each line begins, once that is asked for.
    lines: OnceCell<Vec<usize>>,
}

impl<'a> Document<'a> {
    /// Of the bytes of a file; a mark of the byte order is no part of the text.
    pub(super) fn of(bytes: &'a [u8]) -> Result<Self, SeedFault> {
        let whole = |line, message: String| {
            let message = ["the seed ", &message].concat();
            Err(SeedFault { line, message })
        };
        if u64::try_from(bytes.len()).is_ok_and(|length| length > Seed::LARGEST) {
            let most = Seed::LARGEST;
            return whole(
                1,
                format!("has more than {most} bytes: leave some of it out"),
            );
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Self {
                text: text.strip_prefix('\u{feff}').unwrap_or(text),
                lines: OnceCell::new(),
            }),
            Err(error) => {
                let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
                let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
                whole(line, "is no text: save it as UTF-8".to_owned())
            }
        }
    }

    /// The value of the whole file.
    pub(super) fn root(&self) -> Result<Node<'_>, SeedFault> {
        let raw: &RawValue = serde_json::from_str(self.text).map_err(|error| {
            let said = error.to_string();
            let why = said.split(" at line ").next().unwrap_or_default();
            SeedFault {
                line: error.line().max(1),
                message: format!("the seed is no JSON: {why}, in column {}", error.column()),
            }
        })?;
        Ok(Node {
            document: self,
            raw,
            path: String::new(),
        })
    }

    /// The line of a part of the text.
    fn line_of(&self, part: &str) -> usize {
        let lines = self.lines.get_or_init(|| {
            let ends = self.text.match_indices('\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(ends).collect()
        });
        let at = part.as_ptr().addr() - self.text.as_ptr().addr();
        lines.partition_point(|start| *start <= at)
    }
}

/// A value of a document.
#[derive(Clone)]
pub(super) struct Node<'a> {
    document: &'a Document<'a>,
    raw: &'a RawValue,
    path: String,
}

/// The fields of an object.
pub(super) struct Fields<'a> {
    object: Node<'a>,
    named: BTreeMap<String, Node<'a>>,
}

impl<'a> Fields<'a> {
    pub(super) fn get(&self, name: &str) -> Option<&Node<'a>> {
        self.named.get(name)
    }

    /// A field that has to be there.
    pub(super) fn required(&self, name: &str) -> Result<&Node<'a>, SeedFault> {
        self.get(name)
            .ok_or_else(|| self.object.fault(format!("has no {name}: add it")))
    }
}

impl<'a> Node<'a> {
    /// A fault of this value.
    pub(super) fn fault(&self, message: impl AsRef<str>) -> SeedFault {
        let path = match &*self.path {
            "" => "the seed",
            path => path,
        };
        SeedFault {
            line: self.document.line_of(self.raw.get()),
            message: [path, " ", message.as_ref()].concat(),
        }
    }

    /// An object that has none but these fields.
    pub(super) fn object(&self, known: &[&str]) -> Result<Fields<'a>, SeedFault> {
        let mut named = BTreeMap::new();
        for (name, node) in self.entries()? {
            if !known.contains(&&*name) {
                let near = known.iter().find(|one| osa_distance(one, &name) <= 2);
                let fix = near.map_or_else(|| known.join(", "), |near| (*near).to_owned());
                return Err(node.fault(format!("is no field that there is: use {fix}")));
            }
            named.insert(name, node);
        }
        Ok(Fields {
            object: self.clone(),
            named,
        })
    }

    /// The fields of an object, whatever their names; none comes twice.
    pub(super) fn entries(&self) -> Result<Vec<(String, Node<'a>)>, SeedFault> {
        let Some(Entries(entries)) = self.read(b'{') else {
            return Err(self.is_another("an object"));
        };
        let mut known = BTreeSet::new();
        let mut nodes = Vec::with_capacity(entries.len());
        for (name, raw) in entries {
            let node = self.inside(raw, &format!(".{}", quoted(&name)));
            if !known.insert(name.clone()) {
                return Err(node.fault("is there twice: leave one out"));
            }
            nodes.push((name, node));
        }
        Ok(nodes)
    }

    /// A list of up to so many values.
    pub(super) fn list(&self, most: usize) -> Result<Vec<Node<'a>>, SeedFault> {
        let Some(items) = self.read::<Vec<&RawValue>>(b'[') else {
            return Err(self.is_another("a list"));
        };
        if items.len() > most {
            let count = items.len();
            return Err(self.fault(format!("has {count} entries: use {most} at most")));
        }
        let items = items.into_iter().enumerate();
        Ok(items
            .map(|(at, raw)| self.inside(raw, &format!("[{at}]")))
            .collect())
    }

    pub(super) fn text(&self) -> Result<String, SeedFault> {
        let text = self.read(b'"');
        text.ok_or_else(|| self.is_another("a text, in quotes"))
    }

    pub(super) fn flag(&self) -> Result<bool, SeedFault> {
        match self.raw.get() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.is_another("true or false")),
        }
    }

    /// A whole number of a range.
    pub(super) fn whole(&self, range: RangeInclusive<i64>) -> Result<i64, SeedFault> {
        let (least, most) = (range.start(), range.end());
        let expected = format!("a whole number from {least} to {most}");
        if self.kind() != "a number" {
            return Err(self.is_another(&expected));
        }
        let number = self.raw.get().parse().ok();
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| {
                let shown = quoted(self.raw.get());
                self.fault(format!("is {shown}: use {expected}"))
            })
    }

    /// A text, a number, true, false or null.
    pub(super) fn scalar(&self) -> Result<Value, SeedFault> {
        if matches!(self.kind(), "a list" | "an object") {
            return Err(self.is_another("a text, a number, true, false or null"));
        }
        serde_json::from_str(self.raw.get()).map_err(|_| self.fault("is a number without end"))
    }

    /// Any value, where a type of its own reads it.
    pub(super) fn value(&self) -> Result<Value, SeedFault> {
        serde_json::from_str(self.raw.get())
            .map_err(|_| self.fault("is nested too deep: use fewer lists in lists"))
    }

    /// Where it is, and all that is inside.
    pub(super) fn place(&self) -> Result<Place, SeedFault> {
        let mut inner = BTreeMap::new();
        let mut open = vec![(String::new(), self.clone())];
        while let Some((path, node)) = open.pop() {
            let (parts, dot): (Vec<(String, Node<'a>)>, _) = match node.kind() {
                "an object" => (node.entries()?, if path.is_empty() { "" } else { "." }),
                "a list" => {
                    let items = node.list(usize::MAX)?.into_iter().enumerate();
                    let items = items.map(|(at, item)| (format!("[{at}]"), item));
                    (items.collect(), "")
                }
                _ => continue,
            };
            for (name, part) in parts {
                let path = [&path, dot, &name].concat();
                inner.insert(path.clone(), self.document.line_of(part.raw.get()));
                open.push((path, part));
            }
        }
        Ok(Place {
            path: self.path.clone(),
            line: self.document.line_of(self.raw.get()),
            inner,
        })
    }

    fn inside(&self, raw: &'a RawValue, step: &str) -> Self {
        let path = [&self.path, step].concat();
        Self {
            document: self.document,
            raw,
            path: path.trim_start_matches('.').to_owned(),
        }
    }

    /// Reads a value that begins so. What is inside stays text.
    fn read<T: Deserialize<'a>>(&self, start: u8) -> Option<T> {
        let is_so = self.raw.get().as_bytes().first() == Some(&start);
        // The whole is JSON, so that it can be read if it begins so.
        is_so.then(|| serde_json::from_str(self.raw.get()).ok())?
    }

    fn is_another(&self, expected: &str) -> SeedFault {
        self.fault(format!("is {}: use {expected}", self.kind()))
    }

    fn kind(&self) -> &'static str {
        match self.raw.get().as_bytes().first() {
            Some(b'{') => "an object",
            Some(b'[') => "a list",
            Some(b'"') => "a text",
            Some(b't' | b'f') => "true or false",
            Some(b'n') => "null",
            _ => "a number",
        }
    }
}

/// The fields of an object in their order, with those that come twice.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Entries<'de>;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(All)
    }
}
