//! Associations of records: a row for each direction and label.

use std::collections::BTreeSet;

use super::{kinds::Kind, store::Objects};
use crate::{platform::answer::Result, store::Json};

/// A record of another type: the ids of its type and itself.
pub(crate) type Other<'a> = (&'a str, i64);

/// A record that another is associated with.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) to_id: i64,
    /// The numbers of the labels beside the default association.
    pub(crate) labels: Vec<i64>,
}

impl Link {
    /// True for the default association and for a label that the two have.
    pub(crate) fn has(&self, kind: &Kind) -> bool {
        kind.label.is_none() || self.labels.contains(&kind.type_id)
    }
}

impl Objects<'_> {
    /// Associates two records in both directions; with the numbers of a label in both directions
    /// also by that label.
    pub(crate) fn associate(
        &self,
        id: i64,
        other: Other<'_>,
        label: Option<(i64, i64)>,
    ) -> Result<()> {
        for (there, back) in [(DEFAULT, DEFAULT)].into_iter().chain(label) {
            self.of_both(
                "INSERT OR IGNORE INTO association
                   (ns, from_type, from_id, to_type, to_id, label)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6), (?1, ?4, ?5, ?2, ?3, ?7)",
                id,
                other,
                (there, back),
            )?;
        }
        Ok(())
    }

    /// Removes every association of two records, in both directions.
    pub(crate) fn dissociate(&self, id: i64, other: Other<'_>) -> Result<()> {
        let (type_id, to) = other;
        self.namespace.run(
            "DELETE FROM association
             WHERE ns = ?1
               AND (from_type, from_id, to_type, to_id)
                 IN (VALUES (?2, ?3, ?4, ?5), (?4, ?5, ?2, ?3))",
            &[&self.schema.type_id, &id, &type_id, &to],
        )?;
        Ok(())
    }

    /// Removes a label of two records, by its numbers in both directions.
    pub(crate) fn unlabel(&self, id: i64, other: Other<'_>, label: (i64, i64)) -> Result<()> {
        self.of_both(
            "DELETE FROM association
             WHERE ns = ?1
               AND (from_type, from_id, to_type, to_id, label)
                 IN (VALUES (?2, ?3, ?4, ?5, ?6), (?4, ?5, ?2, ?3, ?7))",
            id,
            other,
            label,
        )
    }

    /// Runs a statement on a label of two records in both directions.
    fn of_both(
        &self,
        sql: &str,
        id: i64,
        (type_id, to): Other<'_>,
        (there, back): (i64, i64),
    ) -> Result<()> {
        let own = &self.schema.type_id;
        self.namespace
            .run(sql, &[own, &id, &type_id, &to, &there, &back])?;
        Ok(())
    }

    /// The records of a type that a record is associated with by a label, without archived ones.
    pub(crate) fn labelled(&self, id: i64, type_id: &str, label: i64) -> Result<Vec<i64>> {
        let mut links = self.links(id, type_id, 0, i64::MAX)?;
        links.retain(|link| link.labels.contains(&label));
        Ok(links.into_iter().map(|link| link.to_id).collect())
    }

    /// The associations of a record with those of a type from an id on, without archived ones.
    pub(crate) fn links(&self, id: i64, type_id: &str, from: i64, limit: i64) -> Result<Vec<Link>> {
        self.namespace.all(
            "SELECT to_id, json_group_array(label) FROM association
             JOIN object ON object.ns = association.ns AND type = to_type AND id = to_id
             WHERE association.ns = ?1 AND from_type = ?2 AND from_id = ?3 AND to_type = ?4
               AND to_id >= ?5 AND archived_ms IS NULL
             GROUP BY to_id ORDER BY to_id LIMIT ?6",
            &[&self.schema.type_id, &id, &type_id, &from, &limit],
            |row| {
                let Json(mut labels): Json<Vec<i64>> = row.get(1)?;
                labels.retain(|label| *label != DEFAULT);
                Ok(Link {
                    to_id: row.get(0)?,
                    labels,
                })
            },
        )
    }

    /// The records of a type associated with a record, without archived ones.
    pub(crate) fn associated(&self, id: i64, type_id: &str) -> Result<Vec<i64>> {
        let links = self.links(id, type_id, 0, i64::MAX)?;
        Ok(links.into_iter().map(|link| link.to_id).collect())
    }

    /// The records associated with one of these.
    pub(crate) fn belonging(&self, type_id: &str, ids: &[i64]) -> Result<BTreeSet<i64>> {
        self.namespace.all(
            "SELECT from_id FROM association
             WHERE ns = ?1 AND from_type = ?2 AND to_type = ?3
               AND to_id IN (SELECT value FROM json_each(?4))",
            &[&self.schema.type_id, &type_id, &Json(ids)],
            |row| row.get(0),
        )
    }
}

/// The label number of an association without a label: real numbers begin with 1.
const DEFAULT: i64 = 0;
