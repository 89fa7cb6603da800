//! Records in the data: one row each, its properties as JSON; unique values, the numbers
//! by which a caller is found and earlier values in rows of their own.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};

use calling_rest::objects::PastValue;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{author::Author, schema::Schema};
use crate::{
    platform::{answer::Result, clock::iso, namespace::Namespace},
    store::{json, unread},
};

/// A record's properties that have a value. A name that begins with [`INTERNAL`] is no
/// property: the service stores something with the record, and no answer has it.
pub(crate) type Properties = BTreeMap<String, String>;

/// One record.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) id: i64,
    pub(crate) properties: Properties,
    pub(crate) created_ms: i64,
    pub(crate) updated_ms: i64,
    pub(crate) archived_ms: Option<i64>,
    /// Who made it.
    pub(crate) author: Author,
}

impl Record {
    /// A record that is made now.
    pub(crate) fn new(
        namespace: &Namespace<'_>,
        properties: Properties,
        author: Author,
    ) -> Result<Self> {
        let id = FIRST_ID + namespace.serial()?;
        Ok(Self::of(id, namespace, properties, author))
    }

    /// The same, of an identifier.
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
}

/// The records of one type in one namespace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Objects<'a> {
    pub(crate) data: &'a Connection,
    pub(crate) namespace: &'a str,
    pub(crate) schema: &'a Schema,
    /// The moment that properties of the clock are computed for.
    pub(crate) now_ms: i64,
}

impl<'a> Objects<'a> {
    /// Those of a type in a namespace.
    pub(crate) fn of(namespace: &'a Namespace<'_>, schema: &'a Schema) -> Self {
        Self {
            data: namespace.data,
            namespace: namespace.name,
            schema,
            now_ms: namespace.now_ms,
        }
    }
}

impl Objects<'_> {
    /// The record of an identifier, deleted or not.
    pub(crate) fn find(&self, id: i64) -> rusqlite::Result<Option<Record>> {
        let query = format!("SELECT {COLUMNS} FROM object WHERE ns = ?1 AND type = ?2 AND id = ?3");
        self.data
            .prepare_cached(&query)?
            .query_row(params![self.namespace, self.type_id(), id], record_of)
            .optional()
    }

    /// The identifier of the record that has a unique value; no deleted one has any.
    pub(crate) fn holder(&self, name: &str, value: &str) -> rusqlite::Result<Option<i64>> {
        self.data
            .prepare_cached(
                "SELECT id FROM object_unique
                 WHERE ns = ?1 AND type = ?2 AND name = ?3 AND value = ?4",
            )?
            .query_row(
                params![self.namespace, self.type_id(), name, value],
                |row| row.get(0),
            )
            .optional()
    }

    /// Records from an identifier on, by identifier.
    pub(crate) fn list(
        &self,
        from: i64,
        is_archived: bool,
        limit: i64,
    ) -> rusqlite::Result<Vec<Record>> {
        let query = format!(
            "SELECT {COLUMNS} FROM object
             WHERE ns = ?1 AND type = ?2 AND id >= ?3 AND (archived_ms IS NOT NULL) = ?4
             ORDER BY id LIMIT ?5"
        );
        let mut statement = self.data.prepare_cached(&query)?;
        let rows = statement.query_map(
            params![self.namespace, self.type_id(), from, is_archived, limit],
            record_of,
        )?;
        rows.collect()
    }

    /// Visits records from an identifier on that are not deleted, by identifier, until a
    /// visit breaks off.
    pub(crate) fn each_from(
        &self,
        from: i64,
        mut visit: impl FnMut(Record) -> Result<ControlFlow<()>>,
    ) -> Result<ControlFlow<()>> {
        let query = format!(
            "SELECT {COLUMNS} FROM object
             WHERE ns = ?1 AND type = ?2 AND id >= ?3 AND archived_ms IS NULL ORDER BY id"
        );
        let mut statement = self.data.prepare_cached(&query)?;
        let mut rows = statement.query(params![self.namespace, self.type_id(), from])?;
        while let Some(row) = rows.next()? {
            if visit(record_of(row)?)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The records whose text of a property is one of these, in ASCII letters of any case,
    /// but for deleted ones. An index of that property finds them, which the first search
    /// for it makes; nothing where there are many such indexes already.
    pub(crate) fn with_text(
        &self,
        name: &str,
        texts: &[String],
    ) -> rusqlite::Result<Option<BTreeSet<i64>>> {
        let index = ["object_by_", name].concat();
        let is_there = "SELECT 1 FROM sqlite_master WHERE name = ?1";
        if !self.data.prepare_cached(is_there)?.exists([&index])? {
            let many = "SELECT count(*) FROM sqlite_master WHERE name LIKE 'object_by_%'";
            let many: i64 = self.data.query_row(many, [], |row| row.get(0))?;
            if many >= MOST_INDEXES {
                return Ok(None);
            }
            self.data.execute_batch(&format!(
                "CREATE INDEX {index} ON object (ns, type, lower(properties ->> '$.{name}'))
                 WHERE archived_ms IS NULL"
            ))?;
        }
        let mut statement = self.data.prepare_cached(&format!(
            "SELECT id FROM object INDEXED BY {index}
             WHERE ns = ?1 AND type = ?2 AND lower(properties ->> '$.{name}') = ?3
               AND archived_ms IS NULL"
        ))?;
        let mut found = BTreeSet::new();
        for text in texts {
            let text = text.to_ascii_lowercase();
            let rows = statement
                .query_map(params![self.namespace, self.type_id(), text], |row| {
                    row.get(0)
                })?;
            found.extend(rows.collect::<Result<Vec<i64>, _>>()?);
        }
        Ok(Some(found))
    }

    /// Stores a record, in place of the one of its identifier. That its unique values
    /// belong to no other was checked before.
    pub(crate) fn put(&self, record: &Record) -> rusqlite::Result<()> {
        let body = json(&record.properties)?;
        self.data
            .prepare_cached(
                "INSERT INTO object
                   (ns, type, id, properties, author, created_ms, updated_ms, archived_ms)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                 ON CONFLICT (ns, type, id) DO UPDATE SET
                   properties = excluded.properties, created_ms = excluded.created_ms,
                   updated_ms = excluded.updated_ms, archived_ms = excluded.archived_ms",
            )?
            .execute(params![
                self.namespace,
                self.type_id(),
                record.id,
                body,
                json(&record.author)?,
                record.created_ms,
                record.updated_ms,
                record.archived_ms
            ])?;
        for table in ["object_phone", "object_unique"] {
            self.data
                .prepare_cached(&format!(
                    "DELETE FROM {table} WHERE ns = ?1 AND type = ?2 AND id = ?3"
                ))?
                .execute(params![self.namespace, self.type_id(), record.id])?;
        }
        self.schema
            .take_names(self.data, self.namespace, record.properties.keys())?;
        if record.archived_ms.is_some() {
            return Ok(());
        }
        self.data
            .prepare_cached(
                "INSERT OR IGNORE INTO object_phone (ns, number, type, id)
                 SELECT ?1, value, ?2, ?3 FROM json_each(?4) WHERE instr(key, 'phone')",
            )?
            .execute(params![self.namespace, self.type_id(), record.id, body])?;
        for (name, value) in &record.properties {
            if self.schema.is_unique(name) {
                self.data
                    .prepare_cached(
                        "INSERT OR IGNORE INTO object_unique (ns, type, name, value, id)
                         VALUES (?1, ?2, ?3, ?4, ?5)",
                    )?
                    .execute(params![
                        self.namespace,
                        self.type_id(),
                        name,
                        value,
                        record.id
                    ])?;
            }
        }
        Ok(())
    }

    /// Changes a record's properties, and stores the values they had.
    pub(crate) fn change(
        &self,
        record: &mut Record,
        changes: BTreeMap<String, Option<String>>,
        at_ms: i64,
        author: &Author,
    ) -> rusqlite::Result<()> {
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
            self.note(record.id, &name, after, at_ms, author)?;
            match value {
                Some(value) => record.properties.insert(name, value),
                None => record.properties.remove(&name),
            };
        }
        record.updated_ms = at_ms;
        self.put(record)
    }

    fn has_history(&self, id: i64, name: &str) -> rusqlite::Result<bool> {
        self.data
            .prepare_cached(
                "SELECT 1 FROM object_history
                 WHERE ns = ?1 AND type = ?2 AND id = ?3 AND name = ?4",
            )?
            .exists(params![self.namespace, self.type_id(), id, name])
    }

    fn note(
        &self,
        id: i64,
        name: &str,
        value: &str,
        at_ms: i64,
        author: &Author,
    ) -> rusqlite::Result<()> {
        self.data
            .prepare_cached(
                "INSERT INTO object_history (ns, type, id, name, version, value, at_ms, author)
                 SELECT ?1, ?2, ?3, ?4, coalesce(max(version), 0) + 1, ?5, ?6, ?7
                 FROM object_history WHERE ns = ?1 AND type = ?2 AND id = ?3 AND name = ?4",
            )?
            .execute(params![
                self.namespace,
                self.type_id(),
                id,
                name,
                value,
                at_ms,
                json(author)?
            ])?;
        Ok(())
    }

    /// The values that a property of a record had, the newest first. What never changed
    /// has the value that the record was made with.
    pub(crate) fn history(&self, record: &Record, name: &str) -> rusqlite::Result<Vec<PastValue>> {
        let mut statement = self.data.prepare_cached(
            "SELECT value, at_ms, author FROM object_history
             WHERE ns = ?1 AND type = ?2 AND id = ?3 AND name = ?4 ORDER BY version DESC",
        )?;
        let rows = statement.query_map(
            params![self.namespace, self.type_id(), record.id, name],
            |row| Ok((row.get(0)?, row.get(1)?, author(row, 2)?)),
        )?;
        let mut versions: Vec<(String, i64, Author)> = rows.collect::<Result<_, _>>()?;
        if versions.is_empty()
            && let Some(value) = record.properties.get(name)
        {
            versions.push((value.clone(), record.created_ms, record.author.clone()));
        }
        Ok(versions
            .into_iter()
            .map(|(value, at_ms, author)| author.past_value(value, iso(at_ms)))
            .collect())
    }

    pub(super) fn type_id(&self) -> &str {
        &self.schema.type_id
    }
}

/// The records of these types that have a phone number, with their types.
pub(crate) fn with_number(
    data: &Connection,
    namespace: &str,
    types: &[&str],
    number: &str,
) -> rusqlite::Result<Vec<(String, Record)>> {
    let query = format!(
        "SELECT {COLUMNS}, type FROM object
         WHERE ns = ?1 AND (type, id) IN (
           SELECT type, id FROM object_phone
           WHERE ns = ?1 AND number = ?2
             AND type IN (SELECT value FROM json_each(?3))
         ) ORDER BY type, id"
    );
    let mut statement = data.prepare_cached(&query)?;
    let rows = statement.query_map(params![namespace, number, json(types)?], |row| {
        Ok((row.get(COLUMN_COUNT)?, record_of(row)?))
    })?;
    rows.collect()
}

fn record_of(row: &Row<'_>) -> rusqlite::Result<Record> {
    let body: String = row.get(1)?;
    Ok(Record {
        id: row.get(0)?,
        properties: serde_json::from_str(&body).map_err(|error| unread(1, error))?,
        author: author(row, 2)?,
        created_ms: row.get(3)?,
        updated_ms: row.get(4)?,
        archived_ms: row.get(5)?,
    })
}

fn author(row: &Row<'_>, column: usize) -> rusqlite::Result<Author> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| unread(column, error))
}

/// What no property's name begins with.
pub(crate) const INTERNAL: char = '.';

/// Each costs a little at every write.
const MOST_INDEXES: i64 = 32;

/// Above those of the records that are there from the start.
const FIRST_ID: i64 = 10_000;

const COLUMNS: &str = "id, properties, author, created_ms, updated_ms, archived_ms";
const COLUMN_COUNT: usize = 6;
