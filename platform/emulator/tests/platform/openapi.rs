//! The OpenAPI document describes the answers.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{Fixture, KEY, document::Document};

/// A change may contain any subset of the fields.
#[tokio::test]
async fn no_field_of_a_change_is_required() {
    let fixture = Fixture::new(Profile::Spec);
    let document = Document::of(&fixture).await;
    let token = fixture.host_token().await;
    let settings = json!({ "name": "Phone", "url": "https://phone.example/", "isReady": true,
        "urlToRetrieveAuthedRecording": "https://phone.example/" });

    let own = json!({ "name": "own", "label": "Own", "groupName": "own", "type": "string",
        "fieldType": "text" });
    fixture
        .ask(&token, "POST", "/crm/v3/properties/calls", &own)
        .await;

    let mut changes = 0;
    for (route, methods) in document.value["paths"].as_object().unwrap() {
        let Some(change) = methods.get("patch") else {
            continue;
        };
        changes += 1;
        let body = &change["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(document.fault(body, &json!({})), None, "{route}");
        // The emulator matches its document.
        let path = route
            .replace("{appId}", "123")
            .replace("{propertyName}", "own")
            .replace("{groupName}", "own")
            .replace("{objectType}", "calls")
            .replace("{objectId}", "9001");
        fixture
            .json("POST", &[&path, "?hapikey=", KEY].concat(), &settings)
            .await;
        let authorization = format!("Bearer {token}");
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
            ("x-emulator-control", "1"),
        ];
        let body = if path.ends_with("/9001") {
            r#"{"properties":{"hs_call_title":"a"}}"#
        } else {
            "{}"
        };
        let reply = fixture.call("PATCH", &path, &headers, body).await;
        assert_eq!(reply.status, 200, "{route} {}", reply.text);
    }
    assert!(changes >= 4, "{changes}");
}

#[tokio::test]
async fn every_operation_and_parameter_and_field_says_what_it_is() {
    let fixture = Fixture::new(Profile::Spec);
    let document = Document::of(&fixture).await.value;
    let is_told = |place: &str, text: &Value| {
        let text = text.as_str().unwrap_or_default();
        assert!(!text.is_empty(), "{place} is not described");
        assert!(!text.contains("[`"), "{place} has a link of Rust: {text}");
    };

    let mut parameters = 0;
    for (route, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let place = format!("{method} {route}");
            is_told(&place, &operation["summary"]);
            assert_ne!(operation["tags"], json!(["Other"]), "{place}");
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                parameters += 1;
                is_told(&place, &parameter["description"]);
            }
        }
    }
    assert!(parameters > 50, "{parameters}");
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        is_told(name, &schema["description"]);
        let parts = schema["allOf"].as_array().into_iter().flatten();
        for part in parts.chain([schema]) {
            for (field, schema) in part["properties"].as_object().into_iter().flatten() {
                let reference = &schema["oneOf"][0]["description"];
                let text = schema.get("description").unwrap_or(reference);
                is_told(&format!("{name}.{field}"), text);
            }
        }
    }
}
