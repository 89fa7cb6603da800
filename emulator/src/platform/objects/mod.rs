//! `GET`, `POST /crm/v3/objects/{objectType}` and `GET`, `PATCH`, `DELETE
//! /crm/v3/objects/{objectType}/{objectId}`
//!
//! | module | holds |
//! |---|---|
//! | `access` | who may do what with records of a type |
//! | `associations` | which records belong to which |
//! | `batch` | many records at once |
//! | `changes` | the properties of a request |
//! | `effects` | what a write means beside the write |
//! | `filter` | the filters of a search |
//! | `kept` | the records in the data |
//! | `known` | records by what a request calls them |
//! | `named` | records for other parts of the platform |
//! | `properties` | the definitions of properties, read and made |
//! | `rules` | how calculated properties come about |
//! | `schema` | a type in one namespace |
//! | `search` | records by their values |
//! | `seed` | the records that are there from the start |
//! | `source` | who wrote a value |
//! | `told` | records as they are told |
//! | `types` | the types, each from its file |
//! | `value` | the values of properties |
//! | `words` | the words of values |
//! | `writer` | records, written on somebody's behalf |

mod access;
pub(crate) mod associations;
pub(crate) mod batch;
mod changes;
mod effects;
mod filter;
pub(crate) mod kept;
mod known;
mod named;
pub(crate) mod properties;
mod rules;
mod schema;
pub(crate) mod search;
mod seed;
mod source;
mod told;
mod types;
mod value;
mod words;
mod writer;

use std::collections::BTreeMap;

use calling_rest::objects::{NextPage, ObjectList, ObjectType, Paging};
use utoipa::IntoParams;

pub(crate) use self::{
    access::scopes,
    changes::Changes,
    kept::{Kept, Objects, Other, Properties},
    named::{contact_of, has_property, is_present, readable, set},
    schema::Schema,
    seed::{fill, fill_further},
    source::Source,
    value::decimal,
};
use self::{
    access::{reader, writer},
    changes::judge,
    known::Known,
    told::{Asked, told, with_all},
    writer::Writer,
};
use super::{
    answer::{Answer, Refusal, quoted},
    call::{Call, Space},
};
use crate::Profile;

/// Lists a type's records.
pub(crate) fn list(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, _) = reader(call, space)?;
    let asked = Asked::of(call, space)?;
    let highest = if asked.history.is_empty() {
        HIGHEST_LIMIT
    } else {
        HIGHEST_LIMIT_WITH_HISTORY
    };
    let limit = limit(call, DEFAULT_LIMIT, highest)?;
    let after = after(call)?;
    let is_archived = is_archived(call)?;
    let objects = Objects::of(space, &schema);
    let mut found = objects.list(after, is_archived, limit + 1)?;
    let next = found
        .get(usize::try_from(limit).unwrap_or(usize::MAX))
        .map(|record| record.id);
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let results = found
        .into_iter()
        .map(|record| told(space, &objects, &asked, record))
        .collect::<Result<_, _>>()?;
    Answer::json(
        200,
        &ObjectList {
            results,
            paging: next.map(|id| Paging {
                next: next_page(
                    call,
                    &["/crm/v3/objects/", call.part("objectType")].concat(),
                    id,
                ),
            }),
        },
    )
}

/// How many a list has at most.
fn limit(call: &Call, default: i64, highest: i64) -> Result<i64, Refusal> {
    let Some(text) = call.query.get("limit") else {
        return Ok(default);
    };
    let limit = text.parse().ok();
    limit
        .filter(|limit| (1..=highest).contains(limit))
        .ok_or_else(|| {
            Refusal::invalid(
                "limit",
                "INVALID_INTEGER",
                format!(
                    "limit is {}: use a whole number from 1 to {highest}",
                    quoted(text)
                ),
            )
        })
}

/// The identifier that a list begins with.
fn after(call: &Call) -> Result<i64, Refusal> {
    let Some(text) = call.query.get("after") else {
        return Ok(0);
    };
    text.parse().map_err(|_| {
        Refusal::invalid(
            "after",
            "INVALID_OPTION",
            format!("{} is no cursor: use the one of paging.next", quoted(text)),
        )
    })
}

/// The same request, for what comes from a record on.
fn next_page(call: &Call, path: &str, id: i64) -> NextPage {
    let after = id.to_string();
    let query = call.query.with("after", &after);
    NextPage {
        link: Some([&call.base_url, path, "?", &query].concat()),
        after,
    }
}

/// Makes a record, or answers the one that was made with the same key.
pub(crate) fn create(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, caller) = writer(call, space)?;
    let mut body = call.object(space.profile)?;
    let fields = changes::fields(&mut body, false)?;
    let changes = judge(fields, space, &schema)?;
    let associations = match body.remove("associations") {
        None | Some(serde_json::Value::Null) => Vec::new(),
        Some(given) => Call::read_part("associations", given)?,
    };
    let writer = Writer::new(space, &schema, &caller);
    let record = writer.make(changes, &associations)?;
    Answer::json(space.status(201), &with_all(&writer.objects(), record))
}

/// Makes the engagement of a call that is reported to the service.
pub(crate) fn make_call(
    space: &Space<'_>,
    app: i32,
    properties: &BTreeMap<String, String>,
) -> Result<Kept, Refusal> {
    let schema = Schema::named(space, ObjectType::CALLS.as_str())?;
    let fields = properties
        .iter()
        .map(|(name, value)| (name.clone(), value.as_str().into()));
    let changes = judge(fields, space, &schema)?;
    Writer::of_app(space, &schema, app).make(changes, &[])
}

/// Reads a record.
pub(crate) fn read(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, _) = reader(call, space)?;
    let asked = Asked::of(call, space)?;
    let known = Known::by(&schema, call.query.get("idProperty"))?;
    let is_archived = is_archived(call)?;
    let objects = Objects::of(space, &schema);
    let id = call.part("objectId");
    let record = known
        .find_named(&objects, id)?
        .filter(|record| record.archived_ms.is_some() == is_archived)
        .ok_or_else(|| no_record(space, &schema, id))?;
    Answer::json(200, &told(space, &objects, &asked, record)?)
}

/// Sets properties of a record.
pub(crate) fn update(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, caller) = writer(call, space)?;
    let known = Known::by(&schema, call.query.get("idProperty"))?;
    let mut body = call.object(space.profile)?;
    let fields = changes::fields(&mut body, true)?;
    let changes = judge(fields, space, &schema)?;
    let writer = Writer::new(space, &schema, &caller);
    let id = call.part("objectId");
    let record = known
        .find_named(&writer.objects(), id)?
        .filter(|record| record.archived_ms.is_none())
        .ok_or_else(|| no_record(space, &schema, id))?;
    Answer::json(
        200,
        &with_all(&writer.objects(), writer.change(record, changes)?),
    )
}

/// Deletes a record: it can still be read as an archived one.
pub(crate) fn delete(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, caller) = writer(call, space)?;
    let id = id_of(call.part("objectId"))?;
    Writer::new(space, &schema, &caller).archive(id)?;
    Ok(Answer::empty(space.status(204)))
}

/// An identifier of the path; one that is no number is nobody's.
fn id_of(text: &str) -> Result<i64, Refusal> {
    text.parse().ok().filter(|id| *id > 0).ok_or_else(|| {
        let mut refusal = Refusal::not_found(
            "NO_SUCH_RECORD",
            format!(
                "{} is no identifier of a record: use the digits of its id",
                quoted(text)
            ),
        );
        refusal.object.context = Some(BTreeMap::from([("id".to_owned(), vec![text.to_owned()])]));
        refusal
    })
}

fn no_record(space: &Space<'_>, schema: &Schema, id: &str) -> Refusal {
    let mut refusal = Refusal::not_found(
        "NO_SUCH_RECORD",
        format!(
            "there is no {} {}: GET /crm/v3/objects/{} lists those there are",
            schema.singular(),
            quoted(id),
            schema.plural()
        ),
    );
    if space.profile == Profile::Vendor {
        refusal.object.category = None;
    }
    refusal
}

/// Whether deleted records are meant.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it is its description alone that is used")]
pub(crate) struct Archived {
    /// Whether deleted records are meant; false when absent.
    archived: Option<bool>,
}

fn is_archived(call: &Call) -> Result<bool, Refusal> {
    match call.query.get("archived") {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(other) => Err(Refusal::invalid(
            "archived",
            "INVALID_OPTION",
            format!("archived is {}: use true or false", quoted(other)),
        )),
    }
}

const DEFAULT_LIMIT: i64 = 10;
const HIGHEST_LIMIT: i64 = 100;
const HIGHEST_LIMIT_WITH_HISTORY: i64 = 50;
