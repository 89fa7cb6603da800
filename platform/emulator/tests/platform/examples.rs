//! The examples of the OpenAPI document are real requests and answers.
//!
//! `EXAMPLES=write cargo test -p emulator --test platform examples` writes the answers anew.

use axum::body::Body;
use emulator::Profile;
use serde_json::{Map, Value, json};

use crate::support::{BOTH, Fixture, KEY, Reply, document::Document, form, request};

fn file() -> Map<String, Value> {
    serde_json::from_str(include_str!("../../src/platform/examples.json")).unwrap()
}

/// The operation of an example's name: method and route.
fn named(name: &str) -> (&str, &str) {
    name.split_once(' ').unwrap()
}

/// Sends an example's request, with what its operation asks for of a caller.
async fn send(fixture: &Fixture, document: &Document, name: &str, example: &Value) -> Reply {
    let (method, route) = named(name);
    let operation = document.operation(method, route);
    let mut target = route.to_owned();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        if parameter["in"] == "path" {
            let value = match &parameter["example"] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let name = parameter["name"].as_str().unwrap();
            target = target.replace(&format!("{{{name}}}"), &value);
        }
    }
    let mut query = example["query"].as_str().unwrap_or_default().to_owned();
    let mut headers = Vec::new();
    let schemes = operation["security"][0].as_object();
    match schemes
        .and_then(|schemes| schemes.keys().next())
        .map(String::as_str)
    {
        Some("developerKey") => query = format!("hapikey={KEY}&{query}"),
        Some("control") => headers.push(("x-emulator-control", "1".to_owned())),
        Some(_) => headers.push((
            "authorization",
            format!("Bearer {}", fixture.host_token().await),
        )),
        None => {}
    }
    let content = &operation["requestBody"]["content"];
    let body = if content["application/json"].is_object() {
        headers.push(("content-type", "application/json".to_owned()));
        example["request"].to_string()
    } else if let Some(fields) = example["request"].as_object() {
        headers.push((
            "content-type",
            "application/x-www-form-urlencoded".to_owned(),
        ));
        let fields = fields
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str().unwrap()));
        form(&fields.collect::<Vec<_>>())
    } else {
        String::new()
    };
    let headers: Vec<(&str, &str)> = headers
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let target = format!("{target}?{query}");
    fixture
        .send(request(
            method,
            target.trim_end_matches(['?', '&']),
            &headers,
            Body::from(body),
        ))
        .await
}

/// Does what comes before an example, then the example itself, on a fresh emulator.
async fn run(
    profile: Profile,
    document: &Document,
    name: &str,
    file: &Map<String, Value>,
) -> Reply {
    let fixture = Fixture::new(profile);
    for step in before(name, file) {
        if step == "consent" {
            fixture.code().await;
            continue;
        }
        let reply = send(&fixture, document, step, &file[step]).await;
        assert!(reply.status < 300, "{step} before {name}: {}", reply.text);
    }
    send(&fixture, document, name, &file[name]).await
}

/// The names of the examples that come before one, each after those before itself; and
/// `consent`, which is a user's.
fn before<'a>(name: &str, file: &'a Map<String, Value>) -> Vec<&'a str> {
    let mut steps = Vec::new();
    for step in file[name]["after"].as_array().into_iter().flatten() {
        let step = step.as_str().unwrap();
        if file.contains_key(step) {
            steps.extend(before(step, file));
        }
        steps.push(step);
    }
    steps
}

#[tokio::test]
async fn each_example_is_answered_as_it_is_shown() {
    let mut file = file();
    let document = Document::of(&Fixture::new(Profile::Spec)).await;
    let is_writing = std::env::var("EXAMPLES").is_ok_and(|what| what == "write");
    for name in file.keys().cloned().collect::<Vec<_>>() {
        let reply = run(Profile::Spec, &document, &name, &file).await;
        assert_eq!(reply.status, 200, "{name} {}", reply.text);
        let answer = if reply.text.is_empty() {
            Value::Null
        } else {
            reply.json()
        };
        if file[&name]["varies"] == true {
            // A time or a duration: what is shown is written by hand.
            continue;
        }
        if is_writing {
            let example = file[&name].as_object_mut().unwrap();
            example.remove("answer");
            if !answer.is_null() {
                example.insert("answer".to_owned(), answer);
            }
        } else {
            assert_eq!(
                file[&name].get("answer").unwrap_or(&Value::Null),
                &answer,
                "{name}"
            );
        }
    }
    if is_writing {
        let place = concat!(env!("CARGO_MANIFEST_DIR"), "/src/platform/examples.json");
        std::fs::write(place, serde_json::to_string_pretty(&file).unwrap() + "\n").unwrap();
    }
}

/// With the vendor's statuses and further fields too.
#[tokio::test]
async fn each_example_fits_the_document() {
    let file = file();
    for profile in BOTH {
        let document = Document::of(&Fixture::new(profile)).await;
        for (name, example) in &file {
            let (method, route) = named(name);
            let reply = run(profile, &document, name, &file).await;
            document.check(method, route, &reply);

            let operation = document.operation(method, route);
            let content = &operation["requestBody"]["content"];
            for media in ["application/json", "application/x-www-form-urlencoded"] {
                let Some(content) = content.get(media) else {
                    continue;
                };
                assert_eq!(content["example"], example["request"], "{name}");
                let fault = document.fault(&content["schema"], &content["example"]);
                assert_eq!(fault, None, "{name}");
            }
            let shown =
                &operation["responses"][reply.status.to_string()]["content"]["application/json"];
            if let Some(answer) = shown.get("example") {
                let fault = document.fault(&shown["schema"], answer);
                assert_eq!(fault, None, "{name}");
            }
        }
    }
}

#[tokio::test]
async fn every_operation_for_programs_has_an_example() {
    let fixture = Fixture::new(Profile::Spec);
    let document = Document::of(&fixture).await.value;
    let file = file();
    for (route, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let success = &operation["responses"]["200"];
            let is_for_people = success["content"]["text/html"].is_object();
            // Documents and files show themselves.
            let is_itself =
                route.ends_with("openapi.json") || success["content"]["*/*"].is_object();
            let name = format!("{} {route}", method.to_uppercase());
            assert_eq!(
                file.contains_key(&name),
                !is_for_people && !is_itself,
                "{name}"
            );
        }
    }
}

/// What is shown is there from the start, or said to come from elsewhere.
#[tokio::test]
async fn a_fault_in_an_example_is_found() {
    let fixture = Fixture::new(Profile::Spec);
    let document = Document::of(&fixture).await;
    let route = "/crm/v3/extensions/calling/{appId}/settings";
    let operation = document.operation("post", route);
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    for (settings, is_good) in [
        (
            json!({ "name": "Phone", "url": "https://phone.example/" }),
            true,
        ),
        (json!({ "name": "Phone" }), false),
        (
            json!({ "name": "Phone", "url": "https://phone.example/", "width": "400" }),
            false,
        ),
        (
            json!({ "name": "Phone", "url": "https://phone.example/", "height": null }),
            false,
        ),
        (
            json!({ "name": "Phone", "url": "https://phone.example/", "colour": "red" }),
            false,
        ),
    ] {
        assert_eq!(
            document.fault(schema, &settings).is_none(),
            is_good,
            "{settings}"
        );
    }
}
