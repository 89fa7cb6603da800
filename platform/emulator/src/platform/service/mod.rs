//! From a request to its answer.
//!
//! | module | holds |
//! |---|---|
//! | `dispatch` | the endpoint of a request, and its handler |
//! | `front` | host, namespace and limits |
//! | `own` | endpoints that need the server's own state |
//! | `respond` | the headers of an answer, and its entry in the log |
//! | `state` | data, clock and log |

mod dispatch;
mod front;
mod own;
mod respond;
mod state;

use std::sync::Arc;

use axum::{
    Router,
    extract::{self, RawPathParams, Request, rejection::RawPathParamsRejection},
    middleware::from_fn_with_state,
    routing::any,
};
use tower::ServiceExt as _;

#[cfg(target_arch = "wasm32")]
pub(crate) use self::front::{BODY_TIMEOUT, LONGEST_BODY};
pub(crate) use self::state::State;
use self::{
    dispatch::{elsewhere, serve},
    front::{into_namespace, known_host},
};
use super::endpoints;

/// The application: hosts first, then the namespace, then the endpoint.
pub(crate) fn router(state: &Arc<State>, site: Option<Router>) -> Router {
    let mut router = Router::new();
    let mut routes: Vec<&'static str> = endpoints::all().map(|one| one.route).collect();
    routes.sort_unstable();
    routes.dedup();
    for route in routes {
        let handler =
            move |extract::State(state): extract::State<Arc<State>>,
                  path: Result<RawPathParams, RawPathParamsRejection>,
                  request: Request| async move { serve(&state, route, path, request).await };
        router = router.route(route, any(handler));
    }
    let router = router
        .fallback(
            move |extract::State(state): extract::State<Arc<State>>, request: Request| {
                let site = site.clone();
                async move { elsewhere(&state, site, request).await }
            },
        )
        .with_state(Arc::clone(state));
    Router::new()
        .fallback_service(router.map_request(into_namespace))
        .layer(from_fn_with_state(Arc::clone(state), known_host))
}
