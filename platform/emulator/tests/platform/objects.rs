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

use crate::support::{self, Fixture, SETTINGS, request};

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
async fn a_creation_that_comes_again_makes_nothing() {
    for (profile, status) in [(Profile::Spec, 200), (Profile::Vendor, 201)] {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let body = |title: &str| json!({ "properties": { "hs_unique_creation_key": "k", "hs_call_title": title } });
        let target = "/crm/v3/objects/calls";

        let first = fixture.ask(&token, "POST", target, &body("a")).await;
        let again = fixture.ask(&token, "POST", target, &body("b")).await;
        let other = fixture
            .ask(&token, "POST", target, &json!({ "properties": {} }))
            .await;
        let taken = fixture
            .ask(
                &token,
                "PATCH",
                &format!("{target}/{}", other.json()["id"].as_str().unwrap()),
                &json!({ "properties": { "hs_unique_creation_key": "k" } }),
            )
            .await;

        assert_eq!((first.status, again.status), (status, status));
        assert_eq!(first.json(), again.json());
        assert_ne!(first.json()["id"], other.json()["id"]);
        assert_eq!(taken.status, 409);
        assert_eq!(taken.error()["category"], "CONFLICT");
        let listed = fixture.ask(&token, "GET", target, &json!({})).await.json();
        // The call that is there from the start, and the two.
        assert_eq!(listed["results"].as_array().unwrap().len(), 3);
    }
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
async fn the_profiles_differ_in_what_is_unset_and_in_what_is_computed() {
    for (profile, unset) in [
        (Profile::Spec, json!(null)),
        (Profile::Vendor, json!({ "jobtitle": null })),
    ] {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let contact = "/crm/v3/objects/contacts/1001";

        let target = [contact, "?properties=jobtitle,unknown"].concat();
        let read = fixture.ask(&token, "GET", &target, &json!({})).await;
        let defaults = fixture.ask(&token, "GET", contact, &json!({})).await;
        let body = json!({ "properties": { "hs_object_id": "1", "firstname": "Eve" } });
        let changed = fixture.ask(&token, "PATCH", contact, &body).await;

        let properties = &read.json()["properties"];
        assert_eq!(
            properties.get("jobtitle"),
            unset.get("jobtitle"),
            "{profile:?}"
        );
        assert_eq!(properties.get("unknown"), None, "{profile:?}");
        assert!(defaults.json()["properties"].get("firstname").is_some());
        if profile == Profile::Spec {
            assert_eq!(changed.status, 200);
            let properties = &changed.json()["properties"];
            assert_eq!(properties["hs_object_id"], "1001");
            assert_eq!(properties["firstname"], "Eve");
        } else {
            assert_eq!(changed.status, 400);
            assert_eq!(changed.error()["errors"][0]["code"], "READ_ONLY_VALUE");
        }
    }
}

#[tokio::test]
async fn records_need_a_token_of_their_types_scope() {
    let fixture = Fixture::new(Profile::Spec);
    // Granted: crm.objects.contacts.read, oauth, timeline.
    let (token, _) = fixture.tokens().await;
    let status = async |method: &str, target: &str| {
        let reply = fixture
            .ask(&token, method, target, &json!({ "properties": {} }))
            .await;
        (reply.status, reply.error()["category"].clone())
    };

    let no_token = fixture.get("/crm/v3/objects/calls").await;
    let with_key = fixture
        .get(&format!("/crm/v3/objects/calls?hapikey={}", support::KEY))
        .await;
    let own = fixture
        .ask(&token, "GET", "/crm/v3/objects/calls", &json!({}))
        .await;

    for reply in [no_token, with_key] {
        assert_eq!(reply.status, 401);
        assert_eq!(reply.error()["category"], "INVALID_AUTHENTICATION");
    }
    assert_eq!(own.status, 200);
    let missing = (403, json!("MISSING_SCOPES"));
    assert_eq!(status("POST", "/crm/v3/objects/calls").await, missing);
    assert_eq!(status("GET", "/crm/v3/objects/companies").await, missing);
    assert_eq!(status("GET", "/crm/v3/objects/2-12345").await, missing);
    assert_eq!(
        status("DELETE", "/crm/v3/objects/contacts/1001").await,
        missing
    );
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

#[tokio::test]
async fn an_incoming_call_asks_for_an_engagement_and_finds_a_contact_that_was_made() {
    let fixture = Fixture::new(Profile::Spec);
    let token = fixture.host_token().await;
    let contact = json!({ "properties": {
        "firstname": "Eve", "email": "eve@people.example", "mobilephone": "+15550177",
    } });
    let made = fixture
        .ask(&token, "POST", "/crm/v3/objects/contacts", &contact)
        .await;
    let id: i64 = made.json()["id"].as_str().unwrap().parse().unwrap();
    let number = |number: &str| json!({ "e164Number": number, "phoneNumberType": "MOBILE" });
    let target = format!(
        "/crm/v3/extensions/calling/inbound-call?hapikey={}",
        support::KEY
    );
    let incoming = json!({
        "externalCallId": "c-1", "createEngagement": true,
        "engagementProperties": { "hs_call_title": "From outside" }, "finalCallStatus": "COMPLETED",
        "fromNumber": number("+15550177"), "toNumber": number("+15550199"),
        "potentialRecipientUserIds": [9],
    });

    let matches = fixture.json("POST", &target, &incoming).await.json();
    fixture
        .ask(
            &token,
            "DELETE",
            &format!("/crm/v3/objects/contacts/{id}"),
            &json!({}),
        )
        .await;
    let none = fixture.json("POST", &target, &incoming).await.json();

    assert_eq!(
        matches["callerIdMatches"],
        json!([{
            "callerIdType": "CONTACT", "firstName": "Eve", "email": "eve@people.example",
            "objectCoordinates": { "portalId": 62515, "objectId": id, "objectTypeId": "0-1" },
        }])
    );
    assert_eq!(none["callerIdMatches"], json!([]));
    let list =
        "/crm/v3/objects/calls?properties=hs_call_title,hs_call_from_number,hs_call_direction";
    let calls = fixture.ask(&token, "GET", list, &json!({})).await.json();
    // A name nobody may give is refused, and a key makes one engagement.
    let with = |properties: Value, id: &str| {
        let mut incoming = incoming.clone();
        incoming["engagementProperties"] = properties;
        incoming["externalCallId"] = json!(id);
        incoming
    };
    let refused = fixture
        .json("POST", &target, &with(json!({ "No Name": "x" }), "c-2"))
        .await;
    assert_eq!(refused.status, 400);
    let count = async || {
        let list = "/crm/v3/objects/calls?limit=100";
        let list = fixture.ask(&token, "GET", list, &json!({})).await.json();
        list["results"].as_array().unwrap().len()
    };
    let before = count().await;
    for id in ["c-3", "c-4"] {
        let keyed = with(json!({ "hs_unique_creation_key": "k-1" }), id);
        assert_eq!(fixture.json("POST", &target, &keyed).await.status, 200);
    }
    assert_eq!(count().await, before + 1);
    let engagement = &calls["results"][1]["properties"];
    assert_eq!(engagement["hs_call_title"], "From outside");
    assert_eq!(engagement["hs_call_from_number"], "+15550177");
    assert_eq!(engagement["hs_call_direction"], "INBOUND");
}

#[test]
fn putting_is_done_again_after_a_failure() {
    assert!(Method::Put.is_idempotent());
}
