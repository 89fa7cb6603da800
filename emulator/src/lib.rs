//! The local stand-in of the platform: it serves the host page and the
//! softphone, each on a port of its own, so that the two are distinct origins as
//! they are in use.
//!
//! It listens on loopback only, answers requests that name this machine and
//! refuses all others: a foreign page whose name resolves here (DNS rebinding)
//! gets nothing. It makes no outbound connection.
//!
//! | module | holds |
//! |---|---|
//! | `headers` | the security headers of each site |
//! | `loopback` | which `Host` headers mean this machine |
//! | `server` | sockets, start and stop |

mod headers;
mod loopback;
mod server;

use std::path::PathBuf;

use axum::{
    Router,
    extract::Request,
    handler::HandlerWithoutStateExt as _,
    http::{StatusCode, header},
    middleware::{Next, from_fn},
    response::{IntoResponse as _, Response},
};
use tower_http::services::ServeDir;

pub use crate::server::{Error, Server};

/// One of the two origins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    /// The page of the CRM, with the calling frame in it.
    Host,
    /// The calling app inside the frame.
    Widget,
}

/// What one port serves.
#[derive(Debug, Clone)]
pub struct Config {
    /// Which of the two it is; decides the headers.
    pub site: Site,
    /// The folder with its files.
    pub root: PathBuf,
}

/// The application of one port, without a socket.
pub fn app(config: &Config) -> Router {
    let files = ServeDir::new(&config.root).not_found_service(not_found.into_service());
    let router = Router::new()
        .fallback_service(files)
        .layer(from_fn(this_machine_only));
    // Outermost, so that refusals carry the headers too.
    headers::add(router, config.site)
}

async fn not_found() -> (StatusCode, &'static str) {
    (StatusCode::NOT_FOUND, "there is no such file\n")
}

async fn this_machine_only(request: Request, next: Next) -> Response {
    let host = request
        .headers()
        .get(header::HOST)
        .map(|value| value.to_str().unwrap_or_default())
        .or_else(|| {
            request
                .uri()
                .authority()
                .map(|authority| authority.as_str())
        });
    if host.is_some_and(loopback::is_this_machine) {
        return next.run(request).await;
    }
    (
        StatusCode::MISDIRECTED_REQUEST,
        "this server answers to localhost only\n",
    )
        .into_response()
}
