//! Which records belong to which: a row for each direction and label.

use std::collections::BTreeSet;

use rusqlite::params;

use super::store::Objects;
use crate::store::{json, unread};

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

impl Objects<'_> {
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

    /// Takes a label of two records away, by its numbers there and back.
    pub(crate) fn unlabel(
        &self,
        id: i64,
        other: &Other,
        (there, back): (i64, i64),
    ) -> rusqlite::Result<()> {
        self.data
            .prepare_cached(
                "DELETE FROM association
                 WHERE ns = ?1
                   AND (from_type, from_id, to_type, to_id, label)
                     IN (VALUES (?2, ?3, ?4, ?5, ?6), (?4, ?5, ?2, ?3, ?7))",
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
}

/// What an association without a label has for one: numbers begin with 1.
const DEFAULT: i64 = 0;
