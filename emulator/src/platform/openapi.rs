//! The OpenAPI document, and its page.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, schema::Schema};

use super::{
    definition::{Access, Content, DEFINITIONS, Definition, Field, Kind, Request},
    guard::{CONTROL_HEADER, Exposure},
    pages::{self, escaped},
    shape::Shape,
};
use crate::Profile;

/// The document of everything that is served in a profile.
pub(crate) fn document(profile: Profile) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for definition in DEFINITIONS {
        let path = paths
            .entry(definition.route)
            .or_insert_with(|| Value::Object(Map::new()));
        if let Some(operations) = path.as_object_mut() {
            operations.insert(
                definition.method.as_str().to_lowercase(),
                operation(definition, profile),
            );
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Emulator of the calling platform",
            "version": env!("CARGO_PKG_VERSION"),
        },
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "securitySchemes": {
                "developerKey": { "type": "apiKey", "in": "query", "name": "hapikey" },
                "bearer": { "type": "http", "scheme": "bearer" },
                "control": { "type": "apiKey", "in": "header", "name": CONTROL_HEADER },
            },
        },
    })
}

/// The schemas that are referred to, by name.
fn schemas() -> Value {
    let mut named: BTreeMap<String, RefOr<Schema>> = BTreeMap::new();
    for shape in DEFINITIONS.iter().flat_map(shapes) {
        shape.add_to(&mut named);
    }
    let mut schemas = json!(named);
    if let Some(schemas) = schemas.as_object_mut() {
        schemas.insert("Error".to_owned(), error_schema());
    }
    schemas
}

fn shapes(definition: &Definition) -> impl Iterator<Item = Shape> {
    let request = match definition.request {
        Request::Body(shape) => Some(shape),
        _ => None,
    };
    let answer = match definition.answer {
        Content::Of(shape) => Some(shape),
        _ => None,
    };
    request.into_iter().chain(answer)
}

fn operation(definition: &Definition, profile: Profile) -> Value {
    let mut operation = Map::from_iter([("summary".to_owned(), Value::from(definition.summary))]);
    let mut set = |name: &str, value: Value| operation.insert(name.to_owned(), value);
    let mut parameters: Vec<Value> = definition
        .route
        .split(['{', '}'])
        .skip(1)
        .step_by(2)
        .map(path_parameter)
        .collect();
    parameters.extend(definition.query.iter().map(query_parameter));
    let mut body = None;
    match definition.request {
        Request::None => {}
        Request::Query(fields) => parameters.extend(fields.iter().map(query_parameter)),
        Request::Form(fields) => {
            body = Some((
                "application/x-www-form-urlencoded",
                object(fields, false),
                true,
            ));
        }
        Request::Body(shape) => {
            body = Some(("application/json", json!(shape.reference()), true));
        }
        Request::Json { fields, is_change } => {
            // A control path takes no body for an empty one.
            let is_required = !(is_change && definition.exposure == Exposure::Control);
            body = Some(("application/json", object(fields, is_change), is_required));
        }
    }
    if let Some((media, schema, is_required)) = body {
        set(
            "requestBody",
            json!({ "required": is_required, "content": { media: { "schema": schema } } }),
        );
    }
    if !parameters.is_empty() {
        set("parameters", parameters.into());
    }
    let security = match definition.access {
        Access::KeyOrToken => Some(json!([{ "developerKey": [] }, { "bearer": [] }])),
        Access::Token => Some(json!([{ "bearer": [] }])),
        Access::Free if definition.exposure == Exposure::Control => {
            Some(json!([{ "control": [] }]))
        }
        Access::Free => None,
    };
    if let Some(security) = security {
        set("security", security);
    }
    set("responses", responses(definition, profile));
    Value::Object(operation)
}

fn responses(definition: &Definition, profile: Profile) -> Value {
    let success = match profile {
        Profile::Spec => 200,
        Profile::Vendor => definition.vendor_status,
    };
    let mut responses = Map::new();
    let mut add = |status: &str, description: &str, media: Option<(&str, Value)>| {
        let content = media.map(|(media, schema)| json!({ media: { "schema": schema } }));
        let response = match content {
            Some(content) => json!({ "description": description, "content": content }),
            None => json!({ "description": description }),
        };
        responses.insert(status.to_owned(), response);
    };
    let page = || Some(("text/html", json!({ "type": "string" })));
    let mut add_json = |schema: Value| {
        if definition.is_in_part && profile == Profile::Vendor {
            add(
                "207",
                "Done in part",
                Some(("application/json", schema.clone())),
            );
        }
        add(
            &success.to_string(),
            "Done",
            Some(("application/json", schema)),
        );
    };
    match definition.answer {
        Content::Empty => add(&success.to_string(), "Done", None),
        Content::Of(shape) => add_json(json!(shape.reference())),
        Content::Json(fields) => add_json(object(fields, false)),
        Content::Page => add("200", "A page", page()),
        Content::Redirect => {
            add("200", "A page, after Cancel", page());
            add("303", "Back to the app", None);
        }
    }
    let is_for_people = matches!(definition.answer, Content::Page | Content::Redirect);
    let error = || json!({ "$ref": "#/components/schemas/Error" });
    for status in definition.refusals {
        let media = if is_for_people && matches!(status, 400 | 404) {
            page()
        } else {
            Some(("application/json", error()))
        };
        add(&status.to_string(), "Refused", media);
    }
    add("default", "Refused", Some(("application/json", error())));
    Value::Object(responses)
}

fn path_parameter(name: &str) -> Value {
    let schema = if name == "appId" {
        json!({ "type": "integer", "format": "int32" })
    } else {
        json!({ "type": "string" })
    };
    json!({ "name": name, "in": "path", "required": true, "schema": schema })
}

fn query_parameter(field: &Field) -> Value {
    json!({
        "name": field.name, "in": "query", "required": field.is_required,
        "description": field.meaning, "schema": schema(field.kind),
    })
}

fn object(fields: &[Field], is_change: bool) -> Value {
    let properties: Map<String, Value> = fields
        .iter()
        .map(|field| {
            let mut schema = schema(field.kind);
            if let Some(schema) = schema.as_object_mut() {
                schema.insert("description".to_owned(), field.meaning.into());
            }
            (field.name.to_owned(), schema)
        })
        .collect();
    let required: Vec<&str> = fields
        .iter()
        .filter(|field| field.is_required && !is_change)
        .map(|field| field.name)
        .collect();
    // An empty list of required fields is not allowed.
    if required.is_empty() {
        return json!({ "type": "object", "properties": properties });
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

fn schema(kind: Kind) -> Value {
    match kind {
        Kind::Text => json!({ "type": "string" }),
        Kind::Int32 => json!({ "type": "integer", "format": "int32" }),
        Kind::Int64 => json!({ "type": "integer", "format": "int64" }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::DateTime => json!({ "type": "string", "format": "date-time" }),
        Kind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::Numbers => {
            json!({ "type": "array", "items": { "type": "integer", "format": "int64" } })
        }
        Kind::TextMap => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        Kind::UnsetTextMap => {
            json!({ "type": "object", "additionalProperties": { "type": ["string", "null"] } })
        }
        Kind::Objects => json!({ "type": "array", "items": { "type": "object" } }),
        Kind::Object(fields) => object(fields, false),
        Kind::List(fields) => json!({ "type": "array", "items": object(fields, false) }),
        Kind::Scalars => json!({ "type": "object", "additionalProperties": {
            "not": { "anyOf": [{ "type": "array" }, { "type": "object" }] },
        } }),
        Kind::Map => json!({ "type": "object", "additionalProperties": { "type": "object" } }),
        Kind::Unset(kind) => {
            let mut schema = schema(*kind);
            if let Some(of) = schema.get_mut("type") {
                *of = json!([of.take(), "null"]);
            }
            schema
        }
        Kind::Identifier => {
            json!({ "anyOf": [schema(Kind::Text), schema(Kind::Int64)] })
        }
        Kind::AnyMap => json!({ "type": "object" }),
        Kind::Lists => json!({ "type": "object", "additionalProperties": schema(Kind::Objects) }),
        Kind::OneOf(texts) => json!({ "type": "string", "enum": texts }),
        Kind::Anything => json!({}),
        Kind::Range(low, high) => json!({ "type": "integer", "minimum": low, "maximum": high }),
    }
}

/// Every field of the error object and of the thinner bodies; none is in all.
fn error_schema() -> Value {
    let text = || json!({ "type": "string" });
    let context = || json!({ "type": "object", "additionalProperties": schema(Kind::Texts) });
    json!({
        "type": "object",
        "required": ["status", "message", "correlationId"],
        "properties": {
            "status": text(), "message": text(), "category": text(), "subCategory": text(),
            "correlationId": { "type": "string", "format": "uuid" },
            "context": context(),
            "links": schema(Kind::TextMap),
            "errors": { "type": "array", "items": { "type": "object", "properties": {
                "message": text(), "code": text(), "in": text(), "subCategory": text(),
                "context": context(),
            } } },
            "errorType": text(), "policyName": text(), "groupName": text(),
            "error": text(), "error_description": text(),
        },
    })
}

/// The document as a page.
pub(crate) fn page(profile: Profile) -> String {
    let sections: String = DEFINITIONS
        .iter()
        .map(|one| section(one, profile))
        .collect();
    pages::page(
        "Emulator",
        &format!(
            "<p>Profile <code>{}</code>. As data: <a href=\"openapi.json\">openapi.json</a>. \
             <a href=\"log\">The last requests</a>.</p>{sections}",
            profile.as_str()
        ),
    )
}

fn section(definition: &Definition, profile: Profile) -> String {
    let success = match (definition.answer, profile) {
        (Content::Redirect, _) => 303,
        (_, Profile::Spec) => 200,
        (_, Profile::Vendor) => definition.vendor_status,
    };
    let request = match definition.request {
        Request::None => String::new(),
        Request::Query(fields) => table("Query", fields, false),
        Request::Form(fields) => table("Form", fields, false),
        Request::Body(shape) => typed_table("JSON", shape),
        Request::Json { fields, is_change } => table("JSON", fields, is_change),
    };
    let answer = match definition.answer {
        Content::Of(shape) => typed_table("Answer", shape),
        Content::Json(fields) => table("Answer", fields, false),
        Content::Empty | Content::Page | Content::Redirect => String::new(),
    };
    format!(
        "<h2><code>{} {}</code></h2><p>{}. Success is {success}.</p>{}{}{}",
        definition.method.as_str(),
        escaped(definition.route),
        escaped(definition.summary),
        table("Query", definition.query, false),
        request,
        answer
    )
}

fn typed_table(title: &str, shape: Shape) -> String {
    let mut named = BTreeMap::new();
    shape.add_to(&mut named);
    let mut found = Vec::new();
    gather(&json!(named), &json!(shape.reference()), &mut found);
    let fields = found
        .iter()
        .map(|(name, is_required, meaning)| (name.as_str(), *is_required, meaning.as_str()));
    rows(title, fields)
}

/// The fields of a schema: name, whether it is required, meaning.
fn gather(named: &Value, schema: &Value, found: &mut Vec<(String, bool, String)>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        gather(named, &named[name], found);
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        gather(named, part, found);
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let required = schema["required"].as_array();
        let is_required = required.is_some_and(|names| names.iter().any(|one| one == name));
        let meaning = field["description"].as_str().unwrap_or_default();
        found.push((name.clone(), is_required, meaning.to_owned()));
    }
}

fn table(title: &str, fields: &[Field], is_change: bool) -> String {
    rows(
        title,
        fields
            .iter()
            .map(|field| (field.name, field.is_required && !is_change, field.meaning)),
    )
}

fn rows<'a>(title: &str, fields: impl Iterator<Item = (&'a str, bool, &'a str)>) -> String {
    let rows: String = fields
        .map(|(name, is_required, meaning)| {
            format!(
                "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
                escaped(name),
                if is_required { "required" } else { "" },
                escaped(meaning)
            )
        })
        .collect();
    if rows.is_empty() {
        return rows;
    }
    format!("<table><tr><th>{title}</th><th></th><th></th></tr>{rows}</table>")
}
