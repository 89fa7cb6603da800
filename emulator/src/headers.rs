//! The headers of every answer, refusals included.

use axum::{
    Router,
    http::{HeaderName, HeaderValue, header},
};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::Site;

/// Adds the headers of a site to an application.
pub(crate) fn add(router: Router, site: Site) -> Router {
    COMMON
        .into_iter()
        .chain([(header::CONTENT_SECURITY_POLICY, policy(site))])
        .fold(router, |router, (name, value)| {
            router.layer(SetResponseHeaderLayer::overriding(
                name,
                HeaderValue::from_static(value),
            ))
        })
}

/// The strictest policy under which the pages work; both start wasm.
const fn policy(site: Site) -> &'static str {
    match site {
        Site::Host => HOST_POLICY,
        Site::Widget => WIDGET_POLICY,
    }
}

/// The host page frames what its user enters as the app's address.
const HOST_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src http: https:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Any page may frame the softphone: that is what it is for.
const WIDGET_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'";

const COMMON: [(HeaderName, &str); 3] = [
    // The files change with every build.
    (header::CACHE_CONTROL, "no-store"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
];
