//! `POST /crm/v3/properties/{objectType}/batch/create`, `/read` and `/archive`
//!
//! Reading and creating are per input; archiving is all or nothing.

use calling_rest::{
    Method,
    object_batch::{BatchOutcome, Inputs},
    properties::{NewProperty, Property},
    property_batch::{ARCHIVE_ROUTE, CREATE_ROUTE, PropertyName, READ_ROUTE, ReadDefinitions},
};

use super::{
    access::{schema_reader, schema_writer},
    batch::{CREATED, MOST_INPUTS, PARTIAL, all, check_count, each_by_itself, inputs},
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
        .takes::<Inputs<NewProperty>>()
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
        .takes::<Inputs<PropertyName>>()
        .vendor(204),
];

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_writer(request, namespace)?;
    let inputs: Vec<NewProperty> = inputs(request, namespace, MOST_INPUTS)?;
    each_by_itself(namespace, inputs, CREATED, |new| {
        // An earlier input may have defined the same name.
        let schema = Schema::named(namespace, &schema.type_id)?;
        Ok(vec![define(namespace, &schema, new)?])
    })
}

fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_reader(request, namespace)?;
    let ReadDefinitions { archived, inputs } = request.read(namespace.profile)?;
    check_count(inputs.len(), MOST_INPUTS)?;
    each_by_itself(namespace, inputs, PARTIAL, |input| {
        Ok(vec![find(&schema, &input.name, archived)?.clone()])
    })
}

fn delete(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_writer(request, namespace)?;
    let inputs: Vec<PropertyName> = inputs(request, namespace, MOST_INPUTS)?;
    all(namespace, &inputs, |input| {
        archive(namespace, &schema, &input.name)
    })
}
