//! The log: each request with its id, its masked body and answer; searches.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{Fixture, SETTINGS};

/// The entries of the log for a query.
async fn entries(fixture: &Fixture, query: &str) -> Vec<Value> {
    let log = fixture.get(&format!("/emulator/log.json?{query}")).await;
    assert_eq!(log.status, 200, "{query}: {}", log.text);
    log.json()["results"].as_array().unwrap().clone()
}

async fn post(fixture: &Fixture, target: &str, body: &Value) -> crate::support::Reply {
    let token = fixture.host_token().await;
    fixture.ask(&token, "POST", target, body).await
}

#[tokio::test]
async fn a_request_is_in_the_log_with_id_body_and_answer() {
    let fixture = Fixture::new(Profile::Spec);
    let body = json!({ "properties": { "email": "canary@people.example", "firstname": "Canary" } });

    let made = post(&fixture, "/crm/v3/objects/contacts", &body).await;

    assert_eq!(made.status, 200, "{}", made.text);
    let id = made.json()["id"].as_str().unwrap().to_owned();
    let entry = entries(&fixture, "q=objects").await.remove(0);
    assert_eq!(entry["path"], "/crm/v3/objects/contacts");
    assert_eq!(entry["route"], "/crm/v3/objects/{objectType}");
    assert_eq!(
        entry["correlationId"],
        made.header("x-hubspot-correlation-id")
    );
    assert_eq!(
        entry["body"],
        "{\n  \"properties\": {\n    \"email\": \"[21 characters]\",\n    \"firstname\": \"[6 characters]\"\n  }\n}"
    );
    let answer = entry["answer"].as_str().unwrap();
    assert!(answer.contains(&format!("\"id\": \"{id}\"")), "{answer}");
    for target in ["/emulator/log", "/emulator/log.json"] {
        let text = fixture.get(target).await.text;
        assert!(!text.to_lowercase().contains("canary"), "{text}");
        assert!(text.contains("[6 characters]"), "{text}");
    }
}

#[tokio::test]
async fn a_refusal_says_what_is_wrong_and_repeats_nothing_of_the_request() {
    let fixture = Fixture::new(Profile::Spec);
    fixture
        .json("POST", SETTINGS, &json!({ "name": "Phone" }))
        .await;
    let odd = json!({ "properties": { "canary_1": "1" } });
    post(&fixture, "/crm/v3/objects/contacts", &odd).await;
    let odd = json!({ "properties": { "email": "canary two" } });
    post(&fixture, "/crm/v3/objects/contacts", &odd).await;
    fixture
        .form(
            "/oauth/v1/token",
            &[("grant_type", "password"), ("client_secret", "canary")],
        )
        .await;

    let found = entries(&fixture, "outcome=refused").await;

    let answer = |at: usize| found[at]["answer"].as_str().unwrap().to_owned();
    assert!(answer(3).contains("\"in\": \"url\""), "{}", answer(3));
    assert!(answer(3).contains("MISSING_FIELD"), "{}", answer(3));
    assert!(answer(1).contains("INVALID_EMAIL"), "{}", answer(1));
    assert!(!answer(1).contains("canary two"), "{}", answer(1));
    let form = found[0]["body"].as_str().unwrap();
    assert!(form.contains("\"grant_type\": \"password\""), "{form}");
    assert!(form.contains("\"client_secret\": \"[secret]\""), "{form}");
}
