//! The application of one port: a site's files, or the platform.

use std::path::{Path, PathBuf};

use axum::{
    Router,
    extract::Request,
    handler::HandlerWithoutStateExt as _,
    http::StatusCode,
    middleware::{Next, from_fn},
    response::{IntoResponse as _, Response},
};
use tower_http::services::ServeDir;

use crate::{Error, Platform, Site, headers, loopback, server};

/// Serves a platform, and also the host page's files if a folder is given.
///
/// # Errors
///
/// [`Error::NoFolder`].
pub fn platform_app(platform: &Platform, host: Option<&Config>) -> Result<Router, Error> {
    match host {
        Some(config) => {
            server::check_root(config)?;
            // The platform checks the host itself, including listed names.
            Ok(platform.router_with(headers::add(files(&config.root), config.site)))
        }
        None => Ok(platform.router()),
    }
}

/// A site on one port.
#[derive(Debug, Clone)]
pub struct Config {
    /// The site; decides the headers.
    pub site: Site,
    /// The folder with its files.
    pub root: PathBuf,
}

/// The application of one port, without a socket.
pub fn app(config: &Config) -> Router {
    // Outermost, so that refusals have the headers too.
    let files = files(&config.root).layer(from_fn(this_machine_only));
    headers::add(files, config.site)
}

async fn this_machine_only(request: Request, next: Next) -> Response {
    let host = loopback::named_host(&request);
    if host.is_some_and(loopback::is_this_machine) {
        return next.run(request).await;
    }
    (
        StatusCode::MISDIRECTED_REQUEST,
        "this server answers to localhost only\n",
    )
        .into_response()
}

/// The files of a folder, by paths that do not leave it.
fn files(root: &Path) -> Router {
    let missing = async || (StatusCode::NOT_FOUND, "there is no such file\n");
    let files = ServeDir::new(root).not_found_service(missing.into_service());
    Router::new().fallback_service(files)
}
