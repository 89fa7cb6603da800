//! `GET`, `POST /crm/v3/objects/{objectType}` and `GET`, `PATCH`, `DELETE
//! /crm/v3/objects/{objectType}/{objectId}`

use calling_rest::{
    Method,
    objects::{
        CreateObject, CrmObject, ListObjects, OBJECT_ROUTE, ObjectList, ROUTE, ReadObject,
        Selection, UpdateObject,
    },
};

use super::{
    access::{reader, writer},
    json::{Projection, json, with_all},
    lookup::{Lookup, id_of, no_record},
    paging::{Archived, after, cut, is_archived, limit, paging},
    writer::Writer,
};
use crate::platform::{
    answer::{Answer, Result, refuse},
    endpoint::Endpoint,
    namespace::Namespace,
    records::{
        Objects,
        changes::{fields, judge},
    },
    request::Request,
    shape::params,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(Method::Get, ROUTE, list)
        .summary("Lists the records of a type")
        .at("/crm/v3/objects/contacts?properties=firstname,phone&limit=2")
        .with_query(&[
            params::<ListObjects>,
            params::<Selection>,
            params::<Archived>,
        ])
        .answers::<ObjectList>(),
    Endpoint::with_token(Method::Post, ROUTE, create)
        .summary("Makes a record")
        .example(r#"{"properties":{"email":"ada.byron@people.example","firstname":"Ada"}}"#)
        .takes::<CreateObject>()
        .answers::<CrmObject>()
        .vendor(201)
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::with_token(Method::Get, OBJECT_ROUTE, read)
        .summary("Reads a record")
        .at("/crm/v3/objects/contacts/1001?properties=firstname,phone")
        .with_query(&[
            params::<ReadObject>,
            params::<Selection>,
            params::<Archived>,
        ])
        .answers::<CrmObject>(),
    Endpoint::with_token(Method::Patch, OBJECT_ROUTE, update)
        .summary("Sets properties of a record")
        .example(r#"{"properties":{"firstname":"Ada"}}"#)
        .takes::<UpdateObject>()
        .with_query(&[params::<ReadObject>])
        .answers::<CrmObject>(),
    Endpoint::with_token(Method::Delete, OBJECT_ROUTE, delete)
        .summary("Deletes a record; one that is not there counts as deleted")
        .vendor(204),
];

fn list(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = reader(request, namespace)?;
    let projection = Projection::of(request, namespace, &schema)?;
    let highest = if projection.history.is_empty() {
        HIGHEST_LIMIT
    } else {
        HIGHEST_LIMIT_WITH_HISTORY
    };
    let limit = limit(request, DEFAULT_LIMIT, highest)?;
    let after = after(request)?;
    let is_archived = is_archived(request);
    let objects = Objects::of(namespace, &schema);
    let mut found = objects.list(after, is_archived, limit + 1)?;
    let next = cut(&mut found, limit, |record| record.id);
    let results = found
        .into_iter()
        .map(|record| json(namespace, &objects, &projection, record))
        .collect::<Result<_, _>>()?;
    let path = ["/crm/v3/objects/", request.part("objectType")].concat();
    let paging = paging(request, &path, next);
    Answer::ok(&ObjectList { results, paging })
}

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, caller) = writer(request, namespace)?;
    let mut body = request.object(namespace.profile)?;
    let properties = fields(&mut body, false)?;
    let changes = judge(properties, namespace, &schema)?;
    let associations = match body.remove("associations") {
        None | Some(serde_json::Value::Null) => Vec::new(),
        Some(list) => Request::read_part("associations", list)?,
    };
    let writer = Writer::new(namespace, &schema, &caller);
    let record = writer.make(changes, &associations)?;
    let id = record.id.to_string();
    namespace.created(
        &["crm", "v3", "objects", schema.plural(), &id],
        &with_all(&writer.objects(), record)?,
    )
}

fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = reader(request, namespace)?;
    let projection = Projection::of(request, namespace, &schema)?;
    let lookup = Lookup::by(&schema, request.query.get("idProperty"))?;
    let is_archived = is_archived(request);
    let objects = Objects::of(namespace, &schema);
    let id = request.part("objectId");
    let record = lookup
        .find_named(&objects, id)?
        .filter(|record| record.archived_ms.is_some() == is_archived)
        .ok_or_else(|| no_record(namespace, &schema, id))?;
    Answer::ok(&json(namespace, &objects, &projection, record)?)
}

fn update(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, caller) = writer(request, namespace)?;
    let lookup = Lookup::by(&schema, request.query.get("idProperty"))?;
    let mut body = request.object(namespace.profile)?;
    let properties = fields(&mut body, true)?;
    let is_empty = properties.is_empty();
    let changes = judge(properties, namespace, &schema)?;
    let writer = Writer::new(namespace, &schema, &caller);
    let id = request.part("objectId");
    let record = lookup
        .find_named(&writer.objects(), id)?
        .filter(|record| record.archived_ms.is_none())
        .ok_or_else(|| no_record(namespace, &schema, id))?;
    if is_empty {
        // Source: reports of the service's own answer, read 2026-11.
        let refusal = refuse!(
            new(400, "VALIDATION_ERROR", "INVALID_INPUT"),
            "No properties found to update, please provide at least one."
        );
        return Err(refusal.about(&[("properties", "{}")]));
    }
    let record = writer.change(record, changes)?;
    Answer::ok(&with_all(&writer.objects(), record)?)
}

/// Archives a record: it is still readable as an archived one.
fn delete(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, caller) = writer(request, namespace)?;
    let id = id_of(request.part("objectId"))?;
    Writer::new(namespace, &schema, &caller).archive(id)?;
    Ok(Answer::empty(namespace.status(204)))
}

const DEFAULT_LIMIT: i64 = 10;
const HIGHEST_LIMIT: i64 = 100;
const HIGHEST_LIMIT_WITH_HISTORY: i64 = 50;
