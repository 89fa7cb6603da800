//! The Rust example of `docs/rest.md`, line by line, against the emulator:
//! `tests/docs.rs` holds the page to this file.

#![allow(missing_docs, clippy::unwrap_used)]

use std::error::Error;

use calling_widget_sdk::rest::{
    Secret,
    access::Access,
    calling_settings::{App, ReadSettings, UpdateSettings},
    client::{Client, NativeTransport},
    settings::SettingsPatch,
};
use calling_widget_sdk::rest::{
    calling_settings::CreateSettings, oauth::Authorization, pkce::CodeVerifier,
    settings::CallingSettings,
};
use emulator::{Options, Platform, Server, Site};
use serde_json::json;

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
