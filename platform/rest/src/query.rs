//! Parameters of queries and forms.

use super::Secret;

/// Writes pairs as `a=b&c=d`; a space becomes `%20`.
///
/// All but letters, digits and `-._~` is percent-encoded (RFC 3986, section 2.3),
/// which both a query and a form read back.
#[must_use]
pub fn encode<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = String::new();
    for (name, value) in pairs {
        if !text.is_empty() {
            text.push('&');
        }
        text.push_str(&escape(name));
        text.push('=');
        text.push_str(&escape(value));
    }
    text
}

/// Percent-encodes one part of a path, a query or a form.
#[must_use]
pub fn escape(text: &str) -> String {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F',
    ];
    let digit = |value: u8| DIGITS.get(usize::from(value)).copied().unwrap_or('0');
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    escaped
}

/// The parameters of one request.
///
/// Each value is a [`Secret`]: some are, and none is needed in a log.
pub type Parameters = Vec<(&'static str, Secret)>;

/// The parameters of a page of a list: its size, and the cursor from the previous page.
pub(super) fn part(limit: Option<u32>, after: Option<&str>) -> Parameters {
    let limit = limit.map(|limit| ("limit", Secret::new(limit.to_string())));
    let after = after.map(|after| ("after", Secret::new(after)));
    limit.into_iter().chain(after).collect()
}

/// Writes parameters, secrets included.
pub(super) fn encode_parameters(parameters: &Parameters) -> String {
    encode(
        parameters
            .iter()
            .map(|(name, value)| (*name, value.expose())),
    )
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn characters_with_a_meaning_in_an_address_are_escaped() {
        let text = encode([("a b", "c&d=é+/?#%"), ("-._~", "")]);

        assert_eq!(text, "a%20b=c%26d%3D%C3%A9%2B%2F%3F%23%25&-._~=");
    }
}
