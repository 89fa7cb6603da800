//! Host and namespace of a request, and the limits of its headers, URL and body.

use std::{collections::BTreeMap, error::Error as _, sync::Arc, time::Duration};

use axum::{
    body::{Body, to_bytes},
    extract::{self, RawPathParams, Request as HttpRequest, rejection::RawPathParamsRejection},
    http::{Extensions, HeaderMap, Uri, request::Parts},
    middleware::Next,
    response::Response,
};

use http_body_util::LengthLimitError;

use super::{respond::Note, state::State};
use crate::{
    loopback,
    platform::{
        answer::{Refusal, Result, refuse},
        namespace::{self, is_name},
        paths,
    },
    system,
};

/// The validated host of a request.
#[derive(Clone, Debug)]
pub(super) struct Host(pub(super) String);

/// The namespace in the request's path.
#[derive(Clone, Debug)]
struct PathNamespace(String);

/// Refuses a request that names another host: a foreign page whose name resolves here (DNS
/// rebinding) gets nothing.
pub(super) async fn known_host(
    extract::State(state): extract::State<Arc<State>>,
    mut request: HttpRequest,
    next: Next,
) -> Response {
    let host = loopback::named_host(&request)
        .filter(|host| loopback::is_ours(host, &state.options.hosts))
        .map(str::to_owned);
    let Some(host) = host else {
        let refusal = refuse!(
            new(421, "MISDIRECTED_REQUEST", "FOREIGN_HOST"),
            "this server answers to localhost only: name it in the address; the native emulator \
             takes other names by --allow-host"
        );
        let note = Note::new(&state, "-", "", request.method().as_str());
        return note.refuse(&state, refusal);
    };
    if let Err(refusal) = check_headers(request.headers()) {
        let note = Note::new(&state, "-", "", request.method().as_str());
        return note.refuse(&state, refusal);
    }
    request.extensions_mut().insert(Host(host));
    next.run(request).await
}

/// Refuses too many or too long headers, on every path.
fn check_headers(headers: &HeaderMap) -> Result<()> {
    let bytes: usize = headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum();
    if bytes > MOST_HEADER_BYTES || headers.len() > MOST_HEADERS {
        return Err(refuse!(
            new(431, "VALIDATION_ERROR", "LARGE_HEADERS"),
            "the headers are more than 100, or longer than 16384 bytes"
        ));
    }
    Ok(())
}

/// Moves the namespace out of the path.
pub(super) fn into_namespace(mut request: HttpRequest) -> HttpRequest {
    let inside = request
        .uri()
        .path_and_query()
        .and_then(|target| target.as_str().strip_prefix("/ns/"))
        .and_then(|rest| {
            let end = rest.find(['/', '?']).unwrap_or(rest.len());
            let (name, target) = rest.split_at_checked(end)?;
            let target: Uri = if target.starts_with('/') {
                target.parse().ok()?
            } else {
                ["/", target].concat().parse().ok()?
            };
            is_name(name).then(|| (PathNamespace(name.to_owned()), target))
        });
    let namespace = match inside {
        Some((namespace, target)) => {
            *request.uri_mut() = target;
            namespace
        }
        None => PathNamespace(namespace::DEFAULT.to_owned()),
    };
    request.extensions_mut().insert(namespace);
    as_endpoint(request)
}

/// Takes a path as the service does: without a trailing slash, which its own clients and other apps
/// send (`/crm/v3/owners/`, `/oauth/v1/token/`), and a dated one as that of version 3 or 4.
fn as_endpoint(mut request: HttpRequest) -> HttpRequest {
    let uri = request.uri();
    let path = uri.path();
    let is_of_service = |path: &&str| SERVED.iter().any(|area| path.starts_with(area));
    let trimmed = path
        .strip_suffix('/')
        .filter(|path| is_of_service(path) && !path.ends_with('/'));
    let (undated, is_dated) = paths::undated(trimmed.unwrap_or(path)).unzip();
    if let Some(path) = undated.as_deref().or(trimmed) {
        let query = uri.query().map(|query| ["?", query].concat());
        let target = [path, query.as_deref().unwrap_or_default()].concat();
        if let Ok(target) = target.parse() {
            *request.uri_mut() = target;
        }
    }
    if is_dated == Some(true) {
        request.extensions_mut().insert(Dated);
    }
    request
}

/// Marks a request of a dated path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dated;

/// The namespace that [`into_namespace`] found.
pub(super) fn namespace_of(extensions: &Extensions) -> String {
    extensions.get::<PathNamespace>().map_or_else(
        || namespace::DEFAULT.to_owned(),
        |namespace| namespace.0.clone(),
    )
}

/// Refuses a URL that is too long.
pub(super) fn check_target(parts: &Parts) -> Result<()> {
    let query = parts.uri.query().unwrap_or_default();
    if parts.uri.path().len() + query.len() > LONGEST_TARGET {
        return Err(refuse!(
            new(414, "VALIDATION_ERROR", "LONG_ADDRESS"),
            "the address is longer than {LONGEST_TARGET} bytes"
        ));
    }
    Ok(())
}

/// Reads a body, unless it is too long or too slow.
pub(super) async fn read_body(state: &State, headers: &HeaderMap, body: Body) -> Result<Vec<u8>> {
    let limit = state.options.body_timeout.unwrap_or(BODY_TIMEOUT);
    let too_large = || {
        refuse!(
            new(413, "VALIDATION_ERROR", "LARGE_BODY"),
            "the body is longer than 2 MiB"
        )
    };
    let announced = text_of(headers, "content-length").parse::<u64>();
    if announced.is_ok_and(|length| length > LONGEST_BODY as u64) {
        return Err(too_large());
    }
    let body = system::within(limit, to_bytes(body, LONGEST_BODY))
        .await
        .ok_or_else(|| {
            let mut refusal = refuse!(
                new(408, "VALIDATION_ERROR", "SLOW_BODY"),
                "the body did not come in time"
            );
            refusal.headers.push(("connection", "close".to_owned()));
            refusal
        })?
        .map_err(|error| {
            if error
                .source()
                .is_some_and(|source| source.is::<LengthLimitError>())
            {
                return too_large();
            }
            let message = "the body cannot be read: its chunks are not as HTTP has them";
            Refusal::new(400, "VALIDATION_ERROR", "BROKEN_BODY", message)
        })?;
    Ok(body.to_vec())
}

/// A path's parameters, by their names.
pub(super) fn path_parameters(
    path: Result<RawPathParams, RawPathParamsRejection>,
) -> Result<BTreeMap<String, String>> {
    let parameters = path
        .map_err(|_| Refusal::invalid("path", "INVALID_ENCODING", "the path is not UTF-8"))?
        .iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    Ok(parameters)
}

/// The base address of a namespace, by the server's name in this request.
pub(super) fn base_url(state: &State, host: &str, name: &str) -> String {
    let address = match &state.options.address {
        Some(address) => address.clone(),
        None => ["http://", host].concat(),
    };
    if name == namespace::DEFAULT {
        address
    } else {
        [&address, "/ns/", name].concat()
    }
}

/// A header's text; may be empty.
pub(super) fn text_of<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

/// The areas of the service's paths; the others are pages and this program's own.
const SERVED: [&str; 3] = ["/crm/", "/integrations/", "/oauth/"];

/// The time-out of a body.
pub(crate) const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// The limit of a body, in bytes.
pub(crate) const LONGEST_BODY: usize = 2 * 1024 * 1024;
/// As of the service, by reports read 2026-11: programs name all properties in a query.
const LONGEST_TARGET: usize = 16_300;
const MOST_HEADERS: usize = 100;
const MOST_HEADER_BYTES: usize = 16_384;
