//! Records of the CRM, and the host page's way to them.

use std::{collections::BTreeMap, time::Duration};

use axum::body::Body;
use calling_rest::{
    Endpoint, Method, Response, Secret,
    objects::{
        AssociateObjects, CreateObject, DeleteObject, ListObjects, ObjectType, ReadObject,
        Selection, UpdateObject,
    },
    properties::ReadProperties,
};
use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{Fixture, SETTINGS, request};

/// Asks by the client's own types.
async fn call<E: Endpoint>(
    fixture: &Fixture,
    endpoint: E,
) -> Result<E::Answer, calling_rest::Error> {
    let sent = endpoint.request().unwrap();
    let headers = sent.sent_headers();
    let headers: Vec<(&str, &str)> = headers
        .iter()
        .map(|(name, value)| (*name, value.as_ref()))
        .collect();
    let reply = fixture
        .send(request(
            sent.method.as_str(),
            &sent.target(),
            &headers,
            Body::from(sent.body.clone()),
        ))
        .await;
    endpoint.parse(&Response {
        status: reply.status,
        headers: Vec::new(),
        body: reply.text.into_bytes(),
    })
}

fn properties(pairs: &[(&str, &str)]) -> BTreeMap<String, Value> {
    pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).into()))
        .collect()
}

#[tokio::test]
async fn a_call_is_made_changed_associated_read_and_deleted() {
    let fixture = Fixture::new(Profile::Spec);
    let token = Secret::new(fixture.host_token().await);

    let made = call(
        &fixture,
        CreateObject {
            token: token.clone(),
            object_type: ObjectType::CALLS,
            properties: properties(&[("hs_call_title", "First"), ("hs_call_body", "x")]),
            associations: Vec::new(),
        },
    )
    .await
    .unwrap();
    let id = made.id.clone();
    fixture.advance(Duration::from_secs(60)).await;
    let changed = call(
        &fixture,
        UpdateObject {
            token: token.clone(),
            object_type: ObjectType::CALLS,
            id: id.clone(),
            id_property: None,
            properties: properties(&[("hs_call_title", "Second"), ("hs_call_body", "")]),
        },
    )
    .await
    .unwrap();
    let associated = call(
        &fixture,
        AssociateObjects {
            token: token.clone(),
            object_type: ObjectType::CALLS,
            id: id.clone(),
            to_object_type: ObjectType::CONTACTS,
            to_id: "1001".to_owned(),
        },
    )
    .await
    .unwrap();
    let read = ReadObject {
        token: token.clone(),
        object_type: ObjectType::CALLS,
        id: id.clone(),
        id_property: None,
        selection: Selection {
            properties: vec!["hs_call_title".to_owned(), "hs_call_body".to_owned()],
            associations: vec![ObjectType::CONTACTS, ObjectType::COMPANIES],
            ..Selection::default()
        },
    };
    let record = call(&fixture, read.clone()).await.unwrap();
    call(
        &fixture,
        DeleteObject {
            token,
            object_type: ObjectType::CALLS,
            id: id.clone(),
        },
    )
    .await
    .unwrap();

    assert_eq!(made.created_at, "2026-01-01T00:00:00.000Z");
    assert_eq!(made.properties["hs_object_id"].as_deref(), Some(&*id));
    assert_eq!(changed.updated_at, "2026-01-01T00:01:00.000Z");
    assert_eq!(associated.status, "COMPLETE");
    let kinds: Vec<_> = associated
        .results
        .iter()
        .map(|one| {
            (
                &*one.from.id,
                &*one.to.id,
                one.association_spec.association_type_id,
            )
        })
        .collect();
    assert_eq!(kinds, [(&*id, "1001", 194), ("1001", &*id, 193)]);
    // An emptied property has no value, and one without a value is left out.
    let names: Vec<&str> = record.properties.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "hs_call_title",
            "hs_createdate",
            "hs_lastmodifieddate",
            "hs_object_id"
        ]
    );
    assert_eq!(
        record.properties["hs_call_title"].as_deref(),
        Some("Second")
    );
    let others = record.associations.unwrap();
    assert_eq!(others.len(), 1);
    assert_eq!(others["contacts"].results[0].id, "1001");
    assert_eq!(others["contacts"].results[0].kind, "call_to_contact");
    assert_eq!(call(&fixture, read).await.unwrap_err().status(), Some(404));
}

#[tokio::test]
async fn a_list_is_read_part_by_part() {
    let fixture = Fixture::new(Profile::Spec);
    let token = Secret::new(fixture.host_token().await);
    for index in 0..23 {
        let name = format!("c{index}");
        call(
            &fixture,
            CreateObject {
                token: token.clone(),
                object_type: ObjectType::new("2-7"),
                properties: properties(&[("name", &name)]),
                associations: Vec::new(),
            },
        )
        .await
        .unwrap();
    }

    let mut after = None;
    let mut parts = Vec::new();
    let mut names = Vec::new();
    loop {
        let list = call(
            &fixture,
            ListObjects {
                token: token.clone(),
                object_type: ObjectType::new("2-7"),
                selection: Selection {
                    properties: vec!["name".to_owned()],
                    ..Selection::default()
                },
                limit: (parts.len() == 1).then_some(3),
                after,
            },
        )
        .await
        .unwrap();
        parts.push(list.results.len());
        names.extend(
            list.results
                .into_iter()
                .map(|mut object| object.properties.remove("name").unwrap().unwrap()),
        );
        let Some(paging) = list.paging else { break };
        let limit = if parts.len() == 2 { "&limit=3" } else { "" };
        let link = format!(
            "http://localhost:8140/crm/v3/objects/2-7?properties=name{limit}&after={}",
            paging.next.after
        );
        assert_eq!(paging.next.link, Some(link));
        after = Some(paging.next.after);
    }

    assert_eq!(parts, [10, 3, 10]);
    let expected: Vec<String> = (0..23).map(|index| format!("c{index}")).collect();
    assert_eq!(names, expected);
    let properties = call(
        &fixture,
        ReadProperties {
            token,
            object_type: ObjectType::new("2-7"),
        },
    )
    .await
    .unwrap();
    let names: Vec<&str> = properties
        .results
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "hs_createdate",
            "hs_lastmodifieddate",
            "hs_object_id",
            "hs_unique_creation_key",
            "name"
        ]
    );
}

/// Source of the bodies: the service's guides to errors and to CRM objects, read
/// 2026-11.
#[tokio::test]
async fn what_is_wrong_is_refused_with_its_cause() {
    let fixture = Fixture::new(Profile::Spec);
    let token = fixture.host_token().await;
    let cases: Vec<(String, String, Value, u16, String)> =
        serde_json::from_str(include_str!("data/record_refusals.json")).unwrap();
    assert!(cases.len() >= 18);
    for (method, target, body, status, field) in cases {
        let reply = fixture.ask(&token, &method, &target, &body).await;

        assert_eq!(reply.status, status, "{method} {target} {}", reply.text);
        let error = reply.error();
        assert_eq!(error["status"], "error", "{method} {target}");
        if field.is_empty() {
            assert_eq!(error["category"], "OBJECT_NOT_FOUND", "{method} {target}");
        } else {
            assert_eq!(error["errors"][0]["in"], field, "{method} {target}");
        }
    }
    for (name, value, code) in [
        ("Canary", json!("canary"), "PROPERTY_DOESNT_EXIST"),
        ("", json!("canary"), "PROPERTY_DOESNT_EXIST"),
        ("hs_call_title", json!(["canary"]), "INVALID_OPTION"),
        (
            "hs_call_title",
            json!("canary".repeat(20_000)),
            "INVALID_OPTION",
        ),
    ] {
        let body = json!({ "properties": { name: value } });
        let reply = fixture
            .ask(&token, "POST", "/crm/v3/objects/calls", &body)
            .await;

        assert_eq!(reply.status, 400, "{name}");
        let error = reply.error();
        assert_eq!(error["category"], "VALIDATION_ERROR");
        assert_eq!(error["errors"][0]["code"], code, "{name}");
        assert_eq!(error["errors"][0]["context"]["propertyName"], json!([name]));
        assert!(!reply.text.contains("canary"), "{}", reply.text);
    }
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

#[test]
fn putting_is_done_again_after_a_failure() {
    assert!(Method::Put.is_idempotent());
}
