//! Hooks of the types of records. Records have no rules of their own: other modules implement
//! the trait, one for each type.

use super::{
    schema::Schema,
    store::{Changes, Properties, Record},
};
use crate::platform::{answer::Result, namespace::Namespace, oauth::caller::Caller};

/// Hooks that run when a record of a type is read or written. Each does nothing by default.
pub(crate) trait Hooks: Sync {
    /// The value of a calculated property at a moment, if the others give one.
    fn calculated(&self, _name: &str, _properties: &Properties, _now_ms: i64) -> Option<String> {
        None
    }

    /// Sets defaults. Returns the changes that must wait for the associations.
    fn complete(&self, _namespace: &Namespace<'_>, _changes: &mut Changes) -> Result<Changes> {
        Ok(Changes::new())
    }

    /// Validates a change, and may add to it. Returns the steps after it is written.
    fn plan<'a>(
        &self,
        _write: Write<'a>,
        _record: &Record,
        _changes: &mut Changes,
    ) -> Result<After<'a>> {
        Ok(Box::new(Ok))
    }

    /// Refuses to archive a required record.
    fn check_archive(&self, _write: Write<'_>, _record: &Record) -> Result<()> {
        Ok(())
    }

    /// Runs after a record was archived.
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

    /// Refuses to remove a required association.
    fn check_dissociation(
        &self,
        _namespace: &Namespace<'_>,
        _id: i64,
        _other: &Schema,
    ) -> Result<()> {
        Ok(())
    }

    /// Runs after a change of associations.
    fn associated(&self, _namespace: &Namespace<'_>, _id: i64) -> Result<()> {
        Ok(())
    }
}

/// The context of a write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write<'a> {
    pub(crate) namespace: &'a Namespace<'a>,
    pub(crate) schema: &'a Schema,
    /// `None` for the service itself.
    pub(crate) caller: Option<&'a Caller>,
}

/// A type and the id of one of its records.
pub(crate) type Side<'a> = (&'a Schema, i64);

/// A step after a change is written.
pub(crate) type After<'a> = Box<dyn FnOnce(Record) -> Result<Record> + 'a>;
