//! Many associations at once, and what is judged of each.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{BOTH, Fixture, Reply};

const BATCH: &str = "/crm/v4/associations/contacts/companies/batch";

fn pair(from: &str, to: &str) -> Value {
    json!({ "from": { "id": from }, "to": { "id": to } })
}

fn with_types(from: &str, to: &str, types: &[(&str, i64)]) -> Value {
    let types: Vec<Value> = types
        .iter()
        .map(|(category, id)| json!({ "associationCategory": category, "associationTypeId": id }))
        .collect();
    json!({ "from": { "id": from }, "to": { "id": to }, "types": types })
}

async fn post(fixture: &Fixture, token: &str, target: &str, inputs: Value) -> Reply {
    let body = json!({ "inputs": inputs });
    fixture.ask(token, "POST", target, &body).await
}

/// Source of the narrower categories: reports of the service's own answers, read 2026-11.
#[tokio::test]
async fn associations_are_made_read_and_taken_away() {
    for (profile, category, [created, partial, gone]) in [
        (Profile::Spec, "SERVICE_DEFINED", [200, 200, 200]),
        (Profile::Vendor, "HUBSPOT_DEFINED", [201, 207, 204]),
    ] {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let post = async |path: &str, inputs: Value| {
            post(&fixture, &token, &format!("{BATCH}/{path}"), inputs).await
        };

        let made = post(
            "associate/default",
            json!([pair("1001", "201"), pair("1001", "2001"), pair("7", "2001")]),
        )
        .await;
        let labelled = post(
            "create",
            json!([with_types("1002", "201", &[(category, 279)])]),
        )
        .await;
        let faulty = post(
            "create",
            json!([
                with_types("1002", "201", &[(category, 64)]),
                with_types("1002", "2001", &[("USER_DEFINED", 279)]),
                with_types("1002", "2001", &[]),
            ]),
        )
        .await;
        let read = post(
            "read",
            json!([{ "id": "1001" }, { "id": "1003" }, { "id": "7" }]),
        )
        .await;
        let one = json!({ "from": { "id": "1001" }, "to": [{ "id": "201" }, { "id": "2001" }] });
        let archived = post("archive", json!([one])).await;
        let left = post("read", json!([{ "id": "1001" }])).await;

        assert_eq!(made.status, 200, "{}", made.text);
        let all = made.json();
        assert_eq!(
            all["results"][0],
            json!({ "from": { "id": "1001" }, "to": { "id": "201" },
                "associationSpec": { "associationCategory": category, "associationTypeId": 279 } })
        );
        assert_eq!(
            all["results"][1]["associationSpec"]["associationTypeId"],
            280
        );
        assert_eq!(all["results"].as_array().unwrap().len(), 4);
        assert_eq!(all["numErrors"], 1);
        assert_eq!(
            all["errors"][0]["subCategory"],
            "crm.associations.FROM_OBJECT_NOT_FOUND"
        );
        assert_eq!(labelled.status, created, "{}", labelled.text);
        assert_eq!(
            labelled.json()["results"][0],
            json!({ "fromObjectTypeId": "0-1", "fromObjectId": "1002", "toObjectTypeId": "0-2",
                "toObjectId": "201", "labels": [] })
        );
        assert_eq!(faulty.status, partial);
        let errors = faulty.json()["errors"].clone();
        let messages: Vec<&str> = errors
            .as_array()
            .unwrap()
            .iter()
            .map(|error| {
                assert_eq!(
                    error["subCategory"],
                    "crm.associations.INVALID_ASSOCIATION_TYPE"
                );
                error["message"].as_str().unwrap()
            })
            .collect();
        assert_eq!(
            messages,
            [
                "64 is no type of an association of contacts with companies: use 279 for 0-2",
                &format!("associationCategory is USER_DEFINED: 279 is of {category}"),
                "the association has no types: add 279 for 0-2",
            ]
        );
        assert_eq!(read.status, partial);
        let read = read.json();
        assert_eq!(
            read["results"],
            json!([{ "from": { "id": "1001" }, "to": [
                { "toObjectId": "201", "associationTypes":
                    [{ "category": category, "typeId": 279, "label": null }] },
                { "toObjectId": "2001", "associationTypes":
                    [{ "category": category, "typeId": 279, "label": null }] },
            ] }])
        );
        let narrower: Vec<&Value> = read["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| &error["subCategory"])
            .collect();
        assert_eq!(
            narrower,
            [
                "crm.associations.NO_ASSOCIATIONS_FOUND",
                "crm.associations.FROM_OBJECT_NOT_FOUND",
            ]
        );
        assert_eq!(
            read["errors"][0]["context"],
            json!({ "fromObjectId": ["1003"], "fromObjectType": ["contact"],
                "toObjectType": ["company"] })
        );
        assert_eq!(archived.status, gone);
        assert_eq!(left.json()["results"], json!([]));
    }
}

#[tokio::test]
async fn what_is_taken_away_is_taken_as_a_whole() {
    let fixture = Fixture::new(Profile::Vendor);
    let token = fixture.host_token().await;
    let path = |name: &str| format!("{BATCH}/{name}");
    post(
        &fixture,
        &token,
        &path("associate/default"),
        json!([pair("1001", "201")]),
    )
    .await;
    let good = json!({ "from": { "id": "1001" }, "to": [{ "id": "201" }] });
    let bad = json!({ "from": { "id": "7" }, "to": [{ "id": "201" }] });

    let refused = post(&fixture, &token, &path("archive"), json!([good, bad])).await;
    let left = post(&fixture, &token, &path("read"), json!([{ "id": "1001" }])).await;

    assert_eq!(refused.status, 404, "{}", refused.text);
    assert_eq!(refused.error()["errors"][0]["in"], "inputs[1]");
    assert_eq!(left.json()["results"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_batch_that_cannot_be_is_refused() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let reader = fixture
            .token_of(&["oauth", "crm.objects.contacts.read"])
            .await;
        let many: Vec<Value> = (0..2001).map(|_| pair("1001", "201")).collect();
        for (token, path, body, status, message) in [
            (
                &token,
                "read",
                json!({ "inputs": [] }),
                400,
                "the batch has 0 inputs: use 1 to 1000",
            ),
            (
                &token,
                "associate/default",
                json!({ "inputs": many }),
                400,
                "the batch has 2001 inputs: use 1 to 2000",
            ),
            (
                &token,
                "archive",
                json!({ "inputs": [{ "from": { "id": "1" }, "to": [] }] }),
                400,
                "the batch has 0 inputs: use 1 to 1000",
            ),
            (
                &reader,
                "associate/default",
                json!({ "inputs": [pair("1001", "201")] }),
                403,
                "the access token has not the scope crm.objects.contacts.write: have the app ask for it, and the user agree again",
            ),
        ] {
            let reply = fixture
                .ask(token, "POST", &format!("{BATCH}/{path}"), &body)
                .await;

            assert_eq!(reply.status, status, "{path} {}", reply.text);
            assert_eq!(reply.error()["message"], message);
        }
        let nobody = fixture
            .json("POST", &format!("{BATCH}/read"), &json!({}))
            .await;
        assert_eq!(nobody.status, 401);
    }
}

/// Hostile identifiers are nobody's, each by itself.
#[tokio::test]
async fn odd_identifiers_are_reported_beside_the_good() {
    let fixture = Fixture::new(Profile::Vendor);
    let token = fixture.host_token().await;
    let odd = [
        "",
        "0",
        "-1",
        "1e3",
        "99999999999999999999",
        "'; DROP TABLE object; --",
        "\u{202e}1001",
    ];
    let mut inputs: Vec<Value> = odd.iter().map(|id| pair(id, "201")).collect();
    inputs.extend(odd.iter().map(|id| pair("1001", id)));
    inputs.push(pair("1001", "201"));

    let reply = post(
        &fixture,
        &token,
        &format!("{BATCH}/associate/default"),
        json!(inputs),
    )
    .await;

    let outcome = reply.json();
    assert_eq!(outcome["numErrors"], 14, "{}", reply.text);
    assert_eq!(outcome["results"].as_array().unwrap().len(), 2);
    for error in outcome["errors"].as_array().unwrap() {
        assert_eq!(error["category"], "OBJECT_NOT_FOUND");
    }
}

/// More than one part, between which others have their turn.
#[tokio::test]
async fn the_largest_batch_is_done() {
    let fixture = Fixture::new(Profile::Vendor);
    let token = fixture.host_token().await;
    let contact = json!({ "properties": { "firstname": "A" } });
    let contacts: Vec<Value> = (0..100).map(|_| contact.clone()).collect();
    let target = "/crm/v3/objects/contacts/batch/create";
    let made = post(&fixture, &token, target, json!(contacts)).await.json();
    let made = made["results"].as_array().unwrap().clone();
    let inputs: Vec<Value> = (0..2000)
        .map(|index| pair(made[index % 100]["id"].as_str().unwrap(), "201"))
        .collect();

    let reply = post(
        &fixture,
        &token,
        &format!("{BATCH}/associate/default"),
        json!(inputs),
    )
    .await;

    assert_eq!(reply.status, 200);
    assert_eq!(reply.json()["results"].as_array().unwrap().len(), 4000);
}

#[tokio::test]
async fn a_category_is_judged_wherever_one_is_named() {
    for (profile, own) in [
        (Profile::Spec, "SERVICE_DEFINED"),
        (Profile::Vendor, "HUBSPOT_DEFINED"),
    ] {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let put = async |category: &str| {
            let target = "/crm/v4/objects/quotes/6002/associations/contacts/1001";
            let body = json!([{ "associationCategory": category, "associationTypeId": 702 }]);
            fixture.ask(&token, "PUT", target, &body).await
        };
        let create = async |category: &str| {
            let types = json!([{ "associationCategory": category, "associationTypeId": 194 }]);
            let body = json!({ "properties": {}, "associations":
                [{ "to": { "id": "1001" }, "types": types }] });
            fixture
                .ask(&token, "POST", "/crm/v3/objects/calls", &body)
                .await
        };
        for category in ["SERVICE_DEFINED", "HUBSPOT_DEFINED"] {
            assert!(put(category).await.status < 300);
            assert!(create(category).await.status < 300);
        }
        for category in [
            "USER_DEFINED",
            "INTEGRATOR_DEFINED",
            "",
            "hubspot_defined",
            "<b>",
        ] {
            let shown = if category.is_empty() {
                "(empty)"
            } else {
                category
            };
            for (reply, number) in [(put(category).await, 702), (create(category).await, 194)] {
                assert_eq!(reply.status, 400, "{category} {}", reply.text);
                assert_eq!(
                    reply.error()["message"],
                    format!("associationCategory is {shown}: {number} is of {own}")
                );
            }
        }
    }
}

/// Source of 1393: other clients of the service, read 2026-11.
#[tokio::test]
async fn the_quote_that_was_published_last_is_its_deals_primary_one() {
    let fixture = Fixture::new(Profile::Vendor);
    let token = fixture.host_token().await;
    let primary = async || {
        let target = "/crm/v4/objects/deals/3001/associations/quotes";
        let list = fixture.ask(&token, "GET", target, &json!({})).await.json();
        let quotes = list["results"].as_array().unwrap().clone();
        let is_primary = |quote: &&Value| {
            let types = quote["associationTypes"].as_array().unwrap();
            types
                .iter()
                .any(|one| one["typeId"] == 1393 && one["label"] == "Primary")
        };
        let found = quotes.iter().filter(is_primary);
        found
            .map(|quote| quote["toObjectId"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };

    let before = primary().await;
    let body = json!({ "properties": { "hs_status": "APPROVAL_NOT_NEEDED" } });
    let published = fixture
        .ask(&token, "PATCH", "/crm/v3/objects/quotes/6002", &body)
        .await;
    let after = primary().await;

    assert_eq!(published.status, 200, "{}", published.text);
    assert_eq!(before, ["6001"]);
    assert_eq!(after, ["6002"]);
}

/// Source: the service's published OpenAPI files, v3; the header has the address of what
/// was made.
#[tokio::test]
async fn what_was_made_has_an_address() {
    for (profile, has_location) in [(Profile::Spec, false), (Profile::Vendor, true)] {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let property = json!({ "name": "x", "label": "X", "groupName": "call", "type": "string",
            "fieldType": "text" });
        for (target, body) in [
            ("/crm/v3/objects/contact", json!({ "properties": {} })),
            ("/crm/v3/properties/calls", property),
        ] {
            let made = fixture.ask(&token, "POST", target, &body).await;

            let location = made.header("location");
            assert_eq!(!location.is_empty(), has_location, "{}", made.text);
            assert!(!made.header("x-request-id").is_empty());
            assert_eq!(
                made.header("x-request-id"),
                made.header("x-hubspot-correlation-id")
            );
            if has_location {
                let target = location.strip_prefix("http://localhost:8140").unwrap();
                let read = fixture.ask(&token, "GET", target, &json!({})).await;
                assert_eq!(read.status, 200, "{location}");
            }
        }
    }
}
