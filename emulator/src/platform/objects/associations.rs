//! `PUT /crm/v4/objects/{objectType}/{objectId}/associations/default/{toObjectType}/{toObjectId}`,
//! and the associations that are made with a record

use std::collections::BTreeMap;

use calling_widget_sdk::rest::objects::{
    Association, AssociationOutcome, AssociationSpec, NewAssociation, ObjectId,
};

use super::{access::writer, id_of, kept::Other, no_record, objects, schema::Schema};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Refusal, quoted},
        call::{Call, Space, iso},
    },
};

/// Associates two records.
pub(crate) fn associate(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (from, _) = writer(call, space)?;
    let id = id_of(call.part("objectId"))?;
    let to = Schema::named(space, call.part("toObjectType"))?;
    let to_id = id_of(call.part("toObjectId"))?;
    for (schema, id) in [(&from, id), (&to, to_id)] {
        if !is_there(space, schema, id)? {
            return Err(no_record(space, schema, &id.to_string()));
        }
    }
    objects(space, &from).associate(
        id,
        &Other {
            type_id: to.type_id.clone(),
            id: to_id,
        },
    )?;
    let now = iso(space.now_ms);
    let direction = |from: (&Schema, i64), to: (&Schema, i64)| Association {
        from: ObjectId {
            id: from.1.to_string(),
        },
        to: ObjectId {
            id: to.1.to_string(),
        },
        association_spec: spec(space, from.0, to.0),
    };
    Answer::json(
        200,
        &AssociationOutcome {
            status: "COMPLETE".to_owned(),
            results: vec![
                direction((&from, id), (&to, to_id)),
                direction((&to, to_id), (&from, id)),
            ],
            started_at: Some(now.clone()),
            completed_at: Some(now),
        },
    )
}

/// Associates a new record with what its creation names.
pub(super) fn associate_new(
    space: &Space<'_>,
    schema: &Schema,
    id: i64,
    associations: &[NewAssociation],
) -> Result<(), Refusal> {
    for NewAssociation { to, types } in associations {
        if types.is_empty() {
            return Err(invalid(
                "MISSING_FIELD",
                format!(
                    "the association with {} has no types: add {}",
                    quoted(&to.id),
                    numbers(schema)
                ),
            ));
        }
        for spec in types {
            let number = spec.association_type_id;
            let known = schema.kind.associations.iter();
            let Some(other) = known
                .filter(|known| known.type_id == number)
                .map(|known| Schema::named(space, &known.to))
                .next()
            else {
                return Err(invalid(
                    "INVALID_OPTION",
                    format!(
                        "{number} is no type of an association of {}: use {}",
                        schema.plural(),
                        numbers(schema)
                    ),
                ));
            };
            let other = other?;
            let other_id = to.id.parse().unwrap_or_default();
            if !is_there(space, &other, other_id)? {
                return Err(no_such_object(&other, &to.id));
            }
            objects(space, schema).associate(
                id,
                &Other {
                    type_id: other.type_id,
                    id: other_id,
                },
            )?;
        }
    }
    Ok(())
}

fn is_there(space: &Space<'_>, schema: &Schema, id: i64) -> Result<bool, Refusal> {
    let found = objects(space, schema).find(id)?;
    Ok(found.is_some_and(|record| record.archived_ms.is_none()))
}

/// The numbers a new record of a type may name.
fn numbers(schema: &Schema) -> String {
    let known = schema.kind.associations.iter();
    let known: Vec<String> = known
        .map(|known| format!("{} for {}", known.type_id, known.to))
        .collect();
    if known.is_empty() {
        return "PUT /crm/v4/objects for records of this type".to_owned();
    }
    known.join(", ")
}

fn invalid(code: &str, message: String) -> Refusal {
    Refusal::invalid("associations", code, message)
}

/// Source of the context: reports of the service's own answers, read 2026-11.
fn no_such_object(schema: &Schema, id: &str) -> Refusal {
    let name = schema.singular().to_uppercase();
    let mut refusal = Refusal::new(
        400,
        "VALIDATION_ERROR",
        "INVALID_INPUT",
        format!(
            "there is no {} {}, which the new record is to belong to: make it first",
            schema.singular(),
            quoted(id)
        ),
    );
    refusal.object.context = Some(BTreeMap::from([
        (
            "INVALID_OBJECT_IDS".to_owned(),
            vec![format!("{name}={id} is not valid")],
        ),
        ("objectId".to_owned(), vec![id.to_owned()]),
        ("objectType".to_owned(), vec![name]),
    ]));
    refusal
}

/// The kind of the default association of two types. The number of a pair that no file
/// has is ours.
fn spec(space: &Space<'_>, from: &Schema, to: &Schema) -> AssociationSpec {
    let mut known = from.kind.associations.iter();
    let number = known.find(|known| known.to == to.type_id);
    let category = match (number, space.profile) {
        (None, _) => "USER_DEFINED",
        (Some(_), Profile::Spec) => "SERVICE_DEFINED",
        (Some(_), Profile::Vendor) => "HUBSPOT_DEFINED",
    };
    AssociationSpec {
        association_category: category.to_owned(),
        association_type_id: number.map_or(1, |known| known.type_id),
    }
}
