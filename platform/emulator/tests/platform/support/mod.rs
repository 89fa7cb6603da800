//! A platform without sockets, and requests of tests.

pub(crate) mod document;
pub(crate) mod npm;

use std::{sync::Mutex, time::Duration};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, Response},
};
use emulator::{Clock, Options, Platform, Profile};
use serde_json::{Value, json};
use tower::ServiceExt as _;

/// The seeded app.
pub(crate) const CLIENT_ID: &str = "00000000-0000-4000-8000-000000000123";
pub(crate) const CLIENT_SECRET: &str = "emulator-client-secret-123";
pub(crate) const CLIENT: [(&str, &str); 2] =
    [("client_id", CLIENT_ID), ("client_secret", CLIENT_SECRET)];
pub(crate) const KEY: &str = "emulator-developer-key-123";
pub(crate) const REDIRECT: &str = "http://localhost:3000/oauth/callback";
pub(crate) const SCOPES: &str = "crm.objects.contacts.read oauth timeline";

pub(crate) const SETTINGS: &str =
    "/crm/v3/extensions/calling/123/settings?hapikey=emulator-developer-key-123";

pub(crate) const BOTH: [Profile; 2] = [Profile::Spec, Profile::Vendor];

/// Calling settings as an app registers them.
pub(crate) fn phone_settings() -> Value {
    json!({ "name": "Phone", "url": "https://phone.example/", "height": 600, "width": 400,
        "isReady": false })
}

/// A platform where the seeded app has these settings.
pub(crate) async fn with_settings(profile: Profile) -> Fixture {
    let fixture = Fixture::new(profile);
    let made = fixture.json("POST", SETTINGS, &phone_settings()).await;
    assert_eq!(made.status, 200, "{}", made.text);
    fixture
}

/// A platform with a seed and a fixed clock.
#[derive(Clone)]
pub(crate) struct Fixture {
    pub(crate) router: Router,
}

/// A parsed answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) text: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// The body without its correlation id, which must be a UUID and equal the header's.
    pub(crate) fn error(&self) -> Value {
        let mut body = self.json();
        let id = body
            .as_object_mut()
            .unwrap()
            .remove("correlationId")
            .expect("a correlation id");
        assert_eq!(id.as_str().unwrap().len(), 36);
        assert_eq!(id, self.header("x-hubspot-correlation-id"));
        body
    }
}

impl Fixture {
    pub(crate) fn new(profile: Profile) -> Self {
        Self::with(Options {
            profile,
            ..options()
        })
    }

    pub(crate) fn with(options: Options) -> Self {
        Self {
            router: npm::router(options),
        }
    }

    /// The same without a seed file, from an image of such a platform: filling one takes longer
    /// than most exchanges.
    pub(crate) async fn filled(options: Options) -> Self {
        if npm::is_in_place() || !options.additions.is_empty() {
            return Self::with(options);
        }
        let kind = (options.profile, options.seed);
        let platform = Platform::new(options).unwrap();
        let fixture = Self {
            router: platform.router(),
        };
        if let Some(image) = image_of(kind) {
            platform.restore(&image).unwrap();
        } else {
            assert_eq!(fixture.order("GET", "/emulator/clock").await.status, 200);
            let image = platform.image().unwrap();
            IMAGES.lock().unwrap().push((kind, image));
        }
        fixture
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Reply {
        let response: Response<Body> = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, 16 * 1024 * 1024).await.unwrap();
        Reply {
            status: parts.status.as_u16(),
            headers: parts.headers,
            text: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    /// Sends a request from its parts.
    pub(crate) async fn call(
        &self,
        method: &str,
        target: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Reply {
        self.send(request(method, target, headers, body.into()))
            .await
    }

    pub(crate) async fn get(&self, target: &str) -> Reply {
        self.call("GET", target, &[], "").await
    }

    pub(crate) async fn json(&self, method: &str, target: &str, body: &Value) -> Reply {
        self.raw(method, target, "application/json", body.to_string())
            .await
    }

    pub(crate) async fn form(&self, target: &str, fields: &[(&str, &str)]) -> Reply {
        let media = "application/x-www-form-urlencoded";
        self.raw("POST", target, media, form(fields)).await
    }

    pub(crate) async fn raw(
        &self,
        method: &str,
        target: &str,
        media: &str,
        body: impl Into<Body>,
    ) -> Reply {
        let headers = [("content-type", media)];
        self.call(method, target, &headers, body).await
    }

    /// Sends a request to a control path.
    pub(crate) async fn control(&self, method: &str, target: &str, body: &Value) -> Reply {
        let headers = [
            ("content-type", "application/json"),
            ("x-emulator-control", "1"),
        ];
        self.call(method, target, &headers, body.to_string()).await
    }

    /// The same without a body.
    pub(crate) async fn order(&self, method: &str, target: &str) -> Reply {
        self.control(method, target, &json!({})).await
    }

    /// Sends a request with an access token.
    pub(crate) async fn ask(&self, token: &str, method: &str, target: &str, body: &Value) -> Reply {
        let authorization = format!("Bearer {token}");
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
        ];
        self.call(method, target, &headers, body.to_string()).await
    }

    /// A token of the app itself, registered again with these scopes.
    pub(crate) async fn token_of(&self, scopes: &[&str]) -> String {
        let app = json!({ "name": "Mine", "clientId": "mine", "clientSecret": "s",
            "developerKey": "mine-key", "redirectUris": [REDIRECT], "scopes": scopes });
        let made = self.control("POST", "/emulator/apps/7", &app).await;
        assert_eq!(made.status, 200, "{}", made.text);
        let installed = self.order("POST", "/emulator/apps/7/installation").await;
        assert_eq!(installed.status, 200, "{}", installed.text);
        installed.json()["accessToken"].as_str().unwrap().to_owned()
    }

    /// The host page's token.
    pub(crate) async fn host_token(&self) -> String {
        self.host_token_in("").await
    }

    /// The same in a namespace, by its path prefix.
    pub(crate) async fn host_token_in(&self, namespace: &str) -> String {
        let target = [namespace, "/emulator/host-page"].concat();
        let reply = self.order("POST", &target).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()["accessToken"].as_str().unwrap().to_owned()
    }

    /// Moves the clock.
    pub(crate) async fn advance(&self, by: Duration) {
        let by = u64::try_from(by.as_millis()).unwrap();
        let by = json!({ "advanceMs": by });
        let reply = self.control("POST", "/emulator/clock", &by).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
    }

    /// The id of the request in the consent page.
    pub(crate) async fn consent(&self, query: &[(&str, &str)]) -> String {
        let target = ["/oauth/authorize?", &form(query)].concat();
        let page = self.get(&target).await;
        assert_eq!(page.status, 200, "{}", page.text);
        between(&page.text, "name=\"request\" value=\"", "\"").to_owned()
    }

    /// Sends a user's decision, and returns the redirect.
    pub(crate) async fn decide(&self, request: &str, user: &str, decision: &str) -> Reply {
        let form = [("request", request), ("user", user), ("decision", decision)];
        self.form("/oauth/authorize", &form).await
    }

    /// A code for these parameters of the consent page.
    pub(crate) async fn code_of(&self, query: &[(&str, &str)]) -> String {
        let request = self.consent(query).await;
        let reply = self.decide(&request, "9", "allow").await;
        assert_eq!(reply.status, 303, "{}", reply.text);
        let location = reply.header("location");
        let code = location.split("code=").nth(1).unwrap();
        code.split('&').next().unwrap().to_owned()
    }

    pub(crate) async fn code(&self) -> String {
        self.code_of(&authorization()).await
    }

    pub(crate) async fn exchange(&self, code: &str) -> Reply {
        self.form("/oauth/v1/token", &exchange_form(code)).await
    }

    /// Access and refresh token of a new consent.
    pub(crate) async fn tokens(&self) -> (String, String) {
        let reply = self.exchange(&self.code().await).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let body = reply.json();
        let text = |name: &str| body[name].as_str().unwrap().to_owned();
        (text("access_token"), text("refresh_token"))
    }
}

/// Profile and seed of a platform.
type Kind = (Profile, Option<u64>);

static IMAGES: Mutex<Vec<(Kind, Vec<u8>)>> = Mutex::new(Vec::new());

fn image_of(kind: Kind) -> Option<Vec<u8>> {
    let images = IMAGES.lock().unwrap();
    let mut of_kind = images.iter().filter(|(known, _)| *known == kind);
    of_kind.next().map(|(_, image)| image.clone())
}

pub(crate) fn options() -> Options {
    Options {
        seed: Some(1),
        clock: Clock::Fixed,
        ..Options::default()
    }
}

pub(crate) fn authorization() -> Vec<(&'static str, &'static str)> {
    vec![
        ("client_id", CLIENT_ID),
        ("redirect_uri", REDIRECT),
        ("scope", SCOPES),
    ]
}

pub(crate) fn exchange_form(code: &str) -> Vec<(&'static str, &str)> {
    vec![
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", REDIRECT),
        ("client_id", CLIENT_ID),
        ("client_secret", CLIENT_SECRET),
    ]
}

pub(crate) fn form(fields: &[(&str, &str)]) -> String {
    calling_rest::query::encode(fields.iter().copied())
}

pub(crate) fn request(
    method: &str,
    target: &str,
    headers: &[(&str, &str)],
    body: Body,
) -> Request<Body> {
    let mut builder = Request::builder().method(method).uri(target);
    if !headers.iter().any(|(name, _)| *name == "host") {
        builder = builder.header("host", "localhost:8140");
    }
    for (name, value) in headers {
        builder = builder.header(*name, *value);
    }
    builder.body(body).unwrap()
}

pub(crate) fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let rest = text.split(before).nth(1).expect("the text before");
    rest.split(after).next().unwrap()
}
