//! The endpoint of a request, and its handler.

use std::sync::{Arc, atomic::Ordering};

use axum::{
    Router,
    body::Body as HttpBody,
    extract::{RawPathParams, Request as HttpRequest, rejection::RawPathParamsRejection},
    http::{Method as HttpMethod, StatusCode, request::Parts},
    response::Response,
};
use calling_rest::Method;
use strsim::osa_distance;
use tower::ServiceExt as _;

use super::{
    front::{Host, base_url, check_target, namespace_of, path_parameters, read_body, text_of},
    respond::{Note, known_method},
    state::{State, with_namespace},
};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Refusal, Result, quoted},
        control, docs,
        endpoint::{Endpoint, Handler, Own, RequestBody, Step},
        endpoints,
        faults::{Effect, Faults},
        guard::{CallerPage, Exposure},
        health,
        log::Shown,
        namespace::{self, Namespace},
        openapi, paths,
        request::{Fields, Request},
    },
    store, system,
};

/// Answers one request of a route.
pub(super) async fn serve(
    state: &Arc<State>,
    route: &'static str,
    path: Result<RawPathParams, RawPathParamsRejection>,
    http: HttpRequest,
) -> Response {
    let (parts, body) = http.into_parts();
    let name = namespace_of(&parts.extensions);
    let mut note = Note::new(state, route, &name, parts.method.as_str());
    let host = parts
        .extensions
        .get::<Host>()
        .map_or("", |host| host.0.as_str());
    let page = CallerPage::read(&parts.headers, &parts.method, host);
    note.origin = page
        .listed_origin(&state.options.origins)
        .map(str::to_owned);
    if parts.method == HttpMethod::OPTIONS && note.origin.is_some() {
        return note.preflight(state, route);
    }
    let outcome = async {
        let endpoint = find(route, &parts)?;
        note.is_logged = !matches!(
            endpoint.handler,
            Handler::Own(Own::DocsFile | Own::Log | Own::LogData)
        );
        page.check(endpoint.exposure, &state.options.origins)?;
        if endpoint.exposure == Exposure::Linked && page.is_cross_site() {
            is_made(state, &name).await?;
        }
        let request = read(state, endpoint, &parts, host, &name, path, body).await?;
        if note.is_logged {
            note.shown = Shown::of(route, &request);
        }
        check_fields(endpoint, &request)?;
        let path = parts.uri.path();
        let effect = fault(state, endpoint, path, &name, &request.base_url).await?;
        // No time at all would still be waited for until the timer's next tick, a
        // millisecond.
        if !effect.latency.is_zero() {
            system::sleep(effect.latency).await;
        }
        note.headers = effect.headers;
        if let Some(refusal) = effect.refusal {
            return Err(refusal);
        }
        answer(state, endpoint, request, &name).await
    }
    .await;
    match outcome {
        Ok(answer) => note.answer(state, answer),
        Err(refusal) => note.refuse(state, refusal),
    }
}

/// Refuses a namespace that is not there: a link on another site may lead to the pages
/// of one, and does not make any. The default one is made at any time.
async fn is_made(state: &State, name: &str) -> Result<()> {
    let owned = name.to_owned();
    let moved_ms = state
        .store
        .run(move |data| Ok::<_, Refusal>(store::clock_ms(data, &owned)?));
    if name == namespace::DEFAULT || moved_ms.await?.is_some() {
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

fn find(route: &str, parts: &Parts) -> Result<&'static Endpoint> {
    let of_route = || endpoints::all().filter(|one| one.route == route);
    // The server leaves the body of a HEAD's answer out.
    let method = match parts.method.as_str() {
        "HEAD" => "GET",
        other => other,
    };
    of_route()
        .find(|one| one.method.as_str() == method)
        .ok_or_else(|| {
            let methods: Vec<&str> = of_route().map(|one| one.method.as_str()).collect();
            method_not_allowed(route, &parts.method, methods.join(", "))
        })
}

async fn read(
    state: &State,
    endpoint: &Endpoint,
    parts: &Parts,
    host: &str,
    name: &str,
    path: Result<RawPathParams, RawPathParamsRejection>,
    body: HttpBody,
) -> Result<Request> {
    let path = path_parameters(path)?;
    check_target(parts)?;
    let body = read_body(state, &parts.headers, body).await?;
    let bearer = text_of(&parts.headers, "authorization");
    let bearer = bearer
        .get(..7)
        .filter(|scheme| scheme.eq_ignore_ascii_case("bearer "))
        .and_then(|_| bearer.get(7..))
        .map(|token| token.trim().to_owned());
    Ok(Request {
        method: endpoint.method,
        base_url: base_url(state, host, name),
        path,
        query: Fields::parse(parts.uri.query().unwrap_or_default().as_bytes()),
        content_type: text_of(&parts.headers, "content-type").to_owned(),
        bearer,
        body,
    })
}

/// What is switched on for a route of the state itself.
async fn fault(
    state: &Arc<State>,
    endpoint: &Endpoint,
    path: &str,
    name: &str,
    base_url: &str,
) -> Result<Effect> {
    let is_on = || state.faults().contains_key(name);
    if !has_faults(endpoint) || !is_on() {
        return Ok(Effect::default());
    }
    let now_ms = with_namespace(state, name, base_url, |namespace| Ok(namespace.now_ms)).await?;
    let mut faults = state.faults();
    Ok(faults
        .get_mut(name)
        .map(|faults| faults.apply(endpoint.route, path, now_ms))
        .unwrap_or_default())
}

/// Whether faults that are switched on reach an endpoint.
fn has_faults(endpoint: &Endpoint) -> bool {
    matches!(endpoint.exposure, Exposure::Guarded | Exposure::Linked)
        && matches!(endpoint.handler, Handler::Data(_) | Handler::Steps(_))
}

/// Refuses a control request with a field that its type has not, which would do nothing.
fn check_fields(endpoint: &Endpoint, request: &Request) -> Result<()> {
    let (RequestBody::Body(shape) | RequestBody::OptionalBody(shape)) = endpoint.request else {
        return Ok(());
    };
    if endpoint.exposure != Exposure::Control || request.body.is_empty() {
        return Ok(());
    }
    let known = shape.fields();
    let body = request.object(Profile::Spec)?;
    let Some(unknown) = body.keys().find(|field| !known.contains(field)) else {
        return Ok(());
    };
    let near = known.iter().find(|field| osa_distance(field, unknown) <= 2);
    let fix = near.map_or_else(|| known.join(", "), String::clone);
    let unknown = quoted(unknown);
    let message = format!("{unknown} is no field of this request: use {fix}");
    Err(Refusal::invalid(&unknown, "UNKNOWN_FIELD", message))
}

/// Refuses faults for a route that no endpoint has, which would never come true.
fn check_route(faults: &Faults) -> Result<()> {
    let Some(route) = &faults.route else {
        return Ok(());
    };
    let mut of_route = endpoints::all().filter(|one| faults.is_of(one.route));
    let why = match of_route.next() {
        Some(_) if endpoints::all().any(|one| faults.is_of(one.route) && has_faults(one)) => {
            return Ok(());
        }
        Some(_) => "is a path of the emulator's own, which has no faults".to_owned(),
        None => {
            let near = paths::nearest(route).map(|near| format!(", such as {near}"));
            format!("is no path of an endpoint{}", near.unwrap_or_default())
        }
    };
    let message = format!(
        "route {} {why}: use one of /emulator/docs, with values or with its {{names}}, without \
         namespace and query",
        quoted(route)
    );
    Err(Refusal::invalid("route", "INVALID_OPTION", message))
}

async fn answer(
    state: &Arc<State>,
    endpoint: &'static Endpoint,
    request: Request,
    name: &str,
) -> Result<Answer> {
    let profile = state.options.profile;
    match endpoint.handler {
        Handler::Data(handler) => {
            let base_url = request.base_url.clone();
            with_namespace(state, name, &base_url, move |namespace| {
                handler(&request, namespace)
            })
            .await
        }
        Handler::Steps(handler) => {
            let base_url = request.base_url.clone();
            let first = move |namespace: &Namespace<'_>| handler(&request, namespace);
            let mut step = with_namespace(state, name, &base_url, first).await?;
            loop {
                step = match step {
                    Step::WithData(next) => with_namespace(state, name, &base_url, next).await?,
                    Step::WithoutData(last) => return aside(last).await,
                }
            }
        }
        Handler::Own(Own::RemoveNamespace) => {
            // Does not open the caller's namespace: creating it could hit the limit.
            let removed_name = request.part("name").to_owned();
            let shared = Arc::clone(state);
            let removed = state.store.run(move |data| {
                let (answer, serial) = control::remove(&request, data)?;
                // While the data are still locked: nobody makes it anew before.
                shared.highest_removed.fetch_max(serial, Ordering::Relaxed);
                Ok::<_, Refusal>(answer)
            });
            let answer = removed.await?;
            forget(state, &removed_name);
            Ok(answer)
        }
        Handler::Own(Own::Reset) => {
            let shared = Arc::clone(state);
            let answer = with_namespace(state, name, &request.base_url, move |namespace| {
                control::reset(namespace, &shared.options.additions)
            })
            .await?;
            forget(state, name);
            Ok(answer)
        }
        Handler::Own(Own::Health) => health::read(profile),
        Handler::Own(Own::Document) => {
            let document = move || openapi::document(profile, &request.base_url);
            aside(move || Answer::json(200, &document())).await
        }
        Handler::Own(Own::Docs) => Ok(docs::page(profile)),
        Handler::Own(Own::DocsFile) => docs::part(&request),
        Handler::Own(Own::Log) => state.log.page(&request, name),
        Handler::Own(Own::LogData) => state.log.data(&request, name),
        Handler::Own(Own::ReadFaults | Own::SetFaults | Own::ClearFaults) => {
            switch(state, &request, name)
        }
    }
}

/// Forgets what is in memory of a namespace.
fn forget(state: &State, namespace: &str) {
    state.faults().remove(namespace);
}

/// Does work that needs no data on a thread of its own.
async fn aside(work: impl FnOnce() -> Result<Answer> + Send + 'static) -> Result<Answer> {
    let outcome = system::aside(work).await;
    outcome.unwrap_or_else(|_| Err(Refusal::internal("a fault of the emulator")))
}

fn switch(state: &State, request: &Request, name: &str) -> Result<Answer> {
    let mut all = state.faults();
    match request.method {
        Method::Get => Answer::json(200, &all.get(name).cloned().unwrap_or_default()),
        Method::Post => {
            let faults: Faults = request.read(Profile::Spec)?;
            faults.check()?;
            check_route(&faults)?;
            if all.len() >= MOST_FAULTS && !all.contains_key(name) {
                return Err(namespace::too_many(namespace::MOST));
            }
            all.insert(name.to_owned(), faults.clone());
            Answer::json(200, &faults)
        }
        _ => {
            all.remove(name);
            Ok(Answer::empty(200))
        }
    }
}

/// A path that is no endpoint's.
pub(super) async fn elsewhere(
    state: &Arc<State>,
    site: Option<Router>,
    http: HttpRequest,
) -> Response {
    let name = namespace_of(http.extensions());
    let path = http.uri().path().to_owned();
    let masked = paths::masked(&path);
    let is_ours = API_PREFIXES.iter().any(|prefix| path.starts_with(prefix));
    if let Some(site) = site
        && !is_ours
        && name == namespace::DEFAULT
    {
        let method = http.method().clone();
        // A router cannot fail.
        let response = site.oneshot(http).await.unwrap_or_default();
        let refusal = match response.status() {
            StatusCode::NOT_FOUND => no_such_path(&path, &masked),
            StatusCode::METHOD_NOT_ALLOWED => {
                method_not_allowed(&masked, &method, "GET, HEAD".to_owned())
            }
            _ => return response,
        };
        return Note::new(state, &masked, &name, method.as_str()).refuse(state, refusal);
    }
    let note = Note::new(state, &masked, &name, http.method().as_str());
    note.refuse(state, no_such_path(&path, &masked))
}

fn no_such_path(path: &str, masked: &str) -> Refusal {
    let near = paths::nearest(path)
        .map(|route| format!("{route} is near it, and "))
        .unwrap_or_default();
    Refusal::not_found(
        "NO_SUCH_PATH",
        format!("there is no path {masked}: {near}/emulator/docs lists those there are"),
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

/// What is answered with the error object, whatever else is served.
const API_PREFIXES: [&str; 6] = [
    "/crm/",
    "/emulator/",
    "/integrations/",
    "/ns/",
    "/oauth/",
    "/quotes/",
];

const MOST_FAULTS: usize = 2000;
