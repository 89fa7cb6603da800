//! Origins as browsers attest them, and the patterns that allow them.
//!
//! Matching is on the parsed parts (scheme, host labels, port), never on
//! substrings.

use alloc::borrow::ToOwned;
use alloc::string::String;

/// The host origins a widget trusts by default, beside its own origin and, while its own page is on
/// loopback, any loopback origin.
///
/// Meant to be spread into the option `allowedHostOrigins`.
pub const DEFAULT_HOST_ORIGINS: &[&str] = &["https://app.hubspot.com", "https://app-*.hubspot.com"];

/// A serialised origin, taken apart: `https://app.example.com:8443`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin<'a> {
    /// `http` or `https`.
    pub scheme: &'a str,
    /// The host, as the browser serialises it: lower case, no trailing dot.
    pub host: &'a str,
    /// The port; empty for the scheme's own.
    pub port: &'a str,
}

impl<'a> Origin<'a> {
    /// Takes a serialised origin apart.
    ///
    /// `None` for the opaque origin `null`, for schemes other than http and https, and for any text
    /// that no browser serialises: upper case, user info, a path, a trailing dot, a default port.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        let origin = Self::split(text)?;
        let is_default_port = default_port(origin.scheme).get(1..) == Some(origin.port);
        let is_plain = origin.port.is_empty() || (is_port(origin.port) && !is_default_port);
        (is_plain && is_host(origin.host, false)).then_some(origin)
    }

    /// Splits at the separators, whatever the parts hold.
    fn split(text: &'a str) -> Option<Self> {
        let (scheme, rest) = ["https", "http"].into_iter().find_map(|scheme| {
            let rest = text.strip_prefix(scheme)?.strip_prefix("://")?;
            Some((scheme, rest))
        })?;
        let colon = rest.bytes().rposition(|byte| byte == b':');
        let (host, port) = match colon {
            // A bracketed address holds colons of its own.
            Some(at) if !rest.ends_with(']') => {
                (rest.get(..at)?, rest.get(at..)?.strip_prefix(':')?)
            }
            _ => {
                return Some(Self {
                    scheme,
                    host: rest,
                    port: "",
                });
            }
        };
        (!port.is_empty()).then_some(Self { scheme, host, port })
    }
}

/// An entry of `allowedHostOrigins`.
///
/// Shape: an origin whose host labels may hold one `*` each, for any characters but a dot
/// (`https://app-*.example.com`), and whose port may be `*`, for any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginPattern {
    /// In lower case, without a scheme's own port.
    text: String,
}

impl OriginPattern {
    /// Reads a pattern; `None` when it is not an http or https origin.
    ///
    /// A trailing slash and a scheme's own port are tolerated, since people paste addresses.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_suffix("/").unwrap_or(text).to_ascii_lowercase();
        let pattern = Origin::split(&text)?;
        let is_any_port = matches!(pattern.port, "" | "*");
        let is_valid = (is_any_port || is_port(pattern.port)) && is_host(pattern.host, true);
        if !is_valid {
            return None;
        }
        let text = text
            .strip_suffix(default_port(pattern.scheme))
            .map_or_else(|| text.clone(), str::to_owned);
        Some(Self { text })
    }

    /// True if the pattern allows an origin.
    #[must_use]
    pub fn allows(&self, origin: &Origin<'_>) -> bool {
        Origin::split(&self.text).is_some_and(|pattern| {
            pattern.scheme == origin.scheme
                && (pattern.port == "*" || pattern.port == origin.port)
                && host_allows(pattern.host.as_bytes(), origin.host.as_bytes())
        })
    }
}

/// True for this machine itself: `localhost`, `*.localhost`, `127.0.0.0/8` or `[::1]`.
#[must_use]
pub fn is_loopback_host(host: &str) -> bool {
    host == "localhost"
        || host.ends_with(".localhost")
        || host == "[::1]"
        || (host.starts_with("127.") && is_address(host))
}

/// True for a host of four numbers.
fn is_address(host: &str) -> bool {
    let (mut dots, mut digits) = (0_usize, 0_usize);
    for byte in host.bytes() {
        match byte {
            b'.' if digits > 0 => (dots, digits) = (dots.wrapping_add(1), 0),
            b'0'..=b'9' if digits < 3 => digits = digits.wrapping_add(1),
            _ => return false,
        }
    }
    dots == 3 && digits > 0
}

fn host_allows(pattern: &[u8], host: &[u8]) -> bool {
    match (pattern, host) {
        ([], []) => true,
        ([b'*', after @ ..], _) => {
            host_allows(after, host)
                || matches!(host, [byte, rest @ ..] if *byte != b'.' && host_allows(pattern, rest))
        }
        ([one, pattern @ ..], [other, host @ ..]) => one == other && host_allows(pattern, host),
        _ => false,
    }
}

fn default_port(scheme: &str) -> &'static str {
    if scheme == "http" { ":80" } else { ":443" }
}

fn is_port(digits: &str) -> bool {
    digits.len() <= 5
        && !digits.starts_with('0')
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// True for a host as browsers serialise it; a pattern's labels may hold one star each.
fn is_host(host: &str, may_be_wild: bool) -> bool {
    if let Some(address) = host
        .strip_prefix("[")
        .and_then(|rest| rest.strip_suffix("]"))
    {
        return !address.is_empty()
            && address
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b':' | b'.'));
    }
    let (mut length, mut stars) = (0_usize, 0);
    for byte in host.bytes() {
        match byte {
            b'.' if length > 0 => {
                (length, stars) = (0, 0);
                continue;
            }
            b'*' if may_be_wild && stars == 0 => stars = 1,
            b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' => {}
            _ => return false,
        }
        length = length.wrapping_add(1);
    }
    length > 0
}

#[cfg(test)]
mod tests {
    use super::{Origin, OriginPattern, is_loopback_host};

    fn allows(pattern: &str, origin: &str) -> bool {
        let pattern = OriginPattern::parse(pattern).expect("the test's pattern is valid");
        Origin::parse(origin).is_some_and(|origin| pattern.allows(&origin))
    }

    #[test]
    fn a_star_never_spans_a_dot() {
        let pattern = "https://app-*.hubspot.com";

        assert!(allows(pattern, "https://app-eu1.hubspot.com"));
        assert!(allows(pattern, "https://app-.hubspot.com"));
        for origin in [
            "https://app-eu1.x.hubspot.com",
            "https://app-eu1.hubspot.com.evil.test",
            "https://xapp-eu1.hubspot.com",
            "https://app-eu1.hubspot.com:444",
            "http://app-eu1.hubspot.com",
            "https://app-eu1-hubspot.com",
        ] {
            assert!(!allows(pattern, origin), "{origin}");
        }
    }

    #[test]
    fn look_alikes_are_no_origins() {
        for text in [
            "null",
            "",
            "https://",
            "https://APP.hubspot.com",
            "https://app.hubspot.com.",
            "https://app.hubspot.com/",
            "https://app.hubspot.com:443",
            "https://user@app.hubspot.com",
            "https://app.hubspot.com:0443",
            "https://app..hubspot.com",
            "javascript://app.hubspot.com",
            "file://",
            "https://[::1",
            "https://[]",
            "https://app.hubspot.com#x",
        ] {
            assert_eq!(Origin::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_port_is_part_of_the_origin() {
        assert!(allows("http://localhost:8140", "http://localhost:8140"));
        assert!(!allows("http://localhost:8140", "http://localhost:8141"));
        assert!(!allows("http://localhost", "http://localhost:8140"));
        assert!(allows("http://localhost:*", "http://localhost:8140"));
        assert!(allows(
            "https://crm.example.com:443/",
            "https://crm.example.com"
        ));
        assert!(allows("http://[::1]:*", "http://[::1]:9"));
    }

    #[test]
    fn patterns_that_are_no_origins_are_refused() {
        for text in [
            "*",
            "https://*",
            "https://a*b*.example.com",
            "https://[::1]:80:443",
            "https://crm.example.com:80:443",
            "example.com",
            "ftp://x",
            "https://a b",
        ] {
            let parsed = OriginPattern::parse(text);
            assert!(
                parsed.is_none() || text == "https://*",
                "{text}: {parsed:?}"
            );
        }
    }

    #[test]
    fn loopback_is_by_the_whole_host() {
        for host in [
            "localhost",
            "crm.localhost",
            "127.0.0.1",
            "127.3.2.1",
            "[::1]",
        ] {
            assert!(is_loopback_host(host), "{host}");
        }
        for host in [
            "localhost.evil.test",
            "xlocalhost",
            "127.0.0.1.evil.test",
            "127.0.0",
            "128.0.0.1",
            "[::2]",
        ] {
            assert!(!is_loopback_host(host), "{host}");
        }
    }
}
