//! The `Host` headers of this machine.

use axum::{extract::Request, http::header};

/// The host of a request: exactly one, and the same in target and header.
pub(crate) fn named_host(request: &Request) -> Option<&str> {
    let mut headers = request.headers().get_all(header::HOST).iter();
    let named = headers
        .next()
        .map(|value| value.to_str().unwrap_or_default());
    if headers.next().is_some() {
        return None;
    }
    let authority = request.uri().authority().map(|host| host.as_str());
    match (named, authority) {
        (Some(named), Some(authority)) if named != authority => None,
        (named, authority) => named.or(authority),
    }
}

/// True if a host is this machine, or in a list of names without port.
pub(crate) fn is_ours(host: &str, listed: &[String]) -> bool {
    is_this_machine(host)
        || listed
            .iter()
            .any(|name| name.eq_ignore_ascii_case(without_port(host)))
}

/// True if a `Host` header names loopback, with any port.
///
/// `*.localhost` never leaves the machine: RFC 6761, section 6.3.
pub(crate) fn is_this_machine(host: &str) -> bool {
    let name = without_port(host).to_ascii_lowercase();
    matches!(name.as_str(), "localhost" | "127.0.0.1" | "[::1]")
        || name
            .strip_suffix(".localhost")
            .is_some_and(|labels| labels.split('.').all(is_label))
}

/// The name alone; an invalid port stays, and so matches nothing.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    }
}

fn is_label(label: &str) -> bool {
    !label.is_empty()
        && label
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}
