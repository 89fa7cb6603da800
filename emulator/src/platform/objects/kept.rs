//! Records as they are kept: one row each, its properties as JSON; the numbers by
//! which a caller is found, and the associations, in rows of their own.

use std::collections::BTreeMap;

use calling_widget_sdk::rest::objects::CREATION_KEY;
use rusqlite::{Connection, OptionalExtension as _, Row, params, types::Type};

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
}

/// A record of another type that one belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Other {
    pub(crate) type_id: String,
    pub(crate) id: i64,
}

/// The records of one type in one namespace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Objects<'a> {
    pub(crate) data: &'a Connection,
    pub(crate) namespace: &'a str,
    pub(crate) type_id: &'a str,
}

impl Objects<'_> {
    /// The record of an identifier, deleted or not.
    pub(crate) fn find(&self, id: i64) -> rusqlite::Result<Option<Kept>> {
        self.one("id = ?3", &id)
    }

    /// The record that was made with a creation key.
    pub(crate) fn made_with(&self, key: &str) -> rusqlite::Result<Option<Kept>> {
        self.one("creation_key = ?3", &key)
    }

    fn one(&self, condition: &str, value: &dyn rusqlite::ToSql) -> rusqlite::Result<Option<Kept>> {
        let query =
            format!("SELECT {COLUMNS} FROM object WHERE ns = ?1 AND type = ?2 AND {condition}");
        self.data
            .prepare_cached(&query)?
            .query_row(params![self.namespace, self.type_id, value], kept)
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
            params![self.namespace, self.type_id, from, is_archived, limit],
            kept,
        )?;
        rows.collect()
    }

    /// Keeps a record, in place of the one of its identifier.
    pub(crate) fn put(&self, record: &Kept) -> rusqlite::Result<()> {
        let body = serde_json::to_string(&record.properties)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        self.data
            .prepare_cached(
                "INSERT INTO object
                   (ns, type, id, properties, creation_key, created_ms, updated_ms, archived_ms)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                 ON CONFLICT (ns, type, id) DO UPDATE SET
                   properties = excluded.properties, creation_key = excluded.creation_key,
                   created_ms = excluded.created_ms, updated_ms = excluded.updated_ms,
                   archived_ms = excluded.archived_ms",
            )?
            .execute(params![
                self.namespace,
                self.type_id,
                record.id,
                body,
                record.properties.get(CREATION_KEY),
                record.created_ms,
                record.updated_ms,
                record.archived_ms
            ])?;
        self.data
            .prepare_cached("DELETE FROM object_phone WHERE ns = ?1 AND type = ?2 AND id = ?3")?
            .execute(params![self.namespace, self.type_id, record.id])?;
        self.data
            .prepare_cached(
                "INSERT OR IGNORE INTO object_property (ns, type, name)
                 SELECT ?1, ?2, key FROM json_each(?3)",
            )?
            .execute(params![self.namespace, self.type_id, body])?;
        if record.archived_ms.is_none() {
            self.data
                .prepare_cached(
                    "INSERT OR IGNORE INTO object_phone (ns, number, type, id)
                     SELECT ?1, value, ?2, ?3 FROM json_each(?4) WHERE instr(key, 'phone')",
                )?
                .execute(params![self.namespace, self.type_id, record.id, body])?;
        }
        Ok(())
    }

    /// Every name a record of the type ever had a property of.
    pub(crate) fn property_names(&self) -> rusqlite::Result<Vec<String>> {
        let mut statement = self.data.prepare_cached(
            "SELECT name FROM object_property WHERE ns = ?1 AND type = ?2 ORDER BY name",
        )?;
        let rows = statement.query_map(params![self.namespace, self.type_id], |row| row.get(0))?;
        rows.collect()
    }

    /// Associates a record with another one, in both directions.
    pub(crate) fn associate(&self, id: i64, other: &Other) -> rusqlite::Result<()> {
        self.data
            .prepare_cached(
                "INSERT OR IGNORE INTO association (ns, from_type, from_id, to_type, to_id)
                 VALUES (?1, ?2, ?3, ?4, ?5), (?1, ?4, ?5, ?2, ?3)",
            )?
            .execute(params![
                self.namespace,
                self.type_id,
                id,
                other.type_id,
                other.id
            ])?;
        Ok(())
    }

    /// The records of a type that a record belongs to, but for deleted ones.
    pub(crate) fn associated(&self, id: i64, type_id: &str) -> rusqlite::Result<Vec<Other>> {
        let mut statement = self.data.prepare_cached(
            "SELECT to_type, to_id FROM association
             JOIN object ON object.ns = association.ns AND type = to_type AND id = to_id
             WHERE association.ns = ?1 AND from_type = ?2 AND from_id = ?3 AND to_type = ?4
               AND archived_ms IS NULL
             ORDER BY to_id",
        )?;
        let rows =
            statement.query_map(params![self.namespace, self.type_id, id, type_id], |row| {
                Ok(Other {
                    type_id: row.get(0)?,
                    id: row.get(1)?,
                })
            })?;
        rows.collect()
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
        properties: serde_json::from_str(&body).map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(1, Type::Text, error.into())
        })?,
        created_ms: row.get(2)?,
        updated_ms: row.get(3)?,
        archived_ms: row.get(4)?,
    })
}

const COLUMNS: &str = "id, properties, created_ms, updated_ms, archived_ms";
const COLUMN_COUNT: usize = 5;
