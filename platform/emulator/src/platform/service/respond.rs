//! The response: its headers, and its entry in the log.

use std::sync::atomic::Ordering;

use axum::{
    body::Body as HttpBody,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::Response,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use maud::html;
use sha2::{Digest as _, Sha256};

use super::state::State;
use crate::{
    platform::{
        answer::{Answer, Body, Refusal},
        endpoints,
        log::{self, Entry, Shown, now},
        pages,
    },
    system::Start,
};

/// What is noted of a request while it is answered.
pub(super) struct Note {
    start: Start,
    route: String,
    namespace: String,
    method: String,
    correlation_id: String,
    pub(super) origin: Option<String>,
    pub(super) headers: Vec<(&'static str, String)>,
    /// Whether it is in the log; a look at the log is not.
    pub(super) is_logged: bool,
    /// What the log shows of the request.
    pub(super) shown: Shown,
}

impl Note {
    /// Begins with what is known of it.
    pub(super) fn new(state: &State, route: &str, namespace: &str, method: &str) -> Self {
        let number = state.answers.fetch_add(1, Ordering::Relaxed);
        Self {
            start: Start::now(),
            route: route.to_owned(),
            namespace: namespace.to_owned(),
            method: known_method(method).to_owned(),
            correlation_id: state.identity.uuid("correlation", namespace, number),
            origin: None,
            headers: Vec::new(),
            is_logged: true,
            shown: Shown::default(),
        }
    }

    /// The response of an answer.
    pub(super) fn answer(self, state: &State, answer: Answer) -> Response {
        let (mut encoding, mut warning) = (None, None);
        let (media, policy, bytes, location) = match answer.body {
            Body::Empty => (None, POLICY.to_owned(), Vec::new(), None),
            Body::File {
                media,
                bytes,
                is_gzip,
            } => {
                encoding = is_gzip.then_some("gzip");
                (Some(media), DOCS_POLICY.to_owned(), bytes, None)
            }
            Body::Json(bytes) => (Some(JSON), POLICY.to_owned(), bytes, None),
            Body::Created { bytes, location } => {
                (Some(JSON), POLICY.to_owned(), bytes, Some(location))
            }
            Body::Pdf {
                bytes,
                warning: of_pdf,
            } => {
                warning = of_pdf;
                (Some(PDF), POLICY.to_owned(), bytes, None)
            }
            Body::Page {
                html,
                style,
                form_origin,
                pictures,
            } => (
                Some(HTML),
                page_policy(&style, form_origin, pictures),
                html.into_bytes(),
                None,
            ),
            Body::Redirect(address) => (None, POLICY.to_owned(), Vec::new(), Some(address)),
        };
        let mut response = self.response(state, answer.status, None, bytes);
        let headers = response.headers_mut();
        set(headers, header::CONTENT_SECURITY_POLICY, &policy);
        if let Some(media) = media {
            set(headers, header::CONTENT_TYPE, media);
        }
        if let Some(warning) = warning {
            set(headers, HeaderName::from_static(WARNING), &warning);
        }
        if let Some(encoding) = encoding {
            set(headers, header::CONTENT_ENCODING, encoding);
        }
        if let Some(address) = location {
            set(headers, header::LOCATION, &address);
        }
        response
    }

    /// The response of a refusal.
    pub(super) fn refuse(self, state: &State, mut refusal: Refusal) -> Response {
        refusal.object.correlation_id = Some(self.correlation_id.clone());
        let (media, policy, bytes) = if refusal.is_page {
            let text = refusal.object.message.unwrap_or_default();
            let body = html! {
                p { (text) }
                p { "Reason: " code { (refusal.reason) } }
            };
            let html = pages::page("This does not work", &body);
            (
                HTML,
                page_policy(pages::STYLE, None, None),
                html.into_bytes(),
            )
        } else {
            let bytes = serde_json::to_vec(&refusal.object).unwrap_or_default();
            (JSON, POLICY.to_owned(), bytes)
        };
        let mut response = self.response(state, refusal.status, Some(refusal.reason), bytes);
        let headers = response.headers_mut();
        set(headers, header::CONTENT_TYPE, media);
        set(headers, header::CONTENT_SECURITY_POLICY, &policy);
        for (name, value) in refusal.headers {
            set(headers, HeaderName::from_static(name), &value);
        }
        response
    }

    /// The response to a browser that asks before it sends.
    pub(super) fn preflight(self, state: &State, route: &str) -> Response {
        let methods: Vec<&str> = endpoints::all()
            .filter(|one| one.route == route)
            .map(|one| one.method.as_str())
            .collect();
        let mut response = self.response(state, 204, None, Vec::new());
        let headers = response.headers_mut();
        set(
            headers,
            header::ACCESS_CONTROL_ALLOW_METHODS,
            &methods.join(", "),
        );
        set(
            headers,
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "authorization, content-type",
        );
        response
    }

    /// The response with what every one has, noted in the log.
    fn response(
        self,
        state: &State,
        status: u16,
        reason: Option<&'static str>,
        bytes: Vec<u8>,
    ) -> Response {
        let is_logged = self.is_logged || status >= 400;
        let answer = is_logged.then(|| log::answer(&bytes)).flatten();
        let mut response = Response::new(HttpBody::from(bytes));
        *response.status_mut() =
            StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        for (name, value) in [
            (header::CACHE_CONTROL, "no-store"),
            // With none at all, a browser posts our own form with the origin `null`.
            (header::REFERRER_POLICY, "same-origin"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::X_FRAME_OPTIONS, "DENY"),
        ] {
            set(headers, name, value);
        }
        for name in ["x-hubspot-correlation-id", "x-request-id"] {
            set(headers, HeaderName::from_static(name), &self.correlation_id);
        }
        for (name, value) in &self.headers {
            set(headers, HeaderName::from_static(name), value);
        }
        if let Some(origin) = &self.origin {
            set(headers, header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            set(headers, header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        }
        set(headers, header::VARY, "origin");
        if !is_logged {
            return response;
        }
        state.log.push(Entry {
            at: now(),
            namespace: self.namespace,
            method: self.method,
            route: self.route,
            path: self.shown.path,
            status,
            reason,
            correlation_id: self.correlation_id,
            duration_ms: self.start.elapsed_ms(),
            body: self.shown.body,
            answer,
        });
        response
    }
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    // A value with a line break is left out rather than split.
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

/// A page without scripts, whose form leads here or to the app it is about, and whose
/// pictures come from one place.
fn page_policy(style: &str, form_origin: Option<String>, pictures: Option<String>) -> String {
    let digest = STANDARD.encode(Sha256::digest(style));
    let form_origin = form_origin.unwrap_or_default();
    let pictures = pictures.map_or_else(String::new, |from| format!("img-src {from}; "));
    format!(
        "default-src 'none'; style-src 'sha256-{digest}'; {pictures}base-uri 'none'; \
         form-action 'self' {form_origin}; frame-ancestors 'none'"
    )
}

/// A method can be any text of the caller's.
pub(super) fn known_method(method: &str) -> &str {
    if METHODS.contains(&method) {
        method
    } else {
        "OTHER"
    }
}

const POLICY: &str = "default-src 'none'; frame-ancestors 'none'";
/// The viewer draws with scripts, and asks this server alone.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";
const JSON: &str = "application/json;charset=utf-8";
/// What of a document is not as it should be.
const WARNING: &str = "x-emulator-warning";
const PDF: &str = "application/pdf";
const HTML: &str = "text/html;charset=utf-8";

/// What a page of a listed origin may read of an answer's headers: what a client
/// reports, and what it waits by.
const EXPOSED: &str = "location, retry-after, x-hubspot-correlation-id, x-request-id, \
    x-hubspot-ratelimit-daily, x-hubspot-ratelimit-daily-remaining, \
    x-hubspot-ratelimit-interval-milliseconds, x-hubspot-ratelimit-max, \
    x-hubspot-ratelimit-remaining, x-hubspot-ratelimit-secondly, \
    x-hubspot-ratelimit-secondly-remaining";

const METHODS: [&str; 7] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
