//! Finds records by the names that a request has for them.

use super::json::ID_PROPERTY;
use crate::{
    Profile,
    platform::{
        answer::{Refusal, Result, quoted, refuse},
        namespace::Namespace,
        records::{Objects, Schema, property::Defined, store::Record, value},
    },
};

/// The key of records in a request: their ids, or a unique property.
pub(super) struct Lookup<'a> {
    schema: &'a Schema,
    property: Option<&'a Defined>,
}

impl<'a> Lookup<'a> {
    /// Reads a parameter `idProperty`.
    pub(super) fn by(schema: &'a Schema, name: Option<&str>) -> Result<Self> {
        let Some(name) = name.filter(|name| *name != ID_PROPERTY) else {
            return Ok(Self {
                schema,
                property: None,
            });
        };
        let property = schema.property(name).filter(|defined| defined.is_unique());
        if property.is_none() {
            let unique: Vec<&str> = schema
                .properties()
                .filter(|defined| defined.is_unique())
                .map(|defined| &*defined.property.name)
                .collect();
            return Err(refuse!(
                invalid("idProperty", "INVALID_OPTION"),
                "{} is no property of {} that is unique: use one of {}",
                quoted(name),
                schema.plural(),
                unique.join(", ")
            ));
        }
        Ok(Self { schema, property })
    }

    /// Like [`Self::by`] for a batch that writes, where the service refuses a record's own id as
    /// not unique.
    pub(super) fn to_write(schema: &'a Schema, name: Option<&str>) -> Result<Self> {
        match name {
            Some(ID_PROPERTY) => Err(refuse!(
                invalid("idProperty", "INVALID_OPTION"),
                "{ID_PROPERTY} is no property of {} that is unique: leave idProperty out, where id \
                 is the record's own identifier",
                schema.plural()
            )),
            _ => Self::by(schema, name),
        }
    }

    /// The unique property.
    pub(super) fn property(&self) -> Option<&'a str> {
        self.property.map(|defined| &*defined.property.name)
    }

    /// The record, archived or not; only an id finds an archived one.
    pub(super) fn find(&self, objects: &Objects<'_>, id: &str) -> Result<Option<Record>> {
        let id = match self.property {
            None => id.parse().ok(),
            Some(defined) => {
                let name = &defined.property.name;
                // No record has an invalid value.
                match value::normalized(name, defined, id.to_owned()) {
                    Ok(value) => objects.holder(name, &value)?,
                    Err(_) => None,
                }
            }
        };
        Ok(match id {
            Some(id) => objects.find(id)?,
            None => None,
        })
    }

    pub(super) fn find_present(&self, objects: &Objects<'_>, id: &str) -> Result<Option<Record>> {
        let found = self.find(objects, id)?;
        Ok(found.filter(|record| record.archived_ms.is_none()))
    }

    /// The record in the path; refuses an id that is no number.
    pub(super) fn find_named(&self, objects: &Objects<'_>, id: &str) -> Result<Option<Record>> {
        if self.property.is_none() {
            id_of(id).map_err(|refusal| self.with_hint(refusal, id))?;
        }
        self.find(objects, id)
    }

    /// Adds a hint: a text with an `@` was most likely meant for a unique property.
    fn with_hint(&self, mut refusal: Refusal, id: &str) -> Refusal {
        let is_meant = id.contains('@') && self.schema.is_unique("email");
        if let (true, Some(message)) = (is_meant, &mut refusal.object.message) {
            message.push_str(", or add idProperty=email");
        }
        refusal
    }
}

/// The id in the path; refuses one that is no number.
pub(super) fn id_of(text: &str) -> Result<i64> {
    text.parse().ok().filter(|id| *id > 0).ok_or_else(|| {
        let refusal = refuse!(
            not_found("NO_SUCH_RECORD"),
            "{} is no identifier of a record: use the digits of its id",
            quoted(text)
        );
        refusal.about(&[("id", text)])
    })
}

/// Refuses a missing record, first in the service's words.
///
/// Source: reports of its answers, read 2026-11.
pub(super) fn no_record(namespace: &Namespace<'_>, schema: &Schema, id: &str) -> Refusal {
    let mut refusal = refuse!(
        not_found("NO_SUCH_RECORD"),
        "resource not found: there is no {} {}, GET /crm/v3/objects/{} lists those there are",
        schema.singular(),
        quoted(id),
        schema.plural()
    );
    if namespace.profile == Profile::Vendor {
        refusal.object.category = None;
    }
    refusal
}
