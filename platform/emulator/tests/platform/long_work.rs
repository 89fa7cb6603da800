//! Requests of long work: it is limited, and other requests are answered meanwhile.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{Fixture, KEY};

/// Events of one type with these templates on one contact, and a token of the host's page.
async fn with_events(detail: &str, count: usize) -> (Fixture, String) {
    let fixture = Fixture::new(Profile::Spec);
    let (token, _) = fixture.tokens().await;
    let target = format!("/integrations/v1/123/timeline/event-types?hapikey={KEY}&userId=9");
    let kind = json!({ "name": "Long", "headerTemplate": "{{id}}", "detailTemplate": detail });
    let made = fixture.json("POST", &target, &kind).await;
    let of = made.json()["id"].clone();
    let many: Vec<usize> = (0..1000).collect();
    let events: Vec<Value> = (0..count)
        .map(|id| {
            json!({ "id": id.to_string(), "eventTypeId": of, "objectId": 101, "timestamp": 1000 - id,
                "extraData": { "a": many } })
        })
        .collect();
    let batch = json!({ "eventWrappers": events });
    let target = "/integrations/v1/123/timeline/event/batch";
    let stored = fixture.ask(&token, "PUT", target, &batch).await;
    assert_eq!(stored.status, 200, "{}", stored.text);
    let token = fixture.host_token().await;
    (fixture, token)
}

const TIMELINE: &str = "/emulator/timeline/contacts/101?limit=100";

#[tokio::test]
async fn the_rendering_for_one_answer_is_bounded() {
    let (fixture, token) = with_events("{{#each extraData.a}}{{this}}{{/each}}", 100).await;

    let shown = fixture.ask(&token, "GET", TIMELINE, &Value::Null).await;

    assert_eq!(shown.status, 200, "{}", shown.text);
    let shown = shown.json();
    let problems: Vec<bool> = shown["results"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["eventTypeName"] == "Long")
        .map(|one| match one["problem"].as_str() {
            None => false,
            Some(problem) => {
                assert!(
                    problem.contains("ask for fewer of them with limit"),
                    "{problem}"
                );
                true
            }
        })
        .collect();
    assert!(problems.len() > 90, "{}", problems.len());
    // The first ones are shown; none are once the budget is spent.
    assert_eq!(
        (problems.first(), problems.last()),
        (Some(&false), Some(&true))
    );
    assert!(problems.is_sorted(), "{problems:?}");
}

#[tokio::test]
async fn others_are_answered_while_events_are_rendered() {
    let detail = "{{#each extraData.a}}{{#each ../extraData.a}}{{this}}{{/each}}{{/each}}";
    let (fixture, token) = with_events(detail, 100).await;
    let order = std::sync::Mutex::new(Vec::new());

    let rendering = async {
        let shown = fixture.ask(&token, "GET", TIMELINE, &Value::Null).await;
        assert_eq!(shown.status, 200, "{}", shown.text);
        order.lock().unwrap().push("timeline");
    };
    let other = async {
        let read = fixture.ask(&token, "GET", "/crm/v3/objects/contacts", &Value::Null);
        assert_eq!(read.await.status, 200);
        order.lock().unwrap().push("other");
    };
    tokio::join!(rendering, other);

    assert_eq!(*order.lock().unwrap(), ["other", "timeline"]);
}
