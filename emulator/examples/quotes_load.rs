//! What requests about quotes cost where there are 1,000 of them and where there are
//! 100,000, side by side: `cargo run --release -p emulator --example quotes_load`.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)]

#[path = "../tests/platform/support/mod.rs"]
#[allow(dead_code, reason = "an example uses a part of it")]
mod support;

use std::time::Instant;

use emulator::Profile;
use serde_json::{Value, json};
use support::{Fixture, Reply};

const FEW: usize = 1_000;
const MANY: usize = 100_000;
const ROUNDS: usize = 200;
const BATCH: usize = 100;

/// A namespace with quotes.
struct World<'a> {
    fixture: &'a Fixture,
    base: String,
    token: String,
    quotes: Vec<String>,
}

impl<'a> World<'a> {
    async fn new(fixture: &'a Fixture, count: usize) -> Self {
        let base = format!("/ns/of-{count}");
        let opened = fixture
            .control("POST", &format!("{base}/emulator/host-page"), &json!({}))
            .await;
        let token = opened.json()["accessToken"].as_str().unwrap().to_owned();
        let mut world = Self {
            fixture,
            base,
            token,
            quotes: Vec::new(),
        };
        while world.quotes.len() < count {
            world.fill().await;
        }
        world
    }

    async fn ask(&self, method: &str, target: &str, body: &Value) -> Reply {
        let target = [&self.base, target].concat();
        let reply = self.fixture.ask(&self.token, method, &target, body).await;
        assert_eq!(reply.status, 200, "{target} {}", reply.text);
        reply
    }

    /// Makes a hundred quotes, each with a deal and two line items.
    async fn fill(&mut self) {
        let make = async |object_type: &str, inputs: Vec<Value>| -> Vec<String> {
            let target = format!("/crm/v3/objects/{object_type}/batch/create");
            let made = self
                .ask("POST", &target, &json!({ "inputs": inputs }))
                .await;
            let made = made.json();
            let made = made["results"].as_array().unwrap();
            made.iter()
                .map(|one| one["id"].as_str().unwrap().to_owned())
                .collect()
        };
        let of = |properties: Value| json!({ "properties": properties });
        let first = self.quotes.len();
        let numbered = |name: &str| {
            let name = name.to_owned();
            (first..first + BATCH).map(move |number| format!("{name} {number}"))
        };
        let deals = numbered("Deal").map(|name| of(json!({ "dealname": name })));
        let deals = make("deals", deals.collect()).await;
        let line = |name: String| of(json!({ "name": name, "price": "19.9", "quantity": 3 }));
        let lines = [
            make("line_items", numbered("One").map(line).collect()).await,
            make("line_items", numbered("Two").map(line).collect()).await,
        ];
        let to = |id: &str, number: i64| {
            json!({ "to": { "id": id }, "types": [{
                "associationCategory": "SERVICE_DEFINED", "associationTypeId": number }] })
        };
        let quotes = numbered("Quote").enumerate().map(|(index, title)| {
            json!({
                "properties": { "hs_title": title, "hs_expiration_date": "2099-12-31",
                    "hs_status": "DRAFT" },
                "associations": [to(&deals[index], 64), to("4001", 286),
                    to(&lines[0][index], 67), to(&lines[1][index], 67)],
            })
        });
        let quotes = make("quotes", quotes.collect()).await;
        self.quotes.extend(quotes);
    }

    /// Does one request of a kind, and gives how long it took, in microseconds.
    async fn time(&self, kind: &str, round: usize) -> u128 {
        let place = round * 7919 % self.quotes.len();
        let quote = &self.quotes[place];
        let (method, target, body) = match kind {
            "list 100" => (
                "GET",
                format!("/crm/v3/objects/quotes?limit=100&after={quote}"),
                json!({}),
            ),
            "read" => (
                "GET",
                format!("/crm/v3/objects/quotes/{quote}?associations=line_items"),
                json!({}),
            ),
            "batch read 100" => {
                let ids: Vec<Value> = (0..BATCH)
                    .map(|step| json!({ "id": self.quotes[(place + step * 31) % self.quotes.len()] }))
                    .collect();
                (
                    "POST",
                    "/crm/v3/objects/quotes/batch/read".to_owned(),
                    json!({ "inputs": ids, "properties": ["hs_title"] }),
                )
            }
            "search" => (
                "POST",
                "/crm/v3/objects/quotes/search".to_owned(),
                json!({ "filterGroups": [{ "filters": [{ "propertyName": "hs_title",
                    "operator": "EQ", "value": format!("Quote {place}") }] }] }),
            ),
            _ => (
                "PATCH",
                format!("/crm/v3/objects/quotes/{quote}"),
                json!({ "properties": { "hs_status": "APPROVAL_NOT_NEEDED" } }),
            ),
        };
        let start = Instant::now();
        self.ask(method, &target, &body).await;
        start.elapsed().as_micros()
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let fixture = Fixture::new(Profile::Spec);
    let few = World::new(&fixture, FEW).await;
    let many = World::new(&fixture, MANY).await;

    println!("| request | {FEW} quotes | {MANY} quotes | ratio |");
    println!("|---|--:|--:|--:|");
    for kind in ["list 100", "read", "batch read 100", "search", "publish"] {
        let mut times = [Vec::new(), Vec::new()];
        for round in 0..ROUNDS {
            for (world, times) in [&few, &many].into_iter().zip(&mut times) {
                times.push(world.time(kind, round).await);
            }
        }
        let [few, many] = times.map(|mut times| {
            times.sort_unstable();
            times[times.len() / 2]
        });
        let ratio =
            f64::from(u32::try_from(many).unwrap()) / f64::from(u32::try_from(few).unwrap());
        println!("| {kind} | {few} µs | {many} µs | {ratio:.2} |");
    }
}
