//! What pages of the user's browser, and slow clients, cannot do.

use std::time::{Duration, Instant};

use axum::{
    body::{Body, Bytes},
    http::{Request, header},
    routing::get,
};
use emulator::{Options, Platform, Profile, Server, Site};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::support::{self, Fixture, KEY, SETTINGS, npm, options, request};

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

/// State of a namespace that every change shows in.
async fn state(fixture: &Fixture) -> String {
    let clock = fixture.order("GET", "/emulator/clock").await;
    let faults = fixture.order("GET", "/emulator/faults").await;
    let settings = fixture.get(SETTINGS).await;
    let calls = fixture
        .send(request(
            "GET",
            "/crm/v3/objects/calls?associations=contacts",
            &[(
                "authorization",
                &format!("Bearer {}", fixture.host_token().await),
            )],
            Body::empty(),
        ))
        .await;
    assert!(calls.text.contains("\"9001\""), "{}", calls.text);
    [clock.text, faults.text, settings.text, calls.text].concat()
}

async fn with_settings() -> Fixture {
    let fixture = Fixture::new(Profile::Spec);
    let settings = json!({ "name": "Phone", "url": "https://phone.example/" });
    assert_eq!(fixture.json("POST", SETTINGS, &settings).await.status, 200);
    fixture
}

/// Hosts or origins that are not this machine's, or not written as such.
fn foreign(kind: &str) -> Vec<String> {
    let all: Value = serde_json::from_str(include_str!("data/foreign.json")).unwrap();
    let all: Vec<String> = serde_json::from_value(all[kind].clone()).unwrap();
    assert!(all.len() >= 32);
    all
}

/// A body that changes something wherever it is taken in.
const CHANGES: &str =
    r#"{"advanceMs":1,"status":500,"isReady":false,"properties":{"hs_call_title":"forged"}}"#;

#[tokio::test]
async fn no_route_answers_a_foreign_host() {
    let fixture = with_settings().await;
    let hosts = foreign("hosts");
    let forms = hosts.iter().filter_map(|host| host.parse().ok());
    let hosts: Vec<header::HeaderValue> = forms.collect();
    assert!(hosts.len() >= 30);
    let token = format!("Bearer {}", fixture.host_token().await);
    let before = state(&fixture).await;
    for (method, target) in operations(&fixture).await {
        for host in &hosts {
            let mut forged = request(
                &method,
                &target,
                &[
                    ("authorization", &token),
                    ("x-emulator-control", "1"),
                    ("content-type", "application/json"),
                ],
                Body::from(CHANGES),
            );
            forged.headers_mut().insert(header::HOST, host.clone());

            let reply = fixture.send(forged).await;

            assert_eq!(reply.status, 421, "{method} {target} {host:?}");
            assert_eq!(reply.error()["category"], "MISDIRECTED_REQUEST");
        }
    }
    assert_eq!(state(&fixture).await, before);
}

#[tokio::test]
async fn a_host_named_twice_or_in_two_ways_is_refused() {
    let fixture = with_settings().await;
    let mut twice = request("GET", SETTINGS, &[], Body::empty());
    twice
        .headers_mut()
        .append(header::HOST, "example.com".parse().unwrap());
    let absolute = request(
        "GET",
        &format!("http://example.com{SETTINGS}"),
        &[],
        Body::empty(),
    );
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
        let reply = fixture
            .send(request(
                "GET",
                "/emulator/health",
                &[("host", host)],
                Body::empty(),
            ))
            .await;
        assert_eq!(reply.status, 200, "{host}");
    }
}

/// What reads or changes nothing, and what a link may lead to.
fn is_open(method: &str, target: &str) -> bool {
    method == "GET" && target.starts_with("/emulator/health")
}

#[tokio::test]
async fn no_route_answers_a_page_of_a_foreign_origin() {
    let fixture = with_settings().await;
    let token = format!("Bearer {}", fixture.host_token().await);
    let origins = foreign("origins");
    let before = state(&fixture).await;
    for (method, target) in operations(&fixture).await {
        if is_open(&method, &target) {
            continue;
        }
        for origin in &origins {
            if npm::is_in_place() && origin.starts_with(' ') {
                continue;
            }
            let reply = fixture
                .send(request(
                    &method,
                    &target,
                    &[
                        ("origin", origin),
                        ("authorization", &token),
                        ("x-emulator-control", "1"),
                        ("content-type", "application/json"),
                    ],
                    Body::from(CHANGES),
                ))
                .await;

            assert_eq!(reply.status, 403, "{method} {target} {origin:?}");
            assert_eq!(reply.header("access-control-allow-origin"), "");
        }
    }
    assert_eq!(state(&fixture).await, before);
}

#[tokio::test]
async fn no_route_answers_a_request_from_another_site() {
    let fixture = with_settings().await;
    let token = format!("Bearer {}", fixture.host_token().await);
    let before = state(&fixture).await;
    for (method, target) in operations(&fixture).await {
        if is_open(&method, &target) {
            continue;
        }
        for site in ["cross-site", "same-site", "CROSS-SITE", "unknown", ""] {
            for (mode, dest) in [
                ("cors", "empty"),
                ("no-cors", "image"),
                ("navigate", "iframe"),
                ("navigate", "document"),
            ] {
                // A page that a link may lead to, and what it answers here: no client is
                // named, and there is no such quote.
                let linked = [("/authorize", 400), ("/quotes/", 404)];
                let linked = linked
                    .iter()
                    .find(|(part, _)| target.contains(part))
                    .filter(|_| {
                        let is_control = target.contains("/emulator/");
                        method == "GET" && !is_control && dest == "document"
                    });
                let reply = fixture
                    .send(request(
                        &method,
                        &target,
                        &[
                            ("sec-fetch-site", site),
                            ("sec-fetch-mode", mode),
                            ("sec-fetch-dest", dest),
                            ("authorization", &token),
                            ("x-emulator-control", "1"),
                            ("content-type", "application/json"),
                        ],
                        Body::from(CHANGES),
                    ))
                    .await;

                let expected = linked.map_or(403, |(_, status)| *status);
                let place = format!("{method} {target} {site} {mode} {dest}");
                assert_eq!(reply.status, expected, "{place}");
            }
        }
    }
    assert_eq!(state(&fixture).await, before);
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
        let request = request("GET", &target, &headers, Body::empty());
        fixture.send(request).await
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
    // What everyone has is there for every link, and so is what was named before.
    assert_eq!(follow("", "cross-site").await.status, 200);
    assert_eq!(follow("/ns/a", "none").await.status, 200);
    assert_eq!(follow("/ns/a", "cross-site").await.status, 200);
    // There is room for one more still.
    assert_eq!(follow("/ns/b", "same-site").await.status, 200);
    assert_eq!(follow("/ns/c", "same-site").await.status, 429);
}

#[tokio::test]
async fn control_paths_need_their_header() {
    let fixture = with_settings().await;
    let before = state(&fixture).await;
    let mut count = 0;
    for (method, target) in operations(&fixture).await {
        let path = target.split('?').next().unwrap();
        let is_read = [
            "health",
            "docs",
            "docs/{file}",
            "log",
            "log.json",
            "openapi.json",
        ]
        .iter()
        .any(|name| path == format!("/emulator/{name}"));
        // A timeline takes a token, as the records do.
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
            let reply = fixture
                .send(request(&method, &target, headers, Body::from("{}")))
                .await;

            assert_eq!(reply.status, 403, "{method} {target}");
            assert_eq!(
                reply.error()["message"],
                "a control path needs the header x-emulator-control: 1"
            );
        }
    }
    assert!(count >= 10, "{count}");
    assert_eq!(state(&fixture).await, before);
}

#[tokio::test]
async fn our_own_pages_and_listed_origins_may_ask() {
    let fixture = Fixture::with(Options {
        origins: vec!["http://localhost:3000".to_owned()],
        ..options()
    });
    let ask = async |headers: &[(&str, &str)]| {
        fixture
            .send(request("GET", SETTINGS, headers, Body::empty()))
            .await
    };

    let own = ask(&[
        ("origin", "http://localhost:8140"),
        ("sec-fetch-site", "same-origin"),
    ])
    .await;
    let listed = ask(&[
        ("origin", "http://localhost:3000"),
        ("sec-fetch-site", "same-site"),
    ])
    .await;
    let preflight = fixture
        .send(request(
            "OPTIONS",
            SETTINGS,
            &[
                ("origin", "http://localhost:3000"),
                ("access-control-request-method", "PATCH"),
            ],
            Body::empty(),
        ))
        .await;
    let foreign = fixture
        .send(request(
            "OPTIONS",
            SETTINGS,
            &[("origin", "http://localhost:3001")],
            Body::empty(),
        ))
        .await;

    assert_eq!(
        (own.status, own.header("access-control-allow-origin")),
        (404, "")
    );
    assert_eq!(
        (listed.status, listed.header("access-control-allow-origin")),
        (404, "http://localhost:3000")
    );
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
    // What stands behind the platform is for our own page and for programs.
    for target in ["/emulator/host-page", "/emulator/reset"] {
        let headers = [
            ("origin", "http://localhost:3000"),
            ("sec-fetch-site", "same-site"),
            ("x-emulator-control", "1"),
        ];
        let asked = request("POST", target, &headers, Body::empty());
        assert_eq!(fixture.send(asked).await.status, 403, "{target}");
    }
    assert_eq!(preflight.status, 204);
    assert_eq!(
        preflight.header("access-control-allow-methods"),
        "POST, GET, PATCH, DELETE"
    );
    assert_eq!(
        preflight.header("access-control-allow-headers"),
        "authorization, content-type"
    );
    assert_eq!(
        (
            foreign.status,
            foreign.header("access-control-allow-origin")
        ),
        (405, "")
    );
}

#[tokio::test]
async fn no_secret_reaches_the_log() {
    let fixture = Fixture::new(Profile::Spec);
    fixture
        .get("/crm/v3/extensions/calling/123/settings?hapikey=canary-1")
        .await;
    fixture.get("/oauth/v1/access-tokens/canary-2").await;
    fixture.get("/canary-3").await;
    fixture
        .form("/oauth/v1/token", &[("client_secret", "canary-4")])
        .await;
    fixture
        .send(request(
            "CANARY-5",
            "/emulator/health",
            &[("authorization", "Bearer canary-6")],
            Body::empty(),
        ))
        .await;
    fixture
        .send(request(
            "GET",
            "/canary-7",
            &[("host", "canary-8.example")],
            Body::empty(),
        ))
        .await;
    let (access, refresh) = fixture.tokens().await;

    let data = fixture.get("/emulator/log.json").await;
    let page = fixture.get("/emulator/log").await;

    for text in [&data.text, &page.text] {
        for secret in ["canary", "CANARY", &access, &refresh, KEY] {
            assert!(!text.contains(secret), "{secret}");
        }
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

#[tokio::test]
async fn a_mistyped_path_is_in_the_log_without_what_it_holds() {
    let fixture = Fixture::new(Profile::Spec);

    let refused = fixture
        .get("/crm/v3/object/contacts/ada@people.example?hapikey=canary")
        .await;
    fixture.get("/ns/a/oauth/v1/acces-tokens/canary").await;

    assert_eq!(
        refused.error()["message"],
        "there is no path /crm/v3/object/contacts/*: /crm/v3/objects/{objectType}/{objectId} \
         is near it, and /emulator/docs lists those there are"
    );
    for (prefix, path) in [
        ("", "/crm/v3/object/contacts/*"),
        ("/ns/a", "/oauth/v1/acces-tokens/*"),
    ] {
        let found = format!("{prefix}/emulator/log.json?q=no_such_path");
        let found = fixture.get(&found).await.json();
        assert_eq!(found["results"][0]["route"], path);
        let page = fixture.get(&format!("{prefix}/emulator/log")).await;
        assert!(page.text.contains(path), "{path}");
        for secret in ["ada", "canary"] {
            assert!(!page.text.contains(secret), "{secret}");
        }
    }
}

/// A server with short time-outs, on a port of the system's choice.
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

/// Writes one byte after the other until the other side closes, and returns what
/// came back.
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

/// Their answer is more than the system takes in between. It is no endpoint's, which
/// would be made anew for each of them.
#[tokio::test]
async fn fifty_clients_that_never_read_are_closed_while_others_are_served() {
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

    // What was on its way may be read to its end, which comes before the answer's.
    for mut stream in deaf {
        let mut read = Vec::new();
        let end = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut read));
        let _ = end.await.expect("the connection is closed");
        assert!(read.starts_with(b"HTTP/1.1 200"), "nothing was answered");
        assert!(read.len() < length, "{}", read.len());
    }
}

/// Asks once on a connection of its own.
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
