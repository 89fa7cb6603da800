//! The application of one port: a site's files, or the platform.

use std::{path::PathBuf, str::FromStr};

use axum::{
    Router,
    extract::Request,
    http::StatusCode,
    middleware::{Next, from_fn},
    response::{IntoResponse as _, Response},
};

use crate::{Error, Platform, Site, files, headers, loopback, server};

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
            Ok(platform.router_with(headers::add(files::serve(&config.root), config.site)))
        }
        None => Ok(platform.router()),
    }
}

/// The address of a SIP server's WebSocket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SipServer(String);

impl SipServer {
    /// The address as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SipServer {
    type Err = String;

    /// Accepts `ws:` and `wss:`, and no character with a meaning in a policy or a header.
    fn from_str(text: &str) -> Result<Self, String> {
        let rest = text
            .strip_prefix("ws://")
            .or_else(|| text.strip_prefix("wss://"));
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/%[]".contains(&byte);
        match rest {
            Some(rest) if !rest.is_empty() && rest.bytes().all(is_plain) => {
                Ok(Self(text.to_owned()))
            }
            _ => Err("give the address of a WebSocket, such as ws://localhost:5066".to_owned()),
        }
    }
}

/// Serves the softphone's files. The page may also connect to a SIP server.
///
/// # Errors
///
/// [`Error::NoFolder`].
pub fn softphone_app(config: &Config, sip: Option<&SipServer>) -> Result<Router, Error> {
    server::check_root(config)?;
    Ok(match sip {
        Some(sip) => headers::add_with_sip(files_of(config), sip),
        None => app(config),
    })
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
    headers::add(files_of(config), config.site)
}

fn files_of(config: &Config) -> Router {
    files::serve(&config.root).layer(from_fn(this_machine_only))
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
