//! Many records at once.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{BOTH, Fixture, Reply};

struct Batches {
    fixture: Fixture,
    token: String,
}

impl Batches {
    async fn new(profile: Profile) -> Self {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        Self { fixture, token }
    }

    async fn ask(&self, action: &str, body: &Value) -> Reply {
        let target = format!("/crm/v3/objects/contacts/batch/{action}");
        self.fixture.ask(&self.token, "POST", &target, body).await
    }

    async fn first_name(&self, id: &str) -> Value {
        let target = format!("/crm/v3/objects/contacts/{id}");
        let none = json!({});
        let read = self.fixture.ask(&self.token, "GET", &target, &none);
        read.await.json()["properties"]["firstname"].clone()
    }

    async fn count(&self) -> usize {
        let target = "/crm/v3/objects/contacts?limit=100";
        let none = json!({});
        let list = self.fixture.ask(&self.token, "GET", target, &none);
        list.await.json()["results"].as_array().unwrap().len()
    }
}

fn in_part(profile: Profile) -> u16 {
    match profile {
        Profile::Spec => 200,
        Profile::Vendor => 207,
    }
}

fn ids(reply: &Reply) -> Vec<String> {
    let body = reply.json();
    let results = body["results"].as_array().unwrap().iter();
    results
        .map(|one| one["id"].as_str().unwrap().to_owned())
        .collect()
}

/// Source of the entry for what is not there: reports of the service's own answers, read
/// 2026-11.
#[tokio::test]
async fn what_is_not_there_is_told_beside_what_is_read() {
    for profile in BOTH {
        let batches = Batches::new(profile).await;
        let read = async |inputs: Value, further: Value| {
            let mut body = further;
            body["inputs"] = inputs;
            batches.ask("read", &body).await
        };

        let whole = read(
            json!([{ "id": 101 }, { "id": "102" }, { "id": "101" }]),
            json!({}),
        )
        .await;
        let part = read(
            json!([{ "id": "7" }, { "id": "102" }, { "id": "x" }]),
            json!({ "properties": ["phone"], "propertiesWithHistory": ["email"] }),
        )
        .await;
        let by_email = read(
            json!([{ "id": "ADA@people.example" }]),
            json!({ "idProperty": "email" }),
        )
        .await;

        assert_eq!(whole.status, 200);
        assert_eq!(ids(&whole), ["101", "102"]);
        let body = whole.json();
        assert_eq!(body["status"], "COMPLETE");
        assert_eq!(body["startedAt"], "2026-01-01T00:00:00.000Z");
        assert!(body.get("errors").is_none() && body.get("numErrors").is_none());
        assert_eq!(part.status, in_part(profile));
        assert_eq!(ids(&part), ["102"]);
        let body = part.json();
        assert_eq!(body["numErrors"], 1);
        assert_eq!(
            body["errors"],
            json!([{
                "status": "error", "category": "OBJECT_NOT_FOUND",
                "message": "there are no contacts 7, x: GET /crm/v3/objects/contacts lists those \
                    there are",
                "context": { "ids": ["7", "x"] }, "errors": [], "links": {},
            }])
        );
        assert_eq!(body["results"][0]["properties"]["phone"], "+15550101");
        assert!(body["results"][0]["propertiesWithHistory"]["email"].is_array());
        assert_eq!(ids(&by_email), ["101"]);
    }
}

#[tokio::test]
async fn a_batch_is_made_as_a_whole_or_not_at_all() {
    for (profile, made) in [(Profile::Spec, 200), (Profile::Vendor, 201)] {
        let batches = Batches::new(profile).await;
        let before = batches.count().await;
        let with = |address: &str| json!({ "properties": { "email": address } });

        let refused = batches
            .ask(
                "create",
                &json!({ "inputs": [with("a@b.example"), with("none")] }),
            )
            .await;
        let taken = batches
            .ask(
                "create",
                &json!({ "inputs": [with("a@b.example"), with("A@b.example")] }),
            )
            .await;
        let after_refusals = batches.count().await;
        let whole = batches
            .ask(
                "create",
                &json!({ "inputs": [with("a@b.example"), with("c@b.example")] }),
            )
            .await;

        assert_eq!(refused.status, 400);
        assert_eq!(refused.error()["errors"][0]["in"], "inputs[1]");
        assert_eq!(refused.error()["errors"][0]["code"], "INVALID_EMAIL");
        assert_eq!(taken.status, 409);
        assert_eq!(taken.error()["errors"][0]["in"], "inputs[1]");
        assert_eq!(after_refusals, before);
        assert_eq!(whole.status, made);
        assert_eq!(ids(&whole).len(), 2);
        assert_eq!(batches.count().await, before + 2);
    }
}

/// Source: the service's guide to errors of batches, read 2026-11.
#[tokio::test]
async fn with_trace_identifiers_each_input_is_done_by_itself() {
    for profile in BOTH {
        let batches = Batches::new(profile).await;
        let input = |trace: &str, address: &str| json!({ "objectWriteTraceId": trace, "properties": { "email": address } });
        let inputs = [
            input("one", "a@b.example"),
            input("two", "ada@people.example"),
            input("three", "none"),
            input("four", "d@b.example"),
        ];

        let made = batches.ask("create", &json!({ "inputs": inputs })).await;

        assert_eq!(made.status, in_part(profile), "{}", made.text);
        let body = made.json();
        assert_eq!(ids(&made).len(), 2);
        assert_eq!(body["numErrors"], 2);
        let errors = body["errors"].as_array().unwrap();
        let refused: Vec<(&str, &str)> = errors
            .iter()
            .map(|error| {
                let trace = error["context"]["objectWriteTraceId"][0].as_str().unwrap();
                (trace, error["category"].as_str().unwrap())
            })
            .collect();
        assert_eq!(
            refused,
            [("two", "CONFLICT"), ("three", "VALIDATION_ERROR")]
        );
        assert_eq!(errors[1]["errors"][0]["code"], "INVALID_EMAIL");
    }
}

#[tokio::test]
async fn a_batch_changes_what_is_there_and_tells_what_is_not() {
    for profile in BOTH {
        let batches = Batches::new(profile).await;
        let named = |id: &str, name: &str| json!({ "id": id, "properties": { "firstname": name } });
        let mut by_email = named("ben@people.example", "Benno");
        by_email["idProperty"] = json!("email");

        let part = batches
            .ask(
                "update",
                &json!({ "inputs": [named("101", "Adele"), by_email, named("7", "x")] }),
            )
            .await;
        let twice = batches
            .ask(
                "update",
                &json!({ "inputs": [named("101", "a"), named("101", "b")] }),
            )
            .await;
        let wrong = json!({ "inputs": [named("101", "c"),
            { "id": "102", "properties": { "lifecyclestage": "x" } }] });
        let wrong = batches.ask("update", &wrong).await;

        assert_eq!(part.status, in_part(profile));
        assert_eq!(ids(&part), ["101", "102"]);
        assert_eq!(part.json()["errors"][0]["context"]["ids"], json!(["7"]));
        assert_eq!(batches.first_name("102").await, "Benno");
        assert_eq!(
            twice.error()["message"],
            "101 stands in the batch twice: put its properties into one input"
        );
        assert_eq!(wrong.status, 400);
        assert_eq!(batches.first_name("101").await, "Adele");
    }
}

#[tokio::test]
async fn what_is_put_is_changed_or_made() {
    for profile in BOTH {
        let batches = Batches::new(profile).await;
        let put = |id: &str, name: &str| json!({ "id": id, "idProperty": "email", "properties": { "firstname": name } });
        let body = json!({ "inputs": [put("ada@people.example", "Adele"), put("Eve@People.example", "Eve")] });

        let first = batches.ask("upsert", &body).await;
        let again = batches.ask("upsert", &body).await;

        assert_eq!((first.status, again.status), (200, 200), "{}", first.text);
        let new = |reply: &Reply| {
            let body = reply.json();
            [0, 1].map(|index| body["results"][index]["new"].as_bool().unwrap())
        };
        assert_eq!(new(&first), [false, true]);
        assert_eq!(new(&again), [false, false]);
        assert_eq!(ids(&first), ids(&again));
        let eve = &first.json()["results"][1]["properties"];
        assert_eq!(eve["email"], "eve@people.example");
        // The service gives identifiers out itself.
        let unknown = json!({ "inputs": [{ "id": "7", "properties": {} }] });
        let unknown = batches.ask("upsert", &unknown).await;
        assert_eq!(unknown.status, in_part(profile));
        assert_eq!(unknown.json()["errors"][0]["category"], "OBJECT_NOT_FOUND");
    }
}

#[tokio::test]
async fn a_batch_is_deleted_whatever_of_it_is_there() {
    for (profile, status) in [(Profile::Spec, 200), (Profile::Vendor, 204)] {
        let batches = Batches::new(profile).await;
        let before = batches.count().await;
        let body = json!({ "inputs": [{ "id": "101" }, { "id": "7" }, { "id": "x" }] });

        let archived = batches.ask("archive", &body).await;
        let again = batches.ask("archive", &body).await;

        assert_eq!((archived.status, again.status), (status, status));
        assert_eq!(archived.text, "");
        assert_eq!(batches.count().await, before - 1);
    }
}

#[tokio::test]
async fn a_batch_that_cannot_be_is_refused_with_what_is_expected() {
    let batches = Batches::new(Profile::Spec).await;
    let many: Vec<Value> = (0..101).map(|id| json!({ "id": id })).collect();
    for (action, body, place, message) in [
        (
            "read",
            json!({}),
            "inputs",
            "inputs is missing: add it as /emulator/docs describes it",
        ),
        (
            "read",
            json!([{ "id": "1" }]),
            "body",
            "the body is a list: send a JSON object as /emulator/docs describes it",
        ),
        (
            "read",
            json!({ "inputs": [] }),
            "inputs",
            "the batch has 0 inputs: use 1 to 100",
        ),
        (
            "archive",
            json!({ "inputs": many }),
            "inputs",
            "the batch has 101 inputs: use 1 to 100",
        ),
        (
            "read",
            json!({ "inputs": [{ "id": "1" }, {}] }),
            "inputs[1].id",
            "inputs[1].id is missing: add it as /emulator/docs describes it",
        ),
        (
            "read",
            json!({ "inputs": [{ "id": true }] }),
            "inputs[0].id",
            "inputs[0].id is of another form: use a text or a whole number",
        ),
        (
            "read",
            json!({ "inputs": [{ "id": "1" }], "idProperty": "firstname" }),
            "idProperty",
            "firstname is no property of contacts that is unique: use one of email, hs_object_id, \
             hs_unique_creation_key",
        ),
        (
            "create",
            json!({ "inputs": [{ "properties": [] }] }),
            "inputs[0].properties",
            "inputs[0].properties is a list: use an object",
        ),
    ] {
        let reply = batches.ask(action, &body).await;

        assert_eq!(reply.status, 400, "{action} {}", reply.text);
        let error = reply.error();
        assert_eq!(error["message"], message, "{action}");
        assert_eq!(error["errors"][0]["in"], place, "{action}");
    }
}

#[tokio::test]
async fn a_batch_needs_the_scope_of_what_it_does() {
    let fixture = Fixture::new(Profile::Spec);
    let (reader, _) = fixture.tokens().await;
    let body = json!({ "inputs": [{ "id": "101", "properties": {} }] });
    for (action, status) in [
        ("read", 200),
        ("create", 403),
        ("update", 403),
        ("upsert", 403),
        ("archive", 403),
    ] {
        let target = format!("/crm/v3/objects/contacts/batch/{action}");
        let reply = fixture.ask(&reader, "POST", &target, &body).await;
        assert_eq!(reply.status, status, "{action}");
    }
}
