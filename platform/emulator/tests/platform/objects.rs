//! Records of the CRM, and the host page's way to them.

use std::time::Duration;

use emulator::Profile;
use serde_json::json;

use crate::support::{Fixture, SETTINGS};

#[tokio::test]
async fn a_text_that_is_too_long_is_refused_without_repeating_it() {
    let fixture = Fixture::new(Profile::Spec);
    let token = fixture.host_token().await;
    let body = json!({ "properties": { "hs_call_title": "canary".repeat(20_000) } });

    let reply = fixture
        .ask(&token, "POST", "/crm/v3/objects/calls", &body)
        .await;

    assert_eq!(reply.status, 400);
    assert_eq!(reply.error()["errors"][0]["code"], "INVALID_OPTION");
    assert!(!reply.text.contains("canary"), "{}", reply.text);
}

#[tokio::test]
async fn the_host_pages_token_ends_and_opens_the_settings_of_its_app() {
    let fixture = Fixture::new(Profile::Spec);
    let page = fixture.order("POST", "/emulator/host-page").await.json();
    let token = page["accessToken"].as_str().unwrap();
    let settings = json!({ "name": "Phone", "url": "http://localhost:8141/" });
    let target = SETTINGS.split('?').next().unwrap();

    assert_eq!(page["hasSettings"], json!(false));
    let made = fixture.ask(token, "POST", target, &settings).await;
    let later = fixture.order("POST", "/emulator/host-page").await.json();
    assert_eq!(later["hasSettings"], json!(true));
    let foreign = fixture
        .ask(
            token,
            "GET",
            "/crm/v3/extensions/calling/456/settings",
            &json!({}),
        )
        .await;
    fixture.advance(Duration::from_secs(1800)).await;
    let late = fixture.ask(token, "GET", target, &json!({})).await;
    let fresh = fixture.host_token().await;
    let forgotten = fixture.ask(token, "GET", target, &json!({})).await;
    let renewed = fixture.ask(&fresh, "GET", target, &json!({})).await;

    assert_eq!(
        (page["appId"].as_i64(), page["portalId"].as_i64()),
        (Some(123), Some(62515))
    );
    assert_eq!(page["expiresIn"], 1800);
    assert_eq!((made.status, foreign.status), (200, 404));
    assert_eq!(late.error()["category"], "EXPIRED_AUTHENTICATION");
    assert_eq!(forgotten.error()["category"], "INVALID_AUTHENTICATION");
    assert_eq!(renewed.json()["name"], "Phone");
}

#[tokio::test]
async fn records_belong_to_their_namespace_and_go_with_reset_and_snapshot() {
    let fixture = Fixture::new(Profile::Spec);
    let make = async |prefix: &str, title: &str| {
        let token = fixture
            .order("POST", &format!("{prefix}/emulator/host-page"))
            .await
            .json()["accessToken"]
            .as_str()
            .unwrap()
            .to_owned();
        let target = format!("{prefix}/crm/v3/objects/calls");
        let body = json!({ "properties": { "hs_call_title": title } });
        let made = fixture.ask(&token, "POST", &target, &body).await;
        assert_eq!(made.status, 200, "{}", made.text);
    };
    let titles = async |prefix: &str| {
        let token = fixture
            .order("POST", &format!("{prefix}/emulator/host-page"))
            .await
            .json()["accessToken"]
            .as_str()
            .unwrap()
            .to_owned();
        let target = format!("{prefix}/crm/v3/objects/calls?properties=hs_call_title");
        let list = fixture.ask(&token, "GET", &target, &json!({})).await.json();
        list["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| {
                one["properties"]["hs_call_title"]
                    .as_str()
                    .unwrap()
                    .to_owned()
            })
            .collect::<Vec<_>>()
    };
    let control = async |path: &str| {
        let reply = fixture.order("POST", path).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
    };
    const EARLIER: &str = "First call after the trade fair";

    make("/ns/a", "one").await;
    control("/ns/a/emulator/snapshot").await;
    make("/ns/a", "two").await;

    assert_eq!(titles("/ns/a").await, [EARLIER, "one", "two"]);
    assert_eq!(titles("/ns/b").await, [EARLIER]);
    control("/ns/a/emulator/restore").await;
    assert_eq!(titles("/ns/a").await, [EARLIER, "one"]);
    control("/ns/a/emulator/reset").await;
    assert_eq!(titles("/ns/a").await, [EARLIER]);
}
