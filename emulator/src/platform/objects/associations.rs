//! `PUT /crm/v4/objects/{objectType}/{objectId}/associations/default/{toObjectType}/{toObjectId}`,
//! `PUT`, `DELETE …/associations/{toObjectType}/{toObjectId}`, `GET …/associations/{toObjectType}`,
//! and the associations that are made with a record

use std::collections::BTreeMap;

use calling_rest::{
    Method,
    associations::{
        AssociatedRecord, AssociationList, AssociationType, LABEL_ROUTE, LIST_ROUTE,
        LabelledAssociation, ListAssociations,
    },
    objects::{
        ASSOCIATION_ROUTE, Association, AssociationOutcome, AssociationSpec, NewAssociation,
        ObjectId, Paging,
    },
};

use super::{
    access::{reader, writer},
    hooks,
    lookup::{id_of, no_record},
    paging::{after, limit, next_page},
};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Refusal, quoted},
        clock::iso,
        endpoint::{AnswerBody, Endpoint, RequestBody},
        namespace::Namespace,
        records::{Objects, Schema, associations::Other, types::AssociationNumber},
        request::Request,
        shape::{params, shape},
    },
};

/// The endpoints of this module.
pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(
        Method::Put,
        ASSOCIATION_ROUTE,
        "Associates two records, in both directions",
        associate,
    )
    .answers(AnswerBody::Of(shape::<AssociationOutcome>())),
    Endpoint::with_token(
        Method::Get,
        LIST_ROUTE,
        "Lists the records of a type that a record is associated with",
        list,
    )
    .with_query(&[params::<ListAssociations>])
    .answers(AnswerBody::Of(shape::<AssociationList>())),
    Endpoint::with_token(
        Method::Put,
        LABEL_ROUTE,
        "Associates two records by labels, in both directions",
        label,
    )
    .takes(RequestBody::List(shape::<AssociationSpec>()))
    .answers(AnswerBody::Of(shape::<LabelledAssociation>()))
    .vendor(201),
    Endpoint::with_token(
        Method::Delete,
        LABEL_ROUTE,
        "Takes every association of two records away",
        dissociate,
    )
    .vendor(204),
];

/// Associates two records as their types are by default.
pub(crate) fn associate(request: &Request, namespace: &Namespace<'_>) -> Result<Answer, Refusal> {
    let pair = Pair::writable(request, namespace)?;
    pair.associate(namespace, &[])?;
    let now = iso(namespace.now_ms);
    let direction = |from: (&Schema, i64), to: (&Schema, i64)| Association {
        from: ObjectId {
            id: from.1.to_string(),
        },
        to: ObjectId {
            id: to.1.to_string(),
        },
        association_spec: spec(namespace, from.0, to.0),
    };
    Answer::json(
        200,
        &AssociationOutcome {
            status: "COMPLETE".to_owned(),
            results: vec![
                direction(pair.from(), pair.to()),
                direction(pair.to(), pair.from()),
            ],
            started_at: Some(now.clone()),
            completed_at: Some(now),
        },
    )
}

/// Associates two records by labels.
pub(crate) fn label(request: &Request, namespace: &Namespace<'_>) -> Result<Answer, Refusal> {
    let pair = Pair::writable(request, namespace)?;
    let specs: Vec<AssociationSpec> = Request::read_part("body", request.json(namespace.profile)?)?;
    if specs.is_empty() {
        return Err(invalid(
            "MISSING_FIELD",
            format!("the body names no type: add {}", pair.numbers()),
        ));
    }
    let mut types = Vec::new();
    for spec in &specs {
        types.push(pair.known(spec.association_type_id)?);
    }
    pair.associate(namespace, &types)?;
    Answer::json(
        namespace.status(201),
        &LabelledAssociation {
            from_object_type_id: pair.from.type_id.clone(),
            from_object_id: pair.id.to_string(),
            to_object_type_id: pair.to.type_id.clone(),
            to_object_id: pair.to_id.to_string(),
            labels: types
                .into_iter()
                .filter_map(|one| one.label.clone())
                .collect(),
        },
    )
}

/// Takes every association of two records away.
pub(crate) fn dissociate(request: &Request, namespace: &Namespace<'_>) -> Result<Answer, Refusal> {
    let pair = Pair::writable(request, namespace)?;
    namespace.atomically(|| {
        hooks::check_dissociation(namespace, pair.from(), pair.to())?;
        let other = Other {
            type_id: pair.to.type_id.clone(),
            id: pair.to_id,
        };
        Objects::of(namespace, &pair.from).dissociate(pair.id, &other)?;
        hooks::associated(namespace, pair.from(), pair.to())
    })?;
    Ok(Answer::empty(namespace.status(204)))
}

/// Lists the records of a type that a record is associated with.
pub(crate) fn list(request: &Request, namespace: &Namespace<'_>) -> Result<Answer, Refusal> {
    let (schema, _) = reader(request, namespace)?;
    let id = id_of(request.part("objectId"))?;
    let to = Schema::named(namespace, request.part("toObjectType"))?;
    if !is_there(namespace, &schema, id)? {
        return Err(no_record(namespace, &schema, &id.to_string()));
    }
    let limit = limit(request, HIGHEST_LIMIT, HIGHEST_LIMIT)?;
    let mut links =
        Objects::of(namespace, &schema).links(id, &to.type_id, after(request)?, limit + 1)?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let next = links.get(limit).map(|link| link.to_id);
    links.truncate(limit);
    let results = links
        .into_iter()
        .map(|link| {
            let default = spec(namespace, &schema, &to);
            let labels = schema
                .kind
                .associations
                .iter()
                .filter(|known| known.to == to.type_id && link.labels.contains(&known.type_id));
            let labels = labels.map(|known| AssociationType {
                category: default.association_category.clone(),
                type_id: known.type_id,
                label: known.label.clone(),
            });
            let default = AssociationType {
                category: default.association_category.clone(),
                type_id: default.association_type_id,
                label: None,
            };
            AssociatedRecord {
                to_object_id: link.to_id.to_string(),
                association_types: [default].into_iter().chain(labels).collect(),
            }
        })
        .collect();
    let place = format!(
        "/crm/v4/objects/{}/{id}/associations/{}",
        request.part("objectType"),
        request.part("toObjectType")
    );
    Answer::json(
        200,
        &AssociationList {
            results,
            paging: next.map(|id| Paging {
                next: next_page(request, &place, id),
            }),
        },
    )
}

/// Two records of a path.
struct Pair {
    from: Schema,
    id: i64,
    to: Schema,
    to_id: i64,
}

impl Pair {
    /// Those of a request that may associate them; both are there.
    fn writable(request: &Request, namespace: &Namespace<'_>) -> Result<Self, Refusal> {
        let (from, _) = writer(request, namespace)?;
        let pair = Self {
            id: id_of(request.part("objectId"))?,
            to: Schema::named(namespace, request.part("toObjectType"))?,
            to_id: id_of(request.part("toObjectId"))?,
            from,
        };
        for (schema, id) in [pair.from(), pair.to()] {
            if !is_there(namespace, schema, id)? {
                return Err(no_record(namespace, schema, &id.to_string()));
            }
        }
        Ok(pair)
    }

    const fn from(&self) -> (&Schema, i64) {
        (&self.from, self.id)
    }

    const fn to(&self) -> (&Schema, i64) {
        (&self.to, self.to_id)
    }

    /// Associates the two by default, and by these labels.
    fn associate(
        &self,
        namespace: &Namespace<'_>,
        types: &[&'static AssociationNumber],
    ) -> Result<(), Refusal> {
        namespace.atomically(|| {
            hooks::check_association(namespace, self.from(), self.to())?;
            let other = Other {
                type_id: self.to.type_id.clone(),
                id: self.to_id,
            };
            let from = Objects::of(namespace, &self.from);
            from.associate(self.id, &other, None)?;
            for one in types.iter().filter(|one| one.label.is_some()) {
                let label = one.label.as_deref();
                let back = self.to.kind.association(&self.from.type_id, label);
                let back = back.map_or(one.type_id, |back| back.type_id);
                from.associate(self.id, &other, Some((one.type_id, back)))?;
            }
            hooks::associated(namespace, self.from(), self.to())
        })
    }

    /// The type of a number, from the one record to the other.
    fn known(&self, number: i64) -> Result<&'static AssociationNumber, Refusal> {
        let mut known = self.from.kind.associations.iter();
        known
            .find(|known| known.to == self.to.type_id && known.type_id == number)
            .ok_or_else(|| {
                invalid(
                    "INVALID_OPTION",
                    format!(
                        "{number} is no type of an association of {} with {}: use {}",
                        self.from.plural(),
                        self.to.plural(),
                        self.numbers()
                    ),
                )
            })
    }

    fn numbers(&self) -> String {
        let known = self.from.kind.associations.iter();
        let known: Vec<String> = known
            .filter(|known| known.to == self.to.type_id)
            .map(named)
            .collect();
        if known.is_empty() {
            return "PUT …/associations/default/… for these two types".to_owned();
        }
        known.join(", ")
    }
}

/// Associates a new record with what its creation names.
pub(super) fn associate_new(
    namespace: &Namespace<'_>,
    schema: &Schema,
    record: i64,
    associations: &[NewAssociation],
) -> Result<(), Refusal> {
    for NewAssociation { to, types } in associations {
        let id = &to.id;
        if types.is_empty() {
            return Err(invalid(
                "MISSING_FIELD",
                format!(
                    "the association with {} has no types: add {}",
                    quoted(id),
                    numbers(schema)
                ),
            ));
        }
        for spec in types {
            let number = spec.association_type_id;
            let known = schema.kind.associations.iter();
            let Some((known, to)) = known
                .filter(|known| known.type_id == number)
                .map(|known| (known, Schema::named(namespace, &known.to)))
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
            let to = to?;
            let to_id = id.parse().unwrap_or_default();
            if !is_there(namespace, &to, to_id)? {
                return Err(no_such_object(&to, id));
            }
            let pair = Pair {
                from: Schema::named(namespace, &schema.type_id)?,
                id: record,
                to,
                to_id,
            };
            pair.associate(namespace, &[known])?;
        }
    }
    Ok(())
}

fn is_there(namespace: &Namespace<'_>, schema: &Schema, id: i64) -> Result<bool, Refusal> {
    let found = Objects::of(namespace, schema).find(id)?;
    Ok(found.is_some_and(|record| record.archived_ms.is_none()))
}

/// The numbers a new record of a type may name.
fn numbers(schema: &Schema) -> String {
    let known = schema.kind.associations.iter();
    let known: Vec<String> = known.map(named).collect();
    if known.is_empty() {
        return "PUT /crm/v4/objects for records of this type".to_owned();
    }
    known.join(", ")
}

/// `69 for 0-1`, `702 (Signer) for 0-1`.
fn named(known: &AssociationNumber) -> String {
    let label = known.label.as_ref();
    let label = label.map_or_else(String::new, |label| format!(" ({label})"));
    format!("{}{label} for {}", known.type_id, known.to)
}

fn invalid(code: &str, message: String) -> Refusal {
    Refusal::invalid("associations", code, message)
}

/// Author of the context: reports of the service's own answers, read 2026-11.
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
fn spec(namespace: &Namespace<'_>, from: &Schema, to: &Schema) -> AssociationSpec {
    let number = from.kind.association(&to.type_id, None);
    let category = match (number, namespace.profile) {
        (None, _) => "USER_DEFINED",
        (Some(_), Profile::Spec) => "SERVICE_DEFINED",
        (Some(_), Profile::Vendor) => "HUBSPOT_DEFINED",
    };
    AssociationSpec {
        association_category: category.to_owned(),
        association_type_id: number.map_or(1, |known| known.type_id),
    }
}

/// Author: the service's published OpenAPI file for associations, v4, read 2026-11.
const HIGHEST_LIMIT: i64 = 500;
