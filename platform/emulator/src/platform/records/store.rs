//! Stored records: one row each, its properties as JSON; unique values, phone numbers and
//! earlier values in rows of their own.

use std::collections::BTreeMap;

use calling_rest::objects::PastValue;
use calling_widget_sdk::protocol::PhoneNumber;
use rusqlite::{Row, ToSql};

use super::{author::Author, schema::Schema};
use crate::{
    platform::{answer::Result, clock::iso, namespace::Namespace},
    store::Json,
};

/// A record's values by property. A name that begins with [`INTERNAL`] is no property: it is
/// stored with the record, and in no answer.
pub(crate) type Properties = BTreeMap<String, String>;

/// New values by name; `None` removes one.
pub(crate) type Changes = BTreeMap<String, Option<String>>;

/// One record.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) id: i64,
    pub(crate) properties: Properties,
    pub(crate) created_ms: i64,
    pub(crate) updated_ms: i64,
    pub(crate) archived_ms: Option<i64>,
    /// The author of its creation.
    pub(crate) author: Author,
}

impl Record {
    /// A record created now.
    pub(crate) fn new(
        namespace: &Namespace<'_>,
        properties: Properties,
        author: Author,
    ) -> Result<Self> {
        let id = FIRST_ID + namespace.serial()?;
        Ok(Self::of(id, namespace, properties, author))
    }

    /// The same, with this id.
    pub(crate) const fn of(
        id: i64,
        namespace: &Namespace<'_>,
        properties: Properties,
        author: Author,
    ) -> Self {
        Self {
            id,
            properties,
            created_ms: namespace.now_ms,
            updated_ms: namespace.now_ms,
            archived_ms: None,
            author,
        }
    }

    /// The value of a property.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.properties.get(name).map(String::as_str)
    }
}

/// The records of one type in one namespace.
#[derive(Clone, Debug)]
pub(crate) struct Objects<'a> {
    pub(crate) namespace: &'a Namespace<'a>,
    pub(crate) schema: Schema,
}

impl<'a> Objects<'a> {
    /// The records of a type in a namespace.
    pub(crate) fn of(namespace: &'a Namespace<'_>, schema: &Schema) -> Self {
        Self {
            namespace,
            schema: schema.clone(),
        }
    }

    /// The records of the type named in a request.
    pub(crate) fn named(namespace: &'a Namespace<'_>, name: &str) -> Result<Self> {
        let schema = Schema::named(namespace, name)?;
        Ok(Self { namespace, schema })
    }
}

impl Objects<'_> {
    /// The record with this id, archived or not.
    pub(crate) fn find(&self, id: i64) -> Result<Option<Record>> {
        let query = format!("SELECT {COLUMNS} FROM object WHERE ns = ?1 AND type = ?2 AND id = ?3");
        self.namespace
            .one(&query, &[&self.schema.type_id, &id], record_of)
    }

    /// The record with this id, unless it is archived.
    pub(crate) fn present(&self, id: i64) -> Result<Option<Record>> {
        let found = self.find(id)?;
        Ok(found.filter(|record| record.archived_ms.is_none()))
    }

    /// The id of the record with a unique value; archived ones have none.
    pub(crate) fn holder(&self, name: &str, value: &str) -> Result<Option<i64>> {
        self.namespace.one(
            "SELECT id FROM object_unique WHERE ns = ?1 AND type = ?2 AND name = ?3 AND value = ?4",
            &[&self.schema.type_id, &name, &value],
            |row| row.get(0),
        )
    }

    /// Records from an id on, by id.
    pub(crate) fn list(&self, from: i64, is_archived: bool, limit: i64) -> Result<Vec<Record>> {
        let query = format!(
            "SELECT {COLUMNS} FROM object
             WHERE ns = ?1 AND type = ?2 AND id >= ?3 AND (archived_ms IS NOT NULL) = ?4
             ORDER BY id LIMIT ?5"
        );
        let values: [&dyn ToSql; 4] = [&self.schema.type_id, &from, &is_archived, &limit];
        self.namespace.all(&query, &values, record_of)
    }

    /// Stores a record, replacing one with the same id. The caller has checked that its unique
    /// values are free.
    pub(crate) fn put(&self, record: &Record) -> Result<()> {
        let Self { namespace, schema } = self;
        let Record { id, properties, .. } = record;
        let of_record: [&dyn ToSql; 2] = [&schema.type_id, id];
        namespace.run(
            "INSERT INTO object
               (ns, type, id, properties, author, created_ms, updated_ms, archived_ms)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
             ON CONFLICT (ns, type, id) DO UPDATE SET
               properties = excluded.properties, created_ms = excluded.created_ms,
               updated_ms = excluded.updated_ms, archived_ms = excluded.archived_ms",
            &[
                &schema.type_id,
                id,
                &Json(properties),
                &Json(&record.author),
                &record.created_ms,
                &record.updated_ms,
                &record.archived_ms,
            ],
        )?;
        for delete in [
            "DELETE FROM object_phone WHERE ns = ?1 AND type = ?2 AND id = ?3",
            "DELETE FROM object_unique WHERE ns = ?1 AND type = ?2 AND id = ?3",
        ] {
            namespace.run(delete, &of_record)?;
        }
        schema.take_names(namespace, properties.keys())?;
        if record.archived_ms.is_some() {
            return Ok(());
        }
        for number in phone_numbers(properties) {
            namespace.run(
                "INSERT OR IGNORE INTO object_phone (ns, key, type, id) VALUES (?1, ?2, ?3, ?4)",
                &[&number.key(), &schema.type_id, id],
            )?;
        }
        for (name, value) in properties.iter().filter(|(name, _)| schema.is_unique(name)) {
            namespace.run(
                "INSERT OR IGNORE INTO object_unique (ns, type, name, value, id)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                &[&schema.type_id, name, value, id],
            )?;
        }
        Ok(())
    }

    /// Changes a record's properties now, and stores the earlier values.
    pub(crate) fn change(
        &self,
        record: &mut Record,
        changes: Changes,
        author: &Author,
    ) -> Result<()> {
        let now_ms = self.namespace.now_ms;
        for (name, value) in changes {
            let before = record.properties.get(&name);
            if before == value.as_ref() {
                continue;
            }
            if let Some(before) = before
                && !self.has_history(record.id, &name)?
            {
                let author = &record.author;
                self.note(record.id, &name, before, record.created_ms, author)?;
            }
            let after = value.as_deref().unwrap_or_default();
            self.note(record.id, &name, after, now_ms, author)?;
            match value {
                Some(value) => record.properties.insert(name, value),
                None => record.properties.remove(&name),
            };
        }
        record.updated_ms = now_ms;
        self.put(record)
    }

    /// The properties whose value was removed once.
    pub(crate) fn cleared(&self, id: i64) -> Result<Vec<String>> {
        self.namespace.all(
            "SELECT DISTINCT name FROM object_history
             WHERE ns = ?1 AND type = ?2 AND id = ?3 AND value = ''",
            &[&self.schema.type_id, &id],
            |row| row.get(0),
        )
    }

    fn has_history(&self, id: i64, name: &str) -> Result<bool> {
        self.namespace.exists(
            "SELECT 1 FROM object_history WHERE ns = ?1 AND type = ?2 AND id = ?3 AND name = ?4",
            &[&self.schema.type_id, &id, &name],
        )
    }

    fn note(&self, id: i64, name: &str, value: &str, at_ms: i64, author: &Author) -> Result<()> {
        self.namespace.run(
            "INSERT INTO object_history (ns, type, id, name, version, value, at_ms, author)
             SELECT ?1, ?2, ?3, ?4, coalesce(max(version), 0) + 1, ?5, ?6, ?7
             FROM object_history WHERE ns = ?1 AND type = ?2 AND id = ?3 AND name = ?4",
            &[
                &self.schema.type_id,
                &id,
                &name,
                &value,
                &at_ms,
                &Json(author),
            ],
        )?;
        Ok(())
    }

    /// The values of a property, the newest first. A property that never changed has the value
    /// from the record's creation.
    pub(crate) fn history(&self, record: &Record, name: &str) -> Result<Vec<PastValue>> {
        let mut versions: Vec<(String, i64, Json<Author>)> = self.namespace.all(
            "SELECT value, at_ms, author FROM object_history
             WHERE ns = ?1 AND type = ?2 AND id = ?3 AND name = ?4 ORDER BY version DESC",
            &[&self.schema.type_id, &record.id, &name],
            |row| row.try_into(),
        )?;
        if versions.is_empty()
            && let Some(value) = record.properties.get(name)
        {
            let author = Json(record.author.clone());
            versions.push((value.clone(), record.created_ms, author));
        }
        Ok(versions
            .into_iter()
            .map(|(value, at_ms, Json(author))| author.past_value(value, iso(at_ms)))
            .collect())
    }
}

fn phone_numbers(properties: &Properties) -> impl Iterator<Item = PhoneNumber> {
    let phones = properties.iter().filter(|(name, _)| name.contains("phone"));
    phones.filter_map(|(_, value)| PhoneNumber::read(value))
}

/// The records of these types with a phone number, and their types.
pub(crate) fn with_number(
    namespace: &Namespace<'_>,
    types: &[&str],
    number: &str,
) -> Result<Vec<(String, Record)>> {
    let Some(number) = PhoneNumber::read(number) else {
        return Ok(Vec::new());
    };
    let query = format!(
        "SELECT {COLUMNS}, type FROM object
         WHERE ns = ?1 AND (type, id) IN (
           SELECT type, id FROM object_phone
           WHERE ns = ?1 AND key = ?2
             AND type IN (SELECT value FROM json_each(?3))
         ) ORDER BY type, id"
    );
    let mut found: Vec<(String, Record)> =
        namespace.all(&query, &[&number.key(), &Json(types)], |row| {
            Ok((row.get(COLUMN_COUNT)?, record_of(row)?))
        })?;
    // Other numbers share the key, and a record that lost its number may still have it.
    found.retain(|(_, record)| {
        phone_numbers(&record.properties).any(|known| known.is_same(&number))
    });
    Ok(found)
}

fn record_of(row: &Row<'_>) -> rusqlite::Result<Record> {
    Ok(Record {
        id: row.get(0)?,
        properties: row.get::<_, Json<_>>(1)?.0,
        author: row.get::<_, Json<_>>(2)?.0,
        created_ms: row.get(3)?,
        updated_ms: row.get(4)?,
        archived_ms: row.get(5)?,
    })
}

/// Begins a name that is no property's.
pub(crate) const INTERNAL: char = '.';

/// Above the ids of built-in records.
const FIRST_ID: i64 = 10_000;

const COLUMNS: &str = "id, properties, author, created_ms, updated_ms, archived_ms";
const COLUMN_COUNT: usize = 6;
