//! Kinds of associations between two records: built-in ones, and the labels that this account
//! defined.

use super::schema::Schema;
use crate::platform::{answer::Result, namespace::Namespace};

/// A kind of associations, in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    /// The type of the records it leads to.
    pub(crate) to: String,
    pub(crate) type_id: i64,
    /// The internal name of a label that this account defined.
    pub(crate) name: Option<String>,
    /// Its words for people; `None` for the default.
    pub(crate) label: Option<String>,
    /// The number of the same kind in the other direction.
    pub(crate) back: i64,
    /// True if this account defined it.
    pub(crate) is_own: bool,
}

/// A label that an account defines.
#[derive(Clone, Debug)]
pub(crate) struct NewLabel<'a> {
    /// Its internal name.
    pub(crate) name: &'a str,
    /// Its words in this direction and in the other.
    pub(crate) label: &'a str,
    pub(crate) inverse: &'a str,
}

/// The kinds that lead from records of a type to one other type, or to any; the default of
/// each type comes first.
pub(crate) fn kinds(
    namespace: &Namespace<'_>,
    from: &Schema,
    to: Option<&Schema>,
) -> Result<Vec<Kind>> {
    let is_wanted = |other: &str| to.is_none_or(|to| to.type_id == other);
    let every_account = from.kind.associations.iter();
    let mut kinds: Vec<Kind> = every_account
        .filter(|known| is_wanted(&known.to))
        .map(|known| Kind {
            to: known.to.clone(),
            type_id: known.type_id,
            name: None,
            label: known.label.clone(),
            back: back_of(&from.type_id, &known.to, known.label.as_deref(), namespace),
            is_own: false,
        })
        .collect();
    if let Some(to) = to
        && kinds.is_empty()
    {
        // The default of two types that no file associates: its number is ours.
        kinds.push(Kind {
            to: to.type_id.clone(),
            type_id: OWN_DEFAULT,
            name: None,
            label: None,
            back: OWN_DEFAULT,
            is_own: true,
        });
    }
    let own: Vec<Kind> = namespace.all(
        "SELECT to_type, type_id, name, label, back FROM association_label
         WHERE ns = ?1 AND from_type = ?2 ORDER BY type_id",
        &[&from.type_id],
        |row| {
            Ok(Kind {
                to: row.get(0)?,
                type_id: row.get(1)?,
                name: row.get(2)?,
                label: row.get(3)?,
                back: row.get(4)?,
                is_own: true,
            })
        },
    )?;
    kinds.extend(own.into_iter().filter(|kind| is_wanted(&kind.to)));
    Ok(kinds)
}

/// The number of a built-in kind in the other direction.
fn back_of(from: &str, to: &str, label: Option<&str>, namespace: &Namespace<'_>) -> i64 {
    let other = super::types::RecordType::find(to, namespace.profile);
    let back = other.and_then(|(other, _)| other.association(from, label));
    back.map_or(OWN_DEFAULT, |back| back.type_id)
}

/// True if two types already have a label of this internal name.
pub(crate) fn has_name(
    namespace: &Namespace<'_>,
    from: &Schema,
    to: &Schema,
    name: &str,
) -> Result<bool> {
    namespace.exists(
        "SELECT 1 FROM association_label
         WHERE ns = ?1 AND from_type = ?2 AND to_type = ?3 AND name = ?4",
        &[&from.type_id, &to.type_id, &name],
    )
}

/// Defines a label, and returns its number in each direction: the same number if it reads the
/// same from both records of one type.
pub(crate) fn define(
    namespace: &Namespace<'_>,
    from: &Schema,
    to: &Schema,
    new: &NewLabel<'_>,
) -> Result<(i64, i64)> {
    let highest = "SELECT max(type_id) FROM association_label WHERE ns = ?1";
    let highest: Option<Option<i64>> = namespace.one(highest, &[], |row| row.get(0))?;
    let highest = highest.flatten().unwrap_or(LAST_OF_EVERY);
    let is_one = from.type_id == to.type_id && new.label == new.inverse;
    let there = highest + 1;
    let back = if is_one { there } else { highest + 2 };
    for (one, other, number, its_back, label) in [
        (from, to, there, back, new.label),
        (to, from, back, there, new.inverse),
    ] {
        namespace.run(
            "INSERT OR IGNORE INTO association_label
               (ns, from_type, to_type, type_id, back, name, label)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            &[
                &one.type_id,
                &other.type_id,
                &number,
                &its_back,
                &new.name,
                &label,
            ],
        )?;
    }
    Ok((there, back))
}

/// Changes a label's words in one direction.
pub(crate) fn rename(namespace: &Namespace<'_>, type_id: i64, label: &str) -> Result<()> {
    let rename = "UPDATE association_label SET label = ?3 WHERE ns = ?1 AND type_id = ?2";
    namespace.run(rename, &[&type_id, &label])?;
    Ok(())
}

/// Deletes a label, also from records that have it: they stay associated.
pub(crate) fn remove(namespace: &Namespace<'_>, kind: &Kind) -> Result<()> {
    for statement in [
        "DELETE FROM association_label WHERE ns = ?1 AND type_id IN (?2, ?3)",
        "DELETE FROM association WHERE ns = ?1 AND label IN (?2, ?3)",
    ] {
        namespace.run(statement, &[&kind.type_id, &kind.back])?;
    }
    Ok(())
}

/// The number of labels that lead from a type to another.
pub(crate) fn count(namespace: &Namespace<'_>, from: &Schema, to: &Schema) -> Result<i64> {
    let count = namespace.one(
        "SELECT count(*) FROM association_label
         WHERE ns = ?1 AND from_type = ?2 AND to_type = ?3",
        &[&from.type_id, &to.type_id],
        |row| row.get(0),
    )?;
    Ok(count.unwrap_or_default())
}

/// The number of a default that no file has.
const OWN_DEFAULT: i64 = 1;

/// Above the numbers of built-in kinds.
const LAST_OF_EVERY: i64 = 100_000;
