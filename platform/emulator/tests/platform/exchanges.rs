//! Exchanges with the platform, as tables: `data/exchanges` has requests and answers.
//!
//! A row is a request with what has to be in its answer: its status, which is a list where the
//! profiles differ, fields of its JSON, texts it contains. `as` keeps the identifier of a new
//! record for later rows, as `{name}`; `{owner}` is the profile's name of that property.

use axum::body::Body;
use emulator::Profile;
use serde::Deserialize;
use serde_json::Value;

use crate::support::{BOTH, Fixture, request};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exchange {
    name: String,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    ask: String,
    send: Option<Value>,
    /// 200 where absent.
    status: Option<Value>,
    #[serde(default)]
    answer: Value,
    #[serde(default)]
    contains: Vec<String>,
    r#as: Option<String>,
}

async fn run(file: &str) {
    let exchanges: Vec<Exchange> = serde_json::from_str(file).unwrap();
    for (exchange, profile) in exchanges.iter().flat_map(|one| BOTH.map(|it| (one, it))) {
        let fixture = Fixture::new(profile);
        let token = format!("Bearer {}", fixture.host_token().await);
        let owner = match profile {
            Profile::Spec => "svc_owner_id",
            Profile::Vendor => "hubspot_owner_id",
        };
        let mut names = vec![("{owner}".to_owned(), owner.to_owned())];
        for row in &exchange.rows {
            let filled = |text: String| {
                names
                    .iter()
                    .fold(text, |text, (name, value)| text.replace(name, value))
            };
            let filled_value = |value: &Value| -> Value {
                serde_json::from_str(&filled(value.to_string())).unwrap()
            };
            let ask = filled(row.ask.clone());
            let (method, target) = ask.split_once(' ').unwrap();
            let mut headers = vec![
                ("authorization", token.as_str()),
                ("x-emulator-control", "1"),
            ];
            if row.send.is_some() {
                headers.push(("content-type", "application/json"));
            }
            let body = row.send.as_ref().map(|body| filled_value(body).to_string());
            let body = Body::from(body.unwrap_or_default());

            let reply = fixture.send(request(method, target, &headers, body)).await;

            let place = format!("{}: {ask} {profile:?}: {}", exchange.name, reply.text);
            let status = match &row.status {
                None => 200,
                Some(Value::Array(both)) => both[usize::from(profile == Profile::Vendor)]
                    .as_u64()
                    .unwrap(),
                Some(one) => one.as_u64().unwrap(),
            };
            assert_eq!(u64::from(reply.status), status, "{place}");
            for text in &row.contains {
                assert!(reply.text.contains(text), "{text} is not in {place}");
            }
            if !row.answer.is_null() {
                let (wanted, found) = (filled_value(&row.answer), reply.json());
                assert!(holds(&found, &wanted), "{wanted} is not in {place}");
            }
            if let Some(name) = &row.r#as {
                let id = reply.json()["id"].as_str().unwrap().to_owned();
                names.push((format!("{{{name}}}"), id));
            }
        }
    }
}

/// Whether a value has what is wanted of it; null stands for what is not there.
fn holds(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (_, Value::Object(fields)) => fields.iter().all(|(name, one)| holds(&found[name], one)),
        (Value::Array(all), Value::Array(wanted)) => {
            all.len() == wanted.len() && all.iter().zip(wanted).all(|(one, it)| holds(one, it))
        }
        _ => found == wanted,
    }
}

#[tokio::test]
async fn quotes_are_made_as_back_ends_make_them() {
    run(include_str!("data/exchanges/quotes.json")).await;
}

#[tokio::test]
async fn associations_are_as_version_3_has_them() {
    run(include_str!("data/exchanges/associations_v3.json")).await;
}

#[tokio::test]
async fn values_and_bodies_are_read_as_the_service_reads_them() {
    run(include_str!("data/exchanges/values.json")).await;
}
