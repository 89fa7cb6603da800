//! `GET`, `POST /crm/v3/objects/{objectType}`; `GET`, `PATCH`, `DELETE
//! /crm/v3/objects/{objectType}/{objectId}`; `GET /crm/v3/properties/{objectType}`;
//! and `PUT /crm/v4/objects/{objectType}/{objectId}/associations/default/{toObjectType}/{toObjectId}`
//!
//! | module | holds |
//! |---|---|
//! | `kept` | the records in the data |
//! | `property` | properties, read and judged |
//! | `seed` | the records that are there from the start |

pub(crate) mod kept;
mod property;
mod seed;

use std::collections::BTreeMap;

use calling_widget_sdk::rest::{
    objects::{
        Associated, AssociatedObject, Association, AssociationOutcome, AssociationSpec,
        CREATION_KEY, CrmObject, NextPage, ObjectId, ObjectList, ObjectType, Paging,
    },
    properties::{Property, PropertyList},
};

use self::kept::{Kept, Objects, Other, Properties};
pub(crate) use self::seed::fill;
use super::{
    answer::{Answer, Refusal},
    call::{Call, Space, iso},
    oauth::tokens,
};
use crate::Profile;

/// What is told of a type of records.
struct Facts {
    type_id: String,
    singular: String,
    plural: String,
    read: &'static str,
    write: &'static str,
    /// The property that has the moment of creation.
    created: &'static str,
    /// The property that has the moment of the last change.
    updated: &'static str,
    /// What is told where no property is asked for, beside those of every record.
    defaults: &'static [&'static str],
}

/// Lists a type's records.
pub(crate) fn list(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let facts = reader(call, space)?;
    let limit = match call.query.get("limit") {
        None => DEFAULT_LIMIT,
        Some(text) => text
            .parse()
            .ok()
            .filter(|limit| (1..=HIGHEST_LIMIT).contains(limit))
            .ok_or_else(|| {
                Refusal::invalid(
                    "limit",
                    "INVALID_INTEGER",
                    "limit has to be a whole number from 1 to 100",
                )
            })?,
    };
    let after = match call.query.get("after") {
        None => 0,
        Some(text) => text.parse().map_err(|_| {
            Refusal::invalid(
                "after",
                "INVALID_OPTION",
                "after is no cursor: use the one of paging.next",
            )
        })?,
    };
    let is_archived = is_archived(call)?;
    let objects = objects(space, &facts);
    let mut found = objects.list(after, is_archived, limit + 1)?;
    let next = found
        .get(usize::try_from(limit).unwrap_or(usize::MAX))
        .map(|record| record.id);
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let results = found
        .into_iter()
        .map(|record| told(call, space, &facts, record))
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
    let facts = writer(call, space)?;
    let properties = property::given(call, space, &facts)?;
    let record = make(space, &facts, properties)?;
    Answer::json(space.status(201), &with_all(&facts, record))
}

/// Makes the engagement of a call the service is told of.
pub(crate) fn make_call(
    space: &Space<'_>,
    properties: &BTreeMap<String, String>,
) -> Result<Kept, Refusal> {
    let facts = facts_of(ObjectType::CALLS.as_str())?;
    let fields = properties
        .iter()
        .map(|(name, value)| (name.clone(), value.as_str().into()));
    let changes = property::judge(fields, space, &facts)?;
    make(space, &facts, property::with_values(changes))
}

/// Keeps a new record, or finds the one that was made with the same key.
fn make(space: &Space<'_>, facts: &Facts, properties: Properties) -> Result<Kept, Refusal> {
    let objects = objects(space, facts);
    if let Some(key) = properties.get(CREATION_KEY)
        && let Some(known) = objects.made_with(key)?
    {
        return Ok(known);
    }
    let record = Kept {
        id: FIRST_ID + space.serial()?,
        properties,
        created_ms: space.now_ms,
        updated_ms: space.now_ms,
        archived_ms: None,
    };
    objects.put(&record)?;
    Ok(record)
}

/// Reads a record.
pub(crate) fn read(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let facts = reader(call, space)?;
    let id = id_of(call, "objectId")?;
    let is_archived = is_archived(call)?;
    let record = objects(space, &facts)
        .find(id)?
        .filter(|record| record.archived_ms.is_some() == is_archived)
        .ok_or_else(|| no_record(space, id))?;
    Answer::json(200, &told(call, space, &facts, record)?)
}

/// Sets properties of a record.
pub(crate) fn update(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let facts = writer(call, space)?;
    let id = id_of(call, "objectId")?;
    let changes = property::changes(call, space, &facts)?;
    let objects = objects(space, &facts);
    let mut record = objects
        .find(id)?
        .filter(|record| record.archived_ms.is_none())
        .ok_or_else(|| no_record(space, id))?;
    if let Some(Some(key)) = changes.get(CREATION_KEY)
        && objects.made_with(key)?.is_some_and(|other| other.id != id)
    {
        return Err(Refusal::new(
            409,
            "CONFLICT",
            "KEY_TAKEN",
            format!("{CREATION_KEY} belongs to another record: use another"),
        ));
    }
    for (name, value) in changes {
        match value {
            Some(value) => record.properties.insert(name, value),
            None => record.properties.remove(&name),
        };
    }
    record.updated_ms = space.now_ms;
    objects.put(&record)?;
    Answer::json(200, &with_all(&facts, record))
}

/// Deletes a record: it can still be read as an archived one.
pub(crate) fn delete(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let facts = writer(call, space)?;
    let id = id_of(call, "objectId")?;
    let objects = objects(space, &facts);
    if let Some(mut record) = objects.find(id)?
        && record.archived_ms.is_none()
    {
        record.archived_ms = Some(space.now_ms);
        // The key may make another one then.
        record.properties.remove(CREATION_KEY);
        objects.put(&record)?;
    }
    Ok(Answer::empty(space.status(204)))
}

/// Associates two records.
pub(crate) fn associate(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let facts = writer(call, space)?;
    let id = id_of(call, "objectId")?;
    let to = facts_of(call.part("toObjectType"))?;
    let to_id = id_of(call, "toObjectId")?;
    for (facts, id) in [(&facts, id), (&to, to_id)] {
        objects(space, facts)
            .find(id)?
            .filter(|record| record.archived_ms.is_none())
            .ok_or_else(|| no_record(space, id))?;
    }
    objects(space, &facts).associate(
        id,
        &Other {
            type_id: to.type_id.clone(),
            id: to_id,
        },
    )?;
    let now = iso(space.now_ms);
    let direction = |from: (&Facts, i64), to: (&Facts, i64)| Association {
        from: ObjectId {
            id: from.1.to_string(),
        },
        to: ObjectId {
            id: to.1.to_string(),
        },
        association_spec: spec(space, &from.0.type_id, &to.0.type_id),
    };
    Answer::json(
        200,
        &AssociationOutcome {
            status: "COMPLETE".to_owned(),
            results: vec![
                direction((&facts, id), (&to, to_id)),
                direction((&to, to_id), (&facts, id)),
            ],
            started_at: Some(now.clone()),
            completed_at: Some(now),
        },
    )
}

/// Tells which properties a type's records have.
pub(crate) fn properties(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let facts = reader(call, space)?;
    let mut names = objects(space, &facts).property_names()?;
    let standard =
        facts
            .defaults
            .iter()
            .chain([&facts.created, &facts.updated, &ID_PROPERTY, &CREATION_KEY]);
    names.extend(standard.map(|name| (*name).to_owned()));
    names.sort_unstable();
    names.dedup();
    let results = names
        .into_iter()
        .map(|name| Property {
            label: name.replace('_', " "),
            name,
            kind: "string".to_owned(),
            field_type: "text".to_owned(),
            ..Property::default()
        })
        .collect();
    Answer::json(200, &PropertyList { results })
}

/// What is told of a record: the properties and associations that are asked for.
fn told(call: &Call, space: &Space<'_>, facts: &Facts, record: Kept) -> Result<CrmObject, Refusal> {
    let asked = call.query.list("properties");
    let mut associations = BTreeMap::new();
    for name in call.query.list("associations") {
        let to = facts_of(name)?;
        let others = objects(space, facts).associated(record.id, &to.type_id)?;
        if others.is_empty() {
            continue;
        }
        let results = others
            .into_iter()
            .map(|other| AssociatedObject {
                id: other.id.to_string(),
                kind: format!("{}_to_{}", facts.singular, to.singular),
            })
            .collect();
        associations.insert(to.plural, Associated { results });
    }
    let wanted = if asked.is_empty() {
        facts.defaults
    } else {
        asked.as_slice()
    };
    let mut object = with_all(facts, record);
    object
        .properties
        .retain(|name, _| property::is_computed(name, facts) || wanted.contains(&name.as_str()));
    if space.profile == Profile::Vendor {
        for &name in wanted {
            object.properties.entry(name.to_owned()).or_insert(None);
        }
    }
    object.associations = (!associations.is_empty()).then_some(associations);
    Ok(object)
}

/// A record with every property that has a value.
fn with_all(facts: &Facts, record: Kept) -> CrmObject {
    let (created_at, updated_at) = (iso(record.created_ms), iso(record.updated_ms));
    let mut properties: BTreeMap<String, Option<String>> = record
        .properties
        .into_iter()
        .map(|(name, value)| (name, Some(value)))
        .collect();
    properties.extend([
        (facts.created.to_owned(), Some(created_at.clone())),
        (facts.updated.to_owned(), Some(updated_at.clone())),
        (ID_PROPERTY.to_owned(), Some(record.id.to_string())),
    ]);
    CrmObject {
        id: record.id.to_string(),
        properties,
        created_at,
        updated_at,
        archived: record.archived_ms.is_some(),
        archived_at: record.archived_ms.map(iso),
        properties_with_history: None,
        associations: None,
    }
}

fn objects<'a>(space: &'a Space<'_>, facts: &'a Facts) -> Objects<'a> {
    Objects {
        data: space.data,
        namespace: space.name,
        type_id: &facts.type_id,
    }
}

fn reader(call: &Call, space: &Space<'_>) -> Result<Facts, Refusal> {
    authorized(call, space, |facts| facts.read)
}

fn writer(call: &Call, space: &Space<'_>) -> Result<Facts, Refusal> {
    authorized(call, space, |facts| facts.write)
}

/// The type of the path, for a token that has its scope.
fn authorized(
    call: &Call,
    space: &Space<'_>,
    scope: impl Fn(&Facts) -> &'static str,
) -> Result<Facts, Refusal> {
    let Some(token) = &call.bearer else {
        return Err(Refusal::unauthenticated(
            "the access token is missing: send it as authorization: Bearer",
        ));
    };
    let facts = facts_of(call.part("objectType"));
    let wanted = facts.as_ref().map_or(CONTACTS_READ, &scope);
    tokens::use_access_token(call, space, token, wanted)?;
    facts
}

fn facts_of(name: &str) -> Result<Facts, Refusal> {
    let object_type = ObjectType::new(name);
    let type_id = object_type.type_id().ok_or_else(|| {
        Refusal::invalid(
            "objectType",
            "INVALID_OPTION",
            "the object type is not known: use contacts, companies, calls, or a custom object's \
             such as 2-12345",
        )
    })?;
    let facts = |singular: &str, plural: &str| Facts {
        type_id: type_id.to_owned(),
        singular: singular.to_owned(),
        plural: plural.to_owned(),
        read: CONTACTS_READ,
        write: CONTACTS_WRITE,
        created: "hs_createdate",
        updated: "hs_lastmodifieddate",
        defaults: &[],
    };
    Ok(match type_id {
        "0-1" => Facts {
            created: "createdate",
            updated: "lastmodifieddate",
            defaults: &["email", "firstname", "lastname"],
            ..facts("contact", "contacts")
        },
        "0-2" => Facts {
            read: "crm.objects.companies.read",
            write: "crm.objects.companies.write",
            created: "createdate",
            defaults: &["domain", "name"],
            ..facts("company", "companies")
        },
        // Engagements have the scopes of contacts.
        "0-48" => facts("call", "calls"),
        custom => Facts {
            read: "crm.objects.custom.read",
            write: "crm.objects.custom.write",
            ..facts(custom, custom)
        },
    })
}

/// The kind of the default association of two types.
///
/// Source: the associations guide, type identifiers of calls, read 2026-11. The
/// numbers of all other pairs are ours.
fn spec(space: &Space<'_>, from: &str, to: &str) -> AssociationSpec {
    let known = match (from, to) {
        ("0-48", "0-1") => Some(194),
        ("0-1", "0-48") => Some(193),
        ("0-48", "0-2") => Some(182),
        ("0-2", "0-48") => Some(181),
        ("0-1", "0-2") => Some(279),
        ("0-2", "0-1") => Some(280),
        _ => None,
    };
    let category = match (known, space.profile) {
        (None, _) => "USER_DEFINED",
        (Some(_), Profile::Spec) => "SERVICE_DEFINED",
        (Some(_), Profile::Vendor) => "HUBSPOT_DEFINED",
    };
    AssociationSpec {
        association_category: category.to_owned(),
        association_type_id: known.unwrap_or(1),
    }
}

/// An identifier of the path; one that is no number is nobody's.
fn id_of(call: &Call, name: &str) -> Result<i64, Refusal> {
    let text = call.part(name);
    text.parse().ok().filter(|id| *id > 0).ok_or_else(|| {
        let mut refusal = Refusal::not_found("NO_SUCH_RECORD", "no record has this identifier");
        refusal.object.context = Some(BTreeMap::from([("id".to_owned(), vec![text.to_owned()])]));
        refusal
    })
}

fn no_record(space: &Space<'_>, id: i64) -> Refusal {
    let mut refusal = Refusal::not_found(
        "NO_SUCH_RECORD",
        format!("there is no record {id} of the type"),
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
        Some(_) => Err(Refusal::invalid(
            "archived",
            "INVALID_OPTION",
            "archived has to be true or false",
        )),
    }
}

/// Every scope of records, for the host page's own token.
pub(crate) const SCOPES: [&str; 6] = [
    CONTACTS_READ,
    CONTACTS_WRITE,
    "crm.objects.companies.read",
    "crm.objects.companies.write",
    "crm.objects.custom.read",
    "crm.objects.custom.write",
];

const CONTACTS_READ: &str = "crm.objects.contacts.read";
const CONTACTS_WRITE: &str = "crm.objects.contacts.write";

/// The property that has a record's own identifier.
const ID_PROPERTY: &str = "hs_object_id";

/// Above those of the records that are there from the start.
const FIRST_ID: i64 = 10_000;

const DEFAULT_LIMIT: i64 = 10;
const HIGHEST_LIMIT: i64 = 100;
