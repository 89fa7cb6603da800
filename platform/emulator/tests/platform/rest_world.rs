//! The server for the cases of transports: services with prepared answers, for pages of any
//! origin, and the number of requests to each.

use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Path, RawQuery, State},
    http::{HeaderMap, Method, Response},
    routing::{any, get},
};
use futures_util::stream;
use serde_json::json;
use tokio::net::TcpListener;

/// The number of requests by case and way.
type Counts = Arc<Mutex<HashMap<(String, String), u64>>>;

/// Starts it, on the given port if it is free, and returns its address.
pub(crate) async fn start(port: u16) -> String {
    let listener = match TcpListener::bind(("127.0.0.1", port)).await {
        Ok(listener) => listener,
        Err(_) => TcpListener::bind("127.0.0.1:0").await.unwrap(),
    };
    let address = listener.local_addr().unwrap();
    let app = Router::new()
        .route("/requests/{case}/{way}", get(requests_to))
        .route("/prepared/{case}/{way}/{*rest}", any(prepared))
        .with_state(Counts::default());
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}")
}

async fn requests_to(
    State(counts): State<Counts>,
    Path(way): Path<(String, String)>,
) -> Response<Body> {
    let count = counts.lock().unwrap().get(&way).copied().unwrap_or(0);
    answer(200, json!({ "count": count }).to_string())
}

async fn prepared(
    State(counts): State<Counts>,
    Path((case, way, path)): Path<(String, String, String)>,
    RawQuery(query): RawQuery,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    if method == Method::OPTIONS {
        return answer(204, "");
    }
    let count = {
        let mut counts = counts.lock().unwrap();
        let count = counts.entry((case.clone(), way.clone())).or_default();
        *count += 1;
        *count
    };
    let tokens = |expires_in: u32| {
        let tokens = json!({ "access_token": format!("a{count}"), "expires_in": expires_in });
        answer(200, tokens.to_string())
    };
    let header = |name: &str| headers.get(name).map(|value| value.to_str().unwrap());
    match (way.as_str(), count) {
        ("busy-at-first" | "tokens-after-a-fault", 1) | ("busy-twice", ..=2) => answer(503, ""),
        ("busy-twice", _) => answer(200, json!({ "name": "Phone" }).to_string()),
        ("calls", _) => {
            let call = json!({ "id": "9001", "properties": {}, "createdAt": AT, "updatedAt": AT,
                "archived": false });
            answer(200, json!({ "results": [call] }).to_string())
        }
        ("mirror", _) => {
            let sent = json!({
                "method": method.as_str(), "path": path, "query": query,
                "authorization": header("authorization"), "accept": header("accept"),
                "content-type": header("content-type"),
                "body": String::from_utf8_lossy(&body),
            });
            answer(200, sent.to_string())
        }
        ("redirect", _) => {
            let mut redirect = answer(302, "");
            let elsewhere = format!("/prepared/{case}/elsewhere/x").parse().unwrap();
            redirect.headers_mut().insert("location", elsewhere);
            redirect
        }
        ("elsewhere", _) => answer(200, "{}"),
        ("text", _) => answer(200, "canary"),
        ("gateway", _) => answer(502, "<p>Bad gateway</p>"),
        ("long", _) => {
            let chunk = Bytes::from(vec![b' '; 1024 * 1024]);
            let chunks = stream::repeat(Ok::<_, Infallible>(chunk));
            answer(200, Body::from_stream(chunks))
        }
        ("silent", _) => {
            tokio::time::sleep(Duration::from_secs(30)).await;
            answer(200, "{}")
        }
        ("stalling", _) => {
            let nothing = stream::pending::<Result<Bytes, Infallible>>();
            answer(200, Body::from_stream(nothing))
        }
        ("short-tokens", _) => tokens(0),
        ("lasting-tokens" | "tokens-after-a-fault", _) => tokens(1800),
        (way, _) => panic!("there is no way {way}"),
    }
}

/// An answer that a page of any origin may read, and to its question before.
fn answer(status: u16, body: impl Into<Body>) -> Response<Body> {
    Response::builder()
        .status(status)
        .header("access-control-allow-origin", "*")
        .header(
            "access-control-allow-methods",
            "GET, POST, PUT, PATCH, DELETE",
        )
        .header(
            "access-control-allow-headers",
            "authorization, content-type",
        )
        .body(body.into())
        .unwrap()
}

const AT: &str = "2026-01-01T00:00:00Z";
