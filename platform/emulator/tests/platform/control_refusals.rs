//! What control requests refuse, so that no test waits for what never comes.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::Fixture;

fn app() -> Value {
    json!({
        "name": "Mine", "clientId": "mine", "clientSecret": "s", "developerKey": "k",
        "redirectUris": ["http://localhost:3000/back"],
    })
}

fn with(mut object: Value, field: &str, value: Value) -> Value {
    object[field] = value;
    object
}

#[tokio::test]
async fn a_field_that_a_request_cannot_have_is_refused_and_the_nearest_is_named() {
    let fixture = Fixture::new(Profile::Spec);
    for (target, body, field, fix) in [
        (
            "/emulator/apps/7",
            with(app(), "optionalScope", json!(["oauth"])),
            "optionalScope",
            "use optionalScopes",
        ),
        (
            "/emulator/apps/7",
            with(app(), "client_secret", json!("canary")),
            "client_secret",
            "use clientSecret",
        ),
        (
            "/emulator/clock",
            json!({ "advanceMs": 1, "advance": 1 }),
            "advance",
            "use advanceMs",
        ),
        (
            "/emulator/clock",
            json!({ "advanceMS": 1 }),
            "advanceMS",
            "use advanceMs",
        ),
        (
            "/emulator/snapshot",
            json!({ "nam": "a" }),
            "nam",
            "use name",
        ),
        (
            "/emulator/restore",
            json!({ "names": "a" }),
            "names",
            "use name",
        ),
        (
            "/emulator/faults",
            json!({ "rout": "/" }),
            "rout",
            "use route",
        ),
        (
            "/emulator/faults",
            json!({ "": 1 }),
            "(empty)",
            "use route, ",
        ),
    ] {
        let reply = fixture.control("POST", target, &body).await;
        assert_eq!(reply.status, 400, "{target} {body}");
        let error = reply.error();
        let message = error["message"].as_str().unwrap();
        assert!(
            message.starts_with(&format!("{field} is no field of this request: {fix}")),
            "{message}"
        );
        assert_eq!(error["errors"][0]["in"], field);
        assert_eq!(error["errors"][0]["code"], "UNKNOWN_FIELD");
        assert!(!reply.text.contains("canary"));
    }
    let reply = fixture
        .control(
            "POST",
            "/emulator/faults",
            &json!({ "rateLimit": { "max": 1, "polcy": 1 } }),
        )
        .await;
    assert_eq!(reply.status, 400);
}

#[tokio::test]
async fn an_app_has_scopes_that_there_are_and_every_field_it_needs() {
    let fixture = Fixture::new(Profile::Spec);
    for field in ["scopes", "optionalScopes"] {
        for scope in ["crm.objects.contact.read", "contacts.read", "", "oauth "] {
            let body = with(app(), field, json!(["oauth", scope]));
            let reply = fixture.control("POST", "/emulator/apps/7", &body).await;
            assert_eq!(reply.status, 400, "{scope}");
            let shown = if scope.is_empty() { "(empty)" } else { scope };
            let message = reply.error()["message"].as_str().unwrap().to_owned();
            assert!(
                message.starts_with(&format!("{shown} is no scope: {field} takes")),
                "{message}"
            );
            assert_eq!(reply.error()["errors"][0]["in"], field);
        }
    }
    for field in [
        "name",
        "clientId",
        "clientSecret",
        "developerKey",
        "redirectUris",
    ] {
        let mut body = app();
        body.as_object_mut().unwrap().remove(field);
        let reply = fixture.control("POST", "/emulator/apps/7", &body).await;
        assert_eq!(reply.status, 400, "{field}");
        assert_eq!(
            reply.error()["message"],
            format!("{field} is missing: add it as /emulator/docs describes it")
        );
    }
    let all = with(
        app(),
        "scopes",
        json!(["oauth", "tickets", "crm.objects.custom.read"]),
    );
    let reply = fixture.control("POST", "/emulator/apps/7", &all).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
}

#[tokio::test]
async fn a_fault_holds_for_one_path_with_its_values() {
    let fixture = Fixture::new(Profile::Spec);
    let token = fixture.host_token().await;
    let authorization = format!("Bearer {token}");
    let status = async |path: &str| {
        let headers = [("authorization", authorization.as_str())];
        let request = crate::support::request("GET", path, &headers, axum::body::Body::empty());
        fixture.send(request).await.status
    };
    for (route, statuses) in [
        ("/crm/v3/objects/contacts/1001", [503, 200, 200]),
        ("/crm/v3/objects/contacts/%31001", [503, 200, 200]),
        ("/crm/v3/objects/contacts/{objectId}", [503, 503, 200]),
        ("/crm/v3/objects/{objectType}/1001", [503, 200, 200]),
        ("/crm/v3/objects/{objectType}/{objectId}", [503, 503, 200]),
        ("/crm/v3/objects/contacts", [200, 200, 503]),
        ("/crm/v3/objects/contacts/9", [200, 200, 200]),
    ] {
        let faults = json!({ "route": route, "status": 503 });
        let switched = fixture.control("POST", "/emulator/faults", &faults).await;
        assert_eq!(switched.status, 200, "{route}: {}", switched.text);

        let seen = [
            status("/crm/v3/objects/contacts/1001").await,
            status("/crm/v3/objects/contacts/1002").await,
            status("/crm/v3/objects/contacts").await,
        ];

        assert_eq!(seen, statuses, "{route}");
    }
}

#[tokio::test]
async fn a_fault_for_a_path_that_is_never_requested_is_refused() {
    let fixture = Fixture::new(Profile::Spec);
    for (route, why) in [
        (
            "/crm/v3/object/contacts",
            "is no path of an endpoint, such as /crm/v3/objects/{objectType}: use",
        ),
        (
            "/crm/v3/objects/contacts?limit=1",
            "is no path of an endpoint",
        ),
        ("/crm/v3/objects/{objectType", "is no path of an endpoint"),
        ("/ns/mine/oauth/v1/token", "is no path of an endpoint"),
        ("oauth/v1/token", "is no path of an endpoint"),
        ("/nothing", "is no path of an endpoint"),
        ("", "is no path of an endpoint"),
        (
            "/emulator/clock",
            "is a path of the emulator's own, which has no faults",
        ),
    ] {
        let faults = json!({ "route": route, "status": 503 });
        let reply = fixture.control("POST", "/emulator/faults", &faults).await;
        assert_eq!(reply.status, 400, "{route}");
        let shown = if route.is_empty() { "(empty)" } else { route };
        let message = reply.error()["message"].as_str().unwrap().to_owned();
        assert!(
            message.starts_with(&format!("route {shown} {why}")),
            "{message}"
        );
        assert_eq!(
            fixture.order("GET", "/emulator/faults").await.json(),
            json!({})
        );
    }
}

/// In words of JSON, as the caller wrote it: our types have no names outside.
#[tokio::test]
async fn a_value_of_another_type_is_refused_in_words() {
    let fixture = Fixture::new(Profile::Spec);
    for (body, message) in [
        (
            json!({ "rateLimit": 1 }),
            "rateLimit is a number: use an object",
        ),
        (json!({ "route": [] }), "route is a list: use a text"),
        (
            json!({ "times": "2" }),
            "times is a text: use a whole number from 0",
        ),
        (
            json!({ "times": -1 }),
            "times is of another form: use a whole number from 0",
        ),
        (
            json!({ "rateLimit": { "max": true } }),
            "rateLimit.max is true or false: use a whole number from 0",
        ),
        (
            json!({ "rateLimit": { "max": 1, "polcy": 1 } }),
            "rateLimit.polcy is no field: use max, policy",
        ),
        (
            json!({ "rateLimit": { "max": 1, "policy": "HOURLY" } }),
            "HOURLY is no value of rateLimit.policy: use one of DAILY, TEN_SECONDLY_ROLLING, SECONDLY",
        ),
    ] {
        let reply = fixture.control("POST", "/emulator/faults", &body).await;
        assert_eq!(reply.status, 400, "{body}");
        assert_eq!(reply.error()["message"], message);
    }
}

#[tokio::test]
async fn an_unknown_type_of_records_is_refused_with_every_type_there_is() {
    let fixture = Fixture::new(Profile::Spec);
    let token = format!("Bearer {}", fixture.host_token().await);
    let headers = [("authorization", token.as_str())];
    let target = "/crm/v3/objects/contract";
    let body = axum::body::Body::empty();
    let reply = fixture
        .send(crate::support::request("GET", target, &headers, body))
        .await;

    assert_eq!(reply.status, 400);
    let message = reply.error()["message"].as_str().unwrap().to_owned();
    let listed = message.split_once(": use ").unwrap().1;
    let (types, _) = listed.split_once(", or ").unwrap();
    for name in types.split(", ") {
        let target = format!("/crm/v3/objects/{name}");
        let body = axum::body::Body::empty();
        let list = fixture
            .send(crate::support::request("GET", &target, &headers, body))
            .await;
        assert_eq!(list.status, 200, "{name}: {}", list.text);
    }
    for name in [
        "calls",
        "companies",
        "contacts",
        "deals",
        "line_items",
        "quotes",
    ] {
        assert!(types.split(", ").any(|one| one == name), "{message}");
    }
}
