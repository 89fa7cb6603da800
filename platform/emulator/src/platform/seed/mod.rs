//! A seed file: what is there from the start besides the platform's own data. The reader is
//! pure, text in and a seed or its first fault out; `start` writes what it read.
//!
//! | module | holds |
//! |---|---|
//! | `document` | JSON that knows the line of each value |
//! | `entries` | the fields of each kind of entry |

mod document;
mod entries;

use std::{collections::BTreeMap, fmt};

use calling_rest::{
    Secret,
    properties::NewProperty,
    timeline::{event_properties::NewEventProperty, event_types::NewEventType},
};
use serde_json::{Map, Value};

use self::document::{Document, Node};
use super::answer::quoted;

/// What is there from the start besides the platform's own data; by default nothing.
///
/// Shape: `{"number":1,"apps":[…],"users":[…],"properties":[…],"records":[…],"eventTypes":[…]}`, each optional.
#[derive(Clone, Debug, Default)]
pub struct Seed {
    number: Option<u64>,
    pub(crate) apps: Vec<Entry<SeedApp>>,
    pub(crate) users: Vec<Entry<SeedUser>>,
    pub(crate) properties: Vec<Entry<SeedProperty>>,
    pub(crate) records: Vec<Entry<SeedRecord>>,
    pub(crate) event_types: Vec<Entry<SeedEventType>>,
}

impl Seed {
    /// How many bytes a file may have.
    pub const LARGEST: u64 = 16 * 1024 * 1024;

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// The first [`SeedFault`]: what is no JSON, has an unknown field, lacks one, or is of
    /// another type. What the platform refuses, such as a property that there is not, is found
    /// when a [`Platform`](crate::Platform) is made of it.
    pub fn read(bytes: &[u8]) -> Result<Self, SeedFault> {
        let document = Document::of(bytes)?;
        let fields = document.root()?.object(&FIELDS)?;
        let number = fields.get("number").map(|node| node.whole(0..=MOST_NUMBER));
        let number = number
            .transpose()?
            .and_then(|number| number.try_into().ok());
        Ok(Self {
            number,
            apps: list(fields.get("apps"), MOST, entries::app)?,
            users: list(fields.get("users"), MOST, entries::user)?,
            properties: list(fields.get("properties"), MOST_PROPERTIES, entries::property)?,
            records: list(fields.get("records"), MOST_RECORDS, entries::record)?,
            event_types: list(fields.get("eventTypes"), MOST, entries::event_type)?,
        })
    }

    /// Makes identifiers and tokens come out the same each time, where the file has one.
    #[must_use]
    pub const fn number(&self) -> Option<u64> {
        self.number
    }

    /// Whether it adds nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.apps.is_empty()
            && self.users.is_empty()
            && self.properties.is_empty()
            && self.records.is_empty()
            && self.event_types.is_empty()
    }
}

fn list<T>(
    node: Option<&Node<'_>>,
    most: usize,
    read: fn(&Node<'_>) -> Result<T, SeedFault>,
) -> Result<Vec<Entry<T>>, SeedFault> {
    let Some(node) = node else {
        return Ok(Vec::new());
    };
    let items = node.list(most)?;
    items
        .iter()
        .map(|item| {
            Ok(Entry {
                value: read(item)?,
                place: item.place()?,
            })
        })
        .collect()
}

/// Why a seed file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SeedFault {
    /// The line of the value at fault, the first being 1.
    pub line: usize,
    /// What is at fault, what was expected, and what to do.
    pub message: String,
}

impl fmt::Display for SeedFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for SeedFault {}

/// An entry of a list, and where it is.
#[derive(Clone, Debug)]
pub(crate) struct Entry<T> {
    pub(crate) value: T,
    place: Place,
}

impl<T> Entry<T> {
    /// The fault of an entry that the platform refuses, at one of its fields where that is
    /// known.
    pub(crate) fn refused(&self, field: &str, message: &str) -> SeedFault {
        let Place { path, line, inner } = &self.place;
        let (path, line) = match inner.get(field) {
            Some(line) => (format!("{path}.{}", quoted(field)), *line),
            None => (path.clone(), *line),
        };
        SeedFault {
            line,
            message: format!("{path} is refused: {message}"),
        }
    }
}

/// Where an entry is, and its fields by their paths inside.
#[derive(Clone, Debug)]
struct Place {
    path: String,
    line: usize,
    inner: BTreeMap<String, usize>,
}

/// An app to register.
#[derive(Clone, Debug)]
pub(crate) struct SeedApp {
    pub(crate) id: i32,
    /// The fields of its registration, but for the secrets.
    pub(crate) registration: Map<String, Value>,
    pub(crate) client_secret: Secret,
    pub(crate) developer_key: Secret,
}

/// A user of the account.
#[derive(Clone, Debug)]
pub(crate) struct SeedUser {
    pub(crate) id: i64,
    /// What records name the user by.
    pub(crate) owner_id: Option<i64>,
    pub(crate) email: String,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    pub(crate) may_install: bool,
}

/// A property to define.
#[derive(Clone, Debug)]
pub(crate) struct SeedProperty {
    /// The type of the records that have it.
    pub(crate) object_type: String,
    pub(crate) property: NewProperty,
}

/// A record to create.
#[derive(Clone, Debug)]
pub(crate) struct SeedRecord {
    pub(crate) object_type: String,
    /// Its identifier; one of the platform's choice where it has none.
    pub(crate) id: Option<i64>,
    pub(crate) properties: Map<String, Value>,
    pub(crate) associations: Vec<SeedAssociation>,
}

/// A record that another one is associated with.
#[derive(Clone, Debug)]
pub(crate) struct SeedAssociation {
    pub(crate) object_type: String,
    pub(crate) id: i64,
    /// The numbers of the labels besides the default association.
    pub(crate) labels: Vec<i64>,
}

/// A type of timeline events.
#[derive(Clone, Debug)]
pub(crate) struct SeedEventType {
    pub(crate) app_id: i32,
    /// Its identifier; one of the platform's choice where it has none.
    pub(crate) id: Option<i64>,
    pub(crate) event_type: NewEventType,
    pub(crate) properties: Vec<NewEventProperty>,
}

const FIELDS: [&str; 6] = [
    "number",
    "apps",
    "users",
    "properties",
    "records",
    "eventTypes",
];

/// The largest whole number that every reader of JSON has exactly.
const MOST_NUMBER: i64 = (1 << 53) - 1;

/// How many entries another list than that of records may have.
const MOST: usize = 1_000;

/// Each costs a little at every record.
const MOST_PROPERTIES: usize = 100;

const MOST_RECORDS: usize = 10_000;
