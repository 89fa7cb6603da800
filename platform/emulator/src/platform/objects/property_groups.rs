//! `GET`, `POST /crm/v3/properties/{objectType}/groups` and `GET`, `PATCH`, `DELETE
//! /crm/v3/properties/{objectType}/groups/{groupName}`
//!
//! A group exists once a property names it.

use std::collections::BTreeMap;

use calling_rest::{
    Method,
    property_groups::{
        GROUP_ROUTE, NewPropertyGroup, PropertyGroup, PropertyGroupChange, PropertyGroupList, ROUTE,
    },
};

use super::access::{schema_reader, schema_writer};
use crate::{
    platform::{
        answer::{Answer, Result, quoted, refuse},
        endpoint::Endpoint,
        namespace::Namespace,
        records::{Schema, schema::is_name},
        request::Request,
    },
    store::Json,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(Method::Get, ROUTE, list)
        .summary("Lists the groups that properties of a type are shown in")
        .at("/crm/v3/properties/calls/groups")
        .answers::<PropertyGroupList>(),
    Endpoint::with_token(Method::Post, ROUTE, create)
        .summary("Makes a group of properties")
        .at("/crm/v3/properties/calls/groups")
        .example(r#"{"displayOrder":1,"label":"Phone","name":"phone"}"#)
        .takes::<NewPropertyGroup>()
        .answers::<PropertyGroup>()
        .vendor(201)
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::with_token(Method::Get, GROUP_ROUTE, read)
        .summary("Reads a group of properties")
        .answers::<PropertyGroup>(),
    Endpoint::with_token(Method::Patch, GROUP_ROUTE, update)
        .summary("Changes the label or the place of a group of the account's own")
        .at("/crm/v3/properties/calls/groups/phone")
        .after("POST /crm/v3/properties/{objectType}/groups")
        .example(r#"{"label":"Telephone"}"#)
        .takes::<PropertyGroupChange>()
        .answers::<PropertyGroup>(),
    Endpoint::with_token(Method::Delete, GROUP_ROUTE, delete)
        .summary("Deletes a group of the account's own that no property is in")
        .at("/crm/v3/properties/calls/groups/phone")
        .after("POST /crm/v3/properties/{objectType}/groups")
        .vendor(204),
];

fn list(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_reader(request, namespace)?;
    let results = all(namespace, &schema)?.into_values().collect();
    Answer::ok(&PropertyGroupList { results })
}

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_writer(request, namespace)?;
    let new: NewPropertyGroup = request.read(namespace.profile)?;
    if !is_name(&new.name) {
        return Err(refuse!(
            invalid("name", "INVALID_NAME"),
            "{} cannot name a group: use small letters, digits and underscores, a letter \
             first, and 100 at most",
            quoted(&new.name)
        ));
    }
    check_label(&new.label)?;
    let groups = all(namespace, &schema)?;
    if groups.contains_key(&new.name) {
        return Err(refuse!(
            new(409, "CONFLICT", "GROUP_TAKEN"),
            "a group with the name {} is among those of {} already: use it, or another name",
            new.name,
            schema.plural()
        ));
    }
    if groups.len() >= MOST_GROUPS {
        return Err(refuse!(
            invalid("name", "LIMIT_EXCEEDED"),
            "there are {MOST_GROUPS} groups among {} already: delete one first",
            schema.plural()
        ));
    }
    let group = PropertyGroup {
        name: new.name,
        label: new.label,
        display_order: new.display_order.unwrap_or(LAST),
        archived: false,
    };
    put(namespace, &schema, &group)?;
    let place = [
        "crm",
        "v3",
        "properties",
        schema.plural(),
        "groups",
        &group.name,
    ];
    namespace.created(&place, &group)
}

fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_reader(request, namespace)?;
    Answer::ok(&find(request, namespace, &schema)?)
}

fn update(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_writer(request, namespace)?;
    let group = own(request, namespace, &schema)?;
    let change: PropertyGroupChange = request.read(namespace.profile)?;
    let group = PropertyGroup {
        label: change.label.unwrap_or(group.label),
        display_order: change.display_order.unwrap_or(group.display_order),
        ..group
    };
    check_label(&group.label)?;
    put(namespace, &schema, &group)?;
    Answer::ok(&group)
}

fn delete(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_writer(request, namespace)?;
    let group = own(request, namespace, &schema)?;
    let mut properties = schema.properties();
    if let Some(one) = properties.find(|one| one.property.group_name == group.name) {
        return Err(refuse!(
            invalid("groupName", "GROUP_IN_USE"),
            "the property {} is in the group {}: give it another group, or delete it first",
            one.property.name,
            group.name
        ));
    }
    let delete = "DELETE FROM property_group WHERE ns = ?1 AND type = ?2 AND name = ?3";
    namespace.run(delete, &[&schema.type_id, &group.name])?;
    Ok(Answer::empty(namespace.status(204)))
}

fn find(request: &Request, namespace: &Namespace<'_>, schema: &Schema) -> Result<PropertyGroup> {
    let name = request.part("groupName");
    all(namespace, schema)?.remove(name).ok_or_else(|| {
        let plural = schema.plural();
        refuse!(
            not_found("NO_SUCH_GROUP"),
            "there is no group {} among those of {plural}: GET \
             /crm/v3/properties/{plural}/groups lists those there are",
            quoted(name)
        )
    })
}

/// The group in the path, if it is the account's own.
fn own(request: &Request, namespace: &Namespace<'_>, schema: &Schema) -> Result<PropertyGroup> {
    let group = find(request, namespace, schema)?;
    if !is_of_service(schema, &group.name) {
        return Ok(group);
    }
    Err(refuse!(
        invalid("groupName", "READ_ONLY_DEFINITION"),
        "{} is the service's own: only a group that the account made can be changed or deleted",
        group.name
    ))
}

fn is_of_service(schema: &Schema, name: &str) -> bool {
    let mut service = schema.kind.properties().values();
    name == schema.kind.group || service.any(|one| one.property.group_name == name)
}

/// Built-in and custom groups, by name.
fn all(namespace: &Namespace<'_>, schema: &Schema) -> Result<BTreeMap<String, PropertyGroup>> {
    let named = schema.properties().map(|one| &one.property.group_name);
    let mut groups: BTreeMap<String, PropertyGroup> = named
        .map(|name| {
            let group = PropertyGroup {
                name: name.clone(),
                label: label(schema, name),
                display_order: LAST,
                archived: false,
            };
            (name.clone(), group)
        })
        .collect();
    let query = "SELECT name, body FROM property_group WHERE ns = ?1 AND type = ?2";
    let made: Vec<(String, PropertyGroup)> = namespace.all(query, &[&schema.type_id], |row| {
        Ok((row.get(0)?, row.get::<_, Json<_>>(1)?.0))
    })?;
    groups.extend(made);
    Ok(groups)
}

fn put(namespace: &Namespace<'_>, schema: &Schema, group: &PropertyGroup) -> Result<()> {
    namespace.run(
        "INSERT OR REPLACE INTO property_group (ns, type, name, body) VALUES (?1, ?2, ?3, ?4)",
        &[&schema.type_id, &group.name, &Json(group)],
    )?;
    Ok(())
}

/// The default label of a group: `emailinformation` is `Email information`.
fn label(schema: &Schema, name: &str) -> String {
    if name == schema.kind.group {
        return format!("{} information", schema.kind.label);
    }
    let words = name.replace('_', " ");
    let words = match words.strip_suffix("information") {
        Some(first) if !first.is_empty() => format!("{first} information"),
        _ => words,
    };
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => words,
    }
}

fn check_label(label: &str) -> Result<()> {
    if label.trim().is_empty() {
        return Err(refuse!(
            invalid("label", "EMPTY"),
            "label is empty: add a text that people see"
        ));
    }
    Ok(())
}

/// The default display order.
const LAST: i64 = -1;

/// More than any account has.
const MOST_GROUPS: usize = 1000;
