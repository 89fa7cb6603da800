//! Records as they are kept: one row each, its properties as JSON; unique values, the
//! numbers by which a caller is found, earlier values and associations in rows of their
//! own.

use std::collections::{BTreeMap, BTreeSet};

use calling_rest::objects::PastValue;
use rusqlite::{Connection, OptionalExtension as _, Row, params, types::Type};

use super::{schema::Schema, source::Source};
use crate::platform::{
    answer::Refusal,
    call::{Space, iso},
};

/// A record's properties that have a value.
pub(crate) type Properties = BTreeMap<String, String>;

/// One record.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) id: i64,
    pub(crate) properties: Properties,
    pub(crate) created_ms: i64,
    pub(crate) updated_ms: i64,
    pub(crate) archived_ms: Option<i64>,
    /// Who made it.
    pub(crate) source: Source,
}

impl Kept {
    /// A record that is made now.
    pub(crate) fn new(
        space: &Space<'_>,
        properties: Properties,
        source: Source,
    ) -> Result<Self, Refusal> {
        Ok(Self {
            id: FIRST_ID + space.serial()?,
            properties,
            created_ms: space.now_ms,
            updated_ms: space.now_ms,
            archived_ms: None,
            source,
        })
    }
}

/// A record of another type that one belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Other {
    pub(crate) type_id: String,
    pub(crate) id: i64,
}

/// One record that another is associated with.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) to_id: i64,
    /// The numbers of the labels beside the default association.
    pub(crate) labels: Vec<i64>,
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
    pub(crate) fn of(space: &'a Space<'_>, schema: &'a Schema) -> Self {
        Self {
            data: space.data,
            namespace: space.name,
            schema,
            now_ms: space.now_ms,
        }
    }
}

impl Objects<'_> {
    /// The record of an identifier, deleted or not.
    pub(crate) fn find(&self, id: i64) -> rusqlite::Result<Option<Kept>> {
        let query = format!("SELECT {COLUMNS} FROM object WHERE ns = ?1 AND type = ?2 AND id = ?3");
        self.data
            .prepare_cached(&query)?
            .query_row(params![self.namespace, self.type_id(), id], kept)
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
    ) -> rusqlite::Result<Vec<Kept>> {
        let query = format!(
            "SELECT {COLUMNS} FROM object
             WHERE ns = ?1 AND type = ?2 AND id >= ?3 AND (archived_ms IS NOT NULL) = ?4
             ORDER BY id LIMIT ?5"
        );
        let mut statement = self.data.prepare_cached(&query)?;
        let rows = statement.query_map(
            params![self.namespace, self.type_id(), from, is_archived, limit],
            kept,
        )?;
        rows.collect()
    }

    /// Shows every record that is not deleted, by identifier.
    pub(crate) fn each(&self, mut show: impl FnMut(Kept)) -> rusqlite::Result<()> {
        let query = format!(
            "SELECT {COLUMNS} FROM object
             WHERE ns = ?1 AND type = ?2 AND archived_ms IS NULL ORDER BY id"
        );
        let mut statement = self.data.prepare_cached(&query)?;
        let mut rows = statement.query(params![self.namespace, self.type_id()])?;
        while let Some(row) = rows.next()? {
            show(kept(row)?);
        }
        Ok(())
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

    /// Keeps a record, in place of the one of its identifier. That its unique values
    /// belong to no other was found out before; in a file of an earlier layout they may,
    /// and stay the other's.
    pub(crate) fn put(&self, record: &Kept) -> rusqlite::Result<()> {
        let body = json(&record.properties)?;
        self.data
            .prepare_cached(
                "INSERT INTO object
                   (ns, type, id, properties, source, created_ms, updated_ms, archived_ms)
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
                json(&record.source)?,
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

    /// Changes a record's properties, and keeps the values they had.
    pub(crate) fn change(
        &self,
        record: &mut Kept,
        changes: BTreeMap<String, Option<String>>,
        at_ms: i64,
        source: &Source,
    ) -> rusqlite::Result<()> {
        for (name, value) in changes {
            let before = record.properties.get(&name);
            if before == value.as_ref() {
                continue;
            }
            if let Some(before) = before
                && !self.has_history(record.id, &name)?
            {
                let source = &record.source;
                self.note(record.id, &name, before, record.created_ms, source)?;
            }
            let after = value.as_deref().unwrap_or_default();
            self.note(record.id, &name, after, at_ms, source)?;
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
        source: &Source,
    ) -> rusqlite::Result<()> {
        self.data
            .prepare_cached(
                "INSERT INTO object_history (ns, type, id, name, version, value, at_ms, source)
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
                json(source)?
            ])?;
        Ok(())
    }

    /// The values that a property of a record had, the newest first. What never changed
    /// has the value that the record was made with.
    pub(crate) fn history(&self, record: &Kept, name: &str) -> rusqlite::Result<Vec<PastValue>> {
        let mut statement = self.data.prepare_cached(
            "SELECT value, at_ms, source FROM object_history
             WHERE ns = ?1 AND type = ?2 AND id = ?3 AND name = ?4 ORDER BY version DESC",
        )?;
        let rows = statement.query_map(
            params![self.namespace, self.type_id(), record.id, name],
            |row| Ok((row.get(0)?, row.get(1)?, source(row, 2)?)),
        )?;
        let mut versions: Vec<(String, i64, Source)> = rows.collect::<Result<_, _>>()?;
        if versions.is_empty()
            && let Some(value) = record.properties.get(name)
        {
            versions.push((value.clone(), record.created_ms, record.source.clone()));
        }
        Ok(versions
            .into_iter()
            .map(|(value, at_ms, source)| source.past_value(value, iso(at_ms)))
            .collect())
    }

    /// Associates a record with another one, in both directions; with the numbers of a
    /// label there and back also by that label.
    pub(crate) fn associate(
        &self,
        id: i64,
        other: &Other,
        label: Option<(i64, i64)>,
    ) -> rusqlite::Result<()> {
        let mut labels = vec![(DEFAULT, DEFAULT)];
        labels.extend(label);
        for (there, back) in labels {
            self.data
                .prepare_cached(
                    "INSERT OR IGNORE INTO association
                       (ns, from_type, from_id, to_type, to_id, label)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6), (?1, ?4, ?5, ?2, ?3, ?7)",
                )?
                .execute(params![
                    self.namespace,
                    self.type_id(),
                    id,
                    other.type_id,
                    other.id,
                    there,
                    back
                ])?;
        }
        Ok(())
    }

    /// Takes every association of two records away, in both directions.
    pub(crate) fn dissociate(&self, id: i64, other: &Other) -> rusqlite::Result<()> {
        self.data
            .prepare_cached(
                "DELETE FROM association
                 WHERE ns = ?1
                   AND (from_type, from_id, to_type, to_id)
                     IN (VALUES (?2, ?3, ?4, ?5), (?4, ?5, ?2, ?3))",
            )?
            .execute(params![
                self.namespace,
                self.type_id(),
                id,
                other.type_id,
                other.id
            ])?;
        Ok(())
    }

    /// The records of a type that a record is associated with by a label, but for deleted
    /// ones.
    pub(crate) fn labelled(
        &self,
        id: i64,
        type_id: &str,
        label: i64,
    ) -> rusqlite::Result<Vec<i64>> {
        let links = self.links(id, type_id, 0, i64::MAX)?;
        let links = links
            .into_iter()
            .filter(|link| link.labels.contains(&label));
        Ok(links.map(|link| link.to_id).collect())
    }

    /// The associations of a record with those of a type, but for deleted ones, from an
    /// identifier on.
    pub(crate) fn links(
        &self,
        id: i64,
        type_id: &str,
        from: i64,
        limit: i64,
    ) -> rusqlite::Result<Vec<Link>> {
        let mut statement = self.data.prepare_cached(
            "SELECT to_id, json_group_array(label) FROM association
             JOIN object ON object.ns = association.ns AND type = to_type AND id = to_id
             WHERE association.ns = ?1 AND from_type = ?2 AND from_id = ?3 AND to_type = ?4
               AND to_id >= ?5 AND archived_ms IS NULL
             GROUP BY to_id ORDER BY to_id LIMIT ?6",
        )?;
        let rows = statement.query_map(
            params![self.namespace, self.type_id(), id, type_id, from, limit],
            |row| {
                let labels: String = row.get(1)?;
                let labels: Vec<i64> =
                    serde_json::from_str(&labels).map_err(|error| unread(1, error))?;
                Ok(Link {
                    to_id: row.get(0)?,
                    labels: labels
                        .into_iter()
                        .filter(|label| *label != DEFAULT)
                        .collect(),
                })
            },
        )?;
        rows.collect()
    }

    /// The records of a type that a record belongs to, but for deleted ones.
    pub(crate) fn associated(&self, id: i64, type_id: &str) -> rusqlite::Result<Vec<i64>> {
        let mut statement = self.data.prepare_cached(
            "SELECT DISTINCT to_id FROM association
             JOIN object ON object.ns = association.ns AND type = to_type AND id = to_id
             WHERE association.ns = ?1 AND from_type = ?2 AND from_id = ?3 AND to_type = ?4
               AND archived_ms IS NULL
             ORDER BY to_id",
        )?;
        let rows = statement.query_map(
            params![self.namespace, self.type_id(), id, type_id],
            |row| row.get(0),
        )?;
        rows.collect()
    }

    /// The records that belong to one of a type.
    pub(crate) fn belonging(&self, type_id: &str, ids: &[i64]) -> rusqlite::Result<BTreeSet<i64>> {
        let mut statement = self.data.prepare_cached(
            "SELECT from_id FROM association
             WHERE ns = ?1 AND from_type = ?2 AND to_type = ?3
               AND to_id IN (SELECT value FROM json_each(?4))",
        )?;
        let rows = statement.query_map(
            params![self.namespace, self.type_id(), type_id, json(ids)?],
            |row| row.get(0),
        )?;
        rows.collect()
    }

    fn type_id(&self) -> &str {
        &self.schema.type_id
    }
}

/// The contacts and companies that have a number, contacts first.
pub(crate) fn callers(
    data: &Connection,
    namespace: &str,
    number: &str,
) -> rusqlite::Result<Vec<(String, Kept)>> {
    let query = format!(
        "SELECT {COLUMNS}, type FROM object
         WHERE ns = ?1 AND (type, id) IN (
           SELECT type, id FROM object_phone
           WHERE ns = ?1 AND number = ?2 AND type IN ('0-1', '0-2')
         ) ORDER BY type, id"
    );
    let mut statement = data.prepare_cached(&query)?;
    let rows = statement.query_map(params![namespace, number], |row| {
        Ok((row.get(COLUMN_COUNT)?, kept(row)?))
    })?;
    rows.collect()
}

fn kept(row: &Row<'_>) -> rusqlite::Result<Kept> {
    let body: String = row.get(1)?;
    Ok(Kept {
        id: row.get(0)?,
        properties: serde_json::from_str(&body).map_err(|error| unread(1, error))?,
        source: source(row, 2)?,
        created_ms: row.get(3)?,
        updated_ms: row.get(4)?,
        archived_ms: row.get(5)?,
    })
}

fn source(row: &Row<'_>, column: usize) -> rusqlite::Result<Source> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| unread(column, error))
}

pub(super) fn json(value: &(impl serde::Serialize + ?Sized)) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

pub(super) fn unread(column: usize, error: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into())
}

/// What an association without a label has for one: numbers begin with 1.
const DEFAULT: i64 = 0;

/// Each costs a little at every write.
const MOST_INDEXES: i64 = 32;

/// Above those of the records that are there from the start.
const FIRST_ID: i64 = 10_000;

const COLUMNS: &str = "id, properties, source, created_ms, updated_ms, archived_ms";
const COLUMN_COUNT: usize = 6;
