//! `GET`, `POST /crm/v3/properties/{objectType}/groups` and `GET
//! /crm/v3/properties/{objectType}/groups/{groupName}`
//!
//! A group exists once it is made, or a property names it.

use std::collections::BTreeMap;

use calling_rest::{
    Method,
    property_groups::{GROUP_ROUTE, NewPropertyGroup, PropertyGroup, PropertyGroupList, ROUTE},
};

use super::{
    access::{schema_reader, schema_writer},
    properties::check_words,
};
use crate::{
    platform::{
        answer::{Answer, Result, quoted, refuse},
        endpoint::Endpoint,
        namespace::Namespace,
        records::Schema,
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
];

fn list(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_reader(request, namespace)?;
    let results = all(namespace, &schema)?.into_values().collect();
    Answer::ok(&PropertyGroupList { results })
}

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = schema_writer(request, namespace)?;
    let new: NewPropertyGroup = request.read(namespace.profile)?;
    check_words("group", &new.name, &[("label", &new.label)])?;
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
            "there are {MOST_GROUPS} groups among {} already: use one of them",
            schema.plural()
        ));
    }
    let group = PropertyGroup {
        name: new.name,
        label: new.label,
        display_order: new.display_order.unwrap_or(LAST),
        archived: false,
    };
    namespace.run(
        "INSERT INTO property_group (ns, type, name, body) VALUES (?1, ?2, ?3, ?4)",
        &[&schema.type_id, &group.name, &Json(&group)],
    )?;
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
    let name = request.part("groupName");
    let group = all(namespace, &schema)?.remove(name).ok_or_else(|| {
        let plural = schema.plural();
        refuse!(
            not_found("NO_SUCH_GROUP"),
            "there is no group {} among those of {plural}: GET \
             /crm/v3/properties/{plural}/groups lists those there are",
            quoted(name)
        )
    })?;
    Answer::ok(&group)
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

/// The default display order.
const LAST: i64 = -1;

/// More than any account has.
const MOST_GROUPS: usize = 1000;
