//! `GET`, `POST /crm/v3/properties/{objectType}` and `GET`, `PATCH`, `DELETE
//! /crm/v3/properties/{objectType}/{propertyName}`

use calling_rest::{
    Method,
    properties::{
        NewProperty, PROPERTY_ROUTE, Property, PropertyChange, PropertyList, PropertyOption, ROUTE,
    },
};

use super::{
    access::{schema_reader, schema_writer},
    paging::{Archived, is_archived},
};
use crate::platform::{
    answer::{Answer, Result, quoted, refuse},
    clock::iso,
    endpoint::Endpoint,
    namespace::Namespace,
    records::{
        Schema,
        property::KINDS,
        schema::{is_name, own_property},
    },
    request::Request,
    shape::params,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(Method::Get, ROUTE, list)
        .summary("Tells which properties the records of a type have")
        .at("/crm/v3/properties/2-12345")
        .with_query(&[params::<Archived>])
        .answers::<PropertyList>(),
    Endpoint::with_token(Method::Post, ROUTE, create)
        .summary("Defines a property")
        .example(
            r#"{"fieldType":"select","groupName":"contactinformation",
               "label":"Favourite colour","name":"favourite_colour","options":[{"label":"Green",
               "value":"green"},{"label":"Blue","value":"blue"}],"type":"enumeration"}"#,
        )
        .takes::<NewProperty>()
        .answers::<Property>()
        .vendor(201)
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::with_token(Method::Get, PROPERTY_ROUTE, read)
        .summary("Tells what one property is")
        .with_query(&[params::<Archived>])
        .answers::<Property>(),
    Endpoint::with_token(Method::Patch, PROPERTY_ROUTE, update)
        .summary("Changes the definition of a property of the account's own")
        .at("/crm/v3/properties/contacts/favourite_colour")
        .after("POST /crm/v3/properties/{objectType}")
        .example(r#"{"label":"Address of the ticket"}"#)
        .takes::<PropertyChange>()
        .answers::<Property>(),
    Endpoint::with_token(Method::Delete, PROPERTY_ROUTE, delete)
        .summary("Deletes a property of the account's own, with its values")
        .at("/crm/v3/properties/contacts/favourite_colour")
        .after("POST /crm/v3/properties/{objectType}")
        .vendor(204),
];

fn list(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_reader(request, namespace)?;
    let results = if is_archived(request) {
        schema.archived().cloned().collect()
    } else {
        let properties = schema.properties();
        properties.map(|defined| defined.property.clone()).collect()
    };
    Answer::ok(&PropertyList { results })
}

fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_reader(request, namespace)?;
    let name = request.part("propertyName");
    Answer::ok(find(&schema, name, is_archived(request))?)
}

/// The definition of this name, archived or not.
pub(super) fn find<'a>(schema: &'a Schema, name: &str, is_archived: bool) -> Result<&'a Property> {
    let found = if is_archived {
        schema.archived().find(|property| property.name == name)
    } else {
        schema.property(name).map(|defined| &defined.property)
    };
    found.ok_or_else(|| {
        let plural = schema.plural();
        let deleted = if is_archived { "deleted " } else { "" };
        refuse!(
            not_found("NO_SUCH_PROPERTY"),
            "there is no {deleted}property {} among {plural}: GET /crm/v3/properties/{plural} \
             lists those there are",
            quoted(name)
        )
    })
}

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_writer(request, namespace)?;
    let new: NewProperty = request.read(namespace.profile)?;
    let property = define(namespace, &schema, new)?;
    let place = ["crm", "v3", "properties", schema.plural(), &property.name];
    namespace.created(&place, &property)
}

/// Stores a new definition.
pub(super) fn define(
    namespace: &Namespace<'_>,
    schema: &Schema,
    new: NewProperty,
) -> Result<Property> {
    check(&new)?;
    if schema.property(&new.name).is_some() {
        // Source: reports of the service's own answers, read 2026-11.
        let mut refusal = refuse!(
            new(409, "OBJECT_ALREADY_EXISTS", "PROPERTY_TAKEN"),
            "A property named '{}' already exists.",
            new.name
        );
        refusal.object.sub_category = Some("Properties.PROPERTY_WITH_NAME_EXISTS".into());
        return Err(refusal.about(&[("name", &new.name)]));
    }
    let property = defined(new, &iso(namespace.now_ms));
    schema.define(namespace, &property)?;
    Ok(property)
}

fn update(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_writer(request, namespace)?;
    let name = request.part("propertyName");
    let before = own(&schema, name)?;
    let change: PropertyChange = request.read(namespace.profile)?;
    let kind = change.kind.unwrap_or_else(|| before.kind.clone());
    let options = if kind == before.kind {
        before.options.clone()
    } else {
        Vec::new()
    };
    let new = NewProperty {
        name: before.name.clone(),
        label: change.label.unwrap_or_else(|| before.label.clone()),
        kind,
        field_type: change
            .field_type
            .unwrap_or_else(|| before.field_type.clone()),
        group_name: change
            .group_name
            .unwrap_or_else(|| before.group_name.clone()),
        description: change
            .description
            .or_else(|| Some(before.description.clone())),
        options: change.options.unwrap_or(options),
        has_unique_value: before.has_unique_value,
        hidden: change.hidden.or(before.hidden),
        form_field: change.form_field.or(before.form_field),
        display_order: change.display_order.or(before.display_order),
    };
    check(&new)?;
    let property = Property {
        created_at: before.created_at.clone(),
        ..defined(new, &iso(namespace.now_ms))
    };
    schema.define(namespace, &property)?;
    Answer::ok(&property)
}

fn delete(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_writer(request, namespace)?;
    archive(namespace, &schema, request.part("propertyName"))?;
    Ok(Answer::empty(namespace.status(204)))
}

/// Archives a definition, and deletes the values that records have of it.
pub(super) fn archive(namespace: &Namespace<'_>, schema: &Schema, name: &str) -> Result<()> {
    let property = Property {
        archived: Some(true),
        updated_at: Some(iso(namespace.now_ms)),
        ..own(schema, name)?.clone()
    };
    schema.define(namespace, &property)?;
    schema.forget(namespace, name)?;
    Ok(())
}

/// The definition of this name, if it is the account's own.
fn own<'a>(schema: &'a Schema, name: &str) -> Result<&'a Property> {
    let property = find(schema, name, false)?;
    if property.hubspot_defined == Some(false) {
        return Ok(property);
    }
    Err(refuse!(
        invalid("propertyName", "READ_ONLY_DEFINITION"),
        "{name} is the service's own: only a property that the account defined can be changed \
         or deleted"
    ))
}

fn defined(new: NewProperty, now: &str) -> Property {
    let is_flag = new.kind == "bool" && new.options.is_empty();
    let options = if is_flag { flags() } else { new.options };
    own_property(Property {
        name: new.name,
        label: new.label,
        kind: new.kind,
        field_type: new.field_type,
        group_name: new.group_name,
        description: new.description.unwrap_or_default(),
        options,
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

/// Refuses an unusable name of a property or a group, and an empty text.
pub(super) fn check_words(what: &str, name: &str, texts: &[(&str, &str)]) -> Result<()> {
    if !is_name(name) {
        return Err(refuse!(
            invalid("name", "INVALID_NAME"),
            "{} cannot name a {what}: use small letters, digits and underscores, a letter \
             first, and 100 at most",
            quoted(name)
        ));
    }
    match texts.iter().find(|(_, text)| text.trim().is_empty()) {
        None => Ok(()),
        Some((field, _)) => Err(refuse!(
            invalid(field, "EMPTY"),
            "{field} is empty: add a text that people see"
        )),
    }
}

fn check(new: &NewProperty) -> Result<()> {
    let texts = [("label", &*new.label), ("groupName", &*new.group_name)];
    check_words("property", &new.name, &texts)?;
    for (field, what, value, known) in [
        ("type", "property", &new.kind, KINDS.as_slice()),
        (
            "fieldType",
            "field",
            &new.field_type,
            FIELD_TYPES.as_slice(),
        ),
    ] {
        if !known.contains(&&**value) {
            return Err(refuse!(
                invalid(field, "INVALID_OPTION"),
                "{} is no type of a {what}: use one of {}",
                quoted(value),
                known.join(", ")
            ));
        }
    }
    let has_options = !new.options.is_empty();
    match &*new.kind {
        "enumeration" if !has_options => Err(refuse!(
            invalid("options", "MISSING_FIELD"),
            "options is missing: add the values of the enumeration, each with a label"
        )),
        "enumeration" | "bool" => Ok(()),
        kind if has_options => Err(refuse!(
            invalid("options", "INVALID_OPTION"),
            "options belong to an enumeration, and the type is {kind}: leave them out"
        )),
        _ => Ok(()),
    }
}

/// The form field of a property. Source: the service's guide to properties, read 2026-11.
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
