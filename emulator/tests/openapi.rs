//! The OpenAPI document describes what is answered.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)]

mod support;

use axum::body::Body;
use emulator::Profile;
use serde_json::{Map, Value, json};
use support::{Fixture, KEY, Reply, SETTINGS, exchange_form, request as request_of};

/// Holds an answer to the document: its status is there, and its body has the
/// fields, those that are required and no others.
fn hold(document: &Value, method: &str, route: &str, reply: &Reply) {
    let responses = &document["paths"][route][method]["responses"];
    let response = &responses[reply.status.to_string()];
    assert!(response.is_object(), "{method} {route} {}", reply.status);
    let schema = &response["content"]["application/json"]["schema"];
    if schema.is_null() {
        assert_eq!(reply.text, "", "{method} {route}");
        return;
    }
    hold_object(&flat(document, schema), &reply.json());
}

/// The fields of a schema of an object, with those of the schemas it refers to.
fn flat(document: &Value, schema: &Value) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    let mut parts = vec![schema];
    while let Some(part) = parts.pop() {
        if let Some(reference) = part["$ref"].as_str() {
            let place = reference.strip_prefix('#').unwrap();
            parts.push(document.pointer(place).expect(reference));
        }
        parts.extend(part["allOf"].as_array().into_iter().flatten());
        let fields = part["properties"].as_object().into_iter().flatten();
        properties.extend(fields.map(|(name, field)| (name.clone(), field.clone())));
        required.extend(part["required"].as_array().into_iter().flatten().cloned());
    }
    json!({ "properties": properties, "required": required })
}

fn hold_object(schema: &Value, body: &Value) {
    for (name, value) in body.as_object().expect("an object") {
        let field = &schema["properties"][name];
        let of = &field["type"];
        let is_right = match of.as_str().or_else(|| of[0].as_str()) {
            Some("string") => value.is_string(),
            Some("integer") => value.is_i64(),
            Some("boolean") => value.is_boolean(),
            Some("array") => value.is_array(),
            Some("object") => value.is_object(),
            _ => false,
        };
        assert!(is_right, "{name} is not as in the document: {field}");
        if field["properties"].is_object() {
            hold_object(field, value);
        }
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(
            body.get(name.as_str().unwrap()).is_some(),
            "{name} is missing"
        );
    }
}

#[tokio::test]
async fn answers_are_as_the_document_says() {
    for profile in [Profile::Spec, Profile::Vendor] {
        let fixture = Fixture::new(profile);
        let document = fixture.get("/emulator/openapi.json").await.json();
        let settings = "/crm/v3/extensions/calling/{appId}/settings";
        let given = json!({ "name": "Phone", "url": "https://phone.example/" });
        for (method, body) in [
            ("get", json!({})),
            ("post", json!({})),
            ("post", given.clone()),
            ("post", given.clone()),
            ("get", json!({})),
            ("patch", json!({ "isReady": false })),
            ("delete", json!({})),
        ] {
            let reply = fixture.json(&method.to_uppercase(), SETTINGS, &body).await;
            hold(&document, method, settings, &reply);
        }

        let code = fixture.code().await;
        let tokens = fixture.form("/oauth/v1/token", &exchange_form(&code)).await;
        hold(&document, "post", "/oauth/v1/token", &tokens);
        let refused = fixture.form("/oauth/v1/token", &exchange_form(&code)).await;
        assert_eq!(refused.status, 400);
        hold(&document, "post", "/oauth/v1/token", &refused);
        let (access, refresh) = fixture.tokens().await;
        for (method, kind, token) in [
            ("get", "access", &access),
            ("get", "refresh", &refresh),
            ("delete", "refresh", &refresh),
            ("get", "refresh", &refresh),
        ] {
            let target = format!("/oauth/v1/{kind}-tokens/{token}");
            let route = format!("/oauth/v1/{kind}-tokens/{{token}}");
            let reply = if method == "get" {
                fixture.get(&target).await
            } else {
                fixture.delete(&target).await
            };
            hold(&document, method, &route, &reply);
        }
        let health = fixture.get("/emulator/health").await;
        hold(&document, "get", "/emulator/health", &health);
    }
}

/// The published OpenAPI file has 204 for what answers nothing.
#[tokio::test]
async fn the_document_has_the_statuses_of_its_profile() {
    for (profile, status) in [(Profile::Spec, "200"), (Profile::Vendor, "204")] {
        let document = Fixture::new(profile)
            .get("/emulator/openapi.json")
            .await
            .json();
        for (method, route) in [
            ("delete", "/crm/v3/extensions/calling/{appId}/settings"),
            (
                "delete",
                "/crm/v3/extensions/calling/{appId}/settings/channel-connection",
            ),
            ("delete", "/oauth/v1/refresh-tokens/{token}"),
            ("post", "/crm/v3/extensions/calling/recordings/ready"),
        ] {
            assert!(
                document["paths"][route][method]["responses"][status].is_object(),
                "{method} {route}"
            );
        }
    }
}

/// A change may hold any part of what there is.
#[tokio::test]
async fn no_field_of_a_change_is_required() {
    let fixture = Fixture::new(Profile::Spec);
    let document = fixture.get("/emulator/openapi.json").await.json();
    let page = fixture.get("/emulator/docs").await.text;
    let token = fixture.host_token().await;
    let given = json!({ "name": "Phone", "url": "https://phone.example/", "isReady": true,
        "urlToRetrieveAuthedRecording": "https://phone.example/" });

    let mut changes = 0;
    for (route, methods) in document["paths"].as_object().unwrap() {
        let Some(change) = methods.get("patch") else {
            continue;
        };
        changes += 1;
        let body = &change["requestBody"]["content"]["application/json"]["schema"];
        let body = flat(&document, body);
        assert_ne!(body["properties"], json!({}), "{route}");
        assert_eq!(body["required"], json!([]), "{route}");
        let section = format!("<code>PATCH {route}</code>");
        let section = page.split(&section).nth(1).unwrap();
        let request = section.split("<th>Answer</th>").next().unwrap();
        assert!(request.contains("<th>JSON</th>"), "{route}");
        assert!(!request.contains("required"), "{route}");
        // And the emulator does as its document says.
        let path = route
            .replace("{appId}", "123")
            .replace("{objectType}", "calls")
            .replace("{objectId}", "9001");
        fixture
            .json("POST", &[&path, "?hapikey=", KEY].concat(), &given)
            .await;
        let authorization = format!("Bearer {token}");
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
        ];
        let reply = fixture
            .send(request_of("PATCH", &path, &headers, Body::from("{}")))
            .await;
        assert_eq!(reply.status, 200, "{route} {}", reply.text);
    }
    assert!(changes >= 4, "{changes}");
}

#[tokio::test]
async fn the_page_names_every_route() {
    let fixture = Fixture::new(Profile::Spec);
    let document = fixture.get("/emulator/openapi.json").await.json();

    let page = fixture.get("/emulator/docs").await;

    assert_eq!(page.status, 200);
    for (route, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let title = format!("<code>{} {route}</code>", method.to_uppercase());
            assert!(page.text.contains(&title), "{title}");
        }
    }
}
