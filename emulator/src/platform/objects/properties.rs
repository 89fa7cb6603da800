//! `GET`, `POST /crm/v3/properties/{objectType}` and
//! `GET /crm/v3/properties/{objectType}/{propertyName}`

use calling_rest::{
    Method,
    properties::{NewProperty, PROPERTY_ROUTE, Property, PropertyList, PropertyOption, ROUTE},
};

use super::access::{schema_reader, schema_writer};
use crate::platform::{
    answer::{Answer, Refusal, Result, quoted},
    clock::iso,
    endpoint::{AnswerBody, Endpoint, RequestBody},
    namespace::Namespace,
    records::{
        property::KINDS,
        schema::{is_name, own_property},
    },
    request::Request,
    shape::shape,
};

/// The endpoints of this module.
pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(Method::Get, ROUTE, list)
        .summary("Tells which properties the records of a type have")
        .answers(AnswerBody::Of(shape::<PropertyList>())),
    Endpoint::with_token(Method::Post, ROUTE, create)
        .summary("Defines a property")
        .takes(RequestBody::Body(shape::<NewProperty>()))
        .answers(AnswerBody::Of(shape::<Property>()))
        .vendor(201)
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::with_token(Method::Get, PROPERTY_ROUTE, read)
        .summary("Tells what one property is")
        .answers(AnswerBody::Of(shape::<Property>())),
];

/// Lists the properties of a type's records.
pub(crate) fn list(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_reader(request, namespace)?;
    let properties = schema.properties();
    let results = properties.map(|defined| defined.property.clone()).collect();
    Answer::json(200, &PropertyList { results })
}

/// Reads one property.
pub(crate) fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_reader(request, namespace)?;
    let name = request.part("propertyName");
    let plural = schema.plural();
    let defined = schema.property(name).ok_or_else(|| {
        Refusal::not_found(
            "NO_SUCH_PROPERTY",
            format!(
                "there is no property {} among {plural}: GET /crm/v3/properties/{plural} lists \
                 those there are",
                quoted(name)
            ),
        )
    })?;
    Answer::json(200, &defined.property)
}

/// Defines a property.
pub(crate) fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_writer(request, namespace)?;
    let new: NewProperty = request.read(namespace.profile)?;
    check(&new)?;
    if schema.property(&new.name).is_some() {
        let plural = schema.plural();
        return Err(Refusal::new(
            409,
            "CONFLICT",
            "PROPERTY_TAKEN",
            format!(
                "A property with the name {} exists among {plural} already: use it, or another \
                 name",
                new.name
            ),
        ));
    }
    let property = defined(new, &iso(namespace.now_ms));
    schema.define(namespace.data, namespace.name, &property)?;
    let place = ["crm", "v3", "properties", schema.plural(), &property.name];
    namespace.created(&place, &property)
}

fn defined(new: NewProperty, now: &str) -> Property {
    let is_flag = new.kind == "bool" && new.options.is_empty();
    let options = if is_flag { flags() } else { new.options };
    let ordered = options.into_iter().zip(0..);
    own_property(Property {
        name: new.name,
        label: new.label,
        kind: new.kind,
        field_type: new.field_type,
        group_name: new.group_name,
        description: new.description.unwrap_or_default(),
        options: ordered
            .map(|(option, place)| PropertyOption {
                display_order: option.display_order.or(Some(place)),
                ..option
            })
            .collect(),
        has_unique_value: new.has_unique_value,
        hidden: new.hidden,
        form_field: new.form_field,
        display_order: new.display_order,
        created_at: Some(now.to_owned()),
        updated_at: Some(now.to_owned()),
        ..Property::default()
    })
}

fn flags() -> Vec<PropertyOption> {
    let flag = |value: &str, label: &str| PropertyOption {
        label: label.to_owned(),
        value: value.to_owned(),
        ..PropertyOption::default()
    };
    vec![flag("true", "Yes"), flag("false", "No")]
}

fn check(new: &NewProperty) -> Result<()> {
    let wrong =
        |field: &str, code: &str, message: String| Err(Refusal::invalid(field, code, message));
    if !is_name(&new.name) {
        return wrong(
            "name",
            "INVALID_NAME",
            format!(
                "{} cannot name a property: use small letters, digits and underscores, a letter \
                 first, and 100 at most",
                quoted(&new.name)
            ),
        );
    }
    for (field, text) in [("label", &new.label), ("groupName", &new.group_name)] {
        if text.trim().is_empty() {
            return wrong(
                field,
                "EMPTY",
                format!("{field} is empty: add a text that people see"),
            );
        }
    }
    if !KINDS.contains(&&*new.kind) {
        return wrong(
            "type",
            "INVALID_OPTION",
            format!(
                "{} is no type of a property: use one of {}",
                quoted(&new.kind),
                KINDS.join(", ")
            ),
        );
    }
    if !FIELD_TYPES.contains(&&*new.field_type) {
        return wrong(
            "fieldType",
            "INVALID_OPTION",
            format!(
                "{} is no type of a field: use one of {}",
                quoted(&new.field_type),
                FIELD_TYPES.join(", ")
            ),
        );
    }
    let has_options = !new.options.is_empty();
    match &*new.kind {
        "enumeration" if !has_options => wrong(
            "options",
            "MISSING_FIELD",
            "options is missing: add the values of the enumeration, each with a label".to_owned(),
        ),
        "enumeration" | "bool" => Ok(()),
        kind if has_options => wrong(
            "options",
            "INVALID_OPTION",
            format!("options belong to an enumeration, and the type is {kind}: leave them out"),
        ),
        _ => Ok(()),
    }
}

/// How a property may be edited. Source: the service's guide to properties, read 2026-11.
const FIELD_TYPES: [&str; 11] = [
    "booleancheckbox",
    "checkbox",
    "date",
    "file",
    "html",
    "number",
    "phonenumber",
    "radio",
    "select",
    "text",
    "textarea",
];
