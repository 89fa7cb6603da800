//! The Rust example of `docs/rest.md`, line by line, against the emulator:
//! `tests/docs.rs` compares the page with this file; and the facts on apps and scopes in
//! `docs/emulator.md`.

use std::error::Error;

use calling_rest::{
    Secret,
    access::Access,
    calling_settings::{App, ReadSettings, UpdateSettings},
    client::{Client, NativeTransport},
    settings::SettingsPatch,
};
use calling_rest::{
    calling_settings::CreateSettings, oauth::Authorization, pkce::CodeVerifier,
    settings::CallingSettings,
};
use emulator::{Options, Platform, Profile, Seed, Server, Site};
use serde_json::{Value, json};

use crate::support::{Fixture, between, options};

#[tokio::test]
async fn the_example_of_the_guide_runs_as_it_stands() -> Result<(), Box<dyn Error>> {
    let mut server = Server::new();
    let router = Platform::new(Options::default())?.router();
    let port = server.listen_with(router, Site::Host, 0).await?;
    tokio::spawn(server.run_until(std::future::pending()));
    let base_url = format!("http://localhost:{port}");
    let key = "emulator-developer-key-123".to_owned();
    let created = CreateSettings {
        app: App {
            id: 123,
            access: Access::Key(Secret::new(&key)),
        },
        settings: CallingSettings::from_value(&json!({
            "name": "Phone", "url": "https://phone.example/", "isReady": false,
        }))
        .unwrap(),
    };
    let own = Client::new(NativeTransport::new(&base_url)?);
    own.call(&created).await?;

    let client = Client::new(NativeTransport::new(&base_url)?);
    let access = Access::Key(Secret::new(key));
    let app = App { id: 123, access };

    let stored = client.call(&ReadSettings { app: app.clone() }).await?;
    if !stored.is_in_production() {
        let patch = SettingsPatch::ready();
        client.call(&UpdateSettings { app, patch }).await?;
    }

    let read = ReadSettings { app: created.app };
    assert!(own.call(&read).await?.is_in_production());

    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    let verifier = CodeVerifier::from_bytes(&bytes);
    let authorization = Authorization {
        client_id: "00000000-0000-4000-8000-000000000123".to_owned(),
        redirect_uri: "http://localhost:3000/oauth/callback".to_owned(),
        scopes: vec!["oauth".to_owned()],
        optional_scopes: Vec::new(),
        state: None,
        code_challenge: Some(verifier.challenge()),
    };
    assert!(authorization.url(&base_url).contains("&code_challenge="));
    Ok(())
}

/// An event type with a property, and an event of it, by the client of `platform/rest`.
#[tokio::test]
async fn the_example_of_the_timeline_runs_as_it_stands() -> Result<(), Box<dyn Error>> {
    use calling_rest::timeline::{
        Developer,
        event_properties::{CreateEventProperty, EventPropertyType, NewEventProperty},
        event_types::{CreateEventType, NewEventType},
        events::{Installation, PutEvent, TimelineEvent},
    };

    let mut server = Server::new();
    let fixture = Fixture::new(Profile::Spec);
    let port = server
        .listen_with(fixture.router.clone(), Site::Host, 0)
        .await?;
    tokio::spawn(server.run_until(std::future::pending()));
    let client = Client::new(NativeTransport::new(&format!("http://localhost:{port}"))?);
    let key = Secret::new("emulator-developer-key-123");
    let token = Secret::new(fixture.host_token().await);

    let developer = Developer {
        app_id: 123,
        key,
        user_id: Some(9),
    };
    let event_type = NewEventType {
        name: "Visit".to_owned(),
        header_template: Some("Visited **{{place}}**".to_owned()),
        detail_template: Some("{{#each extraData.guests}}- {{this}}\n{{/each}}".to_owned()),
        ..NewEventType::default()
    };
    let create = CreateEventType {
        developer: developer.clone(),
        event_type,
    };
    let visit = client.call(&create).await?;
    let property = NewEventProperty {
        name: "place".to_owned(),
        label: "Place".to_owned(),
        property_type: EventPropertyType::String,
        ..NewEventProperty::default()
    };
    let place = CreateEventProperty {
        developer,
        event_type_id: visit.id,
        property,
    };
    client.call(&place).await?;

    let event = TimelineEvent {
        id: "visit-1".to_owned(),
        event_type_id: visit.id.to_string(),
        email: Some("maria.okafor@example.com".to_owned()),
        extra_data: Some(serde_json::json!({ "guests": ["Ada", "Ben"] })),
        values: [("place".to_owned(), "Pier 9".into())].into(),
        ..TimelineEvent::default()
    };
    let installation = Installation { app_id: 123, token };
    let put = PutEvent {
        installation,
        event,
    };
    client.call(&put).await?;

    let path = format!("/emulator/timeline/123/{}/visit-1", visit.id);
    let token = fixture.host_token().await;
    let shown = fixture.ask(&token, "GET", &path, &Value::Null).await.json();
    assert_eq!(shown["header"], "Visited <strong>Pier 9</strong>");
    assert_eq!(shown["detail"], "<ul>\n<li>Ada</li>\n<li>Ben</li>\n</ul>");
    Ok(())
}

/// The request of `docs/timeline.md` for curl.
#[tokio::test]
async fn the_request_of_the_timeline_is_as_it_stands() {
    const TIMELINE: &str = include_str!("../../../../docs/timeline.md");
    let fixture = Fixture::new(Profile::Spec);
    let token = fixture.host_token().await;
    let example = between(TIMELINE, "```sh\n", "```");
    let path = between(example, "http://localhost:8140", " ");
    let event: Value = serde_json::from_str(between(example, "-d '", "'")).unwrap();

    let put = fixture.ask(&token, "PUT", path, &event).await;

    assert_eq!(put.status, 200, "{}", put.text);
    let shown = between(TIMELINE, "`GET /emulator/timeline/", "`");
    let shown = format!("/emulator/timeline/{shown}");
    let shown = fixture.ask(&token, "GET", &shown, &Value::Null).await;
    assert_eq!(
        shown.json()["header"],
        "Rated a call <strong>5 of 5</strong>"
    );
}

const PAGE: &str = include_str!("../../../../docs/emulator.md");

#[tokio::test]
async fn the_guides_app_is_registered_and_installed_with_its_scopes() {
    let seed = between(PAGE, "```json\n", "```");
    let fixture = Fixture::with(Options {
        additions: Seed::read(seed.as_bytes()).unwrap(),
        ..options()
    });
    let app = &serde_json::from_str::<Value>(seed).unwrap()["apps"][0];
    let link = between(PAGE, "`http://localhost:8140/oauth/authorize?", "`");

    let page = fixture.get(&["/oauth/authorize?", link].concat()).await;
    let request = between(&page.text, "name=\"request\" value=\"", "\"");
    let back = fixture.decide(request, "9", "allow").await;
    let text = |name: &str| app[name].as_str().unwrap();
    let tokens = fixture
        .form(
            "/oauth/v1/token",
            &[
                ("grant_type", "authorization_code"),
                ("code", between(back.header("location"), "code=", "&")),
                ("redirect_uri", app["redirectUris"][0].as_str().unwrap()),
                ("client_id", text("clientId")),
                ("client_secret", text("clientSecret")),
            ],
        )
        .await;
    let token = tokens.json()["access_token"].as_str().unwrap().to_owned();
    let record = json!({ "properties": { "firstname": "Eve" } });
    let contacts = "/crm/v3/objects/contacts";
    let written = fixture.ask(&token, "POST", contacts, &record).await;

    assert_eq!(written.status, 200, "{}", written.text);
}

/// Each row of the table, with an app that requests one of its scopes.
#[tokio::test]
async fn a_scope_of_the_page_opens_what_its_column_says() {
    let fixture = Fixture::new(Profile::Spec);
    let table = between(PAGE, "### Scopes", "### Properties");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split('`').skip(1).step_by(2).collect())
        .collect();
    let record = json!({ "properties": {} });
    let quote =
        json!({ "properties": { "hs_title": "Phones", "hs_expiration_date": "2099-12-31" } });
    let ticket = json!({ "properties": { "hs_pipeline_stage": "1" } });
    let call = json!({ "properties": { "hs_timestamp": "2026-01-01" } });
    let property = json!({ "name": "x", "label": "x", "groupName": "x", "type": "string",
        "fieldType": "text" });

    assert_eq!(rows.len(), 9);
    for row in rows {
        let records = format!("/crm/v3/objects/{}", row[0]);
        let definitions = format!("/crm/v3/properties/{}", row[0]);
        let requests = [
            ("GET", &records, &record),
            (
                "POST",
                &records,
                match row[0] {
                    "quotes" => &quote,
                    "tickets" => &ticket,
                    "calls" => &call,
                    _ => &record,
                },
            ),
            ("GET", &definitions, &record),
            ("POST", &definitions, &property),
        ];
        for scope in &row[1..] {
            let token = fixture.token_of(&["oauth", scope]).await;
            for (index, (method, target, body)) in requests.iter().enumerate() {
                let reply = fixture.ask(&token, method, target, body).await;
                // Reading records includes reading their definitions.
                let is_open = row[index + 1] == *scope || (index == 2 && row[1] == *scope);
                let expected = if is_open { 200 } else { 403 };
                // An earlier row has defined it.
                let is_there = is_open && reply.status == 409;
                assert!(
                    reply.status == expected || is_there,
                    "{scope} {method} {target} {}",
                    reply.text
                );
            }
        }
    }
}
