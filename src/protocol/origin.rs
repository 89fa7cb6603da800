//! Origins as browsers attest them, and the patterns that allow them.
//!
//! Matching is on the parsed parts (scheme, host labels, port), never on
//! substrings.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// The host origins a widget trusts unless it is told otherwise, beside its own
/// origin and, while its own page is on loopback, any loopback origin.
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
    /// `None` for the opaque origin `null`, for schemes other than http and
    /// https, and for anything a browser would not serialise an origin to:
    /// upper case, user info, a path, a trailing dot, a default port.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let default_port = match scheme {
            "http" => "80",
            "https" => "443",
            _ => return None,
        };
        let (host, port) = match rest.strip_prefix('[') {
            Some(bracketed) => {
                let end = bracketed.find(']')?;
                let (inside, after) = bracketed.split_at_checked(end)?;
                if inside.is_empty()
                    || !inside
                        .bytes()
                        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b':' | b'.'))
                {
                    return None;
                }
                let host = rest.get(..end + 2)?;
                (host, after.strip_prefix(']')?)
            }
            None => match rest.find(':') {
                Some(at) => rest.split_at_checked(at)?,
                None => (rest, ""),
            },
        };
        let port = match port.strip_prefix(':') {
            Some(digits) if is_port(digits) && digits != default_port => digits,
            None if port.is_empty() => "",
            _ => return None,
        };
        (host.starts_with('[') || is_host_name(host)).then_some(Self { scheme, host, port })
    }
}

/// What an entry of `allowedHostOrigins` says.
///
/// Shape: an origin whose host labels may hold one `*` each, which stands for
/// any characters but a dot (`https://app-*.example.com`), and whose port may be
/// `*`, which stands for any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginPattern {
    scheme: String,
    labels: Vec<String>,
    port: String,
}

impl OriginPattern {
    /// Reads a pattern; `None` when it is not an http or https origin.
    ///
    /// A trailing slash and a scheme's own port are forgiven, since people
    /// paste addresses.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_suffix('/').unwrap_or(text);
        let (scheme, rest) = text.split_once("://")?;
        let default_port = match scheme {
            "http" => ":80",
            "https" => ":443",
            _ => return None,
        };
        let rest = rest.strip_suffix(default_port).unwrap_or(rest);
        let (host, port) = match (rest.starts_with('['), rest.rfind(':')) {
            (false, Some(at)) => rest.split_at_checked(at)?,
            (true, Some(at)) if rest.get(..at)?.ends_with(']') => rest.split_at_checked(at)?,
            _ => (rest, ""),
        };
        let port = match port.strip_prefix(':') {
            Some("*") => "*",
            Some(digits) if is_port(digits) => digits,
            None => "",
            _ => return None,
        };
        let host = host.to_ascii_lowercase();
        let plain = host.replace('*', "x");
        let bracketed =
            host.starts_with('[') && Origin::parse(&[scheme, "://", &host].concat()).is_some();
        let wild_ok = host.split('.').all(|label| label.matches('*').count() <= 1);
        if !(bracketed || is_host_name(&plain)) || !wild_ok {
            return None;
        }
        Some(Self {
            scheme: scheme.to_owned(),
            labels: split_labels(&host).map(str::to_owned).collect(),
            port: port.to_owned(),
        })
    }

    /// Whether the pattern allows an origin.
    #[must_use]
    pub fn allows(&self, origin: &Origin<'_>) -> bool {
        self.scheme == origin.scheme
            && (self.port == "*" || self.port == origin.port)
            && self.labels.len() == split_labels(origin.host).count()
            && self
                .labels
                .iter()
                .zip(split_labels(origin.host))
                .all(|(pattern, label)| label_allows(pattern, label))
    }
}

/// Whether a host is this machine itself: `localhost`, `*.localhost`,
/// `127.0.0.0/8` or `[::1]`.
#[must_use]
pub fn is_loopback_host(host: &str) -> bool {
    host == "localhost"
        || host.ends_with(".localhost")
        || host == "[::1]"
        || (host.starts_with("127.")
            && host.split('.').count() == 4
            && host.split('.').all(|part| {
                !part.is_empty() && part.len() <= 3 && part.bytes().all(|b| b.is_ascii_digit())
            }))
}

/// The labels of a host name; a bracketed address is one label.
fn split_labels(host: &str) -> impl Iterator<Item = &str> {
    let separator = if host.starts_with('[') { '[' } else { '.' };
    host.split(separator)
}

fn label_allows(pattern: &str, label: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == label,
        Some((before, after)) => {
            label.len() >= before.len() + after.len()
                && label.starts_with(before)
                && label.ends_with(after)
        }
    }
}

fn is_port(digits: &str) -> bool {
    !digits.is_empty()
        && digits.len() <= 5
        && !digits.starts_with('0')
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_host_name(host: &str) -> bool {
    !host.is_empty()
        && host.split('.').all(|label| {
            !label.is_empty()
                && label
                    .bytes()
                    .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_'))
        })
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
