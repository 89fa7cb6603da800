//! Many associations at once: `data/exchanges/batches.json` has those of a few.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{Fixture, Reply};

const BATCH: &str = "/crm/v4/associations/contacts/companies/batch";

fn pair(from: &str, to: &str) -> Value {
    json!({ "from": { "id": from }, "to": { "id": to } })
}

async fn post(fixture: &Fixture, token: &str, target: &str, inputs: Value) -> Reply {
    let body = json!({ "inputs": inputs });
    fixture.ask(token, "POST", target, &body).await
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
async fn a_batch_has_two_thousand_inputs_at_most() {
    let fixture = Fixture::new(Profile::Spec);
    let token = fixture.host_token().await;
    let many: Vec<Value> = (0..2001).map(|_| pair("1001", "201")).collect();

    let target = format!("{BATCH}/associate/default");
    let reply = post(&fixture, &token, &target, json!(many)).await;

    assert_eq!(reply.status, 400);
    assert_eq!(
        reply.error()["message"],
        "the batch has 2001 inputs: use 1 to 2000"
    );
}
