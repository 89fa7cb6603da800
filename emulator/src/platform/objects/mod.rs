//! `GET`, `POST /crm/v3/objects/{objectType}` and `GET`, `PATCH`, `DELETE
//! /crm/v3/objects/{objectType}/{objectId}`
//!
//! | module | holds |
//! |---|---|
//! | `access` | who may do what with records of a type |
//! | `associations` | which records belong to which |
//! | `batch` | many records at once |
//! | `changes` | the properties of a request |
//! | `filter` | the filters of a search |
//! | `kept` | the records in the data |
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

mod access;
pub(crate) mod associations;
pub(crate) mod batch;
mod changes;
mod filter;
pub(crate) mod kept;
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

use std::collections::BTreeMap;

use calling_widget_sdk::rest::objects::{
    CREATION_KEY, NewAssociation, NextPage, ObjectList, ObjectType, Paging,
};

pub(crate) use self::{
    access::scopes,
    seed::{fill, fill_further},
};
use self::{
    access::{reader, writer},
    associations::associate_new,
    changes::{Changes, judge, with_values},
    kept::{Kept, Objects},
    schema::Schema,
    source::Source,
    told::{Asked, ID_PROPERTY, told, with_all},
    types::Defined,
};
use super::{
    answer::{Answer, Refusal, quoted},
    call::{Call, Space},
    oauth::tokens::Caller,
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
    let limit = match call.query.get("limit") {
        None => DEFAULT_LIMIT,
        Some(text) => text
            .parse()
            .ok()
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
            })?,
    };
    let after = match call.query.get("after") {
        None => 0,
        Some(text) => text.parse().map_err(|_| {
            Refusal::invalid(
                "after",
                "INVALID_OPTION",
                format!("{} is no cursor: use the one of paging.next", quoted(text)),
            )
        })?,
    };
    let is_archived = is_archived(call)?;
    let objects = objects(space, &schema);
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
                next: next_page(call, id),
            }),
        },
    )
}

/// The same request, for what comes from a record on.
fn next_page(call: &Call, id: i64) -> NextPage {
    let after = id.to_string();
    let query = call.query.with("after", &after);
    NextPage {
        link: Some(format!(
            "{}/crm/v3/objects/{}?{query}",
            call.base_url,
            call.part("objectType")
        )),
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
    let record = space.whole(|| writer.make(changes, &associations))?;
    Answer::json(space.status(201), &with_all(&schema, record))
}

/// Makes the engagement of a call the service is told of.
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
    let writer = Writer {
        space,
        schema: &schema,
        source: Source::app(app),
    };
    writer.make(changes, &[])
}

/// Reads a record.
pub(crate) fn read(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, _) = reader(call, space)?;
    let asked = Asked::of(call, space)?;
    let known = Known::by(&schema, call.query.get("idProperty"))?;
    let is_archived = is_archived(call)?;
    let objects = objects(space, &schema);
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
    Answer::json(200, &with_all(&schema, writer.change(record, changes)?))
}

/// Deletes a record: it can still be read as an archived one.
pub(crate) fn delete(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, caller) = writer(call, space)?;
    let id = id_of(call.part("objectId"))?;
    Writer::new(space, &schema, &caller).archive(id)?;
    Ok(Answer::empty(space.status(204)))
}

/// Writes records of one type on somebody's behalf.
struct Writer<'a> {
    space: &'a Space<'a>,
    schema: &'a Schema,
    source: Source,
}

impl<'a> Writer<'a> {
    fn new(space: &'a Space<'a>, schema: &'a Schema, caller: &Caller) -> Self {
        Self {
            space,
            schema,
            source: Source::caller(caller),
        }
    }

    fn objects(&self) -> Objects<'a> {
        objects(self.space, self.schema)
    }

    /// Keeps a new record, or finds the one that was made with the same key.
    fn make(&self, changes: Changes, to: &[NewAssociation]) -> Result<Kept, Refusal> {
        let objects = self.objects();
        let properties = with_values(changes);
        if let Some(key) = properties.get(CREATION_KEY)
            && let Some(id) = objects.holder(CREATION_KEY, key)?
            && let Some(known) = objects.find(id)?
        {
            return Ok(known);
        }
        for (name, value) in &properties {
            self.check_unique(name, value, None)?;
        }
        let record = Kept {
            id: FIRST_ID + self.space.serial()?,
            properties,
            created_ms: self.space.now_ms,
            updated_ms: self.space.now_ms,
            archived_ms: None,
            source: self.source.clone(),
        };
        objects.put(&record)?;
        associate_new(self.space, self.schema, record.id, to)?;
        Ok(record)
    }

    /// Changes a record.
    fn change(&self, mut record: Kept, changes: Changes) -> Result<Kept, Refusal> {
        for (name, value) in &changes {
            if let Some(value) = value {
                self.check_unique(name, value, Some(record.id))?;
            }
        }
        let now_ms = self.space.now_ms;
        self.objects()
            .change(&mut record, changes, now_ms, &self.source)?;
        Ok(record)
    }

    /// Deletes a record; one that is not there is deleted. Its unique values may be
    /// another's then.
    fn archive(&self, id: i64) -> Result<(), Refusal> {
        let objects = self.objects();
        if let Some(mut record) = objects.find(id)?
            && record.archived_ms.is_none()
        {
            record.archived_ms = Some(self.space.now_ms);
            objects.put(&record)?;
        }
        Ok(())
    }

    /// Refuses a value that another record has, where no two may have the same.
    fn check_unique(&self, name: &str, value: &str, id: Option<i64>) -> Result<(), Refusal> {
        if !self.schema.is_unique(name) {
            return Ok(());
        }
        let Some(other) = self.objects().holder(name, value)? else {
            return Ok(());
        };
        if Some(other) == id {
            return Ok(());
        }
        // How it begins is what clients of the service look for.
        Err(Refusal::new(
            409,
            "CONFLICT",
            "VALUE_TAKEN",
            format!(
                "{} already exists. Existing ID: {other}: it has the {name} {}, so change that \
                 record with PATCH or use another value",
                self.schema.kind.label,
                quoted(value)
            ),
        ))
    }
}

/// How a request names records: by their identifiers, or by a unique property.
struct Known<'a> {
    schema: &'a Schema,
    property: Option<&'a Defined>,
}

impl<'a> Known<'a> {
    /// By a parameter `idProperty`.
    fn by(schema: &'a Schema, name: Option<&str>) -> Result<Self, Refusal> {
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
            return Err(Refusal::invalid(
                "idProperty",
                "INVALID_OPTION",
                format!(
                    "{} is no property of {} that is unique: use one of {}",
                    quoted(name),
                    schema.plural(),
                    unique.join(", ")
                ),
            ));
        }
        Ok(Self { schema, property })
    }

    /// The unique property.
    fn property(&self) -> Option<&'a str> {
        self.property.map(|defined| &*defined.property.name)
    }

    /// The record, deleted or not; only an identifier finds a deleted one.
    fn find(&self, objects: &Objects<'_>, id: &str) -> Result<Option<Kept>, Refusal> {
        let id = match self.property {
            None => id.parse().ok(),
            Some(defined) => {
                let name = &defined.property.name;
                // What cannot be a value is nobody's.
                match value::kept(name, defined, id.to_owned()) {
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

    fn find_present(&self, objects: &Objects<'_>, id: &str) -> Result<Option<Kept>, Refusal> {
        let found = self.find(objects, id)?;
        Ok(found.filter(|record| record.archived_ms.is_none()))
    }

    /// The record that a path names; an identifier has to be one.
    fn find_named(&self, objects: &Objects<'_>, id: &str) -> Result<Option<Kept>, Refusal> {
        if self.property.is_none() {
            id_of(id).map_err(|refusal| self.with_hint(refusal, id))?;
        }
        self.find(objects, id)
    }

    /// A text with an `@` for an identifier is an address that was meant for a property.
    fn with_hint(&self, mut refusal: Refusal, id: &str) -> Refusal {
        let email = self.schema.property("email").filter(|_| id.contains('@'));
        if let (Some(_), Some(message)) = (email, &mut refusal.object.message) {
            message.push_str(", or add idProperty=email");
        }
        refusal
    }
}

fn objects<'a>(space: &'a Space<'_>, schema: &'a Schema) -> Objects<'a> {
    Objects {
        data: space.data,
        namespace: space.name,
        schema,
    }
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

/// Above those of the records that are there from the start.
const FIRST_ID: i64 = 10_000;

const DEFAULT_LIMIT: i64 = 10;
const HIGHEST_LIMIT: i64 = 100;
const HIGHEST_LIMIT_WITH_HISTORY: i64 = 50;
