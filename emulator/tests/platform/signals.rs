//! What pages leave each other, and recordings of calls.

use std::time::{Duration, Instant};

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::Fixture;

const ROOM: &str = "/emulator/signals/maria";

async fn send(fixture: &Fixture, room: &str, signal: &Value) -> u16 {
    fixture.control("POST", room, signal).await.status
}

async fn read(fixture: &Fixture, target: &str) -> Value {
    fixture.order("GET", target).await.json()
}

fn texts(read: &Value) -> Vec<&str> {
    let signals = read["signals"].as_array().unwrap().iter();
    signals
        .map(|signal| signal["data"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_page_reads_what_others_left_for_it_or_for_all() {
    let fixture = Fixture::new(Profile::Spec);
    for (from, to, data) in [
        ("a", None, "to all"),
        ("a", Some("b"), "to b"),
        ("a", Some("c"), "to c"),
        ("b", None, "its own"),
    ] {
        let mut signal = json!({ "from": from, "data": data });
        if let Some(to) = to {
            signal["to"] = to.into();
        }
        assert_eq!(send(&fixture, ROOM, &signal).await, 200);
    }

    let first = read(&fixture, &format!("{ROOM}?as=b&after=0")).await;
    let next = read(&fixture, &format!("{ROOM}?as=b&after={}", first["next"])).await;
    let begin = read(&fixture, &format!("{ROOM}?as=b")).await;
    let elsewhere = read(&fixture, "/emulator/signals/jonas?as=b&after=0").await;
    let namespace = read(&fixture, &format!("/ns/mine{ROOM}?as=b&after=0")).await;

    assert_eq!(texts(&first), ["to all", "to b"]);
    assert_eq!(texts(&next), [""; 0]);
    assert_eq!(begin, json!({ "signals": [], "next": 4 }));
    assert_eq!(texts(&elsewhere), [""; 0]);
    assert_eq!(texts(&namespace), [""; 0]);
}

#[tokio::test]
async fn a_number_of_an_earlier_run_reads_from_the_beginning() {
    let fixture = Fixture::new(Profile::Spec);
    send(&fixture, ROOM, &json!({ "from": "a", "data": "first" })).await;

    let answer = read(&fixture, &format!("{ROOM}?as=b&after=900")).await;

    assert_eq!(texts(&answer), ["first"]);
}

#[tokio::test]
async fn a_reader_may_wait_for_what_comes() {
    let fixture = Fixture::new(Profile::Spec);
    let begun = Instant::now();
    let target = format!("{ROOM}?as=b&after=0&wait=5000");
    let signal = json!({ "from": "a", "data": "late" });

    let (answer, status) = tokio::join!(read(&fixture, &target), async {
        tokio::time::sleep(Duration::from_millis(120)).await;
        send(&fixture, ROOM, &signal).await
    });

    assert_eq!(status, 200);
    assert_eq!(texts(&answer), ["late"]);
    assert!(begun.elapsed() < Duration::from_secs(4));
}

#[tokio::test]
async fn a_room_takes_no_more_than_it_holds() {
    let fixture = Fixture::new(Profile::Spec);
    let long = "x".repeat(32 * 1024);
    for _ in 0..256 {
        let status = send(&fixture, ROOM, &json!({ "from": "a", "data": "x" })).await;
        assert_eq!(status, 200);
    }

    let one_more = send(&fixture, ROOM, &json!({ "from": "a", "data": "x" })).await;
    let mut rooms = 0;
    while send(
        &fixture,
        &format!("/emulator/signals/r-{rooms}"),
        &json!({ "from": "a", "data": long }),
    )
    .await
        == 200
    {
        rooms += 1;
    }
    let reset = fixture.order("POST", "/emulator/reset").await.status;

    assert_eq!(one_more, 429);
    assert_eq!(rooms, 255, "one is full");
    assert_eq!(reset, 200);
    let status = send(&fixture, ROOM, &json!({ "from": "a", "data": "x" })).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn what_is_no_signal_is_refused_with_its_field() {
    let fixture = Fixture::new(Profile::Spec);
    let long = "x".repeat(32 * 1024 + 1);
    for (room, signal, field) in [
        (
            "/emulator/signals/Maria",
            json!({ "from": "a", "data": "" }),
            "room",
        ),
        (ROOM, json!({ "from": "A b", "data": "" }), "from"),
        (ROOM, json!({ "from": "a", "to": "", "data": "" }), "to"),
        (ROOM, json!({ "from": "a", "data": long }), "data"),
        (ROOM, json!({ "from": "a", "data": "", "till": 1 }), "till"),
    ] {
        let reply = fixture.control("POST", room, &signal).await;
        assert_eq!(reply.status, 400, "{field}");
        assert_eq!(reply.json()["errors"][0]["in"], field, "{}", reply.text);
    }
    for query in [
        "as=A",
        "after=x",
        "after=1&wait=-1",
        "wait=x",
        "wait=9223372036854775808",
    ] {
        let reply = fixture.order("GET", &format!("{ROOM}?{query}")).await;
        assert_eq!(reply.status, 400, "{query}");
    }
}

#[tokio::test]
async fn the_log_has_nothing_of_what_pages_left() {
    let fixture = Fixture::new(Profile::Spec);
    send(&fixture, ROOM, &json!({ "from": "a", "data": "x" })).await;
    read(&fixture, &format!("{ROOM}?as=b&after=0")).await;

    let log = fixture.get("/emulator/log.json").await.json();

    assert_eq!(log["results"], json!([]));
}

#[tokio::test]
async fn a_recording_is_given_until_later_ones_take_its_place() {
    let fixture = Fixture::new(Profile::Spec);
    let wav = json!({ "wav": "UklGRiQAAABXQVZFZm10IA==" });
    let mut recordings = Vec::new();
    for _ in 0..17 {
        let stored = fixture.control("POST", "/emulator/recordings", &wav).await;
        recordings.push(stored.json()["recording"].as_str().unwrap().to_owned());
    }
    let get = async |id: &str| fixture.get(&format!("/emulator/recordings/{id}")).await;

    let last = get(&recordings[16]).await;

    assert_eq!(
        (last.status, last.header("content-type")),
        (200, "audio/wav")
    );
    assert_eq!(get(&recordings[0]).await.status, 404);
    assert_eq!(get(&recordings[1]).await.status, 200);
    for faulty in ["", "!", "UklGRg==", "AAAA"] {
        let body = json!({ "wav": faulty });
        let reply = fixture.control("POST", "/emulator/recordings", &body).await;
        assert_eq!(reply.status, 400, "{faulty}");
    }
}
