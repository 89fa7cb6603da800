//! Refusals, except those of the token endpoint and the consent page, each with its whole
//! body.

use std::collections::BTreeSet;

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{Fixture, SETTINGS, is_uuid, phone_settings, with_settings};

/// A refusal without details, apart from the correlation id.
fn refusal(category: &str, message: &str) -> Value {
    json!({ "status": "error", "category": category, "message": message })
}

/// Media types other than JSON; `data/exchanges/settings.json` has the other faults of bodies.
#[tokio::test]
async fn a_body_that_is_not_declared_as_json_is_refused() {
    let fixture = Fixture::new(Profile::Spec);
    for media in [
        "text/plain",
        "",
        "application/jsonp",
        "application/x-www-form-urlencoded",
    ] {
        let reply = fixture.raw("POST", SETTINGS, media, "{}").await;

        let text = "the body is not declared as JSON: send content-type application/json";
        assert_eq!(
            (reply.status, reply.error()),
            (415, refusal("VALIDATION_ERROR", text))
        );
    }
}

/// Refusals before anything of the request is read.
#[tokio::test]
async fn what_is_refused_at_the_door_has_the_error_object_too() {
    let fixture = Fixture::new(Profile::Spec);
    let large = "a".repeat(16_384);
    let long = format!("/emulator/health?{}", "a".repeat(8192));
    type Row = (String, String, (String, String), u16, String, String);
    let rows: Vec<Row> = serde_json::from_str(include_str!("data/door_refusals.json")).unwrap();
    assert!(rows.len() >= 8);
    for (method, target, (name, value), status, category, message) in rows {
        let target = match target.as_str() {
            "$settings" => SETTINGS,
            "$long" => &long,
            target => target,
        };
        let value = if value == "$large" { &large } else { &value };
        let reply = fixture.call(&method, target, &[(&name, value)], "").await;

        let expected = (status, refusal(&category, &message));
        assert_eq!((reply.status, reply.error()), expected, "{method} {target}");
    }
}

/// Reference, error object: the fields of every kind of refusal, and of some.
#[tokio::test]
async fn the_error_object_is_as_the_reference_has_it() {
    let is_map_of_lists = |map: &Value| {
        let is_texts = |list: &Value| {
            let list = list.as_array();
            list.is_some_and(|list| list.iter().all(Value::is_string))
        };
        map.as_object()
            .is_some_and(|map| map.values().all(is_texts))
    };
    for profile in [Profile::Spec, Profile::Vendor] {
        let fixture = with_settings(profile).await;
        let (access, _) = fixture.tokens().await;
        let target = SETTINGS.split('?').next().unwrap();
        let faulty = json!({ "name": "", "url": "ftp://x", "width": -1 });
        let mut ids = BTreeSet::new();
        let mut fields = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for (status, reply) in [
            (404, fixture.get("/crm/v3/none").await),
            (401, fixture.get(target).await),
            (401, fixture.get(&format!("{target}?hapikey=canary")).await),
            (
                403,
                fixture.ask(&access, "DELETE", target, &json!({})).await,
            ),
            (409, fixture.json("POST", SETTINGS, &phone_settings()).await),
            (400, fixture.json("PATCH", SETTINGS, &faulty).await),
            (405, fixture.json("PUT", SETTINGS, &phone_settings()).await),
            (
                415,
                fixture.raw("PATCH", SETTINGS, "text/plain", "{}").await,
            ),
            (404, fixture.get("/oauth/v1/access-tokens/canary").await),
        ] {
            assert_eq!(reply.status, status, "{}", reply.text);
            let body = reply.json();
            let text = |name: &str| {
                body[name]
                    .as_str()
                    .unwrap_or_else(|| panic!("{name} {body}"))
            };
            let is_name = |byte: u8| byte == b'_' || byte.is_ascii_uppercase();
            assert!(!text("category").is_empty() && text("category").bytes().all(is_name));
            assert!(text("message").contains(' '));
            assert!(
                is_uuid(&body["correlationId"]) && ids.insert(text("correlationId").to_owned())
            );
            assert!(body.get("subCategory").is_none_or(Value::is_string));
            assert!(body.get("context").is_none_or(is_map_of_lists));
            if let Some(links) = body.get("links") {
                seen.insert("links");
                let docs = json!({ "scopes": "http://localhost:8140/emulator/docs" });
                assert_eq!(links, &docs);
            }
            let Some(details) = body.get("errors") else {
                continue;
            };
            assert!(!details.as_array().unwrap().is_empty());
            for detail in details.as_array().unwrap() {
                assert!(detail["message"].is_string(), "{detail}");
                for (name, is_right) in [
                    ("code", Value::is_string as fn(&Value) -> bool),
                    ("in", Value::is_string),
                    ("subCategory", Value::is_string),
                    ("context", is_map_of_lists),
                ] {
                    let Some(value) = detail.get(name) else {
                        continue;
                    };
                    assert!(is_right(value), "{name} {detail}");
                    seen.insert(name);
                }
                fields.extend(detail["in"].as_str().map(str::to_owned));
            }
        }
        assert_eq!(fields, ["name", "url", "width"].map(str::to_owned).into());
        assert_eq!(seen, ["code", "context", "in", "links"].into());
    }
}
