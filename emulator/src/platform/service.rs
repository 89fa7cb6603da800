//! From a request to its answer.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, MutexGuard, PoisonError, atomic::Ordering},
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body as HttpBody, to_bytes},
    extract::{RawPathParams, Request, State, rejection::RawPathParamsRejection},
    http::{
        HeaderMap, HeaderName, HeaderValue, Method as HttpMethod, StatusCode, Uri, header,
        request::Parts,
    },
    middleware::{Next, from_fn_with_state},
    response::Response,
    routing::any,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use calling_rest::Method;
use rusqlite::params;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use tower::ServiceExt as _;
use utoipa::ToSchema;

use super::{
    DEFAULT_NAMESPACE, Inner, Platform,
    answer::{Answer, Body, Refusal},
    apps,
    call::{Call, Fields, Space},
    control,
    definition::{DEFINITIONS, Definition, Handler, Own},
    docs,
    faults::{Effect, Faults},
    guard::{Exposure, Source},
    is_namespace,
    log::{Entry, now},
    openapi, pages, paths, too_many_namespaces,
};
use crate::{Profile, loopback, store};

/// The application: hosts first, then the namespace, then the endpoint.
pub(super) fn router(platform: &Platform, site: Option<Router>) -> Router {
    let mut endpoints = Router::new();
    let mut routes: Vec<&'static str> = DEFINITIONS.iter().map(|one| one.route).collect();
    routes.sort_unstable();
    routes.dedup();
    for route in routes {
        let handler = move |State(platform): State<Platform>,
                            path: Result<RawPathParams, RawPathParamsRejection>,
                            request: Request| async move {
            serve(&platform.0, route, path, request).await
        };
        endpoints = endpoints.route(route, any(handler));
    }
    let endpoints = endpoints
        .fallback(move |State(platform): State<Platform>, request: Request| {
            let site = site.clone();
            async move { elsewhere(&platform.0, site, request).await }
        })
        .with_state(platform.clone());
    Router::new()
        .fallback_service(endpoints.map_request(into_namespace))
        .layer(from_fn_with_state(platform.clone(), known_host))
}

/// That the emulator runs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`.
    status: &'static str,
    /// How it answers: `spec` or `vendor`.
    profile: &'static str,
}

/// The host a request names, after it was found to be ours.
#[derive(Clone, Debug)]
struct Host(String);

/// The namespace of a request.
#[derive(Clone, Debug)]
struct Namespace(String);

/// Answers no request that names another host: a foreign page whose name resolves
/// here (DNS rebinding) gets nothing.
async fn known_host(
    State(platform): State<Platform>,
    mut request: Request,
    next: Next,
) -> Response {
    let host = loopback::named_host(&request)
        .filter(|host| loopback::is_ours(host, &platform.0.options.hosts))
        .map(str::to_owned);
    let Some(host) = host else {
        let refusal = Refusal::new(
            421,
            "MISDIRECTED_REQUEST",
            "FOREIGN_HOST",
            "this server answers to localhost only: name it in the address, or list the host \
             with --allow-host",
        );
        let note = Note::new(&platform.0, "-", "", request.method().as_str());
        return note.refuse(&platform.0, refusal);
    };
    if let Err(refusal) = check_headers(request.headers()) {
        let note = Note::new(&platform.0, "-", "", request.method().as_str());
        return note.refuse(&platform.0, refusal);
    }
    request.extensions_mut().insert(Host(host));
    next.run(request).await
}

/// Whatever the path is.
fn check_headers(headers: &HeaderMap) -> Result<(), Refusal> {
    let bytes: usize = headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum();
    if bytes > MOST_HEADER_BYTES || headers.len() > MOST_HEADERS {
        return Err(Refusal::new(
            431,
            "VALIDATION_ERROR",
            "LARGE_HEADERS",
            "the headers are more than 100, or longer than 16384 bytes",
        ));
    }
    Ok(())
}

/// Takes the namespace out of the path.
fn into_namespace(mut request: Request) -> Request {
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
            is_namespace(name).then(|| (Namespace(name.to_owned()), target))
        });
    let namespace = match inside {
        Some((namespace, target)) => {
            *request.uri_mut() = target;
            namespace
        }
        None => Namespace(DEFAULT_NAMESPACE.to_owned()),
    };
    request.extensions_mut().insert(namespace);
    request
}

/// A path that is no endpoint's.
async fn elsewhere(platform: &Arc<Inner>, site: Option<Router>, request: Request) -> Response {
    let namespace = namespace_of(request.extensions());
    let path = request.uri().path().to_owned();
    let shown = paths::masked(&path);
    let is_ours = API_PREFIXES.iter().any(|prefix| path.starts_with(prefix));
    if let Some(site) = site
        && !is_ours
        && namespace == DEFAULT_NAMESPACE
    {
        let method = request.method().clone();
        // A router cannot fail.
        let response = site.oneshot(request).await.unwrap_or_default();
        let refusal = match response.status() {
            StatusCode::NOT_FOUND => no_such_path(&path, &shown),
            StatusCode::METHOD_NOT_ALLOWED => {
                method_not_allowed(&shown, &method, "GET, HEAD".to_owned())
            }
            _ => return response,
        };
        return Note::new(platform, &shown, &namespace, method.as_str()).refuse(platform, refusal);
    }
    let note = Note::new(platform, &shown, &namespace, request.method().as_str());
    note.refuse(platform, no_such_path(&path, &shown))
}

fn no_such_path(path: &str, shown: &str) -> Refusal {
    let near = paths::nearest(path)
        .map(|route| format!("{route} is near it, and "))
        .unwrap_or_default();
    Refusal::not_found(
        "NO_SUCH_PATH",
        format!("there is no path {shown}: {near}/emulator/docs lists those there are"),
    )
}

fn method_not_allowed(route: &str, method: &HttpMethod, methods: String) -> Refusal {
    let mut refusal = Refusal::new(
        405,
        "VALIDATION_ERROR",
        "METHOD_NOT_ALLOWED",
        format!(
            "{} is no method of {route}: use {methods}",
            known_method(method.as_str())
        ),
    );
    refusal.headers.push(("allow", methods));
    refusal
}

/// Answers one request of a route.
async fn serve(
    platform: &Arc<Inner>,
    route: &'static str,
    path: Result<RawPathParams, RawPathParamsRejection>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let namespace = namespace_of(&parts.extensions);
    let mut note = Note::new(platform, route, &namespace, parts.method.as_str());
    let host = parts
        .extensions
        .get::<Host>()
        .map_or("", |host| host.0.as_str());
    let source = Source::read(&parts.headers, &parts.method, host);
    note.origin = source
        .listed_origin(&platform.options.origins)
        .map(str::to_owned);
    if parts.method == HttpMethod::OPTIONS && note.origin.is_some() {
        return note.preflight(platform, route);
    }
    let outcome = async {
        let definition = find(route, &parts)?;
        note.is_logged = !matches!(
            definition.handler,
            Handler::Own(Own::DocsFile | Own::Log | Own::LogData)
        );
        source.check(definition.exposure, &platform.options.origins)?;
        if definition.exposure == Exposure::Linked && source.is_cross_site() {
            is_made(platform, &namespace).await?;
        }
        let path = path
            .map_err(|_| Refusal::invalid("path", "INVALID_ENCODING", "the path is not UTF-8"))?
            .iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let base_url = base_url(host, &namespace);
        let call = read(platform, definition, &parts, base_url, path, body).await?;
        let effect = fault(platform, definition, &namespace, &call.base_url).await?;
        // No time at all would still be waited for until the timer's next tick, a
        // millisecond.
        if !effect.latency.is_zero() {
            tokio::time::sleep(effect.latency).await;
        }
        note.headers = effect.headers;
        if let Some(refusal) = effect.refusal {
            return Err(refusal);
        }
        answer(platform, definition, call, &namespace).await
    }
    .await;
    match outcome {
        Ok(answer) => note.answer(platform, answer),
        Err(refusal) => note.refuse(platform, refusal),
    }
}

/// Refuses a namespace that is not there: a link on another site may lead to the pages
/// of one, and does not make any. The one that everyone has is made at any time.
async fn is_made(platform: &Inner, namespace: &str) -> Result<(), Refusal> {
    let name = namespace.to_owned();
    let known = platform
        .store
        .run(move |data| Ok::<_, Refusal>(store::clock_ms(data, &name)?));
    if namespace == DEFAULT_NAMESPACE || known.await?.is_some() {
        return Ok(());
    }
    let mut refusal = Refusal::not_found(
        "NO_NAMESPACE",
        "there is no namespace of this name, and a link on another site makes none: ask \
         anything of it from a program or this machine's own pages first",
    );
    refusal.is_page = true;
    Err(refusal)
}

fn find(route: &str, parts: &Parts) -> Result<&'static Definition, Refusal> {
    let of_route = || DEFINITIONS.iter().filter(|one| one.route == route);
    of_route()
        .find(|one| one.method.as_str() == parts.method.as_str())
        .ok_or_else(|| {
            let methods: Vec<&str> = of_route().map(|one| one.method.as_str()).collect();
            method_not_allowed(route, &parts.method, methods.join(", "))
        })
}

async fn read(
    platform: &Inner,
    definition: &'static Definition,
    parts: &Parts,
    base_url: String,
    path: BTreeMap<String, String>,
    body: HttpBody,
) -> Result<Call, Refusal> {
    let query = parts.uri.query().unwrap_or_default();
    if parts.uri.path().len() + query.len() > LONGEST_TARGET {
        return Err(Refusal::new(
            414,
            "VALIDATION_ERROR",
            "LONG_ADDRESS",
            "the address is longer than 8192 bytes",
        ));
    }
    let limit = platform.options.body_timeout.unwrap_or(BODY_TIMEOUT);
    let too_large = || {
        Refusal::new(
            413,
            "VALIDATION_ERROR",
            "LARGE_BODY",
            "the body is longer than 2 MiB",
        )
    };
    let announced = text_of(&parts.headers, "content-length").parse::<u64>();
    if announced.is_ok_and(|length| length > LONGEST_BODY as u64) {
        return Err(too_large());
    }
    let body = tokio::time::timeout(limit, to_bytes(body, LONGEST_BODY))
        .await
        .map_err(|_| {
            let mut refusal = Refusal::new(
                408,
                "VALIDATION_ERROR",
                "SLOW_BODY",
                "the body did not come in time",
            );
            refusal.headers.push(("connection", "close".to_owned()));
            refusal
        })?
        .map_err(|_| too_large())?;
    let bearer = text_of(&parts.headers, "authorization");
    let bearer = bearer
        .get(..7)
        .filter(|scheme| scheme.eq_ignore_ascii_case("bearer "))
        .and_then(|_| bearer.get(7..))
        .map(|token| token.trim().to_owned());
    Ok(Call {
        method: definition.method,
        base_url,
        path,
        query: Fields::parse(query.as_bytes()),
        content_type: text_of(&parts.headers, "content-type").to_owned(),
        bearer,
        body: body.to_vec(),
    })
}

/// Where calls of a namespace go below, as the request named this server.
fn base_url(host: &str, namespace: &str) -> String {
    if namespace == DEFAULT_NAMESPACE {
        ["http://", host].concat()
    } else {
        ["http://", host, "/ns/", namespace].concat()
    }
}

fn text_of<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

impl Inner {
    /// The faults by namespace. A poisoned lock means a panic elsewhere; each change of
    /// the map is whole.
    fn faults(&self) -> MutexGuard<'_, HashMap<String, Faults>> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is switched on for a route of the platform itself.
async fn fault(
    platform: &Arc<Inner>,
    definition: &Definition,
    namespace: &str,
    base_url: &str,
) -> Result<Effect, Refusal> {
    let is_platform = matches!(definition.exposure, Exposure::Guarded | Exposure::Linked)
        && matches!(definition.handler, Handler::Data(_));
    let is_on = || platform.faults().contains_key(namespace);
    if !is_platform || !is_on() {
        return Ok(Effect::default());
    }
    let now_ms = with_space(platform, namespace, base_url, |space| Ok(space.now_ms)).await?;
    let mut faults = platform.faults();
    Ok(faults
        .get_mut(namespace)
        .map(|faults| faults.apply(definition.route, now_ms))
        .unwrap_or_default())
}

async fn answer(
    platform: &Arc<Inner>,
    definition: &'static Definition,
    call: Call,
    namespace: &str,
) -> Result<Answer, Refusal> {
    let profile = platform.options.profile;
    match definition.handler {
        Handler::Data(handler) => {
            let base_url = call.base_url.clone();
            with_space(platform, namespace, &base_url, move |space| {
                handler(&call, space)
            })
            .await
        }
        Handler::Own(Own::RemoveNamespace) => {
            let name = call.part("name").to_owned();
            // Not on a namespace of the caller's: there may be no room to make one.
            let inner = Arc::clone(platform);
            let removed = platform.store.run(move |data| {
                let (answer, serial) = control::remove(&call, data)?;
                // While the data are still locked: nobody makes it anew before.
                inner.given.fetch_max(serial, Ordering::Relaxed);
                Ok::<_, Refusal>(answer)
            });
            let answer = removed.await?;
            platform.faults().remove(&name);
            Ok(answer)
        }
        Handler::Own(Own::Reset) => {
            let base_url = call.base_url.clone();
            let answer = with_space(platform, namespace, &base_url, move |space| {
                control::reset(&call, space)
            })
            .await?;
            platform.faults().remove(namespace);
            Ok(answer)
        }
        Handler::Own(Own::Health) => Answer::json(
            200,
            &Health {
                status: "ok",
                profile: profile.as_str(),
            },
        ),
        Handler::Own(Own::Document) => {
            Answer::json(200, &openapi::document(profile, &call.base_url))
        }
        Handler::Own(Own::Docs) => Ok(docs::page(profile)),
        Handler::Own(Own::DocsFile) => docs::part(&call),
        Handler::Own(Own::Log) => platform.log.page(&call, namespace),
        Handler::Own(Own::LogData) => platform.log.data(&call, namespace),
        Handler::Own(Own::ReadFaults | Own::SetFaults | Own::ClearFaults) => {
            switch(platform, &call, namespace)
        }
    }
}

fn switch(platform: &Inner, call: &Call, namespace: &str) -> Result<Answer, Refusal> {
    let mut all = platform.faults();
    match call.method {
        Method::Get => Answer::json(200, &all.get(namespace).cloned().unwrap_or_default()),
        Method::Post => {
            let faults: Faults = call.read(Profile::Spec)?;
            faults.check()?;
            if all.len() >= MOST_FAULTS && !all.contains_key(namespace) {
                return Err(too_many_namespaces(super::MOST_NAMESPACES));
            }
            all.insert(namespace.to_owned(), faults.clone());
            Answer::json(200, &faults)
        }
        _ => {
            all.remove(namespace);
            Ok(Answer::empty(200))
        }
    }
}

/// Runs a function on a namespace, which is made when it is not there.
///
/// What it refuses is kept too, since a refusal may revoke something; a fault of
/// this program leaves everything as it was.
async fn with_space<T: Send + 'static>(
    platform: &Arc<Inner>,
    namespace: &str,
    base_url: &str,
    work: impl FnOnce(&Space<'_>) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let inner = Arc::clone(platform);
    let name = namespace.to_owned();
    let base_url = base_url.to_owned();
    let outcome = platform
        .store
        .run(move |data| {
            let known = store::clock_ms(data, &name)?;
            let space = Space {
                data,
                name: &name,
                now_ms: inner
                    .options
                    .clock
                    .now_ms()
                    .saturating_add(known.unwrap_or_default()),
                identity: &inner.identity,
                profile: inner.options.profile,
                most_namespaces: inner.options.namespaces.unwrap_or(super::MOST_NAMESPACES),
                base_url: &base_url,
            };
            if known.is_none() {
                if store::namespaces(data)? >= space.most_namespaces {
                    return Err(too_many_namespaces(space.most_namespaces));
                }
                let given = if space.identity.is_seeded {
                    0
                } else {
                    inner.given.load(Ordering::Relaxed)
                };
                data.execute(
                    "INSERT INTO namespace (name, serial, clock_ms) VALUES (?1, ?2, 0)",
                    params![name, given],
                )?;
                apps::seed(&space)?;
            }
            match work(&space) {
                Err(refusal) if refusal.status >= 500 => Err(refusal),
                outcome => Ok(outcome),
            }
        })
        .await;
    outcome?
}

/// A method can be any text of the caller's.
fn known_method(method: &str) -> &str {
    if METHODS.contains(&method) {
        method
    } else {
        "OTHER"
    }
}

fn namespace_of(extensions: &axum::http::Extensions) -> String {
    extensions.get::<Namespace>().map_or_else(
        || DEFAULT_NAMESPACE.to_owned(),
        |namespace| namespace.0.clone(),
    )
}

/// What is noted of a request while it is answered.
struct Note {
    start: Instant,
    route: String,
    namespace: String,
    method: String,
    correlation_id: String,
    origin: Option<String>,
    headers: Vec<(&'static str, String)>,
    /// Whether it is in the log; a look at the log is not.
    is_logged: bool,
}

impl Note {
    fn new(platform: &Inner, route: &str, namespace: &str, method: &str) -> Self {
        let number = platform.answers.fetch_add(1, Ordering::Relaxed);
        Self {
            start: Instant::now(),
            route: route.to_owned(),
            namespace: namespace.to_owned(),
            method: known_method(method).to_owned(),
            correlation_id: platform.identity.uuid("correlation", namespace, number),
            origin: None,
            headers: Vec::new(),
            is_logged: true,
        }
    }

    fn answer(self, platform: &Inner, answer: Answer) -> Response {
        let mut encoding = None;
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
            Body::Pdf(bytes) => (Some(PDF), POLICY.to_owned(), bytes, None),
            Body::Page {
                html,
                style,
                form_origin,
            } => (
                Some(HTML),
                page_policy(style, form_origin),
                html.into_bytes(),
                None,
            ),
            Body::Redirect(address) => (None, POLICY.to_owned(), Vec::new(), Some(address)),
        };
        let mut response = self.response(platform, answer.status, None, bytes);
        let headers = response.headers_mut();
        set(headers, header::CONTENT_SECURITY_POLICY, &policy);
        if let Some(media) = media {
            set(headers, header::CONTENT_TYPE, media);
        }
        if let Some(encoding) = encoding {
            set(headers, header::CONTENT_ENCODING, encoding);
        }
        if let Some(address) = location {
            set(headers, header::LOCATION, &address);
        }
        response
    }

    fn refuse(self, platform: &Inner, mut refusal: Refusal) -> Response {
        refusal.object.correlation_id = Some(self.correlation_id.clone());
        let (media, policy, bytes) = if refusal.is_page {
            let text = refusal.object.message.unwrap_or_default();
            let html = pages::page(
                "This does not work",
                &format!(
                    "<p>{}</p><p>Reason: <code>{}</code></p>",
                    pages::escaped(&text),
                    refusal.reason
                ),
            );
            (HTML, page_policy(pages::STYLE, None), html.into_bytes())
        } else {
            let bytes = serde_json::to_vec(&refusal.object).unwrap_or_default();
            (JSON, POLICY.to_owned(), bytes)
        };
        let mut response = self.response(platform, refusal.status, Some(refusal.reason), bytes);
        let headers = response.headers_mut();
        set(headers, header::CONTENT_TYPE, media);
        set(headers, header::CONTENT_SECURITY_POLICY, &policy);
        for (name, value) in refusal.headers {
            set(headers, HeaderName::from_static(name), &value);
        }
        response
    }

    fn preflight(self, platform: &Inner, route: &str) -> Response {
        let methods: Vec<&str> = DEFINITIONS
            .iter()
            .filter(|one| one.route == route)
            .map(|one| one.method.as_str())
            .collect();
        let mut response = self.response(platform, 204, None, Vec::new());
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
        platform: &Inner,
        status: u16,
        reason: Option<&'static str>,
        bytes: Vec<u8>,
    ) -> Response {
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
        set(
            headers,
            HeaderName::from_static("x-hubspot-correlation-id"),
            &self.correlation_id,
        );
        for (name, value) in &self.headers {
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
        platform.log.push(Entry {
            at: now(),
            namespace: self.namespace,
            method: self.method,
            route: self.route,
            status,
            reason,
            correlation_id: self.correlation_id,
            duration_ms: u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX),
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

/// A page without scripts, whose form leads here or to the app it is about.
fn page_policy(style: &str, form_origin: Option<String>) -> String {
    let digest = STANDARD.encode(Sha256::digest(style));
    let form_origin = form_origin.unwrap_or_default();
    format!(
        "default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; \
         form-action 'self' {form_origin}; frame-ancestors 'none'"
    )
}

const POLICY: &str = "default-src 'none'; frame-ancestors 'none'";
/// The viewer draws with scripts, and asks this server alone.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";
const JSON: &str = "application/json;charset=utf-8";
const PDF: &str = "application/pdf";
const HTML: &str = "text/html;charset=utf-8";

/// What is answered with the error object, whatever else is served.
const API_PREFIXES: [&str; 6] = [
    "/crm/",
    "/emulator/",
    "/integrations/",
    "/ns/",
    "/oauth/",
    "/quotes/",
];

/// What a page of a listed origin may read of an answer's headers: what a client
/// reports, and what it waits by.
const EXPOSED: &str = "retry-after, x-hubspot-correlation-id, \
    x-hubspot-ratelimit-daily, x-hubspot-ratelimit-daily-remaining, \
    x-hubspot-ratelimit-interval-milliseconds, x-hubspot-ratelimit-max, \
    x-hubspot-ratelimit-remaining, x-hubspot-ratelimit-secondly, \
    x-hubspot-ratelimit-secondly-remaining";

const METHODS: [&str; 7] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

const BODY_TIMEOUT: Duration = Duration::from_secs(10);
const LONGEST_BODY: usize = 2 * 1024 * 1024;
const LONGEST_TARGET: usize = 8192;
const MOST_FAULTS: usize = 2000;
const MOST_HEADERS: usize = 100;
const MOST_HEADER_BYTES: usize = 16_384;
