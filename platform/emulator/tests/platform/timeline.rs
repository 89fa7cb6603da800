//! Events of apps on the timelines of records, where a table cannot say it:
//! `data/exchanges/timeline.json` has the rest.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{self, BOTH, Fixture, KEY, Reply};

const EVENT: &str = "/integrations/v1/123/timeline/event";

/// An event type of contacts with this template of its detail.
async fn made_type(fixture: &Fixture, detail: &str) -> i64 {
    let target = format!("/integrations/v1/123/timeline/event-types?hapikey={KEY}&userId=9");
    let body = json!({ "name": "Webinar", "headerTemplate": "fine", "detailTemplate": detail });
    let made = fixture.json("POST", &target, &body).await;
    made.json()["id"].as_i64().unwrap()
}

/// The legacy guide: a batch has up to a hundred events.
#[tokio::test]
async fn a_batch_has_up_to_a_hundred_events() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let (token, _) = fixture.tokens().await;
        let of = made_type(&fixture, "").await;
        let put = async |count: usize| -> Reply {
            let event = |at| json!({ "id": format!("w{at}"), "eventTypeId": of, "objectId": 101 });
            let body = json!({ "eventWrappers": (0..count).map(event).collect::<Vec<_>>() });
            let path = format!("{EVENT}/batch");
            fixture.ask(&token, "PUT", &path, &body).await
        };

        let (whole, many) = (put(100).await, put(101).await);

        if profile == Profile::Spec {
            assert_eq!(whole.json()["eventWrappers"][99]["id"], "w99");
        } else {
            assert_eq!((whole.status, &*whole.text), (204, ""));
        }
        assert_eq!(many.status, 400);
        assert_eq!(many.json()["errors"][0]["in"], "eventWrappers");
    }
}

/// The legacy guide: an event's type is the app's own, and its token has the scope.
#[tokio::test]
async fn an_event_is_of_a_type_of_its_app_and_needs_the_scope() {
    let fixture = Fixture::new(Profile::Spec);
    let app = json!({ "name": "Mine", "clientId": "mine", "clientSecret": "s",
        "developerKey": "mine-key", "redirectUris": [support::REDIRECT], "scopes": ["timeline"],
        "hasTimelineEvents": true });
    let path = "/integrations/v1/7/timeline/event";
    let event = json!({ "id": "1", "eventTypeId": "5001", "objectId": 101 });
    let without = fixture.token_of(&["oauth"]).await;
    let refused = fixture.ask(&without, "PUT", path, &event).await;
    assert_eq!(refused.status, 403);
    assert_eq!(refused.error()["category"], "MISSING_SCOPES");
    let token = fixture.token_of(&["timeline"]).await;
    let put = async || fixture.ask(&token, "PUT", path, &event).await;
    // Registered anew without the flag.
    assert_eq!(put().await.error()["category"], "FORBIDDEN");
    fixture.control("POST", "/emulator/apps/7", &app).await;

    let put = put().await;

    assert_eq!(put.status, 400, "{}", put.text);
    assert_eq!(put.json()["errors"][0]["in"], "eventTypeId");
    for path in [
        "/integrations/v1/7/timeline/event/5001/survey-7341",
        "/integrations/v1/7/timeline/event/7/1",
        "/integrations/v1/7/timeline/event/x/1",
        "/integrations/v1/7/timeline/event-types/5001?hapikey=mine-key",
        "/emulator/timeline/7/5001/survey-7341",
    ] {
        let read = if path.contains("hapikey") {
            fixture.get(path).await
        } else {
            fixture.ask(&token, "GET", path, &Value::Null).await
        };
        assert_eq!(read.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_rendering_without_end_is_told_and_hurts_nobody() {
    let fixture = Fixture::new(Profile::Spec);
    let (token, _) = fixture.tokens().await;
    let of = made_type(
        &fixture,
        "{{#each extraData.a}}{{#each ../extraData.a}}{{#each ../../extraData.a}}\
         {{/each}}{{/each}}{{/each}}",
    )
    .await;
    let many: Vec<i32> = (0..20_000).collect();
    let event =
        json!({ "id": "1", "eventTypeId": of, "objectId": 101, "extraData": { "a": many } });
    fixture.ask(&token, "PUT", EVENT, &event).await;

    let path = format!("/emulator/timeline/123/{of}/1");
    let view = fixture.ask(&token, "GET", &path, &Value::Null).await;

    let view = view.json();
    assert_eq!(
        (&view["header"], &view["detail"]),
        (&json!("fine"), &json!(""))
    );
    assert_eq!(
        view["problem"],
        "the detail is not shown: it takes more than 10000 steps"
    );
}
