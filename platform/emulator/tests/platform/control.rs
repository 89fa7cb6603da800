//! A test's hands on a namespace: `data/exchanges/control.json` has what is only asked.

use std::time::Duration;

use emulator::{Options, Profile};
use serde_json::{Value, json};

use crate::support::{Fixture, SETTINGS, options};

fn settings(name: &str) -> Value {
    json!({ "name": name, "url": "https://phone.example/" })
}

async fn name(fixture: &Fixture, prefix: &str) -> Value {
    fixture.get(&[prefix, SETTINGS].concat()).await.json()["name"].clone()
}

#[tokio::test]
async fn namespaces_do_not_meet() {
    let fixture = Fixture::new(Profile::Spec);
    for namespace in ["", "/ns/a", "/ns/b-2"] {
        let target = [namespace, SETTINGS].concat();
        let reply = fixture.json("POST", &target, &settings(namespace)).await;
        assert_eq!(reply.status, if namespace.is_empty() { 400 } else { 200 });
    }
    fixture
        .control(
            "POST",
            "/ns/a/emulator/clock",
            &json!({ "advanceMs": 5000 }),
        )
        .await;
    fixture
        .control(
            "POST",
            "/ns/a/emulator/faults",
            &json!({ "status": 500, "route": "/oauth/v1/token" }),
        )
        .await;

    assert_eq!(name(&fixture, "/ns/a").await, "/ns/a");
    assert_eq!(name(&fixture, "/ns/b-2").await, "/ns/b-2");
    assert_eq!(fixture.get(SETTINGS).await.status, 404);
    let clock = async |namespace: &str| {
        let target = [namespace, "/emulator/clock"].concat();
        fixture.order("GET", &target).await.json()["now"].clone()
    };
    assert_eq!(clock("/ns/a").await, "2026-01-01T00:00:05.000Z");
    assert_eq!(clock("/ns/b-2").await, "2026-01-01T00:00:00.000Z");
    let log = fixture.get("/ns/b-2/emulator/log.json").await.json();
    let routes: Vec<&str> = log["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["route"].as_str().unwrap())
        .collect();
    assert!(!routes.contains(&"/emulator/faults"), "{routes:?}");
}

#[tokio::test]
async fn a_namespace_that_is_removed_is_made_anew_when_it_is_named() {
    let fixture = Fixture::new(Profile::Spec);
    for prefix in ["/ns/a", "/ns/ab"] {
        let target = [prefix, SETTINGS].concat();
        fixture.json("POST", &target, &settings(prefix)).await;
        for snapshot in ["s-1", "s-2"] {
            let target = [prefix, "/emulator/snapshot"].concat();
            let reply = fixture
                .control("POST", &target, &json!({ "name": snapshot }))
                .await;
            assert_eq!(reply.status, 200, "{}", reply.text);
        }
    }
    let fault = json!({ "status": 503 });
    fixture
        .control("POST", "/ns/a/emulator/faults", &fault)
        .await;
    let remove = async |name: &str| {
        let target = format!("/emulator/namespaces/{name}");
        fixture.order("DELETE", &target).await
    };

    let removed = remove("a").await;
    let again = remove("a").await;
    let snapshot = fixture
        .control("POST", "/ns/a/emulator/restore", &json!({ "name": "s-1" }))
        .await;

    assert_eq!(
        (removed.status, removed.json()),
        (200, json!({ "namespace": "a", "snapshots": 2 }))
    );
    assert_eq!(again.status, 404);
    assert_eq!(again.error()["category"], "OBJECT_NOT_FOUND");
    assert_eq!(snapshot.status, 404);
    // Neither the settings nor the fault are there any more; the other's are.
    assert_eq!(fixture.get(&["/ns/a", SETTINGS].concat()).await.status, 404);
    assert_eq!(name(&fixture, "/ns/ab").await, "/ns/ab");
}

#[tokio::test]
async fn a_namespace_that_is_made_anew_gives_nothing_out_twice_without_a_seed() {
    for seed in [None, Some(1)] {
        let fixture = Fixture::with(Options { seed, ..options() });
        let tokens = async || {
            let page = fixture.order("POST", "/ns/a/emulator/host-page").await;
            page.json()["accessToken"].clone()
        };
        let mut made = Vec::new();
        for _ in 0..3 {
            made.push([tokens().await, tokens().await]);
            let target = "/emulator/namespaces/a";
            let removed = fixture.order("DELETE", target).await;
            assert_eq!(removed.status, 200);
        }

        let mut once: Vec<_> = made.iter().flatten().map(Value::to_string).collect();
        once.sort_unstable();
        once.dedup();
        // With a seed each life is the same story.
        assert_eq!(once.len(), if seed.is_some() { 2 } else { 6 });
    }
}

#[tokio::test]
async fn a_server_that_lives_long_has_room_again() {
    let fixture = Fixture::with(Options {
        namespaces: Some(3),
        ..options()
    });
    let ask = async |method: &str, target: &str| {
        let reply = fixture.control(method, target, &json!({})).await;
        (reply.status, reply.json())
    };
    // A snapshot is one of them; the namespace of requests without a name is, too, and
    // was not made yet when there is no room for it any more.
    for name in ["a", "c"] {
        let target = format!("/ns/{name}/emulator/clock");
        assert_eq!(ask("GET", &target).await.0, 200);
    }
    assert_eq!(ask("POST", "/ns/a/emulator/snapshot").await.0, 200);

    let (status, refusal) = ask("GET", "/ns/b/emulator/clock").await;
    assert_eq!(status, 429);
    assert_eq!(
        refusal["message"],
        "there are 3 namespaces and snapshots already: remove some by DELETE \
         /emulator/namespaces/NAME"
    );
    assert_eq!(ask("POST", "/ns/c/emulator/snapshot").await.0, 429);
    assert_eq!(ask("DELETE", "/emulator/namespaces/a").await.0, 200);
    assert_eq!(ask("GET", "/ns/b/emulator/clock").await.0, 200);
}

/// With the runtime's time at rest, any wait would move it on.
#[tokio::test(start_paused = true)]
async fn an_answer_waits_for_nothing_unless_it_is_told_to() {
    let fixture = Fixture::new(Profile::Spec);
    let start = tokio::time::Instant::now();

    fixture.get("/emulator/health").await;
    fixture.get(SETTINGS).await;
    assert_eq!(start.elapsed(), Duration::ZERO);

    fixture
        .control("POST", "/emulator/faults", &json!({ "latencyMs": 200 }))
        .await;
    fixture.get(SETTINGS).await;
    assert!(start.elapsed() >= Duration::from_millis(200));
}

#[tokio::test]
async fn a_snapshot_comes_back_whole() {
    let fixture = Fixture::new(Profile::Spec);
    fixture.json("POST", SETTINGS, &settings("Before")).await;
    let (access, refresh) = fixture.tokens().await;
    let snapshot = fixture
        .control("POST", "/emulator/snapshot", &json!({ "name": "s-1" }))
        .await;
    fixture
        .json("PATCH", SETTINGS, &json!({ "name": "After" }))
        .await;
    fixture
        .delete(&format!("/oauth/v1/refresh-tokens/{refresh}"))
        .await;
    fixture.advance(Duration::from_secs(3600)).await;

    let restored = fixture
        .control("POST", "/emulator/restore", &json!({ "name": "s-1" }))
        .await;

    assert_eq!((snapshot.status, restored.status), (200, 200));
    assert_eq!(name(&fixture, "").await, "Before");
    assert_eq!(fixture.access(&access).await.json()["expires_in"], 1800);
    assert_eq!(fixture.refresh(&refresh).await.status, 200);
    let (later, _) = fixture.tokens().await;
    assert_ne!(later, access, "no token is made twice");
    let missing = fixture
        .control("POST", "/emulator/restore", &json!({ "name": "s-2" }))
        .await;
    assert_eq!(missing.status, 404);
    for odd in ["", "a@b", "A", &"a".repeat(41)] {
        let reply = fixture
            .control("POST", "/emulator/snapshot", &json!({ "name": odd }))
            .await;
        assert_eq!(reply.status, 400, "{odd}");
    }
    // A snapshot is no namespace that can be named.
    assert_eq!(
        fixture.get("/ns/default@s-1/emulator/health").await.status,
        404
    );
}

#[tokio::test]
async fn a_reset_with_a_seed_tells_the_same_story_again() {
    let fixture = Fixture::new(Profile::Spec);
    let first = fixture.tokens().await;
    fixture.json("POST", SETTINGS, &settings("Phone")).await;
    fixture.advance(Duration::from_secs(10)).await;

    let reply = fixture.order("POST", "/emulator/reset").await;

    assert_eq!(reply.status, 200);
    assert_eq!(fixture.get(SETTINGS).await.status, 404);
    assert_eq!(fixture.access(&first.0).await.status, 404);
    assert_eq!(fixture.tokens().await, first);
    let another = Fixture::new(Profile::Spec);
    assert_eq!(another.tokens().await, first);
}
