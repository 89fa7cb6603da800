//! What one port serves: a site's files, or the platform.

use std::path::PathBuf;

use axum::{
    Router,
    extract::Request,
    http::StatusCode,
    middleware::{Next, from_fn},
    response::{IntoResponse as _, Response},
};

use crate::{Error, Platform, files, headers, loopback, server};

/// One of the two origins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    /// The page of the CRM, with the calling frame in it.
    Host,
    /// The calling app inside the frame.
    Widget,
}

/// Serves a platform, and the host page's files besides where a folder is given.
///
/// # Errors
///
/// [`Error::NoFolder`].
pub fn platform_app(platform: &Platform, host: Option<&Config>) -> Result<Router, Error> {
    match host {
        Some(config) => {
            server::check_root(config)?;
            // The platform asks for the host first, and knows the names that are listed.
            Ok(platform.router_with(headers::add(files::serve(&config.root), config.site)))
        }
        None => Ok(platform.router()),
    }
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
    let router = files::serve(&config.root).layer(from_fn(this_machine_only));
    // Outermost, so that refusals carry the headers too.
    headers::add(router, config.site)
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
