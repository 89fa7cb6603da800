//! Associations of version 3, with a kind's number or name in the path or the input:
//! `PUT`, `DELETE /crm/v3/objects/{objectType}/{objectId}/associations/{toObjectType}/{toObjectId}/{associationType}`,
//! `GET …/associations/{toObjectType}`,
//! `POST /crm/v3/associations/{fromObjectType}/{toObjectType}/batch/read`, `/create` and
//! `/archive`, `GET …/types`
//!
//! Source: the service's own clients of version 3 (`@hubspot/api-client` 10), read 2026-11.

use calling_rest::{
    Method,
    association_batch::ReadAssociations,
    associations::ListAssociations,
    object_batch::{BatchOutcome, Inputs},
    objects::{Associated, AssociatedObject, CrmObject, ObjectId, Paging},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    access::{reader, schema_reader, writer},
    association_batch::{MOST_MADE, MOST_READ, MOST_TAKEN, narrower, pair, read_one},
    associations::part_of_record,
    batch::{CREATED, PARTIAL, all, each_by_itself, inputs},
    ends::{Ends, invalid, listed},
    json::{Projection, json},
    lookup::no_record,
    pair::Pair,
};
use crate::platform::{
    answer::{Answer, Result, quoted},
    endpoint::Endpoint,
    namespace::Namespace,
    records::{Objects, associations::Link, kinds::Kind},
    request::Request,
    shape::params,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(Method::Put, PAIR_ROUTE, associate)
        .summary("Associates two records by a kind's number or name, in both directions")
        .at("/crm/v3/objects/quotes/6002/associations/contacts/102/quote_to_contact")
        .answers::<CrmObject>(),
    Endpoint::with_token(Method::Delete, PAIR_ROUTE, dissociate)
        .summary("Takes a kind of association of two records away; the default one, all of them")
        .at("/crm/v3/objects/quotes/6002/associations/contacts/102/quote_to_contact")
        .after("PUT /crm/v3/objects/{objectType}/{objectId}/associations/{toObjectType}/{toObjectId}/{associationType}")
        .vendor(204),
    Endpoint::with_token(Method::Get, LIST_ROUTE, list)
        .summary("Lists the records of a type that a record is associated with, by their kinds")
        .at("/crm/v3/objects/quotes/6002/associations/contacts")
        .after("PUT /crm/v3/objects/{objectType}/{objectId}/associations/{toObjectType}/{toObjectId}/{associationType}")
        .with_query(&[params::<ListAssociations>])
        .answers::<Associated>(),
    Endpoint::with_token(Method::Post, READ_ROUTE, read)
        .summary("Reads what up to 1000 records are associated with, by their kinds")
        .at("/crm/v3/associations/contacts/companies/batch/read")
        .after("POST /crm/v3/associations/{fromObjectType}/{toObjectType}/batch/create")
        .example(
            r#"{"inputs":[{"id":"1001"}]}"#,
        )
        .takes::<Inputs<ReadAssociations>>()
        .answers::<BatchOutcome<AssociatedOfRecord>>()
        .in_part(),
    Endpoint::with_token(Method::Post, CREATE_ROUTE, create)
        .summary("Associates up to 2000 times two records by a kind's number or name")
        .at("/crm/v3/associations/contacts/companies/batch/create")
        .example(
            r#"{"inputs":[{"from":{"id":"1001"},"to":{"id":"2001"},
               "type":"contact_to_company"}]}"#,
        )
        .takes::<Inputs<NamedPair>>()
        .answers::<BatchOutcome<NamedPair>>()
        .vendor(201)
        .in_part(),
    Endpoint::with_token(Method::Post, ARCHIVE_ROUTE, archive)
        .summary("Takes kinds of associations away, all or none; up to 1000")
        .at("/crm/v3/associations/contacts/companies/batch/archive")
        .example(
            r#"{"inputs":[{"from":{"id":"1001"},"to":{"id":"2001"},
               "type":"contact_to_company"}]}"#,
        )
        .takes::<Inputs<NamedPair>>()
        .vendor(204),
    Endpoint::with_token(Method::Get, TYPES_ROUTE, types)
        .summary("Lists the kinds of associations of two types, by number and name")
        .at("/crm/v3/associations/quotes/contacts/types")
        .answers::<NamedKinds>(),
];

/// Two records and the kind of their association.
///
/// Shape: `{"from":{"id":"7"},"to":{"id":"9"},"type":"quote_to_deal"}`.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct NamedPair {
    /// The record it leads from.
    from: ObjectId,
    /// The record it leads to.
    to: ObjectId,
    /// Its kind: a name, or a number.
    #[serde(
        rename = "type",
        deserialize_with = "calling_rest::identifier::text_or_number"
    )]
    #[schema(value_type = calling_rest::identifier::TextOrNumber)]
    kind: String,
}

/// The associations of one record.
#[serde_with::skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AssociatedOfRecord {
    /// The record.
    from: ObjectId,
    /// The others, one entry per record and kind.
    to: Vec<AssociatedObject>,
    /// The next page; absent at the end of the list.
    paging: Option<Paging>,
}

/// Kinds of associations.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamedKinds {
    /// The kinds.
    results: Vec<NamedKind>,
}

/// A kind of associations.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamedKind {
    /// Its number.
    id: String,
    /// Its name: `quote_to_deal`.
    name: String,
}

fn associate(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, writer)?;
    let pair = Pair::of(request, namespace, &ends)?;
    pair.associate(namespace, &[kind(&ends, request.part("associationType"))?])?;
    let schema = ends.from.clone();
    let from = Objects::of(namespace, &schema);
    let record = from.find(pair.id)?;
    let record = record.ok_or_else(|| no_record(namespace, &schema, request.part("objectId")))?;
    let projection = Projection {
        associations: vec![ends],
        ..Projection::default()
    };
    Answer::ok(&json(namespace, &from, &projection, record)?)
}

fn dissociate(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, writer)?;
    let pair = Pair::of(request, namespace, &ends)?;
    take_away(namespace, &pair, request.part("associationType"))?;
    Ok(Answer::empty(namespace.status(204)))
}

fn list(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (ends, links, paging) = part_of_record(request, namespace, "v3")?;
    let results = named(&ends, &links);
    Answer::ok(&Associated { results, paging })
}

fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, reader)?;
    let inputs: Vec<ReadAssociations> = inputs(request, namespace, MOST_READ)?;
    each_by_itself(namespace, inputs, PARTIAL, |input| {
        let (id, links, paging) = read_one(namespace, &ends, &input)?;
        Ok(vec![AssociatedOfRecord {
            from: ObjectId { id: id.to_string() },
            to: named(&ends, &links),
            paging,
        }])
    })
}

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, writer)?;
    let inputs: Vec<NamedPair> = inputs(request, namespace, MOST_MADE)?;
    each_by_itself(namespace, inputs, CREATED, |input| {
        let kind = kind(&ends, &input.kind)
            .map_err(|refusal| narrower(refusal, "INVALID_ASSOCIATION_TYPE"))?;
        pair(namespace, &ends, &input.from, &input.to)?.associate(namespace, &[kind])?;
        let kind = ends.name(kind);
        Ok(vec![NamedPair { kind, ..input }])
    })
}

fn archive(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, writer)?;
    let inputs: Vec<NamedPair> = inputs(request, namespace, MOST_TAKEN)?;
    all(namespace, &inputs, |input| {
        let pair = pair(namespace, &ends, &input.from, &input.to)?;
        take_away(namespace, &pair, &input.kind)
    })
}

fn types(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, schema_reader)?;
    let results = ends.kinds.iter().map(|kind| NamedKind {
        id: kind.type_id.to_string(),
        name: ends.name(kind),
    });
    let results = results.collect();
    Answer::ok(&NamedKinds { results })
}

fn take_away(namespace: &Namespace<'_>, pair: &Pair<'_>, text: &str) -> Result<()> {
    let kind = kind(pair.ends, text)?;
    // Version 3 knows of one company, the primary one.
    if kind.label.is_none() || pair.ends.is_primary_company(kind) {
        pair.dissociate(namespace)
    } else {
        pair.unlabel(namespace, &[kind])
    }
}

/// One entry per record and kind.
fn named(ends: &Ends, links: &[Link]) -> Vec<AssociatedObject> {
    let entries = |link| ends.entries(link, |_| true);
    links.iter().flat_map(entries).collect()
}

/// The kind with this number or name.
fn kind<'a>(ends: &'a Ends, text: &str) -> Result<&'a Kind> {
    if let Ok(number) = text.parse() {
        return ends.numbered(number);
    }
    let wanted = text.to_ascii_lowercase();
    let named = |wanted: &str| {
        let mut all = ends.kinds.iter();
        all.find(|kind| ends.name(kind).eq_ignore_ascii_case(wanted))
    };
    // The default one has two names in an account with labels.
    let other = wanted.strip_suffix("_unlabeled").unwrap_or(&wanted);
    let found = named(&wanted).or_else(|| named(other));
    found.ok_or_else(|| {
        let names: Vec<String> = ends.kinds.iter().map(|kind| ends.name(kind)).collect();
        invalid(
            "INVALID_OPTION",
            format!(
                "{} is no type of an association of {} with {}: use {}, or a number: {}",
                quoted(text),
                ends.from.plural(),
                ends.to.plural(),
                names.join(", "),
                listed(&ends.kinds)
            ),
        )
    })
}

const PAIR_ROUTE: &str = "/crm/v3/objects/{objectType}/{objectId}/associations/{toObjectType}/{toObjectId}/{associationType}";
const LIST_ROUTE: &str = "/crm/v3/objects/{objectType}/{objectId}/associations/{toObjectType}";
const READ_ROUTE: &str = "/crm/v3/associations/{fromObjectType}/{toObjectType}/batch/read";
const CREATE_ROUTE: &str = "/crm/v3/associations/{fromObjectType}/{toObjectType}/batch/create";
const ARCHIVE_ROUTE: &str = "/crm/v3/associations/{fromObjectType}/{toObjectType}/batch/archive";
const TYPES_ROUTE: &str = "/crm/v3/associations/{fromObjectType}/{toObjectType}/types";
