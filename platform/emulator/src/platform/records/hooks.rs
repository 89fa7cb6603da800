//! What a type of record means besides its properties. Records themselves know no meaning:
//! those who do implement the trait, a type each.

use super::{
    changes::Changes,
    schema::Schema,
    store::{Properties, Record},
};
use crate::platform::{answer::Result, namespace::Namespace, oauth::caller::Caller};

/// Hooks that run when a record of a type is read or written. Each does nothing by default.
pub(crate) trait Hooks: Sync {
    /// The value of a calculated property at a moment, where the others give one.
    fn calculated(&self, _name: &str, _properties: &Properties, _now_ms: i64) -> Option<String> {
        None
    }

    /// Sets defaults. Returns the changes that must wait for the associations.
    fn complete(&self, _namespace: &Namespace<'_>, _changes: &mut Changes) -> Result<Changes> {
        Ok(Changes::new())
    }

    /// Judges a change, and may add to it. Returns what is to be done once it is written.
    fn plan<'a>(
        &self,
        _write: Write<'a>,
        _record: &Record,
        _changes: &mut Changes,
    ) -> Result<After<'a>> {
        Ok(Box::new(Ok))
    }

    /// Refuses to delete what has to stay.
    fn check_archive(&self, _write: Write<'_>, _record: &Record) -> Result<()> {
        Ok(())
    }

    /// Follows a deletion.
    fn archived(&self, _write: Write<'_>, _id: i64) -> Result<()> {
        Ok(())
    }

    /// Refuses an association that a record cannot have.
    fn check_association(
        &self,
        _namespace: &Namespace<'_>,
        _id: i64,
        _other: Side<'_>,
    ) -> Result<()> {
        Ok(())
    }

    /// Refuses to take an association away that has to stay.
    fn check_dissociation(
        &self,
        _namespace: &Namespace<'_>,
        _id: i64,
        _other: &Schema,
    ) -> Result<()> {
        Ok(())
    }

    /// Follows a change of associations.
    fn associated(&self, _namespace: &Namespace<'_>, _id: i64) -> Result<()> {
        Ok(())
    }
}

/// Who writes records of a type, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write<'a> {
    pub(crate) namespace: &'a Namespace<'a>,
    pub(crate) schema: &'a Schema,
    /// Nobody for the service itself.
    pub(crate) caller: Option<&'a Caller>,
}

/// A record of a type, by its identifier.
pub(crate) type Side<'a> = (&'a Schema, i64);

/// What is to be done with a record once its change is written.
pub(crate) type After<'a> = Box<dyn FnOnce(Record) -> Result<Record> + 'a>;
