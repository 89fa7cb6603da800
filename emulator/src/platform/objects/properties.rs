//! `GET`, `POST /crm/v3/properties/{objectType}` and
//! `GET /crm/v3/properties/{objectType}/{propertyName}`

use calling_rest::properties::{NewProperty, Property, PropertyList, PropertyOption};

use super::{
    access::{schema_reader, schema_writer},
    schema::{is_name, own_property},
    types::KINDS,
};
use crate::platform::{
    answer::{Answer, Refusal, quoted},
    call::{Call, Space, iso},
};

/// Tells which properties a type's records have.
pub(crate) fn list(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, _) = schema_reader(call, space)?;
    let properties = schema.properties();
    let results = properties.map(|defined| defined.property.clone()).collect();
    Answer::json(200, &PropertyList { results })
}

/// Tells what one property is.
pub(crate) fn read(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, _) = schema_reader(call, space)?;
    let name = call.part("propertyName");
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
pub(crate) fn create(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (schema, _) = schema_writer(call, space)?;
    let given: NewProperty = call.read(space.profile)?;
    check(&given)?;
    if schema.property(&given.name).is_some() {
        let plural = schema.plural();
        return Err(Refusal::new(
            409,
            "CONFLICT",
            "PROPERTY_TAKEN",
            format!(
                "A property with the name {} exists among {plural} already: use it, or another \
                 name",
                given.name
            ),
        ));
    }
    let property = defined(given, &iso(space.now_ms));
    schema.define(space.data, space.name, &property)?;
    Answer::json(space.status(201), &property)
}

fn defined(given: NewProperty, now: &str) -> Property {
    let is_flag = given.kind == "bool" && given.options.is_empty();
    let options = if is_flag { flags() } else { given.options };
    let ordered = options.into_iter().zip(0..);
    own_property(Property {
        name: given.name,
        label: given.label,
        kind: given.kind,
        field_type: given.field_type,
        group_name: given.group_name,
        description: given.description.unwrap_or_default(),
        options: ordered
            .map(|(option, place)| PropertyOption {
                display_order: option.display_order.or(Some(place)),
                ..option
            })
            .collect(),
        has_unique_value: given.has_unique_value,
        hidden: given.hidden,
        form_field: given.form_field,
        display_order: given.display_order,
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

fn check(given: &NewProperty) -> Result<(), Refusal> {
    let wrong =
        |field: &str, code: &str, message: String| Err(Refusal::invalid(field, code, message));
    if !is_name(&given.name) {
        return wrong(
            "name",
            "INVALID_NAME",
            format!(
                "{} cannot name a property: use small letters, digits and underscores, a letter \
                 first, and 100 at most",
                quoted(&given.name)
            ),
        );
    }
    for (field, text) in [("label", &given.label), ("groupName", &given.group_name)] {
        if text.trim().is_empty() {
            return wrong(
                field,
                "EMPTY",
                format!("{field} is empty: add a text that people see"),
            );
        }
    }
    if !KINDS.contains(&&*given.kind) {
        return wrong(
            "type",
            "INVALID_OPTION",
            format!(
                "{} is no type of a property: use one of {}",
                quoted(&given.kind),
                KINDS.join(", ")
            ),
        );
    }
    if !FIELD_TYPES.contains(&&*given.field_type) {
        return wrong(
            "fieldType",
            "INVALID_OPTION",
            format!(
                "{} is no type of a field: use one of {}",
                quoted(&given.field_type),
                FIELD_TYPES.join(", ")
            ),
        );
    }
    let has_options = !given.options.is_empty();
    match &*given.kind {
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
