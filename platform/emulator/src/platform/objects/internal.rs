//! Records for timeline and inbound calls, which name them by type and id.

use calling_rest::objects::ObjectType;
use serde_json::{Map, Value};

use super::{
    access::reader,
    lookup::{Lookup, no_record},
    writer::Writer,
};
use crate::platform::{
    answer::Result,
    namespace::Namespace,
    records::{
        Objects, Schema,
        changes::judge,
        store::{Properties, Record},
    },
    request::Request,
};

/// The record in the path, for a token that may read it: the ids of its type and itself.
pub(crate) fn readable(request: &Request, namespace: &Namespace<'_>) -> Result<(String, i64)> {
    let (schema, _) = reader(request, namespace)?;
    let lookup = Lookup::by(&schema, request.query.get("idProperty"))?;
    let objects = Objects::of(namespace, &schema);
    let id = request.part("objectId");
    let record = lookup
        .find_named(&objects, id)?
        .filter(|record| record.archived_ms.is_none())
        .ok_or_else(|| no_record(namespace, &schema, id))?;
    Ok((schema.type_id, record.id))
}

/// True if a record exists and is not archived.
pub(crate) fn is_present(namespace: &Namespace<'_>, type_id: &str, id: i64) -> Result<bool> {
    Ok(Objects::named(namespace, type_id)?.present(id)?.is_some())
}

/// True if a type has this property.
pub(crate) fn has_property(namespace: &Namespace<'_>, type_id: &str, name: &str) -> Result<bool> {
    Ok(Schema::named(namespace, type_id)?.property(name).is_some())
}

/// The contact with an e-mail address; creates a missing one.
pub(crate) fn contact_of(namespace: &Namespace<'_>, app: i32, email: &str) -> Result<i64> {
    let schema = Schema::named(namespace, ObjectType::CONTACTS.as_str())?;
    let writer = Writer::of_app(namespace, &schema, app);
    let lookup = Lookup::by(&schema, Some("email"))?;
    if let Some(record) = lookup.find_present(&writer.objects(), email)? {
        return Ok(record.id);
    }
    let changes = judge([("email".to_owned(), email.into())], namespace, &schema)?;
    Ok(writer.make(changes, &[])?.id)
}

/// Sets properties of a record on behalf of an app.
pub(crate) fn set(
    namespace: &Namespace<'_>,
    app: i32,
    type_id: &str,
    id: i64,
    properties: Map<String, Value>,
) -> Result<()> {
    let schema = Schema::named(namespace, type_id)?;
    let writer = Writer::of_app(namespace, &schema, app);
    let changes = judge(properties, namespace, &schema)?;
    let record = writer.objects().find(id)?;
    let record = record.ok_or_else(|| no_record(namespace, &schema, &id.to_string()))?;
    writer.change(record, changes)?;
    Ok(())
}

/// Creates the engagement of a call reported to the service.
pub(crate) fn make_call(
    namespace: &Namespace<'_>,
    app: i32,
    properties: &Properties,
) -> Result<Record> {
    let schema = Schema::named(namespace, ObjectType::CALLS.as_str())?;
    let fields = properties
        .iter()
        .map(|(name, value)| (name.clone(), value.as_str().into()));
    let changes = judge(fields, namespace, &schema)?;
    Writer::of_app(namespace, &schema, app).make(changes, &[])
}
