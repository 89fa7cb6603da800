//! The endpoint of a request, and its handler.

use std::sync::Arc;

use axum::{
    Router,
    extract::{RawPathParams, Request as HttpRequest, rejection::RawPathParamsRejection},
    http::{Method as HttpMethod, StatusCode, request::Parts},
    response::Response,
};
use tower::ServiceExt as _;

use super::{
    front::{
        Dated, Host, base_url, check_target, namespace_of, path_parameters, read_body, text_of,
    },
    own,
    respond::{Note, known_method},
    state::{State, with_namespace},
};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Refusal, Result, refuse},
        endpoint::{AnswerBody, Endpoint, Handler, Own, RequestBody},
        endpoints,
        faults::{self, Effect},
        guard::{CallerPage, Exposure},
        log, namespace,
        paths::{self, Elsewhere},
        request::{Fields, Ids, Request, check_known},
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
    // Before any refusal: the connection of a body that nobody has read is closed, and a client
    // that keeps it for its next request has no answer.
    let body = read_body(state, &parts.headers, body).await;
    let outcome = async {
        let endpoint = find(route, &parts)?;
        note.is_logged = !matches!(endpoint.answer, AnswerBody::File)
            && !matches!(endpoint.handler, Handler::Own(Own::Log));
        page.check(endpoint.exposure, &state.options.origins)?;
        if endpoint.exposure == Exposure::Linked && page.is_cross_site() {
            is_made(state, &name).await?;
        }
        let request = read(state, endpoint, &parts, host, &name, path, body)?;
        note.path = Some(log::path(route, &request));
        check_fields(endpoint, &request)?;
        let path = parts.uri.path();
        let effect = fault(state, endpoint, path, &name, &request.base_url).await?;
        // Even a sleep of zero waits for the timer's next tick, a millisecond.
        if !effect.latency.is_zero() {
            system::sleep(effect.latency).await;
        }
        note.headers = faults::unlimited(route);
        note.headers.extend(effect.headers);
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

/// Refuses a missing namespace: a link on another site may lead to a namespace's pages, and
/// creates none. The default one is created at any time.
async fn is_made(state: &State, name: &str) -> Result<()> {
    let owned = name.to_owned();
    let moved_ms = state
        .store
        .run(move |data| Ok::<_, Refusal>(store::clock_ms(data, &owned)?));
    if name == namespace::DEFAULT || moved_ms.await?.is_some() {
        return Ok(());
    }
    let refusal = refuse!(
        not_found("NO_NAMESPACE"),
        "there is no namespace of this name, and a link on another site makes none: ask \
         anything of it from a program or this machine's own pages first"
    );
    Err(refusal.on_page())
}

fn find(route: &str, parts: &Parts) -> Result<&'static Endpoint> {
    let of_route = || endpoints::all().filter(|one| one.route == route);
    // The server omits the body of a HEAD's answer.
    let method = match parts.method.as_str() {
        "HEAD" => "GET",
        other => other,
    };
    of_route()
        .find(|one| one.method.as_str() == method)
        .ok_or_else(|| {
            let path = parts.uri.path();
            if paths::elsewhere(path).is_some() && paths::elsewhere(route).is_none() {
                return no_such_path(path, &paths::masked(path));
            }
            let methods: Vec<&str> = of_route().map(|one| one.method.as_str()).collect();
            method_not_allowed(route, &parts.method, methods.join(", "))
        })
}

fn read(
    state: &State,
    endpoint: &Endpoint,
    parts: &Parts,
    host: &str,
    name: &str,
    path: Result<RawPathParams, RawPathParamsRejection>,
    body: Result<Vec<u8>>,
) -> Result<Request> {
    let path = path_parameters(path)?;
    check_target(parts)?;
    let body = body?;
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
        ids: match parts.extensions.get::<Dated>() {
            Some(Dated) => Ids::Texts,
            None => Ids::Numbers,
        },
    })
}

/// The fault that is switched on for a route.
async fn fault(
    state: &Arc<State>,
    endpoint: &Endpoint,
    path: &str,
    name: &str,
    base_url: &str,
) -> Result<Effect> {
    let is_on = || state.faults().contains_key(name);
    if !endpoint.has_faults() || !is_on() {
        return Ok(Effect::default());
    }
    let now_ms = with_namespace(state, name, base_url, |namespace| Ok(namespace.now_ms)).await?;
    let mut faults = state.faults();
    Ok(faults
        .get_mut(name)
        .map(|faults| faults.apply(endpoint.route, path, now_ms))
        .unwrap_or_default())
}

/// Refuses a control request with an unknown field, which would have no effect.
fn check_fields(endpoint: &Endpoint, request: &Request) -> Result<()> {
    let (RequestBody::Body(shape) | RequestBody::OptionalBody(shape)) = endpoint.request else {
        return Ok(());
    };
    if endpoint.exposure != Exposure::Control || request.body.is_empty() {
        return Ok(());
    }
    check_known(&shape.fields(), &request.object(Profile::Spec)?)
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
        Handler::Plain(handler) => handler(&request, profile),
        Handler::Own(own) => own::answer(state, own, request, name).await,
    }
}

/// Answers a path without an endpoint.
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
    let (parts, body) = http.into_parts();
    // As in `serve`.
    let _ = read_body(state, &parts.headers, body).await;
    let note = Note::new(state, &masked, &name, parts.method.as_str());
    note.refuse(state, no_such_path(&path, &masked))
}

fn no_such_path(path: &str, masked: &str) -> Refusal {
    let instead = match paths::elsewhere(path) {
        Some(Elsewhere {
            what,
            instead: None,
            ..
        }) => format!("{what} are not imitated, and "),
        Some(Elsewhere {
            what,
            instead: Some(instead),
            ..
        }) => {
            format!("for \"{what}\" use {instead}; ")
        }
        None => String::new(),
    };
    refuse!(
        not_found("NO_SUCH_PATH"),
        "there is no path {masked}: {instead}/emulator/docs lists those there are"
    )
}

fn method_not_allowed(route: &str, method: &HttpMethod, methods: String) -> Refusal {
    let mut refusal = refuse!(
        new(405, "VALIDATION_ERROR", "METHOD_NOT_ALLOWED"),
        "{} is no method of {route}: use {methods}",
        known_method(method.as_str())
    );
    refusal.headers.push(("allow", methods));
    refusal
}

/// Errors under these are JSON, whatever the site serves.
const API_PREFIXES: [&str; 6] = [
    "/crm/",
    "/emulator/",
    "/integrations/",
    "/ns/",
    "/oauth/",
    "/quotes/",
];
