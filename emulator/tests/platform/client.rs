//! The native REST client over real loopback sockets.

use std::sync::{Arc, Mutex};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{Response, StatusCode},
};
use calling_rest::{
    Error, Secret,
    access::Access,
    calling_settings::{App, CreateSettings, DeleteSettings, ReadSettings, UpdateSettings},
    client::{Client, NativeTransport, TokenStore},
    oauth::{Credentials, OAuthVersion, ReadAccessToken},
    retry::Policy,
    settings::{CallingSettings, SettingsPatch},
};

/// Status, `Retry-After` and body.
type Prepared = (u16, &'static str, String);

/// A service that gives prepared answers in turn, the last one for ever, and
/// keeps what it was asked.
#[derive(Clone, Default)]
struct Service {
    answers: Arc<Mutex<Vec<Prepared>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Service {
    /// Starts it with answers of status, `Retry-After` and body.
    async fn start(answers: &[(u16, &'static str, &str)]) -> (Self, NativeTransport) {
        let service = Self::default();
        *service.answers.lock().unwrap() = answers
            .iter()
            .map(|(status, after, body)| (*status, *after, (*body).to_owned()))
            .collect();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://localhost:{}", listener.local_addr().unwrap().port());
        let app = Router::new().fallback(answer).with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        (service, NativeTransport::new(&base).unwrap())
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

async fn answer(State(service): State<Service>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, 65_536).await.unwrap();
    let line = format!(
        "{} {} {}",
        parts.method,
        parts.uri,
        String::from_utf8_lossy(&body)
    );
    service.asked.lock().unwrap().push(line);
    let (status, after, body) = {
        let mut answers = service.answers.lock().unwrap();
        if answers.len() > 1 {
            answers.remove(0)
        } else {
            answers[0].clone()
        }
    };
    let mut response = Response::builder().status(StatusCode::from_u16(status).unwrap());
    if !after.is_empty() {
        response = response.header("retry-after", after);
    }
    if status == 302 {
        response = response.header("location", "/elsewhere");
    }
    response.body(Body::from(body)).unwrap()
}

fn app() -> App {
    App {
        id: 7,
        access: Access::Key(Secret::new("canary")),
    }
}

fn credentials() -> Credentials {
    Credentials {
        client_id: "id".to_owned(),
        client_secret: Secret::new("canary"),
        version: OAuthVersion::V1,
    }
}

const SETTINGS: &str = r#"{"name":"Phone","url":"https://phone.example/","isReady":false,"createdAt":"2026-11-21T07:00:00Z","updatedAt":"2026-11-21T07:00:00Z"}"#;

#[tokio::test]
async fn settings_are_made_read_changed_and_removed() {
    let (service, transport) = Service::start(&[
        (200, "", SETTINGS),
        (201, "", SETTINGS),
        (200, "", SETTINGS),
        (204, "", ""),
    ])
    .await;
    let client = Client::new(transport);
    let settings: CallingSettings =
        serde_json::from_str(r#"{"name":"Phone","url":"https://phone.example/"}"#).unwrap();

    let made = client
        .call(&CreateSettings {
            app: app(),
            settings,
        })
        .await
        .unwrap();
    let read = client.call(&ReadSettings { app: app() }).await.unwrap();
    let patch = SettingsPatch::ready();
    client
        .call(&UpdateSettings { app: app(), patch })
        .await
        .unwrap();
    client.call(&DeleteSettings { app: app() }).await.unwrap();

    assert_eq!(made, read);
    assert!(!read.is_in_production());
    let path = "/crm/v3/extensions/calling/7/settings?hapikey=canary";
    assert_eq!(
        service.asked(),
        [
            format!(r#"POST {path} {{"name":"Phone","url":"https://phone.example/"}}"#),
            format!("GET {path} "),
            format!(r#"PATCH {path} {{"isReady":true}}"#),
            format!("DELETE {path} "),
        ]
    );
}

#[tokio::test]
async fn a_refusal_carries_the_error_object() {
    let body = r#"{"status":"error","message":"no settings","correlationId":"c-1","category":"OBJECT_NOT_FOUND"}"#;
    let (service, transport) = Service::start(&[(404, "", body)]).await;

    let error = Client::new(transport)
        .call(&ReadSettings { app: app() })
        .await
        .unwrap_err();

    assert_eq!(
        error.to_string(),
        "the service answered 404: OBJECT_NOT_FOUND, no settings (correlation id c-1)"
    );
    assert_eq!(service.asked().len(), 1);
}

#[tokio::test]
async fn a_read_is_asked_again_and_a_creation_is_not() {
    let answers = [(503, "0", ""), (429, "0", ""), (200, "", SETTINGS)];
    let (reads, read_transport) = Service::start(&answers).await;
    let (creations, create_transport) = Service::start(&answers).await;
    let settings: CallingSettings = serde_json::from_str(SETTINGS).unwrap();

    let read = Client::new(read_transport)
        .call(&ReadSettings { app: app() })
        .await;
    let created = Client::new(create_transport)
        .call(&CreateSettings {
            app: app(),
            settings,
        })
        .await;

    assert!(read.is_ok());
    assert_eq!(reads.asked().len(), 3);
    assert_eq!(created.unwrap_err().status(), Some(503));
    assert_eq!(creations.asked().len(), 1);
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (service, transport) = Service::start(&[(302, "", "")]).await;

    let error = Client::new(transport)
        .call(&ReadSettings { app: app() })
        .await
        .unwrap_err();

    assert_eq!(error.status(), Some(302));
    assert_eq!(service.asked().len(), 1);
}

#[tokio::test]
async fn an_unreachable_service_is_named_without_the_key() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://localhost:{}", listener.local_addr().unwrap().port());
    drop(listener);
    let client = Client::new(NativeTransport::new(&base).unwrap()).with_policy(Policy::NEVER);

    let error = client.call(&ReadSettings { app: app() }).await.unwrap_err();

    assert_eq!(
        error,
        Error::Unreachable("the connection was not made".to_owned())
    );
    assert!(!format!("{client:?} {error:?}").contains("canary"));
}

#[test]
fn a_key_is_sent_by_https_or_on_this_machine_only() {
    for base in [
        "https://api.example",
        "http://localhost:8140",
        "http://127.0.0.1:1",
        "http://[::1]:1",
    ] {
        assert!(NativeTransport::new(base).is_ok(), "{base}");
    }
    for base in [
        "http://api.example",
        "ftp://api.example",
        "api.example",
        "",
        "http://localhost.example",
    ] {
        assert!(NativeTransport::new(base).is_err(), "{base}");
    }
}

#[tokio::test]
async fn concurrent_callers_share_one_refresh() {
    let body =
        r#"{"token_type":"bearer","access_token":"a1","refresh_token":"r2","expires_in":1800}"#;
    let (service, transport) = Service::start(&[(200, "", body)]).await;
    let store = Arc::new(TokenStore::new(
        Client::new(transport),
        credentials(),
        Secret::new("r1"),
    ));

    // Spawning also holds the client's futures to being `Send`.
    let callers: Vec<_> = (0..50)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.access_token().await })
        })
        .collect();
    for caller in callers {
        assert_eq!(caller.await.unwrap(), Ok(Secret::new("a1")));
    }

    assert_eq!(
        service.asked(),
        [
            "POST /oauth/v1/token grant_type=refresh_token&refresh_token=r1&client_id=id&client_secret=canary"
        ]
    );
    assert_eq!(store.refresh_token().await, Secret::new("r2"));
}

#[tokio::test]
async fn concurrent_callers_share_a_failure_and_a_later_one_tries_again() {
    let refused = r#"{"status":"BAD_REFRESH_TOKEN","message":"m","error":"invalid_grant"}"#;
    let tokens = r#"{"access_token":"a1","expires_in":1800}"#;
    let (service, transport) = Service::start(&[(400, "", refused), (200, "", tokens)]).await;
    let store = Arc::new(TokenStore::new(
        Client::new(transport),
        credentials(),
        Secret::new("r1"),
    ));

    let first = Arc::clone(&store);
    let second = Arc::clone(&store);
    let (first, second) = tokio::join!(async move { first.access_token().await }, async move {
        second.access_token().await
    });
    assert_eq!(first.as_ref().unwrap_err().status(), Some(400));
    assert_eq!(first, second);
    assert_eq!(service.asked().len(), 1);

    assert_eq!(store.access_token().await, Ok(Secret::new("a1")));
    assert_eq!(store.refresh_token().await, Secret::new("r1"));
}

#[tokio::test]
async fn a_token_at_its_end_is_renewed() {
    let (service, transport) = Service::start(&[
        (200, "", r#"{"access_token":"a1","expires_in":0}"#),
        (200, "", r#"{"access_token":"a2","expires_in":1800}"#),
    ])
    .await;
    let store = TokenStore::new(Client::new(transport), credentials(), Secret::new("r1"));

    assert_eq!(store.access_token().await, Ok(Secret::new("a1")));
    assert_eq!(store.access_token().await, Ok(Secret::new("a2")));
    assert_eq!(store.access_token().await, Ok(Secret::new("a2")));
    assert_eq!(service.asked().len(), 2);
}

#[tokio::test]
async fn metadata_of_an_unknown_token_is_refused_without_showing_it() {
    let (_service, transport) = Service::start(&[(404, "", "<h1>gone</h1>")]).await;

    let error = Client::new(transport)
        .call(&ReadAccessToken {
            token: Secret::new("canary"),
        })
        .await
        .unwrap_err();

    assert_eq!(
        error.to_string(),
        "the service answered 404: no reason given"
    );
    assert!(!format!("{error:?}").contains("canary"));
}
