//! Validates requests and answers by the OpenAPI document.

use std::cell::RefCell;

use boon::{Compiler, Draft, Schemas};
use serde_json::{Map, Value, json};

use super::{Fixture, Reply};

/// The document of a platform.
pub(crate) struct Document {
    pub(crate) value: Value,
    validator: RefCell<(Compiler, Schemas)>,
}

impl Document {
    pub(crate) async fn of(fixture: &Fixture) -> Self {
        let value = fixture.get("/emulator/openapi.json").await.json();
        let mut compiler = Compiler::new();
        compiler.set_default_draft(Draft::V2020_12);
        compiler.enable_format_assertions();
        let mut closed_document = value.clone();
        closed_document["components"]["schemas"] = closed(&value["components"]["schemas"]);
        compiler.add_resource(AT, closed_document).unwrap();
        Self {
            value,
            validator: RefCell::new((compiler, Schemas::new())),
        }
    }

    pub(crate) fn operation(&self, method: &str, route: &str) -> &Value {
        &self.value["paths"][route][method.to_lowercase()]
    }

    /// Checks that the document has an answer's status, and the body for it.
    pub(crate) fn check(&self, method: &str, route: &str, reply: &Reply) {
        let operation = self.operation(method, route);
        let response = &operation["responses"][reply.status.to_string()];
        assert!(response.is_object(), "{method} {route} {}", reply.status);
        let schema = &response["content"]["application/json"]["schema"];
        if schema.is_null() {
            assert_eq!(reply.text, "", "{method} {route}");
            return;
        }
        let fault = self.fault(schema, &reply.json());
        assert_eq!(fault, None, "{method} {route} {}", reply.text);
    }

    /// The fault of a value by a schema of the document, which refers to a component or lists
    /// such; an undescribed field is a fault.
    pub(crate) fn fault(&self, schema: &Value, value: &Value) -> Option<String> {
        if schema["type"] == "array" {
            let entries = value.as_array().expect("a list").iter();
            return entries
                .filter_map(|entry| self.fault(&schema["items"], entry))
                .next();
        }
        let Some(reference) = schema["$ref"].as_str() else {
            // Documents and files have any form.
            return None;
        };
        let (compiler, schemas) = &mut *self.validator.borrow_mut();
        let schema = compiler
            .compile(&[AT, reference].concat(), schemas)
            .unwrap();
        let outcome = schemas.validate(value, schema);
        outcome.err().map(|fault| fault.to_string())
    }
}

const AT: &str = "http://localhost/document";

/// The schemas, with objects limited to their described fields. Parts that another schema
/// includes stay open.
fn closed(schemas: &Value) -> Value {
    let mut closed = Map::new();
    for (name, schema) in schemas.as_object().unwrap() {
        let mut open = schema.clone();
        open_parts(&mut open);
        let is_object = open["properties"].is_object() || open["allOf"].is_array();
        let own = if is_object {
            let reference = format!("#/components/schemas/{name}-open");
            json!({ "$ref": reference, "unevaluatedProperties": false })
        } else {
            open.clone()
        };
        closed.insert([name, "-open"].concat(), open);
        closed.insert(name.clone(), own);
    }
    closed.into()
}

/// Lets the parts of a whole have the whole's fields.
fn open_parts(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for part in fields
                .get_mut("allOf")
                .and_then(Value::as_array_mut)
                .into_iter()
                .flatten()
            {
                if let Some(reference) = part["$ref"].as_str() {
                    part["$ref"] = [reference, "-open"].concat().into();
                }
            }
            fields.values_mut().for_each(open_parts);
        }
        Value::Array(entries) => entries.iter_mut().for_each(open_parts),
        _ => {}
    }
}
