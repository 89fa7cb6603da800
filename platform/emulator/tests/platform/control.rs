//! A test's hands on a namespace.

use std::time::{Duration, Instant};

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

#[tokio::test]
async fn a_reset_switches_faults_off() {
    let fixture = Fixture::new(Profile::Spec);
    fixture
        .control("POST", "/emulator/faults", &json!({ "status": 503 }))
        .await;
    let during = fixture.get(SETTINGS).await.status;

    fixture.order("POST", "/emulator/reset").await;

    assert_eq!((during, fixture.get(SETTINGS).await.status), (503, 404));
}

#[tokio::test]
async fn each_rate_limit_has_its_interval_and_its_headers() {
    for (policy, interval, max, remaining) in [
        (
            "SECONDLY",
            Duration::from_secs(1),
            "x-hubspot-ratelimit-secondly",
            "x-hubspot-ratelimit-secondly-remaining",
        ),
        (
            "TEN_SECONDLY_ROLLING",
            Duration::from_secs(10),
            "x-hubspot-ratelimit-max",
            "x-hubspot-ratelimit-remaining",
        ),
        (
            "DAILY",
            Duration::from_secs(24 * 60 * 60),
            "x-hubspot-ratelimit-daily",
            "x-hubspot-ratelimit-daily-remaining",
        ),
    ] {
        let fixture = Fixture::new(Profile::Spec);
        let switch = json!({ "rateLimit": { "max": 1, "policy": policy } });
        fixture.control("POST", "/emulator/faults", &switch).await;

        let answered = fixture.get(SETTINGS).await;
        fixture.advance(interval - Duration::from_millis(1)).await;
        let refused = fixture.get(SETTINGS).await;
        fixture.advance(Duration::from_millis(1)).await;
        let again = fixture.get(SETTINGS).await;

        let statuses = [&answered, &refused, &again].map(|reply| reply.status);
        assert_eq!(statuses, [404, 429, 404], "{policy}");
        assert_eq!(answered.header(max), "1", "{policy}");
        assert_eq!(refused.header(remaining), "0", "{policy}");
        assert_eq!(refused.error()["policyName"], policy);
    }
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
async fn a_refusal_says_when_to_ask_again() {
    let fixture = Fixture::new(Profile::Spec);
    for faults in [
        json!({ "status": 503, "retryAfterS": 7 }),
        json!({ "rateLimit": { "max": 0 }, "retryAfterS": 7 }),
    ] {
        let switched = fixture.control("POST", "/emulator/faults", &faults).await;
        let refused = fixture.get(SETTINGS).await;

        assert_eq!(switched.json()["retryAfterS"], 7);
        assert!(refused.status >= 429, "{}", refused.status);
        assert_eq!(refused.header("retry-after"), "7");
    }
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

/// The usage guidelines: body and headers of a 429.
#[tokio::test]
async fn a_rate_limit_answers_as_the_service_does() {
    let fixture = Fixture::new(Profile::Spec);
    let switch = json!({ "rateLimit": { "max": 2 } });
    assert_eq!(
        fixture
            .control("POST", "/emulator/faults", &switch)
            .await
            .status,
        200
    );

    let answers = [
        fixture.get(SETTINGS).await,
        fixture.get(SETTINGS).await,
        fixture.get(SETTINGS).await,
    ];

    assert_eq!(
        answers.each_ref().map(|reply| reply.status),
        [404, 404, 429]
    );
    assert_eq!(
        answers
            .each_ref()
            .map(|reply| reply.header("x-hubspot-ratelimit-remaining").to_owned()),
        ["1", "0", "0"]
    );
    assert_eq!(answers[2].header("x-hubspot-ratelimit-max"), "2");
    assert_eq!(
        answers[2].header("x-hubspot-ratelimit-interval-milliseconds"),
        "10000"
    );
    assert_eq!(
        answers[2].error(),
        json!({
            "status": "error", "message": "You have reached your ten_secondly_rolling limit.",
            "errorType": "RATE_LIMIT", "policyName": "TEN_SECONDLY_ROLLING",
            "groupName": "emulator", "category": "RATE_LIMITS",
        })
    );
    fixture.advance(Duration::from_secs(10)).await;
    assert_eq!(fixture.get(SETTINGS).await.status, 404);
}

/// Source: the categories that are seen, and the usage guidelines for 429.
#[tokio::test]
async fn a_fault_answers_as_its_status_does() {
    let fixture = Fixture::new(Profile::Spec);
    for (status, category) in [
        (400, "VALIDATION_ERROR"),
        (401, "INVALID_AUTHENTICATION"),
        (403, "MISSING_SCOPES"),
        (404, "OBJECT_NOT_FOUND"),
        (409, "CONFLICT"),
        (423, "VALIDATION_ERROR"),
        (500, "INTERNAL_ERROR"),
        (503, "INTERNAL_ERROR"),
    ] {
        let switch = json!({ "status": status });
        fixture.control("POST", "/emulator/faults", &switch).await;

        let reply = fixture.get(SETTINGS).await;

        assert_eq!(
            (reply.status, reply.error()),
            (
                status,
                json!({ "status": "error", "category": category,
                    "message": "a fault switch of the emulator is on" })
            )
        );
        assert_eq!(reply.header("x-hubspot-ratelimit-max"), "");
    }

    let switch = json!({ "status": 429, "retryAfterS": 3 });
    fixture.control("POST", "/emulator/faults", &switch).await;
    let limited = fixture.get(SETTINGS).await;
    assert_eq!(
        (limited.status, limited.error()),
        (
            429,
            json!({
                "status": "error", "message": "You have reached your ten_secondly_rolling limit.",
                "errorType": "RATE_LIMIT", "policyName": "TEN_SECONDLY_ROLLING",
                "groupName": "emulator", "category": "RATE_LIMITS",
            })
        )
    );
    for (name, value) in [
        ("retry-after", "3"),
        ("x-hubspot-ratelimit-interval-milliseconds", "10000"),
        ("x-hubspot-ratelimit-max", "110"),
        ("x-hubspot-ratelimit-remaining", "0"),
    ] {
        assert_eq!(limited.header(name), value, "{name}");
    }
}

#[tokio::test]
async fn faults_hold_for_their_route_and_their_number() {
    let fixture = Fixture::new(Profile::Spec);
    let route = "/crm/v3/extensions/calling/{appId}/settings";
    let switch = json!({ "route": route, "status": 503, "times": 1, "latencyMs": 60 });
    fixture.control("POST", "/emulator/faults", &switch).await;
    let start = Instant::now();

    let statuses = [
        fixture.get("/oauth/v1/access-tokens/t").await.status,
        fixture.get(SETTINGS).await.status,
        fixture.get(SETTINGS).await.status,
    ];

    assert_eq!(statuses, [404, 503, 404]);
    assert!(start.elapsed() >= Duration::from_millis(120));
    let on = fixture.order("GET", "/emulator/faults").await.json();
    assert_eq!(on["times"], 0);
    assert_eq!(
        fixture.order("DELETE", "/emulator/faults").await.status,
        200
    );
    assert_eq!(
        fixture.order("GET", "/emulator/faults").await.json(),
        json!({})
    );
    for odd in [
        json!({ "status": 200 }),
        json!({ "latencyMs": 60_001 }),
        json!({ "colour": 1 }),
        json!({ "rateLimit": {} }),
        // As the document has it: whole numbers of 32 bits.
        json!({ "times": 2_147_483_648_u32 }),
        json!({ "retryAfterS": 2_147_483_648_u32 }),
        json!({ "rateLimit": { "max": 2_147_483_648_u32 } }),
    ] {
        assert_eq!(
            fixture
                .control("POST", "/emulator/faults", &odd)
                .await
                .status,
            400,
            "{odd}"
        );
    }
}

#[tokio::test]
async fn the_clock_goes_forward_only() {
    let fixture = Fixture::new(Profile::Spec);
    for odd in [
        json!({}),
        json!({ "advanceMs": -1 }),
        json!({ "advanceMs": 1.5 }),
        json!({ "advanceMs": i64::MAX }),
    ] {
        assert_eq!(
            fixture
                .control("POST", "/emulator/clock", &odd)
                .await
                .status,
            400,
            "{odd}"
        );
    }
    let reply = fixture
        .control("POST", "/emulator/clock", &json!({ "advanceMs": 1 }))
        .await;
    assert_eq!(
        reply.json(),
        json!({ "nowMs": 1_767_225_600_001_i64, "now": "2026-01-01T00:00:00.001Z" })
    );
}

#[tokio::test]
async fn an_app_is_registered_with_usable_addresses_only() {
    let fixture = Fixture::new(Profile::Spec);
    let app = |uri: &str| json!({ "name": "Mine", "clientId": "mine", "clientSecret": "s", "developerKey": "mine-key", "redirectUris": [uri] });
    for uri in [
        "http://app.example/",
        "https://10.0.0.1/",
        "https:///x",
        "ftp://a.example",
        "javascript:alert(1)",
        "https://a.example/#x",
        "https://user@a.example/",
        "https://user:password@a.example/",
        "https://user:password@a.example:8443/back",
        "http://localhost:secret@localhost/",
        "https://a.example:80:443/",
        "https://a.example\\@b.example/",
        "http://127.0.0.1/",
        "https://[::1]/",
        "https://a b.example/",
        "",
    ] {
        let reply = fixture.control("POST", "/emulator/apps/7", &app(uri)).await;
        assert_eq!(reply.status, 400, "{uri}");
        assert_eq!(reply.error()["errors"][0]["in"], "redirectUris", "{uri}");
        assert_eq!(reply.error()["errors"][0]["code"], "INVALID_URL", "{uri}");
    }
    let refused = app("https://user:password@a.example/back");
    let refused = fixture.control("POST", "/emulator/apps/7", &refused).await;
    assert_eq!(
        refused.error()["message"],
        "the redirect address https://…@a.example/back has a user or a password: leave them out"
    );
    let reply = fixture
        .control("POST", "/emulator/apps/7", &app("https://app.example/back"))
        .await;
    assert_eq!(reply.status, 200);
    assert!(!reply.text.contains("mine-key"));
    let target = "/crm/v3/extensions/calling/7/settings?hapikey=mine-key";
    assert_eq!(
        fixture.json("POST", target, &settings("Mine")).await.status,
        200
    );
    let taken = fixture
        .control("POST", "/emulator/apps/8", &app("https://app.example/back"))
        .await;
    assert_eq!(taken.status, 409);
}
