//! `POST /crm/v3/properties/{objectType}/batch/create`, `/read` and `/archive`
//!
//! Reading and creating are per input; archiving is all or nothing.

use calling_rest::{
    Method,
    object_batch::BatchOutcome,
    properties::Property,
    property_batch::{
        ARCHIVE_ROUTE, ArchiveProperties, CREATE_ROUTE, CreateProperties, READ_ROUTE,
        ReadDefinitions,
    },
};

use super::{
    access::{schema_reader, schema_writer},
    batch::{MOST_INPUTS, all, answer, check_count, failed},
    properties::{archive, define, find},
};
use crate::platform::{
    answer::{Answer, Result},
    endpoint::Endpoint,
    namespace::Namespace,
    records::Schema,
    request::Request,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(Method::Post, CREATE_ROUTE, create)
        .summary("Defines up to 100 properties, each by itself")
        .at("/crm/v3/properties/calls/batch/create")
        .example(
            r#"{"inputs":[{"fieldType":"text","groupName":"call","label":"Ticket",
               "name":"ticket_url","type":"string"}]}"#,
        )
        .takes::<CreateProperties>()
        .answers::<BatchOutcome<Property>>()
        .vendor(201)
        .in_part(),
    Endpoint::with_token(Method::Post, READ_ROUTE, read)
        .summary("Tells what up to 100 properties are; those that are not there are in errors")
        .at("/crm/v3/properties/calls/batch/read")
        .example(r#"{"archived":false,"inputs":[{"name":"hs_call_title"}]}"#)
        .takes::<ReadDefinitions>()
        .answers::<BatchOutcome<Property>>()
        .in_part(),
    Endpoint::with_token(Method::Post, ARCHIVE_ROUTE, delete)
        .summary("Deletes up to 100 properties of the account's own, all or none")
        .at("/crm/v3/properties/calls/batch/archive")
        .after("POST /crm/v3/properties/{objectType}/batch/create")
        .example(r#"{"inputs":[{"name":"ticket_url"}]}"#)
        .takes::<ArchiveProperties>()
        .vendor(204),
];

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_writer(request, namespace)?;
    let CreateProperties { inputs } = request.read(namespace.profile)?;
    check_count(inputs.len(), MOST_INPUTS)?;
    let mut outcome = BatchOutcome::default();
    for new in inputs {
        // An earlier input may have defined the same name.
        let schema = Schema::named(namespace, &schema.type_id)?;
        note(&mut outcome, define(namespace, &schema, new))?;
    }
    answer(namespace, 201, outcome)
}

fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_reader(request, namespace)?;
    let ReadDefinitions { archived, inputs } = request.read(namespace.profile)?;
    check_count(inputs.len(), MOST_INPUTS)?;
    let mut outcome = BatchOutcome::default();
    for input in inputs {
        note(&mut outcome, find(&schema, &input.name, archived).cloned())?;
    }
    answer(namespace, 200, outcome)
}

fn delete(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_writer(request, namespace)?;
    let ArchiveProperties { inputs } = request.read(namespace.profile)?;
    check_count(inputs.len(), MOST_INPUTS)?;
    all(namespace, &inputs, |input| {
        archive(namespace, &schema, &input.name)
    })
}

fn note(outcome: &mut BatchOutcome<Property>, done: Result<Property>) -> Result<()> {
    match done {
        Ok(property) => outcome.results.push(property),
        Err(refusal) if refusal.status < 500 => outcome.errors.push(failed(refusal)),
        Err(refusal) => return Err(refusal),
    }
    Ok(())
}
