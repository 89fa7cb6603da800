//! The response: its headers, and its entry in the log.

use std::sync::atomic::Ordering;

use axum::{
    body::Body as HttpBody,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::Response,
};
use maud::html;

use super::state::State;
use crate::{
    platform::{
        answer::{Answer, JSON, Refusal},
        endpoints,
        log::{Entry, now},
    },
    system::Start,
};

/// A log entry in progress.
pub(super) struct Note {
    start: Start,
    route: String,
    namespace: String,
    method: String,
    correlation_id: String,
    pub(super) origin: Option<String>,
    pub(super) headers: Vec<(&'static str, String)>,
    /// True if it is logged; reading the log is not.
    pub(super) is_logged: bool,
    /// The path as the log shows it.
    pub(super) path: Option<String>,
}

impl Note {
    /// Starts with the request's data.
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
            path: None,
        }
    }

    /// The response of an answer.
    pub(super) fn answer(self, state: &State, answer: Answer) -> Response {
        self.response(state, answer, None)
    }

    /// The response of a refusal.
    pub(super) fn refuse(self, state: &State, mut refusal: Refusal) -> Response {
        refusal.object.correlation_id = Some(self.correlation_id.clone());
        let mut answer = if refusal.is_page {
            let body = html! {
                p { (refusal.object.message.unwrap_or_default()) }
                p { "Reason: " code { (refusal.reason) } }
            };
            Answer::page("This does not work", &body, None)
        } else {
            let bytes = serde_json::to_vec(&refusal.object).unwrap_or_default();
            Answer::of(JSON, bytes)
        };
        answer.status = refusal.status;
        answer.headers.extend(refusal.headers);
        self.response(state, answer, Some(refusal.reason))
    }

    /// The response to a browser's preflight.
    pub(super) fn preflight(self, state: &State, route: &str) -> Response {
        let methods: Vec<&str> = endpoints::all()
            .filter(|one| one.route == route)
            .map(|one| one.method.as_str())
            .collect();
        let answer = Answer {
            status: 204,
            headers: vec![
                ("access-control-allow-methods", methods.join(", ")),
                (
                    "access-control-allow-headers",
                    "authorization, content-type".to_owned(),
                ),
            ],
            body: Vec::new(),
        };
        self.response(state, answer, None)
    }

    /// The response with the common headers, logged.
    fn response(self, state: &State, answer: Answer, reason: Option<&'static str>) -> Response {
        let status = answer.status;
        let mut response = Response::new(HttpBody::from(answer.body));
        *response.status_mut() =
            StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        for (name, value) in [
            (header::CACHE_CONTROL, "no-store"),
            // Without any, a browser posts our own form with the origin `null`.
            (header::REFERRER_POLICY, "same-origin"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::X_FRAME_OPTIONS, "DENY"),
        ] {
            set(headers, name, value);
        }
        for name in ["x-hubspot-correlation-id", "x-request-id"] {
            set(headers, HeaderName::from_static(name), &self.correlation_id);
        }
        for (name, value) in self.headers.iter().chain(&answer.headers) {
            set(headers, HeaderName::from_static(name), value);
        }
        if let Some(origin) = &self.origin {
            set(headers, header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            set(headers, header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        }
        set(headers, header::VARY, "origin");
        if !self.is_logged && status < 400 {
            return response;
        }
        state.log.push(Entry {
            at: now(),
            namespace: self.namespace,
            method: self.method,
            route: self.route,
            path: self.path,
            status,
            reason,
            correlation_id: self.correlation_id,
            duration_ms: self.start.elapsed_ms(),
        });
        response
    }
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    // Drops a value with a line break rather than splitting the header.
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

/// Maps a method, which can be any text, to a known one.
pub(super) fn known_method(method: &str) -> &str {
    if METHODS.contains(&method) {
        method
    } else {
        "OTHER"
    }
}

/// The headers that a page of a listed origin may read: those that a client reports, and
/// those it waits by.
const EXPOSED: &str = "location, retry-after, x-hubspot-correlation-id, x-request-id, \
    x-hubspot-ratelimit-daily, x-hubspot-ratelimit-daily-remaining, \
    x-hubspot-ratelimit-interval-milliseconds, x-hubspot-ratelimit-max, \
    x-hubspot-ratelimit-remaining, x-hubspot-ratelimit-secondly, \
    x-hubspot-ratelimit-secondly-remaining";

const METHODS: [&str; 7] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
