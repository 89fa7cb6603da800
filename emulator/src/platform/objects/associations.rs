//! `PUT /crm/v4/objects/{objectType}/{objectId}/associations/default/{toObjectType}/{toObjectId}`,
//! `PUT`, `DELETE …/associations/{toObjectType}/{toObjectId}`, `GET …/associations/{toObjectType}`

use calling_rest::{
    Method,
    associations::{
        AssociatedRecord, AssociationList, AssociationType, LABEL_ROUTE, LIST_ROUTE,
        LabelledAssociation, ListAssociations,
    },
    objects::{
        ASSOCIATION_ROUTE, Association, AssociationOutcome, AssociationSpec, ObjectId, Paging,
    },
};

use super::{
    access::reader,
    hooks,
    lookup::{id_of, no_record},
    paging::{after, limit, next_page},
    pair::{Pair, invalid, is_there},
};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Result},
        clock::iso,
        endpoint::{AnswerBody, Endpoint, RequestBody},
        namespace::Namespace,
        records::{Objects, Schema, associations::Other},
        request::Request,
        shape::{params, shape},
    },
};

/// The endpoints of this module.
pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(Method::Put, ASSOCIATION_ROUTE, associate)
        .summary("Associates two records, in both directions")
        .answers(AnswerBody::Of(shape::<AssociationOutcome>())),
    Endpoint::with_token(Method::Get, LIST_ROUTE, list)
        .summary("Lists the records of a type that a record is associated with")
        .with_query(&[params::<ListAssociations>])
        .answers(AnswerBody::Of(shape::<AssociationList>())),
    Endpoint::with_token(Method::Put, LABEL_ROUTE, label)
        .summary("Associates two records by labels, in both directions")
        .takes(RequestBody::List(shape::<AssociationSpec>()))
        .answers(AnswerBody::Of(shape::<LabelledAssociation>()))
        .vendor(201),
    Endpoint::with_token(Method::Delete, LABEL_ROUTE, dissociate)
        .summary("Takes every association of two records away")
        .vendor(204),
];

/// Associates two records as their types are by default.
pub(crate) fn associate(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
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
pub(crate) fn label(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
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
pub(crate) fn dissociate(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
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
pub(crate) fn list(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
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

/// Source: the service's published OpenAPI file for associations, v4, read 2026-11.
const HIGHEST_LIMIT: i64 = 500;
