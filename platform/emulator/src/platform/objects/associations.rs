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
    access::{reader, writer},
    ends::{Ends, category},
    lookup::{id_of, no_record},
    paging::{after, cut, limit, paging},
    pair::{Pair, is_there},
};
use crate::platform::{
    answer::{Answer, Result},
    clock::iso,
    endpoint::Endpoint,
    namespace::Namespace,
    records::{Objects, associations::Link, kinds::Kind},
    request::{Ids, Request},
    shape::params,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(Method::Put, ASSOCIATION_ROUTE, associate)
        .summary("Associates two records, in both directions")
        .answers::<AssociationOutcome>(),
    Endpoint::with_token(Method::Get, LIST_ROUTE, list)
        .at("/crm/v4/objects/quotes/6002/associations/contacts")
        .after(
            "PUT /crm/v4/objects/{objectType}/{objectId}/associations/{toObjectType}/{toObjectId}",
        )
        .summary("Lists the records of a type that a record is associated with")
        .with_query(&[params::<ListAssociations>])
        .answers::<AssociationList>(),
    Endpoint::with_token(Method::Put, LABEL_ROUTE, label)
        .summary("Associates two records by labels, in both directions")
        .at("/crm/v4/objects/quotes/6002/associations/contacts/102")
        .example(r#"[{"associationCategory":"SERVICE_DEFINED","associationTypeId":702}]"#)
        .takes_list::<AssociationSpec>()
        .answers::<LabelledAssociation>()
        .vendor(201),
    Endpoint::with_token(Method::Delete, LABEL_ROUTE, dissociate)
        .at("/crm/v4/objects/quotes/6002/associations/contacts/102")
        .after(
            "PUT /crm/v4/objects/{objectType}/{objectId}/associations/{toObjectType}/{toObjectId}",
        )
        .summary("Takes every association of two records away")
        .vendor(204),
];

fn associate(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, writer)?;
    let pair = Pair::of(request, namespace, &ends)?;
    pair.associate(namespace, &[])?;
    let now = iso(namespace.now_ms);
    Answer::ok(&AssociationOutcome {
        status: "COMPLETE".to_owned(),
        results: both_ways(namespace, &pair).into(),
        started_at: Some(now.clone()),
        completed_at: Some(now),
    })
}

/// The default association of two records, in both directions.
pub(super) fn both_ways(namespace: &Namespace<'_>, pair: &Pair<'_>) -> [Association; 2] {
    let [there, back] = pair.ends.default_specs(namespace);
    let id = |id: i64| ObjectId { id: id.to_string() };
    let direction = |from, to, association_spec| Association {
        from: id(from),
        to: id(to),
        association_spec,
    };
    [
        direction(pair.id, pair.to_id, there),
        direction(pair.to_id, pair.id, back),
    ]
}

fn label(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, writer)?;
    let pair = Pair::of(request, namespace, &ends)?;
    let specs: Vec<AssociationSpec> = Request::read_part("body", request.json(namespace.profile)?)?;
    let kinds = ends.named(namespace, &specs)?;
    pair.associate(namespace, &kinds)?;
    let answer = labelled(request.ids, &pair, &kinds);
    Answer::json(namespace.status(201), &answer)
}

/// The answer for two records associated by these kinds.
pub(super) fn labelled(ids: Ids, pair: &Pair<'_>, kinds: &[&Kind]) -> LabelledAssociation {
    LabelledAssociation {
        from_object_type_id: pair.ends.from.type_id.clone(),
        from_object_id: ids.write(pair.id),
        to_object_type_id: pair.ends.to.type_id.clone(),
        to_object_id: ids.write(pair.to_id),
        labels: kinds.iter().filter_map(|kind| kind.label.clone()).collect(),
    }
}

fn dissociate(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, writer)?;
    Pair::of(request, namespace, &ends)?.dissociate(namespace)?;
    Ok(Answer::empty(namespace.status(204)))
}

fn list(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (ends, links, paging) = part_of_record(request, namespace, "v4")?;
    let results = associated(namespace, request.ids, &ends, links);
    Answer::ok(&AssociationList { results, paging })
}

/// The answer for a record's associations.
pub(super) fn associated(
    namespace: &Namespace<'_>,
    ids: Ids,
    ends: &Ends,
    links: Vec<Link>,
) -> Vec<AssociatedRecord> {
    let one = |link: Link| AssociatedRecord {
        to_object_id: ids.write(link.to_id),
        association_types: ends
            .by_number(|kind| link.has(kind))
            .map(|kind| described(namespace, kind))
            .collect(),
    };
    links.into_iter().map(one).collect()
}

/// A page of a record's associations: their types, the links, and the next page.
pub(super) fn part_of_record(
    request: &Request,
    namespace: &Namespace<'_>,
    version: &str,
) -> Result<(Ends, Vec<Link>, Option<Paging>)> {
    let (from, _) = reader(request, namespace)?;
    let id = id_of(request.part("objectId"))?;
    let ends = Ends::of(namespace, from, request.part("toObjectType"))?;
    if !is_there(namespace, &ends.from, id)? {
        return Err(no_record(namespace, &ends.from, &id.to_string()));
    }
    let limit = limit(request, HIGHEST_LIMIT, HIGHEST_LIMIT)?;
    let (links, next) = page(namespace, &ends, id, after(request)?, limit)?;
    let place = format!(
        "/crm/{version}/objects/{}/{id}/associations/{}",
        request.part("objectType"),
        request.part("toObjectType")
    );
    Ok((ends, links, paging(request, &place, next)))
}

/// A page of a record's associations, and the start of the next page.
pub(super) fn page(
    namespace: &Namespace<'_>,
    ends: &Ends,
    id: i64,
    after: i64,
    limit: i64,
) -> Result<(Vec<Link>, Option<i64>)> {
    let from = Objects::of(namespace, &ends.from);
    let mut links = from.links(id, &ends.to.type_id, after, limit + 1)?;
    let next = cut(&mut links, limit, |link| link.to_id);
    Ok((links, next))
}

/// A kind as JSON.
pub(super) fn described(namespace: &Namespace<'_>, kind: &Kind) -> AssociationType {
    AssociationType {
        category: category(namespace, kind).to_owned(),
        type_id: kind.type_id,
        label: kind.label.clone(),
    }
}

/// Source: the service's published OpenAPI file for associations, v4, read 2026-11.
pub(super) const HIGHEST_LIMIT: i64 = 500;
