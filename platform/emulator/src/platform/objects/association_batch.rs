//! `POST /crm/v4/associations/{fromObjectType}/{toObjectType}/batch/read`, `/create`,
//! `/associate/default`, `/archive` and `/labels/archive`
//!
//! Reading and creating are per input; archiving is all or nothing.

use calling_rest::{
    Method,
    association_batch::{
        ARCHIVE_LABELS_ROUTE, ARCHIVE_ROUTE, ArchivedPairs, AssociationsOfRecord, CREATE_ROUTE,
        DEFAULT_ROUTE, DefaultPair, LabelledPair, READ_ROUTE, ReadAssociations,
    },
    associations::LabelledAssociation,
    object_batch::{BatchOutcome, Inputs},
    objects::{Association, ObjectId, Paging},
};

use super::{
    access::{reader, writer},
    associations::{HIGHEST_LIMIT, associated, both_ways, labelled, page},
    batch::{ALWAYS_200, CREATED, PARTIAL, all, check_count, each_by_itself, inputs},
    ends::Ends,
    lookup::id_of,
    paging,
    pair::{Pair, is_there},
};
use crate::platform::{
    answer::{Answer, Refusal, Result, quoted},
    endpoint::Endpoint,
    namespace::Namespace,
    records::associations::Link,
    request::Request,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(Method::Post, READ_ROUTE, read)
        .summary(
            "Reads what up to 1000 records are associated with; those without an association are \
             in errors",
        )
        .at("/crm/v4/associations/contacts/companies/batch/read")
        .after("POST /crm/v4/associations/{fromObjectType}/{toObjectType}/batch/associate/default")
        .example(r#"{"inputs":[{"id":"1001"}]}"#)
        .takes::<Inputs<ReadAssociations>>()
        .answers::<BatchOutcome<AssociationsOfRecord>>()
        .in_part(),
    Endpoint::with_token(Method::Post, CREATE_ROUTE, create)
        .summary("Associates up to 2000 times two records by labels, each by itself")
        .at("/crm/v4/associations/quotes/contacts/batch/create")
        .example(
            r#"{"inputs":[{"from":{"id":"6002"},"to":{"id":"1001"},
               "types":[{"associationCategory":"SERVICE_DEFINED","associationTypeId":702}]}]}"#,
        )
        .takes::<Inputs<LabelledPair>>()
        .answers::<BatchOutcome<LabelledAssociation>>()
        .vendor(201)
        .in_part(),
    Endpoint::with_token(Method::Post, DEFAULT_ROUTE, create_default)
        .summary("Associates up to 2000 times two records by default, each by itself")
        .at("/crm/v4/associations/contacts/companies/batch/associate/default")
        .example(r#"{"inputs":[{"from":{"id":"1001"},"to":{"id":"2001"}}]}"#)
        .takes::<Inputs<DefaultPair>>()
        .answers::<BatchOutcome<Association>>(),
    Endpoint::with_token(Method::Post, ARCHIVE_ROUTE, archive)
        .summary("Takes every association of records away, all or none; up to 1000 times two")
        .at("/crm/v4/associations/contacts/companies/batch/archive")
        .example(r#"{"inputs":[{"from":{"id":"1001"},"to":[{"id":"2001"}]}]}"#)
        .takes::<Inputs<ArchivedPairs>>()
        .vendor(204),
    Endpoint::with_token(Method::Post, ARCHIVE_LABELS_ROUTE, archive_labels)
        .summary("Takes labels of records away, all or none; they stay associated")
        .at("/crm/v4/associations/quotes/contacts/batch/labels/archive")
        .example(
            r#"{"inputs":[{"from":{"id":"6002"},"to":{"id":"1001"},
               "types":[{"associationCategory":"SERVICE_DEFINED","associationTypeId":702}]}]}"#,
        )
        .takes::<Inputs<LabelledPair>>()
        .vendor(204),
];

fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, reader)?;
    let inputs: Vec<ReadAssociations> = inputs(request, namespace, MOST_READ)?;
    let ids = request.ids;
    each_by_itself(namespace, inputs, PARTIAL, |input| {
        let (id, links, paging) = read_one(namespace, &ends, &input)?;
        Ok(vec![AssociationsOfRecord {
            from: ObjectId { id: id.to_string() },
            to: associated(namespace, ids, &ends, links),
            paging,
        }])
    })
}

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, writer)?;
    let inputs: Vec<LabelledPair> = inputs(request, namespace, MOST_MADE)?;
    let ids = request.ids;
    each_by_itself(namespace, inputs, CREATED, |input| {
        let kinds = ends
            .named(namespace, &input.types)
            .map_err(|refusal| narrower(refusal, "INVALID_ASSOCIATION_TYPE"))?;
        let pair = pair(namespace, &ends, &input.from, &input.to)?;
        pair.associate(namespace, &kinds)?;
        Ok(vec![labelled(ids, &pair, &kinds)])
    })
}

fn create_default(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, writer)?;
    let inputs: Vec<DefaultPair> = inputs(request, namespace, MOST_MADE)?;
    each_by_itself(namespace, inputs, ALWAYS_200, |input| {
        let pair = pair(namespace, &ends, &input.from, &input.to)?;
        pair.associate(namespace, &[])?;
        Ok(both_ways(namespace, &pair).into())
    })
}

fn archive(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, writer)?;
    let Inputs::<ArchivedPairs> { inputs } = request.read(namespace.profile)?;
    check_count(inputs.iter().map(|input| input.to.len()).sum(), MOST_TAKEN)?;
    all(namespace, &inputs, |input| {
        let mut others = input.to.iter();
        others.try_for_each(|to| pair(namespace, &ends, &input.from, to)?.dissociate(namespace))
    })
}

fn archive_labels(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, writer)?;
    let inputs: Vec<LabelledPair> = inputs(request, namespace, MOST_TAKEN)?;
    all(namespace, &inputs, |input| {
        let kinds = ends.named(namespace, &input.types)?;
        pair(namespace, &ends, &input.from, &input.to)?.unlabel(namespace, &kinds)
    })
}

/// A record's id, a page of its associations, and the next page.
pub(super) fn read_one(
    namespace: &Namespace<'_>,
    ends: &Ends,
    input: &ReadAssociations,
) -> Result<(i64, Vec<Link>, Option<Paging>)> {
    let id = known(namespace, ends, &input.id)?;
    let after = match input.after.as_deref() {
        None => 0,
        Some(text) => text.parse().map_err(|_| {
            let message = format!("{} is no cursor: use the one of paging.next", quoted(text));
            Refusal::invalid("after", "INVALID_OPTION", message)
        })?,
    };
    let (links, next) = page(namespace, ends, id, after, HIGHEST_LIMIT)?;
    if links.is_empty() {
        let message = format!(
            "no {} is associated with {} {id}",
            ends.to.singular(),
            ends.from.singular()
        );
        return Err(absent(ends, &input.id, "NO_ASSOCIATIONS_FOUND", message));
    }
    Ok((id, links, next.map(paging::from)))
}

pub(super) fn pair<'a>(
    namespace: &Namespace<'_>,
    ends: &'a Ends,
    from: &ObjectId,
    to: &ObjectId,
) -> Result<Pair<'a>> {
    known(namespace, ends, &from.id)?;
    Pair::named(namespace, ends, (&from.id, &to.id))
}

/// The id of an existing record that an association leads from.
fn known(namespace: &Namespace<'_>, ends: &Ends, text: &str) -> Result<i64> {
    let id = id_of(text)?;
    if is_there(namespace, &ends.from, id)? {
        return Ok(id);
    }
    let message = format!("there is no {} {id}", ends.from.singular());
    Err(absent(ends, text, "FROM_OBJECT_NOT_FOUND", message))
}

/// Source of the narrower categories: reports of the service's own answers, read 2026-11.
fn absent(ends: &Ends, id: &str, narrower_category: &str, message: String) -> Refusal {
    let refusal = Refusal::not_found("NO_SUCH_RECORD", message).about(&[
        ("fromObjectId", id),
        ("fromObjectType", ends.from.singular()),
        ("toObjectType", ends.to.singular()),
    ]);
    narrower(refusal, narrower_category)
}

pub(super) fn narrower(mut refusal: Refusal, category: &str) -> Refusal {
    refusal.object.sub_category = Some(["crm.associations.", category].concat().into());
    refusal
}

/// Source of both: the service's guide to associations, v4, read 2026-11.
pub(super) const MOST_READ: usize = 1000;
pub(super) const MOST_MADE: usize = 2000;

pub(super) const MOST_TAKEN: usize = 1000;
