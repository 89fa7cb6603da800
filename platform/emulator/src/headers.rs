//! The headers of every answer, refusals included.

use axum::{
    Router,
    http::{HeaderName, HeaderValue, header},
};
use tower_http::set_header::SetResponseHeaderLayer;

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
    COMMON
        .into_iter()
        .chain([(header::CONTENT_SECURITY_POLICY, policy(site))])
        .fold(router, |router, (name, value)| {
            let value = HeaderValue::from_static(value);
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
