//! Owners, and the types of records that clients ask for beside contacts.

use emulator::{Options, Profile};
use serde_json::{Value, json};

use crate::support::{BOTH, Fixture, options};

const OWNERS: &str = "/crm/v3/owners";

fn ids(reply: &Value) -> Vec<&str> {
    let all = reply["results"].as_array().unwrap().iter();
    all.map(|one| one["id"].as_str().unwrap()).collect()
}

/// Source of the fields: the service's published OpenAPI file for owners, v3, read 2026-11.
#[tokio::test]
async fn owners_are_the_users_of_the_account() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let get = async |target: &str| fixture.ask(&token, "GET", target, &json!({})).await;

        let all = get(OWNERS).await.json();
        let with_slash = get("/crm/v3/owners/?limit=2").await.json();
        let one = get("/crm/v3/owners/41629779").await.json();
        let by_user = get("/crm/v3/owners/9?idProperty=userId").await.json();
        let by_email = get("/crm/v3/owners?email=AGENT%40crm.example").await.json();
        let nobody = get("/crm/v3/owners?email=ada%40people.example")
            .await
            .json();
        let gone = get("/crm/v3/owners?archived=true").await.json();

        assert_eq!(ids(&all), ["41629779", "41629780"]);
        assert_eq!(all, with_slash);
        assert_eq!(one, all["results"][0]);
        assert_eq!(
            one,
            json!({ "id": "41629779", "email": "admin@crm.example", "type": "PERSON",
                "firstName": "Amal", "lastName": "Admin", "userId": 9,
                "userIdIncludingInactive": 9, "createdAt": "2026-01-01T00:00:00.000Z",
                "updatedAt": "2026-01-01T00:00:00.000Z", "archived": false })
        );
        assert_eq!(by_user, one);
        assert_eq!(ids(&by_email), ["41629780"]);
        assert_eq!(nobody, json!({ "results": [] }));
        assert_eq!(gone, nobody);
    }
}

#[tokio::test]
async fn owners_come_page_by_page() {
    let fixture = Fixture::new(Profile::Vendor);
    let token = fixture.host_token().await;

    let target = "/crm/v3/owners?limit=1";
    let first = fixture.ask(&token, "GET", target, &json!({})).await.json();
    let next = &first["paging"]["next"];
    let link = next["link"].as_str().unwrap();
    let target = link.strip_prefix("http://localhost:8140").unwrap();
    let second = fixture.ask(&token, "GET", target, &json!({})).await.json();

    assert_eq!(ids(&first), ["41629779"]);
    assert_eq!(next["after"], "41629780");
    assert_eq!(ids(&second), ["41629780"]);
    assert!(second.get("paging").is_none());
}

#[tokio::test]
async fn owners_are_refused_with_what_is_expected() {
    let fixture = Fixture::new(Profile::Spec);
    let token = fixture.host_token().await;
    let (without_scope, _) = fixture.tokens().await;
    for (token, target, status, message) in [
        (
            &token,
            "/crm/v3/owners?limit=0",
            400,
            "limit is 0: use a whole number from 1 to 500",
        ),
        (
            &token,
            "/crm/v3/owners?limit=501",
            400,
            "limit is 501: use a whole number from 1 to 500",
        ),
        (
            &token,
            "/crm/v3/owners?after=x",
            400,
            "x is no cursor: use the one of paging.next",
        ),
        (
            &token,
            "/crm/v3/owners?archived=1",
            400,
            "archived is 1: use true or false",
        ),
        (
            &token,
            "/crm/v3/owners/9?idProperty=email",
            400,
            "idProperty is email: use id or userId",
        ),
        (
            &token,
            "/crm/v3/owners/9",
            404,
            "there is no owner 9: GET /crm/v3/owners lists those there are",
        ),
        (
            &token,
            "/crm/v3/owners/%3Cb%3E",
            404,
            "there is no owner <b>: GET /crm/v3/owners lists those there are",
        ),
        (
            &without_scope,
            OWNERS,
            403,
            "the access token has not the scope crm.objects.owners.read: have the app ask for it, and the user agree again",
        ),
    ] {
        let reply = fixture.ask(token, "GET", target, &json!({})).await;

        assert_eq!(reply.status, status, "{target} {}", reply.text);
        assert_eq!(reply.error()["message"], message, "{target}");
    }
    assert_eq!(fixture.get(OWNERS).await.status, 401);
}

#[tokio::test]
async fn tickets_and_products_are_records_as_others_are() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let ask = async |method: &str, target: &str, body: Value| {
            fixture.ask(&token, method, target, &body).await
        };
        for (plural, properties, changed, associated) in [
            (
                "tickets",
                json!({ "subject": "No tone", "hs_pipeline_stage": "1", "hs_ticket_priority": "HIGH" }),
                json!({ "hs_pipeline_stage": "4" }),
                Some("contacts/1001"),
            ),
            (
                "products",
                json!({ "name": "Desk phone", "price": "129.5", "hs_sku": "DP-1" }),
                json!({ "price": "99" }),
                None,
            ),
        ] {
            let place = format!("/crm/v3/objects/{plural}");
            let made = ask("POST", &place, json!({ "properties": properties })).await;
            assert!(made.status < 300, "{}", made.text);
            let id = made.json()["id"].as_str().unwrap().to_owned();
            let one = format!("{place}/{id}");
            let patched = ask("PATCH", &one, json!({ "properties": changed })).await;
            let found = ask(
                "POST",
                &format!("{place}/search"),
                json!({ "filterGroups": [{ "filters":
                [{ "propertyName": "hs_object_id", "operator": "EQ", "value": id }] }] }),
            )
            .await;
            if let Some(other) = associated {
                let target = format!("/crm/v4/objects/{plural}/{id}/associations/default/{other}");
                let reply = ask("PUT", &target, json!({})).await;
                let spec = &reply.json()["results"][0]["associationSpec"];
                assert_eq!(spec["associationTypeId"], 16, "{}", reply.text);
            }
            let deleted = ask("DELETE", &one, json!({})).await;

            assert_eq!(patched.status, 200, "{}", patched.text);
            assert_eq!(found.json()["total"], 1);
            assert!(deleted.status < 300);
            assert_eq!(ask("GET", &one, json!({})).await.status, 404);
        }
    }
}

#[tokio::test]
async fn a_ticket_needs_a_status_and_is_in_the_support_pipeline() {
    let fixture = Fixture::new(Profile::Vendor);
    let token = fixture.host_token().await;
    let make = async |properties: Value| {
        let body = json!({ "properties": properties });
        fixture
            .ask(&token, "POST", "/crm/v3/objects/tickets", &body)
            .await
    };

    let without = make(json!({ "subject": "No tone" })).await;
    let wrong = make(json!({ "hs_pipeline_stage": "9" })).await;
    let made = make(json!({ "hs_pipeline_stage": "2" })).await;

    assert_eq!(without.status, 400);
    assert_eq!(
        without.error()["message"],
        "hs_pipeline_stage is missing: give it a value"
    );
    assert_eq!(
        wrong.error()["errors"][0]["message"],
        "9 is no value of hs_pipeline_stage: use one of 1, 2, 3, 4"
    );
    assert_eq!(made.json()["properties"]["hs_pipeline"], "0");
}

/// Source: the service's guide to line items, read 2026-11.
#[tokio::test]
async fn a_line_item_takes_from_its_product_what_it_has_not_itself() {
    let fixture = Fixture::new(Profile::Spec);
    let token = fixture.host_token().await;
    let make = async |properties: Value| {
        let body = json!({ "properties": properties });
        let reply = fixture
            .ask(&token, "POST", "/crm/v3/objects/line_items", &body)
            .await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()["properties"].clone()
    };

    let plain = make(json!({ "hs_product_id": "7001", "quantity": "2" })).await;
    let own = make(json!({ "hs_product_id": "7001", "price": "100", "name": "Mine" })).await;
    let unknown = make(json!({ "hs_product_id": "x", "price": "1" })).await;

    assert_eq!(
        [
            &plain["name"],
            &plain["price"],
            &plain["amount"],
            &plain["hs_sku"]
        ],
        ["Desk phone", "129.5", "259", "DP-1"]
    );
    assert_eq!([&own["name"], &own["price"]], ["Mine", "100"]);
    assert!(unknown.get("name").is_none());
}

/// A namespace of a data file has its users when it is opened again.
#[tokio::test]
async fn users_are_data() {
    let folder = tempfile::tempdir().unwrap();
    let open = || {
        Fixture::with(Options {
            data: Some(folder.path().join("data.db")),
            ..options()
        })
    };
    let first = open();
    first.host_token().await;
    drop(first);

    let again = open();
    let token = again.host_token().await;
    let all = again.ask(&token, "GET", OWNERS, &json!({})).await.json();

    assert_eq!(ids(&all).len(), 2);
}
