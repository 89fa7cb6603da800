//! The log: each request with its id, its body and its answer, masked, and what finds it.

use axum::body::Body;
use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{Fixture, SETTINGS, phone_settings, request};

/// The entries of a look at the log.
async fn entries(fixture: &Fixture, query: &str) -> Vec<Value> {
    let log = fixture.get(&format!("/emulator/log.json?{query}")).await;
    assert_eq!(log.status, 200, "{query}: {}", log.text);
    log.json()["results"].as_array().unwrap().clone()
}

async fn post(fixture: &Fixture, target: &str, body: &Value) -> crate::support::Reply {
    let token = format!("Bearer {}", fixture.host_token().await);
    let headers = [
        ("authorization", token.as_str()),
        ("content-type", "application/json"),
    ];
    let body = Body::from(body.to_string());
    fixture.send(request("POST", target, &headers, body)).await
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
async fn the_code_and_the_tokens_of_an_installation_are_in_no_log() {
    let fixture = Fixture::new(Profile::Spec);

    let path = "/emulator/apps/123/installation";
    let installed = fixture.control("POST", path, &json!({})).await.json();

    let log = fixture.get("/emulator/log.json?q=installation").await;
    assert_eq!(log.json()["results"][0]["status"], 200);
    for field in ["code", "accessToken", "refreshToken"] {
        let secret = installed[field].as_str().unwrap();
        assert!(secret.len() > 20, "{field}");
        assert!(!log.text.contains(secret), "{field}: {}", log.text);
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

#[tokio::test]
async fn the_log_is_filtered_by_words_and_by_outcome() {
    let fixture = Fixture::new(Profile::Spec);
    fixture.json("POST", SETTINGS, &phone_settings()).await;
    fixture.json("POST", SETTINGS, &phone_settings()).await;
    fixture.get(SETTINGS).await;

    for (query, count) in [
        ("", 3),
        ("outcome=", 3),
        ("outcome=done", 2),
        ("outcome=refused", 1),
        ("outcome=refused&q=CONFLICT", 1),
        ("outcome=done&q=conflict", 0),
        ("q=post+settings", 2),
        ("q=updatedat", 2),
        ("q=%22%3E%3Cscript%3E", 0),
    ] {
        assert_eq!(entries(&fixture, query).await.len(), count, "{query}");
        let page = fixture.get(&format!("/emulator/log?{query}")).await;
        assert_eq!(page.text.matches("<li ").count(), count, "{query}");
    }
    let odd = fixture.get("/emulator/log.json?outcome=both").await;
    assert_eq!(odd.status, 400);
    assert_eq!(
        odd.error()["message"],
        "both is no outcome: use done or refused"
    );
}

#[tokio::test]
async fn what_is_large_or_no_json_is_in_the_log_by_its_size() {
    let fixture = Fixture::new(Profile::Spec);
    for (body, shown) in [
        ("{".to_owned(), "[1 bytes]".to_owned()),
        (
            json!({ "name": "n".repeat(70_000) }).to_string(),
            "[70011 bytes]".to_owned(),
        ),
        (
            "[".repeat(3000) + &"]".repeat(3000),
            "[6000 bytes]".to_owned(),
        ),
    ] {
        let headers = [("content-type", "application/json")];
        let sent = request("POST", SETTINGS, &headers, Body::from(body));
        fixture.send(sent).await;
        assert_eq!(entries(&fixture, "").await[0]["body"], shown);
    }
}

#[tokio::test]
async fn the_page_has_no_script_and_a_style_that_its_policy_allows() {
    let fixture = Fixture::new(Profile::Spec);
    let hostile = json!({ "<script>alert(1)</script>": "<b>", "name": "</pre><script>" });
    fixture.json("POST", SETTINGS, &hostile).await;

    let page = fixture.get("/emulator/log").await;

    assert!(!page.text.contains("<script"), "{}", page.text);
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("default-src 'none'; style-src 'sha256-"),
        "{policy}"
    );
    assert!(page.text.contains("<summary>"));
}
