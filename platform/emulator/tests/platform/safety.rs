//! Attacks by pages of the user's browser, and by slow clients.

use std::time::{Duration, Instant};

use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, Request},
    routing::get,
};
use emulator::{Options, Platform, Profile, Server, Site};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::support::{self, Fixture, KEY, Reply, SETTINGS, npm, options, request};

/// Every operation of the OpenAPI document, with its parameters filled in.
async fn operations(fixture: &Fixture) -> Vec<(String, String)> {
    let document = fixture.get("/emulator/openapi.json").await.json();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let path = path
            .replace("{appId}", "123")
            .replace("{accountId}", "62515")
            .replace("{name}", "default")
            .replace("{objectId}", "9001")
            .replace("{objectType}", "calls")
            .replace("{toObjectId}", "1001")
            .replace("{toObjectType}", "contacts")
            .replace("{token}", "t");
        for method in methods.as_object().unwrap().keys() {
            let target = format!("{path}?hapikey={KEY}");
            operations.push((method.to_uppercase(), target));
        }
    }
    assert!(operations.len() >= 45, "{}", operations.len());
    operations
}

/// A platform for requests that it must refuse.
struct Attacked {
    fixture: Fixture,
    operations: Vec<(String, String)>,
    token: String,
    before: String,
}

impl Attacked {
    async fn new() -> Self {
        let fixture = support::with_settings(Profile::Spec).await;
        Self {
            operations: operations(&fixture).await,
            token: format!("Bearer {}", fixture.host_token().await),
            before: state(&fixture).await,
            fixture,
        }
    }

    /// Sends a request that changes state if accepted.
    async fn send(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Reply {
        const CHANGES: &str = r#"{"advanceMs":1,"status":500,"isReady":false,"properties":{"hs_call_title":"forged"}}"#;
        let own = [
            ("authorization", self.token.as_str()),
            ("x-emulator-control", "1"),
            ("content-type", "application/json"),
        ];
        let headers = [headers, &own].concat();
        self.fixture.call(method, target, &headers, CHANGES).await
    }

    /// Fails if state has changed.
    async fn end(self) {
        assert_eq!(state(&self.fixture).await, self.before);
    }
}

/// State of a namespace that reflects every change.
async fn state(fixture: &Fixture) -> String {
    let clock = fixture.order("GET", "/emulator/clock").await;
    let faults = fixture.order("GET", "/emulator/faults").await;
    let settings = fixture.get(SETTINGS).await;
    let token = fixture.host_token().await;
    let target = "/crm/v3/objects/calls?associations=contacts";
    let calls = fixture.ask(&token, "GET", target, &json!({})).await;
    assert!(calls.text.contains("\"9001\""), "{}", calls.text);
    [clock.text, faults.text, settings.text, calls.text].concat()
}

/// Hosts or origins of other machines, or malformed ones.
fn foreign(kind: &str) -> Vec<String> {
    let all: Value = serde_json::from_str(include_str!("data/foreign.json")).unwrap();
    let all: Vec<String> = serde_json::from_value(all[kind].clone()).unwrap();
    assert!(all.len() >= 32);
    all
}

#[tokio::test]
async fn no_route_answers_a_foreign_host() {
    let attacked = Attacked::new().await;
    let mut hosts = foreign("hosts");
    hosts.retain(|host| host.parse::<HeaderValue>().is_ok());
    assert!(hosts.len() >= 30);
    for (method, target) in &attacked.operations {
        for host in &hosts {
            let reply = attacked.send(method, target, &[("host", host)]).await;

            assert_eq!(reply.status, 421, "{method} {target} {host:?}");
            assert_eq!(reply.error()["category"], "MISDIRECTED_REQUEST");
        }
    }
    attacked.end().await;
}

#[tokio::test]
async fn a_host_named_twice_or_in_two_ways_is_refused() {
    let fixture = Fixture::new(Profile::Spec);
    let both = [("host", "localhost:8140"), ("host", "example.com")];
    let twice = request("GET", SETTINGS, &both, Body::empty());
    let absolute = ["http://example.com", SETTINGS].concat();
    let absolute = request("GET", &absolute, &[], Body::empty());
    let nameless = Request::get(SETTINGS).body(Body::empty()).unwrap();
    for forged in [twice, absolute, nameless] {
        assert_eq!(fixture.send(forged).await.status, 421);
    }
}

#[tokio::test]
async fn names_of_this_machine_and_listed_ones_are_answered() {
    let fixture = Fixture::with(Options {
        hosts: vec!["crm.test".to_owned()],
        ..options()
    });
    for host in [
        "localhost",
        "LOCALHOST:1",
        "127.0.0.1:8140",
        "[::1]:8140",
        "a.localhost",
        "crm.test",
        "CRM.test:99",
    ] {
        let headers = [("host", host)];
        let reply = fixture.call("GET", "/emulator/health", &headers, "").await;
        assert_eq!(reply.status, 200, "{host}");
    }
}

/// Requests that read and change no state.
fn is_open(method: &str, target: &str) -> bool {
    method == "GET" && target.starts_with("/emulator/health")
}

#[tokio::test]
async fn no_route_answers_a_page_of_a_foreign_origin() {
    let attacked = Attacked::new().await;
    let mut origins = foreign("origins");
    origins.retain(|origin| !npm::is_in_place() || !origin.starts_with(' '));
    for (method, target) in &attacked.operations {
        if is_open(method, target) {
            continue;
        }
        for origin in &origins {
            let reply = attacked.send(method, target, &[("origin", origin)]).await;

            assert_eq!(reply.status, 403, "{method} {target} {origin:?}");
            assert_eq!(reply.header("access-control-allow-origin"), "");
        }
    }
    attacked.end().await;
}

#[tokio::test]
async fn no_route_answers_a_request_from_another_site() {
    let attacked = Attacked::new().await;
    for (method, target) in &attacked.operations {
        if is_open(method, target) {
            continue;
        }
        for site in ["cross-site", "same-site", "CROSS-SITE", "unknown", ""] {
            for (mode, dest) in [
                ("cors", "empty"),
                ("no-cors", "image"),
                ("navigate", "iframe"),
                ("navigate", "document"),
            ] {
                let headers = [
                    ("sec-fetch-site", site),
                    ("sec-fetch-mode", mode),
                    ("sec-fetch-dest", dest),
                ];
                let reply = attacked.send(method, target, &headers).await;

                // A page that a link may open, and its answer here: no client is named, and
                // there is no such quote.
                let is_control = target.contains("/emulator/");
                let expected = match (method.as_str(), dest) {
                    ("GET", "document") if is_control => 403,
                    ("GET", "document") if target.contains("/authorize") => 400,
                    ("GET", "document") if target.contains("/quotes/") => 404,
                    _ => 403,
                };
                let place = format!("{method} {target} {site} {mode} {dest}");
                assert_eq!(reply.status, expected, "{place}");
            }
        }
    }
    attacked.end().await;
}

#[tokio::test]
async fn a_link_on_another_site_makes_no_namespace() {
    let fixture = Fixture::with(Options {
        namespaces: Some(3),
        ..options()
    });
    let query = support::form(&support::authorization());
    let follow = async |place: &str, site: &str| {
        let target = format!("{place}/oauth/authorize?{query}");
        let headers = [
            ("sec-fetch-site", site),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        fixture.call("GET", &target, &headers, "").await
    };

    for index in 0..10 {
        let refused = follow(&format!("/ns/x-{index}"), "cross-site").await;
        assert_eq!(refused.status, 404);
        assert!(
            refused.text.contains("<code>NO_NAMESPACE</code>"),
            "{}",
            refused.text
        );
    }
    // Every link may open the default namespace, and existing ones.
    assert_eq!(follow("", "cross-site").await.status, 200);
    assert_eq!(follow("/ns/a", "none").await.status, 200);
    assert_eq!(follow("/ns/a", "cross-site").await.status, 200);
    // One more namespace still fits.
    assert_eq!(follow("/ns/b", "same-site").await.status, 200);
    assert_eq!(follow("/ns/c", "same-site").await.status, 429);
}

#[tokio::test]
async fn control_paths_need_their_header() {
    let attacked = Attacked::new().await;
    let fixture = &attacked.fixture;
    let mut count = 0;
    for (method, target) in &attacked.operations {
        let path = target.split('?').next().unwrap();
        let reads = ["health", "docs", "docs/{file}", "log.json", "openapi.json"];
        let is_read = reads.iter().any(|name| path == format!("/emulator/{name}"));
        // A timeline takes a token, like records.
        let has_token = path.starts_with("/emulator/timeline/");
        if !path.starts_with("/emulator/") || is_read || has_token {
            continue;
        }
        count += 1;
        for headers in [
            &[][..],
            &[("x-emulator-control", "")][..],
            &[("x-emulator-control", "true")][..],
        ] {
            let reply = fixture.call(method, target, headers, "{}").await;

            assert_eq!(reply.status, 403, "{method} {target}");
            assert_eq!(
                reply.error()["message"],
                "a control path needs the header x-emulator-control: 1"
            );
        }
    }
    assert!(count >= 10, "{count}");
    attacked.end().await;
}

#[tokio::test]
async fn our_own_pages_and_listed_origins_may_ask() {
    let fixture = Fixture::with(Options {
        origins: vec!["http://localhost:3000".to_owned()],
        ..options()
    });
    let own = [
        ("origin", "http://localhost:8140"),
        ("sec-fetch-site", "same-origin"),
    ];
    let own = fixture.call("GET", SETTINGS, &own, "").await;
    let other = [
        ("origin", "http://localhost:3000"),
        ("sec-fetch-site", "same-site"),
    ];
    let listed = fixture.call("GET", SETTINGS, &other, "").await;
    let change = [other[0], ("access-control-request-method", "PATCH")];
    let preflight = fixture.call("OPTIONS", SETTINGS, &change, "").await;
    let foreign = [("origin", "http://localhost:3001")];
    let foreign = fixture.call("OPTIONS", SETTINGS, &foreign, "").await;

    for (reply, status, origin) in [
        (&own, 404, ""),
        (&listed, 404, "http://localhost:3000"),
        (&preflight, 204, "http://localhost:3000"),
        (&foreign, 405, ""),
    ] {
        let found = reply.header("access-control-allow-origin");
        assert_eq!((reply.status, found), (status, origin));
    }
    for header in [
        "retry-after",
        "x-hubspot-correlation-id",
        "x-hubspot-ratelimit-interval-milliseconds",
        "x-hubspot-ratelimit-max",
        "x-hubspot-ratelimit-remaining",
    ] {
        let exposed = listed.header("access-control-expose-headers");
        assert!(exposed.split(", ").any(|name| name == header), "{header}");
    }
    assert_eq!(own.header("access-control-expose-headers"), "");
    // Control paths are for our own page and for programs.
    for target in ["/emulator/host-page", "/emulator/reset"] {
        let headers = [other[0], other[1], ("x-emulator-control", "1")];
        let reply = fixture.call("POST", target, &headers, "").await;
        assert_eq!(reply.status, 403, "{target}");
    }
    for (header, names) in [
        ("access-control-allow-methods", "POST, GET, PATCH, DELETE"),
        (
            "access-control-allow-headers",
            "authorization, content-type",
        ),
    ] {
        assert_eq!(preflight.header(header), names);
    }
}

#[tokio::test]
async fn no_secret_reaches_the_log() {
    let fixture = Fixture::new(Profile::Spec);
    let target = "/crm/v3/extensions/calling/123/settings?hapikey=canary-1";
    fixture.get(target).await;
    fixture.get("/oauth/v1/access-tokens/canary-2").await;
    fixture.get("/canary-3").await;
    let secret = [("client_secret", "canary-4")];
    fixture.form("/oauth/v1/token", &secret).await;
    let token = [("authorization", "Bearer canary-6")];
    fixture
        .call("CANARY-5", "/emulator/health", &token, "")
        .await;
    let host = [("host", "canary-8.example")];
    fixture.call("GET", "/canary-7", &host, "").await;
    let (access, refresh) = fixture.tokens().await;

    let data = fixture.get("/emulator/log.json").await;

    for secret in ["canary", "CANARY", &access, &refresh, KEY] {
        assert!(!data.text.contains(secret), "{secret}");
    }
    let entries = data.json();
    let reasons: Vec<&str> = entries["results"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|entry| entry["reason"].as_str())
        .collect();
    let mut expected = vec![
        "FOREIGN_HOST",
        "METHOD_NOT_ALLOWED",
        "BAD_GRANT_TYPE",
        "NO_SUCH_PATH",
        "UNKNOWN_TOKEN",
        "NOT_AUTHENTICATED",
    ];
    expected.retain(|reason| *reason != "METHOD_NOT_ALLOWED" || !npm::is_in_place());
    assert_eq!(reasons, expected);
    let found = fixture.get("/emulator/log.json?q=bad_grant").await.json();
    assert_eq!(found["results"].as_array().unwrap().len(), 1);
    assert_eq!(found["results"][0]["route"], "/oauth/v1/token");
}

/// A server with short time-outs, on a free port.
async fn served() -> u16 {
    let platform = Platform::new(Options {
        body_timeout: Some(Duration::from_millis(700)),
        ..options()
    })
    .unwrap();
    let mut server = Server::new().with_header_timeout(Duration::from_millis(700));
    let port = server
        .listen_with(platform.router(), Site::Host, 0)
        .await
        .unwrap();
    tokio::spawn(server.run_until(std::future::pending()));
    port
}

/// Writes one byte after another until the peer closes, and returns the answer.
async fn trickle(port: u16, start: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    stream.write_all(start.as_bytes()).await.unwrap();
    let (mut reader, mut writer) = stream.split();
    let mut reply = Vec::new();
    let dripping = async {
        while writer.write_all(b"a").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        _ = reader.read_to_end(&mut reply) => {}
        () = dripping => {}
    }
    String::from_utf8_lossy(&reply).into_owned()
}

const SLOW_HEAD: &str = "GET /emulator/health HTTP/1.1\r\nhost: localhost\r\nx-slow: ";
const SLOW_BODY: &str = "POST /oauth/v1/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 100000\r\n\r\n";

#[tokio::test]
async fn five_hundred_slow_clients_are_closed_while_others_are_served() {
    let port = served().await;
    let start = Instant::now();
    let slow: Vec<_> = (0..500)
        .map(|index| {
            tokio::spawn(trickle(
                port,
                if index % 2 == 0 { SLOW_HEAD } else { SLOW_BODY },
            ))
        })
        .collect();

    let mut served = 0;
    while slow.iter().any(|task| !task.is_finished()) {
        let reply = health(port).await;
        assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
        served += 1;
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "the time-outs do not fire"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    assert!(served > 0, "nobody else was served");
    let mut refused = 0;
    for (index, task) in slow.into_iter().enumerate() {
        let reply = task.await.unwrap();
        if index % 2 == 1 && reply.starts_with("HTTP/1.1 408") {
            refused += 1;
        }
        assert!(!reply.starts_with("HTTP/1.1 200"), "{reply}");
    }
    assert!(refused > 0);
}

/// Their answer is larger than the system's buffers. They share it: an endpoint would
/// generate it for each of them.
#[tokio::test]
async fn clients_that_never_read_are_closed_while_others_are_served() {
    let large = Bytes::from(vec![b'a'; 16 * 1024 * 1024]);
    let length = large.len();
    let platform = Platform::new(options()).unwrap();
    let app = axum::Router::new()
        .route("/large", get(async move || large))
        .fallback_service(platform.router());
    let write_timeout = Duration::from_millis(500);
    let mut server = Server::new().with_write_timeout(write_timeout);
    let port = server.listen_with(app, Site::Host, 0).await.unwrap();
    tokio::spawn(server.run_until(std::future::pending()));
    let asking = "GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let mut deaf = Vec::new();
    for _ in 0..50 {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let address = ([127, 0, 0, 1], port).into();
        let mut stream = socket.connect(address).await.unwrap();
        stream.write_all(asking.as_bytes()).await.unwrap();
        deaf.push(stream);
    }

    let start = Instant::now();
    let mut served = 0;
    while start.elapsed() < write_timeout * 4 || served < 5 {
        assert!(health(port).await.starts_with("HTTP/1.1 200"));
        served += 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    // Data in transit may be read to its end, which comes before the answer's.
    for mut stream in deaf {
        let mut read = Vec::new();
        let end = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut read));
        let _ = end.await.expect("the connection is closed");
        assert!(read.starts_with(b"HTTP/1.1 200"), "nothing was answered");
        assert!(read.len() < length, "{}", read.len());
    }
}

/// Sends one request on a new connection.
async fn health(port: u16) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let asking = b"GET /emulator/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(asking).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    reply
}

#[tokio::test]
async fn an_idle_connection_is_closed() {
    let port = served().await;
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    stream
        .write_all(b"GET /emulator/health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await
        .unwrap();
    let mut reply = String::new();

    let closed =
        tokio::time::timeout(Duration::from_secs(20), stream.read_to_string(&mut reply)).await;

    assert!(closed.is_ok(), "it stays open");
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
}
