//! The origin of an address, read without a browser.

use alloc::string::String;

use super::{Origin, around, concat, cut};

/// The serialised origin of an absolute http or https address.
///
/// `None` for anything else, and for every spelling that a browser reads differently than it looks:
/// user info, backslashes, control characters, spaces, escapes or non-ASCII characters in the host.
#[must_use]
pub fn origin_of_url(url: &str) -> Option<String> {
    if url
        .bytes()
        .any(|byte| byte <= b' ' || byte == b'\\' || byte == 0x7F)
    {
        return None;
    }
    let (scheme, rest) = around(url, b':')?;
    let rest = rest.strip_prefix("//")?;
    let scheme = scheme.to_ascii_lowercase();
    let default_port = match scheme.as_str() {
        "http" => ":80",
        "https" => ":443",
        _ => return None,
    };
    let path = cut(rest, |byte| matches!(byte, b'/' | b'?' | b'#'));
    let authority = path
        .map_or(rest, |(authority, _)| authority)
        .to_ascii_lowercase();
    let bare = authority.strip_suffix(default_port);
    let origin = concat(&[&scheme, "://", bare.unwrap_or(&authority)]);
    let has_port = !Origin::parse(&origin)?.port.is_empty();
    // An address has one port.
    (bare.is_none() || !has_port).then_some(origin)
}

#[cfg(test)]
mod tests {
    use super::origin_of_url;

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        for (url, origin) in [
            ("https://phone.example/app?x=1#y", "https://phone.example"),
            ("HTTPS://Phone.Example:443", "https://phone.example"),
            ("http://localhost:8141/", "http://localhost:8141"),
            ("http://[::1]:9/x", "http://[::1]:9"),
        ] {
            assert_eq!(origin_of_url(url).as_deref(), Some(origin), "{url}");
        }
    }

    #[test]
    fn addresses_that_deceive_have_no_origin() {
        for url in [
            "javascript://phone.example/%0aalert(1)",
            "javascript:alert(1)",
            "data:text/html,x",
            "https:phone.example",
            "https://phone.example@evil.example",
            "https://phone.example\\@evil.example",
            "https://phone.example\n.evil.example",
            "https://phone%2eexample",
            "https://phone.example:80:443",
            "https://",
            "/relative",
            "",
        ] {
            assert_eq!(origin_of_url(url), None, "{url}");
        }
    }
}
