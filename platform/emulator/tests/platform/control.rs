//! Control paths: `data/exchanges/control.json` has the plain requests.

use std::time::Duration;

use emulator::{Options, Profile};
use serde_json::{Value, json};

use crate::support::{Fixture, SETTINGS, options};

#[tokio::test]
async fn a_namespace_made_anew_without_a_seed_repeats_no_token() {
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
        // With a seed, a recreated namespace repeats the same values.
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
    // A snapshot counts as one. So does the namespace of requests without a name, which did not
    // exist yet, and now has no room.
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

/// The runtime's time is paused: any wait would advance it.
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
