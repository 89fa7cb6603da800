//! Patterns, origins and addresses as text.

use calling_widget_sdk::protocol::{Origin, OriginPattern, is_loopback_host, origin_of_url};
use url::Url;

/// Three lines: a pattern, an origin, an address.
///
/// # Panics
///
/// When an origin is not a browser's serialisation, when a pattern allows one that it does
/// not spell label by label, or when the origin of an address differs from a browser's.
pub fn origin(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else {
        return;
    };
    let mut lines = text.splitn(3, '\n');
    let (pattern, origin, address) = (
        lines.next().unwrap_or_default(),
        lines.next().unwrap_or_default(),
        lines.next().unwrap_or_default(),
    );

    check_address(address);
    let parsed = Origin::parse(origin);
    if let Some(parsed) = &parsed {
        check_origin(origin, parsed);
    }
    let Some(read) = OriginPattern::parse(pattern) else {
        return;
    };
    if let Some(parsed) = &parsed {
        assert_eq!(
            read.allows(parsed),
            spelled(pattern, origin),
            "{pattern} and {origin}"
        );
    }
}

/// Checks that an accepted origin has a browser's spelling.
fn check_origin(text: &str, origin: &Origin<'_>) {
    let colon = if origin.port.is_empty() { "" } else { ":" };
    let whole = [origin.scheme, "://", origin.host, colon, origin.port].concat();
    assert_eq!(whole, text);
    if let Ok(url) = Url::parse(text) {
        let serialised = url.origin().ascii_serialization();
        // Browsers write addresses of numbers in one form; a browser never attests
        // the others, so they compare with nothing.
        assert!(
            is_address(&url) || serialised == text,
            "{text}: {serialised}"
        );
    }
    if is_loopback_host(origin.host) {
        let is_so = origin.host.split('.').next_back() == Some("localhost")
            || origin.host == "[::1]"
            || origin.host.split('.').next() == Some("127");
        assert!(is_so, "{text}");
    }
}

/// True if a host is an IP address.
fn is_address(url: &Url) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    url.host_str()
        .is_some_and(|host| host.starts_with('[') || host.bytes().all(is_digit))
}

/// Checks that the origin of an address is a browser's.
fn check_address(address: &str) {
    let Some(origin) = origin_of_url(address) else {
        return;
    };
    assert!(Origin::parse(&origin).is_some(), "{address}: {origin}");
    // Ours may refuse what a browser reads; it must not read it differently.
    let Ok(url) = Url::parse(address) else {
        return;
    };
    let theirs = url.origin().ascii_serialization();
    assert!(
        is_address(&url) || theirs == origin,
        "{address}: {origin} and {theirs}"
    );
    assert!(
        url.username().is_empty() && url.password().is_none(),
        "{address}"
    );
}

/// True if a pattern spells an origin, in another implementation: scheme and port by equality, and
/// the host label by label.
pub(crate) fn spelled(pattern: &str, origin: &str) -> bool {
    let parts = |text: &str| -> Option<(String, String, String)> {
        let text = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        let (scheme, rest) = text.split_once("://")?;
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) if !rest.ends_with(']') => (host, port),
            _ => (rest, ""),
        };
        let default = if scheme == "http" { "80" } else { "443" };
        let port = if port == default { "" } else { port };
        Some((scheme.to_owned(), host.to_owned(), port.to_owned()))
    };
    let (Some(pattern), Some(origin)) = (parts(pattern), parts(origin)) else {
        return false;
    };
    let labels: Vec<&str> = pattern.1.split('.').collect();
    let named: Vec<&str> = origin.1.split('.').collect();
    pattern.0 == origin.0
        && (pattern.2 == "*" || pattern.2 == origin.2)
        && labels.len() == named.len()
        && labels
            .iter()
            .zip(named)
            .all(|(label, named)| match label.split_once('*') {
                Some((before, after)) => {
                    named.len() >= before.len() + after.len()
                        && named.starts_with(before)
                        && named.ends_with(after)
                }
                None => *label == named,
            })
}
