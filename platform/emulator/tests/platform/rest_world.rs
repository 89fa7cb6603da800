//! The servers for the cases of the REST client: a platform of each profile on its own port,
//! services with prepared answers, and a helper for cases that run in a page, which may
//! neither follow a redirect nor send requests to control paths.

use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Path, State},
    http::{Method, Response, StatusCode},
    routing::{any, get, post},
};
use emulator::{Options, Profile, Server, Site};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::support::{Fixture, npm, options, request};

/// Starts all of them, for pages of these origins, and returns the helper's address. The helper
/// takes the given port if it is free.
pub(crate) async fn start(origins: &[String], port: u16) -> String {
    let mut world = World::default();
    for (name, profile) in [("spec", Profile::Spec), ("vendor", Profile::Vendor)] {
        let (router, port) = npm::router_and_port(Options {
            profile,
            origins: origins.to_vec(),
            ..options()
        });
        let port = match port {
            Some(port) => port,
            None => serve(router.clone()).await,
        };
        world.platforms.insert(name, Fixture { router });
        world
            .addresses
            .insert(name, format!("http://localhost:{port}"));
    }
    // Bound and released: nothing listens there.
    let closed = TcpListener::bind("127.0.0.1:0")
        .await
        .unwrap()
        .local_addr()
        .unwrap();
    world.addresses.insert("closed", format!("http://{closed}"));
    let listener = match TcpListener::bind(("127.0.0.1", port)).await {
        Ok(listener) => listener,
        Err(_) => TcpListener::bind("127.0.0.1:0").await.unwrap(),
    };
    let address = listener.local_addr().unwrap();
    let app = Router::new()
        .route("/addresses", get(addresses))
        .route("/ask/{profile}", post(ask).options(preflight))
        .route("/requests/{case}/{way}", get(requests_to))
        .route("/prepared/{case}/{way}/{*rest}", any(prepared))
        .with_state(Arc::new(world));
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}")
}

async fn serve(router: Router) -> u16 {
    let mut server = Server::new();
    let port = server.listen_with(router, Site::Host, 0).await.unwrap();
    tokio::spawn(server.run_until(std::future::pending()));
    port
}

#[derive(Default)]
struct World {
    platforms: HashMap<&'static str, Fixture>,
    addresses: HashMap<&'static str, String>,
    counts: Mutex<HashMap<(String, String), u64>>,
}

async fn addresses(State(world): State<Arc<World>>) -> Response<Body> {
    answer(200, &[], json!(world.addresses).to_string())
}

/// Sends a request to a platform as a program does: `{method, target, headers, body}`.
async fn ask(
    State(world): State<Arc<World>>,
    Path(profile): Path<String>,
    body: Bytes,
) -> Response<Body> {
    let wanted: Value = serde_json::from_slice(&body).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let headers: Vec<(String, String)> = serde_json::from_value(wanted["headers"].clone()).unwrap();
    let headers: Vec<(&str, &str)> = headers
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let request = request(
        &text(&wanted["method"]),
        &text(&wanted["target"]),
        &headers,
        Body::from(text(&wanted["body"])),
    );
    let reply = world.platforms[profile.as_str()].send(request).await;
    let described = json!({
        "status": reply.status,
        "location": reply.header("location"),
        "text": reply.text,
    });
    answer(200, &[], described.to_string())
}

async fn requests_to(
    State(world): State<Arc<World>>,
    Path(way): Path<(String, String)>,
) -> Response<Body> {
    let count = world.counts.lock().unwrap().get(&way).copied().unwrap_or(0);
    answer(200, &[], json!({ "count": count }).to_string())
}

async fn prepared(
    State(world): State<Arc<World>>,
    Path((case, way, _)): Path<(String, String, String)>,
    method: Method,
) -> Response<Body> {
    if method == Method::OPTIONS {
        return preflight().await;
    }
    let count = {
        let mut counts = world.counts.lock().unwrap();
        let count = counts.entry((case.clone(), way.clone())).or_default();
        *count += 1;
        *count
    };
    match way.as_str() {
        "redirect" => {
            let elsewhere = format!("/prepared/{case}/elsewhere/x");
            answer(302, &[("location", &elsewhere)], "")
        }
        "elsewhere" => answer(200, &[], "{}"),
        "text" => answer(200, &[], "canary"),
        "gateway" => answer(502, &[], "<p>Bad gateway</p>"),
        "long" => {
            let chunk = Bytes::from(vec![b' '; 1024 * 1024]);
            let chunks = futures_util::stream::repeat(Ok::<_, Infallible>(chunk));
            answer(200, &[], Body::from_stream(chunks))
        }
        "silent" => {
            tokio::time::sleep(Duration::from_secs(30)).await;
            answer(200, &[], "{}")
        }
        "stalling" => answer(
            200,
            &[],
            Body::from_stream(futures_util::stream::pending::<Result<Bytes, Infallible>>()),
        ),
        "short-tokens" => {
            let tokens = json!({ "access_token": format!("a{count}"), "expires_in": 0 });
            answer(200, &[], tokens.to_string())
        }
        "lasting-tokens" => {
            let tokens = json!({ "access_token": format!("a{count}"), "expires_in": 1800 });
            answer(200, &[], tokens.to_string())
        }
        way => panic!("there is no way {way}"),
    }
}

async fn preflight() -> Response<Body> {
    let methods = (
        "access-control-allow-methods",
        "GET, POST, PUT, PATCH, DELETE",
    );
    let headers = (
        "access-control-allow-headers",
        "authorization, content-type",
    );
    answer(204, &[methods, headers], "")
}

/// An answer that a page of any origin may read.
fn answer(status: u16, headers: &[(&str, &str)], body: impl Into<Body>) -> Response<Body> {
    let mut builder = Response::builder()
        .status(StatusCode::from_u16(status).unwrap())
        .header("access-control-allow-origin", "*");
    for (name, value) in headers {
        builder = builder.header(*name, *value);
    }
    builder.body(body.into()).unwrap()
}
