//! `GET`, `POST`, `PUT /crm/v4/associations/{fromObjectType}/{toObjectType}/labels` and
//! `DELETE …/labels/{associationTypeId}`

use calling_rest::{
    Method,
    association_labels::{ChangedLabel, LABEL_ROUTE, LabelList, NewLabel, ROUTE},
};

use super::{
    access::{label_writer, schema_reader},
    associations::described,
    ends::Ends,
};
use crate::platform::{
    answer::{Answer, Result, quoted, refuse},
    endpoint::Endpoint,
    namespace::Namespace,
    records::{
        kinds::{self, Kind},
        schema::is_name,
    },
    request::Request,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(Method::Get, ROUTE, list)
        .summary("Lists as what records of two types may be associated")
        .at("/crm/v4/associations/quotes/contacts/labels")
        .answers::<LabelList>(),
    Endpoint::with_token(Method::Post, ROUTE, create)
        .summary("Defines a label of associations, in both directions")
        .at("/crm/v4/associations/contacts/companies/labels")
        .example(r#"{"inverseLabel":"Advised by","label":"Adviser","name":"adviser"}"#)
        .takes::<NewLabel>()
        .answers::<LabelList>()
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::with_token(Method::Put, ROUTE, update)
        .summary("Changes the words of a label")
        .at("/crm/v4/associations/contacts/companies/labels")
        .after("POST /crm/v4/associations/{fromObjectType}/{toObjectType}/labels")
        .example(r#"{"associationTypeId":100001,"label":"Counsel"}"#)
        .takes::<ChangedLabel>()
        .vendor(204),
    Endpoint::with_token(Method::Delete, LABEL_ROUTE, delete)
        .summary("Takes a label away; records that have it stay associated")
        .at("/crm/v4/associations/contacts/companies/labels/100001")
        .after("POST /crm/v4/associations/{fromObjectType}/{toObjectType}/labels")
        .vendor(204),
];

fn list(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, schema_reader)?;
    let results = ends.kinds.iter().map(|kind| described(namespace, kind));
    Answer::ok(&LabelList {
        results: results.collect(),
    })
}

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, label_writer)?;
    let new: NewLabel = request.read(namespace.profile)?;
    if !is_name(&new.name.to_ascii_lowercase()) {
        return Err(refuse!(
            invalid("name", "INVALID_NAME"),
            "{} cannot name a label: use letters, digits and underscores, a letter first, and \
             100 at most",
            quoted(&new.name)
        ));
    }
    check("label", &new.label)?;
    let inverse = new.inverse_label.as_deref().unwrap_or(&new.label);
    check("inverseLabel", inverse)?;
    if kinds::has_name(namespace, &ends.from, &ends.to, &new.name)? {
        return Err(refuse!(
            new(409, "CONFLICT", "LABEL_TAKEN"),
            "a label with the name {} is between {} and {} already: use it, or another name",
            new.name,
            ends.from.plural(),
            ends.to.plural()
        ));
    }
    if kinds::count(namespace, &ends.from, &ends.to)? >= MOST_LABELS {
        return Err(refuse!(
            invalid("label", "LIMIT_EXCEEDED"),
            "there are {MOST_LABELS} labels between {} and {} already: delete one first",
            ends.from.plural(),
            ends.to.plural()
        ));
    }
    let label = kinds::NewLabel {
        name: &new.name,
        label: &new.label,
        inverse,
    };
    let (there, back) = kinds::define(namespace, &ends.from, &ends.to, &label)?;
    let kind = |type_id, back, label: &str| Kind {
        to: String::new(),
        type_id,
        name: None,
        label: Some(label.to_owned()),
        back,
        is_own: true,
    };
    let mut results = vec![kind(there, back, &new.label)];
    if back != there {
        results.push(kind(back, there, inverse));
    }
    let results = results.iter().map(|kind| described(namespace, kind));
    Answer::ok(&LabelList {
        results: results.collect(),
    })
}

fn update(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, label_writer)?;
    let changed: ChangedLabel = request.read(namespace.profile)?;
    let kind = own(&ends, changed.association_type_id)?;
    check("label", &changed.label)?;
    if let Some(inverse) = &changed.inverse_label {
        check("inverseLabel", inverse)?;
        if kind.back != kind.type_id {
            kinds::rename(namespace, kind.back, inverse)?;
        }
    }
    kinds::rename(namespace, kind.type_id, &changed.label)?;
    Ok(Answer::empty(namespace.status(204)))
}

fn delete(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let ends = Ends::in_path(request, namespace, label_writer)?;
    let text = request.part("associationTypeId");
    let number = text.parse().map_err(|_| {
        refuse!(
            invalid("associationTypeId", "INVALID_INTEGER"),
            "{} is no number of a label: use its typeId",
            quoted(text)
        )
    })?;
    kinds::remove(namespace, own(&ends, number)?)?;
    Ok(Answer::empty(namespace.status(204)))
}

/// A custom label of this account.
fn own(ends: &Ends, number: i64) -> Result<&Kind> {
    let found = ends.kinds.iter().find(|kind| kind.type_id == number);
    match found {
        Some(kind) if kind.is_own && kind.label.is_some() => Ok(kind),
        Some(_) => Err(refuse!(
            invalid("associationTypeId", "INVALID_OPTION"),
            "{number} is the service's own: only a label that the account defined can be \
             changed"
        )),
        None => Err(refuse!(
            not_found("NO_SUCH_LABEL"),
            "there is no label {number} between {} and {}: GET …/labels lists those there are",
            ends.from.plural(),
            ends.to.plural()
        )),
    }
}

fn check(field: &str, text: &str) -> Result<()> {
    let length = text.chars().count();
    if text.trim().is_empty() || length > LONGEST_LABEL {
        return Err(refuse!(
            invalid(field, "INVALID_SIZE"),
            "{field} has {length} characters: use 1 to {LONGEST_LABEL}, which people read"
        ));
    }
    Ok(())
}

/// Source: the service's guide to the labels of associations, read 2026-11.
const MOST_LABELS: i64 = 50;

const LONGEST_LABEL: usize = 100;
