//! Each request that the viewer prefills works unchanged, on an emulator with default
//! options: real time, no seed.

use emulator::{Clock, Options, Profile};
use serde_json::{Map, Value, json};

use crate::support::{BOTH, Fixture, KEY, Reply, document::Document, form, options};

async fn usual(profile: Profile) -> Fixture {
    let usual = Options {
        profile,
        seed: None,
        clock: Clock::Real,
        ..options()
    };
    Fixture::filled(usual).await
}

/// The text of an example: an address has no quotes.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(text_of).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// Values for the code and the tokens of the examples.
async fn live(fixture: &Fixture) -> [(&'static str, String); 3] {
    let path = "/emulator/apps/123/installation";
    let installed = fixture.control("POST", path, &json!({})).await.json();
    [
        ("live-code", text_of(&installed["code"])),
        ("live-access-token", text_of(&installed["accessToken"])),
        ("live-refresh-token", text_of(&installed["refreshToken"])),
    ]
}

/// Sends the prefilled request as the viewer does.
async fn execute(fixture: &Fixture, document: &Document, method: &str, route: &str) -> Reply {
    let operation = document.operation(method, route);
    let mut target = route.to_owned();
    let mut query: Vec<(String, String)> = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = text_of(&parameter["name"]);
        let Some(example) = parameter.get("example") else {
            continue;
        };
        if parameter["in"] == "path" {
            target = target.replace(&format!("{{{name}}}"), &text_of(example));
        } else {
            query.push((name, text_of(example)));
        }
    }
    let mut headers = Vec::new();
    let schemes = operation["security"].as_array().into_iter().flatten();
    let schemes: Vec<&str> = schemes
        .flat_map(|one| one.as_object().unwrap().keys().map(String::as_str))
        .collect();
    if schemes.contains(&"developerKey") {
        query.push(("hapikey".to_owned(), KEY.to_owned()));
    } else if schemes.contains(&"bearer") {
        let token = fixture.host_token().await;
        headers.push(("authorization", format!("Bearer {token}")));
    }
    if schemes.contains(&"control") {
        headers.push(("x-emulator-control", "1".to_owned()));
    }
    let mut body = String::new();
    let content = operation["requestBody"]["content"].as_object();
    if let Some((media, content)) = content.and_then(|content| content.iter().next()) {
        headers.push(("content-type", media.clone()));
        body = match (&content["example"], &content["schema"]["properties"]) {
            // A form is prefilled field by field.
            (_, Value::Object(fields)) if media != "application/json" => {
                let shown = |field: &Value| text_of(&field["examples"][0]);
                let fields = fields.iter().map(|(name, field)| (name, shown(field)));
                let fields: Vec<_> = fields.collect();
                let fields = fields
                    .iter()
                    .map(|(name, value)| (name.as_str(), value.as_str()));
                form(&fields.collect::<Vec<_>>())
            }
            (Value::Null, _) => String::new(),
            (example, _) => example.to_string(),
        };
    }
    if route.starts_with("/oauth/") {
        for (example, valid) in live(fixture).await {
            target = target.replace(example, &valid);
            body = body.replace(example, &valid);
        }
    }
    let query: Vec<_> = query
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let target = format!("{target}?{}", form(&query));
    let headers: Vec<_> = headers
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let (method, target) = (method.to_uppercase(), target.trim_end_matches('?'));
    fixture.call(&method, target, &headers, body).await
}

/// The requests that an operation needs first, by its description.
fn needs(operation: &Value) -> Vec<(&str, &str)> {
    let text = operation["description"].as_str().unwrap_or_default();
    let names = text.split('`').skip(1).step_by(2);
    names.map(|name| name.split_once(' ').unwrap()).collect()
}

/// A page, or a file of one, which has no example: people open it.
fn is_for_people(operation: &Value) -> bool {
    let content = &operation["responses"]["200"]["content"];
    content["text/html"].is_object() || content["*/*"].is_object()
}

fn operations(document: &Document) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths: &Map<String, Value> = document.value["paths"].as_object().unwrap();
    paths.iter().flat_map(|(route, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, operation)| (method.as_str(), route.as_str(), operation))
    })
}

#[tokio::test]
async fn every_prefilled_request_works_as_it_stands() {
    for profile in BOTH {
        let document = Document::of(&usual(profile).await).await;
        let mut count = 0;
        for (method, route, operation) in operations(&document) {
            if is_for_people(operation) {
                continue;
            }
            count += 1;
            let place = format!("{method} {route}");
            let fixture = usual(profile).await;
            let needs = needs(operation);
            let of_settings = needs.iter().any(|(_, need)| need.starts_with("/crm/"));
            if of_settings {
                // Its requirements are not in the initial data: refused as documented.
                let bare = execute(&fixture, &document, method, route).await;
                let documented = &operation["responses"][bare.status.to_string()];
                assert!(documented.is_object(), "{place} {bare:?}");
            }
            for (method, route) in &needs {
                // As the path of the description has it: of the operation itself.
                let made = execute(&fixture, &document, method, route).await;
                assert!(
                    made.status < 300,
                    "{method} {route} before {place}: {made:?}"
                );
            }

            let reply = execute(&fixture, &document, method, route).await;

            assert!(reply.status < 300, "{place} {reply:?}");
            document.check(method, route, &reply);
            let content = &operation["requestBody"]["content"]["application/json"];
            if let Some(example) = content.get("example") {
                let fault = document.fault(&content["schema"], example);
                assert_eq!(fault, None, "{place}");
            }
        }
        assert!(count > 70, "{count}");
    }
}

#[tokio::test]
async fn the_refusals_of_oauth_are_described_as_they_are() {
    let fixture = usual(Profile::Spec).await;
    let document = Document::of(&fixture).await;
    let table: Value = serde_json::from_str(include_str!("data/exchanges/oauth.json")).unwrap();
    let described = |route: &str| {
        let refused = &document.operation("post", route)["responses"]["400"];
        refused["description"].as_str().unwrap().to_owned()
    };
    let exchanges = table.as_array().unwrap().iter();
    let cases = exchanges.flat_map(|one| one["cases"].as_array().into_iter().flatten());
    for case in cases.filter(|case| case["error"].is_string()) {
        let pair = format!(
            "`{}` (`{}`)",
            text_of(&case["status"]),
            text_of(&case["error"])
        );
        assert!(described("/oauth/v1/token").contains(&pair), "{pair}");
        let is_of_v3 = case["status"] != "BAD_SCOPE";
        assert_eq!(
            described("/oauth/v3/token").contains(&pair),
            is_of_v3,
            "{pair}"
        );
    }
    for code in ["BAD_REQUEST", "EXPIRED_AUTH_CODE", "APP_NOT_INSTALLED"] {
        assert!(described("/oauth/v1/token").contains(code), "{code}");
    }
    for route in [
        "/oauth/v1/token",
        "/oauth/v3/token",
        "/oauth/v3/token/introspect",
        "/oauth/v3/token/revoke",
    ] {
        let refused = &document.operation("post", route)["responses"]["400"];
        let mut example = refused["content"]["application/json"]["example"].clone();
        let reply = fixture.json("POST", route, &json!({})).await;
        let mut answer = reply.json();
        for body in [&mut example, &mut answer] {
            assert_eq!(
                body["correlationId"].take().as_str().map(str::len),
                Some(36)
            );
        }
        assert_eq!(example, answer, "{route}");
    }
}

#[tokio::test]
async fn what_the_page_of_endpoints_links_is_there() {
    let fixture = usual(Profile::Spec).await;
    let page = fixture.get("/emulator/docs").await.text;
    let texts = ["href=\"", "src=\""].map(|before| page.split(before).skip(1));
    let links = texts.into_iter().flatten();
    let links = links.filter_map(|rest| rest.split('"').next());
    let links: Vec<&str> = links.filter(|link| !link.starts_with("data:")).collect();

    assert_eq!(links.len(), 5, "{links:?}");
    for link in links {
        let reply = fixture.get(&["/emulator/", link].concat()).await;
        assert_eq!(reply.status, 200, "{link}");
    }
}
