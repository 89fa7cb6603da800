//! The refusals that are not the token endpoint's and not the consent page's, each with
//! its whole body.

use std::collections::BTreeSet;

use axum::body::Body;
use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{Fixture, KEY, SETTINGS, is_uuid, phone_settings, request, with_settings};

const RECORDING: &str =
    "/crm/v3/extensions/calling/123/settings/recording?hapikey=emulator-developer-key-123";
const CONNECTION: &str =
    "/crm/v3/extensions/calling/123/settings/channel-connection?hapikey=emulator-developer-key-123";
const INBOUND: &str = "/crm/v3/extensions/calling/inbound-call";
const READY: &str = "/crm/v3/extensions/calling/recordings/ready";
const CALLS: &str = "/crm/v3/objects/calls";

/// A refusal without details, apart from the correlation id.
fn refusal(category: &str, message: &str) -> Value {
    json!({ "status": "error", "category": category, "message": message })
}

/// Usage in the wild: 401 with the common envelope.
#[tokio::test]
async fn who_does_not_say_who_they_are_is_told_what_is_missing() {
    const NO_KEY: &str =
        "the key is missing: add the developer account's API key as the query parameter hapikey";
    const UNKNOWN_KEY: &str = "the key in hapikey is not known: use the one of the app's developer";
    const UNKNOWN_TOKEN: &str = "the access token is not known: ask /oauth/v1/token for one";
    const NO_TOKEN: &str = "the access token is missing: send it as authorization: Bearer";
    for profile in [Profile::Spec, Profile::Vendor] {
        let fixture = Fixture::new(profile);
        for target in [SETTINGS, RECORDING, CONNECTION] {
            let path = target.split('?').next().unwrap();
            for method in ["GET", "POST", "PATCH", "DELETE"] {
                // The settings of recordings stay.
                if (method, target) == ("DELETE", RECORDING) {
                    continue;
                }
                for (query, message) in [
                    ("", NO_KEY),
                    ("?hapikey=", NO_KEY),
                    ("?HAPIKEY=emulator-developer-key-123", NO_KEY),
                    ("?hapikey=canary", UNKNOWN_KEY),
                    ("?hapikey=emulator-developer-key-12", UNKNOWN_KEY),
                ] {
                    let target = [path, query].concat();
                    let reply = fixture.json(method, &target, &json!({})).await;
                    let expected = (401, refusal("INVALID_AUTHENTICATION", message));
                    assert_eq!((reply.status, reply.error()), expected, "{method} {target}");
                }
                let reply = fixture.ask("canary", method, path, &json!({})).await;
                let expected = (401, refusal("INVALID_AUTHENTICATION", UNKNOWN_TOKEN));
                assert_eq!((reply.status, reply.error()), expected, "{method} {path}");
            }
        }
        for target in [INBOUND, READY] {
            for (query, message) in [("", NO_KEY), ("?hapikey=canary", UNKNOWN_KEY)] {
                let target = [target, query].concat();
                let reply = fixture.json("POST", &target, &json!({})).await;
                let expected = (401, refusal("INVALID_AUTHENTICATION", message));
                assert_eq!((reply.status, reply.error()), expected, "{target}");
            }
        }
        for (method, target) in [
            ("GET", CALLS),
            ("POST", CALLS),
            ("GET", "/crm/v3/objects/calls/1"),
            ("PATCH", "/crm/v3/objects/calls/1"),
            ("DELETE", "/crm/v3/objects/calls/1"),
            ("GET", "/crm/v3/properties/calls"),
            (
                "PUT",
                "/crm/v4/objects/calls/1/associations/default/contacts/1001",
            ),
        ] {
            let with_key = format!("{target}?hapikey={KEY}");
            for target in [target, &with_key] {
                let reply = fixture.json(method, target, &json!({})).await;
                let expected = (401, refusal("INVALID_AUTHENTICATION", NO_TOKEN));
                assert_eq!((reply.status, reply.error()), expected, "{method} {target}");
            }
            let reply = fixture.ask("canary", method, target, &json!({})).await;
            let expected = (401, refusal("INVALID_AUTHENTICATION", UNKNOWN_TOKEN));
            assert_eq!((reply.status, reply.error()), expected, "{method} {target}");
        }
    }
}

/// Every endpoint that takes a body of JSON.
#[tokio::test]
async fn a_body_that_is_too_long_or_no_json_is_told_so_everywhere() {
    const NOT_JSON: &str = "the body is not declared as JSON: send content-type application/json";
    for profile in [Profile::Spec, Profile::Vendor] {
        let fixture = Fixture::new(profile);
        fixture.json("POST", SETTINGS, &phone_settings()).await;
        let recording = json!({ "urlToRetrieveAuthedRecording": "https://a.example/" });
        fixture.json("POST", RECORDING, &recording).await;
        let token = fixture.host_token().await;
        let bearer = format!("Bearer {token}");
        let keyed = |path: &str| format!("{path}?hapikey={KEY}");
        for (method, target) in [
            ("POST", SETTINGS.to_owned()),
            ("PATCH", SETTINGS.to_owned()),
            ("POST", RECORDING.to_owned()),
            ("PATCH", RECORDING.to_owned()),
            ("POST", CONNECTION.to_owned()),
            ("POST", keyed(INBOUND)),
            ("POST", keyed(READY)),
            ("POST", CALLS.to_owned()),
            ("PATCH", format!("{CALLS}/5001")),
        ] {
            let send = async |media: &str, body: String| {
                let mut headers = vec![("content-type", media)];
                if target.starts_with(CALLS) {
                    headers.push(("authorization", &bearer));
                }
                let request = request(method, &target, &headers, Body::from(body));
                fixture.send(request).await
            };

            for media in [
                "text/plain",
                "",
                "application/jsonp",
                "application/x-www-form-urlencoded",
            ] {
                let reply = send(media, "{}".to_owned()).await;
                let expected = (415, refusal("VALIDATION_ERROR", NOT_JSON));
                assert_eq!((reply.status, reply.error()), expected, "{method} {target}");
            }
            let long = send("application/json", " ".repeat(2 * 1024 * 1024 + 1)).await;
            let expected = (
                413,
                refusal("VALIDATION_ERROR", "the body is longer than 2 MiB"),
            );
            assert_eq!((long.status, long.error()), expected, "{method} {target}");
        }
        let long = "a=".repeat(1024 * 1024 + 1);
        for target in ["/oauth/v1/token", "/oauth/v3/token", "/oauth/authorize"] {
            let media = "application/x-www-form-urlencoded";
            let reply = fixture.raw("POST", target, media, long.clone()).await;
            let expected = (
                413,
                refusal("VALIDATION_ERROR", "the body is longer than 2 MiB"),
            );
            assert_eq!((reply.status, reply.error()), expected, "{target}");
        }
    }
}

/// What is refused before anything of it is read.
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
        let sent = request(&method, target, &[(&name, value)], Body::empty());
        let reply = fixture.send(sent).await;

        let expected = (status, refusal(&category, &message));
        assert_eq!((reply.status, reply.error()), expected, "{method} {target}");
    }
}

/// Reference, error object: what the refusals of every kind have, and what some of them have.
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
