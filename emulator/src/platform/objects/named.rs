//! Records for other parts of the platform, which name them by a type and an identifier.

use calling_rest::objects::ObjectType;
use serde_json::{Map, Value};

use super::{
    access::reader, changes::judge, kept::Objects, known::Known, no_record, schema::Schema,
    writer::Writer,
};
use crate::platform::{
    answer::Refusal,
    call::{Call, Space},
};

/// The record of a path, for a token that may read it: its type's identifier, and its own.
pub(crate) fn readable(call: &Call, space: &Space<'_>) -> Result<(String, i64), Refusal> {
    let (schema, _) = reader(call, space)?;
    let known = Known::by(&schema, call.query.get("idProperty"))?;
    let objects = Objects::of(space, &schema);
    let id = call.part("objectId");
    let record = known
        .find_named(&objects, id)?
        .filter(|record| record.archived_ms.is_none())
        .ok_or_else(|| no_record(space, &schema, id))?;
    Ok((schema.type_id, record.id))
}

/// Whether a record is there, and not deleted.
pub(crate) fn is_present(space: &Space<'_>, type_id: &str, id: i64) -> Result<bool, Refusal> {
    let schema = Schema::named(space, type_id)?;
    let found = Objects::of(space, &schema).find(id)?;
    Ok(found.is_some_and(|record| record.archived_ms.is_none()))
}

/// Whether records of a type have a property.
pub(crate) fn has_property(space: &Space<'_>, type_id: &str, name: &str) -> Result<bool, Refusal> {
    Ok(Schema::named(space, type_id)?.property(name).is_some())
}

/// The contact that has an e-mail address; one that is not there is made.
pub(crate) fn contact_of(space: &Space<'_>, app: i32, email: &str) -> Result<i64, Refusal> {
    let schema = Schema::named(space, ObjectType::CONTACTS.as_str())?;
    let writer = Writer::of_app(space, &schema, app);
    let known = Known::by(&schema, Some("email"))?;
    if let Some(record) = known.find_present(&writer.objects(), email)? {
        return Ok(record.id);
    }
    let changes = judge([("email".to_owned(), email.into())], space, &schema)?;
    Ok(writer.make(changes, &[])?.id)
}

/// Sets properties of a record on behalf of an app.
pub(crate) fn set(
    space: &Space<'_>,
    app: i32,
    type_id: &str,
    id: i64,
    properties: Map<String, Value>,
) -> Result<(), Refusal> {
    let schema = Schema::named(space, type_id)?;
    let writer = Writer::of_app(space, &schema, app);
    let changes = judge(properties, space, &schema)?;
    let record = writer.objects().find(id)?;
    let record = record.ok_or_else(|| no_record(space, &schema, &id.to_string()))?;
    writer.change(record, changes)?;
    Ok(())
}
