//! A seed file: data of a namespace besides the platform's own. The reader is pure, text in
//! and a seed or its first fault out; `start` writes the data.
//!
//! | module | holds |
//! |---|---|
//! | `read` | readers that are stricter than serde's |
//! | `text` | the line of a value, and serde's errors in plain words |

mod read;
mod text;

use std::{collections::BTreeSet, fmt};

use calling_rest::{
    Secret,
    timeline::{EventObjectType, event_properties::EventPropertyType},
};
use serde::Deserialize;
use serde_json::{Map, Value};

pub(crate) use self::read::Whole;
use self::{
    read::{List, Object, Objects, RecordId, each_once, some},
    text::Text,
};
use super::answer::quoted;

/// Initial data of a namespace, besides the platform's own; by default none.
///
/// Shape: `{"number":1,"apps":[…],"users":[…],"properties":[…],"records":[…],"eventTypes":[…]}`, each optional.
#[derive(Clone, Debug, Default)]
pub struct Seed {
    text: Text,
    pub(crate) entries: Object<Entries>,
}

impl Seed {
    /// The largest size of a file, in bytes.
    pub const LARGEST: u64 = 16 * 1024 * 1024;

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// The first [`SeedFault`]: invalid JSON, an unknown or missing field, or another type. Faults
    /// that the platform finds, such as an unknown property, are reported when a
    /// [`Platform`](crate::Platform) is made of it.
    pub fn read(bytes: &[u8]) -> Result<Self, SeedFault> {
        let text = Text::of(bytes)?;
        let entries = text.read()?;
        Ok(Self { text, entries })
    }

    /// The seed of ids and tokens, which makes them repeatable, if the file has one.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        self.entries.number.and_then(|Whole(n)| n.try_into().ok())
    }

    /// True if it adds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let entries = &self.entries;
        entries.apps.is_empty()
            && entries.users.is_empty()
            && entries.properties.is_empty()
            && entries.records.is_empty()
            && entries.event_types.is_empty()
    }

    /// The fault of an entry that the platform refuses, at one of its fields if known.
    pub(crate) fn refused(&self, entry: &str, field: &str, message: &str) -> SeedFault {
        let path = format!("{entry}.{field}");
        let (path, line) = match self.text.line(&path) {
            Some(line) if !field.is_empty() => (format!("{entry}.{}", quoted(field)), Some(line)),
            _ => (entry.to_owned(), self.text.line(entry)),
        };
        SeedFault {
            line: line.unwrap_or(1),
            message: format!("{path} is refused: {message}"),
        }
    }
}

/// A fault of a seed file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SeedFault {
    /// The line of the faulty value, from 1.
    pub line: usize,
    /// The faulty value, the expected one, and the fix.
    pub message: String,
}

impl fmt::Display for SeedFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for SeedFault {}

/// The lists of a seed file. Each property costs a little at every record.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Entries {
    #[serde(deserialize_with = "some")]
    number: Option<Whole<0, EXACT>>,
    pub(crate) apps: Objects<SeedApp, 1_000>,
    pub(crate) users: Objects<SeedUser, 1_000>,
    pub(crate) properties: Objects<SeedProperty, 100>,
    pub(crate) records: Objects<SeedRecord, 10_000>,
    pub(crate) event_types: Objects<SeedEventType, 1_000>,
}

/// An app to register.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct SeedApp {
    pub(crate) app_id: Whole<1, LAST_APP>,
    pub(crate) name: String,
    pub(crate) client_id: String,
    pub(crate) client_secret: Secret,
    pub(crate) developer_key: Secret,
    pub(crate) redirect_uris: List<String>,
    #[serde(default)]
    pub(crate) scopes: BTreeSet<String>,
    #[serde(default)]
    pub(crate) optional_scopes: BTreeSet<String>,
    #[serde(default)]
    pub(crate) has_timeline_events: bool,
    #[serde(default)]
    pub(crate) legacy_cards: Objects<SeedCard>,
    #[serde(default)]
    pub(crate) app_cards: List<Whole>,
}

/// A legacy CRM card of an app.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct SeedCard {
    pub(crate) id: Whole,
    #[serde(default, deserialize_with = "some")]
    pub(crate) accounts: Option<Whole<0, 1_000_000>>,
    #[serde(default)]
    pub(crate) supports_tickets: bool,
}

/// A user of the account.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct SeedUser {
    pub(crate) id: Whole,
    /// The user's id in records.
    #[serde(default, deserialize_with = "some")]
    pub(crate) owner_id: Option<Whole>,
    pub(crate) email: String,
    #[serde(default)]
    pub(crate) first_name: String,
    #[serde(default)]
    pub(crate) last_name: String,
    #[serde(default, deserialize_with = "some")]
    pub(crate) may_install: Option<bool>,
}

/// A property to define.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct SeedProperty {
    /// The type of its records.
    pub(crate) object_type: String,
    pub(crate) name: String,
    pub(crate) label: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) field_type: String,
    pub(crate) group_name: String,
    #[serde(default, deserialize_with = "some")]
    pub(crate) description: Option<String>,
    #[serde(default)]
    pub(crate) options: Objects<SeedOption>,
    #[serde(default, deserialize_with = "some")]
    pub(crate) has_unique_value: Option<bool>,
    #[serde(default, deserialize_with = "some")]
    pub(crate) hidden: Option<bool>,
    #[serde(default, deserialize_with = "some")]
    pub(crate) form_field: Option<bool>,
    #[serde(default, deserialize_with = "some")]
    pub(crate) display_order: Option<Whole<-1, LAST_APP>>,
}

/// A value of an enumeration.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeedOption {
    pub(crate) value: String,
    pub(crate) label: String,
}

/// A record to create.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeedRecord {
    #[serde(rename = "type")]
    pub(crate) object_type: String,
    /// Its id; `None` lets the platform choose.
    #[serde(default, deserialize_with = "some")]
    pub(crate) id: Option<RecordId>,
    #[serde(deserialize_with = "each_once")]
    pub(crate) properties: Map<String, Value>,
    #[serde(default)]
    pub(crate) associations: Objects<SeedAssociation>,
}

/// An associated record.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeedAssociation {
    #[serde(rename = "type")]
    pub(crate) object_type: String,
    pub(crate) id: Whole,
    /// The numbers of the labels beside the default association.
    #[serde(default)]
    pub(crate) labels: List<Whole>,
}

/// A type of timeline events.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct SeedEventType {
    pub(crate) app_id: Whole<1, LAST_APP>,
    /// Its id; `None` lets the platform choose one from 1,000,000 on.
    #[serde(default, deserialize_with = "some")]
    pub(crate) id: Option<Whole<1, 999_999>>,
    pub(crate) name: String,
    #[serde(default, deserialize_with = "some")]
    pub(crate) object_type: Option<EventObjectType>,
    #[serde(default, deserialize_with = "some")]
    pub(crate) header_template: Option<String>,
    #[serde(default, deserialize_with = "some")]
    pub(crate) detail_template: Option<String>,
    #[serde(default)]
    pub(crate) properties: Objects<SeedEventProperty>,
}

/// A property of a type of events.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct SeedEventProperty {
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) property_type: EventPropertyType,
    #[serde(default, deserialize_with = "some")]
    pub(crate) object_property: Option<String>,
    #[serde(default)]
    pub(crate) options: Objects<SeedOption>,
}

/// The largest whole number that every JSON parser reads exactly.
const EXACT: i64 = (1 << 53) - 1;

/// An app's id has 32 bits, as the service's.
const LAST_APP: i64 = 0x7fff_ffff;
