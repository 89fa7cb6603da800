//! Masks secrets in texts for people: by field name and place, and by the secret's text if
//! that is long enough to be unambiguous.
//!
//! | place | what is masked there |
//! |---|---|
//! | a field that holds secrets, such as `refresh_token` | its whole value |
//! | the value after such a name and `=` in a text | that value |
//! | a field of the error object that holds codes or names | nothing of that form |
//! | every other text | secrets of the request with at least [`LEAST_LETTERS`] characters |
//! | the key of an object | nothing |

use serde_json::Value;

use super::{Secret, query::escape};

/// The replacement of a secret.
pub const MASK: &str = "[secret]";

/// Shorter secrets are not searched for as text: they may be part of any word.
pub const LEAST_LETTERS: usize = 8;

/// True if a field or a parameter of this name holds a secret, in any spelling:
/// `refresh_token`, `refreshToken`, `Refresh-Token`.
#[must_use]
pub fn holds_a_secret(name: &str) -> bool {
    SECRET_NAMES.iter().any(|known| {
        let letters = name.bytes().filter(|byte| !b"-_".contains(byte));
        letters
            .map(|byte| byte.to_ascii_lowercase())
            .eq(known.bytes())
    })
}

/// The secrets of one request, to be masked in what came back.
#[derive(Debug)]
pub(super) struct Mask(Vec<Secret>);

impl Mask {
    /// Sorts the longest first, so that none is found as a part of another.
    pub(super) fn of(secrets: &[Secret]) -> Self {
        let long = secrets
            .iter()
            .map(Secret::expose)
            .filter(|secret| secret.chars().nth(LEAST_LETTERS - 1).is_some());
        let mut words: Vec<Secret> = Vec::new();
        for word in long.flat_map(|secret| [secret.to_owned(), escape(secret)]) {
            // By hand: in a browser, a sort's code is larger than the mask.
            let at = words.partition_point(|longer| longer.expose().len() >= word.len());
            words.insert(at, Secret::new(word));
        }
        Self(words)
    }

    /// Masks a body of JSON.
    pub(super) fn in_value(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.in_text(text),
            Value::Array(values) => values.iter_mut().for_each(|value| self.in_value(value)),
            Value::Object(fields) => {
                for (name, value) in fields {
                    self.in_field(name, value);
                }
            }
            _ => {}
        }
    }

    fn in_field(&self, name: &str, value: &mut Value) {
        match value {
            Value::String(_) | Value::Number(_) if holds_a_secret(name) => *value = MASK.into(),
            Value::Array(values) if holds_a_secret(name) => {
                values
                    .iter_mut()
                    .for_each(|value| self.in_field(name, value));
            }
            Value::String(text) if is_a_code(name, text) => {}
            value => self.in_value(value),
        }
    }

    /// Masks a text in one pass, so that a mask is never masked again.
    pub(super) fn in_text(&self, text: &str) -> String {
        let mut masked = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let after = self
                .0
                .iter()
                .find_map(|word| rest.strip_prefix(word.expose()));
            let after = match after {
                None if ends_with_a_secrets_name(&masked) => Some(
                    rest.trim_start_matches(|letter: char| !ENDS.chars().any(|end| end == letter)),
                )
                .filter(|after| after.len() < rest.len()),
                after => after,
            };
            if let Some(after) = after {
                masked.push_str(MASK);
                rest = after;
            } else {
                masked.push(letter);
                rest = rest.strip_prefix(letter).unwrap_or_default();
            }
        }
        masked
    }
}

/// True if a text ends with `refresh_token=` or the like.
fn ends_with_a_secrets_name(text: &str) -> bool {
    text.strip_suffix('=').is_some_and(|text| {
        let is_of_name =
            |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        let before = text.trim_end_matches(is_of_name);
        text.strip_prefix(before).is_some_and(holds_a_secret)
    })
}

/// True if a field of the error object holds a code of the service or the name of a field. A
/// secret may equal such a word, and masking it would hide what is wrong.
fn is_a_code(field: &str, text: &str) -> bool {
    CODE_FIELDS.contains(&field)
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || b"_.".contains(&byte))
}

/// In lower case, without `-` and `_`.
const SECRET_NAMES: [&str; 13] = [
    "accesstoken",
    "apikey",
    "authorization",
    "clientassertion",
    "clientsecret",
    "codeverifier",
    "developerkey",
    "hapikey",
    "idtoken",
    "refreshtoken",
    "secret",
    "signature",
    "token",
];

const CODE_FIELDS: [&str; 9] = [
    "category",
    "code",
    "error",
    "errorType",
    "groupName",
    "in",
    "policyName",
    "status",
    "subCategory",
];

/// Characters that end a value in an address or a text.
const ENDS: &str = "&;,#\"'<>() \t\r\n";

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn masked(secrets: &[&str], mut body: Value) -> Value {
        let secrets: Vec<_> = secrets.iter().map(|text| Secret::new(*text)).collect();
        Mask::of(&secrets).in_value(&mut body);
        body
    }

    fn masked_text(secrets: &[&str], text: &str) -> String {
        match masked(secrets, text.into()) {
            Value::String(text) => text,
            other => panic!("{other}"),
        }
    }

    fn refusal() -> Value {
        json!({
            "status": "BAD_REFRESH_TOKEN", "message": "missing or unknown refresh token",
            "correlationId": "aeb5f871-7f07-4993-9211-075dc63e7cbf",
            "error": "invalid_grant", "error_description": "missing or unknown refresh token",
            "category": "VALIDATION_ERROR", "subCategory": "TOKEN_ERROR",
            "errors": [{ "message": "is unknown", "code": "INVALID_OPTION", "in": "refresh_token" }],
            "context": { "requiredScopes": ["oauth"] },
        })
    }

    #[test]
    fn a_secret_of_any_length_leaves_the_rest_of_a_refusal_as_it_is() {
        let alphabet = "sk-1234567890abcdefghijklmnopqrstuvwxyzS";
        for length in 1..=40 {
            let secret = &alphabet[..length];
            let shown = masked(&[secret], refusal());
            assert_eq!(shown, refusal(), "{secret}");

            let mut body = refusal();
            body["refresh_token"] = secret.into();
            body["message"] = ["the token ", secret, " is unknown"].concat().into();
            let shown = masked(&[secret], body);
            assert_eq!(shown["refresh_token"], MASK, "{secret}");
            let message = if length < LEAST_LETTERS { secret } else { MASK };
            assert_eq!(
                shown["message"],
                ["the token ", message, " is unknown"].concat(),
                "{secret}"
            );
        }
    }

    #[test]
    fn a_secret_that_is_a_common_word_masks_no_key_and_no_code() {
        for word in [
            "s",
            "e",
            "status",
            "error",
            "message",
            "category",
            "invalid_grant",
            "BAD_REFRESH_TOKEN",
            "VALIDATION_ERROR",
            "REFRESH_TOKEN",
            "INVALID_OPTION",
            "refresh_token",
            "correlationId",
            "error_description",
            "requiredScopes",
            "oauth",
        ] {
            assert_eq!(masked(&[word], refusal()), refusal(), "{word}");
        }
    }

    #[test]
    fn a_field_that_holds_secrets_shows_none_whatever_was_sent() {
        let body = json!({
            "access_token": "a", "refreshToken": "b", "Client-Secret": "c", "hapikey": "d",
            "token": 12, "context": { "token": ["e", ["f"], { "id_token": "g", "id": "h" }] },
            "tokens": "i", "token_type": "bearer", "code": "j", "secret": null,
        });

        let shown = masked(&[], body);

        let expected = json!({
            "access_token": MASK, "refreshToken": MASK, "Client-Secret": MASK, "hapikey": MASK,
            "token": MASK, "context": { "token": [MASK, [MASK], { "id_token": MASK, "id": "h" }] },
            "tokens": "i", "token_type": "bearer", "code": "j", "secret": null,
        });
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_key_of_an_object_stays_though_it_is_the_secret() {
        let body = json!({ "canary-1": { "canary-1": ["canary-1", "x canary-1 y"] } });

        let expected = json!({ "canary-1": { "canary-1": [MASK, "x [secret] y"] } });
        assert_eq!(masked(&["canary-1"], body), expected);
    }

    #[test]
    fn a_code_is_masked_where_it_is_none() {
        let body = json!({
            "error": "no canary_four", "status": "canary-five", "in": "name canary_four",
            "errors": [{ "code": "X1canary_four" }],
        });

        let expected = json!({
            "error": "no [secret]", "status": MASK, "in": "name [secret]",
            "errors": [{ "code": "X1[secret]" }],
        });
        assert_eq!(masked(&["canary_four", "canary-five"], body), expected);
    }

    #[test]
    fn a_text_is_masked_once() {
        for (secrets, text, expected) in [
            (&["[secret]"][..], "a [secret] b", "a [secret] b"),
            (&["secretsecret", "[secret]"], "secretsecret", "[secret]"),
            (
                &["abcdefgh", "abcdefghij"],
                "abcdefghij abcdefgh",
                "[secret] [secret]",
            ),
            (
                &["abcdefghij", "ijabcdefgh"],
                "abcdefghijabcdefgh",
                "[secret]abcdefgh",
            ),
            (&["aaaaaaaa"], "aaaaaaaaaaaaaaaaa", "[secret][secret]a"),
            (&["abcdefg"], "abcdefg", "abcdefg"),
            (&["åäöåäöå"], "åäöåäöå", "åäöåäöå"),
            (&["åäöåäöåä"], "xåäöåäöåäx", "x[secret]x"),
            (&["canary&12"], "/x?k=canary%2612&a=1", "/x?k=[secret]&a=1"),
            (&["", "        "], "a", "a"),
        ] {
            assert_eq!(
                masked_text(secrets, text),
                expected,
                "{secrets:?} in {text}"
            );
        }
    }

    #[test]
    fn a_short_secret_is_masked_in_the_query_of_an_address() {
        for (text, expected) in [
            ("/x?hapikey=s&status=s", "/x?hapikey=[secret]&status=s"),
            (
                "see https://x.example/?a=1&refresh_token=s#s",
                "see https://x.example/?a=1&refresh_token=[secret]#s",
            ),
            ("token=", "token="),
            ("token=&s", "token=&s"),
            ("client_secret='s'", "client_secret='s'"),
            ("=s", "=s"),
            ("mytoken=s", "mytoken=s"),
            ("token=s", "token=[secret]"),
            ("token==s token=s", "token=[secret] token=[secret]"),
        ] {
            assert_eq!(masked_text(&["s"], text), expected, "{text}");
        }
    }
}
