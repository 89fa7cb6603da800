//! The headers of every answer, refusals included.

use axum::{
    Router,
    http::{HeaderName, HeaderValue, header},
};
use tower_http::set_header::SetResponseHeaderLayer;

#[cfg(not(target_arch = "wasm32"))]
use crate::SipServer;

/// One of the demo's two origins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    /// The page of the CRM, with the calling frame in it.
    Host,
    /// The calling app inside the frame.
    Widget,
}

/// Adds the headers of a site to an application.
pub(crate) fn add(router: Router, site: Site) -> Router {
    with_policy(router, HeaderValue::from_static(policy(site)))
}

/// Adds the headers of the softphone, whose page also connects to a SIP server.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn add_with_sip(router: Router, sip: &SipServer) -> Router {
    let own = "connect-src 'self'";
    let policy = WIDGET_POLICY.replace(own, &[own, " ", sip.as_str()].concat());
    // Parsing a `SipServer` refuses characters that are invalid in a header.
    let policy = HeaderValue::try_from(policy);
    with_policy(
        router,
        policy.unwrap_or(HeaderValue::from_static(WIDGET_POLICY)),
    )
}

fn with_policy(router: Router, policy: HeaderValue) -> Router {
    COMMON
        .into_iter()
        .map(|(name, value)| (name, HeaderValue::from_static(value)))
        .chain([(header::CONTENT_SECURITY_POLICY, policy)])
        .fold(router, |router, (name, value)| {
            router.layer(SetResponseHeaderLayer::overriding(name, value))
        })
}

/// The strictest policy under which the pages work; both start wasm.
const fn policy(site: Site) -> &'static str {
    match site {
        Site::Host => HOST_POLICY,
        Site::Widget => WIDGET_POLICY,
    }
}

/// The host page frames the app at an address that its user enters. The text is the page's
/// own file, so that the package's command sends the same.
const HOST_POLICY: &str =
    include_str!("../../../www/host/content-security-policy.txt").trim_ascii_end();

/// Any page may frame the softphone: that is its purpose.
const WIDGET_POLICY: &str =
    include_str!("../../../www/widget/content-security-policy.txt").trim_ascii_end();

const COMMON: [(HeaderName, &str); 3] = [
    // The files change with every build.
    (header::CACHE_CONTROL, "no-store"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
];
